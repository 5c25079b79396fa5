"""What a title says of the skills, by version."""

from __future__ import annotations

import pytest

from necropsy.games.dcss.titles import Meaning, meanings
from necropsy.games.dcss.version import Version
from necropsy.span import Span


@pytest.mark.parametrize(
    ("version", "title", "skill", "levels"),
    [
        ("0.34.1", "Severer", "Axes", Span(15, 20)),
        ("0.5.2", "Severer", "Axes", Span(21, 26)),
        ("0.34.1", "Covered", "Armour", Span(0, 7)),
        ("0.34.1", "Eviscerator", "Unarmed Combat", Span(21, 26)),
        ("0.34.1", "Sabretooth", "Unarmed Combat", Span(27, 27)),
        ("0.34.1", "Molten", "Fire Magic", Span(27, 27)),
    ],
)
def test_one_meaning(version: str, title: str, skill: str, levels: Span) -> None:
    assert meanings(title, Version.parse(version)) == (Meaning(skill, levels),)


def test_a_word_of_the_species() -> None:
    assert meanings("Merry Centaur", Version.parse("0.20.1")) == (Meaning("Bows", Span(27, 27)),)


def test_a_trunk_build_may_have_moved_it() -> None:
    both = meanings("Severer", Version.parse("0.6-a0-7-g1234567"))
    assert set(both) == {Meaning("Axes", Span(15, 20)), Meaning("Axes", Span(21, 26))}


@pytest.mark.parametrize("title", ["Plumber", "", "True Ascetic", "Angry Troglodyte", "Quintessent"])
def test_none(title: str) -> None:
    assert meanings(title, Version.parse("0.34.1" if title != "Quintessent" else "0.28.0")) == ()
