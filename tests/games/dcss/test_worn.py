"""Worn things that change Will: by name and by described property, never by an inscription."""

from __future__ import annotations

import pytest

from necropsy.games.dcss.morgue import read_morgue


def worn(*lines: str) -> list[tuple[str, tuple[int, ...]]]:
    text = "\nInventory:\n\nArmour\n" + "\n".join(lines) + "\n\n\n   Skills:\n + Level 3.3 Fighting\n"
    return [statement.value for statement in read_morgue(text).statements("will_item")]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (" a - a +2 cloak of willpower (worn)", ("armour", (1,))),
        (" a - a +2 cloak of willpower (haunted)", ("armour", (1,))),
        (" F - a +0 ring mail of magic resistance (worn)", ("armour", (1,))),
        (" a - a ring of willpower (left hand)", ("ring", (1,))),
        (" a - a ring of willpower (worn)", ("ring", (1,))),
        (" s - a ring of protection from magic (on tentacle)", ("ring", (1,))),
        (" j - a cursed ring of protection from magic (right claw)", ("ring", (1,))),
        (" k - an orb of guile (worn)", ("guile", (1,))),
        (" Q - +3 quicksilver dragon scales (worn)", ("scales", (1,))),
        (" Q - a +3 quicksilver dragon armour (worn)", ("scales", (1,))),
        (" Q - a +3 quicksilver dragon hide (worn)", ("scales", (0, 1))),
        (" b - a staff of enchantment (weapon)", ("staff", (1,))),
        ("  a  -  a  +2  cloak of willpower  (worn)", ("armour", (1,))),
        (" a - a +2 cloak of willpower (worn) {mine}", ("armour", (1,))),
        (" a - a +2 cloak of willpower (held aloft)", ("armour", (0, 1))),
    ],
)
def test_an_ordinary_item_counts_by_its_name(line: str, found: tuple[str, tuple[int, ...]]) -> None:
    assert worn(line) == [found]


@pytest.mark.parametrize(
    "line",
    [
        " a - a +2 cloak of willpower",
        " a - a +2 cloak of willpower (melded)",
        " a - a +2 cloak of willpower (inert)",
        " a - a +2 cloak (worn) {Will+++}",
        " a - a +0 hand axe (weapon) {iWill+++ rF+++}",
        " a - a +0 hand axe (weapon) {Will++, of willpower}",
        " a - a +2 cloak of stealth (worn)",
        " a - a wand of quicksilver (9)",
        " a - 8 darts of willpower (quivered)",
        " a - a scroll of willpower {ring of willpower (worn)}",
        " a - the +2 cloak of Goguz (worn) {rF+}",
        " a - the +2 cloak of Willpower (worn) {rF+}",
        " a - the +2 cloak of Goguz {rF+ Will+}",
    ],
)
def test_what_changes_nothing(line: str) -> None:
    assert worn(line) == []


def test_the_lines_on_which_they_stand() -> None:
    text = (
        "Inventory:\n\n a - a +2 cloak (worn)\n b - a ring of willpower (worn)\n c - an orb of guile (worn)\n"
    )
    assert [s.line for s in read_morgue(text).statements("will_item")] == [4, 5]


ARTEFACT = " t - the ring of Goguz (worn) {rN++ %s Dex-4}"


@pytest.mark.parametrize(
    ("shown", "described", "counts"),
    [
        ("Will+", "   Will+:     It increases your willpower.", (1,)),
        ("Will++", "   Will++:    It greatly increases your willpower.", (2,)),
        ("Will+++", "   Will+++:   It greatly increases your willpower.", (3,)),
        ("Will-", "   Will-:     It decreases your willpower.", (-1,)),
        ("Will+", "   Will:      It increases your willpower.", (1,)),
        ("Will+++", "   Will:      It greatly increases your willpower.", (3,)),
        ("", "   Will:      It greatly increases your willpower.", (2, 3)),
        ("Will--", "   Will:      It greatly decreases your willpower.", (-2,)),
        ("Will-", "   Will:      It decreases your willpower.", (-1,)),
        ("Will+", "   It affects your willpower, your defense against some magical effects.", (1,)),
        ("MR++", "   It affects your resistance to hostile enchantments.", (2,)),
        ("", "   It affects your resistance to hostile enchantments.", (-3, -2, -1, 1, 2, 3)),
        # The description is the game's; the braces can hold an inscription.
        ("Will+, Will+++", "   Will+:     It increases your willpower.", (1,)),
    ],
)
def test_an_artefact_counts_by_its_description(shown: str, described: str, counts: tuple[int, ...]) -> None:
    assert worn(ARTEFACT % shown, "   (You found it)", "   ", "   rN++: It greatly helps.", described) == [
        ("artefact", counts)
    ]


@pytest.mark.parametrize(
    ("braces", "counts"),
    [
        ("rN++ Will+ Dex-4", (0, 1)),
        ("Will+++, Dev, Self", (0, 3)),
        ("venom, MR+", (0, 1)),
        ("rF+, Will--", (-2, 0)),
        ("Will+, Will+++", (0, 1, 3)),
        ("rF+ MR", (0, 1)),
    ],
)
def test_what_only_the_braces_say_may_be_an_inscription(braces: str, counts: tuple[int, ...]) -> None:
    assert worn(f" t - the ring of Goguz (worn) {{{braces}}}") == [("artefact", counts)]


@pytest.mark.parametrize("braces", ["iWill+", "Willpower+", "xMR+", "Will++++", "MR+x", "GoodWill+"])
def test_what_is_no_property(braces: str) -> None:
    assert worn(f" t - the ring of Goguz (worn) {{{braces}}}") == []


def test_a_description_makes_an_artefact_of_an_item_without_the_article() -> None:
    octopus = " N - a ring of the Octopus King (worn) {rN+ Will+}"
    assert worn(octopus, "   Will+:     It increases your willpower.") == [("artefact", (1,))]


def test_a_description_belongs_to_the_item_above_it() -> None:
    described = "   Will+:     It increases your willpower."
    assert worn(" a - the ring of Goguz {Will+}", described, " b - the ring of Agu (worn) {rF+}") == []
    assert worn(" b - the ring of Agu (worn) {rF+}", "Jewellery", described) == []


def test_artefacts_with_something_of_their_own() -> None:
    assert worn(" a - the +3 robe of Folly (worn) {Spirit}") == [("folly", (1,))]
    assert worn(" a - the +3 robe of Folly") == []
    assert worn(" a - the +8 quicksilver dragon scales of Goguz (worn) {rF+}") == [("scales", (0, 1))]
    assert worn(" a - the orb of Goguz (worn) {Guile, rF+}") == [("guile", (0, 1))]
    assert worn(" a - the orb of Goguz (worn) {rF+}", "   [orb of guile]") == [("guile", (0, 1))]


@pytest.mark.parametrize(
    "line", [" a - a cloak of willpower (worn", " a - {Will+}", " a - a {b} cloak (worn) of guile"]
)
def test_a_row_that_is_no_item(line: str) -> None:
    assert worn(line) == [("unread", ())]
    assert worn(" a - a cloak (worn") == []


def test_no_inventory_and_two_of_them() -> None:
    assert not read_morgue("nothing\n").has("will_item")
    assert not read_morgue("Inventory:\n\n a - an orb of guile (worn)\n\n" * 2).has("will_item")
