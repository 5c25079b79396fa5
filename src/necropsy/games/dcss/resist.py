"""The resistance roll: how likely Will withstands a hex of some power.

    q = the power, stepped down
    resisted if a + b < 100 + W - q        a: 0 to 99, b: 0 to 100, each as likely as the other

(check_willpower in actor.cc, to 0.25 check_res_magic; the game writes the same as
1d100 + 1d101 < 102 + W - q.) Whoever has 100 more Will than the hex has power always resists;
at 99 more one roll in 10,100 still fails. Power is stepped down in one of three ways, by version
(ench_power_stepdown in beam.cc); which one is ``stepdown`` in ``tables/will_rules.csv``.

>>> probability(81, 55)
Fraction(293, 404)
>>> stepped_power(140, Version.parse("0.34.1"))
(81,)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from necropsy.games.dcss.by_version import choices
from necropsy.games.dcss.version import Version

__all__ = ["monster_probability", "probability", "shown_success", "stepped_power"]

_ROLLS = 100 * 101
_MOST_POWER = 120


def probability(will: int, stepped: int) -> Fraction:
    """The chance to resist, exact.

    Args:
        will: the defender's Will (:data:`necropsy.games.dcss.will.IMMUNE` always resists).
        stepped: the attacker's power after the step-down.
    """
    return Fraction(_resisting(100 + will - stepped), _ROLLS)


def _resisting(sums: int) -> int:
    """How many of the 10,100 rolls of a 0-99 and a 0-100 add up to less than ``sums``."""
    if sums <= 0:
        return 0
    if sums <= 100:
        return _triangle(sums)
    if sums < 200:
        return _ROLLS - _triangle(200 - sums)
    return _ROLLS


def _triangle(number: int) -> int:
    return number * (number + 1) // 2


def monster_probability(will: int, stepped: int, version: Version) -> tuple[Fraction, ...]:
    """The chance of a monster to resist, in each way that the version may have it.

    Up to 0.18 a monster whose resistance is below 6 fails one time in two before it rolls
    (729b3daaf1 took that out).
    """
    rolled = probability(will, stepped)
    below = map(int, choices("will_rules", "coinflip", version))
    return tuple(dict.fromkeys(rolled / 2 if will < least else rolled for least in below))


def shown_success(will: int, stepped: int) -> int:
    """The percentage that the game shows for a hex to succeed (0.16 and later: spl-cast.cc).

    Above 100 sums it takes the triangle one too large, so it shows up to 1 % too much: a hex
    that succeeds in 37.90 % is shown as 38.
    """
    sums = 100 + will - stepped
    if sums <= 0:
        return 100
    if sums <= 100:
        return 100 * (_ROLLS - _triangle(sums)) // _ROLLS
    return 100 * _triangle(201 - sums) // _ROLLS if sums <= 200 else 0


def stepped_power(power: int, version: Version) -> tuple[int, ...]:
    """A power after the step-down, in each way that the version may have it.

    Args:
        power: what the spell's own factor gives, at least 0.
        version: the version of DCSS.

    Raises:
        ValueError: if the power is negative.
    """
    if power < 0:
        raise ValueError(f"power runs from 0 up, not {power}")
    ways = choices("will_rules", "stepdown", version)
    return tuple(dict.fromkeys(_STEPDOWNS[way](power) for way in ways))


def _halves(power: int) -> int:
    """0.1 to 0.11: what lies above 40 counts half, what then lies above 70 half of that, and so above 100."""
    for above in (40, 70, 100):
        if power <= above:
            break
        power = above + (power - above) // 2
    return min(power, _MOST_POWER)


def _log30(power: int) -> int:
    """0.12 to 0.27: from 40 on, 10 + floor(30 x log2(1 + (power - 10) / 30)), at most 120."""
    if power < 40:
        return power
    return min(10 + _floored_log2((20 + power) ** 30, 30**30), _MOST_POWER)


def _log35(power: int) -> int:
    """0.28 on: floor(35 x log2(1 + power / 35) + 1/2), for every power."""
    return (_floored_log2((35 + power) ** 70, 35**70) + 1) // 2


def _floored_log2(above: int, below: int) -> int:
    """The largest n with 2^n <= above / below (at least 1): no float comes near an edge."""
    n = above.bit_length() - below.bit_length()
    return n if above >= below << n else n - 1


_STEPDOWNS: dict[str, Callable[[int], int]] = {"halves": _halves, "log30": _log30, "log35": _log35}
