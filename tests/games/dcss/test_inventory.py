"""Runes and the Orb among the items."""

from __future__ import annotations

import pytest

from necropsy.games.dcss.morgue import read_morgue
from necropsy.record import Record, Standing


def inventory(*lines: str) -> Record:
    return read_morgue("\nInventory:\n\n" + "\n".join(lines) + "\n\n\n   Skills:\n + Level 3.3 Fighting\n")


@pytest.mark.parametrize(
    ("line", "rune", "count"),
    [
        (" J - a bone rune of Zot", "bone", 1),
        (" j - an abyssal rune of Zot", "abyssal", 1),
        (" k - the golden rune of Zot", "golden", 1),
        (" n - 3 demonic runes of Zot", "demonic", 3),
        ("  n  -  2  abyssal  runes of Zot  ", "abyssal", 2),
        (" o - a glowing rune of Zot {mine}", "glowing", 1),
        (" o - an obsidian rune of Zot (quivered)", "obsidian", 1),
    ],
)
def test_a_rune_item(line: str, rune: str, count: int) -> None:
    record = inventory("Miscellaneous", line)
    [statement] = record.statements("rune_item")
    assert statement.value == (rune, count)
    assert statement.line == 5
    assert statement.standing is Standing.WITNESS


@pytest.mark.parametrize("line", [" m - the Orb of Zot", " m - Orb of Zot", " m - the Orb of Zot {at last}"])
def test_the_orb(line: str) -> None:
    record = inventory("Orbs of Power", line)
    assert record.value("orb_item")
    assert not record.has("rune_item")


@pytest.mark.parametrize(
    "line",
    [
        " a - a +0 hand axe {the Orb of Zot}",
        " a - a +0 hand axe {a golden rune of Zot}",
        " a - a +0 hand axe {x} - the Orb of Zot",
        " a - a scroll of Zot",
        "   It looks like the Orb of Zot - the Orb of Zot",
        " a - a golden rune of Zot, or so it says",
        " a - a golden silver bone rune of Zot",
        " a - 99999 golden runes of Zot",
        " a - " + "x" * 5_000 + " of Zot",
    ],
)
def test_what_is_neither(line: str) -> None:
    record = inventory("Hand Weapons", line)
    assert not record.has("orb_item")
    assert not record.has("rune_item")


def test_an_empty_inventory_is_an_inventory() -> None:
    assert inventory().value("inventory_listed")
    assert not read_morgue("nothing\n").has("inventory_listed")


def test_a_second_inventory_silences_both() -> None:
    record = read_morgue("Inventory:\n\n a - the Orb of Zot\n\nInventory:\n\n a - the Orb of Zot\n")
    assert not record.has("orb_item")
