"""The page put together: the template filled in, with data, styles and scripts within."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jinja2

from necropsy.reports.page.assets import json_text, policy, scripts, style
from necropsy.reports.page.charts import charts_of, waterfall
from necropsy.reports.page.figures import Figures
from necropsy.reports.page.manual import pages_of
from necropsy.reports.page.table import Table
from necropsy.reports.visible import visible
from necropsy.verdict import Verdict

__all__ = ["page"]

_SHOWN_AT_ONCE = 20
"""Games in the list at the top; the others are a click away."""


def page(
    parts: Mapping[str, Any], figures: Figures, table: Table, cases: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    """The text of the page, piece by piece.

    Args:
        parts: what the template shows of the run.
        figures: what the charts show.
        table: the games.
        cases: what the cases show, the gravest first.
    """
    charts = list(charts_of(figures))
    codes = {code for code, _ in figures.rules}
    own = style()
    return (
        _environment()
        .get_template("page.html")
        .generate(
            **parts,
            cases=cases,
            at_once=_SHOWN_AT_ONCE,
            charts=charts,
            choices=table.choices(),
            rules=list(pages_of(codes)),
            policy=policy(scripts(), (own,)),
            style=own,
            scripts=scripts(),
            data={
                "games": json_text(table.data()),
                "cases": json_text(cases),
                "charts": json_text({chart.name: chart.spec for chart in charts} | {"case": waterfall()}),
            },
        )
    )


_MARKS = {
    Verdict.MATCH: "●",
    Verdict.MISMATCH: "▲",
    Verdict.TAMPERED: "◆",
    Verdict.INELIGIBLE: "○",
    Verdict.UNFINISHED: "◌",
    Verdict.UNDECIDED: "■",
    Verdict.UNREADABLE: "✕",
    Verdict.SKIPPED: "–",
}
"""Each verdict has a form of its own beside its colour, the one that it has in the chart."""


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("necropsy.reports.page"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["visible"] = visible
    environment.filters["number"] = lambda value: f"{value:,}"
    environment.globals["mark"] = lambda verdict: _MARKS[Verdict(verdict)]
    environment.globals["meaning"] = lambda verdict: Verdict(verdict).meaning
    environment.globals["marks"] = {verdict.value: mark for verdict, mark in _MARKS.items()}
    return environment
