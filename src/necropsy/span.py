"""A closed interval of integers with exact arithmetic.

A term of a score that the file does not fix to the point is a :class:`Span`: it
holds every value that an honest file with the same text could have had, and no
float ever touches it.

>>> runes = Span.exactly(3)
>>> turns = Span(99_000, 101_000)
>>> (6_250_000_000 * runes**2) // (1 + turns)
Span(low=556925, high=568176)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

__all__ = ["ANY", "Span"]


@dataclass(frozen=True, slots=True)
class Span:
    """All integers from ``low`` to ``high``, both included; ``None`` is an open end.

    Raises:
        ValueError: if ``low`` lies above ``high`` (an empty span does not exist:
            :meth:`__and__` answers ``None`` where nothing is left).
    """

    low: int | None
    high: int | None

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"a span needs low <= high, not {self.low} > {self.high}")

    @classmethod
    def exactly(cls, value: int) -> Span:
        """The span that holds ``value`` alone."""
        return cls(value, value)

    @classmethod
    def at_least(cls, low: int) -> Span:
        """All integers from ``low`` on."""
        return cls(low, None)

    @classmethod
    def at_most(cls, high: int) -> Span:
        """All integers up to ``high``."""
        return cls(None, high)

    @property
    def width(self) -> int | None:
        """``high - low``; 0 where the value is known exactly, ``None`` where an end is open."""
        if self.low is None or self.high is None:
            return None
        return self.high - self.low

    @property
    def exact(self) -> int | None:
        """The one value of the span, or ``None`` if it holds several."""
        return self.low if self.low is not None and self.low == self.high else None

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int):
            return False
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def covers(self, other: Span) -> bool:
        """Whether every value of ``other`` lies in this span."""
        low = self.low is None or (other.low is not None and self.low <= other.low)
        high = self.high is None or (other.high is not None and other.high <= self.high)
        return low and high

    def excess(self, value: int) -> int:
        """How far ``value`` lies outside: > 0 above the span, < 0 below it, 0 inside."""
        if self.high is not None and value > self.high:
            return value - self.high
        if self.low is not None and value < self.low:
            return value - self.low
        return 0

    def __neg__(self) -> Span:
        return Span(None if self.high is None else -self.high, None if self.low is None else -self.low)

    def __add__(self, other: Span | int) -> Span:
        other = _span(other)
        return Span(_plus(self.low, other.low), _plus(self.high, other.high))

    __radd__ = __add__

    def __sub__(self, other: Span | int) -> Span:
        return self + -_span(other)

    def __rsub__(self, other: int) -> Span:
        return _span(other) - self

    def __mul__(self, other: Span | int) -> Span:
        """The hull of all products; an open end stays open."""
        other = _span(other)
        if self.exact == 0 or other.exact == 0:
            return Span(0, 0)
        corners = [_times(a, b) for a in _ends(self) for b in _ends(other)]
        low, high = min(corners), max(corners)
        return Span(_finite(low), _finite(high))

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Span:
        """The power of a span of non-negative integers.

        Raises:
            ValueError: if the span reaches below 0 or the exponent does.
        """
        if exponent < 0:
            raise ValueError("the exponent of a span must not be negative")
        self._require_natural("power")
        return self.increasing(lambda value: int(value**exponent))

    def scaled(self, factor: Fraction) -> Span:
        """Each value times an exact rational, floored: ``floor(value * factor)``."""

        def floor(value: int) -> int:
            return value * factor.numerator // factor.denominator

        return self.increasing(floor) if factor >= 0 else self.decreasing(floor)

    def __floordiv__(self, other: Span | int) -> Span:
        """Floor division by positive integers.

        Raises:
            ValueError: if the divisor may be 0 or negative.
        """
        other = _span(other)
        if other.low is None or other.low < 1:
            raise ValueError("a span can only be divided by positive integers")
        quotients = [_quotient(a, b) for a in _ends(self) for b in _ends(other)]
        return Span(_finite(min(quotients)), _finite(max(quotients)))

    def __rfloordiv__(self, other: int) -> Span:
        return _span(other) // self

    def increasing(self, function: Callable[[int], int]) -> Span:
        """The image under a function that never falls; open ends stay open."""
        return Span(
            None if self.low is None else function(self.low),
            None if self.high is None else function(self.high),
        )

    def decreasing(self, function: Callable[[int], int]) -> Span:
        """The image under a function that never rises; open ends change sides."""
        return Span(
            None if self.high is None else function(self.high),
            None if self.low is None else function(self.low),
        )

    def __and__(self, other: Span) -> Span | None:
        """The values that both spans hold, or ``None`` where they have none in common."""
        lows = [end for end in (self.low, other.low) if end is not None]
        highs = [end for end in (self.high, other.high) if end is not None]
        low, high = max(lows, default=None), min(highs, default=None)
        if low is not None and high is not None and low > high:
            return None
        return Span(low, high)

    def __or__(self, other: Span) -> Span:
        """The smallest span that holds both."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Span(low, high)

    def clamped(self, low: int | None = None, high: int | None = None) -> Span:
        """Each value forced into ``low .. high`` (a cap or a floor of the game)."""

        def clamp(value: int) -> int:
            value = value if high is None else min(value, high)
            return value if low is None else max(value, low)

        below = low if self.low is None else clamp(self.low)
        above = high if self.high is None else clamp(self.high)
        return Span(below, above)

    def _require_natural(self, what: str) -> None:
        if self.low is None or self.low < 0:
            raise ValueError(f"a {what} needs a span of integers from 0 up, not {self}")

    def __str__(self) -> str:
        """As people write it: ``1,204``, ``300 … 512``, ``at least 7``."""
        if self.low is None and self.high is None:
            return "anything"
        if self.low is None:
            return f"at most {self.high:,}"
        if self.high is None:
            return f"at least {self.low:,}"
        if self.low == self.high:
            return f"{self.low:,}"
        return f"{self.low:,} … {self.high:,}"


ANY = Span(None, None)
"""The span that says nothing."""

# Open ends are worked with as infinities; no float enters a finite result.
_INFINITE = float("inf")
_End = int | float


def _span(value: Span | int) -> Span:
    return value if isinstance(value, Span) else Span(value, value)


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _ends(span: Span) -> tuple[_End, _End]:
    low: _End = -_INFINITE if span.low is None else span.low
    high: _End = _INFINITE if span.high is None else span.high
    return low, high


def _times(a: _End, b: _End) -> _End:
    # 0 times infinity is 0: every finite value of the open side gives 0.
    return 0 if 0 in (a, b) else _signed(a, b) if _INFINITE in (abs(a), abs(b)) else a * b


def _signed(a: _End, b: _End) -> float:
    return _INFINITE if (a > 0) == (b > 0) else -_INFINITE


def _quotient(a: _End, b: _End) -> _End:
    if abs(a) == _INFINITE:
        return a
    if b == _INFINITE:
        return 0 if a >= 0 else -1
    return a // b


def _finite(end: _End) -> int | None:
    return None if abs(end) == _INFINITE else int(end)
