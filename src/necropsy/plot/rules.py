"""A chart of what the rules found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import altair as alt
import pandas as pd

from necropsy.games import games
from necropsy.plot.marks import chart_of, count_of, label
from necropsy.reports.palette import SEVERITY_COLOURS
from necropsy.rules import Severity
from necropsy.verdict import Audit

__all__ = ["findings"]


def findings(audits: Iterable[Audit], *, least: Severity = Severity.HINT, top: int = 40) -> alt.Chart:
    """How many games each rule found something in, by severity.

    Args:
        audits: the audits; none of them is kept.
        least: findings below this severity are left out.
        top: so many rules, those with the most games.
    """
    counts: Counter[tuple[str, Severity]] = Counter()
    seen = 0
    for audit in audits:
        seen += 1
        counts.update({(each.rule, each.severity) for each in audit.findings if each.severity >= least})
    by_rule: Counter[str] = Counter()
    for (code, _), number in counts.items():
        by_rule[code] += number
    shown = [code for code, _ in by_rule.most_common(top)]
    titles = {rule.code: rule.title for game in games() for rule in game.rulebook}
    rows = [
        {"rule": code, "title": label(titles.get(code, "")), "severity": severity.label, "games": number}
        for (code, severity), number in sorted(counts.items())
        if code in set(shown)
    ]
    said = f"{count_of(seen, 'audit')}, {count_of(len(by_rule), 'rule')}"
    if len(by_rule) > len(shown):
        said += f"; the {len(shown):,} with the most games are shown"
    frame = pd.DataFrame(rows, columns=["rule", "title", "severity", "games"])
    return _chart(frame, shown, said)


def _chart(frame: pd.DataFrame, order: list[str], subtitle: str) -> alt.Chart:
    colours = alt.Scale(domain=list(SEVERITY_COLOURS), range=list(SEVERITY_COLOURS.values()))
    chart: alt.Chart = (
        chart_of(frame, "findings by rule", subtitle)
        .mark_bar()
        .encode(
            y=alt.Y("rule:N", sort=order, title="rule"),
            x=alt.X("games:Q", title="games", axis=alt.Axis(tickMinStep=1)),
            color=alt.Color("severity:N", scale=colours, title="severity"),
            tooltip=["rule:N", "title:N", "severity:N", "games:Q"],
        )
    )
    return chart
