"""The doubles that a base is multiplied with, and the rounding of the product, as C does both."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from necropsy.span import Span

__all__ = [
    "ONCE",
    "Factor",
    "ascension_factor",
    "falling",
    "final_points",
    "modern_divisor",
    "modern_factor",
    "points_so_far",
    "rounded",
]

Factor = tuple[float, float]
"""The least and the greatest value of a factor."""

ONCE: Factor = (1.0, 1.0)


def ascension_factor(turns: int) -> float:
    """``4 * sqrt(50000) / sqrt(turns)`` between 2 and 16, in doubles as the game computes it.

    >>> ascension_factor(3125), ascension_factor(3126), ascension_factor(200_000)
    (16.0, 15.997440614236206, 2.0)
    """
    ratio = math.sqrt(50000.0) / math.sqrt(float(max(1, turns)))
    return min(16.0, max(2.0, 4.0 * ratio))


def modern_factor(deaths: int, tripling: int = 2) -> float:
    """What so many true deaths leave of a score in modern mode.

    A third, and a third of that for each of the first ``tripling`` deaths; from there on
    the divisor grows by that last one with each death.

    >>> [round(1 / modern_factor(deaths)) for deaths in range(6)]
    [3, 9, 27, 54, 81, 108]
    """
    return 1.0 / float(modern_divisor(deaths, tripling))


def modern_divisor(deaths: int, tripling: int) -> int:
    """What a score in modern mode is divided by (:func:`modern_factor`)."""
    if deaths <= tripling:
        return int(3 ** (deaths + 1))
    return int(3 ** (tripling + 1)) * (deaths - tripling + 1)


def falling(function: Callable[[int], float], span: Span, end: float) -> Factor:
    """The ends of a factor that never rises; ``end`` is where it goes with an open span."""
    return (end if span.high is None else function(span.high), function(span.low or 0))


def rounded(value: float) -> int:
    """The nearest integer, halves away from zero: ``round`` of C.

    >>> [rounded(value) for value in (0.5, 1.5, 2.5, -0.5, 0.49999999999999994)]
    [1, 2, 3, -1, 0]
    """
    whole = int(value)
    if abs(value - whole) < 0.5:
        return whole
    return whole + (1 if value > 0 else -1)


_BORDER = 1e-6
"""So near to a half, the last place of another system's ``pow`` or ``sqrt`` may round the other way."""


def _on_the_border(value: float) -> bool:
    return abs(abs(value) % 1.0 - 0.5) <= _BORDER


def _product(base: int, factors: Sequence[float]) -> float:
    """From left to right, as C multiplies doubles."""
    value = float(base)
    for factor in factors:
        value *= factor
    return value


def _extremes(base: Span, factors: Sequence[Factor]) -> tuple[float | None, float | None]:
    """The least and the greatest product; ``None`` where the base has no end."""
    if base.exact is not None and all(least == most for least, most in factors):
        value = _product(base.exact, [least for least, _ in factors])
        return value, value
    choices: list[tuple[float, ...]] = [()]
    for least, most in factors:
        ends = (least,) if least == most else (least, most)
        choices = [(*choice, end) for choice in choices for end in ends]
    low = None if base.low is None else min(_product(base.low, choice) for choice in choices)
    high = None if base.high is None else max(_product(base.high, choice) for choice in choices)
    return low, high


def points_so_far(base: Span, factors: Sequence[Factor]) -> Span:
    """What the multiplication gives so far, rounded as the game rounds the last product."""
    low, high = _extremes(base, factors)
    return Span(None if low is None else rounded(low), None if high is None else rounded(high))


def final_points(base: Span, factors: Sequence[Factor]) -> Span:
    """The score; both neighbours of a product that lies on the border between them."""
    low, high = _extremes(base, factors)
    if low is not None and low == high and not _on_the_border(low):
        return Span.exactly(rounded(low))
    return Span(
        None if low is None else math.floor(low) if _on_the_border(low) else rounded(low),
        None if high is None else math.ceil(high) if _on_the_border(high) else rounded(high),
    )
