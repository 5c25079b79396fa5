"""Who a hero is: races, classes, personalities and the forms that hide a race.

Rows are data (``tables/races.csv``, ``classes.csv``, ``personalities.csv``, ``forms.csv``);
dumps print them in Japanese or English, and a name of either finds its row.

>>> race_named("ゾンビ").english, class_named("Berserker").hit_die, form_named("[Vampire]").adjustments
('Zombie', 11, (4, 4, 1, 1, 2, 3))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from necropsy.games.hengband.stat import STATS
from necropsy.games.hengband.tables_csv import rows

__all__ = [
    "Body",
    "CharacterClass",
    "Form",
    "Personality",
    "Race",
    "class_named",
    "classes",
    "form_named",
    "forms",
    "personalities",
    "personality_named",
    "race_adjustments",
    "race_named",
    "races",
]


@dataclass(frozen=True, slots=True)
class Body:
    """A row of one of the tables.

    Attributes:
        index: its number in the game.
        japanese: the name in Japanese dumps.
        english: the name in English dumps.
        adjustments: steps added to the six stats, in the order of ``STATS``.
        hit_die: its part of the hit die.
        experience: its part of the experience factor, in percent.
        since: the first version that has it ("" where all have); see ``Version.may_be_since``.
        disarming: its part of the skill of disarming.
    """

    index: int
    japanese: str
    english: str
    adjustments: tuple[int, ...]
    hit_die: int
    experience: int
    since: str
    disarming: int


@dataclass(frozen=True, slots=True)
class Race(Body):
    """A race."""


@dataclass(frozen=True, slots=True)
class CharacterClass(Body):
    """A class.

    Attributes:
        disarming_growth: what ten levels add to the skill of disarming.
    """

    disarming_growth: int


@dataclass(frozen=True, slots=True)
class Personality(Body):
    """A personality; it leaves the experience factor alone.

    Attributes:
        joined: whether Japanese dumps put の between its title and the hero's name.
        sex: the only sex that may have it (``female``, ``male``; "" for any).
    """

    joined: bool
    sex: str


@dataclass(frozen=True, slots=True)
class Form(Body):
    """A form that a hero took on; names stand in brackets, and its row in place of the race's."""


Kind = TypeVar("Kind", bound=Body)


@lru_cache(maxsize=1)
def races() -> tuple[Race, ...]:
    """All races, in the game's order."""
    return tuple(Race(*_columns(row)) for row in rows("races"))


@lru_cache(maxsize=1)
def classes() -> tuple[CharacterClass, ...]:
    """All classes, in the game's order."""
    return tuple(
        CharacterClass(*_columns(row), disarming_growth=int(row["disarming_growth"]))
        for row in rows("classes")
    )


@lru_cache(maxsize=1)
def personalities() -> tuple[Personality, ...]:
    """All personalities, in the game's order."""
    return tuple(
        Personality(*_columns(row), joined=row["joined"] == "yes", sex=row["sex"])
        for row in rows("personalities")
    )


@lru_cache(maxsize=1)
def forms() -> tuple[Form, ...]:
    """All forms but the hero's own, in the game's order."""
    return tuple(Form(*_columns(row)) for row in rows("forms"))


def _columns(row: dict[str, str]) -> tuple[int, str, str, tuple[int, ...], int, int, str, int]:
    return (
        int(row["index"]),
        row["japanese"],
        row["english"],
        tuple(int(row[stat]) for stat in STATS),
        int(row["hit_die"]),
        int(row["experience"]),
        row["since"],
        int(row["disarming"]),
    )


def race_named(name: str) -> Race | None:
    """The race that dumps print so, in either language; ``None`` if there is none."""
    return _race_names().get(name)


def class_named(name: str) -> CharacterClass | None:
    """The class that dumps print so, in either language; ``None`` if there is none."""
    return _class_names().get(name)


def personality_named(name: str) -> Personality | None:
    """The personality that dumps print so, in either language; ``None`` if there is none."""
    return _personality_names().get(name)


def form_named(name: str) -> Form | None:
    """The form that dumps print so, with its brackets, in either language; ``None`` if there is none."""
    return _form_names().get(name)


_race_names = lru_cache(maxsize=1)(lambda: _by_name(races()))
_class_names = lru_cache(maxsize=1)(lambda: _by_name(classes()))
_personality_names = lru_cache(maxsize=1)(lambda: _by_name(personalities()))
_form_names = lru_cache(maxsize=1)(lambda: _by_name(forms()))


def _by_name(bodies: Iterable[Kind]) -> dict[str, Kind]:
    return {name: body for body in bodies for name in (body.japanese, body.english)}


_ENT_GROWS_ABOVE = (25, 40, 45)
_ENT_GROWS = {"STR": 1, "DEX": -1, "CON": 1}


def race_adjustments(race: Race, level: int) -> tuple[int, ...]:
    """The race's column of the stat table: its row, and for an Ent what it has grown by.

    Above levels 25, 40 and 45 an Ent gains a step of strength and of constitution and loses
    one of dexterity (``xtra1.c``, 1.0.10 to 2.2.1; ``player-ability/*.cpp``, 3.x).
    """
    if race.english != "Ent":
        return race.adjustments
    times = sum(level > above for above in _ENT_GROWS_ABOVE)
    return tuple(
        steps + times * _ENT_GROWS.get(stat, 0) for stat, steps in zip(STATS, race.adjustments, strict=True)
    )
