"""JUnit's XML is read by what reads it, with the right numbers, whatever is in the files."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from junitparser import Error, Failure, JUnitXml, Skipped
from lxml import etree
from reported import HOSTILE, report_of
from some_audits import odd_audits, samples
from typer.testing import CliRunner

from necropsy.breakdown import Breakdown
from necropsy.cli import app
from necropsy.logline import Rejected
from necropsy.record import Evidence, Record
from necropsy.reports import spool
from necropsy.reports.junit import JunitReport, attribute, content
from necropsy.reports.preface import Note, Preface
from necropsy.reports.visible import visible
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
PARSER = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)


def read(audits: list[Audit], preface: Preface | None = None, *further: str) -> JUnitXml:
    text = report_of(JunitReport(preface or Preface()), audits, further)
    etree.fromstring(text.encode("ascii"), PARSER)
    return JUnitXml.fromstring(text.encode("ascii"))


def game(verdict: Verdict, *findings: Finding, source: str = "morgues/a.txt", **parts: object) -> Audit:
    record = Record("dcss", source)
    return Audit(source, verdict, "dcss", findings=findings, record=record, **parts)  # type: ignore[arg-type]


def found(severity: Severity = Severity.ERROR, text: str = "turns: 5, not 6") -> Finding:
    return Finding("C101", severity, text, evidence=(Evidence("morgues/a.txt", 3, "Turns: 5"),))


def test_the_samples_are_counted_right_in_every_tag() -> None:
    suites = read(samples())
    games = [audit for audit in samples() if audit.game is not None]
    assert suites.tests == len(games)
    for suite in suites:
        cases = list(suite)
        assert suite.tests == len(cases)
        for kind, number in ((Failure, suite.failures), (Error, suite.errors), (Skipped, suite.skipped)):
            assert number == sum(isinstance(each, kind) for case in cases for each in case.result)
    accused = sum(audit.verdict in (Verdict.MISMATCH, Verdict.TAMPERED) for audit in games)
    assert suites.failures == accused > 50
    names = [(case.classname, case.name) for suite in suites for case in suite]
    assert len(set(names)) == len(names)
    assert ("/".join((str(SAMPLES / "tampered"), "dcss")), "score-raised.txt") in names


@pytest.mark.parametrize(
    ("audit", "kind", "message", "sort"),
    [
        (game(Verdict.MISMATCH, found()), Failure, "C101 turns: 5, not 6", "mismatch"),
        (game(Verdict.TAMPERED, found()), Failure, "C101 turns: 5, not 6", "tampered"),
        (game(Verdict.MATCH, found()), Failure, "C101 turns: 5, not 6", "error"),
        (game(Verdict.MISMATCH), Failure, f"mismatch: {Verdict.MISMATCH.meaning}", "mismatch"),
        (
            Audit("a.txt", Verdict.UNREADABLE, reasons=("cut off",)),
            Error,
            "unreadable: cut off",
            "unreadable",
        ),
        (game(Verdict.UNDECIDED, reasons=("no version",)), Skipped, "undecided: no version", None),
        (game(Verdict.INELIGIBLE, found(), reasons=("wizard",)), Skipped, "ineligible: wizard", None),
        (game(Verdict.UNFINISHED), Skipped, f"unfinished: {Verdict.UNFINISHED.meaning}", None),
        (game(Verdict.SKIPPED, repeats="b.txt"), Skipped, "skipped: the same game as b.txt", None),
    ],
)
def test_what_becomes_of_a_case(audit: Audit, kind: type, message: str, sort: str | None) -> None:
    (suite,) = read([audit])
    ((result,),) = [case.result for case in suite]
    assert isinstance(result, kind)
    assert (result.message, result.type) == (message, sort)


def test_a_failure_tells_everything_with_its_lines() -> None:
    lines = (Evidence("morgues/a.txt", 3, "Turns: 5"), Evidence("logs/xlog", 9, "turns=6"))
    findings = (
        Finding("C125", Severity.WARNING, "odd"),
        Finding("X999", Severity.HINT, "hidden"),
        Finding(
            "C101", Severity.ERROR, "turns: 5, not 6", evidence=(*lines, Evidence("morgues/a.txt", 0, "a"))
        ),
    )
    audit = game(Verdict.TAMPERED, *findings, recorded=7, breakdown=Breakdown("", "", (), Span(5, 7)))
    (suite,) = read([audit])
    ((result,),) = [case.result for case in suite]
    assert result.text.splitlines() == [
        "recorded 7, recomputed 5 … 7",
        "error C101 turns: 5, not 6",
        "    3: Turns: 5",
        "xlog:9: turns=6",
        " name: a",
        "warning C125 odd",
    ]


def test_a_game_that_fits_says_nothing_but_its_warnings() -> None:
    (suite,) = read([game(Verdict.MATCH, recorded=7), game(Verdict.MATCH, found(Severity.WARNING))])
    quiet, warned = suite
    assert (quiet.result, quiet.system_out) == ([], None)
    assert warned.result == []
    assert "warning C101 turns: 5, not 6\n    3: Turns: 5" in warned.system_out


def test_a_line_of_a_log_is_a_case_of_its_own() -> None:
    rejected = Rejected("logs/logfile", 5, 120, "no score", "v=0.34")
    audits = [
        game(Verdict.MATCH, source="logs/logfile:4"),
        Audit("logs/logfile:5", Verdict.UNREADABLE, "dcss", reasons=("no score",), rejected=rejected),
    ]
    (suite,) = read(audits)
    assert [(case.classname, case.name) for case in suite] == [
        ("logs/dcss", "logfile:4"),
        ("logs/dcss", "logfile:5"),
    ]
    assert "at byte 120: v=0.34" in next(iter(list(suite)[1].result)).text


def test_suites_stand_by_game_and_say_how_the_run_was_called() -> None:
    notes = (Note("ignore C160", "the server is to blame", "rules.toml:4"),)
    preface = Preface("morgues", ("C",), ("C160",), notes)
    audits = [Audit("x", Verdict.UNREADABLE), game(Verdict.MATCH), Audit("map", Verdict.SKIPPED)]
    suites = read(audits, preface, "3 games were left out.")
    assert [suite.name for suite in suites] == ["unknown", "dcss"]
    for suite in suites:
        assert [(each.name, each.value) for each in suite.properties()] == [
            ("asked", "morgues"),
            ("select", "C"),
            ("ignore", "C160"),
            ("note", "rules.toml:4: ignore C160: the server is to blame"),
            ("remark", "3 games were left out."),
        ]


def test_nothing_at_all_is_a_document_too() -> None:
    assert read([]).tests == 0


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_are_shown_and_do_nothing(text: str) -> None:
    finding = Finding("C101", Severity.ERROR, text, evidence=(Evidence(text, 3, text),))
    audit = game(Verdict.TAMPERED, finding, source=text, reasons=(text,))
    (suite,) = read([audit])
    ((result,),) = [case.result for case in suite]
    shown = visible(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")
    assert result.message == f"C101 {shown}"
    assert result.text.count(shown) >= 3


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_a_text_comes_out_of_the_xml_as_it_was_shown(text: str) -> None:
    document = f"<a{attribute('b', text)}>{content(text)}</a>"
    element = etree.fromstring(document.encode("ascii"), PARSER)
    expected = re.sub("[\ufffe\uffff]", lambda match: f"\\u{ord(match[0]):x}", visible(text))
    assert (element.text or "", element.get("b")) == (expected, expected)


@given(st.lists(odd_audits(), max_size=3))
def test_what_is_odd_in_audits_leaves_the_document_whole(audits: list[Audit]) -> None:
    suites = read(audits)
    assert suites.tests == sum(len(list(suite)) for suite in suites)


def test_what_is_long_is_held_back_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "_IN_MEMORY", 10)
    (suite,) = read([game(Verdict.TAMPERED, found(), source=f"{n}.txt") for n in range(20)])
    assert suite.failures == len(list(suite)) == 20


def test_held_back_text_comes_out_as_it_went_in() -> None:
    held, stream = spool.Spool(), io.StringIO()
    held.write("a\r\n")
    held.write("ä\udcff\u2028")
    held.copy_to(stream)
    assert stream.getvalue() == "a\r\nä\udcff\u2028"
    with pytest.raises(ValueError, match="closed"):
        held.write("more")


def test_the_command_writes_the_form_by_the_ending_of_the_file(tmp_path: Path) -> None:
    there = tmp_path / "a.xml"
    call = ["audit", str(SAMPLES / "dcss"), str(SAMPLES / "tampered" / "score-raised.txt"), "-o", str(there)]
    assert CliRunner().invoke(app, call).exit_code == 1
    (suite,) = JUnitXml.fromfile(str(there))
    assert (suite.name, suite.failures) == ("dcss", 1)
    assert not re.search(r'time="', there.read_text("utf-8"))
