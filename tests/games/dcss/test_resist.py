"""The resistance roll: exact chances, each era's step-down of power, and what the game shows."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import floor, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.dcss.resist import monster_probability, probability, shown_success, stepped_power
from necropsy.games.dcss.version import Version
from necropsy.games.dcss.will import IMMUNE

NOW = Version.parse("0.34.1")


@pytest.mark.parametrize(
    ("will", "stepped", "chance"),
    [
        (0, 0, "1/2"),
        (40, 0, "827/1010"),
        (80, 40, "827/1010"),
        (81, 55, "293/404"),
        (120, 70, "353/404"),
        (160, 70, "2009/2020"),
        (200, 96, "1"),
        (200, 101, "10099/10100"),
        (0, 99, "1/10100"),
        (0, 100, "0"),
        (99, 0, "10099/10100"),
        (100, 0, "1"),
        (150, 51, "10099/10100"),
        (7, 3, "1361/2525"),
        (IMMUNE, 200, "1"),
    ],
)
def test_worked_example(will: int, stepped: int, chance: str) -> None:
    assert probability(will, stepped) == Fraction(chance)


def test_it_always_resists_from_100_more_on_and_not_from_99() -> None:
    assert probability(99, 0) < 1
    assert probability(100, 0) == 1
    assert probability(0, 100) == 0
    assert probability(1, 100) > 0


def rolled(will: int, stepped: int) -> Fraction:
    resisted = sum(a + b < 100 + will - stepped for a, b in product(range(100), range(101)))
    return Fraction(resisted, 100 * 101)


@given(st.integers(0, 220), st.integers(0, 220))
def test_the_closed_form_is_the_count_of_all_rolls(will: int, stepped: int) -> None:
    assert probability(will, stepped) == rolled(will, stepped)


@pytest.mark.parametrize("difference", [-101, -100, -99, -50, -1, 0, 1, 2, 50, 98, 99, 100, 101])
def test_the_edges_of_the_closed_form(difference: int) -> None:
    assert probability(200 + difference, 200) == rolled(200 + difference, 200)


@given(st.integers(-50, 5000), st.integers(0, 400))
def test_more_will_is_never_worse(will: int, stepped: int) -> None:
    assert probability(will, stepped) <= probability(will + 1, stepped)
    assert probability(will, stepped) >= probability(will, stepped + 1)


@pytest.mark.parametrize(
    ("version", "powers", "stepped"),
    [
        ("0.34.1", (0, 10, 20, 35, 70, 105, 140, 200), (0, 13, 23, 35, 55, 70, 81, 96)),
        ("0.20.1", (10, 39, 40, 70, 100, 200, 400), (10, 39, 40, 57, 70, 96, 120)),
        ("0.5.2", (40, 60, 100, 140, 200, 400), (40, 50, 70, 80, 95, 120)),
    ],
)
def test_powers_stepped_down(version: str, powers: tuple[int, ...], stepped: tuple[int, ...]) -> None:
    """18 to 20 of the worked examples."""
    parsed = Version.parse(version)
    assert tuple(stepped_power(power, parsed) for power in powers) == tuple((each,) for each in stepped)


def test_power_below_35_is_raised_and_each_35_more_costs_a_doubling() -> None:
    assert stepped_power(10, NOW) == (13,)
    assert stepped_power(34, NOW) == (34,)
    assert (stepped_power(105, NOW), stepped_power(245, NOW)) == ((70,), (105,))


@given(st.integers(0, 3000))
def test_the_logarithm_is_exact(power: int) -> None:
    exact = 35 * log2(1 + power / 35) + 0.5
    (stepped,) = stepped_power(power, NOW)
    assert stepped == floor(exact) or abs(exact - round(exact)) < 1e-9
    (older,) = stepped_power(power, Version.parse("0.20.1"))
    assert older <= 120
    if power >= 40:
        assert abs(older - min(10 + 30 * log2(1 + (power - 10) / 30), 120)) < 1 + 1e-9


@given(st.integers(0, 1000))
def test_the_oldest_way_never_falls(power: int) -> None:
    oldest = Version.parse("0.9.2")
    assert stepped_power(power, oldest) <= stepped_power(power + 1, oldest)
    assert stepped_power(power, oldest)[0] <= min(power, 120)


def test_the_switches() -> None:
    assert stepped_power(100, Version.parse("0.28-a0-1237-g1234567")) == (70,)
    assert stepped_power(100, Version.parse("0.28-a0-1238-g1234567")) == (68,)
    assert stepped_power(100, Version.parse("0.28-a0")) == (70, 68)
    assert stepped_power(60, Version.parse("0.12-a0-7-g1234567")) == (50, 52)


def test_power_below_0() -> None:
    with pytest.raises(ValueError, match="power runs from 0 up, not -1"):
        stepped_power(-1, NOW)


def test_a_weak_monster_flipped_a_coin_up_to_0_18() -> None:
    """Not one of a single hit die, and not since 0.19."""
    assert monster_probability(0, 0, Version.parse("0.18.1")) == (Fraction(1, 4),)
    assert monster_probability(5, 0, Version.parse("0.18.1")) == (probability(5, 0) / 2,)
    assert monster_probability(6, 0, Version.parse("0.18.1")) == (probability(6, 0),)
    assert monster_probability(0, 0, Version.parse("0.19.0")) == (Fraction(1, 2),)
    assert monster_probability(0, 0, Version.parse("0.19-a0-7-g1234567")) == (Fraction(1, 4), Fraction(1, 2))


@pytest.mark.parametrize(
    ("will", "stepped", "percent"),
    [(0, 100, 100), (0, 0, 50), (0, 20, 67), (100, 0, 0), (300, 0, 0), (99, 0, 0), (12, 0, 39), (13, 0, 38)],
)
def test_the_percentage_that_the_game_shows(will: int, stepped: int, percent: int) -> None:
    assert shown_success(will, stepped) == percent


@given(st.integers(0, 220), st.integers(0, 220))
def test_it_shows_at_most_a_percent_too_much(will: int, stepped: int) -> None:
    exact = 100 * (1 - probability(will, stepped))
    assert floor(exact) <= shown_success(will, stepped) <= floor(exact) + 1


def test_37_90_is_shown_as_38() -> None:
    assert pytest.approx(float(100 * (1 - probability(13, 0))), abs=0.01) == 37.9
    assert shown_success(13, 0) == 38
