"""What all charts share: a colour and a shape for each verdict, and readable texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import altair as alt
import pandas as pd

from necropsy.reports.palette import VERDICT_COLOURS
from necropsy.reports.visible import clipped
from necropsy.verdict import IN_ORDER, Verdict

__all__ = ["by_verdict", "chart_of", "count_of", "label", "shaped"]

VERDICT_SHAPES: Mapping[str, str] = {
    Verdict.MATCH.value: "circle",
    Verdict.MISMATCH.value: "triangle-up",
    Verdict.TAMPERED.value: "diamond",
    Verdict.INELIGIBLE.value: "square",
    Verdict.UNFINISHED.value: "triangle-down",
    Verdict.UNDECIDED.value: "cross",
    Verdict.UNREADABLE.value: "triangle-left",
    Verdict.SKIPPED.value: "triangle-right",
}
_LONGEST = 60


def _present(verdicts: Iterable[object]) -> list[str]:
    found = {str(verdict) for verdict in verdicts}
    return [verdict.value for verdict in IN_ORDER if verdict.value in found]


def by_verdict(verdicts: Iterable[object]) -> alt.Color:
    """The colours of the verdicts that occur, with a legend."""
    present = _present(verdicts)
    scale = alt.Scale(domain=present, range=[VERDICT_COLOURS[verdict] for verdict in present])
    return alt.Color("verdict:N", scale=scale, title="verdict")


def shaped(verdicts: Iterable[object]) -> alt.Shape:
    """The shapes of the verdicts that occur: no chart is read by its colours alone."""
    present = _present(verdicts)
    scale = alt.Scale(domain=present, range=[VERDICT_SHAPES[verdict] for verdict in present])
    return alt.Shape("verdict:N", scale=scale, title="verdict")


def chart_of(frame: pd.DataFrame, title: str = "", subtitle: str = "") -> alt.Chart:
    """A chart of some rows, with a title if there is one."""
    # As plain rows: what Altair makes of a pandas type is not the same in all of its versions.
    rows: list[Any] = frame.astype(object).where(frame.notna(), None).to_dict("records")
    chart = alt.Chart(alt.InlineData(values=rows))
    if not title:
        return chart
    return chart.properties(title=alt.TitleParams(title, subtitle=subtitle, anchor="start"))


def label(text: object) -> str:
    """A text of a file as a chart can show it: visible, and not too long."""
    return clipped(str(text), _LONGEST)


def count_of(number: int, word: str) -> str:
    """``1 game``, ``1,204 games``."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"
