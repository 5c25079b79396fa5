"""The formulas: the worked examples, where one gives way to the next, and what always holds."""

from __future__ import annotations

import csv
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.breakdown import Breakdown, widest
from necropsy.games.dcss import score
from necropsy.games.dcss.experience import XP_CAP, tiered_inverse, tiered_points
from necropsy.games.dcss.score import Game, Regime, breakdown, breakdown_of_any, regimes
from necropsy.games.dcss.version import Version
from necropsy.span import Span

CAP = 99_999_999


def formula(version: str, name: str = "") -> Regime:
    """The formula of a version; where it may follow several, the one called ``name``."""
    found = {regime.formula: regime for regime in regimes(Version.parse(version))}
    if name:
        return found[name]
    (only,) = found.values()
    return only


def game(
    xp: int = 0, ending: str = "death", *, own_score: str = "", zotdef: bool = False, **numbers: int
) -> Game:
    """A game of which everything is known to the point."""
    exact: dict[str, Any] = {name: Span.exactly(number) for name, number in numbers.items()}
    return Game(Span.exactly(xp), ending, own_score=own_score, zotdef=zotdef, **exact)


def points(version: str, xp: int = 0, ending: str = "death", **numbers: int) -> int:
    """The score of a game of which everything is known to the point."""
    exact: dict[str, Any] = {name: Span.exactly(number) for name, number in numbers.items()}
    total = breakdown(formula(version), replace(game(xp, ending), **exact)).total
    assert total.exact is not None
    return total.exact


def amounts(found: Breakdown) -> dict[str, int | None]:
    """The terms that are worth anything, ``None`` where one is not known to the point."""
    return {term.name: term.span.exact for term in found.terms if term.span != Span.exactly(0)}


# -------------------------------------------------------------------- worked examples

# number, formula, version, game, terms, total. A total is the program's that made the examples; the
# terms are split as here: orb = 254,000 + 2,000 r, runes = 12,000 r + 1,000 r^2 from 0.9 on.
EXAMPLES = [
    (1, "F1", "0.1.7", game(1201, gold=200), {"gold": 200, "experience": 840}, 1040),
    (
        2,
        "F1",
        "0.2.5",
        game(100_000, "left", gold=100, runes=2, inventory=23_450),
        {"gold": 100, "experience": 70_000, "inventory": 23_450},
        93_550,
    ),
    (
        3,
        "F1",
        "0.3.1",
        game(500_000, "left", runes=3, inventory=31_000),
        {"experience": 350_000, "inventory": 31_000, "runes": 25_000},
        406_000,
    ),
    (
        4,
        "F1",
        "0.3.3",
        game(900_000, "win", gold=2500, runes=4, rune_items=7, inventory=345_000),
        {"gold": 2500, "experience": 630_000, "inventory": 345_000, "runes": 36_000},
        1_013_500,
    ),
    (5, "F1", "0.2", game(XP_CAP), {"experience": 6_299_999}, 6_299_999),
    (
        6,
        "F1b",
        "0.3.4",
        game(500_000, "left", gold=100, runes=3, inventory=31_000),
        {"gold": 100, "experience": 350_000},
        350_100,
    ),
    (
        7,
        "F2a",
        "0.4-a0-1500",
        game(1_000_000, "win", runes=3, turns=60_000, inventory=280_000),
        {"experience": 475_000, "inventory": 280_000, "runes": 25_000, "turns": 750_000},
        1_530_000,
    ),
    (
        8,
        "F2a",
        "0.4-a0-1500",
        game(1_000_000, "win", runes=5, turns=20_000, inventory=300_000),
        {"experience": 475_000, "inventory": 300_000, "runes": 49_000, "turns": 7_500_000},
        8_324_000,
    ),
    (
        9,
        "F2c",
        "0.4",
        game(1_000_000, "win", gold=1000, runes=15, turns=90_000, inventory=410_000),
        {"gold": 1000, "experience": 475_000, "inventory": 410_000},
        886_000,
    ),
    (
        10,
        "F2d",
        "0.4.1",
        game(1_000_000, "win", runes=3, turns=75_000, inventory=280_000),
        {"experience": 475_000, "inventory": 280_000, "runes": 25_000},
        780_000,
    ),
    (
        11,
        "F2d",
        "0.4.3",
        game(1_000_000, "win", runes=3, turns=74_999, inventory=280_000),
        {"experience": 475_000, "inventory": 280_000, "runes": 25_000, "turns": 750_000},
        1_530_000,
    ),
    (
        15,
        "F4",
        "0.9.1",
        game(1_000_000, "win", gold=2000, runes=3, turns=50_000),
        {"gold": 2000, "experience": 475_000, "runes": 45_000, "orb": 260_000, "turns": 1_124_977},
        1_906_977,
    ),
    (
        16,
        "F4",
        "0.9.2",
        game(250_000, gold=2000, runes=3),
        {"gold": 2000, "experience": 175_000},
        177_000,
    ),
    (17, "F4", "0.9.0", game(gold=1_500_000), {"gold": 1_500_000}, 1_500_000),
    (18, "F5", "0.10-a0-990-gd2e2dc8934", game(gold=1_500_000, runes=3), {"gold": 1_000_000}, 1_000_000),
    (
        19,
        "F7",
        "0.10.0",
        game(gold=1_500_000, runes=3),
        {"gold": 1_000_000, "runes": 45_000},
        1_045_000,
    ),
    (
        20,
        "F7",
        "0.10.2",
        game(1_000_000, "win", runes=3, turns=20_000, zotdef=True),
        {"experience": 475_000, "runes": 45_000, "orb": 260_000, "turns": 281_235},
        1_061_235,
    ),
    (
        21,
        "F6",
        "0.10-a0-3062-gdeadbee",
        game(1_000_000, "win", runes=3, turns=20_000, zotdef=True),
        {"experience": 475_000, "runes": 45_000, "orb": 260_000, "turns": 2_812_359},
        3_592_359,
    ),
    (
        22,
        "F8",
        "0.14.2",
        game(1_100_000, "win", gold=4321, runes=3, turns=100_000),
        {"gold": 4321, "experience": 495_000, "runes": 45_000, "orb": 260_000, "turns": 562_494},
        1_366_815,
    ),
    (
        23,
        "F9",
        "0.15.0",
        game(1_100_000, "win", gold=4321, runes=3, turns=100_000),
        {"experience": 495_000, "runes": 45_000, "orb": 260_000, "turns": 562_494},
        1_362_494,
    ),
    (
        24,
        "F9",
        "0.15.2",
        game(0, "win", runes=15, turns=14_000),
        {"runes": 405_000, "orb": 284_000, "turns": 100_439_254, "wrap": CAP - 101_128_254},
        CAP,
    ),
    (
        25,
        "F10",
        "0.16-a0-268-gb08b85ff03",
        game(0, "win", runes=15, turns=14_000),
        {"runes": 405_000, "orb": 284_000, "turns": 100_439_254},
        101_128_254,
    ),
    (26, "F11", "0.30.1", game(250_000), {"experience": 175_000}, 175_000),
    (27, "F11", "0.30.1", game(250_001), {"experience": 175_000}, 175_000),
    (28, "F11", "0.30.1", game(250_003), {"experience": 175_001}, 175_001),
    (29, "F11", "0.30.1", game(1_000_000), {"experience": 475_000}, 475_000),
    (30, "F11", "0.30.1", game(3_000_000), {"experience": 875_000}, 875_000),
    (31, "F11", "0.30.1", game(8_999_999), {"experience": 1_474_999}, 1_474_999),
    (
        32,
        "F11",
        "0.28.0",
        game(100_000, "left", runes=1),
        {"experience": 70_000, "runes": 13_000},
        83_000,
    ),
    (
        33,
        "F13",
        "0.31.0",
        game(100_000, "win", turns=5000),
        {"experience": 70_000, "orb": 254_000},
        324_000,
    ),
    (
        34,
        "F11",
        "0.29.1",
        game(2_036_695, "win", runes=15, turns=7022),
        {"experience": 682_339, "runes": 405_000, "orb": 284_000, "turns": 200_234_942},
        201_606_281,
    ),
    (
        35,
        "F12",
        "0.31-a0-1239-g866d48a76e",
        game(1_000_000, "win", runes=3, turns=50_000, gems=3),
        {
            "experience": 475_000,
            "runes": 45_000,
            "orb": 260_000,
            "turns": 1_124_977,
            "gems": 30_000,
        },
        1_934_977,
    ),
    (
        36,
        "F13",
        "0.31-a0-1265-gaa4636e842",
        game(1_000_000, "win", runes=3, turns=50_000, gems=3),
        {
            "experience": 475_000,
            "runes": 45_000,
            "orb": 260_000,
            "turns": 1_124_977,
            "gems": 300_000,
        },
        2_204_977,
    ),
    (
        37,
        "F13",
        "0.31.0",
        game(100_000, runes=1, gems=2),
        {"experience": 70_000, "runes": 13_000, "gems": 20_000},
        103_000,
    ),
    (
        38,
        "F13",
        "0.34.1",
        game(2_500_000, "win", runes=15, turns=60_000, gems=11),
        {
            "experience": 775_000,
            "runes": 405_000,
            "orb": 284_000,
            "turns": 23_437_109,
            "gems": 1_100_000,
        },
        26_001_109,
    ),
    (
        39,
        "F11",
        "0.20.0",
        game(0, "win", runes=10, turns=200),
        {"runes": 220_000, "orb": 274_000, "turns": 3_109_452_736, "wrap": -(2**32)},
        -1_185_020_560,
    ),
    (
        40,
        "F8",
        "0.12.0",
        game(turns=21_474, own_score="turns"),
        {"custom": 2_147_400_000},
        2_147_400_000,
    ),
    (
        40,
        "F11",
        "0.20.0",
        game(turns=21_475, own_score="turns"),
        {"custom": 2_147_500_000, "wrap": -(2**32)},
        -2_147_467_296,
    ),
    (
        40,
        "F8",
        "0.12.0",
        game(0, "win", runes=15, turns=5000, own_score="turns"),
        {"custom": 1_000_000_000},
        1_000_000_000,
    ),
    (
        41,
        "F10",
        "0.16.0",
        game(turns=61_543, own_score="turns"),
        {"custom": 6_154_300_000, "wrap": -(2**32)},
        1_859_332_704,
    ),
    (
        42,
        "F8",
        "0.12.0",
        game(30_000, "win", runes=3, turns=500, arena_points=12_345, own_score="arena points"),
        {"custom": 37_035},
        37_035,
    ),
    (
        42,
        "F13",
        "0.33.1",
        game(30_000, "win", turns=500, arena_points=12_345, own_score="arena points"),
        {"custom": 12_345},
        12_345,
    ),
    (
        42,
        "F9",
        "0.15.3",
        game(30_000, runes=3, turns=500, arena_points=12_345, own_score="arena points"),
        {"custom": 12_345},
        12_345,
    ),
]


@pytest.mark.parametrize(
    ("number", "name", "version", "played", "terms", "total"),
    EXAMPLES,
    ids=[f"{example[0]} {example[1]} {example[2]}" for example in EXAMPLES],
)
def test_worked_example(
    number: int, name: str, version: str, played: Game, terms: dict[str, int], total: int
) -> None:
    found = breakdown(formula(version, name), played)
    assert found.regime == name
    assert found.total == Span.exactly(total)
    assert amounts(found) == terms
    assert sum(terms.values()) == total


# The game multiplied these three in floating point: 1 more or less is allowed.
FLOATING = [
    (
        12,
        "0.4.4",
        game(1_000_000, "win", gold=500, runes=3, turns=75_000, inventory=280_000),
        749_990,
        1_530_490,
    ),
    (
        13,
        "0.8.0",
        game(3_000_000, "win", gold=3000, runes=15, rune_items=19, turns=150_000, inventory=560_000),
        9_374_937,
        11_101_937,
    ),
    (14, "0.7.2", game(0, "win", runes=15, turns=10_000, inventory=400_000), 140_610_938, 141_299_938),
]


@pytest.mark.parametrize(("number", "version", "played", "bonus", "total"), FLOATING)
def test_worked_example_in_floating_point(
    number: int, version: str, played: Game, bonus: int, total: int
) -> None:
    found = breakdown(formula(version, "F3"), played)
    term = found.term("turns")
    assert term is not None
    assert term.span == Span(bonus - 1, bonus + 1)
    assert found.total == Span(total - 1, total + 1).clamped(high=CAP)


def test_all_worked_examples_are_here() -> None:
    assert {example[0] for example in (*EXAMPLES, *FLOATING)} == set(range(1, 43))


def test_the_record_game_solved_for_its_experience() -> None:
    rest = points("0.29.1", 0, "win", runes=15, turns=7022)
    assert rest == 200_923_942
    solved = tiered_inverse(201_606_281 - rest)
    assert solved == Span(2_036_695, 2_036_699)
    for xp in (2_036_695, 2_036_699):
        assert points("0.29.1", xp, "win", runes=15, turns=7022) == 201_606_281
    assert points("0.29.1", 2_036_694, "win", runes=15, turns=7022) == 201_606_280
    assert points("0.29.1", 2_036_700, "win", runes=15, turns=7022) == 201_606_282


# ------------------------------------------- what people say of the score, set right


def test_gems_do_not_always_outweigh_experience() -> None:
    slow = amounts(breakdown(formula("0.34.1"), game(900_000, "win", runes=3, turns=120_000, gems=3)))
    assert (slow["experience"], slow["gems"]) == (435_000, 300_000)


def test_experience_is_not_unbounded() -> None:
    assert XP_CAP == 8_999_999
    assert points("0.34.1", XP_CAP) == 1_474_999


def test_the_most_a_game_without_the_orb_can_have() -> None:
    assert points("0.30.1", XP_CAP, runes=15) == 1_474_999 + 405_000


def test_experience_was_flat_to_0_3_4() -> None:
    assert points("0.3.4", 1_000_000) == 700_000
    assert points("0.4-a0-1349", 1_000_000) == 700_000
    assert points("0.4-a0-1350", 1_000_000) == 475_000


def test_runes_pay_everybody_only_from_0_10_a0_997_on() -> None:
    assert points("0.10-a0-997", runes=3) == 45_000
    assert points("0.10-a0-996", runes=3) == 0
    assert points("0.9.2", 0, "left", runes=3) == 0


def test_a_win_of_0_9_is_put_together_otherwise_and_comes_to_the_same() -> None:
    for runes in range(16):
        written = 250_000 + 10_000 * runes + (runes + 2) ** 2 * 1000
        slow = 6_250_000_000 * runes**2 // 90_001
        assert points("0.9.2", 0, "win", runes=runes, turns=90_000) == written + slow
        assert points("0.10.0", 0, "win", runes=runes, turns=90_000) == written + slow


def test_the_divisor_is_one_more_than_the_turns() -> None:
    bonus = amounts(breakdown(formula("0.29.1"), game(0, "win", runes=15, turns=99_999)))["turns"]
    assert bonus == 6_250_000_000 * 225 // 100_000 == 14_062_500


@pytest.mark.parametrize(
    ("turns", "bonus"),
    [
        (20_000, 70_308_984),
        (25_000, 56_247_750),
        (50_000, 28_124_437),
        (75_000, 18_749_750),
        (100_000, 14_062_359),
        (125_000, 11_249_910),
        (150_000, 9_374_937),
        (200_000, 7_031_214),
        (250_000, 5_624_977),
        (300_000, 4_687_484),
        (8471, 165_987_960),
    ],
)
def test_the_turn_bonus_of_fifteen_runes(turns: int, bonus: int) -> None:
    found = breakdown(formula("0.29.1"), game(0, "win", runes=15, turns=turns))
    assert amounts(found)["turns"] == bonus
    assert found.total == Span.exactly(bonus + 405_000 + 284_000), "the table is of the bonus alone"


def test_gems_of_a_winner_paid_10_000_at_first() -> None:
    for build in ("0.31-a0-1239", "0.31-a0-1264"):
        assert points(build, 0, "win", gems=1) - points(build, 0, "win") == 10_000
    for build in ("0.31-a0-1265", "0.31.0", "0.35-a0-870"):
        assert points(build, 0, "win", gems=1) - points(build, 0, "win") == 100_000
        assert points(build, gems=1) == points(build, 0, "left", gems=1) == 10_000
    assert points("0.31-a0-1238", gems=1) == 0


def test_the_leaked_sprint_rule_explains_the_largest_score_there_is() -> None:
    leaked = breakdown(formula("0.16.0"), game(turns=61_543, own_score="turns"))
    assert 61_543 * 100_000 % 2**32 == 1_859_332_704
    assert leaked.total == Span.exactly(1_859_332_704)


def test_a_sprint_uses_the_formula_unless_its_map_says_otherwise() -> None:
    assert points("0.20.0", 1000, runes=1, turns=300) == 13_700


def test_arena_of_blood_doubles_a_win_and_adds_nothing_else() -> None:
    lost = game(30_000, gold=500, runes=3, turns=7, gems=2, own_score="turns")
    won = game(30_000, "win", gold=500, runes=3, turns=3, gems=2, own_score="turns")
    for version in ("0.12.0", "0.14.2", "0.15.3", "0.24.1", "0.31.0", "0.33.1"):
        assert breakdown(formula(version), lost).total == Span.exactly(700_000)
        assert breakdown(formula(version), won).total == Span.exactly(600_000)


def test_2_147_483_647_is_no_cap_but_the_end_of_32_bits() -> None:
    assert points("0.34.1", 0, "win", runes=15, turns=655) == 2_144_362_780
    assert points("0.34.1", 0, "win", runes=15, turns=654) == 2_147_635_564 - 2**32
    largest = breakdown(formula("0.20.0"), game(turns=21_474, own_score="turns"))
    assert largest.total == Span.exactly(2_147_400_000)


def test_the_old_cap_ends_at_0_16_a0_268_and_never_bound_a_map_of_its_own_rule() -> None:
    assert points("0.16-a0-267", 0, "win", runes=15, turns=14_000) == CAP
    assert points("0.16-a0-268", 0, "win", runes=15, turns=14_000) == 101_128_254
    for version in ("0.12.0", "0.14.2", "0.15.3"):
        own = breakdown(formula(version), game(turns=1500, own_score="turns"))
        assert own.total == Span.exactly(150_000_000)


def test_gold_is_limited_to_a_million_only_from_0_10_a0_990_on() -> None:
    assert points("0.10-a0-989", gold=1_500_000) == points("0.3.4", gold=1_500_000) == 1_500_000
    assert points("0.10-a0-990", gold=1_500_000) == points("0.14.2", gold=1_500_000) == 1_000_000
    assert points("0.14.2", gold=999_999) == 999_999
    assert points("0.15-a0-478", gold=7) == 7
    assert points("0.15-a0-479", gold=1_500_000) == points("0.34.1", gold=5) == 0


def test_the_pack_pays_winners_and_to_0_3_3_who_left() -> None:
    assert points("0.8.1", inventory=5000) == points("0.8.1", 0, "left", inventory=5000) == 0
    assert points("0.3.3", 0, "left", inventory=5000) == 5000
    assert points("0.3.4", 0, "left", inventory=5000) == 0
    assert points("0.3.4", 0, "win", inventory=5000) == 5000
    assert points("0.9-a1-579", 0, "win", inventory=5000) == 254_000


def test_the_number_of_equal_runes_gives_nothing_but_their_value_in_the_pack() -> None:
    one_kind = breakdown(formula("0.8.1"), game(0, "win", runes=1, rune_items=4, turns=10**9))
    assert amounts(one_kind) == {"inventory": None, "turns": None, "wrap": None}
    assert one_kind.total.low == 250_000 + 4 * 10_000 + 5


def test_zot_defence_divides_the_turn_bonus_only_from_0_10_a0_3063_to_0_17_a0_1030() -> None:
    bonus = 6_250_000_000 * 225 // 20_001
    for build, divisor in [
        ("0.9.2", 1),
        ("0.10-a0-3062", 1),
        ("0.10-a0-3063", 10),
        ("0.16-a0-267", 10),
        ("0.17-a0-1030", 10),
        ("0.17-a0-1031", 1),
    ]:
        found = breakdown(formula(build), game(0, "win", runes=15, turns=20_000, zotdef=True))
        assert amounts(found)["turns"] == bonus // divisor, build


# -------------------------------------------------------------------------- boundaries


@pytest.mark.parametrize(
    ("build", "formulas"),
    [
        ("0.1.0", "F1"),
        ("0.3.3", "F1"),
        ("0.3.4", "F1b"),
        ("0.4-a0-695", "F1"),
        ("0.4-a0-696", "F1b"),
        ("0.4-a0-1349", "F1b"),
        ("0.4-a0-1350", "F2a"),
        ("0.4-a0-1742", "F2a"),
        ("0.4-a0-1743", "F2d"),
        ("0.4-a0-3695", "F2d"),
        ("0.4-a0-3696", "F2c"),
        ("0.4", "F2c"),
        ("0.4.0", "F2c"),
        ("0.4.1", "F2c F2d"),
        ("0.4.2", "F2d"),
        ("0.4.3", "F2d"),
        ("0.4.4", "F3"),
        ("0.4.5", "F3"),
        ("0.5-a0-0", "F2c"),
        ("0.5-a0-83", "F2c"),
        ("0.5-a0-84", "F2d"),
        ("0.5-a0-355", "F2d"),
        ("0.5-a0-356", "F3"),
        ("0.5.0", "F3"),
        ("0.8.1", "F3"),
        ("0.9-a1-578", "F3"),
        ("0.9-a1-579", "F4"),
        ("0.9-b1-3", "F4"),
        ("0.9.2", "F4"),
        ("0.10-a0-989", "F4"),
        ("0.10-a0-990", "F5"),
        ("0.10-a0-996", "F5"),
        ("0.10-a0-997", "F6"),
        ("0.10-a0-3062", "F6"),
        ("0.10-a0-3063", "F7"),
        ("0.10.3", "F7"),
        ("0.11.2", "F7"),
        ("0.12-a0-1564", "F7"),
        ("0.12-a0-1565", "F7 F8"),
        ("0.12-a0-1584", "F7 F8"),
        ("0.12-a0-1585", "F8"),
        ("0.14.2", "F8"),
        ("0.15-a0-478", "F8"),
        ("0.15-a0-479", "F9"),
        ("0.15.3", "F9"),
        ("0.16-a0-267", "F9"),
        ("0.16-a0-268", "F10"),
        ("0.16.2", "F10"),
        ("0.17-a0-1030", "F10"),
        ("0.17-a0-1031", "F11"),
        ("0.30.1", "F11"),
        ("0.31-a0-1238", "F11"),
        ("0.31-a0-1239", "F12"),
        ("0.31-a0-1264", "F12"),
        ("0.31-a0-1265", "F13"),
        ("0.31.0", "F13"),
        ("0.34.1", "F13"),
        ("0.34.1-3-ga2c7840dd7", "F13"),
        ("0.35-a0-870", "F13"),
        ("0.35-a0-2000", "F13"),
        # the tag alone does not say which build it is
        ("0.31-a0", "F11 F12 F13"),
        ("0.10-a0", "F4 F5 F6 F7"),
        ("0.16-a0", "F9 F10"),
        ("0.4-a0", "F1 F1b F2a F2c F2d"),
        ("0.5-a0", "F2c F2d F3"),
        # not released, or not yet
        ("0.3.5", ""),
        ("0.4.6", ""),
        ("0.35.0", ""),
        ("0.36-a0-5", ""),
    ],
)
def test_the_formulas_of_a_build(build: str, formulas: str) -> None:
    found = sorted(regime.formula for regime in regimes(Version.parse(build)))
    assert found == sorted(formulas.split())


def test_every_release_has_one_formula_but_the_tag_that_was_moved() -> None:
    text = files("necropsy.games.dcss").joinpath("tables/releases.csv").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    releases = {row["version"] for row in csv.DictReader(lines) if row["version"].replace(".", "").isdigit()}
    assert len(releases) > 50
    for release in releases:
        found = {regime.formula for regime in regimes(Version.parse(release))}
        assert found == {"F2c", "F2d"} if release == "0.4.1" else len(found) == 1, release


def test_an_unplaced_build_may_have_what_either_formula_gives() -> None:
    played = game(100_000, "win", runes=3, turns=50_000, gems=3)
    found = breakdown_of_any(regimes(Version.parse("0.31-a0")), played)
    without = points("0.30.1", 100_000, "win", runes=3, turns=50_000)
    assert found.total == Span(without, without + 300_000)
    gems = found.term("gems")
    assert gems is not None
    assert gems.span == Span(0, 300_000)
    assert found.regime == "F11 or F12 or F13"


def test_0_4_1_may_have_lost_its_runes() -> None:
    played = game(1_000_000, "win", runes=4, turns=60_000, inventory=300_000)
    found = breakdown_of_any(regimes(Version.parse("0.4.1")), played)
    assert 775_000 in found.total
    assert 775_000 + 36_000 + 1_000_000 in found.total


def test_a_title_says_which_builds_are_meant() -> None:
    assert formula("0.30.1").title == "formula F11 (0.17-a0-1031 to 0.31-a0-1238)"
    assert formula("0.1.7").title == "formula F1 (0.1 to 0.3.3)"


# ------------------------------------------------------------------------- unknown facts


def test_unknown_turns_leave_the_bonus_open() -> None:
    for version, most in [
        ("0.34.1", 6_250_000_000),
        ("0.8.1", 6_250_000_001),
        ("0.4.3", 6_250_000_000),
        ("0.4-a0-1500", 6_250_000_000),
    ]:
        played = Game(Span.exactly(0), "win", runes=Span.exactly(1), turns=Span.at_least(0))
        term = breakdown(formula(version), played).term("turns")
        assert term is not None
        assert term.span == Span(0, most), version


def test_an_unknown_pack_leaves_an_old_win_open_to_the_cap() -> None:
    found = breakdown(formula("0.8.1"), game(1_000_000, "win", gold=10, runes=3, turns=100_000))
    assert found.total == Span(10 + 475_000 + 280_000 + 25_000 + 562_493, CAP)
    wrap = found.term("wrap")
    assert wrap is not None
    assert wrap.span == Span(None, 0)


def test_a_span_over_the_end_of_32_bits_may_be_any_number_and_its_wrap_is_one_or_none() -> None:
    played = Game(Span(0, XP_CAP), "win", Span.exactly(15), Span(654, 655))
    found = breakdown(formula("0.34.1"), played)
    assert found.total == Span(-(2**31), 2**31 - 1)
    wrap = found.term("wrap")
    assert wrap is not None
    assert wrap.span == Span(-(2**32), 0)


def test_a_span_beyond_the_end_of_32_bits_wraps_as_one() -> None:
    played = Game(Span(0, 100), "win", Span.exactly(15), Span.exactly(500))
    found = breakdown(formula("0.34.1"), played)
    assert found.total.width == 70
    assert found.total.high is not None
    assert found.total.high < 0


def test_nothing_is_wrapped_where_the_sum_fits() -> None:
    assert breakdown(formula("0.34.1"), game(5000)).term("wrap") is None
    assert breakdown(formula("0.9.2"), game(5000)).term("wrap") is None


# --------------------------------------------------------------------------- properties

ALL_REGIMES = score._all_regimes()
natural = st.integers
endings = st.sampled_from(["win", "left", "quit", "death"])


@given(natural(0, XP_CAP), endings, natural(0, 19), natural(0, 400_000), natural(0, 13), st.booleans())
def test_the_formulas_of_today_written_straight(
    xp: int, ending: str, runes: int, turns: int, gems: int, since_gems: bool
) -> None:
    total = min(xp, 250_000) * 7 // 10
    total += max(0, min(xp, 1_000_000) - 250_000) * 4 // 10
    total += max(0, min(xp, 3_000_000) - 1_000_000) * 2 // 10
    total += max(0, xp - 3_000_000) // 10
    total += runes * 10_000 + runes * (runes + 2) * 1000
    if ending == "win":
        total += 250_000 + runes * 2000 + 4000
        total += 250_000 * 25_000 * runes * runes // (1 + turns)
    if since_gems:
        total += gems * 10_000 * (10 if ending == "win" else 1)
    kept = int.from_bytes((total % 2**32).to_bytes(4, "big"), "big", signed=True)
    version = "0.34.1" if since_gems else "0.30.1"
    assert points(version, xp, ending, runes=runes, turns=turns, gems=gems) == kept


@given(st.sampled_from(ALL_REGIMES), natural(0, XP_CAP - 1), natural(0, 19), endings)
def test_more_experience_is_never_worth_less(regime: Regime, xp: int, runes: int, ending: str) -> None:
    played = game(xp, ending, runes=runes, turns=90_000, inventory=500_000, gold=3)
    less = breakdown(regime, played).total
    more = breakdown(regime, replace(played, xp=Span.exactly(xp + 1))).total
    assert less.low is not None
    assert more.low is not None
    assert 0 <= more.low - less.low <= 1


@st.composite
def games_inside(draw: st.DrawFn) -> tuple[Game, Game]:
    """A game of spans, and one to the point that lies inside."""
    kinds = {
        "xp": XP_CAP,
        "runes": 19,
        "turns": draw(st.sampled_from([60, 3000, 300_000])),
        "gems": 13,
        "gold": 3_000_000,
        "arena_points": 10_000,
    }
    wide, exact = {}, {}
    for name, most in kinds.items():
        low, value, high = sorted(draw(st.tuples(*[natural(0, most)] * 3)))
        wide[name] = Span(low, None if name == "turns" and draw(st.booleans()) else high)
        exact[name] = Span.exactly(value)
    ending = draw(endings)
    own_score = draw(st.sampled_from(["", "turns", "arena points"]))
    spare = draw(natural(0, 700_000))
    worth = 10_000 * (exact["runes"].low or 0) + (250_000 if ending == "win" else 0) + spare
    inside = Game(
        ending=ending, own_score=own_score, zotdef=spare % 2 == 1, inventory=Span.exactly(worth), **exact
    )
    outside = Game(ending=ending, own_score=own_score, zotdef=spare % 2 == 1, **wide)
    return outside, inside


@given(st.sampled_from(ALL_REGIMES), games_inside())
def test_a_span_holds_every_game_inside(regime: Regime, pair: tuple[Game, Game]) -> None:
    outside, inside = (breakdown(regime, played) for played in pair)
    assert outside.total.covers(inside.total)
    for term in inside.terms:
        holder = outside.term(term.name)
        assert holder is not None or term.span == Span.exactly(0)
        assert holder is None or holder.span.covers(term.span), term.name


@given(st.sampled_from(ALL_REGIMES), games_inside())
def test_the_terms_add_up(regime: Regime, pair: tuple[Game, Game]) -> None:
    found = breakdown(regime, pair[1])
    total = sum((term.span for term in found.terms), Span.exactly(0))
    assert total.covers(found.total)
    if found.total.width == 0:
        assert total == found.total or found.term("wrap") is not None


@given(st.sampled_from([r for r in ALL_REGIMES if r.cap is None]), games_inside())
def test_what_has_no_cap_stays_in_32_bits_and_congruent(regime: Regime, pair: tuple[Game, Game]) -> None:
    found = breakdown(regime, pair[1])
    total = sum((t.span.exact or 0 for t in found.terms if t.name != "wrap"), 0)
    assert found.total.exact is not None
    assert -(2**31) <= found.total.exact < 2**31
    assert (found.total.exact - total) % 2**32 == 0
    wrap = found.term("wrap")
    assert (0 if wrap is None else wrap.span.exact) == found.total.exact - total


@given(st.sampled_from([r for r in ALL_REGIMES if r.cap is not None]), games_inside())
def test_what_has_a_cap_never_passes_it(regime: Regime, pair: tuple[Game, Game]) -> None:
    for played in pair:
        total = breakdown(regime, played).total
        assert played.own_score or (total.high is not None and total.high <= CAP)


@given(natural(0, XP_CAP))
def test_a_loser_without_runes_has_the_points_of_the_experience(xp: int) -> None:
    assert points("0.34.1", xp, turns=5) == tiered_points(xp)


def _kept(regime: Regime, summed: Span, *, own: bool) -> Span:
    """What the game makes of a sum, written without any of the program's own steps."""
    if regime.cap is not None and not own:
        return summed.clamped(high=regime.cap)
    whole = Span(-(2**31), 2**31 - 1)
    if summed.low is None or summed.high is None:
        return whole
    low, high = ((end + 2**31) // 2**32 for end in (summed.low, summed.high))
    return summed - low * 2**32 if low == high else whole


@given(st.sampled_from(ALL_REGIMES), games_inside())
def test_the_total_is_the_sum_of_the_terms(regime: Regime, pair: tuple[Game, Game]) -> None:
    for played in (*pair, replace(pair[0], gold=Span.at_least(3))):
        terms = [term.span for term in breakdown(regime, played).terms if term.name != "wrap"]
        own = bool(played.own_score) and regime.custom
        assert score.total(regime, played) == _kept(regime, sum(terms, start=Span.exactly(0)), own=own)


@given(st.lists(st.sampled_from(ALL_REGIMES), min_size=1, max_size=4, unique=True), games_inside())
def test_an_unplaced_build_has_the_hull_of_its_formulas(
    candidates: list[Regime], pair: tuple[Game, Game]
) -> None:
    found = breakdown_of_any(tuple(candidates), pair[0])
    hull = widest([breakdown(regime, pair[0]) for regime in candidates])
    assert found.to_dict() == hull.to_dict()
    assert found.title == hull.title


def test_a_span_without_a_beginning_leaves_the_total_without_one() -> None:
    played = replace(game(1000), gold=Span.at_most(5))
    assert score.total(formula("0.14.2"), played) == Span(None, 705)
    assert score.total(formula("0.34.1"), played) == Span.exactly(700), "gold counts no more"
