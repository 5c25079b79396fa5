"""Charts of many games, from the table that :func:`necropsy.audit_frame` gives."""

from __future__ import annotations

import os

import altair as alt
import numpy as np
import pandas as pd

from necropsy.plot.marks import by_verdict, chart_of, count_of, label, shaped

__all__ = ["over_time", "scores", "slack"]

MOST_POINTS = 2_000
"""So many games have a point each; more are counted in cells."""

_CELLS = 40
"""Cells to each side: 1,600 a verdict at the very most, and few of them lie off the diagonal."""


def scores(frame: pd.DataFrame) -> alt.LayerChart:
    """Recorded scores against recomputed ones: what fits lies on the line.

    Both scales are logarithmic, and even so have room for 0 and for what lies below (``symlog``).
    A point stands at the end of the span that is nearest to the recorded score, and its span is a
    line. Beyond 2,000 games the chart counts those that lie close together, and its subtitle says so.

    Args:
        frame: audits, with ``recorded``, ``recomputed_low``, ``recomputed_high`` and ``verdict``.
    """
    known = frame.dropna(subset=["recorded"])
    known = known[known["recomputed_low"].notna() | known["recomputed_high"].notna()]
    points = pd.DataFrame(
        {
            "recorded": known["recorded"].astype("float64"),
            "low": known["recomputed_low"].fillna(known["recomputed_high"]).astype("float64"),
            "high": known["recomputed_high"].fillna(known["recomputed_low"]).astype("float64"),
            "verdict": known["verdict"].astype("object"),
        }
    )
    # Where a score lies in its span there is nothing to show but that it does.
    points["nearest"] = points["recorded"].clip(points["low"], points["high"])
    without = len(frame) - len(points)
    said = [count_of(len(points), "game")]
    if without:
        said.append(f"{without:,} more without one of the two scores")
    if len(points) > MOST_POINTS:
        points = _in_cells(points)
        said.append("those close together counted in one point")
    else:
        points["games"] = 1
        points["player"] = known["player"].fillna("").map(label)
        points["file"] = known["source"].map(lambda source: label(os.path.basename(source)))
    return _scores(points, "; ".join(said))


def _scores(points: pd.DataFrame, subtitle: str) -> alt.LayerChart:
    most = float(max(points["recorded"].max(), points["high"].max())) if len(points) else 1.0
    # Of itself the scale has no ticks below its middle, and gives all of them one unit.
    ticks = [0, *(10**power for power in range(1, len(str(int(most))) + 1))]
    axis = alt.Axis(values=ticks, labelExpr="format(datum.value, '~s')")
    scale = alt.Scale(type="symlog", zero=True)
    x = alt.X("nearest:Q", title="recomputed score", scale=scale, axis=axis)
    y = alt.Y("recorded:Q", title="recorded score", scale=scale, axis=axis)
    base = chart_of(points, "recorded and recomputed scores", subtitle)
    colour = by_verdict(points["verdict"])
    spans = base.mark_rule(opacity=0.35).encode(
        x=alt.X("low:Q", title="recomputed score", scale=scale), x2="high:Q", y=y, color=colour
    )
    shown = [f"{name}:N" for name in ("player", "file", "verdict", "games") if name in points]
    numbers = [alt.Tooltip(f"{name}:Q", format=",") for name in ("recorded", "low", "high")]
    counted = bool(len(points)) and points["games"].max() > 1
    dots = base.mark_point(filled=True, opacity=0.75).encode(
        x=x,
        y=y,
        color=colour,
        shape=shaped(points["verdict"]),
        size=alt.Size("games:Q", scale=alt.Scale(range=[40, 600])) if counted else alt.value(50),
        tooltip=[*shown, *numbers],
    )
    ends = chart_of(pd.DataFrame({"nearest": [0.0, most], "recorded": [0.0, most]}))
    line = ends.mark_line(color="#888888", strokeDash=[4, 4]).encode(x=x, y=y)
    return alt.LayerChart(layer=[line, spans, dots])


def _in_cells(points: pd.DataFrame) -> pd.DataFrame:
    """Games that lie close together as one row, with how many they are."""
    cells = _CELLS
    while True:
        keys = [
            (_place(points[name]) * cells // 1).rename(f"cell_{name}") for name in ("recorded", "nearest")
        ]
        counted = points.groupby(["verdict", *keys], observed=True).agg(
            recorded=("recorded", "median"),
            nearest=("nearest", "median"),
            low=("low", "median"),
            high=("high", "median"),
            games=("recorded", "size"),
        )
        if len(counted) <= MOST_POINTS or cells == 1:
            return counted.reset_index()[["recorded", "low", "high", "verdict", "nearest", "games"]]
        cells //= 2


def _place(values: pd.Series[float]) -> pd.Series[float]:
    """Where values lie on the scale of the chart, from 0 to below 1."""
    logs = pd.Series(np.sign(values) * np.log1p(values.abs()), index=values.index)
    width = float(logs.max() - logs.min()) or 1.0
    return pd.Series((logs - logs.min()) / (width * (1 + 1e-9)))


_PERIODS = {"day": "D", "week": "W-SUN", "month": "M", "quarter": "Q", "year": "Y"}
_MOST_PERIODS = 120


def over_time(frame: pd.DataFrame, *, by: str | None = None) -> alt.Chart:
    """How many games of each verdict ended in each period.

    Args:
        frame: audits, with ``ended`` and ``verdict``; games without a day of their end are left
            out, and the subtitle counts them.
        by: ``day``, ``week``, ``month``, ``quarter`` or ``year``; the shortest that gives at most
            120 bars where it is ``None``.

    Raises:
        ValueError: if there is no such period.
    """
    if by is not None and by not in _PERIODS:
        raise ValueError(f"by {by!r}: no such period; known: {', '.join(_PERIODS)}")
    known = frame.dropna(subset=["ended"])
    period = by or _fitting(known["ended"])
    periods = known["ended"].dt.to_period(_PERIODS[period]).rename("period")
    verdicts = known["verdict"].astype("object")
    counted = known.groupby([periods, verdicts]).size().rename("games").reset_index()
    for name, at in (("start", 0), ("end", 1)):
        counted[name] = [(each + at).start_time.date().isoformat() for each in counted["period"]]
    counted = counted.drop(columns="period")
    without = len(frame) - len(known)
    said = count_of(len(known), "game") + (f"; {without:,} more without a day" if without else "")
    chart: alt.Chart = (
        chart_of(counted, f"games by {period}", said)
        .mark_bar()
        .encode(
            x=alt.X("start:T", title=f"{period} of the end"),
            x2="end:T",
            y=alt.Y("games:Q", title="games", axis=alt.Axis(tickMinStep=1)),
            color=by_verdict(counted["verdict"]),
            tooltip=[alt.Tooltip("start:T", title=period), "verdict:N", "games:Q"],
        )
    )
    return chart


def _fitting(ended: pd.Series[pd.Timestamp]) -> str:
    days = (ended.max() - ended.min()).days if len(ended) else 0
    lengths = {"day": 1, "week": 7, "month": 30, "quarter": 91}
    return next((name for name, length in lengths.items() if days < length * _MOST_PERIODS), "year")


_CLASSES = ("0", "1–9", "10–99", "100–999", "1,000–9,999", "10,000–99,999", "100,000 and more", "no end")


def slack(frame: pd.DataFrame) -> alt.Chart:
    """How tightly the scores of the matches are known: the width of their spans, by powers of ten.

    Args:
        frame: audits, with ``verdict``, ``slack``, ``game`` and ``recomputed_low``.
    """
    known = frame[(frame["verdict"] == "match") & frame["recomputed_low"].notna()]
    digits = known["slack"].map(_class, na_action=None).astype("object").rename("class")
    counted = known.groupby([digits, known["game"].astype("object")]).size().rename("games").reset_index()
    chart: alt.Chart = (
        chart_of(counted, "how tightly scores are known", count_of(len(known), "game"))
        .mark_bar()
        .encode(
            x=alt.X(
                "class:N",
                scale=alt.Scale(domain=list(_CLASSES)),
                title="slack in points",
                axis=alt.Axis(labelAngle=-30),
            ),
            y=alt.Y("games:Q", title="matches", axis=alt.Axis(tickMinStep=1)),
            color=alt.Color("game:N", title="game"),
            tooltip=["class:N", "game:N", "games:Q"],
        )
    )
    return chart


def _class(points: object) -> str:
    if not isinstance(points, int):
        return _CLASSES[-1]
    return _CLASSES[min(len(str(points)) if points else 0, len(_CLASSES) - 2)]
