"""The way of a score from its first term to its total, for whoever draws it.

>>> from necropsy.breakdown import Breakdown, Term
>>> depth = Term("depth", Span(40, 40), "", "")
>>> options = Term("options", Span(32, 60), "", "", factor=(0.8, 1.5))
>>> taken = Breakdown("F", "", (depth, options), Span(32, 60))
>>> [(step.kind.value, str(step.before), str(step.after)) for step in steps_of(taken)]
[('adds', '0', '40'), ('multiplies', '40', '32 … 60')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from necropsy.breakdown import Breakdown, Term
from necropsy.span import ANY, Span

__all__ = ["Kind", "Step", "factor_text", "steps_of"]


class Kind(Enum):
    """What a term does with what stands above it."""

    ADDS = "adds"
    MULTIPLIES = "multiplies"
    REPLACES = "replaces"


_REPLACING = frozenset({"base", "munchkin"})
"""The terms that are no part of a sum, but stand for all that comes before them."""


@dataclass(frozen=True, slots=True)
class Step:
    """One term, and what the score is before and after it.

    Attributes:
        term: the term.
        kind: what it does.
        before: the points that stand above it.
        after: the points with it.
    """

    term: Term
    kind: Kind
    before: Span
    after: Span

    @property
    def idle(self) -> bool:
        """Whether it changes nothing: no points, or a factor of 1."""
        if self.kind is Kind.MULTIPLIES:
            return self.term.factor == (1, 1)
        return self.kind is Kind.ADDS and self.term.span == _NOTHING


_NOTHING = Span(0, 0)


def steps_of(breakdown: Breakdown) -> Iterator[Step]:
    """The steps of a score, in the order in which the game takes them."""
    before = _NOTHING
    for term in breakdown.terms:
        if term.factor is not None:
            # An audit out of a store has the factor, and not what it made of the points.
            after = _times(before, term.factor) if term.span == ANY else term.span
            kind = Kind.MULTIPLIES
        elif term.name in _REPLACING:
            kind, after = Kind.REPLACES, term.span
        else:
            kind, after = Kind.ADDS, before + term.span
        yield Step(term, kind, before, after)
        before = after


def _times(points: Span, factor: tuple[float, float]) -> Span:
    """Points, which may be below 0, multiplied by a factor from 0 up, its fractions dropped."""
    least, most = map(Fraction, factor)
    low = None if points.low is None else int(min(points.low * least, points.low * most))
    high = None if points.high is None else int(max(points.high * least, points.high * most))
    return Span(low, high)


def factor_text(factor: tuple[float, float]) -> str:
    """A factor as people write it: ``10``, ``0.8 … 1.9``."""
    low, high = factor
    return f"{low:.10g}" if low == high else f"{low:.6g} … {high:.6g}"
