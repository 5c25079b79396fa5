"""The score: the worked examples, what the versions do differently, what a dump hides, what always holds."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.breakdown import Breakdown
from necropsy.games.hengband.bodies import class_named, personality_named, race_named
from necropsy.games.hengband.calculator import score_of
from necropsy.games.hengband.experience import MOST
from necropsy.games.hengband.options import DOWNWARD, multiplier, options, usual_settings
from necropsy.games.hengband.score import (
    Game,
    breakdown,
    counted_experience,
    fewest_of_a_champion,
    has_easy_band,
    is_given,
    most_of_a_fighter,
)
from necropsy.games.hengband.version import Version
from necropsy.span import ANY, Span

V215 = Version.parse("2.1.5")


def exact(found: Breakdown) -> int:
    assert found.total.exact is not None
    return found.total.exact


def percent(version: str, **settings: bool | None) -> Span:
    parsed = Version.parse(version)
    return multiplier(parsed, usual_settings(parsed) | settings)


class TestWorkedExamples:
    def test_a_plain_game(self) -> None:
        assert exact(score_of("2.1.5", exp=1_000_000, depth=50)) == 1_005_000

    def test_the_arena(self) -> None:
        assert exact(score_of("2.1.5", exp=1_000_000, depth=50, arena=41)) == 2_686_000

    def test_options(self) -> None:
        settings = {"preserve": False, "autoroller": False}
        assert exact(score_of("2.1.5", exp=1_000_000, depth=50, settings=settings)) == 1_206_000

    def test_downward_doubles_the_arena_too(self) -> None:
        found = score_of("2.1.5", exp=1000, depth=5, arena=10, settings={DOWNWARD: True})
        assert exact(found) == 23_000

    def test_a_munchkin(self) -> None:
        call = {"version": "2.1.5", "exp": 1_000_000, "depth": 50, "personality": "Munchkin"}
        assert exact(score_of(**call, winner=True)) == 2  # type: ignore[arg-type]
        assert exact(score_of(**call)) == 1  # type: ignore[arg-type]
        assert exact(score_of("2.1.5", exp=0, depth=0, personality="Munchkin")) == 0


class TestMultiplier:
    @pytest.mark.parametrize(
        ("settings", "expected"),
        [
            ({}, 100),
            ({"preserve": False}, 110),
            ({"autoroller": False}, 110),
            ({"smart_learn": False}, 80),
            ({"smart_cheat": True}, 130),
            ({"ironman_shops": True}, 150),
            ({"ironman_small_levels": True}, 110),
            ({"ironman_empty_levels": True}, 120),
            ({"powerup_home": False}, 150),
            ({"ironman_rooms": True}, 200),
            ({"ironman_nightmare": True}, 200),
            ({"ironman_downward": True}, 100),
        ],
    )
    def test_each_option(self, settings: dict[str, bool | None], expected: int) -> None:
        assert percent("2.1.5", **settings) == Span.exactly(expected)

    def test_two_more_options_up_to_1_3(self) -> None:
        easy = {"stupid_monsters": True, "terrain_streams": False}
        assert percent("1.3.0", **easy) == Span.exactly(10)
        assert percent("1.4.0", **easy) == Span.exactly(100)
        assert percent("1.3.1", **easy) == Span(10, 100)

    def test_it_never_falls_below_5(self) -> None:
        assert percent("1.0.10", stupid_monsters=True, terrain_streams=False, smart_learn=False).low == 5

    def test_what_a_dump_hides(self) -> None:
        hidden = usual_settings(V215, of_a_dump=True)
        assert multiplier(V215, hidden) == Span(80, 190)
        assert {name for name, setting in hidden.items() if setting is None} == {
            "autoroller",
            "smart_learn",
            "smart_cheat",
            "powerup_home",
        }
        old = Version.parse("1.0.10")
        assert multiplier(old, usual_settings(old, of_a_dump=True)) == Span(5, 190)

    def test_an_option_that_is_left_out_is_not_known(self) -> None:
        assert multiplier(V215, {}) == Span(80, 480)


class TestVersions:
    def test_38_fights_count_up_to_2_0_and_41_later(self) -> None:
        for version, most in (("1.0.10", 38), ("2.0.0", 38), ("2.1.0", 41), ("3.0.2Beta2", 41)):
            assert exact(score_of(version, exp=0, depth=0, arena=45)) == most**2 * 1000

    @pytest.mark.parametrize(("wins", "points"), [(0, 0), (1, 100), (29, 84_100), (30, 900_000)])
    def test_from_30_wins_on_they_count_tenfold(self, wins: int, points: int) -> None:
        assert exact(score_of("2.1.5", exp=0, depth=0, arena=wins)) == points

    @pytest.mark.parametrize(
        ("version", "points"),
        [
            ("2.1.5", Span(0, 0)),
            ("3.0.1Beta14", Span(0, 10_000)),
            ("3.0.1Beta15", Span(0, 10_000)),
            ("3.0.2Beta2", Span.exactly(10_000)),
        ],
    )
    def test_after_a_defeat(self, version: str, points: Span) -> None:
        assert score_of(version, exp=0, depth=0, arena=10, arena_lost=True).total == points

    def test_an_amberite_berserker_got_a_fifth_up_to_1_5(self) -> None:
        def score(version: str, race: str, profession: str = "Berserker") -> Span:
            return score_of(version, exp=1000, depth=0, race=race, profession=profession).total

        assert score("1.4.0", "Amberite") == Span.exactly(200)
        assert score("1.5.0", "Amberite") == Span(200, 1000)
        assert score("1.6.2", "Amberite") == Span.exactly(1000)
        for version in ("1.0.10", "2.1.5", "3.0.2Beta2"):
            assert score(version, "Spectre") == score(version, "幽霊", "狂戦士") == Span.exactly(200)
            assert score(version, "Spectre", "Warrior") == score(version, "Human") == Span.exactly(1000)

    def test_which_experience_counts(self) -> None:
        for version, most in (("1.5.3", 500), ("1.5.4", MOST), ("1.6.1", MOST), ("2.1.5", MOST)):
            assert counted_experience(Version.parse(version), 500) == Span(500, most)

    def test_easy_band(self) -> None:
        found = score_of("2.1.5", exp=1000, depth=0, easy_band=True)
        assert found.total == ANY
        assert "negative" in found.note
        assert has_easy_band(Version.parse("3.0.0Alpha39"))
        assert not has_easy_band(Version.parse("3.0.0Alpha40"))
        with pytest.raises(ValueError, match="no option easy_band"):
            score_of("3.0.2Beta2", exp=1, depth=0, easy_band=True)
        game = Game(Span.exactly(1000), Span.exactly(0), {}, easy_band=True)
        assert breakdown(Version.parse("3.0.2Beta2"), game).total != ANY


class TestUnknown:
    def game(self, **changes: object) -> Span:
        plain = Game(
            Span.exactly(1000),
            Span.exactly(0),
            usual_settings(V215),
            race=race_named("Spectre"),
            profession=class_named("Berserker"),
            personality=personality_named("Ordinary"),
        )
        return breakdown(V215, plain._replace(**changes)).total  # type: ignore[arg-type]

    def test_a_race_or_class_that_is_hidden_may_be_one_with_a_fifth(self) -> None:
        assert self.game() == Span.exactly(200)
        assert self.game(race=None) == self.game(profession=None) == Span(200, 1000)
        assert self.game(race=race_named("Human"), profession=None) == Span.exactly(1000)

    def test_a_personality_that_is_not_known_may_be_munchkin(self) -> None:
        assert self.game(personality=None) == Span(1, 200)
        munchkin = personality_named("Munchkin")
        assert self.game(personality=munchkin, winner=None) == Span(1, 2)
        assert self.game(personality=munchkin, experience=Span(0, 5000)) == Span(0, 1)

    def test_a_setting_that_is_not_known(self) -> None:
        assert self.game(settings=usual_settings(V215) | {DOWNWARD: None}) == Span(200, 400)
        settings = {name: setting for name, setting in usual_settings(V215).items() if name != DOWNWARD}
        assert self.game(settings=settings) == Span(200, 400)

    def test_whether_a_fight_was_lost(self) -> None:
        human = race_named("Human")
        assert self.game(race=human, arena=Span.exactly(10), arena_lost=None) == Span(1000, 11_000)

    def test_the_calculator_takes_unknown_for_a_name(self) -> None:
        call = {"version": "2.1.5", "exp": 1000, "depth": 0, "race": "Spectre", "profession": "unknown"}
        assert score_of(**call).total == Span(200, 1000)  # type: ignore[arg-type]

    def test_open_experience(self) -> None:
        found = self.game(race=race_named("Human"), experience=Span.at_least(1000), depth=Span(5, 127))
        assert found == Span.at_least(1500)

    def test_the_bounds_of_a_claimed_score(self) -> None:
        """From a dump: 20 % less to 90 % more than what it shows."""
        assert score_of("2.1.5", exp=10_000, depth=0, unknown=["hidden"]).total == Span(8000, 19_000)


def test_the_terms_come_to_the_total() -> None:
    found = score_of("2.1.5", exp=1_000_000, depth=50, arena=10)
    assert [term.name for term in found.terms] == ["experience", "depth", "options", "arena"]
    experience, depth, counted, arena = found.terms
    assert counted.factor == (1.0, 1.0)
    assert counted.span == experience.span + depth.span
    assert found.total == counted.span + arena.span
    data = json.loads(json.dumps(found.to_dict()))
    assert data["score"] == [1_015_000, 1_015_000]
    assert "factor" in data["terms"][2]
    assert "(1,000,000 + 5,000) x 100 %" in data["terms"][2]["formula"]


def test_the_formula_names_what_counts() -> None:
    found = score_of("2.1.5", exp=1, depth=1, unknown=["smart_learn"], settings={"ironman_rooms": True})
    term = found.term("options")
    assert term is not None
    assert term.formula.endswith("100, smart learn -20 or 0, ironman rooms +100")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ({"exp": MOST + 1, "depth": 1}, "99,999,999"),
        ({"exp": 1, "depth": 1, "race": "Zombi"}, "do you mean Zombie"),
        ({"exp": 1, "depth": 1, "profession": "Xyzzy"}, "known: Warrior, Mage"),
        (
            {"exp": 1, "depth": 1, "profession": "Elementalist"},
            "no class Elementalist: it came after 3.0.0.12",
        ),
        ({"exp": 1, "depth": 1, "unknown": ["ironman_autoscum"]}, "no option 'ironman_autoscum'"),
        ({"exp": 1, "depth": 1, "settings": {"stupid_monsters": True}}, "known: preserve, autoroller"),
    ],
)
def test_what_cannot_be_is_refused(call: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        score_of("2.1.5", **call)  # type: ignore[arg-type]
    assert says in str(error.value)


def test_a_newcomer_is_known_where_it_may_be() -> None:
    for version in ("2.2.1", "3.0.0Alpha6", "3.0.2Beta2"):
        assert exact(score_of(version, exp=100, depth=0, race="Merfolk", personality="チャージマン")) == 100


settings_of = st.fixed_dictionaries({option.name: st.booleans() for option in options(V215)})


@given(st.integers(0, MOST), st.integers(0, 127), st.integers(0, 45), settings_of, st.booleans())
def test_the_score_of_32_bit_halves(
    exp: int, depth: int, arena: int, settings: Mapping[str, bool], downward: bool
) -> None:
    """The game multiplies in two halves of 16 bits; that is one division, and nothing overflows."""
    times = multiplier(V215, settings).exact
    assert times is not None
    points = exp + 100 * depth
    high, low = divmod(points, 0x10000)
    high, low = high * times, low * times
    high, low = high + low // 0x10000, low % 0x10000
    low += (high % 100) << 16
    total = ((high // 100) << 16) + low // 100
    wins = min(arena, 41)
    total = (total + wins * wins * (1000 if wins > 29 else 100)) * (2 if downward else 1)
    assert total < 2**32
    found = score_of("2.1.5", exp=exp, depth=depth, arena=arena, settings={**settings, DOWNWARD: downward})
    assert exact(found) == total


@given(st.integers(0, MOST), st.integers(0, 127), settings_of)
def test_what_is_not_known_covers_what_is(exp: int, depth: int, settings: Mapping[str, bool]) -> None:
    known = score_of("2.1.5", exp=exp, depth=depth, settings=settings)
    hidden = score_of("2.1.5", exp=exp, depth=depth, settings=settings, unknown=["hidden", DOWNWARD])
    assert hidden.total.covers(known.total)


class TestFromTheScoreBack:
    GAME = Game(
        Span.exactly(1234),
        Span.exactly(0),
        usual_settings(V215, of_a_dump=True),
        race=race_named("Human"),
        profession=class_named("Warrior"),
        personality=personality_named("Ordinary"),
    )

    @given(
        exp=st.integers(0, MOST),
        depth=st.integers(0, 127),
        wins=st.integers(0, 45),
        race=st.sampled_from(["Human", "Spectre"]),
        profession=st.sampled_from(["Warrior", "Berserker"]),
        hidden=st.lists(st.booleans(), min_size=5, max_size=5),
    )
    def test_every_score_comes_back(
        self, exp: int, depth: int, wins: int, race: str, profession: str, hidden: list[bool]
    ) -> None:
        names = [name for name, value in self.GAME.settings.items() if value is None]
        settings = self.GAME.settings | dict(zip([*names, DOWNWARD], hidden, strict=True))
        game = self.GAME._replace(
            experience=Span.exactly(exp),
            depth=Span.exactly(depth),
            arena=Span.exactly(wins),
            race=race_named(race),
            profession=class_named(profession),
        )
        score = exact(breakdown(V215, game._replace(settings=settings)))
        unknown = game._replace(settings=self.GAME.settings | {DOWNWARD: None})
        assert is_given(V215, unknown, score, Span.exactly(depth)) is True
        assert is_given(V215, unknown, score, Span(0, 127)) is True

    def test_few_numbers_come_out(self) -> None:
        given = [score for score in range(1, 20_000) if is_given(V215, self.GAME, score, Span(0, 127))]
        assert 1000 < len(given) < 4000
        assert [score for score in given if score < 1000] == [987]

    def test_what_else_is_not_known_leaves_it_open(self) -> None:
        for game in (
            self.GAME._replace(experience=Span(0, 5)),
            self.GAME._replace(arena=Span.at_least(0)),
            self.GAME._replace(personality=None),
        ):
            assert is_given(V215, game, 987, Span(0, 127)) is None
        assert is_given(V215, self.GAME, 987, Span(0, None)) is None

    def test_who_may_be_a_poor_berserker_may_have_a_fifth(self) -> None:
        form = self.GAME._replace(race=None, profession=class_named("Berserker"))
        assert is_given(V215, form, 1234, Span.exactly(0))
        assert is_given(V215, form, 1234 // 5, Span.exactly(0))
        assert not is_given(V215, self.GAME, 1234 // 5, Span.exactly(0))

    def test_champions_have_won_all_that_counts(self) -> None:
        assert (fewest_of_a_champion(V215), most_of_a_fighter(V215)) == (41, 40)
        assert (fewest_of_a_champion(Version.parse("2.0.0")), most_of_a_fighter(Version.parse("2.0.0"))) == (
            38,
            37,
        )
