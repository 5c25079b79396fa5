"""What names a game, and what the game's side says of a record as a whole."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from necropsy.games.gnollhack import GAME
from necropsy.identity import Identity
from necropsy.loglines import lines_of_text
from necropsy.record import Record

from .sapling import dump

TEXT = dump()
TRUTH = Path(__file__).parents[2] / "engine_truth" / "gnollhack"
START = int(dt.datetime(2026, 11, 30, 10, 30, 51, tzinfo=dt.UTC).timestamp())
END = int(dt.datetime(2026, 11, 30, 11, 31, 23, tzinfo=dt.UTC).timestamp())


def record(text: str, source: str = "a.txt") -> Record:
    if not GAME.is_log(source, text):
        return GAME.read(text, source)
    return next(each for each in GAME.read_log(lines_of_text(text), source) if isinstance(each, Record))


def test_a_dump_is_named_by_hero_and_start() -> None:
    assert GAME.identity(record(TEXT)) == Identity("sapling", "text", START, END)


@pytest.mark.parametrize(
    ("source", "stamps"),
    [
        (f"gnollhack.sapling.{START}.txt", {START}),
        (f"{START - 7200}.gnoll.txt", {START - 7200}),
        (f"/userdata/s/sapling/{START}.gnoll.txt", {START}),
        (f"{START}/dump.txt", set()),
        ("dump-4711.txt", set()),
        ("dump-1234567890.txt", set()),
        (f"x{START}0000.txt", set()),
    ],
)
def test_a_start_in_the_name_of_the_file_counts(source: str, stamps: set[int]) -> None:
    identity = GAME.identity(record(TEXT, source))
    assert identity is not None
    assert set(identity.stamps) == stamps


@pytest.mark.parametrize("source", ["a.html", "a.htm", "A.HTML", "a.html.gz"])
def test_a_page_is_the_other_form(source: str) -> None:
    page = next((TRUTH / "honest").glob("*.html")).read_text("utf-8")
    identity = GAME.identity(record(page, source))
    assert identity is not None
    assert identity.kind == "page"


def test_what_has_no_date_is_nobodys_other_file() -> None:
    assert GAME.identity(record(TEXT.replace("Game began", "It began"))) is None


LINE = (TRUTH / "patched" / "xlogfile").read_text("utf-8").splitlines(keepends=True)[0]


def test_a_line_has_both_starts() -> None:
    shifted = LINE.replace("starttimeUTC=1796", "starttimeUTC=1797")
    identity = GAME.identity(record(shifted, "xlogfile"))
    assert identity is not None
    assert identity.kind == "line"
    assert len(identity.stamps) == 2
    assert identity.end is not None


@pytest.mark.parametrize(
    ("dump_start", "line_start", "same"),
    [
        (7200, 0, True),
        (-12 * 3600, 0, True),
        (14 * 3600, 0, True),
        (15 * 3600, 0, False),
        (-13 * 3600, 0, False),
    ],
)
def test_a_dumps_clock_is_ahead_of_utc_or_behind(dump_start: int, line_start: int, *, same: bool) -> None:
    text = Identity("x", "text", dump_start, dump_start + 60)
    line = Identity("x", "line", line_start, line_start + 60, (line_start,))
    assert (text.matches(line).name == "LIKELY") == same


def test_a_stamp_decides() -> None:
    line = Identity("x", "line", 900, 960, (900, 8100))
    assert Identity("x", "text", 8100, 8160, (900,)).matches(line).name == "SURE"
    assert Identity("x", "text", 8100, 8160, (9000,)).matches(line).name == "NO"


def test_summer_time_and_unknown_ends() -> None:
    line = Identity("x", "line", 0, 600, (0,))
    for end, name in (
        (600, "LIKELY"),
        (4200, "LIKELY"),
        (601, "LIKELY"),
        (900, "PERHAPS"),
        (None, "PERHAPS"),
    ):
        assert Identity("x", "text", 0, end).matches(line).name == name


def test_a_version_that_is_none_is_a_fork() -> None:
    assert GAME.variant(record(TEXT)) is None
    odd = Record("gnollhack", "a.txt", [])
    odd.state("version_shown", "99", 1, "header")
    assert GAME.variant(odd) == "'99' is no version of GnollHack"


def test_a_running_game_is_unfinished() -> None:
    assert GAME.unfinished(record(TEXT)) is None
    assert GAME.unfinished(record(TEXT.replace(", ended ", ", snapshot at "))) == (
        "the file is a snapshot of a running game"
    )
    alive = Record("gnollhack", "a.txt", [])
    alive.state("alive", True, 1, "attributes")
    assert "speaks of the game in the present" in (GAME.unfinished(alive) or "")


@pytest.mark.parametrize("mode", ["wizard", "explore", "casual", "reloadable"])
def test_modes_that_no_leaderboard_counts(mode: str) -> None:
    made = Record("gnollhack", "a.txt", [])
    made.state("mode", mode, 1, "header")
    assert GAME.ineligible(made) == f"played in {mode} mode"


def test_a_game_from_an_imported_save() -> None:
    made = Record("gnollhack", "a.txt", [])
    made.state("mode", "classic", 1, "header")
    assert GAME.ineligible(made) is None
    made = Record("gnollhack", "a.txt", [])
    made.state("scoring", False, 1, "header")
    assert GAME.ineligible(made) == "a game that counts for nothing (non-scoring)"


def test_a_rule_holds_for_a_build_that_is_surely_in_its_range() -> None:
    rule = GAME.rulebook["C239"]
    assert GAME.holds(rule, GAME.edition(record(TEXT)))
    older = record(TEXT.replace("4.2.0 (Build 120)", "4.1.3 (Build 44)"))
    assert not GAME.holds(rule, GAME.edition(older))
    assert not GAME.holds(rule, GAME.edition(Record("gnollhack", "a.txt", [])))
    assert GAME.holds(GAME.rulebook["C201"], None)


def test_nothing_lies_beside_a_dump() -> None:
    assert GAME.companion("a.lst", "Stashes") is None
