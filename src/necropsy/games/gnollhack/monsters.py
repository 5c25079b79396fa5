"""Monsters: what a name in a dump's lists may mean, singular or plural, and how hard it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

from necropsy.games.gnollhack.tables_csv import rows
from necropsy.games.gnollhack.version import Build, BuildRange

__all__ = ["Entry", "Listed", "Monster", "monsters", "plurals"]


@dataclass(frozen=True, slots=True)
class Monster:
    """One row of ``tables/monsters.csv``.

    Attributes:
        name: its name; the male form where there are several.
        forms: all forms that a dump may print.
        kind: its class (``S_DRAGON``).
        alignment: > 0 lawful, < 0 chaotic, 0 neutral; ``None`` for none at all.
        unique: whether there is one only, as the score sees it (there are many high priests).
        demon, angel, undead: what it is by nature.
        difficulty: as the score counts it.
        builds: the builds for which this holds.
    """

    name: str
    forms: tuple[str, ...]
    kind: str
    alignment: int | None
    unique: bool
    demon: bool
    angel: bool
    undead: bool
    difficulty: int
    builds: BuildRange


class Listed(Protocol):
    """A line of a list of monsters, however it was read: a name without article or count, and how many."""

    @property
    def name(self) -> str:
        """The name, singular or plural."""

    @property
    def times(self) -> int:
        """How many there were."""


class Entry(NamedTuple):
    """The least that is such a line."""

    name: str
    times: int = 1


def monsters(name: str, build: Build) -> tuple[Monster, ...]:
    """Every monster that a name, singular or plural and without article, may mean in a build.

    A build between two tags with different numbers may have either.

    >>> [found.difficulty for found in monsters("foocubi", Build.parse("4.2.0-133"))]
    [7]
    """
    singular, plural = _index()
    # where both sexes died: "6 watchmen or watchwomen"
    name = name.casefold().partition(" or ")[0]
    found = singular.get(name) or plural.get(name) or ()
    held = tuple(monster for monster in found if monster.builds.overlaps(build))
    return held or found


@lru_cache(maxsize=1)
def _index() -> tuple[dict[str, tuple[Monster, ...]], dict[str, tuple[Monster, ...]]]:
    singular: dict[str, dict[Monster, None]] = {}
    plural: dict[str, dict[Monster, None]] = {}
    for monster in _all():
        for form in monster.forms:
            singular.setdefault(form.casefold(), {})[monster] = None
            for many in plurals(form):
                plural.setdefault(many.casefold(), {})[monster] = None
    return _frozen(singular), _frozen(plural)


def _frozen(table: dict[str, dict[Monster, None]]) -> dict[str, tuple[Monster, ...]]:
    return {name: tuple(found) for name, found in table.items()}


@lru_cache(maxsize=1)
def _all() -> tuple[Monster, ...]:
    return tuple(_monster(row) for row in rows("monsters") if row["name"])


def _monster(row: dict[str, str]) -> Monster:
    forms = dict.fromkeys(form for form in (row["name"], row["female"], row["common"]) if form)
    return Monster(
        name=row["name"],
        forms=tuple(forms),
        kind=row["sym"],
        alignment=None if row["align"] == "A_NONE" else int(row["align"]),
        unique=row["uniq"] == "1" and row["name"] != "high priest",
        demon=row["demon"] == "1",
        angel=row["angel"] == "1",
        undead=row["undead"] == "1",
        difficulty=int(row["difficulty"]),
        builds=BuildRange(row["first_tag"], row["last_tag"]),
    )


# ---------------------------------------------------------------------------- plurals

_JOINTS = re.compile(r" (?:of|de|from|in|with|the) |-in-|-at-")
"""Where a compound's head ends: "masters of thieves"."""

_IRREGULAR = (
    ("child", "children"),
    ("culus", "culi"),
    ("cubus", "cubi"),
    ("djinni", "djinn"),
    ("erinys", "erinyes"),
    ("foot", "feet"),
    ("louse", "lice"),
    ("man", "men"),
    ("mouse", "mice"),
    ("mumak", "mumakil"),
    ("person", "people"),
    ("ox", "oxen"),
    ("tooth", "teeth"),
    # endings
    ("sis", "ses"),
    ("us", "i"),
    ("um", "a"),
    ("a", "ae"),
    ("ex", "ices"),
    ("ix", "ices"),
    ("fe", "ves"),
    ("f", "ves"),
    ("y", "ies"),
)


def plurals(name: str) -> frozenset[str]:
    """The plurals that the game may print for a name: more than it does, to be sure of the one.

    >>> "watchmen" in plurals("watchman"), "masters of thieves" in plurals("master of thieves")
    (True, True)
    """
    return frozenset(_plurals(name))


def _plurals(name: str) -> Iterator[str]:
    joint = _JOINTS.search(name)
    if joint:
        for head in _plurals(name[: joint.start()]):
            yield head + name[joint.start() :]
    yield name
    yield name + "s"
    if name.endswith(("s", "x", "z", "ch", "sh", "o")):
        yield name + "es"
    for ending, many in _IRREGULAR:
        if name.endswith(ending):
            yield name[: -len(ending)] + many
