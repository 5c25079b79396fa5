"""The table of an audit."""

from __future__ import annotations

import io
import re
from pathlib import Path

import necropsy
from necropsy import Audit, Breakdown, Finding, Severity, Span, Verdict
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
    assert "1 carries warnings; --warnings shows them." in table(audit)
    shown = Audit("y.txt", Verdict.TAMPERED, "dcss", findings=(finding(Severity.ERROR),))
    assert "2 more carry warnings" in table(audit, shown, audit)
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
    )


def test_an_unreadable_file_says_why() -> None:
    assert "no such file" in table(necropsy.audit("nowhere/x.txt"))


def test_errors_stand_before_warnings_and_both_are_named() -> None:
    audit = Audit("x.txt", Verdict.TAMPERED, findings=(finding(Severity.WARNING), finding(Severity.ERROR)))
    printed = table(audit)
    assert printed.index("error C101") < printed.index("warning C101")


def test_runs_of_blanks_are_squeezed_so_that_values_stay_in_sight() -> None:
    line = Evidence("x.txt", 13, "Sapling the Opulent (MDFi)" + " " * 60 + "Turns: 30003, Time: 00:00:26")
    audit = Audit(
        "x.txt", Verdict.TAMPERED, findings=(Finding("C101", Severity.ERROR, "turns", 2, 1, (line,)),)
    )
    assert "Turns: 30003" in table(audit, width=60)


def test_a_path_is_never_wrapped_and_no_line_ends_in_blanks() -> None:
    path = "a long way/" * 12 + "x.txt"
    lines = table(Audit(path, Verdict.TAMPERED, findings=(finding(Severity.ERROR),))).splitlines()
    assert lines[0] == f"TAMPERED  {path}"
    assert all(line == line.rstrip() for line in lines)


def test_verdicts_are_counted_in_the_order_of_the_readme() -> None:
    printed = table(*(Audit("x.txt", verdict) for verdict in Verdict)).rpartition("what it means")[2]
    rows = [line.split()[0] for line in printed.splitlines() if line[:1].isupper()]
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    listed = readme.partition("| verdict | means |")[2].partition("\n\n")[0]
    order = [name.upper() for name in re.findall(r"^\| `(\w+)` \|", listed, re.M)]
    assert rows == order


def test_the_way_on_is_shown_only_where_something_was_found() -> None:
    shown = Audit("y.txt", Verdict.TAMPERED, "dcss", findings=(finding(Severity.ERROR),))
    assert "necropsy explain FILE" in table(shown)
    assert "necropsy explain FILE" not in table(Audit("x.txt", Verdict.MATCH))


def test_without_files_there_is_no_table() -> None:
    assert table() == ""


def test_each_verdict_is_counted_with_its_meaning() -> None:
    printed = table(*(Audit("x.txt", verdict) for verdict in Verdict), width=200)
    for verdict in Verdict:
        assert verdict.value.upper() in printed
        assert verdict.meaning in printed


LOG = SAMPLES / "gnollhack" / "xlogfile"
DUMP = SAMPLES / "gnollhack" / "gnollhack.ardal.1796036169.txt"


def test_games_that_lack_a_dump_or_a_line_are_counted() -> None:
    lines = len(LOG.read_text("utf-8").splitlines())
    together = " ".join(table(*necropsy.audit_paths([LOG, DUMP])).split())
    assert (
        f"gnollhack: 1 with dump and log line, {lines - 1} with a line only, 0 with a dump only." in together
    )
    assert "log line" not in table(*necropsy.audit_paths([DUMP]))


def test_matches_that_are_only_spans_are_counted() -> None:
    audits = list(necropsy.audit_paths([LOG]))
    slacks = [audit.slack for audit in audits if audit.verdict is Verdict.MATCH and audit.slack]
    printed = " ".join(table(*audits).split())
    matches = sum(audit.verdict is Verdict.MATCH for audit in audits)
    assert f"{len(slacks)} of {matches} matches are known only to within a span" in printed
    assert f"(the widest: {max(slacks):,} points)" in printed
    pinned = [audit for audit in audits if audit.verdict is Verdict.MATCH and audit.slack == 0]
    assert "span" not in table(*pinned)


def test_a_span_without_an_end_is_counted() -> None:
    endless = Breakdown("F1", "the formula", (), Span(5, None))
    printed = " ".join(table(Audit("x.txt", Verdict.MATCH, recorded=5, breakdown=endless)).split())
    assert "1 of 1 matches is known only to within a span (1 without an end)" in printed
