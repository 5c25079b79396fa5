"""The score of an invented game of DCSS, worked out without the program: a second, small calculator.

It follows the same written-down formulas as the program and shares none of its code or tables.
"""

from __future__ import annotations

import math

__all__ = ["MOST_XP", "floor_of", "level_of", "points"]

MOST_XP = 8_999_999

# The table of levels 2 to 27 at aptitude +1, less one; from 0.13 on, and before.
_NEW = [0, 9, 29, 69] + [9 + 10 * k + 60 * 2**k for k in range(1, 9)]
_NEW += [16674 + 5985 * k + 4235 * k * k for k in range(1, 16)]
_OLD = _NEW[:12] + [15499 + 10500 * k + 3000 * k * k for k in range(1, 16)]


def floor_of(level: int, minor: int, tenths: int, aptitude: int) -> int:
    """The experience with which a level begins.

    Args:
        level: the level.
        minor: the ``N`` of version ``0.N``.
        tenths: the species' factor to 0.11.
        aptitude: and its aptitude from 0.12 on.
    """
    if level == 1:
        return 0
    base = (_OLD if minor < 13 else _NEW)[level - 1]
    if minor < 12:
        whole = base * tenths // 10
    elif minor < 18:
        whole = int(base * math.exp(-math.log(2) * (aptitude - 1) / 4))
    else:
        whole = int(base / math.exp(math.log(2) * (aptitude - 1) / 4))
    return whole + (minor < 8)


def level_of(xp: int, minor: int, tenths: int, aptitude: int) -> int:
    """The level at so much experience."""
    return max(level for level in range(1, 28) if floor_of(level, minor, tenths, aptitude) <= xp)


def _xp_points(xp: int) -> int:
    tiers = ((250_000, 7), (750_000, 4), (2_000_000, 2), (MOST_XP, 1))
    total = 0
    for width, tenths in tiers:
        part = min(xp, width)
        total += part * tenths // 10
        xp -= part
    return total


def points(
    formula: str,
    *,
    xp: int,
    won: bool,
    left: bool,
    runes: int,
    gems: int,
    gold: int,
    turns: int,
    pack: int = 0,
    zotdef: bool = False,
) -> int:
    """The score.

    Args:
        formula: ``F1`` to ``F13``.
        xp: experience.
        won: whether the Orb was carried out.
        left: whether the dungeon was left without it.
        runes: different runes.
        gems: gems ever picked up.
        gold: gold in hand.
        turns: turns of the game.
        pack: value of what was carried, where that counts (to 0.8).
        zotdef: whether Zot was defended, where speed was worth a tenth from F7 on.
    """
    quadratic = (runes + 2) ** 2 * 1000
    if formula in ("F1", "F1b", "F2d", "F3"):
        out = won or (left and formula == "F1")
        carried = pack + (quadratic if runes >= 3 else 0) if out else 0
        worth = xp * 7 // 10 if formula in ("F1", "F1b") else _xp_points(xp)
        return min(gold + worth + carried + (_old_speed(formula, runes, turns) if won else 0), _CAP)
    speed = 6_250_000_000 * runes * runes // (1 + turns) if won else 0
    if zotdef and formula in ("F7", "F8", "F9", "F10"):
        speed //= 10
    total = _xp_points(xp) + speed + _gold(formula, gold) + _gems(formula, gems, won)
    if formula in ("F4", "F5"):
        total += 250_000 + 10_000 * runes + quadratic if won else 0
    else:
        total += runes * (runes + 12) * 1000 + (254_000 + 2_000 * runes if won else 0)
    if formula in ("F4", "F5", "F6", "F7", "F8", "F9"):
        return min(total, _CAP)
    return (total + 2**31) % 2**32 - 2**31


_CAP = 99_999_999


def _old_speed(formula: str, runes: int, turns: int) -> int:
    if formula == "F2d":
        return 250_000 * runes * (25_000 * runes // (1 + turns))
    return int(250_000 * runes * (25_000.0 * runes / (1 + turns))) if formula == "F3" else 0


def _gold(formula: str, gold: int) -> int:
    if formula in ("F5", "F6", "F7", "F8"):
        return min(gold, 1_000_000)
    return gold if formula == "F4" else 0


def _gems(formula: str, gems: int, won: bool) -> int:
    return {"F12": 10_000, "F13": 100_000 if won else 10_000}.get(formula, 0) * gems
