"""The sample morgues get the verdicts that their index promises, for the reasons that it names."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import necropsy
from necropsy import Audit, Finding, Severity
from necropsy.games.dcss.rules import RULEBOOK

SAMPLES = Path(__file__).parent.parent / "sample_morgues"


class Written(NamedTuple):
    """A row of the first table: a file as the game wrote it."""

    file: str
    what: str
    verdict: str
    rules: tuple[str, ...]


class Tampered(NamedTuple):
    """A row of the second table: a copy with an edit."""

    file: str
    bases: tuple[str, ...]
    line: str
    what: str
    verdict: str
    rules: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def lines(self) -> list[int]:
        """The lines that show the edit; of a line that is missing the one above the gap."""
        return [int(number) for number in re.findall(r"\d+", self.line)]


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of the table below a heading of the index."""
    section = (SAMPLES / "INDEX.md").read_text(encoding="utf-8").partition(f"\n## {heading}")[2]
    for line in section.partition("\n## ")[0].splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def codes(cell: str) -> tuple[str, ...]:
    """The rule codes of a cell."""
    return tuple(re.findall(r"[A-Z]\d{3}", cell))


def quoted(cell: str) -> tuple[str, ...]:
    """What stands between backticks."""
    return tuple(re.findall(r"`([^`]+)`", cell))


WRITTEN = [
    Written(file.strip("`"), what, verdict, codes(rules)) for file, what, verdict, rules in rows("dcss")
]
TAMPERED = [
    Tampered(file.strip("`"), tuple(bases.split()), line, what, verdict, codes(rules), quoted(values))
    for file, bases, line, what, verdict, rules, values in rows("tampered")
]

each_written = pytest.mark.parametrize("row", WRITTEN, ids=lambda row: row.file)
each_tampered = pytest.mark.parametrize("row", TAMPERED, ids=lambda row: row.file)


@cache
def audit_of(folder: str, file: str) -> Audit:
    """A sample's audit."""
    return necropsy.audit(SAMPLES / folder / file)


def found_by(audit: Audit, rule: str) -> list[Finding]:
    """A rule's findings."""
    return [finding for finding in audit.findings if finding.rule == rule]


def names(text: str, value: str) -> bool:
    """Whether a text has the value as a word of its own: ``7`` is not in ``2,794``."""
    return re.search(rf"(?<![\w.,]){re.escape(value)}(?!\w|[.,]\d)", text) is not None


def lines_of(folder: str, file: str) -> list[bytes]:
    """A sample's lines, to the byte."""
    return (SAMPLES / folder / file).read_bytes().splitlines(keepends=True)


def base_lines(player: str) -> list[bytes]:
    """The lines of the file that was edited."""
    (row,) = (row for row in WRITTEN if row.file.startswith(f"morgue-{player}-"))
    return lines_of("dcss", row.file)


@pytest.mark.parametrize(("folder", "table"), [("dcss", WRITTEN), ("tampered", TAMPERED)])
def test_index_and_folder_agree(folder: str, table: list[Written | Tampered]) -> None:
    listed = [row.file for row in table]
    assert len(listed) == len(set(listed))
    assert sorted(listed) == sorted(path.name for path in (SAMPLES / folder).iterdir())


def test_samples_stay_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < 600_000


def test_rules_named_exist() -> None:
    assert {rule for row in (*WRITTEN, *TAMPERED) for rule in row.rules} <= {rule.code for rule in RULEBOOK}


@each_written
def test_written_by_the_game(row: Written) -> None:
    audit = audit_of("dcss", row.file)
    assert audit.verdict.value == row.verdict
    assert {finding.rule for finding in audit.findings} == set(row.rules)
    assert not [finding for finding in audit.findings if finding.severity is Severity.ERROR]


def test_walking_the_folder_finds_every_game() -> None:
    audits = [audit for audit in necropsy.audit_paths([SAMPLES]) if audit.verdict.value != "skipped"]
    assert sorted(Path(audit.source).name for audit in audits) == sorted(
        row.file for row in (*WRITTEN, *TAMPERED)
    )


def test_compressed_file_is_reproducible() -> None:
    (packed,) = (SAMPLES / "dcss").glob("*.gz")
    data = packed.read_bytes()
    assert data[4:8] == bytes(4), "no moment of compression"
    assert not data[3], "no file name, no comment"
    text = gzip.decompress(data).decode()
    assert necropsy.audit(text).recorded == necropsy.audit(packed).recorded


@each_tampered
def test_edit_is_what_the_index_says(row: Tampered) -> None:
    base = [line for player in row.bases for line in base_lines(player)]
    edited = lines_of("tampered", row.file)
    if row.line.startswith("from"):
        assert edited == base
        assert row.lines == [len(base_lines(row.bases[0])) + 1]
    elif row.line.startswith("after"):
        (above,) = row.lines
        assert edited[:above] == base[:above]
        assert edited[above:] == base[above + 1 :]
    else:
        assert len(edited) == len(base)
        pairs = enumerate(zip(base, edited, strict=True), start=1)
        assert [line for line, (before, now) in pairs if before != now] == row.lines


@each_tampered
def test_verdict_of_an_edited_file(row: Tampered) -> None:
    audit = audit_of("tampered", row.file)
    assert audit.verdict.value == row.verdict
    assert set(row.rules) <= {finding.rule for finding in audit.findings}


@each_tampered
def test_values_are_named(row: Tampered) -> None:
    if not row.rules:
        pytest.skip("nothing finds this edit, and the index says why")
    assert len(row.values) == 2
    messages = [finding.message for finding in found_by(audit_of("tampered", row.file), row.rules[0])]
    assert any(all(names(message, value) for value in row.values) for message in messages), messages


@each_tampered
def test_evidence_shows_the_edited_line(row: Tampered) -> None:
    if not row.rules:
        pytest.skip("nothing finds this edit, and the index says why")
    (edited,) = row.lines
    findings = found_by(audit_of("tampered", row.file), row.rules[0])
    evidence = [shown for finding in findings for shown in finding.evidence]
    assert edited in [shown.line for shown in evidence]
    written = lines_of("tampered", row.file)
    for shown in evidence:
        assert shown.text.strip() == written[shown.line - 1].decode().strip()


@each_tampered
def test_edit_adds_nothing_but_its_own_findings(row: Tampered) -> None:
    """Every error is one that the index names: an edit must not look like several."""
    audit = audit_of("tampered", row.file)
    errors = {finding.rule for finding in audit.findings if finding.severity is Severity.ERROR}
    assert errors <= set(row.rules)


def test_careful_forger_is_consistent_and_richer() -> None:
    (row,) = (row for row in TAMPERED if not row.rules)
    forged = audit_of("tampered", row.file)
    base = necropsy.audit(b"".join(base_lines(row.bases[0])).decode())
    assert forged.recorded is not None
    assert base.recorded is not None
    assert forged.recorded > base.recorded
    assert {f.rule for f in forged.findings} == {f.rule for f in base.findings}
