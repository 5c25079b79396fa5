"""Span against brute force over small intervals; an open end is tried in two windows.

Where the image over the wider window reaches further than over the narrow one, the true
image has no end there, and neither must the span.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from necropsy.span import ANY, Span

NARROW, WIDE = 60, 120

small = st.integers(-7, 7)
ends = st.none() | small


@st.composite
def spans(draw: st.DrawFn, least: int | None = None) -> Span:
    """Small spans, open ends included; with ``least`` none reaches below it."""
    low = draw(ends if least is None else st.integers(least, least + 7))
    high = draw(ends if low is None else st.none() | st.integers(low, low + 7))
    return Span(low, high)


def values(span: Span, window: int) -> range:
    low = -window if span.low is None else span.low
    high = window if span.high is None else span.high
    return range(low, high + 1)


def image(function: Callable[..., int], *operands: Span) -> Span:
    """The hull of all results, by trying them all."""

    def results(window: int) -> set[int]:
        found: set[tuple[int, ...]] = {()}
        for operand in operands:
            found = {(*some, value) for some in found for value in values(operand, window)}
        return {function(*arguments) for arguments in found}

    narrow, wide = results(NARROW), results(WIDE)
    low = min(narrow) if min(narrow) == min(wide) else None
    high = max(narrow) if max(narrow) == max(wide) else None
    return Span(low, high)


# ------------------------------------------------------------------------- arithmetic


@given(spans(), spans())
def test_sum_and_difference(a: Span, b: Span) -> None:
    assert a + b == image(lambda x, y: x + y, a, b)
    assert a - b == image(lambda x, y: x - y, a, b)


@given(spans(), small)
def test_arithmetic_with_a_number_on_either_side(a: Span, number: int) -> None:
    assert a + number == number + a == image(lambda x: x + number, a)
    assert a - number == image(lambda x: x - number, a)
    assert number - a == image(lambda x: number - x, a)
    assert a * number == number * a == image(lambda x: x * number, a)


@given(spans())
def test_negation(a: Span) -> None:
    assert -a == image(lambda x: -x, a)
    assert 0 - (-a) == a


@given(spans(), spans())
def test_product(a: Span, b: Span) -> None:
    assert a * b == image(lambda x, y: x * y, a, b)


@given(spans(), spans(least=1))
def test_floor_division(a: Span, b: Span) -> None:
    assert a // b == image(lambda x, y: x // y, a, b)


@given(small, spans(least=1))
def test_floor_division_of_a_number(number: int, b: Span) -> None:
    assert number // b == image(lambda y: number // y, b)


@given(spans(least=0), st.integers(1, 3))
def test_power(a: Span, exponent: int) -> None:
    assert a**exponent == image(lambda x: int(x**exponent), a)


@given(spans(), st.fractions(-3, 3, max_denominator=6))
def test_scaled_by_a_rational(a: Span, factor: Fraction) -> None:
    assume(factor != 0)
    assert a.scaled(factor) == image(lambda x: int(x * factor // 1), a)


@given(spans())
def test_scaled_by_zero_holds_zero(a: Span) -> None:
    assert 0 in a.scaled(Fraction(0))


@given(spans())
def test_increasing_and_decreasing(a: Span) -> None:
    assert a.increasing(lambda x: 3 * x - 1) == image(lambda x: 3 * x - 1, a)
    assert a.decreasing(lambda x: 5 - 2 * x) == image(lambda x: 5 - 2 * x, a)


@given(st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30), st.integers(1, 10**30))
def test_numbers_beyond_a_double_stay_exact(a: int, b: int, c: int) -> None:
    assert Span.exactly(a) * Span.exactly(b) == Span.exactly(a * b)
    assert Span.exactly(a) // Span.exactly(c) == Span.exactly(a // c)
    assert Span.exactly(a).scaled(Fraction(b, c)) == Span.exactly(a * b // c)


def test_the_turn_bonus() -> None:
    turns = Span(99_000, 101_000)
    assert (6_250_000_000 * Span.exactly(3) ** 2) // (1 + turns) == Span(556_925, 568_176)


# ------------------------------------------------------------------------------- sets


def inside(span: Span) -> Iterable[int]:
    return [value for value in range(-20, 21) if value in span]


@given(spans())
def test_membership(a: Span) -> None:
    assert list(inside(a)) == list(values(a, 20))
    assert "1" not in a


@given(spans(), spans())
def test_intersection(a: Span, b: Span) -> None:
    both = [value for value in inside(a) if value in b]
    common = a & b
    assert list(inside(common)) == both if common is not None else not both


@given(spans(), spans())
def test_hull(a: Span, b: Span) -> None:
    hull = a | b
    either = sorted({*inside(a), *inside(b)})
    assert list(inside(hull)) == list(range(either[0], either[-1] + 1))
    assert hull.covers(a)
    assert hull.covers(b)


@given(spans(), spans())
def test_covers(a: Span, b: Span) -> None:
    assert a.covers(b) == set(inside(a)).issuperset(inside(b))
    assert ANY.covers(a)


@given(spans(), ends, ends)
def test_clamped(a: Span, low: int | None, high: int | None) -> None:
    assume(low is None or high is None or low <= high)

    def clamp(value: int) -> int:
        value = value if high is None else min(value, high)
        return value if low is None else max(value, low)

    assert a.clamped(low, high) == image(clamp, a)


@given(spans(), small)
def test_excess(a: Span, value: int) -> None:
    excess = a.excess(value)
    assert (excess == 0) == (value in a)
    assert value - excess in a
    if excess:
        assert value - excess in (a.low, a.high)


# ------------------------------------------------------------------------ construction


@given(spans())
def test_width_and_exact(a: Span) -> None:
    if a.low is None or a.high is None:
        assert a.width is None
        assert a.exact is None
    else:
        assert a.width == a.high - a.low
        assert a.exact == (a.low if a.low == a.high else None)


def test_named_spans() -> None:
    assert Span.exactly(3) == Span(3, 3)
    assert Span.at_least(3) == Span(3, None)
    assert Span.at_most(3) == Span(None, 3)
    assert Span(None, None) == ANY


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (Span.exactly(1204), "1,204"),
        (Span(300, 512), "300 … 512"),
        (Span(-1_634_575_888, 7), "-1,634,575,888 … 7"),
        (Span.at_least(7), "at least 7"),
        (Span.at_most(99_999_999), "at most 99,999,999"),
        (ANY, "anything"),
    ],
)
def test_text(span: Span, text: str) -> None:
    assert str(span) == text


def test_no_empty_span() -> None:
    with pytest.raises(ValueError, match="low <= high"):
        Span(3, 2)


@pytest.mark.parametrize("divisor", [Span(0, 3), Span(-2, 3), Span.at_most(3), ANY])
def test_division_by_what_may_not_be_positive(divisor: Span) -> None:
    with pytest.raises(ValueError, match="positive"):
        Span(1, 2) // divisor


@pytest.mark.parametrize(("base", "exponent"), [(Span(-1, 2), 2), (ANY, 2), (Span(1, 2), -1)])
def test_power_of_what_is_not_natural(base: Span, exponent: int) -> None:
    with pytest.raises(ValueError, match=r"power|exponent"):
        base**exponent
