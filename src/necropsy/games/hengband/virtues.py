"""The eight virtues that a hero is born with: by class, race and realm, and the rest by chance.

Sources: ``avatar.c get_virtues`` (1.7.0 to 2.2.1), ``avatar.cpp initialize_virtues`` (3.x); the same in
all but for the classes, races and realms that came later, some of which give one in some versions.

>>> from necropsy.games.hengband.bodies import class_named, race_named
>>> born_virtues(class_named("Rogue"), race_named("Human"), "Sorcery")
('Honour', 'Individualism', 'Knowledge')
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from necropsy.games.hengband.bodies import CharacterClass, Race
from necropsy.games.hengband.tables_csv import rows

__all__ = ["HOW_MANY", "born_virtues", "virtue_named"]

HOW_MANY = 8
"""The virtues of a hero."""


def born_virtues(profession: CharacterClass, race: Race | None, realm: str | None) -> tuple[str | None, ...]:
    """The first of a hero's virtues, by their English names; ``None`` in the place of one by chance.

    Args:
        profession: the class.
        race: the race; without it no more than the class gives.
        realm: the first realm of magic by its English name, if there is one.
    """
    found: list[str] = []
    for what, name in (("class", profession.english), ("race", race.english if race else None)):
        given = None if name is None else _table().get((what, name), ())
        if given is None or given == _VARIES:
            break
        found += given
    else:
        found += _of_realm(realm, found)
    # What is there already is left to chance.
    return tuple(name if name not in found[:at] else None for at, name in enumerate(found))


_VARIES = ("",)


def _of_realm(realm: str | None, before: Sequence[str]) -> Sequence[str]:
    choices = _table().get(("realm", realm or ""), ())
    return choices[1:] if len(choices) > 1 and choices[0] in before else choices[:1]


@lru_cache(maxsize=1)
def _table() -> dict[tuple[str, str], tuple[str, ...]]:
    return {(row["what"], row["name"]): tuple(row["virtues"].split("|")) for row in rows("virtues")}


def virtue_named(said: str) -> str | None:
    """The English name of a virtue in a record's words: ``誉: 中立者``, ``neutral to Honour``."""
    return _names().get(said[:1]) or _names().get(said.rpartition(" ")[2])


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    return {
        name: row["english"] for row in rows("virtue_names") for name in (row["japanese"], row["english"])
    }
