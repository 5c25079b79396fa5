"""The table of an audit."""

from __future__ import annotations

import io
from pathlib import Path

import necropsy
from necropsy import Audit, Finding, Severity, Verdict
from necropsy.record import Evidence
from necropsy.reports.table import write_table

SAMPLES = Path(__file__).parents[2] / "sample_morgues"


def table(*audits: Audit, warnings: bool = False, width: int = 80) -> str:
    """The printed table."""
    stream = io.StringIO()
    write_table(audits, stream, warnings=warnings, width=width)
    return stream.getvalue()


def finding(severity: Severity, lines: int = 1) -> Finding:
    """A finding with some lines of evidence."""
    evidence = tuple(Evidence("x.txt", line, f"line {line}") for line in range(1, lines + 1))
    return Finding("C101", severity, "turns: the score block says 1, the title line 2", 2, 1, evidence)


def test_an_honest_game_is_counted_and_not_shown() -> None:
    printed = table(Audit("x.txt", Verdict.MATCH))
    assert "x.txt" not in printed
    assert "MATCH" in printed


def test_warnings_are_counted_and_shown_when_asked_for() -> None:
    audit = Audit("x.txt", Verdict.MATCH, findings=(finding(Severity.WARNING),))
    assert "1 of these carry warnings" in table(audit)
    assert "C101" not in table(audit)
    assert "C101" in table(audit, warnings=True)


def test_hints_are_never_shown() -> None:
    audit = Audit("x.txt", Verdict.TAMPERED, findings=(finding(Severity.HINT),))
    assert "C101" not in table(audit, warnings=True)


def test_long_evidence_is_counted() -> None:
    audit = Audit("x.txt", Verdict.TAMPERED, findings=(finding(Severity.ERROR, lines=6),))
    printed = table(audit)
    assert "4: line 4" in printed
    assert "5: line 5" not in printed
    assert "and 2 more lines" in printed
    assert "and 1 more line\n" in table(
        Audit("x.txt", Verdict.TAMPERED, findings=(finding(Severity.ERROR, lines=5),))
    ).replace(" \n", "\n").replace("  ", " ").replace(" \n", "\n")


def test_an_unreadable_file_says_why() -> None:
    assert "no such file" in table(necropsy.audit("nowhere/x.txt"))


def test_each_verdict_is_counted_with_its_meaning() -> None:
    printed = table(*(Audit("x.txt", verdict) for verdict in Verdict), width=200)
    for verdict in Verdict:
        assert verdict.value.upper() in printed
        assert verdict.meaning in printed
