"""Stats: the worked examples, the borders that are easily got wrong, and what always holds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.hengband.stat import (
    CAPS,
    STATS,
    dec_stat,
    inc_stat,
    modify_stat_value,
    parse_stat,
    stat_index,
    stat_span,
    stat_text,
    total_modifier,
)
from necropsy.span import Span

values = st.integers(3, 237)
naturals = st.integers(3, 148)
amounts = st.integers(1, 200)


def texts(outcomes: dict[int, Fraction]) -> list[str]:
    return [stat_text(value) for value in sorted(outcomes)]


def after(base: str, steps: int) -> str:
    return stat_text(modify_stat_value(parse_stat(base), steps))


class TestText:
    @pytest.mark.parametrize(("text", "value"), [("3", 3), ("  17", 17), ("18", 18), ("18/01", 19)])
    def test_small_values(self, text: str, value: int) -> None:
        assert parse_stat(text) == value

    @pytest.mark.parametrize(("text", "value"), [("18/43", 61), ("18/100", 118), ("18/219", 237)])
    def test_percentiles_count_on_from_18(self, text: str, value: int) -> None:
        assert parse_stat(text) == value

    @pytest.mark.parametrize(
        "text",
        ["", "2", "19", "18/", "18/0", "18/00", "18/7", "18/220", "18/999", "017", "18/1000", "-3", "1８"],
    )
    def test_what_the_game_never_prints_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="not a stat"):
            parse_stat(text)

    def test_stars_hide_the_value(self) -> None:
        assert stat_span(" 18/***") == Span.at_least(238)
        with pytest.raises(ValueError, match=r"18/220 or more"):
            parse_stat("18/***")

    def test_a_known_value_is_a_span_of_one(self) -> None:
        assert stat_span("18/43") == Span.exactly(61)

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (3, "3"),
            (18, "18"),
            (19, "18/01"),
            (117, "18/99"),
            (118, "18/100"),
            (237, "18/219"),
            (238, "18/***"),
        ],
    )
    def test_printing(self, value: int, text: str) -> None:
        assert stat_text(value) == text

    @given(values)
    def test_a_printed_value_is_read_again(self, value: int) -> None:
        assert parse_stat(stat_text(value)) == value

    @given(st.integers(3, 1000))
    def test_no_printed_text_is_wider_than_its_column(self, value: int) -> None:
        assert len(stat_text(value)) <= 6
        assert value in stat_span(stat_text(value))


class TestIndex:
    @pytest.mark.parametrize(
        ("text", "index"),
        [
            ("3", 0),
            ("18", 15),
            ("18/09", 15),
            ("18/10", 16),
            ("18/100", 25),
            ("18/210", 36),
            ("18/219", 36),
        ],
    )
    def test_worked_examples(self, text: str, index: int) -> None:
        assert stat_index(parse_stat(text)) == index

    def test_from_220_on_it_is_the_last(self) -> None:
        assert stat_index(18 + 220) == stat_index(5000) == 37

    @given(st.integers(3, 400))
    def test_it_never_falls_and_never_leaps(self, value: int) -> None:
        assert stat_index(value + 1) - stat_index(value) in (0, 1)


class TestModify:
    @pytest.mark.parametrize(
        ("base", "steps", "result"),
        [
            ("17", 1, "18"),
            ("18", 1, "18/10"),
            ("16", 9, "18/70"),
            ("18/57", 9, "18/147"),
            ("18/43", -4, "18/03"),
            ("18/43", -5, "18"),
            ("18/43", -7, "16"),
            ("18/10", -1, "18"),
            ("18/09", -1, "18"),
            ("5", -20, "3"),
            ("18/100", 11, "18/210"),
            ("18/100", 12, "18/***"),
            ("11", 0, "11"),
        ],
    )
    def test_worked_examples(self, base: str, steps: int, result: str) -> None:
        assert after(base, steps) == result

    def test_from_18_a_step_up_is_ten(self) -> None:
        assert modify_stat_value(18, 1) == 28

    @pytest.mark.parametrize("value", range(19, 28))
    def test_below_18_10_a_step_down_is_to_18_and_not_ten(self, value: int) -> None:
        assert modify_stat_value(value, -1) == 18

    def test_3_is_the_least_and_there_is_no_most(self) -> None:
        assert modify_stat_value(3, -1) == 3
        assert modify_stat_value(18, 1000) == 10_018

    @given(values, st.integers(0, 30))
    def test_up_and_down_again_is_where_it_was_if_it_came_to_18_evenly(self, value: int, steps: int) -> None:
        again = modify_stat_value(modify_stat_value(value, steps), -steps)
        assert again == value

    @given(st.integers(19, 400))
    def test_the_steps_down_to_18_are_the_tens_rounded_up(self, value: int) -> None:
        steps = -(-(value - 18) // 10)
        assert modify_stat_value(value, -steps) == 18
        assert modify_stat_value(value, 1 - steps) > 18

    @given(values, st.integers(-40, 40))
    def test_it_rises_with_the_steps(self, value: int, steps: int) -> None:
        assert modify_stat_value(value, steps) <= modify_stat_value(value, steps + 1)


class TestTotalModifier:
    @pytest.mark.parametrize(
        ("base", "actual", "total"),
        [("18/57", "18/147", 9), ("17", "18/70", 8), ("18/21", "16", -5), ("17", "3", -14)],
    )
    def test_worked_examples(self, base: str, actual: str, total: int) -> None:
        assert total_modifier(parse_stat(base), parse_stat(actual)) == total

    @given(naturals, st.integers(-40, 20))
    def test_it_leads_to_the_actual_stat(self, base: int, steps: int) -> None:
        actual = modify_stat_value(base, steps)
        total = total_modifier(base, actual)
        assert modify_stat_value(base, total) == actual
        assert total == steps or (actual == 3 and total > steps)


class TestIncrease:
    def test_from_17_it_may_come_to_18_01(self) -> None:
        assert inc_stat(17, 118) == {18: Fraction(3, 4), 19: Fraction(1, 4)}

    def test_18_goes_by_the_rule_of_the_percentiles(self) -> None:
        assert texts(inc_stat(18, 118)) == [f"18/{percent}" for percent in range(14, 40)]

    def test_the_middle(self) -> None:
        assert texts(inc_stat(68, 118)) == [f"18/{percent}" for percent in range(58, 72)]
        assert len(inc_stat(68, 118)) == 14

    @pytest.mark.parametrize(
        ("before", "then"), [("18/97", "18/99"), ("18/98", "18/99"), ("18/99", "18/100")]
    )
    def test_near_the_cap(self, before: str, then: str) -> None:
        assert inc_stat(parse_stat(before), 118) == {parse_stat(then): Fraction(1)}

    def test_at_the_cap_nothing_happens(self) -> None:
        assert inc_stat(118, 118) == {118: Fraction(1)}

    @given(st.integers(0, 111), st.sampled_from(CAPS))
    def test_the_range_in_the_middle(self, percent: int, cap: int) -> None:
        most = cap - 18
        value = 18 + percent
        if not value < cap - 2:
            return
        gain = ((most - percent) // 2 + 3) // 2
        outcomes = inc_stat(value, cap)
        assert min(outcomes) == min(value + gain // 2 + 1, cap - 1)
        assert max(outcomes) == min(value + gain // 2 + gain, cap - 1)

    @given(naturals, st.sampled_from(CAPS))
    def test_it_is_a_distribution_and_never_leaps_onto_the_cap(self, value: int, cap: int) -> None:
        outcomes = inc_stat(value, cap)
        assert sum(outcomes.values()) == 1
        if value < cap:
            assert all(value < each <= cap for each in outcomes)
            assert cap not in outcomes or value == cap - 1


class TestDecrease:
    def test_the_ordinary_drain_from_18_100(self) -> None:
        assert dec_stat(118, 10) == {113: Fraction(1)}

    def test_a_hard_loss_from_18_100(self) -> None:
        assert texts(dec_stat(118, 25)) == ["18/87", "18/88"]

    def test_out_of_the_percentiles(self) -> None:
        assert dec_stat(22, 10) == {18: Fraction(1)}
        assert dec_stat(22, 25) == {17: Fraction(1)}

    @pytest.mark.parametrize(
        ("amount", "loss"), [(10, 1), (20, 1), (21, 2), (50, 2), (51, 3), (90, 3), (91, 4)]
    )
    def test_the_borders_are_above_20_50_and_90(self, amount: int, loss: int) -> None:
        assert dec_stat(15, amount) == {15 - loss: Fraction(1)}
        assert dec_stat(18, amount) == {18 - loss: Fraction(1)}

    def test_3_is_the_least(self) -> None:
        assert dec_stat(3, 200) == {3: Fraction(1)}
        assert dec_stat(5, 200) == {3: Fraction(1)}

    def test_the_share_of_the_amount_is_taken_of_die_and_loss_together(self) -> None:
        """From 18/40 half is 11: a die of 11 + 11, times 25 %, is 3 to 5, but the least is 12."""
        assert dec_stat(58, 25) == {46: Fraction(1)}
        # (1d11 + 11) x 200 / 100 is 24 to 44, and at least 100: out of the percentiles, 17.
        assert dec_stat(58, 200) == {17: Fraction(1)}

    @pytest.mark.parametrize("percent", range(1, 131))
    def test_the_ordinary_drain(self, percent: int) -> None:
        expected = (
            {18} if percent <= 5 else {percent + 13} if percent <= 113 else {percent + 13, percent + 12}
        )
        assert set(dec_stat(18 + percent, 10)) == expected

    @pytest.mark.parametrize(("before", "then"), [("18/156", "18/151"), ("18/122", "18/117")])
    def test_losses_of_real_dumps(self, before: str, then: str) -> None:
        assert parse_stat(then) in dec_stat(parse_stat(before), 10)

    @given(naturals, amounts)
    def test_it_is_a_distribution_and_only_lowers(self, value: int, amount: int) -> None:
        outcomes = dec_stat(value, amount)
        assert sum(outcomes.values()) == 1
        assert all(3 <= each <= value for each in outcomes)
        # Half an amount of 1 is nothing: only then, and at 3, may a stat stay.
        assert value not in outcomes or value == 3 or (value > 18 and amount == 1)

    @given(st.integers(19, 148), amounts)
    def test_the_range_of_the_loss(self, value: int, amount: int) -> None:
        half = ((value - 18) // 2 + 1) // 2 + 1
        least = max((1 + half) * amount // 100, amount // 2)
        assert max(dec_stat(value, amount)) in (value - least, 18, 17)


def test_the_caps_are_18_70_to_18_130() -> None:
    assert [stat_text(cap) for cap in CAPS] == [f"18/{percent}" for percent in range(70, 131, 10)]
    assert len(STATS) == 6
