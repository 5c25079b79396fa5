"""The charts: what is in them, that the schema takes them, and that they can be drawn."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
import pytest
from some_audits import audit_of, samples

import necropsy
from necropsy import Audit, Breakdown, Finding, Severity, Span, Term, Verdict, plot
from necropsy.plot import games as of_games

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
WINNER = SAMPLES / "dcss" / "morgue-Pfijohu52-20261130-104519.txt"


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """The table of all samples."""
    return necropsy.to_frame(samples())


def rows_of(chart: Any, layer: int | None = None) -> list[dict[str, Any]]:
    """The rows of a chart, or of one of its layers; the schema is checked meanwhile."""
    made = chart.to_dict()
    part = made if layer is None else made["layer"][layer]
    data = part.get("data", made.get("data"))
    rows: list[dict[str, Any]] = data["values"] if "values" in data else made["datasets"][data["name"]]
    return rows


def scored(player: str, *terms: Term, total: Span, recorded: int | None = None) -> Audit:
    """An audit with a breakdown."""
    breakdown = Breakdown("F", "formula F", terms, total)
    return audit_of({"player": player}, breakdown=breakdown, recorded=recorded)


class TestScores:
    def test_each_scored_game_is_a_point(self, frame: pd.DataFrame) -> None:
        chart = plot.scores(frame)
        rows = rows_of(chart, 2)
        known = frame[frame["recorded"].notna() & frame["recomputed_low"].notna()]
        assert len(rows) == len(known)
        winner = next(row for row in rows if row["file"] == WINNER.name)
        assert (winner["recorded"], winner["nearest"], winner["verdict"]) == (2_044_911, 2_044_911, "match")
        mismatch = next(row for row in rows if row["verdict"] == "mismatch" and row["recorded"] > row["high"])
        assert mismatch["nearest"] == mismatch["high"]
        assert f"{len(known):,} games" in str(chart.to_dict()["layer"][1]["title"]["subtitle"])

    def test_a_verdict_has_colour_and_shape(self, frame: pd.DataFrame) -> None:
        encoding = plot.scores(frame).to_dict()["layer"][2]["encoding"]
        colour, shape = encoding["color"], encoding["shape"]
        assert colour["field"] == shape["field"] == "verdict"
        assert colour["scale"]["domain"] == shape["scale"]["domain"]
        assert len(set(shape["scale"]["range"])) == len(shape["scale"]["domain"]) > 2

    def test_a_million_games_are_counted_in_cells(self) -> None:
        random = np.random.default_rng(7)
        recorded = (10 ** random.uniform(0, 7, 200_000)).astype("int64")
        many = pd.DataFrame({"recorded": pd.array(recorded, dtype="Int64")})
        many["recomputed_low"] = many["recorded"] + random.integers(-1000, 1000, len(many))
        many["recomputed_high"] = many["recomputed_low"] + 10
        many["verdict"] = random.choice([verdict.value for verdict in Verdict], len(many))
        rows = rows_of(plot.scores(many), 2)
        assert len(rows) <= of_games.MOST_POINTS
        assert sum(row["games"] for row in rows) == len(many)

    def test_where_cells_are_still_too_many_they_grow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(of_games, "MOST_POINTS", 3)
        numbers = pd.array([1, 10, 100, 1000, 10_000], dtype="Int64")
        five = pd.DataFrame({"recorded": numbers, "recomputed_low": numbers, "recomputed_high": numbers})
        rows = rows_of(plot.scores(five.assign(verdict="match")), 2)
        assert len(rows) <= 3
        assert sum(row["games"] for row in rows) == 5

    def test_one_open_end_is_drawn_at_the_other(self) -> None:
        one = necropsy.to_frame([scored("a", total=Span(7, None), recorded=9)])
        assert [(row["low"], row["high"]) for row in rows_of(plot.scores(one), 2)] == [(7, 7)]


class TestTerms:
    def test_a_bar_begins_where_the_one_before_ends(self) -> None:
        rows = rows_of(plot.terms(necropsy.audit(WINNER)), 0)
        sure = [row for row in rows if row["part"] == "sure"]
        assert [row["term"] for row in sure] == ["experience", "runes", "orb", "turns", "gems"]
        assert all(one["to"] == other["from"] for one, other in pairwise(sure))
        total = [row for row in rows if row["term"] == "score"]
        assert (total[0]["to"], total[-1]["part"], total[-1]["to"]) == (
            2_044_731,
            "within the span",
            2_045_219,
        )

    def test_a_span_has_a_light_end_and_the_record_a_line(self) -> None:
        terms = (Term("a", Span(10, 20), "", ""), Term("b", Span(-5, -5), "", ""))
        chart = plot.terms(scored("x", *terms, total=Span(5, 15), recorded=14))
        bars = [(row["term"], row["part"], row["from"], row["to"]) for row in rows_of(chart, 0)]
        assert bars == [
            ("a", "sure", 0, 10),
            ("a", "within the span", 10, 20),
            ("b", "sure", 10, 5),
            ("score", "score so far", 0, 5),
            ("score", "within the span", 5, 15),
        ]
        assert rows_of(chart, 1) == [{"recorded": 14}]

    @pytest.mark.parametrize(
        ("span", "bars"),
        [
            (Span(-8, -2), [("sure", 0, -2), ("within the span", -2, -8)]),
            (Span(-3, 4), [("within the span", -3, 4)]),
            (Span(2, None), [("sure", 0, 2)]),
            (Span(None, 6), [("sure", 0, 0), ("within the span", 0, 6)]),
            (Span(None, None), [("sure", 0, 0)]),
        ],
    )
    def test_spans_of_any_kind(self, span: Span, bars: list[tuple[str, float, float]]) -> None:
        rows = rows_of(plot.terms(scored("x", Term("a", span, "", ""), total=Span(0, 0))), 0)
        assert [(row["part"], row["from"], row["to"]) for row in rows if row["term"] == "a"] == bars

    def test_factors_show_what_they_make(self) -> None:
        ardal = necropsy.audit(SAMPLES / "gnollhack" / "gnollhack.ardal.1796036169.txt")
        rows = {row["term"]: row for row in rows_of(plot.terms(ardal), 0)}
        assert rows["base"]["to"] == 139_000
        assert (rows["difficulty"]["from"], rows["difficulty"]["to"]) == (0, 1_390_000)
        assert rows["difficulty"]["points"] == "x 10 = 1,390,000"

    def test_what_was_not_recomputed_has_no_terms(self) -> None:
        with pytest.raises(ValueError, match="no score was recomputed"):
            plot.terms(Audit("x.txt", Verdict.UNREADABLE))


class TestComposition:
    def test_the_highest_come_first_and_add_up(self) -> None:
        chart = plot.composition(samples(), top=5)
        rows = rows_of(chart)
        names = list(dict.fromkeys(row["game"] for row in rows))
        assert [name.split(". ")[0] for name in names] == ["1", "2", "3", "4", "5"]
        best = max(audit.recorded or 0 for audit in samples() if audit.breakdown)
        assert chart.to_dict()["title"]["subtitle"] == "5 games"
        assert sum(row["points"] for row in rows if row["game"] == names[0]) == pytest.approx(best, rel=0.1)

    def test_factors_reach_each_term(self) -> None:
        terms = (
            Term("depth", Span(10, 10), "", ""),
            Term("conducts", Span(30, 30), "", ""),
            Term("gems", Span(0, 0), "", ""),
            Term("base", Span(40, 40), "", ""),
            Term("ascension", Span(120, 120), "", "", factor=(3, 3)),
        )
        rows = rows_of(plot.composition([scored("x", *terms, total=Span(120, 120))]))
        assert [(row["term"], row["points"]) for row in rows] == [("depth", 30), ("conducts", 90)]

    def test_shares_have_one_length(self) -> None:
        made = plot.composition(samples(), share=True).to_dict()
        assert made["encoding"]["x"]["stack"] == "normalize"
        assert made["encoding"]["x"]["title"] == "share of the score"


class TestOverTime:
    def test_every_dated_game_is_counted(self, frame: pd.DataFrame) -> None:
        chart = plot.over_time(frame)
        assert sum(row["games"] for row in rows_of(chart)) == frame["ended"].notna().sum()
        assert chart.to_dict()["title"]["text"] == "games by day"

    @pytest.mark.parametrize(
        ("days", "period"),
        [(100, "day"), (300, "week"), (3_000, "month"), (9_000, "quarter"), (20_000, "year")],
    )
    def test_the_period_fits_the_time(self, days: int, period: str) -> None:
        ended = pd.to_datetime(["1980-01-01", pd.Timestamp("1980-01-01") + pd.Timedelta(days=days)])
        made = plot.over_time(pd.DataFrame({"ended": ended, "verdict": "match"}))
        assert made.to_dict()["title"]["text"] == f"games by {period}"
        assert len(rows_of(made)) == 2

    def test_a_period_can_be_chosen(self, frame: pd.DataFrame) -> None:
        rows = rows_of(plot.over_time(frame, by="month"))
        assert {(row["start"], row["end"]) for row in rows} == {("2026-11-01", "2026-12-01")}
        with pytest.raises(ValueError, match="known: day, week, month, quarter, year"):
            plot.over_time(frame, by="fortnight")


class TestSlack:
    def test_matches_are_counted_by_powers_of_ten(self, frame: pd.DataFrame) -> None:
        rows = rows_of(plot.slack(frame))
        matches = frame[(frame["verdict"] == "match") & frame["recomputed_low"].notna()]
        assert sum(row["games"] for row in rows) == len(matches)
        pinned = sum(row["games"] for row in rows if row["class"] == "0")
        assert pinned == (matches["slack"] == 0).sum()

    @pytest.mark.parametrize(
        ("total", "name"),
        [
            (Span(5, 5), "0"),
            (Span(0, 9), "1–9"),
            (Span(0, 10), "10–99"),
            (Span(0, 10**9), "100,000 and more"),
        ],
    )
    def test_classes(self, total: Span, name: str) -> None:
        (row,) = rows_of(plot.slack(necropsy.to_frame([scored("x", total=total)])))
        assert row["class"] == name

    def test_what_has_no_end_is_a_class(self) -> None:
        (row,) = rows_of(plot.slack(necropsy.to_frame([scored("x", total=Span(0, None))])))
        assert row["class"] == "no end"


class TestFindings:
    def test_games_are_counted_once_a_rule(self) -> None:
        found = tuple(Finding("C101", Severity.ERROR, f"{what}") for what in ("turns", "species"))
        rows = rows_of(plot.findings([audit_of({}, findings=found), audit_of({}, findings=found[:1])]))
        assert [(row["rule"], row["severity"], row["games"]) for row in rows] == [("C101", "error", 2)]
        assert rows[0]["title"]

    def test_the_rarest_and_the_least_are_left_out(self) -> None:
        chart = plot.findings(samples(), least=Severity.WARNING, top=2)
        assert len({row["rule"] for row in rows_of(chart)}) == 2
        assert "hint" not in {row["severity"] for row in rows_of(chart)}
        assert "the 2 with the most games are shown" in chart.to_dict()["title"]["subtitle"]


def charts() -> dict[str, alt.Chart | alt.LayerChart]:
    """One chart of each kind."""
    frame = necropsy.to_frame(samples())
    return {
        "scores": plot.scores(frame),
        "over_time": plot.over_time(frame),
        "slack": plot.slack(frame),
        "findings": plot.findings(samples()),
        "composition": plot.composition(samples()),
        "terms": plot.terms(necropsy.audit(WINNER)),
    }


def test_there_is_a_chart_of_each_kind() -> None:
    assert set(charts()) == set(plot.__all__)


@pytest.mark.parametrize("name", plot.__all__)
def test_a_chart_can_be_drawn(name: str, tmp_path: Path) -> None:
    chart = charts()[name]
    chart.save(tmp_path / "chart.svg")
    drawn = (tmp_path / "chart.svg").read_text("utf-8")
    assert drawn.startswith("<svg")
    assert drawn.count("<path") > 3
    chart.save(tmp_path / "chart.png")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("audits", [[], [Audit("x.txt", Verdict.UNREADABLE)]], ids=["none", "unread"])
def test_nothing_makes_an_empty_chart(audits: list[Audit]) -> None:
    frame = necropsy.to_frame(audits)
    assert rows_of(plot.scores(frame), 2) == []
    for chart in (plot.over_time(frame), plot.slack(frame), plot.findings(audits), plot.composition(audits)):
        assert rows_of(chart) == []


def test_a_hostile_name_is_shown_and_does_nothing(tmp_path: Path) -> None:
    name = "\x1b[31m<script>alert(1)</script>\u202e" + "x" * 200
    audit = scored(name, Term("a", Span(1, 1), "", ""), total=Span(1, 1), recorded=1)
    for chart in (plot.terms(audit), plot.composition([audit]), plot.scores(necropsy.to_frame([audit]))):
        chart.save(tmp_path / "chart.svg")
        drawn = (tmp_path / "chart.svg").read_text("utf-8")
        assert not {"<script", "\x1b", "\u202e"} & {
            each for each in ("<script", "\x1b", "\u202e") if each in drawn
        }
        assert "x" * 61 not in drawn


def test_the_package_has_the_charts_when_they_are_asked_for() -> None:
    program = "import necropsy, sys; assert 'altair' not in sys.modules; print(necropsy.plot.scores.__name__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "scores\n"


def test_without_altair_the_extra_is_named() -> None:
    program = (
        "import sys; sys.modules['altair'] = None\n"
        "try:\n    import necropsy.plot\n"
        "except ModuleNotFoundError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pip install 'necropsy[report]'" in done.stdout
