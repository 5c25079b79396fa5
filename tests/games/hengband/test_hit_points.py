"""Hit points: the bounds by hand, what always holds, and real dumps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.hengband.bodies import (
    class_named,
    classes,
    personalities,
    personality_named,
    race_named,
    races,
)
from necropsy.games.hengband.hit_points import (
    MOST_TEMPORARY,
    hit_die,
    life_rating_bounds,
    max_hp_bounds,
    newer_limits,
)
from necropsy.games.hengband.stat import modify_stat_value, parse_stat, stat_index
from necropsy.games.hengband.version import Version
from necropsy.span import Span

from .dumps import FOLDER, Dump, dumps

every = st.tuples(st.sampled_from(races()), st.sampled_from(classes()), st.sampled_from(personalities()))
limits = st.sampled_from([True, False, None])


def bounds(
    race: str,
    profession: str,
    personality: str = "Ordinary",
    *,
    level: int = 1,
    con: int = 10,
    newer: bool | None = False,
) -> Span:
    own, learnt, kind = race_named(race), class_named(profession), personality_named(personality)
    assert own is not None
    assert learnt is not None
    assert kind is not None
    return max_hp_bounds(own, learnt, kind, level, con, version_is_since_3_0_1_16=newer)


def test_the_worked_example() -> None:
    assert bounds("Zombie", "Warrior", "Mighty", con=stat_index(parse_stat("18/60"))) == Span(28, 94)


def test_level_50_is_what_birth_lets_pass() -> None:
    """A human warrior has a die of 19: 19 + 52 x 20 x 3/8 to 5/8, or 3/4 to 5/4 of 539."""
    assert bounds("Human", "Warrior", level=50) == Span(19 + 390, 19 + 650)
    assert bounds("Human", "Warrior", level=50, newer=True) == Span(404, 673)
    assert bounds("Human", "Warrior", level=50, newer=None) == Span(404, 673)


def test_a_sorcerer_has_half_the_race_and_part_of_the_rest() -> None:
    """A die of 10/2 + 4: at level 10 9 + 12 to 9 + 108, by 55 %; the bonus 10 x 48 / 4 by 65 %."""
    assert bounds("Human", "Sorcerer", level=10, con=37) == Span(21 * 55 // 100 + 78, 117 * 55 // 100 + 78)
    low, high = 9 + 520 * 3 // 8, 9 + 520 * 5 // 8
    assert bounds("Human", "Sorcerer", level=50) == Span(low * 75 // 100, high * 75 // 100)


def test_a_berserker_has_more() -> None:
    """At level 50 110 + (90^2 - 1550) // 110 percent, 169 %."""
    assert bounds("Human", "Berserker", level=50) == Span((21 + 429) * 169 // 100, (21 + 715) * 169 // 100)


def test_a_negative_bonus_is_cut_and_a_level_and_one_is_the_least() -> None:
    """-8 quarters at level 1 are -2, -2 at level 1 are 0 and not -1."""
    assert bounds("Human", "Warrior", con=0) == Span(22 - 2, 76 - 2)
    assert bounds("Human", "Warrior", con=3) == Span(22, 76)
    assert bounds("Yeek", "Sorcerer", "Lazy", level=49, con=0).low == 50


@pytest.mark.parametrize(("level", "con"), [(0, 1), (51, 1), (1, -1), (1, 38)])
def test_what_there_is_not_is_refused(level: int, con: int) -> None:
    with pytest.raises(ValueError, match="lies outside"):
        bounds("Human", "Warrior", level=level, con=con)


@given(every, st.integers(1, 49), st.integers(0, 37), limits)
def test_bounds_rise_with_the_level(who: tuple, level: int, con: int, newer: bool | None) -> None:  # type: ignore[type-arg]
    one = max_hp_bounds(*who, level, max(con, 5), version_is_since_3_0_1_16=newer)
    more = max_hp_bounds(*who, level + 1, max(con, 5), version_is_since_3_0_1_16=newer)
    assert one.low is not None
    assert one.high is not None
    assert more.low is not None
    assert more.high is not None
    assert level + 1 <= one.low <= more.low
    assert one.high <= more.high


@given(every, st.integers(1, 50), st.integers(0, 37))
def test_an_unknown_version_allows_both(who: tuple, level: int, con: int) -> None:  # type: ignore[type-arg]
    either = max_hp_bounds(*who, level, con, version_is_since_3_0_1_16=None)
    for newer in (True, False):
        assert either.covers(max_hp_bounds(*who, level, con, version_is_since_3_0_1_16=newer))


def test_the_life_rating_lies_from_74_to_125() -> None:
    dice = {hit_die(*who) for who in ((r, c, p) for r in races() for c in classes() for p in personalities())}
    spans = [life_rating_bounds(die, version_is_since_3_0_1_16=None) for die in dice]
    assert (min(dice), max(dice)) == (6, 40)
    assert {span.low for span in spans} == {74, 75}
    assert max(span.high or 0 for span in spans) <= 125
    older = [life_rating_bounds(die, version_is_since_3_0_1_16=False) for die in dice]
    assert min(span.low or 0 for span in older) == 75
    assert life_rating_bounds(23, version_is_since_3_0_1_16=False) == Span(75, 124)


@pytest.mark.parametrize(
    ("version", "newer"),
    [("2.1.5", False), ("3.0.1Beta14", False), ("3.0.1Beta15", None), ("3.0.2Beta2", True)],
)
def test_which_version_has_which_limits(version: str, newer: bool | None) -> None:
    assert newer_limits(Version.parse(version)) is newer


@pytest.mark.skipif(not FOLDER.exists(), reason="the real dumps are not beside the project")
@pytest.mark.parametrize("dump", list(dumps()), ids=lambda dump: dump.name)
def test_real_dumps_lie_within(dump: Dump) -> None:
    race, profession, personality = dump.indices
    who = races()[race], classes()[profession], personalities()[personality]
    base, parts, _ = dump.stats()[4]
    con = stat_index(modify_stat_value(parse_stat(base), sum(parts)))
    level, points = dump.number("level"), dump.number("max_hp")
    assert level is not None
    newer = newer_limits(Version.parse(dump.version))
    within = max_hp_bounds(*who, level, con, version_is_since_3_0_1_16=newer)
    assert points in within | within + MOST_TEMPORARY
