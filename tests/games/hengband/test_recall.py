"""Monster recall: the worked examples, and how the eras hang together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.hengband.recall import Era, eras, recall_text
from necropsy.games.hengband.version import Version

PLAIN, LATE, FULL = Era


@pytest.mark.parametrize(
    ("level", "era", "text"),
    [(1, PLAIN, "18.67"), (30, PLAIN, "1.75"), (1, FULL, "28.00"), (1, LATE, "27.100")],
)
def test_a_blue_jelly(level: int, era: Era, text: str) -> None:
    assert recall_text(14, 4, level, era) == text


def test_a_blue_jelly_is_not_worth_56() -> None:
    assert recall_text(14, 4, 1, PLAIN) != "56.00"


def test_hundredths_can_be_a_hundred() -> None:
    """999 / 1000 of a point is rounded up without a carry; the divisor is never so large in a game."""
    assert recall_text(1, 1, 1, PLAIN) == "0.33"
    assert recall_text(0, 0, 50, FULL) == "0.00"


@given(st.integers(0, 500_000), st.integers(0, 127), st.integers(1, 50))
def test_the_text_is_the_quotient_to_a_hundredth(exp: int, monster_level: int, level: int) -> None:
    for era, half in ((PLAIN, 2), (FULL, 3)):
        whole, hundredths = map(int, recall_text(exp, monster_level, level, era).split("."))
        nominal = exp * monster_level * half // 2
        assert abs(100 * nominal - (level + 2) * (100 * whole + hundredths)) <= level + 2


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.0.10", (PLAIN,)),
        ("2.1.5", (PLAIN,)),
        ("2.2.0", (PLAIN,)),
        ("2.2.1", (PLAIN, LATE)),
        ("3.0.0Alpha5", (LATE,)),
        ("3.0.0Alpha6", (LATE, FULL)),
        ("3.0.0Alpha7", (FULL,)),
        ("3.0.2", (FULL,)),
        ("3.0.2Beta2", (FULL,)),
    ],
)
def test_eras(version: str, expected: tuple[Era, ...]) -> None:
    assert eras(Version.parse(version)) == expected
