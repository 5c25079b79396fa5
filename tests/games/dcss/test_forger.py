"""What a forger makes of honest files: each edit reads back as it was meant, and an audit sees it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from necropsy.engine import audit_texts
from necropsy.games.dcss.forger import FORGER
from necropsy.games.dcss.forger.aims import neighbours
from necropsy.games.dcss.forger.birth import slow_learners
from necropsy.games.dcss.forger.fields import field, with_fields
from necropsy.games.dcss.forger.notebook import rows_of, with_rows, without_row
from necropsy.games.dcss.version import Version
from necropsy.record import Standing
from necropsy.rules import Severity
from necropsy.tamper import Forgery, Original, Outcome, forgeries, tried
from necropsy.tamper.forger import Aim, Edit
from necropsy.tamper.original import Sheet
from necropsy.tamper.workshop import Workshop
from necropsy.verdict import Audit

TESTS = Path(__file__).parents[2]
SAMPLES = TESTS.parent / "sample_morgues" / "dcss"
TRUTH = TESTS / "engine_truth" / "dcss"

_LINE = re.compile(r"(?:^|:)name=([^:\n]+):(?=.*:end=(\d{14})S)")


@cache
def _lines() -> dict[str, tuple[str, str]]:
    """The log lines of the samples and of the engines, each with its log, by the names of the morgues."""
    lines = {}
    for log in (*sorted(SAMPLES.glob("logfile*")), *sorted(TRUTH.rglob("logfile*"))):
        for line in log.read_text("utf-8").splitlines():
            told = _LINE.search(line)
            if told is not None:
                # Crawl's logs count the months from 0.
                end = str(int(told[2]) + 100_000_000)
                lines[f"morgue-{told[1]}-{end[:8]}-{end[8:]}.txt"] = log.name, line
    return lines


@cache
def original(path: str) -> Original:
    """An honest game of the samples (by its player) or of the engines (by its path)."""
    file = next(SAMPLES.glob(f"morgue-{path}-*.txt")) if "/" not in path else TRUTH / path
    log, line = _lines().get(file.name, ("", ""))
    return Original(file.name, file.read_text("utf-8"), log, line)


@cache
def honest(path: str) -> tuple[Audit, ...]:
    return tuple(audit_texts(original(path).files))


def dump(path: str) -> Sheet:
    sheet = original(path).dump
    assert sheet is not None
    return sheet


def line(path: str) -> Sheet:
    sheet = original(path).line
    assert sheet is not None
    return sheet


def bench(path: str) -> Workshop:
    return Workshop(original(path), FORGER, "fitted", chance())


def chance() -> random.Random:
    return random.Random(0)


def aim(fact: str) -> Aim:
    return next(aim for aim in FORGER.aims if aim.fact == fact)


def edited(path: str, fact: str, value: Any, *, on_line: bool = False) -> Sheet:
    """The dump, or the line, with another value in every place."""
    shop = bench(path)
    sheet = shop.changed(line(path) if on_line else dump(path), aim(fact), value)
    assert sheet is not None
    return sheet


def made(path: str, kind: str) -> dict[str, Edit]:
    """What a recipe makes of a file, by what it says that it did."""
    return {edit.what: edit for edit in FORGER.recipes[kind](dump(path), chance())}


# One deep or honest game of each era, by how it ended.
WIN = "Pfijohu52"
SPRINT = "Splafifi20"
SEEDED = "Segalane13"
OLDEST, OLD, GOLDEN = "H9nebai", "H10nemuj", "H14rimur"
ERAS = (OLDEST, OLD, GOLDEN, "H15somur", "H21nerip", "H24koria", "H31kosof", WIN, SPRINT, SEEDED)
WIZARD = "W15mumue"
THUNDERDOME = "old/0.15.3/arena/morgue-A15rex0-20261130-111852.txt"


def test_the_files_are_honest() -> None:
    for path in ERAS:
        assert original(path).line is not None, path
        for audit in honest(path):
            assert not [f for f in audit.findings if f.severity is Severity.ERROR], path


# ------------------------------------------------------------------------------------- aims


def _changes(path: str) -> Iterator[tuple[Aim, Any, Sheet]]:
    shop = bench(path)
    for each in FORGER.aims:
        for value in shop.values(each, shop.dump):
            sheet = shop.changed(shop.dump, each, value)
            if sheet is not None:
                yield each, value, sheet


@pytest.mark.parametrize("path", ERAS)
def test_a_fact_changed_everywhere_reads_back(path: str) -> None:
    facts = set()
    for each, value, sheet in _changes(path):
        said = [s.value for s in sheet.record.statements(each.fact) if s.standing is Standing.TESTIMONY]
        if each.fact not in ("gems", "arena_points"):
            assert said, (path, each.fact)
        assert set(said) <= {value}, (path, each.fact, value)
        assert sheet.record.value(each.fact) == value, (path, each.fact, value)
        facts.add(each.fact)
    assert {"xl", "next_pct", "turns", "ending", "species"} - facts <= {"species", "ending"}, path
    assert ("gold" in facts) == (path in (OLDEST, OLD, GOLDEN)), path
    assert ("gems" in facts) == (path in ("H31kosof", WIN, SPRINT, SEEDED)), path


@pytest.mark.parametrize("path", [WIN, OLDEST, "H31kosof"])
def test_a_level_comes_with_notes_columns_and_hit_points(path: str) -> None:
    sheet = edited(path, "xl", 27)
    assert sheet.record.values("level_noted") == list(range(1, 28))
    assert not sheet.record.has("next_pct")
    assert sheet.record.value("action_columns", 9) == 9
    assert sheet.record.value("max_hp") > dump(path).record.value("max_hp")


def test_runes_come_with_names_notes_and_branches() -> None:
    sheet = edited(WIN, "runes", 6)
    record = sheet.record
    assert len(record.value("rune_names")) == 6
    assert set(record.values("rune_noted")) == set(record.value("rune_names"))
    assert "             ... and 6 runes\n             ... and 3 gems!" in sheet.text
    assert record.value("branches") > dump(WIN).record.value("branches")


def test_a_first_rune_gets_a_line_where_the_version_has_it() -> None:
    for path in ("H21nerip", "H15somur"):
        text = edited(path, "runes", 1).text.split("\n")
        at = next(at for at, each in enumerate(text) if each.startswith("}: 1/15 runes: "))
        assert text[at - 1].startswith("a: ") == (path == "H15somur")
        assert text[at + 1].startswith("a: ") == (path == "H21nerip")


def test_gems_come_with_notes() -> None:
    record = edited(WIN, "gems", 6).record
    assert record.value("gems") == len(set(record.values("gem_noted"))) == 6


def test_fewer_turns_bring_the_notes_closer_together() -> None:
    record = edited(GOLDEN, "turns", 100).record
    assert record.value("notes").last.turn == 100
    assert record.value("notes").in_order()


def test_gold_comes_with_what_was_collected() -> None:
    had, record = dump(GOLDEN).record, edited(GOLDEN, "gold", 5000).record
    more = 5000 - had.value("gold")
    assert record.value("gold_collected") == had.value("gold_collected", 0) + more


@pytest.mark.parametrize("path", ["Qdoluwy89", OLD, "H21nerip"])
def test_a_death_becomes_a_win_in_every_place(path: str) -> None:
    record = edited(path, "ending", "win").record
    assert record.value("escaped") is True
    assert record.value("orb") is True
    assert record.has("orb_noted")
    assert record.value("runes") == 3
    assert record.value("notes").last.text == "Escaped with the Orb!"
    assert record.value("hp") > 0


def test_a_win_becomes_something_less() -> None:
    left = edited(WIN, "ending", "left")
    assert not left.record.value("orb")
    assert not left.record.has("orb_noted")
    assert "... with 3 runes" in left.text
    died = edited(WIN, "ending", "death").record
    assert died.value("hp") < 0
    assert died.value("notes").last.text == died.value("cause")


def test_a_species_comes_with_its_article_short_form_and_first_note() -> None:
    sheet = edited(WIN, "species", "Ogre")
    assert "Began as an Ogre Fighter on" in sheet.text
    assert "(OgFi) " in sheet.text
    assert sheet.record.value("character_noted") == "Ogre Fighter"


def test_inexperience_is_listed_and_described() -> None:
    sheet = edited(WIN, "inexperienced", 2)
    assert sheet.record.value("inexperience_told") == 2
    assert "You are inexperienced. (-2 XL)" in sheet.text


def test_the_last_row_of_arena_points_is_the_one_that_counts() -> None:
    said = edited(THUNDERDOME, "arena_points", 417).record.values("arena_points")
    assert said[-1] == 417
    assert said[0] == 14


_OLD_DUMP = """ Dungeon Crawl Stone Soup version 0.8.0 character file.

47 Sapling the Skirmisher (level 3, 20/20 HPs)
             Began as a Human Fighter on Aug 2, 2009.
             Got out of the dungeon
             ... with 1 rune!
             The game lasted 00:10:00 (900 turns).

Sapling the Skirmisher (Human Fighter)             Turns: 900, Time: 00:10:00

HP  20/20        AC  3     Str 16      Exp: 3/47 (0), need: 23
MP   0/0         EV  9     Int  8      God: No God
Gold 14          SH  0     Dex 12      Spells:  0 memorised, 2 levels left


You escaped.

Inventory:

Orbs of Power
 a - a bone rune of Zot
"""


def test_what_only_the_oldest_files_have() -> None:
    sheet = Sheet(original(WIN).game, "morgue-Sapling-20090802-101010.txt", _OLD_DUMP)
    shop = Workshop(Original(sheet.name, sheet.text), FORGER, "fitted", chance())
    more = shop.changed(sheet, aim("xp"), 60)
    assert more is not None
    assert (more.record.value("xp"), more.record.value("xp_needed")) == (60, 10)
    higher = shop.changed(sheet, aim("xl"), 8)
    assert higher is not None
    assert higher.record.value("xp_span") != sheet.record.value("xp_span")
    items = shop.changed(sheet, aim("rune_items"), 2)
    assert items is not None
    assert "... with 2 runes (of 2 types)!" in items.text
    won = shop.changed(sheet, aim("ending"), "win")
    assert won is not None
    assert " z - the Orb of Zot" in won.text


def test_what_a_file_lacks_is_not_edited() -> None:
    """A section may be missing: the edit of the others is made, or none."""
    sheet, made_of = dump(WIN), 0
    for cut in (*made(WIN, "section-cut").values(), Edit("", "nothing left", "")):
        rest = sheet.with_text(cut.text)
        for each in FORGER.aims:
            for value in each.values(sheet.record, chance()):
                edits = (*each.places.values(), *([each.everywhere] if each.everywhere else []))
                for edit in edits:
                    made_of += edit(rest, value) not in (None, rest.text)
        for recipe in FORGER.recipes.values():
            assert all(edit.what for edit in recipe(rest, chance())), cut.what
    assert made_of > 200


# ------------------------------------------------------------------------------- log lines


@pytest.mark.parametrize(
    ("path", "fact", "value", "fields"),
    [
        (WIN, "turns", 25_001, {"turn": "25001"}),
        (WIN, "runes", 15, {"urune": "15", "nrune": "15"}),
        ("H31kosof", "runes", 1, {"urune": "1", "nrune": "1"}),
        (WIN, "gems", 11, {"fgem": "11", "igem": "11"}),
        (GOLDEN, "gold", 9999, {"gold": "9999"}),
        (WIN, "species", "Ogre", {"race": "Ogre", "char": "OgFi"}),
        ("Qdoluwy89", "ending", "win", {"ktyp": "winning", "place": "D::$", "killer": None}),
        (WIN, "ending", "death", {"ktyp": "mon", "lvl": "1"}),
        (OLD, "version", "0.8.1", {"v": "0.8.1", "vlong": None}),
        (WIN, "version", "0.30.1", {"v": "0.30.1", "vlong": "0.30.1"}),
        (SPRINT, "game_type", "normal", {"lv": "0.1", "map": None, "mapdesc": None}),
        (SPRINT, "map", "meatsprint", {"map": "meatsprint", "mapdesc": 'Sprint VIII:: "Arena of Blood"'}),
    ],
)
def test_a_line_changes_in_all_fields_that_tell(
    path: str, fact: str, value: Any, fields: dict[str, str | None]
) -> None:
    text = edited(path, fact, value, on_line=True).text
    assert {key: field(text, key) for key in fields} == fields


def test_a_field_is_put_taken_out_and_added() -> None:
    text = 'v=0.34.1:place=D::$:mapdesc=Sprint I:: "Red Sonja":turn=9:sc=3'
    assert field(text, "place") == "D::$"
    assert with_fields(text, {"v": None, "mapdesc": None, "urune": 3}) == "place=D::$:turn=9:urune=3:sc=3"
    assert with_fields("v=0.9.2", {"sc": 1}) == "v=0.9.2:sc=1"


# --------------------------------------------------------------------------------- recipes


def test_each_section_can_be_cut_out() -> None:
    edits = made(WIN, "section-cut")
    assert {"notes cut out", "inventory cut out", "score block cut out", "misc block cut out"} <= set(edits)
    sheet = dump(WIN)
    assert not sheet.with_text(edits["notes cut out"].text).record.has("notes")
    assert not sheet.with_text(edits["misc block cut out"].text).record.has("escaped")


def test_versions_of_other_formulas_take_the_place_of_one() -> None:
    assert neighbours(Version.parse("0.14.2")) == ["0.9.2", "0.11.2", "0.15.3", "0.16.2"]
    edits = made("H24koria", "version")
    for what, edit in edits.items():
        record = dump("H24koria").with_text(edit.text).record
        assert record.value("version") in what
        assert not what.endswith("everywhere") or "0.3" in what or not record.has("seed")
    assert any(
        "character file" in edit.text and "(console)" not in edit.text
        for edit in made(OLD, "version").values()
    )


def test_a_special_game_is_made_an_ordinary_one() -> None:
    for path, kind in ((SPRINT, "sprint"), (SEEDED, "seeded")):
        assert dump(path).record.value("game_type") == kind
        everywhere = next(edit for what, edit in made(path, "mode").items() if what.endswith("everywhere"))
        record = dump(path).with_text(everywhere.text).record
        assert record.value("game_type") == "normal"
        assert not record.value("seed_custom")
        assert not record.has("map_title")
    assert not made(WIN, "mode")


def test_the_mark_is_taken_out_with_one_trace_after_the_other() -> None:
    sheet = dump(WIZARD)
    assert sheet.record.value("wizard")
    assert sheet.record.has("wizard_noted")
    records = [sheet.with_text(edit.text).record for edit in made(WIZARD, "mark").values()]
    assert not any(record.value("wizard") for record in records)
    assert [record.has("wizard_noted") for record in records] == [True, False, False]
    assert [record.has("piety_in_numbers") for record in records] == [True, True, False]
    assert not made(WIN, "mark")


def test_notes_are_added_above_the_last_one() -> None:
    before, edits = rows_of(dump(WIN)), made(WIN, "note-added")
    assert len(edits) == 9
    for edit in edits.values():
        after = rows_of(dump(WIN).with_text(edit.text))
        assert len(after) == len(before) + 1
        assert after[-1].text == before[-1].text


def test_each_note_is_taken_out() -> None:
    before, edits = rows_of(dump(WIN)), list(FORGER.recipes["note-removed"](dump(WIN), chance()))
    assert len(edits) == len(before)
    for at, edit in enumerate(edits):
        after = [row.text for row in rows_of(dump(WIN).with_text(edit.text))]
        assert after == [row.text for row in (*before[:at], *before[at + 1 :])]
    subjects = {edit.fact for edit in edits}
    assert {"note of level", "note of orb", "note of the end", "note of start"} <= subjects


def test_notes_go_on_below_their_rows_as_in_their_version() -> None:
    note = "Sapling the Human Fighter found what nobody else had ever found before, and wrote it down"
    for path, lines in ((WIN, 2), (OLD, 1)):
        text = with_rows(dump(path), -1, [(123_456, "D:1", note)])
        assert text is not None
        sheet = dump(path).with_text(text)
        row = rows_of(sheet)[-2]
        assert (row.end - row.start, row.text) == (lines, note)
        assert without_row(sheet, -2) == dump(path).text


def test_days_are_shifted_in_text_and_name() -> None:
    edits = made(SEEDED, "dates")
    assert edits["the first day 30 days earlier"].text.count("on Oct 31, 2026.") == 1
    named = edits["the days in text and name 1 days earlier"]
    assert "-20261129-" in named.name
    assert "on Nov 29, 2026." in named.text
    assert edits["the file's name 1 days earlier"].text == dump(SEEDED).text


def test_slow_learners_are_of_the_version() -> None:
    assert slow_learners("Human", Version.parse("0.34.1"))[0] == "Demigod"
    assert "Vine Stalker" not in slow_learners("Minotaur", Version.parse("0.9.2"))
    assert not slow_learners("Demigod", Version.parse("0.34.1"))


# -------------------------------------------------------------------------- what an audit sees

CAUGHT, NOTED, MISSED = Outcome.CAUGHT, Outcome.NOTED, Outcome.MISSED


def outcomes(path: str, kind: str) -> list[tuple[Forgery, Outcome]]:
    return [(forgery, tried(forgery, honest(path)).outcome) for forgery in forgeries(original(path), kind)]


def _left(path: str, kind: str, *wanted: Outcome) -> Sequence[str]:
    return [f"{path}: {each.what}" for each, outcome in outcomes(path, kind) if outcome not in wanted]


@pytest.mark.parametrize("path", [OLDEST, GOLDEN, "H24koria", WIN, SPRINT])
def test_one_place_alone_is_seen_where_another_tells_of_it(path: str) -> None:
    found = outcomes(path, "one-place")
    assert found
    for forgery, outcome in found:
        if forgery.stated < 2:
            continue
        # Players can add rows, so a row too many is never a proof; gold of old games had no known start.
        surplus = "notes of" in forgery.what or forgery.fact == "gold"
        assert outcome is not MISSED, (path, forgery.what)
        assert outcome is CAUGHT or surplus, (path, forgery.what)


@pytest.mark.parametrize("path", [OLDEST, "H31kosof", WIN])
def test_a_careful_forgery_is_seen_beside_the_line(path: str) -> None:
    assert not _left(path, "fitted-beside-line", CAUGHT)


@pytest.mark.parametrize("path", [OLD, "H21nerip", WIN, SPRINT])
def test_a_line_is_seen_beside_the_dump(path: str) -> None:
    assert not _left(path, "line-beside-dump", CAUGHT)
    assert not _left(path, "line-fitted-beside-dump", CAUGHT)


@pytest.mark.parametrize("path", ["H24koria", WIN])
def test_a_copy_with_another_score_is_named(path: str) -> None:
    assert not _left(path, "copied", CAUGHT, NOTED)


def test_most_versions_are_seen_by_the_look_of_the_file() -> None:
    found = [outcome for path in ERAS for _, outcome in outcomes(path, "version")]
    assert found.count(CAUGHT) > 0.8 * len(found)


_TELLING = {"note of level", "note of orb", "note of rune or gem", "note of start", "note of the end"}


@pytest.mark.parametrize("path", [WIN, GOLDEN])
def test_a_note_that_tells_of_a_fact_is_missed_when_it_is_gone(path: str) -> None:
    for forgery, outcome in outcomes(path, "note-removed"):
        if forgery.fact in _TELLING:
            # That of the start tells nothing that another place states.
            wanted = {CAUGHT, NOTED} if forgery.fact == "note of start" else {CAUGHT}
            assert outcome in wanted, forgery.what
