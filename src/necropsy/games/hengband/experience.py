"""Experience points and levels.

What a level takes is the table's points times a factor in percent, which race and class add
up to. Sources: ``tables.c``, ``birth.c`` and ``xtra2.c check_experience`` (1.0.10 to 2.2.1),
``player-status-table.cpp``, ``birth-stat.cpp`` and ``player-status.cpp`` (3.x); the same in all.

>>> from necropsy.games.hengband.bodies import class_named, race_named
>>> factor = experience_factor(race_named("Zombie"), class_named("Warrior"))
>>> level_of(23_512, factor, android=False), threshold(25, factor, android=False)
(25, 26250)
"""

from __future__ import annotations

from functools import lru_cache

from necropsy.games.hengband.bodies import CharacterClass, Race
from necropsy.games.hengband.tables_csv import rows

__all__ = ["HIGHEST_LEVEL", "MOST", "experience_factor", "level_of", "threshold"]

MOST = 99_999_999
"""The most experience points that a hero can have."""

HIGHEST_LEVEL = 50

_NIMBLE_RACES = frozenset({"Klackon", "Sprite"})
_NIMBLE_CLASSES = frozenset({"Monk", "ForceTrainer", "Ninja"})


def experience_factor(race: Race, profession: CharacterClass) -> int:
    """The experience factor in percent, as it is at birth.

    An Android's is the race's alone (later changes of race add the class's, too); a Klackon or
    Sprite that fights without arms has 15 less.
    """
    if race.english == "Android":
        return race.experience
    nimble = race.english in _NIMBLE_RACES and profession.english in _NIMBLE_CLASSES
    return race.experience + profession.experience - (15 if nimble else 0)


def threshold(level: int, factor: int, *, android: bool) -> int | None:
    """The points with which a hero leaves a level; ``None`` at the highest, 50.

    The dump prints it as the points for the next level. An Android goes by another table.

    Raises:
        ValueError: if there is no such level.
    """
    if not 1 <= level <= HIGHEST_LEVEL:
        raise ValueError(f"levels run from 1 to {HIGHEST_LEVEL}, not {level}")
    return None if level == HIGHEST_LEVEL else _points(android)[level - 1] * factor // 100


def level_of(points: int, factor: int, *, android: bool) -> int:
    """The level of a hero with so many points now; drained points lower it."""
    return 1 + sum(points >= needed * factor // 100 for needed in _points(android))


@lru_cache(maxsize=2)
def _points(android: bool) -> tuple[int, ...]:
    return tuple(int(row["android" if android else "points"]) for row in rows("experience"))
