"""The sentences of the misc block."""

from __future__ import annotations

from typing import Any

import pytest

from necropsy.games.dcss.morgue import read_morgue
from necropsy.record import Record

TITLE = (
    "Twig the Sneak (Human Monk)   Turns: 7, Time: 00:00:01\n\n"
    "Health: 1/2    XL: 1\n\n@: no status effects\n\n\n"
)


def misc(*lines: str) -> Record:
    return read_morgue(TITLE + "\n".join(lines) + "\n\nInventory:\n\n a - a +0 robe (worn)\n")


def facts(record: Record, *names: str) -> tuple[Any, ...]:
    return tuple(record.value(name) for name in names)


@pytest.mark.parametrize(
    ("line", "escaped", "alive", "place"),
    [
        ("You escaped.", True, None, None),
        ("You were on level 5 of the Lair of Beasts.", False, False, "level 5 of the Lair of Beasts"),
        ("You were on Level 5 of The Dungeon.", False, False, "level 5 of the Dungeon"),
        ("You were in the Dungeon.", False, False, "the Dungeon"),
        ("You were in a sewer.", False, False, "a sewer"),
        ("You were in Pandemonium.", False, False, "Pandemonium"),
        ("You were in the Realm of Zot.", False, False, "the Realm of Zot"),
        ("You are on level 2 of the Dungeon.", False, True, "level 2 of the Dungeon"),
        ("You  were  on level 2 of  the Dungeon. ", False, False, "level 2 of the Dungeon"),
    ],
)
def test_where_the_character_was(line: str, escaped: bool, alive: bool | None, place: str | None) -> None:
    assert facts(misc(line), "escaped", "alive", "place") == (escaped, alive, place)


@pytest.mark.parametrize(
    "line", ["You were hungry.", "You escaped the orc.", "You are in", "You were on level 2"]
)
def test_other_sentences(line: str) -> None:
    assert facts(misc(line), "escaped", "alive", "place") == (None, None, None)


@pytest.mark.parametrize(
    ("line", "branches", "levels"),
    [
        ("You visited 2 branches of the dungeon, and saw 16 of its levels.", 2, 16),
        ("You visited 1 branch of the dungeon, and saw 1 of its levels.", 1, 1),
        ("You have visited 2 branches of the dungeon, and seen 16 of its levels.", 2, 16),
        ("You visited 1 branch", 1, None),
        ("You visited Pandemonium 3 times, and saw 12 of its levels.", None, None),
        ("You visited the Abyss 2 times.", None, None),
        ("You visited 4 bazaars.", None, None),
        ("You visited 1 ziggurat, and saw 3 of its levels (deepest: 3).", None, None),
    ],
)
def test_branches(line: str, branches: int | None, levels: int | None) -> None:
    assert facts(misc("You escaped.", line), "branches", "levels_seen") == (branches, levels)


def test_a_sprint_has_no_blank_line_before_the_next_section() -> None:
    record = read_morgue(
        TITLE + "You were in the Dungeon.\nYou visited 1 branch\nInventory:\n\n a - a robe\n"
    )
    assert facts(record, "place", "branches") == ("the Dungeon", 1)
    assert record.value("inventory_listed")


def test_gold_and_god() -> None:
    record = misc(
        "You were on level 1 of the Dungeon.",
        "You worshipped the Shining One.",
        "The Shining One was exalted by your worship.",
        "You were not hungry.",
        "",
        "You visited 1 branch of the dungeon, and saw 1 of its levels.",
        "You also visited: Sewer, Ossuary (2 times) and Wizlab.",
        "",
        "You collected 1827 gold pieces.",
        "You spent 27 gold pieces at shops.",
        "You donated 1 gold piece to Zin.",
        "You paid 300 gold pieces to Gozag.",
        "You used 400 gold pieces for miscellaneous purposes.",
    )
    assert facts(record, "gold_collected", "gold_spent", "gold_donated", "gold_paid", "gold_used") == (
        1827,
        27,
        1,
        300,
        400,
    )
    assert [s.value for s in record.statements("god") if s.place == "misc block"] == ["the Shining One"]
    assert record.value("branches") == 1


def test_the_present_tense() -> None:
    record = misc("You are in a sewer.", "You worship Trog.", "You have collected 5 gold pieces.")
    assert facts(record, "alive", "gold_collected") == (True, 5)
    assert record.value("god") == "Trog"


def test_a_block_that_stands_by_itself() -> None:
    record = read_morgue(
        " Dungeon Crawl Stone Soup version 0.34.1 character file.\n\nYou escaped.\nYou visited 1 branch\n"
    )
    assert facts(record, "escaped", "branches") == (True, 1)
    record = read_morgue("You were in a sewer.\nYou worshipped Trog.\n\nInventory:\n\n a - a robe\n")
    assert facts(record, "place", "god") == ("a sewer", "Trog")
    assert read_morgue("\n\nYou escaped.\n").value("escaped")


def test_nothing_is_read_where_players_write() -> None:
    for heading in (
        "Message History\n",
        "Dungeon Overview and Level Annotations\n",
        "Annotations:\n",
        "Illustrated notes\n",
    ):
        record = read_morgue(f"{heading}\nYou escaped.\nYou collected 5 gold pieces.\n\n")
        assert not record.has("escaped"), heading
        assert not record.has("gold_collected"), heading


def test_a_sentence_needs_a_blank_line_before_it() -> None:
    assert not misc("The orc says:", "You escaped.").has("escaped")


def test_the_overview_comes_first() -> None:
    record = read_morgue("You escaped.\n\n" + TITLE + "You were in a sewer.\n")
    assert facts(record, "escaped", "place") == (False, "a sewer")
