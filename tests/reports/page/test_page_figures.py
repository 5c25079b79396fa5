"""The games of a page added up, and the charts that are made of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from some_audits import samples

from necropsy.reports.page.charts import charts_of, waterfall
from necropsy.reports.page.figures import Figures, band, nearest, slack_band
from necropsy.reports.page.rows import HtmlWriter, Row, loaded


def row(**parts: Any) -> Row:
    usual = Row("a", "dcss", "0.34", "Sapling", "match", 1000, 1000, 1000, True, "2026-11-30", [], [])
    return usual._replace(**parts)


def figures(*rows: Row) -> Figures:
    made = Figures()
    for each in rows:
        made.add(each)
    return made


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (0, "1–10"),
        (-5, "1–10"),
        (9, "1–10"),
        (10, "10–100"),
        (999_999, "100k–1M"),
        (10**9, "1B–10B"),
        (10**16, "10e15–100e15"),
    ],
)
def test_scores_lie_in_bands(points: int, name: str) -> None:
    assert band(points)[1] == name


@pytest.mark.parametrize(
    ("ends", "name"),
    [
        ((5, 5), "0"),
        ((5, 6), "1–9"),
        ((0, 10), "10–99"),
        ((0, 10**9), "100,000 and more"),
        ((0, None), "no end"),
    ],
)
def test_spans_lie_in_bands(ends: tuple[int | None, int | None], name: str) -> None:
    assert slack_band(*ends) == name


def test_the_nearest_value_of_a_span_is_drawn() -> None:
    assert nearest(row(recorded=5, low=7, high=9)) == 7
    assert nearest(row(recorded=11, low=7, high=9)) == 9
    assert nearest(row(recorded=8, low=None, high=None)) == 8
    assert nearest(row(recorded=None)) is None


def test_shares_are_those_of_the_points_in_a_band() -> None:
    parts = [("gold", 250), ("runes", 750), ("orb", 0)]
    made = figures(row(parts=parts), row(parts=parts), row(recorded=50, parts=[("gold", 50)]))
    shares = [(each["band"], each["term"], each["share"]) for each in made.composition("dcss")]
    assert shares == [
        ("10–100 (1)", "gold", 1.0),
        ("1k–10k (2)", "gold", 0.25),
        ("1k–10k (2)", "runes", 0.75),
    ]


def test_a_band_without_a_point_has_no_share() -> None:
    assert figures(row(parts=[("gold", 0)])).composition("dcss") == []


@pytest.mark.parametrize(
    ("days", "word", "periods"),
    [
        (("2026-11-01", "2026-11-30"), "day", ["2026-11-01", "2026-11-30"]),
        (("2025-11-01", "2026-11-30"), "month", ["2025-11", "2026-11"]),
        (("2006-11-01", "2026-11-30"), "year", ["2006", "2026"]),
    ],
)
def test_the_longer_the_time_the_longer_its_periods(
    days: tuple[str, str], word: str, periods: list[str]
) -> None:
    made = figures(*(row(ended=day) for day in days))
    found, rows = made.over_time("dcss")
    assert (found, [each["period"] for each in rows]) == (word, periods)


def test_rules_are_counted_with_the_proofs_first() -> None:
    made = figures(row(rules=[("X150", 2)]), row(rules=[("X150", 2)]), row(rules=[("C101", 3)]))
    assert made.by_rule() == [
        {"rule": "C101", "severity": "error", "games": 1},
        {"rule": "X150", "severity": "warning", "games": 2},
    ]


def test_games_without_a_score_are_in_no_chart_of_scores() -> None:
    made = figures(row(recorded=None), row(game=None))
    assert not list(charts_of(made))


def test_a_game_that_was_not_recomputed_has_no_point() -> None:
    made = figures(row(recomputed=False, low=None, high=None, ended=None))
    assert (made.points, made.slack(), made.dated) == (0, [], [])


def test_the_samples_give_every_chart_with_its_numbers() -> None:
    made = Figures()
    for text in HtmlWriter().write(samples()):
        assert text is not None
        made.add(loaded(text)[0])
    charts = {chart.name: chart for chart in charts_of(made)}
    assert list(charts) == [
        "scores",
        "rules",
        "slack",
        "terms-dcss",
        "time-dcss",
        "terms-gnollhack",
        "time-gnollhack",
    ]
    for chart in charts.values():
        assert len(chart.numeric) in (0, len(chart.head))
        assert "config" not in chart.spec
    assert re.search(r" The \d+ that spoke least are", charts["rules"].caption)
    # What is in the page's own data is not written a second time.
    assert len(json.dumps(charts["scores"].spec)) < 6000


def test_the_bars_of_a_case_are_put_in_by_the_page() -> None:
    assert waterfall()["data"] == {"name": "steps"}
