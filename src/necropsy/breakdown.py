"""How a score is put together: terms, breakdowns, and the reckoning that offers them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from necropsy.span import Span

__all__ = ["Breakdown", "Reckoning", "RescoreError", "Term"]


@dataclass(frozen=True, slots=True)
class Term:
    """One step of a score.

    Attributes:
        name: the term's name in the machine output (``"runes"``).
        span: its points.
        wording: the formula as people write it; with inputs, a text that :meth:`str.format`
            puts them in.
        source: where the formula stands in the game's source, and for which versions.
        facts: the names of the facts that went in, most important first.
        factor: for a step that multiplies what stands above it, the factor's lowest and
            highest value; ``span`` is then what the multiplication gives.
        inputs: what goes into the wording. It is put in when somebody reads it: most games
            fit their score, and nobody reads how.
    """

    name: str
    span: Span
    wording: str
    source: str
    facts: tuple[str, ...] = ()
    factor: tuple[float, float] | None = None
    inputs: tuple[object, ...] = ()

    @property
    def formula(self) -> str:
        """The formula with the inputs put in."""
        return self.wording.format(*self.inputs) if self.inputs else self.wording

    def to_dict(self) -> dict[str, Any]:
        """The term as plain data: a factor has its ends in place of a span."""
        value: dict[str, Any] = (
            {"span": [self.span.low, self.span.high]}
            if self.factor is None
            else {"factor": list(self.factor)}
        )
        return {"name": self.name, **value, "formula": self.formula, "source": self.source}


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A score taken apart.

    Attributes:
        regime: the name of the set of formulas (``"F13"``), for people who look it up.
        title: the same in words.
        steps: the terms in the order in which the game adds them, or what gives them: most
            games fit their score, and nobody asks for their terms.
        total: what the formula gives; the terms' sum after cap and wrap.
        note: what was taken for granted, if anything (``"with 2 of 3 gem notes"``).
    """

    regime: str
    title: str
    steps: tuple[Term, ...] | Callable[[], tuple[Term, ...]]
    total: Span
    note: str = ""

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms."""
        return self.steps if isinstance(self.steps, tuple) else self.steps()

    @property
    def slack(self) -> int | None:
        """The width of the total: 0 where the score is pinned to the point."""
        return self.total.width

    def term(self, name: str) -> Term | None:
        """The term of this name, if the formula has it."""
        return next((term for term in self.terms if term.name == name), None)

    def __repr__(self) -> str:
        """In one line, without working out the terms."""
        note = f", {self.note}" if self.note else ""
        return f"<Breakdown {self.regime}: {self.total}{note}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from necropsy.reports.notebook import breakdown_html

        return breakdown_html(self)

    def to_dict(self) -> dict[str, Any]:
        """The breakdown as plain data."""
        return {
            "formula": self.regime,
            "score": [self.total.low, self.total.high],
            "terms": [term.to_dict() for term in self.terms],
        }

    def hull(self, other: Breakdown) -> Breakdown:
        """The breakdown that allows what either of two allows, term by term.

        Used where a file does not say which of two builds wrote it.
        """
        names = list(dict.fromkeys(t.name for t in (*self.terms, *other.terms)))
        terms = tuple(_hull(self, other, name) for name in names)
        return replace(
            self,
            regime=f"{self.regime} or {other.regime}",
            title=f"{self.title} or {other.title}",
            steps=terms,
            total=self.total | other.total,
        )


class RescoreError(Exception):
    """A game that cannot be scored by another version's formula; the text is the reason."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Every way in which a record's score can have come about.

    Attributes:
        candidates: one breakdown for each way, the likeliest first. A recorded score
            that lies in any of them is consistent.
        missing: what could not be read and would be needed, in words. With no candidate
            it says why nothing could be computed.
        doubts: why a score outside all candidates would be no proof of a mismatch, and one
            inside them fits only as far as is known.
    """

    candidates: tuple[Breakdown, ...] = ()
    missing: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def conclusive(self) -> bool:
        """Whether a score outside all candidates is proof of a mismatch."""
        return not self.doubts

    def best(self, recorded: int | None) -> Breakdown | None:
        """The candidate that fits the recorded score, else the nearest one; of several the likeliest."""
        if recorded is None or len(self.candidates) < 2:
            return self.candidates[0] if self.candidates else None
        return min(self.candidates, key=lambda candidate: abs(candidate.total.excess(recorded)))


def widest(breakdowns: Sequence[Breakdown]) -> Breakdown:
    """The hull of several breakdowns (at least one)."""
    result = breakdowns[0]
    for breakdown in breakdowns[1:]:
        result = result.hull(breakdown)
    return result


def _hull(one: Breakdown, other: Breakdown, name: str) -> Term:
    a, b = one.term(name), other.term(name)
    if a is not None and b is not None:
        formula = a.formula if a.formula == b.formula else f"{a.formula}  or  {b.formula}"
        factor = _factor_hull(a.factor, b.factor)
        return replace(a, span=a.span | b.span, wording=formula, factor=factor, inputs=())
    only = a if a is not None else b
    assert only is not None
    if only.factor is None:
        return replace(only, span=only.span | Span.exactly(0))
    # A formula without the factor multiplies by one: what stands above it is the score.
    without = other.total if b is None else one.total
    return replace(only, span=only.span | without, factor=_factor_hull(only.factor, (1.0, 1.0)))


def _factor_hull(a: tuple[float, float] | None, b: tuple[float, float] | None) -> tuple[float, float] | None:
    if a is None or b is None:
        return None
    return min(a[0], b[0]), max(a[1], b[1])
