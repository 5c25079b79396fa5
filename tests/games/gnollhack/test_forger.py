"""Forgeries of honest games: each edit reads back as it was meant, and what two places tell is caught."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from necropsy.engine import Plan, audit_texts
from necropsy.games.gnollhack.forger import FORGER
from necropsy.games.gnollhack.forger import fields as fields_of_line
from necropsy.games.gnollhack.forger.paper import Paper, edited
from necropsy.rules import Severity
from necropsy.tamper import KINDS, Original, Outcome, forgeries, tried
from necropsy.tamper.forgery import Forgery
from necropsy.tamper.original import Sheet
from necropsy.verdict import Audit

TESTS = Path(__file__).parents[2]
SAMPLES = TESTS.parent / "sample_morgues" / "gnollhack"
TRUTH = TESTS / "engine_truth" / "gnollhack"

ERAS = (
    "old/4.1.0-B6/gnollhack.rurik.1796036988.txt",
    "old/4.1.2/gnollhack.henna.1796037444.txt",
    "old/4.1.3-42/gnollhack.knidra.1796037728.txt",
    "old/4.1.3-43/gnollhack.knineu.1796037840.txt",
    "old/4.1.3-45/gnollhack.mirek.1796036178.txt",
    "old/4.2.0-8/gnollhack.halla.1796036482.txt",
    "old/4.2.0-22/gnollhack.mirek.1796036704.txt",
    "honest/gnollhack.deep07.1796034556.txt",
    "patched/gnollhack.gehe03.1796034436.txt",
    "patched/gnollhack.vald02.1796034517.txt",
)
GAMES = (
    *[str(TRUTH / name) for name in ERAS],
    *[str(SAMPLES / name) for name in ("gnollhack.ardal.1796036169.txt", "gnollhack.barka.1796036227.html")],
)


@cache
def _game(path: str) -> Original:
    file = Path(path)
    player, start = file.name.split(".")[1:3]
    log = next((folder / "xlogfile" for folder in file.parents if (folder / "xlogfile").is_file()), None)
    lines = log.read_text("utf-8").split("\n") if log else []
    entry = next((line for line in lines if f"\tname={player}\t" in line and f"={start}\t" in line), "")
    twin = file.with_suffix(".html" if file.suffix == ".txt" else ".txt")
    other = (twin.name, twin.read_text("utf-8")) if twin.is_file() else None
    return Original(file.name, file.read_text("utf-8"), "xlogfile" if entry else "", entry, other)


@cache
def _honest(game: Original) -> tuple[Audit, ...]:
    return (*audit_texts(game.files), *audit_texts(((game.name, game.text),)))


def _some(game: Original, kind: str, *, most: int = 12) -> list[Forgery]:
    found = list(forgeries(game, kind))
    return random.Random(kind).sample(found, most) if len(found) > most else found


@pytest.mark.parametrize("path", GAMES, ids=lambda path: Path(path).name)
def test_an_honest_game_is_believed(path: str) -> None:
    game = _game(path)
    assert game.dump is not None
    for audit in _honest(game):
        assert not [finding for finding in audit.findings if finding.severity is Severity.ERROR]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: Path(path).name)
def test_what_an_aim_puts_in_every_place_reads_back(path: str) -> None:
    sheet = _game(path).dump
    assert sheet is not None
    made = 0
    for aim in FORGER.aims:
        if aim.everywhere is None:
            continue
        for value in aim.values(sheet.record, random.Random(1)):
            text = aim.everywhere(sheet, value)
            if text is None:
                continue
            made += 1
            said = _read_back(sheet.with_text(text), aim.fact)
            assert said == _plain(value), f"{aim.fact}: {value}"
            assert {flaw.rule for flaw in _read_all(sheet.with_text(text))} <= {"F202"}
    assert made >= 3


def _read_all(sheet: Sheet) -> list[Any]:
    sheet.record.read_all()
    return sheet.record.flaws


def _read_back(sheet: Sheet, fact: str) -> Any:
    return _plain(sheet.record.value(fact))


def _plain(value: Any) -> Any:
    """A value without the numbers of its lines, and in one order."""
    if not isinstance(value, tuple):
        return value
    return sorted(str(each._replace(line=0)) if hasattr(each, "_replace") else str(each) for each in value)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: Path(path).name)
def test_a_score_in_every_place_reads_back(path: str) -> None:
    sheet = _game(path).dump
    assert sheet is not None
    assert FORGER.scored is not None
    text = FORGER.scored(sheet, 12_345)
    assert text is not None
    record = sheet.with_text(text).record
    assert set(record.values("score")) | set(record.values("score_unsettled")) == {12_345}
    # Of every place but those that are not the score's, nothing else has changed.
    assert len(text.split("\n")) == len(sheet.text.split("\n"))


def test_a_line_is_edited_in_bits_and_in_words() -> None:
    line = _game(GAMES[4]).line
    assert line is not None
    achieved = (*line.record.value("achieved"), "entered_a_shop")
    text = fields_of_line.achieved_in_line(line, achieved)
    assert text is not None
    record = line.with_text(text).record
    assert "entered_a_shop" in record.value("achieved")
    assert "entered_a_shop" in record.value("achieved_words")
    text = fields_of_line.ended_in_line(line, "ascended")
    assert text is not None
    assert line.with_text(text).record.value("won") is True
    assert fields_of_line.field(line, "no such field") is None


def test_a_paper_adds_and_drops_lines_of_text_and_page() -> None:
    for path in (str(SAMPLES / "gnollhack.barka.1796036227.txt"), GAMES[-1]):
        sheet = _game(path).dump
        assert sheet is not None
        paper = Paper(sheet)
        first = paper.listed("achievements")[0]
        text = edited(sheet, lambda paper, at=first: paper.add(at, " You had visited a temple."))  # type: ignore[misc]
        assert text is not None
        assert "entered_a_temple" in sheet.with_text(text).record.value("achieved")
        text = edited(sheet, lambda paper, at=first: paper.drop(at))  # type: ignore[misc]
        assert text is not None
        before = sheet.record.value("achieved")
        assert len(sheet.with_text(text).record.value("achieved")) <= len(before)


def test_an_edit_without_a_place_is_none() -> None:
    sheet = _game(GAMES[0]).dump
    assert sheet is not None
    assert edited(sheet, lambda paper: paper.drop(next(paper.find("no such line")))) is None
    assert edited(sheet, lambda _: None) is None


# ---------------------------------------------------------------------------------- recipes


@pytest.mark.parametrize("kind", sorted(FORGER.recipes))
def test_each_recipe_does_what_it_says(kind: str) -> None:
    paths = [*GAMES, str(SAMPLES / "gnollhack.snap02.1796034425.txt")]
    made = [edit for path in paths for edit in _some(_game(path), kind)]
    assert len(made) >= 2
    for edit in made:
        (name, text), *_ = edit.files
        honest = next(_game(path) for path in paths if _game(path).name == name)
        assert text != honest.text
        said = re.search(r"'(.*)' taken out", edit.what)
        if said and "&" not in said[1] and name.endswith(".txt"):
            assert text.count(said[1]) < honest.text.count(said[1])


def test_a_cut_section_is_gone() -> None:
    game = _game(GAMES[7])
    cut = {edit.what: edit.files[0][1] for edit in forgeries(game, "section-cut")}
    assert "Major events:" not in cut["the section events taken out"]
    assert "Inventory:" not in cut["the section inventory taken out"]
    assert "Levels" not in cut["The Dungeons of Doom taken out of the overview"]


def test_a_version_stands_in_the_header_and_in_the_title() -> None:
    made = list(forgeries(_game(GAMES[-1]), "version"))
    assert {edit.what.rpartition(" in ")[2] for edit in made if " in " in edit.what} == {
        "the header",
        "the title",
    }


def test_a_renamed_game_has_another_name() -> None:
    (edit,) = forgeries(_game(GAMES[7]), "renamed")
    assert edit.files[0][0] == "gnollhack.Qwertzuio.1796034556.txt"


# ------------------------------------------------------------------------------------ rates

CERTAIN = (
    *("score-one-place", "two-places", "fitted-beside-line", "line-beside-dump"),
    *("line-fitted-beside-dump", "fitted-beside-twin"),
)
"""The kinds that leave an honest word beside the forged one."""

SEEN = (GAMES[4], GAMES[6], GAMES[7], *GAMES[-2:], str(SAMPLES / "gnollhack.valma.1796036912.txt"))


@pytest.mark.parametrize("kind", CERTAIN)
def test_a_forgery_beside_an_honest_word_is_caught(kind: str) -> None:
    made = [(edit, _game(path)) for path in SEEN for edit in _some(_game(path), kind, most=7)]
    assert made
    for edit, game in made:
        assert tried(edit, _honest(game)).outcome is Outcome.CAUGHT, edit.what


@pytest.mark.parametrize("path", SEEN, ids=lambda path: Path(path).name)
def test_one_place_of_a_fact_that_stands_twice_is_caught(path: str) -> None:
    game = _game(path)
    made = [edit for edit in forgeries(game, "one-place") if edit.stated >= 2]
    assert made
    for edit in random.Random(2).sample(made, min(len(made), 12)):
        assert tried(edit, _honest(game)).outcome is Outcome.CAUGHT, edit.what


def test_twins_that_are_forged_alike_are_no_contradiction_of_each_other() -> None:
    game = _game(GAMES[-1])
    made = _some(game, "fitted-twins", most=4)
    assert made
    for edit in made:
        audits = list(audit_texts(edit.files, Plan(pair=True)))
        assert not [f for audit in audits for f in audit.findings if f.rule in ("X201", "X203")]
        assert set(edit.edited) == {name for name, _ in edit.files}


def test_a_kind_without_its_files_makes_nothing() -> None:
    sheet = _game(GAMES[0])
    assert sheet.other_form is None
    assert list(forgeries(sheet, "fitted-twins")) == []
    assert {"fitted-twins", "fitted-beside-twin"} <= KINDS.keys()
