"""The summary fits an issue, says what was found, and holds nothing live from a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from reported import HOSTILE, report_of
from some_audits import odd_audits, samples
from typer.testing import CliRunner

from necropsy.brief import brief_of, needs_attention
from necropsy.cli import app
from necropsy.record import Evidence, Record
from necropsy.reports.markdown import MarkdownReport
from necropsy.reports.preface import Note, Preface
from necropsy.reports.visible import visible
from necropsy.rules import Finding, Severity
from necropsy.verdict import Audit, Verdict

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
OURS = re.compile(r"</?details>|<details><summary>\d+ more (line|finding)s?</summary>")


def summary(
    audits: list[Audit], *further: str, preface: Preface | None = None, warnings: bool = False
) -> str:
    return report_of(MarkdownReport(preface or Preface(), "1.2.3", warnings=warnings), audits, further)


def tokens(text: str) -> list[Token]:
    found = []
    for token in READER.parse(text):
        found += [token, *(token.children or [])]
    return found


def live(text: str) -> str:
    """The text that stands outside of code, when it is sure that nothing else is there."""
    found = tokens(text)
    kinds = {token.type for token in found}
    assert not kinds & {"link_open", "image", "html_inline", "code_block", "blockquote_open", "s_open"}
    for token in found:
        if token.type == "html_block":
            assert OURS.fullmatch(token.content.strip()), token.content
    return "".join(token.content for token in found if token.type in ("text", "text_special"))


def game(verdict: Verdict, *findings: Finding, source: str = "a.txt", **parts: object) -> Audit:
    record = Record("dcss", source)
    return Audit(source, verdict, "dcss", findings=findings, record=record, **parts)  # type: ignore[arg-type]


def found(text: str = "turns: 5, not 6", lines: int = 1, severity: Severity = Severity.ERROR) -> Finding:
    evidence = tuple(Evidence("a.txt", number, f"line {number}") for number in range(1, lines + 1))
    return Finding("C101", severity, text, evidence=evidence)


def test_the_samples_are_counted_and_the_first_flagged_ones_shown() -> None:
    text = summary(samples())
    counted = dict(re.findall(r"^\| (\w+) \| ([\d,]+) \|", text, re.M))
    assert int(counted["mismatch"]) == sum(audit.verdict is Verdict.MISMATCH for audit in samples())
    assert sum(map(int, counted.values())) == len(samples())
    flagged = int(re.findall(r"^### Flagged: (\d+)$", text, re.M)[0])
    more = int(re.findall(r"^\*\*(\d+) more\*\* are not shown here", text, re.M)[0])
    shown = len(re.findall(r"^#### (MISMATCH|TAMPERED)", text, re.M))
    assert shown == 25
    assert flagged == shown + more
    assert len(text) < 65_536
    accused = sum(needs_attention(brief_of(audit), warnings=False) for audit in samples())
    assert flagged == accused
    assert "7 of 31 matches are known only to within a span" in text
    assert live(text)


def test_a_flagged_game_has_its_findings_with_their_lines() -> None:
    text = summary([game(Verdict.TAMPERED, found(), recorded=5)])
    section = text[text.index("#### ") : text.index("*necropsy")]
    assert section == (
        "#### TAMPERED `a.txt`\n\nrecorded 5\n\n**error C101** `turns: 5, not 6`\n\n"
        "```text\n    1: line 1\n```\n\n"
    )


def test_what_is_long_is_folded_in() -> None:
    one = summary([game(Verdict.TAMPERED, found(lines=30))])
    assert "<details><summary>26 more lines</summary>" in one
    assert "and 18 more" in one
    assert len(re.findall(r"^ +\d+: line ", one, re.M)) == 12
    many = summary([game(Verdict.TAMPERED, *[found(f"n {at}") for at in range(30)])])
    assert "27 more findings" in many
    assert "and 20 more" in many
    assert many.count("**error C101**") == 10
    several = summary([game(Verdict.TAMPERED, *[found(f"n {at}") for at in range(5)])])
    assert "<details><summary>2 more findings</summary>" in several
    assert "`n 4`" in several
    assert "1 more line<" in summary([game(Verdict.TAMPERED, found(lines=5))])
    assert "1 more finding<" in summary([game(Verdict.TAMPERED, *[found()] * 4)])
    live(one + several)


def test_no_game_takes_all_the_room() -> None:
    findings = [found("x" * 9000, lines=50)] * 50
    for finding in findings:
        object.__setattr__(finding, "evidence", (Evidence("a.txt", 1, "y" * 400),) * 50)
    assert len(summary([game(Verdict.TAMPERED, *findings)])) < 30_000


def test_a_section_ends_where_it_would_be_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("necropsy.reports.markdown._CHARACTERS", 150)
    long = [game(Verdict.TAMPERED, found(), source=name) for name in "abc"]
    text = summary(long)
    assert "#### TAMPERED `a`" in text
    assert "#### TAMPERED `b`" not in text
    assert "**2 more** are not shown here" in text


def test_what_was_not_decided_is_a_line() -> None:
    audits = [
        game(Verdict.UNDECIDED, reasons=("no version",)),
        Audit("b.txt", Verdict.UNREADABLE),
        game(Verdict.UNDECIDED, found(), source="c.txt", reasons=("no version",)),
    ]
    text = summary(audits)
    assert "### Not decided: 2\n\n* undecided `a.txt`: `no version`\n* unreadable `b.txt`" in text
    assert "### Flagged: 1\n\n#### UNDECIDED `c.txt`\n\n`no version`" in text


def test_warnings_are_shown_when_they_are_asked_for() -> None:
    audits = [game(Verdict.MATCH, found(severity=Severity.WARNING)), game(Verdict.MATCH, source="b.txt")]
    assert "Flagged" not in summary(audits)
    assert "#### MATCH `a.txt`" in summary(audits, warnings=True)


def test_it_says_how_the_run_was_called_and_what_was_left_out() -> None:
    notes = (Note("ignore C160", "the server's fault", "rules.toml:4"), Note("players", "bots"))
    preface = Preface("morgues --select C", ("C",), ("C160",), notes)
    text = summary([], "3 games were left out (`--players`).", "left out by @everyone", preface=preface)
    assert "Asked for: `morgues --select C`" in text
    assert "Only these rules ran: `C`." in text
    assert "These rules were left out: `C160`." in text
    assert "* `ignore C160`: `the server's fault` (`rules.toml:4`)\n* `players`: `bots`" in text
    assert "3 games were left out (`--players`)." in text
    assert "`left out by @everyone`" in text
    assert text.startswith("## necropsy: 0 audited\n")
    assert "| verdict" not in text


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_from_a_file_is_live(text: str) -> None:
    finding = Finding("C101", Severity.ERROR, text, evidence=tuple(Evidence(text, n, text) for n in range(6)))
    audits = [
        game(Verdict.TAMPERED, *[finding] * 5, source=text, reasons=(text,)),
        game(Verdict.UNDECIDED, source=text, reasons=(text, text)),
        Audit(text, Verdict.UNREADABLE, reasons=(text,)),
    ]
    written = summary(audits, text, preface=Preface(text, notes=(Note(text, text, text),)))
    outside = live(written)
    assert not re.search(r"[@#<>\[\]{}|\\\x1b]|://|www|smile|org/", outside.replace("1.2.3", ""))
    assert written.count("#### ") == written.count("#### TAMPERED")
    code = {token.content for token in tokens(written) if token.type == "code_inline"}
    assert visible(text) in code


@given(st.lists(odd_audits(), max_size=3))
def test_what_is_odd_in_audits_stays_code(audits: list[Audit]) -> None:
    live(summary(audits))


def test_the_command_writes_the_form_by_the_ending_of_the_file(tmp_path: Path) -> None:
    there = tmp_path / "a.md"
    call = ["audit", str(SAMPLES / "tampered" / "kill-total.txt"), "--warnings", "-o", str(there)]
    CliRunner().invoke(app, call)
    text = there.read_text("utf-8")
    assert text.startswith("## necropsy: 1 audited\n\nAsked for: `")
    assert "**warning " in text
