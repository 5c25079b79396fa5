"""Experience and levels: the worked examples, real dumps, and what always holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.hengband.bodies import classes, races
from necropsy.games.hengband.calculator import progress
from necropsy.games.hengband.experience import HIGHEST_LEVEL, MOST, experience_factor, level_of, threshold

from .dumps import FOLDER, Dump, dumps

factors = st.integers(70, 315)


@pytest.mark.parametrize(
    ("race", "profession", "factor"),
    [
        ("Zombie", "Warrior", 150),
        ("Klackon", "Ninja", 195),
        ("Human", "Tourist", 70),
        ("Sprite", "Monk", 160),
        ("Klackon", "ForceTrainer", 210),
        ("Klackon", "Warrior", 190),
        ("Android", "Berserker", 200),
    ],
)
def test_factors(race: str, profession: str, factor: int) -> None:
    assert progress(race, profession, 0).factor == factor


@pytest.mark.parametrize(("exp", "level", "then"), [(23_512, 25, 26_250), (14, 1, 15), (15, 2, 37)])
def test_levels_at_150_percent(exp: int, level: int, then: int) -> None:
    assert level_of(exp, 150, android=False) == level
    assert threshold(level, 150, android=False) == then


@pytest.mark.parametrize(
    ("race", "profession", "needed"),
    [
        ("Human", "Warrior", 4_500_000),
        ("Half-Titan", "Berserker", 14_175_000),
        ("Android", "Warrior", 9_000_000),
    ],
)
def test_what_level_50_needs(race: str, profession: str, needed: int) -> None:
    assert progress(race, profession, needed)[:2] == (50, None)
    assert progress(race, profession, needed - 1)[:2] == (49, needed)


def test_an_android_goes_by_another_table() -> None:
    assert threshold(1, 100, android=True) == 20
    assert threshold(1, 100, android=False) == 10
    assert level_of(19, 100, android=True) == 1
    assert level_of(19, 100, android=False) == 2


@pytest.mark.parametrize("level", [0, 51, -1])
def test_there_is_no_such_level(level: int) -> None:
    with pytest.raises(ValueError, match="levels run from 1 to 50"):
        threshold(level, 100, android=False)


@given(st.integers(0, MOST), factors, st.booleans())
def test_a_level_lies_between_its_thresholds(points: int, factor: int, android: bool) -> None:
    level = level_of(points, factor, android=android)
    then = threshold(level, factor, android=android)
    assert then is None or points < then
    before = threshold(level - 1, factor, android=android) if level > 1 else 0
    assert before is not None
    assert before <= points


@given(st.integers(1, HIGHEST_LEVEL - 1), factors, st.booleans())
def test_a_threshold_is_where_the_level_ends(level: int, factor: int, android: bool) -> None:
    needed = threshold(level, factor, android=android)
    assert needed is not None
    assert level_of(needed - 1, factor, android=android) == level
    assert level_of(needed, factor, android=android) == level + 1


@pytest.mark.skipif(not FOLDER.exists(), reason="the real dumps are not beside the project")
@pytest.mark.parametrize("dump", list(dumps()), ids=lambda dump: dump.name)
def test_real_dumps(dump: Dump) -> None:
    race, profession = races()[dump.indices[0]], classes()[dump.indices[1]]
    level, exp = dump.number("level"), dump.number("exp")
    assert level is not None
    assert exp is not None
    android, factor = race.english == "Android", experience_factor(race, profession)
    assert level_of(exp, factor, android=android) == level
    assert threshold(level, factor, android=android) == dump.number("next")
