"""Charts of how scores are put together."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import Any

import altair as alt
import pandas as pd

from necropsy.plot.marks import chart_of, count_of, label
from necropsy.span import Span
from necropsy.steps import Kind, Step, factor_text, steps_of
from necropsy.verdict import Audit

__all__ = ["composition", "terms"]

_SURE, _OPEN, _WHOLE = "sure", "within the span", "score so far"
_COLOURS = {_SURE: "#0072b2", _OPEN: "#9ecae1", _WHOLE: "#666666"}


def terms(audit: Audit) -> alt.LayerChart:
    """The way of one game's score from term to term, as a waterfall.

    A bar is dark as far as its term is sure and light as far as its span goes (an open end is
    drawn as if nothing were added beyond what is known). Factors, and what the game takes for
    the sum of all before, begin at zero. The dashed line is the score that the file records.

    Args:
        audit: the audit of a game whose score was recomputed.

    Raises:
        ValueError: if nothing was recomputed.
    """
    if audit.breakdown is None:
        raise ValueError(f"{audit.source}: no score was recomputed, so there are no terms")
    rows = [row for step in steps_of(audit.breakdown) for row in _bars(step)]
    total = audit.breakdown.total
    rows += _whole("score", total, f"{total}")
    frame = pd.DataFrame(rows, columns=["term", "part", "from", "to", "points", "formula"])
    names = list(dict.fromkeys(frame["term"]))
    title = label(audit.fact("player") or audit.source)
    said = f"{audit.verdict.value}; the formula gives {total}"
    if audit.recorded is not None:
        said += f", the file says {audit.recorded:,}"
    base = chart_of(frame, title, said)
    scale = alt.Scale(domain=list(_COLOURS), range=list(_COLOURS.values()))
    bars = base.mark_bar().encode(
        y=alt.Y("term:N", sort=names, title=None),
        x=alt.X("from:Q", title="points", axis=alt.Axis(format="~s")),
        x2="to:Q",
        color=alt.Color("part:N", scale=scale, title=None),
        tooltip=["term:N", "points:N", "formula:N"],
    )
    if audit.recorded is None:
        return alt.LayerChart(layer=[bars])
    at = chart_of(pd.DataFrame({"recorded": [float(audit.recorded)]}))
    line = at.mark_rule(color="#d55e00", strokeDash=[6, 3], size=2).encode(
        x="recorded:Q", tooltip=[alt.Tooltip("recorded:Q", format=",")]
    )
    return alt.LayerChart(layer=[bars, line])


def _bars(step: Step) -> Iterator[dict[str, Any]]:
    """The bars of a step: what is sure of it, and the rest of its span."""
    term = step.term
    if step.kind is not Kind.ADDS:
        times = "" if term.factor is None else f"x {factor_text(term.factor)} = "
        yield from _whole(term.name, step.after, f"{times}{step.after}", term.formula)
        return
    start, _ = _ends(step.before)
    row = {"term": term.name, "points": str(term.span), "formula": label(term.formula)}
    for part, low, high in _pieces(*_ends(term.span)):
        yield row | {"part": part, "from": start + low, "to": start + high}


def _pieces(least: float, most: float) -> list[tuple[str, float, float]]:
    """A span as what is sure of it, from zero on, and the rest."""
    if least < 0 < most:
        return [(_OPEN, least, most)]
    near, far = (least, most) if least >= 0 else (most, least)
    sure = [(_SURE, 0.0, near)]
    return sure if near == far else [*sure, (_OPEN, near, far)]


def _whole(name: str, span: Span, points: str, formula: str = "") -> list[dict[str, Any]]:
    """The bars of what the score has come to."""
    least, most = _ends(span)
    row = {"term": name, "points": points, "formula": label(formula)}
    bars = [row | {"part": _WHOLE, "from": 0.0, "to": least}]
    if most > least:
        bars.append(row | {"part": _OPEN, "from": least, "to": most})
    return bars


def _ends(span: Span) -> tuple[float, float]:
    """Two ends that can be drawn; an open one is where the other is."""
    low = span.low if span.low is not None else min(span.high or 0, 0)
    high = span.high if span.high is not None else max(low, 0)
    return float(low), float(high)


def composition(audits: Iterable[Audit], *, top: int = 30, share: bool = False) -> alt.Chart:
    """What the scores of some games are made of, the highest first.

    Each term counts with the least that it surely gave. Where factors make a score of its sum
    (GnollHack, Hengband) each term has its part in it.

    Args:
        audits: the audits; only those that are shown are kept.
        top: so many games, those with the highest recorded or else recomputed scores.
        share: whether all bars have one length, and show shares.
    """
    scored = ((_score(audit), -number, audit) for number, audit in enumerate(audits) if _scored(audit))
    best = heapq.nlargest(top, scored, key=lambda each: each[:2])
    rows = [row for rank, (_, _, audit) in enumerate(best, 1) for row in _parts(rank, audit)]
    frame = pd.DataFrame(rows, columns=["game", "term", "points", "place"])
    order = list(dict.fromkeys(frame["game"]))
    stack: Any = "normalize" if share else "zero"
    axis = alt.Axis(format="%" if share else "~s")
    title = "share of the score" if share else "points"
    chart: alt.Chart = (
        chart_of(frame, "what scores are made of", count_of(len(best), "game"))
        .mark_bar()
        .encode(
            y=alt.Y("game:N", sort=order, title=None),
            x=alt.X("points:Q", stack=stack, title=title, axis=axis),
            color=alt.Color("term:N", sort=list(dict.fromkeys(frame["term"])), title="term"),
            order=alt.Order("place:Q"),
            tooltip=["game:N", "term:N", alt.Tooltip("points:Q", format=",.0f")],
        )
    )
    return chart


def _scored(audit: Audit) -> bool:
    return audit.breakdown is not None


def _score(audit: Audit) -> int:
    total = audit.recomputed
    least = total.low if total is not None else None
    return audit.recorded if audit.recorded is not None else least or 0


def _parts(rank: int, audit: Audit) -> Iterator[dict[str, Any]]:
    """The points that each term brings to a score."""
    assert audit.breakdown is not None
    steps = list(steps_of(audit.breakdown))
    added = [(step.term.name, _ends(step.term.span)[0]) for step in steps if step.kind is Kind.ADDS]
    summed = sum(points for _, points in added)
    times = 1.0
    if len(added) < len(steps) and summed:
        times = _ends(audit.breakdown.total)[0] / summed
    name = f"{rank}. {label(audit.fact('player') or audit.source)}"
    for place, (term, points) in enumerate(added):
        if points:
            yield {"game": name, "term": term, "points": points * times, "place": place}
