"""What of a single edit is seen: each kind of edit made in honest dumps, and how many are caught.

    python tests/benchmarks/tamper.py [PATH...]

The dumps are those under the paths; without any, the engines' own under ``tests/engine_truth``.
The same run counts what is said against the honest dumps: it must be nothing.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from edits_hengband import EDITS

from necropsy.engine import audit_text
from necropsy.rules import Severity
from necropsy.sources import find, read
from necropsy.verdict import Audit, Verdict

TRUTH = Path(__file__).parents[1] / "engine_truth" / "hengband"
CAUGHT = (Verdict.MISMATCH, Verdict.TAMPERED)


def errors(audit: Audit) -> list[str]:
    """The rules that prove something against a file."""
    return sorted({finding.rule for finding in audit.findings if finding.severity is Severity.ERROR})


def main(paths: list[str]) -> None:
    """Print the table."""
    dumps = {}
    for source in find(paths or [TRUTH]):
        text = read(source).text
        (audit,) = audit_text(text, source.name)
        if audit.game == "hengband":
            dumps[source.name] = text
            if errors(audit):
                print(f"accused though honest: {source.name}: {', '.join(errors(audit))}")
    print(f"{len(dumps)} honest dumps\n")
    print(f"{'edit':<18}{'caught':>10}   by")
    for name, edit in EDITS.items():
        made, caught, rules = 0, 0, Counter[str]()
        for source, text in dumps.items():
            edited = edit(text)
            if edited is None or edited == text:
                continue
            made += 1
            (audit,) = audit_text(edited, source)
            if audit.verdict in CAUGHT or errors(audit):
                caught += 1
                rules.update(errors(audit))
        by = ", ".join(f"{rule} {count}" for rule, count in rules.most_common())
        print(f"{name:<18}{caught:>4}/{made:<5}   {by}")


if __name__ == "__main__":
    main(sys.argv[1:])
