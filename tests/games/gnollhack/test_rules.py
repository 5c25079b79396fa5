"""The rules as a whole: whom they may accuse, and what their findings rest on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from necropsy.games.gnollhack import GAME
from necropsy.games.gnollhack.line import XlogRecord
from necropsy.joint import JointRecord
from necropsy.judge import judge
from necropsy.logline import Line
from necropsy.loglines import lines_of_text
from necropsy.record import Record
from necropsy.rules import Severity
from necropsy.verdict import Audit

TRUTH = Path(__file__).parents[2] / "engine_truth" / "gnollhack"
TEXT = TRUTH / "patched" / "gnollhack.tour01.1796034544.txt"
LINE = next(
    line
    for line in TEXT.with_name("xlogfile").read_text("utf-8").splitlines(keepends=True)
    if "\tname=tour01\t" in line
)


def joint(text: str, page: str, line: str) -> Audit:
    parts: list[Record] = [
        GAME.read(said, name) for said, name in ((text, "a.txt"), (page, "a.html")) if said
    ]
    if line:
        parts += (each for each in GAME.read_log(lines_of_text(line), "log") if isinstance(each, Record))
    return judge(GAME, JointRecord(parts) if len(parts) > 1 else parts[0])


def test_every_code_is_of_this_game() -> None:
    assert {rule.code[1] for rule in GAME.rulebook} == {"2"}
    assert len(list(GAME.rulebook)) >= 53


def test_only_the_rule_for_the_score_is_decisive() -> None:
    assert [rule.code for rule in GAME.rulebook if rule.decisive] == ["S201"]


def test_every_flaw_that_a_reader_notes_has_a_rule() -> None:
    folder = Path(GAME.read.__code__.co_filename).parent
    for path in folder.glob("*.py"):
        for rest in path.read_text("utf-8").split("record.flaw(")[1:]:
            assert rest[1:5] in GAME.rulebook, (path.name, rest[:20])


def edited() -> Iterator[tuple[str, str, str]]:
    text, page = TEXT.read_text("utf-8"), TEXT.with_suffix(".html").read_text("utf-8")
    yield text.replace("in tournament mode", "in modern mode"), page, LINE
    yield text, page.replace("in tournament mode", "in modern mode"), LINE
    yield text, page.replace("visited a temple", "visited a casino"), LINE
    yield text, page, LINE.replace("points=", "points=9").replace("maxlvl=8", "maxlvl=44")
    yield text, page, LINE.replace("achieve=0x", "achieve=0x7").replace("hp=", "hp=-")
    yield "", page.replace("Levels 1 to 8", "Levels 1 to 28"), LINE
    yield text.replace(" with ", " with 9").replace("Levels 1 to", "Levels 1 to 9"), page, ""
    yield text.replace("2026-11-30", "2026-13-30"), page, LINE
    yield text + "\nmore\n", page.replace("</body>", "more</body>"), LINE + "x"
    yield "", "", LINE.replace("\tturns=", "\tturns=x\tturns=")


@pytest.mark.parametrize("files", list(edited()))
def test_evidence_stands_where_it_is_said_to_stand(files: tuple[str, str, str]) -> None:
    """A line number without its own file would send people to another line."""
    audit = joint(*files)
    assert audit.record is not None
    record = audit.record
    parts = {part.source: part for part in (record.parts if isinstance(record, JointRecord) else [record])}
    shown = 0
    for finding in audit.findings:
        for evidence in finding.evidence:
            shown += 1
            if evidence.line:
                text = parts[evidence.source].lines[evidence.line - 1]
                # Of a line of the log the fields are shown that count.
                said = [evidence.text] if "\t" not in text else re.split(r" (?=\w+=)", evidence.text)
                assert all(part.rstrip() in text for part in said), finding.rule
    assert shown


def test_the_same_in_text_and_page_is_said_once_with_both_lines() -> None:
    text, page = TEXT.read_text("utf-8"), TEXT.with_suffix(".html").read_text("utf-8")
    audit = joint(
        text.replace("You entered the dungeon 2 turns", "You entered the dungeon 3 turns"),
        page.replace("You entered the dungeon 2 turns", "You entered the dungeon 3 turns"),
        "",
    )
    (finding,) = [finding for finding in audit.findings if finding.rule == "C201"]
    assert {evidence.source for evidence in finding.evidence} == {"a.txt", "a.html"}


def test_a_flaw_of_the_line_shows_the_line() -> None:
    audit = joint(TEXT.read_text("utf-8"), "", LINE.replace("\tturns=2\t", "\tturns=two\t"))
    (finding,) = [finding for finding in audit.findings if finding.rule == "F224"]
    (evidence,) = finding.evidence
    assert (evidence.source, evidence.line) == ("log", 1)
    assert evidence.text.startswith("version=4.3.0")


def empty(kind: str) -> Record:
    return Record("gnollhack", kind, [])


def test_no_rule_finds_anything_where_nothing_is_said() -> None:
    for record in (
        empty("a.txt"),
        JointRecord([empty("a.txt"), empty("a.html"), XlogRecord("log", Line("", 1), {})]),
    ):
        for rule in GAME.rulebook:
            assert not list(rule.run(record)), rule.code


@pytest.mark.parametrize("path", sorted(TRUTH.rglob("*.txt")), ids=lambda path: str(path.name))
def test_a_file_without_any_one_of_its_lines_raises_nothing_but_findings(path: Path) -> None:
    """Whatever is cut out of a file: rules get facts that are missing, and never stop an audit."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    for at in range(0, len(lines), max(len(lines) // 12, 1)):
        text = "".join(lines[:at] + lines[at + 3 :])
        assert judge(GAME, GAME.read(text, "a.txt")).verdict


def test_a_hint_or_a_warning_alone_changes_no_verdict() -> None:
    audit = joint(TEXT.read_text("utf-8"), "", LINE)
    assert audit.verdict == "match"
    assert all(finding.severity < Severity.ERROR for finding in audit.findings)
