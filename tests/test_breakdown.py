"""Breakdowns and what joins them."""

from __future__ import annotations

import pytest

from necropsy.breakdown import Breakdown, Reckoning, Term, widest
from necropsy.span import Span


def breakdown(name: str = "F1", total: tuple[int, int] = (0, 9), **terms: tuple[int, int]) -> Breakdown:
    made = tuple(Term(term, Span(*span), f"{name} {term}", "hiscores.cc") for term, span in terms.items())
    return Breakdown(name, f"the formula {name}", made, Span(*total))


def test_slack_is_the_width_of_the_total() -> None:
    assert breakdown(total=(5, 5)).slack == 0
    assert breakdown(total=(5, 12)).slack == 7
    assert Breakdown("F1", "", (), Span(5, None)).slack is None


def test_a_term_by_its_name() -> None:
    one = breakdown(runes=(1, 2), turns=(3, 4))
    assert one.term("turns") == one.terms[1]
    assert one.term("gems") is None


def test_plain_data() -> None:
    assert breakdown(total=(1, 2), runes=(1, 2)).to_dict() == {
        "formula": "F1",
        "score": [1, 2],
        "terms": [{"name": "runes", "span": [1, 2], "formula": "F1 runes", "source": "hiscores.cc"}],
    }


def test_the_hull_of_two() -> None:
    one = breakdown("F1", (0, 9), experience=(1, 2), gold=(5, 5))
    other = breakdown("F2", (20, 30), experience=(4, 8), gems=(7, 7))
    hull = one.hull(other)
    assert (hull.regime, hull.title) == ("F1 or F2", "the formula F1 or the formula F2")
    assert hull.total == Span(0, 30)
    # A term that only one of them has may be nothing.
    assert [(t.name, t.span) for t in hull.terms] == [
        ("experience", Span(1, 8)),
        ("gold", Span(0, 5)),
        ("gems", Span(0, 7)),
    ]
    assert hull.term("experience") is not None
    assert [t.formula for t in hull.terms] == ["F1 experience  or  F2 experience", "F1 gold", "F2 gems"]


def test_the_same_formula_is_not_said_twice() -> None:
    hull = breakdown(runes=(1, 2)).hull(breakdown(runes=(4, 5)))
    assert [t.formula for t in hull.terms] == ["F1 runes"]


def test_the_widest_of_several() -> None:
    one, other, third = (breakdown(name, (low, low)) for name, low in (("F1", 1), ("F2", 9), ("F3", 5)))
    assert widest([one]) is one
    assert widest([one, other, third]).total == Span(1, 9)


@pytest.mark.parametrize(("recorded", "expected"), [(5, "F1"), (25, "F2"), (50, "F2"), (None, "F1")])
def test_the_candidate_that_fits(recorded: int | None, expected: str) -> None:
    reckoning = Reckoning((breakdown("F1", (0, 9)), breakdown("F2", (5, 30))))
    best = reckoning.best(recorded)
    assert best is not None
    assert best.regime == expected


def test_no_candidate() -> None:
    assert Reckoning(missing=("the header",)).best(5) is None


def test_the_hull_with_a_formula_that_does_not_multiply() -> None:
    """Its score is what stands above the factor; a hull with 0 would be a bluff."""
    base = Term("base", Span.exactly(90), "90", "end.c")
    divided = Term("modern", Span.exactly(30), "1 / 3", "end.c", factor=(1 / 3, 1 / 3))
    one = Breakdown("old", "the old formula", (base,), Span.exactly(90))
    other = Breakdown("new", "the new formula", (base, divided), Span.exactly(30))
    for hull in (one.hull(other), other.hull(one)):
        term = hull.term("modern")
        assert term is not None
        assert (term.span, term.factor) == (Span(30, 90), (1 / 3, 1.0))


def test_a_doubt_is_no_proof() -> None:
    assert Reckoning().conclusive
    assert not Reckoning(doubts=("the formula may be another one",)).conclusive
