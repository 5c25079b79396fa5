"""A file that has lost its end, as on a full disk, is nobody's forgery."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from necropsy.engine import audit_text
from necropsy.games.dcss.morgue import end_lacking, read_morgue
from necropsy.games.dcss.overview import may_lack_overview
from necropsy.plan import Plan
from necropsy.rules import Severity

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "sample_morgues"
TRUTH = Path(__file__).parent / "engine_truth"
WHOLE = [
    *sorted((SAMPLES / "dcss").glob("morgue-[PRSW]*.txt")),
    *sorted((SAMPLES / "gnollhack").glob("*.txt"))[:6],
    *sorted((TRUTH / "dcss" / "honest" / "0.34.1").glob("morgue-*.txt"))[:2],
]


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.name)
def test_nothing_is_proved_by_what_is_not_there(path: Path) -> None:
    text = path.read_text("utf-8")
    paragraphs = {match.end() for match in re.finditer("\n\n", text)}
    for end in sorted({*range(100, len(text), max(len(text) // 40, 1)), *paragraphs}):
        for audit in audit_text(text[:end], path.name, Plan(pair=False)):
            assert audit.verdict not in ("mismatch", "tampered"), (end, audit.findings)
            assert not [finding for finding in audit.findings if finding.severity is Severity.ERROR], end


def test_a_forged_file_that_was_cut_is_left_to_people() -> None:
    text = (SAMPLES / "tampered" / "score-raised.txt").read_text("utf-8")
    (whole,) = audit_text(text, "morgue.txt")
    (cut,) = audit_text(text.rstrip("\n") + "\n", "morgue.txt")
    assert whole.verdict == "mismatch"
    assert cut.verdict == "undecided"
    assert "it may be cut off" in cut.reasons[0]
    assert all(finding.severity < Severity.ERROR for finding in cut.findings)
    (fits,) = audit_text((WHOLE[0].read_text("utf-8")).rstrip("\n") + "\n", WHOLE[0].name)
    assert fits.verdict == "match"


def test_where_a_morgue_ends() -> None:
    assert end_lacking("") is None
    assert end_lacking("x\nNotes\r\n\r\n") is None
    assert "blank line" in str(end_lacking("x\nNotes\n"))
    assert not may_lack_overview(read_morgue(""))
    title = "Sapling the Skirmisher (Human Fighter)         Turns: 40, Time: 00:00:09\n\n"
    assert may_lack_overview(read_morgue(title))
    assert may_lack_overview(read_morgue(f"Inventory:\n\n\n{title}"))
    assert not may_lack_overview(read_morgue(f"{title}Inventory:\n"))
