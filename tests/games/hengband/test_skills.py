"""The skill of disarming and the words for skills, against the dumps of the real game."""

from __future__ import annotations

import pytest

from necropsy.games.hengband.births import birth_of, realms_of
from necropsy.games.hengband.bodies import (
    class_named,
    classes,
    form_named,
    personality_named,
    race_named,
    races,
)
from necropsy.games.hengband.hero import Hero
from necropsy.games.hengband.skills import DISARMING, disarming, skill_words
from necropsy.games.hengband.virtues import born_virtues, virtue_named


def hero(race: str, profession: str, personality: str) -> Hero:
    own, learnt, nature = race_named(race), class_named(profession), personality_named(personality)
    assert learnt is not None
    assert nature is not None
    return Hero(own, form_named(race), learnt, nature)


@pytest.mark.parametrize(
    ("who", "level", "dexterity", "intelligence", "skill"),
    [
        # Of dumps that print the number.
        (("Zombie", "Warrior", "Mighty"), 16, 58, 6, 38),
        # 45 of the class, 1 for the level, 1 and 2 for the stats.
        (("Human", "Rogue", "Ordinary"), 1, 14, 15, 49),
        # A form has a row of its own; a bad nature grows worse, cut towards zero.
        (("[Vampire]", "Warrior", "Mighty"), 49, 18, 18, 6 + 25 - 5 + 58 - 4 + 4 + 3),
    ],
)
def test_disarming(
    who: tuple[str, str, str], level: int, dexterity: int, intelligence: int, skill: int
) -> None:
    assert disarming(hero(*who), level, dexterity=dexterity, intelligence=intelligence) == skill


def test_the_highest_stats_add_no_more() -> None:
    rogue = hero("Human", "Rogue", "Ordinary")
    most = disarming(rogue, 1, dexterity=238, intelligence=238)
    assert disarming(rogue, 1, dexterity=900, intelligence=900) == most == 49 - 1 - 2 + 10 + 20


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (-1, ("最低", "Very Bad")),
        (0, ("悪い", "Bad")),
        (15, ("悪い", "Bad")),
        (16, ("劣る", "Poor")),
        (39, ("普通", "Fair")),
        (47, ("良い", "Good")),
        (48, ("大変良い", "Very Good")),
        (71, ("卓越", "Excellent")),
        (111, ("超越", "Superb")),
        (143, ("英雄的", "Heroic")),
        (144, ("伝説的[2]", "Legendary[2]")),
        (152, ("伝説的[5]", "Legendary[5]")),
    ],
)
def test_words_go_by_steps(value: int, words: tuple[str, str]) -> None:
    assert skill_words(value, DISARMING) == words


def test_every_race_and_class_has_its_birth() -> None:
    assert all(birth_of(race).ages.low for race in races())
    without = [profession.english for profession in classes() if realms_of(profession) is None]
    assert without == ["Elementalist"]


@pytest.mark.parametrize(
    ("race", "profession", "realm", "virtues"),
    [
        # What class and race share stands once, and chance fills the place.
        ("Dark-Elf", "Mage", "Death", ("Knowledge", "Mysticism", None, "Unlife")),
        # Of a realm the second virtue, where the first is there.
        ("High-Elf", "Priest", "Daemon", ("Faith", "Temperance", "Vitality", "Justice")),
        ("Elf", "Ranger", "Nature", ("Nature", "Temperance", None, "Harmony")),
        ("Human", "Warrior-Mage", "Arcane", ("Mysticism", "Valour", "Individualism")),
        # Not the same in all versions.
        ("Dark-Elf", "Mage", "Life", ("Knowledge", "Mysticism", None)),
        ("Merfolk", "Rogue", "Death", ("Honour",)),
        ("Human", "Elementalist", None, ()),
        (None, "Rogue", "Death", ("Honour",)),
    ],
)
def test_virtues_of_birth(
    race: str | None, profession: str, realm: str | None, virtues: tuple[str | None, ...]
) -> None:
    learnt = class_named(profession)
    assert learnt is not None
    found = born_virtues(learnt, None if race is None else race_named(race), realm)
    assert found == tuple(None if name in virtues[:at] else name for at, name in enumerate(virtues))


def test_virtues_have_names_in_both_languages() -> None:
    assert virtue_named("誉: 中立者") == virtue_named("neutral to Honour") == "Honour"
    assert virtue_named("strayed from the path of Patience") == "Patience"
    assert virtue_named("nothing") is None
