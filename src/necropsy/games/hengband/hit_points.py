"""How many hit points a hero can have, and the life rating.

A hero's hit points of all 50 levels are rolled at birth, and rolled again until those of level
50 lie near their mean. Sources: ``birth.c``, ``wizard2.c do_cmd_rerate_aux`` and ``xtra1.c
calc_hitpoints`` (1.0.10 to 2.2.1), ``spells-status.cpp roll_hitdice`` and ``player-status.cpp
update_max_hitpoints`` (3.x). Only the limits of the rolls have changed, with 3.0.1.16.

>>> from necropsy.games.hengband.bodies import class_named, personality_named, race_named
>>> zombie, warrior, mighty = race_named("Zombie"), class_named("Warrior"), personality_named("Mighty")
>>> max_hp_bounds(zombie, warrior, mighty, 1, 21, version_is_since_3_0_1_16=False)
Span(low=28, high=94)
"""

from __future__ import annotations

from functools import lru_cache

from necropsy.games.hengband.bodies import CharacterClass, Personality, Race
from necropsy.games.hengband.experience import HIGHEST_LEVEL
from necropsy.games.hengband.tables_csv import rows
from necropsy.games.hengband.version import Version
from necropsy.span import Span

__all__ = ["MOST_TEMPORARY", "hit_die", "life_rating_bounds", "max_hp_bounds", "newer_limits"]

MOST_TEMPORARY = 165
"""What heroism 10, berserk 30, the special strength 50 and the spells of hex 15 and 60 add at most."""

_ROLLS = HIGHEST_LEVEL + 2
"""The rolls of a hero of level 50: three at level 1 and one for each level beyond."""


def hit_die(race: Race, profession: CharacterClass, personality: Personality) -> int:
    """The faces of the hit die; a Sorcerer's race counts half."""
    own = race.hit_die // 2 if profession.english == "Sorcerer" else race.hit_die
    return own + profession.hit_die + personality.hit_die


def newer_limits(version: Version) -> bool | None:
    """Whether the rolls had the limits that came with 3.0.1.16; ``None`` where builds differ.

    They came while builds of development printed 3.0.1Beta15.
    """
    if version.since("3.0.1.16"):
        return True
    return None if version.may_be_since("3.0.1.15+") else False


def max_hp_bounds(
    race: Race,
    profession: CharacterClass,
    personality: Personality,
    level: int,
    con_index: int,
    *,
    version_is_since_3_0_1_16: bool | None,
) -> Span:
    """The least and the most that the maximum of hit points can be, without temporary boosts.

    Args:
        race: the hero's own race; under a form it is hidden, and so are these bounds.
        profession: the class.
        personality: the personality.
        level: the level now, 1 to 50.
        con_index: ``stat_index`` of the constitution in use, 0 to 37.
        version_is_since_3_0_1_16: which limits the rolls had; ``None`` allows both.

    Raises:
        ValueError: if there is no such level or index.
    """
    quarters = _quarters()
    if not (1 <= level <= HIGHEST_LEVEL and 0 <= con_index < len(quarters)):
        raise ValueError(
            f"level {level} or index {con_index} lies outside 1 to 50 or 0 to {len(quarters) - 1}"
        )
    rolled = _rolled(hit_die(race, profession, personality), level, version_is_since_3_0_1_16)
    bonus = _toward_zero(quarters[con_index] * level, 4)
    return rolled.increasing(lambda points: _max_hp(points, bonus, profession.english, level))


def life_rating_bounds(die: int, *, version_is_since_3_0_1_16: bool | None) -> Span:
    """The least and the most life rating in percent: what of the mean was rolled for level 50.

    Args:
        die: the faces of the hit die.
        version_is_since_3_0_1_16: which limits the rolls had; ``None`` allows both.

    It lies from 75 to 125 and, as the limits are rounded down before the rating is, for some
    dice since 3.0.1.16 at 74.
    """
    mean = die + _ROLLS * (die + 1) // 2
    return 100 * _at_fifty(die, version_is_since_3_0_1_16) // mean


def _rolled(die: int, level: int, newer: bool | None) -> Span:
    """The rolled points of a level: by its own rolls, and with those to come near the mean."""
    rolls = level + 2
    own = die + Span(rolls, rolls * die)
    to_come = HIGHEST_LEVEL - level
    both = own & _at_fifty(die, newer) - Span(to_come, to_come * die)
    assert both is not None
    return both


def _at_fifty(die: int, newer: bool | None) -> Span:
    """The rolled points of level 50 that birth lets pass."""
    if newer is None:
        return _at_fifty(die, False) | _at_fifty(die, True)
    if newer:
        mean = die + _ROLLS * (die + 1) // 2
        return Span(3 * mean // 4, 5 * mean // 4)
    return Span(die + _ROLLS * (die + 1) * 3 // 8, die + _ROLLS * (die + 1) * 5 // 8)


def _max_hp(points: int, bonus: int, profession: str, level: int) -> int:
    """The maximum from the rolled points and the bonus of the constitution."""
    if profession == "Sorcerer":
        points = points * min(45 + level, 75) // 100
        bonus = _toward_zero(bonus * 65, 100)
    total = points + bonus
    if profession == "Berserker":
        percent = 110 + _toward_zero((level + 40) ** 2 - 1550, 110)
        total = _toward_zero(total * percent, 100)
    return max(total, level + 1)


def _toward_zero(dividend: int, divisor: int) -> int:
    """A division as C does it: a negative quotient is cut, not floored."""
    return dividend // divisor if dividend >= 0 else -(-dividend // divisor)


@lru_cache(maxsize=1)
def _quarters() -> tuple[int, ...]:
    return tuple(int(row["quarters"]) for row in rows("constitution"))
