"""Facts that follow from others."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from necropsy.games.dcss import facts
from necropsy.games.dcss.morgue import read_morgue
from necropsy.record import Record
from necropsy.span import Span

MARGIN = " " * 13
NOTES = "Notes\nTurn   | Place    | Note\n-------+----------+-----\n     0 | D:1      | one\n"


def morgue(
    *ending: str,
    version: str = "0.34.1",
    game: str = "Dungeon Crawl Stone Soup",
    mark: str = "",
    character: str = "Human Monk",
    stats: str = "XL: 3   Next: 20%",
    lists: str = "A: no striking features",
    more: str = "",
) -> Record:
    body = (f"Began as a {character} on Nov 30, 2026.", *(ending or ("Starved to death", "... in a sewer.")))
    block = "\n".join(MARGIN + line for line in body)
    return read_morgue(
        f" {game} version {version} (console) character file.\n\n"
        f"5 Twig the Sneak (level 3, 0/9 HPs){mark}\n{block}\n{MARGIN}The game lasted 00:00:01 (7 turns).\n\n"
        f"Twig the Sneak ({character})         Turns: 7, Time: 00:00:01\n\n"
        f"Health: 0/9    {stats}\n\n{lists}\n\n\n{more}"
    )


@pytest.mark.parametrize(
    ("version", "known"), [("0.34.1", True), ("0.31-a0", True), ("2.3.0", False), ("1.0-mine", False)]
)
def test_the_version(version: str, known: bool) -> None:
    found = facts.version_of(morgue(version=version))
    assert (str(found) if found else None) == (version if known else None)


def test_no_version() -> None:
    assert facts.version_of(read_morgue("nothing\n")) is None


@pytest.mark.parametrize(
    ("game", "mark", "mode"),
    [
        ("Dungeon Crawl Stone Soup", "", "normal"),
        ("Dungeon Sprint DCSS", "", "sprint"),
        ("Seeded DCSS", "", "seeded"),
        ("Bloatcrawl 2", "", "fork"),
        ("Dungeon Sprint DCSS", " *WIZ*", "wizard"),
        ("Seeded DCSS", " *EXPLORE*", "explore"),
        ("Seeded DCSS", " *WIZ* *EXPLORE*", "wizard"),
    ],
)
def test_the_mode(game: str, mark: str, mode: str) -> None:
    assert morgue(game=game, mark=mark).value("mode") == mode


def test_no_mode() -> None:
    assert not read_morgue("nothing\n").has("mode")


@pytest.mark.parametrize(
    ("ending", "ended"),
    [
        (("Starved to death", "... in a sewer."), "2026-11-30"),
        (("Starved to death", "... in a sewer on Dec 2, 2026."), "2026-12-02"),
        (("Quit the game in a sewer.",), "2026-11-30"),
        (("Escaped with the Orb", "... and 3 runes!"), "2026-11-30"),
        (("Escaped with the Orb", "... and 3 runes on Dec 2, 2026!"), "2026-12-02"),
        (("Escaped with the Orb", "... and 3 gems!"), "2026-11-30"),
        # Without runes and gems no day is printed whatever it was.
        (("Escaped with the Orb!",), None),
        (("Got out of the dungeon alive.",), None),
        (("Starved to death", "... in a sewer on Dec 32, 2026."), None),
    ],
)
def test_the_last_day(ending: tuple[str, ...], ended: str | None) -> None:
    assert morgue(*ending).value("ended") == ended


@pytest.mark.parametrize(
    ("version", "ending", "notes", "gems"),
    [
        ("0.34.1", ("Escaped with the Orb", "... and 3 gems!"), "", 3),
        ("0.34.1", ("Escaped with the Orb", "... and 3 runes!"), "", 0),
        ("0.34.1", ("Got out of the dungeon alive.",), "", 0),
        ("0.34.1", (), "", None),
        ("0.34.1", (), NOTES, 0),
        ("0.34.1", (), NOTES + "     5 | D:1      | Got a smoky gem with 5 turns to spare\n", 1),
        # The block counts more than the notes.
        (
            "0.34.1",
            ("Escaped with the Orb", "... and 3 gems!"),
            NOTES + "     5 | D:1      | Got a smoky gem with 5 turns to spare\n",
            3,
        ),
        ("0.30.0", (), NOTES, None),
        ("0.31-a0-1238-gabc1234", (), NOTES, None),
        ("0.31-a0-1239-gabc1234", (), NOTES, 0),
        ("0.31-a0", (), NOTES, 0),
        ("mine", (), NOTES, None),
    ],
)
def test_gems(version: str, ending: tuple[str, ...], notes: str, gems: int | None) -> None:
    assert morgue(*ending, version=version, more=notes).value("gems") == gems


@pytest.mark.parametrize(
    ("listed", "levels"),
    [
        ("A: no striking features", 0),
        ("A: inexperienced 2, claws 1", 2),
        ("A: claws 1, inexperienced", 1),
        ("A: big wings,\ninexperienced 3", 3),
        ("A: experienced 2", 0),
        ("@: no status effects", None),
    ],
)
def test_inexperience(listed: str, levels: int | None) -> None:
    assert morgue(lists=listed).value("inexperienced") == levels


def test_experience_that_is_printed() -> None:
    assert morgue(version="0.8.0", stats="Exp: 3/47 (0), need: 57").value("xp_span") == Span(47, 47)


def test_experience_between_two_levels() -> None:
    spans = [morgue(stats=f"XL: 3   Next: {percent}%").value("xp_span") for percent in (0, 20, 60)]
    for lower, higher in itertools.pairwise(spans):
        assert lower.low <= lower.high < higher.low
    # Without an A: line nothing says that Ru did not shift the levels; without Next% it is the whole level.
    assert morgue(stats="XL: 3").value("xp_span").width > spans[0].width


@pytest.mark.parametrize("change", [{"version": "mine"}, {"character": "Frog Monk"}])
def test_experience_of_who_knows_what(change: dict[str, Any]) -> None:
    assert not morgue(**change).has("xp_span")
    assert not read_morgue("nothing\n").has("xp_span")


SPRINT = "Dungeon Sprint DCSS"
AXE = NOTES.replace("one", "Found the +∞ Axe of Woe")
POINTS = NOTES.replace("one", "Arena points: 41 (+15) [x1]")


@pytest.mark.parametrize(
    ("game", "place", "more", "known"),
    [
        (SPRINT, '... in the Dungeon (Sprint VIII: "Arena of Blood").', "", "meatsprint"),
        (SPRINT, '... in the Dungeon (Sprint VI: "Thunderdome").', AXE, "arena_sprint"),
        (
            SPRINT,
            "... in the Dungeon.",
            "Levels and vault maps discovered:\nD:     meatsprint\n",
            "meatsprint",
        ),
        (SPRINT, "... in the Dungeon.", "Levels and vault maps discovered:\nD:     my_map\n", None),
        (SPRINT, "... in the Dungeon.", AXE, "meatsprint"),
        (SPRINT, "... in the Dungeon.", POINTS, "arena_sprint"),
        (SPRINT, "... in the Dungeon.", NOTES, None),
        (SPRINT, '... in the Dungeon (Sprint XXXX: "Of mine").', NOTES, None),
        (SPRINT, "... in the Dungeon (my map).", AXE, "meatsprint"),
        ("Dungeon Crawl Stone Soup", '... in the Dungeon (Sprint VIII: "Arena of Blood").', AXE, None),
    ],
)
def test_the_map_of_a_sprint(game: str, place: str, more: str, known: str | None) -> None:
    assert morgue("Starved to death", place, game=game, more=more).value("map") == known


def test_each_map_has_a_row() -> None:
    for name, row in facts.sprints().items():
        assert row["map"] == name
