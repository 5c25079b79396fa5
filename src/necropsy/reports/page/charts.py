"""The charts of the page as Vega-Lite specifications.

A colour that begins with ``@`` is the name of one of the page's own colours: the page puts in
what it has for the light or the dark, whichever is shown. Data that the page has already (a point
a game, the bars of a case) is named and put in there, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import altair as alt

from necropsy.reports.page.figures import SLACKS, Figures, numbers
from necropsy.reports.page.manual import pages_of
from necropsy.verdict import Verdict

__all__ = ["Chart", "charts_of", "waterfall"]

_RULES = 15
"""Rules that are drawn; the table below the chart has all."""

_STEP = 18
"""Pixels from one bar to the next."""

_NUMBER = re.compile(r"[\d,]+(\.\d+%)?")

_OTHER = "other"
_VERDICTS = (Verdict.MATCH.value, Verdict.MISMATCH.value, Verdict.TAMPERED.value, _OTHER)
_SHAPES = ("circle", "triangle-up", "diamond", "square")
_TERMS = ("@one", "@two", "@three", "@four", "@five", "@six", "@seven", "@eight", "@nine")


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of the page.

    Attributes:
        name: its name in the page.
        title: what it shows.
        caption: how to read it.
        spec: the specification.
        head: the columns of the same numbers as a table; none for a point a game.
        rows: the rows of that table.
        wide: whether it takes the page's whole width.
    """

    name: str
    title: str
    caption: str
    spec: dict[str, Any]
    head: tuple[str, ...] = ()
    rows: list[list[str]] = field(default_factory=list)
    wide: bool = False

    @property
    def numeric(self) -> list[bool]:
        """For each column of the table whether it holds numbers."""
        return [all(_NUMBER.fullmatch(value) for value in column) for column in zip(*self.rows, strict=True)]


def charts_of(figures: Figures) -> Iterator[Chart]:
    """The charts that these games give something to draw for."""
    if figures.points:
        yield _scatter(figures)
    if figures.rules:
        yield _rules(figures)
    slack = figures.slack()
    if slack:
        yield _slack(slack)
    for game in sorted({*figures.composed, *figures.dated}):
        if game in figures.composed:
            yield _composition(game, figures.composition(game))
        if game in figures.dated:
            yield _over_time(game, *figures.over_time(game))


def waterfall() -> dict[str, Any]:
    """The chart of a case; the page puts the steps in."""
    colours = alt.Color(
        "kind:N",
        scale=alt.Scale(
            domain=["sure", "open", "total", "file", "off"],
            range=["@sure", "@open", "@total", "@accent", "@mismatch"],
        ),
        legend=None,
    )
    bars = alt.Chart(alt.NamedData("steps")).mark_bar(height=12)
    return _finished(
        bars.encode(
            y=alt.Y("term:N", sort=None, title=None, axis=alt.Axis(labelLimit=140)),
            x=alt.X("from:Q", title="points", axis=_POINTS),
            x2="to:Q",
            color=colours,
            tooltip=[alt.Tooltip("term:N"), alt.Tooltip("amount:N")],
        ),
        height=_STEP,
    )


def _finished(chart: Any, *, height: Any) -> dict[str, Any]:
    spec: dict[str, Any] = chart.properties(width="container", height=height).to_dict()
    # The theme of whoever makes the page is none of its reader's business.
    spec.pop("config", None)
    return spec


_LARGE = "replace(format(datum.value, '~s'), 'G', 'B')"
"""A number on an axis: 20k, 3M, 1.5B."""

_POINTS = alt.Axis(labelExpr=_LARGE, tickCount=6)


def _scatter(figures: Figures) -> Chart:
    ends = [figures.least or 1, max(figures.most, 10)]
    scale = alt.Scale(type="log", domain=ends, nice=True)
    axis = alt.Axis(labelExpr=_LARGE, labelOverlap=True, tickCount=7)
    diagonal = (
        alt.Chart(alt.InlineData(values=[{"at": end} for end in ends]))
        .mark_line(color="@faint", strokeDash=[4, 4], strokeWidth=1)
        .encode(x=alt.X("at:Q", scale=scale), y=alt.Y("at:Q", scale=scale))
    )
    x = alt.X("formula:Q", scale=scale, axis=axis, title="the formula gives")
    y = alt.Y("file:Q", scale=scale, axis=axis, title="the file says")
    # Most games match: what all their marks share is not asked of each of 50,000.
    fitting = (
        alt.Chart(alt.NamedData("fitting"))
        .mark_point(color="@match", shape=_SHAPES[0], size=22, opacity=0.6, **_PLAIN)
        .encode(x=x, y=y)
    )
    others = (
        alt.Chart(alt.NamedData("others"))
        .mark_point(opacity=0.9, **_PLAIN)
        .encode(
            x=x,
            y=y,
            color=_by_verdict(alt.Color, ["@match", "@mismatch", "@tampered", "@other"]),
            shape=_by_verdict(alt.Shape, list(_SHAPES)),
            size=alt.Size("size:Q", scale=None, legend=None),
        )
    )
    return Chart(
        "scores",
        "Recorded against recomputed score",
        "Each mark is a game; on the dashed line the file says what the formula gives. Of a span the value"
        " nearest to the recorded score is taken, and what is below 1 is drawn at 1. A click opens the game.",
        _finished(alt.layer(diagonal, fitting, others), height=380),
        wide=True,
    )


_PLAIN: dict[str, Any] = {
    "filled": True,
    "cursor": "pointer",
    "aria": False,
    "invalid": None,
    # The page says what is under the pointer; the text here only asks it to.
    "tooltip": "game",
}


def _by_verdict(channel: Any, values: list[Any]) -> Any:
    return channel(
        "verdict:N",
        scale=alt.Scale(domain=list(_VERDICTS), range=values),
        legend=alt.Legend(title=None, orient="top", symbolOpacity=1, symbolSize=80),
    )


_COUNTS = alt.Axis(tickMinStep=1, tickCount=6, labelExpr=_LARGE)

_SEVERITIES = ["error", "warning", "hint"]


def _rules(figures: Figures) -> Chart:
    titles = {page.code: page.title for page in pages_of({code for code, _ in figures.rules})}
    every = [row | {"finds": titles.get(row["rule"], "")} for row in figures.by_rule()]
    rows = every[:_RULES]
    bars = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_bar(cursor="pointer")
        .encode(
            y=alt.Y("rule:N", sort=None, title=None),
            x=alt.X("games:Q", title="games", axis=_COUNTS),
            color=alt.Color(
                "severity:N",
                sort=_SEVERITIES,
                scale=alt.Scale(domain=_SEVERITIES, range=["@mismatch", "@tampered", "@other"]),
                legend=alt.Legend(title=None, orient="top"),
            ),
            tooltip=["rule:N", "finds:N", "severity:N", "games:Q"],
        )
    )
    more = len(figures.rules) - len(rows)
    return Chart(
        "rules",
        "Findings by rule",
        "Games in which a rule spoke, at its gravest; an error is a proof, a warning and a hint are not."
        + (f" The {more:,} that spoke least are in the table below." if more > 0 else "")
        + " A click shows these games in the table.",
        _finished(bars, height=_STEP * len(rows)),
        ("rule", "severity", "games", "what it finds"),
        list(numbers(every)),
    )


def _slack(rows: list[dict[str, Any]]) -> Chart:
    bars = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_bar()
        .encode(
            y=alt.Y("slack:N", sort=list(SLACKS), title="points", axis=alt.Axis(labelLimit=140)),
            x=alt.X("games:Q", title="games", axis=_COUNTS),
            color=_by_name("game:N"),
            tooltip=["game:N", "slack:N", "games:Q"],
        )
    )
    return Chart(
        "slack",
        "How tightly scores are known",
        "The width of the span in which the recomputed score lies: 0 is pinned to the point. A wide span"
        " is one in which an edit can hide.",
        _finished(bars, height=26 * len({row["slack"] for row in rows})),
        ("points", "game", "games"),
        list(numbers(rows)),
    )


def _by_name(field_name: str, **more: Any) -> Any:
    return alt.Color(
        field_name,
        scale=alt.Scale(range=list(_TERMS)),
        legend=alt.Legend(title=None, orient="top", labelLimit=160),
        **more,
    )


def _composition(game: str, rows: list[dict[str, Any]]) -> Chart:
    terms = list(dict.fromkeys(row["term"] for row in sorted(rows, key=lambda row: int(row["place"]))))
    bars = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_bar()
        .encode(
            y=alt.Y("band:N", sort=None, title="score (games)", axis=alt.Axis(labelLimit=140)),
            x=alt.X("share:Q", title="share of the points", scale=alt.Scale(domain=[0, 1]), axis=_SHARES),
            color=_by_name("term:N", sort=terms),
            order=alt.Order("place:Q"),
            tooltip=["term:N", alt.Tooltip("share:Q", format=".1%"), "band:N"],
        )
    )
    shown = [{"score": r["band"], "term": r["term"], "share": f"{r['share']:.1%}"} for r in rows]
    return Chart(
        f"terms-{game}",
        f"What scores are made of: {game}",
        "By terms of the formula, before any factor. Games whose score fits and is known to within a tenth.",
        _finished(bars, height=26 * len({row["band"] for row in rows})),
        ("score (games)", "term", "share"),
        list(numbers(shown)),
    )


_SHARES = alt.Axis(format="%", tickCount=5)


def _over_time(game: str, word: str, rows: list[dict[str, Any]]) -> Chart:
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("period:O", title=f"{word} of the end", axis=alt.Axis(labelOverlap=True, labelAngle=0)),
        tooltip=["period:N", "games:Q", *(alt.Tooltip(f"{name}:Q", format=",") for name in _SPREAD)],
    )
    scale = alt.Scale(type="log", nice=True)

    def y(name: str) -> Any:
        return alt.Y(f"{name}:Q", scale=scale, axis=_POINTS, title="recorded score")

    layers = (
        base.mark_bar(color="@open", width=9).encode(y=y("low"), y2="high:Q"),
        base.mark_tick(color="@ink", thickness=2, width=15).encode(y=y("median")),
        base.mark_point(color="@accent", filled=True, shape="circle", size=28).encode(y=y("best")),
    )
    return Chart(
        f"time-{game}",
        f"Scores over time: {game}",
        f"Of the games that ended in a {word}: the bar holds eight in ten, the tick is the median, the dot"
        " the best.",
        _finished(alt.layer(*layers), height=220),
        (word, "games", "one in ten below", "median", "one in ten above", "best"),
        list(numbers(rows)),
    )


_SPREAD = ("low", "median", "high", "best")
