"""The arithmetic of the six stats, with the game's own names and whole numbers.

A stat is 3 to 18, then 18/01 and on: internally one number, where 18/43 is 61. Sources: the
functions ``cnv_stat``, ``modify_stat_value``, ``inc_stat`` and ``dec_stat`` (1.0.10 to
3.0.2.2-Beta, the same in all): ``xtra1.c`` and ``effects.c`` up to 2.2.1, ``player-status.cpp``
and ``base-status.cpp`` in 3.x.

>>> stat_text(modify_stat_value(parse_stat("18/57"), 9))
'18/147'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from necropsy.span import Span

__all__ = [
    "CAPS",
    "LEAST",
    "SHOWN_UP_TO",
    "STATS",
    "dec_stat",
    "inc_stat",
    "modify_stat_value",
    "parse_stat",
    "stat_index",
    "stat_span",
    "stat_text",
    "total_modifier",
]

STATS = ("STR", "INT", "WIS", "DEX", "CON", "CHR")
"""The stats in the order of the game's tables and of the dump."""

LEAST = 3
"""No stat falls below it."""

CAPS = range(88, 149, 10)
"""What the personal cap of a natural stat can be: 18/70 to 18/130."""

SHOWN_UP_TO = 237
"""The highest value that is printed, 18/219; what lies above reads 18/***."""

_MOST_INDEX = 37
_STARS = "18/***"
_TEXT = re.compile(r"(?P<plain>[3-9]|1[0-8])|18/(?P<beyond>0[1-9]|[1-9]\d|1\d\d|2[01]\d)", re.ASCII)


# ------------------------------------------------------------------------ as it is printed


def parse_stat(text: str) -> int:
    """The internal value of a printed stat; blanks around it are passed over.

    Raises:
        ValueError: if the game prints no such stat (18/00, 18/7), or hides its value (18/***).

    >>> parse_stat("17"), parse_stat("18/43"), parse_stat("18/100")
    (17, 61, 118)
    """
    value = stat_span(text).exact
    if value is None:
        raise ValueError("18/*** hides its value: 18/220 or more")
    return value


def stat_span(text: str) -> Span:
    """The internal values that a printed stat can have: one, or for 18/*** all from 238 on.

    Raises:
        ValueError: if the game prints no such stat.
    """
    if text.strip() == _STARS:
        return Span.at_least(SHOWN_UP_TO + 1)
    match = _TEXT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not a stat: {text!r} (expected 3 to 18, or 18/01 to 18/219)")
    return Span.exactly(int(match["plain"]) if match["plain"] else 18 + int(match["beyond"]))


def stat_text(value: int) -> str:
    """A value as ``cnv_stat`` prints it, without the blanks in front.

    >>> stat_text(18), stat_text(19), stat_text(118), stat_text(238)
    ('18', '18/01', '18/100', '18/***')
    """
    if value <= 18:
        return str(value)
    return f"18/{value - 18:02d}" if value <= SHOWN_UP_TO else _STARS


def stat_index(value: int) -> int:
    """The place in the tables of what a stat does, 0 to 37 (``stat_ind``, in 3.x ``stat_index``)."""
    if value <= 18:
        return value - 3
    return min(15 + (value - 18) // 10, _MOST_INDEX)


# ----------------------------------------------------------------------------- modifiers


def modify_stat_value(value: int, amount: int) -> int:
    """A stat after ``amount`` steps up, or down where it is negative.

    A step is 1 up to 18 and 10 above; on the way down 18/01 to 18/09 step to 18, and nothing
    falls below 3. There is no cap.
    """
    for _ in range(amount):
        value += 1 if value < 18 else 10
    for _ in range(-amount):
        value = _step_down(value)
    return value


def _step_down(value: int) -> int:
    if value >= 28:
        return value - 10
    return 18 if value > 18 else max(value - 1, LEAST)


def total_modifier(base: int, actual: int) -> int:
    """The steps from the natural stat to the actual one, as the dump works its "Mod" column out.

    The dump prints this less the parts of race, class and personality. It is the true sum of
    all modifiers unless the stat was stopped at 3; ``modify_stat_value`` always leads back.
    Source: ``files.c`` (1.0.10 to 2.2.1), ``view/display-player-stat-info.cpp`` (3.x).
    """
    if base > 18 and actual > 18:
        return (actual - base) // 10
    if base > 18:
        return actual - (base - 19) // 10 - 19
    return (actual - 18) // 10 - base + 18 if actual > 18 else actual - base


# ------------------------------------------------------------------- natural gain and loss


def inc_stat(value: int, cap: int) -> dict[int, Fraction]:
    """What a natural stat can become when it is raised, each with its probability.

    Args:
        value: the natural stat now.
        cap: its personal cap (``stat_max_max``).
    """
    if value >= cap:
        return {value: Fraction(1)}
    if value < 18:
        return {value + 1: Fraction(3, 4), value + 2: Fraction(1, 4)}
    if value >= cap - 2:
        return {value + 1: Fraction(1)}
    gain = ((cap - value) // 2 + 3) // 2
    return _even(min(value + gain // 2 + die, cap - 1) for die in range(1, gain + 1))


def dec_stat(value: int, amount: int) -> dict[int, Fraction]:
    """What a natural stat can become when it is lowered, each with its probability.

    Args:
        value: the natural stat now.
        amount: how hard the loss is; the ordinary drain (``do_dec_stat``) has 10. A permanent
            loss lowers the natural maximum by the same rule, with a die of its own.
    """
    if value <= LEAST:
        return {value: Fraction(1)}
    if value <= 18:
        loss = 1 + (amount > 20) + (amount > 50) + (amount > 90)
        return {max(value - loss, LEAST): Fraction(1)}
    half = ((value - 18) // 2 + 1) // 2 + 1
    return _even(_below(value - _loss(half, die, amount), amount) for die in range(1, half + 1))


def _loss(half: int, die: int, amount: int) -> int:
    return max((die + half) * amount // 100, amount // 2)


def _below(value: int, amount: int) -> int:
    """A stat that falls out of 18/01 and on stops at 18, or at 17 where the loss is hard."""
    if value >= 18:
        return value
    return 18 if amount <= 20 else 17


def _even(values: Iterable[int]) -> dict[int, Fraction]:
    """Equally likely values, put together where several rolls give the same."""
    counts = Counter(values)
    return {value: Fraction(count, counts.total()) for value, count in sorted(counts.items())}
