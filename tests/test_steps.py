"""The way of a score from its first term to its total."""

from __future__ import annotations

import pytest
from some_audits import samples

from necropsy.breakdown import Breakdown, Term
from necropsy.recall import recall
from necropsy.span import ANY, Span
from necropsy.steps import Kind, factor_text, steps_of


def term(name: str, span: Span, factor: tuple[float, float] | None = None) -> Term:
    return Term(name, span, "formula", "source", (), factor)


def taken(*terms: Term) -> Breakdown:
    return Breakdown("F", "formula F", terms, Span(0, 0))


def test_the_last_step_is_the_total_of_every_sample() -> None:
    seen = 0
    for audit in samples():
        if audit.breakdown is not None and audit.breakdown.terms:
            seen += 1
            assert list(steps_of(audit.breakdown))[-1].after.covers(audit.breakdown.total), audit.source
    assert seen > 50


def test_what_stands_for_all_above_it_is_not_added() -> None:
    depth, base, modern = steps_of(
        taken(term("depth", Span(40, 40)), term("base", Span(0, 40)), term("modern", Span(0, 4), (0.1, 0.1)))
    )
    assert (depth.kind, base.kind, modern.kind) == (Kind.ADDS, Kind.REPLACES, Kind.MULTIPLIES)
    assert (base.before, base.after) == (Span(40, 40), Span(0, 40))
    assert (modern.before, modern.after) == (Span(0, 40), Span(0, 4))


def test_what_a_factor_makes_is_worked_out_where_nobody_says_it() -> None:
    steps = list(steps_of(taken(term("depth", Span(50, None)), term("modern", ANY, (0.5, 2.0)))))
    assert steps[-1].after == Span(25, None)


def test_an_audit_out_of_a_store_comes_to_its_total_too() -> None:
    for audit in samples():
        if audit.game == "gnollhack" and audit.breakdown is not None:
            again = recall(audit.to_dict()).breakdown
            assert again is not None
            last, total = list(steps_of(again))[-1].after, audit.breakdown.total
            assert last.low is not None
            assert total.low is not None
            assert abs(last.low - total.low) <= 2, audit.source


@pytest.mark.parametrize(
    ("of", "idle"),
    [
        (term("gems", Span(0, 0)), True),
        (term("gems", Span(0, 5)), False),
        (term("ascension", Span(0, 5), (1, 1)), True),
        (term("ascension", Span(0, 0), (1, 3)), False),
        (term("base", Span(0, 0)), False),
    ],
)
def test_a_step_that_changes_nothing_is_idle(of: Term, idle: bool) -> None:
    (step,) = steps_of(taken(of))
    assert step.idle is idle


def test_factors_are_written_as_people_write_them() -> None:
    assert factor_text((10, 10)) == "10"
    assert factor_text((0.8, 1.9)) == "0.8 … 1.9"


def test_points_below_0_times_a_factor_that_may_be_0() -> None:
    taken = Term("taken", Span(-8, -1), "", "")
    half = Term("half", ANY, "", "", factor=(0, 1))
    *_, last = steps_of(Breakdown("", "", (taken, half), ANY))
    assert last.after == Span(-8, 0)
