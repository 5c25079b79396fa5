"""The formulas: the worked examples, every regime, the engine's own terms, and what always holds."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.breakdown import Breakdown, widest
from necropsy.games.gnollhack import achievements, conducts, difficulties, roles
from necropsy.games.gnollhack.calculator import score_of
from necropsy.games.gnollhack.product import ascension_factor, modern_factor, rounded
from necropsy.games.gnollhack.regimes import Regime, day_like, regimes, unscorable, upcoming
from necropsy.games.gnollhack.score import Game, breakdown
from necropsy.games.gnollhack.version import Build
from necropsy.span import Span

ENGINE = Path(__file__).parents[4] / "shared" / "data" / "gnollhack"
TERMS = ("depth", "achievements", "small_achievements", "conducts", "role_score", "role_quest", "base")
NOTHING = Span.exactly(0)
FACTORS = ("ascension", "difficulty", "modern")


def formula(tag: str) -> Regime:
    """The one formula of a tag."""
    (found,) = regimes(Build.of_tag(tag))
    return found


def amounts(found: Breakdown) -> list[int | None]:
    """The terms' points, 0 for a term that the formula does not have."""
    terms = [found.term(name) for name in TERMS]
    return [0 if term is None else term.span.exact for term in terms]


def factors(found: Breakdown) -> tuple[float, ...]:
    """The factors, 1 for one that the formula does not have."""
    pairs = []
    for name in FACTORS:
        term = found.term(name)
        pairs.append((1.0, 1.0) if term is None or term.factor is None else term.factor)
    assert all(low == high for low, high in pairs)
    return tuple(low for low, _ in pairs)


def product_of(found: Breakdown) -> int | None:
    """What the last multiplication gives, rounded as the game does."""
    return found.terms[-1].span.exact


# -------------------------------------------------------------------- worked examples

WINNER = (
    "obtained_the_amulet_of_yendor ascended obtained_the_bell_of_opening obtained_the_book_of_the_dead "
    "entered_gehennom defeated_medusa obtained_the_candelabrum_of_invocation "
    "performed_the_invocation_ritual entered_astral_plane entered_elemental_planes"
)


@dataclass(frozen=True)
class Played:
    """A game as the examples give it: achievements and conducts by name, and what the role counts."""

    depth: int = 1
    earned: str = ""
    small: str = ""
    kept: str = ""
    align: str = "LLL"
    role: str = "Val"
    quest: bool = False
    counts: Mapping[str, Any] = field(default_factory=dict)
    turns: int = 1
    difficulty: int = 0
    modern: bool = False
    deaths: int = 0
    zeroed: str = ""

    def game(self, regime: Regime) -> Game:
        build = regime.build
        tokens = f"{self.earned} {self.small}".split()
        if self.quest:
            tokens.append(achievements.ROLE_ACHIEVEMENT)
        changes, _ = conducts.alignment_changes(*self.align)
        return Game(
            depth=Span.exactly(self.depth),
            achievements=achievements.count("notable", tokens, build),
            small_achievements=achievements.count("small", tokens, build),
            conduct_points=conducts.points([*self.kept.split(), *changes], build),
            role_score=self.amount(build),
            role_quest=roles.quest(self.role, build) if self.quest else Span.exactly(0),
            turns=Span.exactly(self.turns),
            true_deaths=Span.exactly(self.deaths),
            role=self.role,
            difficulty=self.difficulty,
            ascended="ascended" in tokens,
            modern=self.modern,
            zeroed=frozenset({self.zeroed} - {""}),
        )

    def amount(self, build: Build) -> Span:
        """The examples give difficulties and levels where a file gives names."""

        def worth(what: str) -> Span:
            return roles.worth(self.role, what, build)

        total, plain = Span.exactly(0), dict(self.counts)
        for level in plain.pop("new_spell_levels", ()):
            total += worth("spell") * (level + 2)
        for difficulty, unique, times in plain.pop("slain", ()):
            total += (difficulty + 1) * (worth("unique") if unique else worth("slain") * times)
        for difficulty in plain.pop("extinct_difficulties", ()):
            total += worth("died_out") * (difficulty + 1)
        for difficulty in plain.pop("selfie_difficulties", ()):
            total += worth("selfie") * (difficulty + 1)
        return total + roles.items(self.role, build, plain)


@dataclass(frozen=True)
class Example:
    """A worked example: its terms (in the order of :data:`TERMS`), its factors and the score."""

    number: int
    tag: str
    title: str
    played: Played
    terms: list[int]
    factors: tuple[float, float, float]
    total: int


EXAMPLES = [
    Example(
        1,
        "4.2.0-133",
        "death on level 1, nothing done",
        Played(depth=1, role="Val", turns=191, difficulty=-4),
        [0, 0, 0, 0, 0, 0, 0],
        (1.0, 0.01, 1.0),
        0,
    ),
    Example(
        2,
        "4.2.0-133",
        "death at depth 11, expert classic",
        Played(depth=11, role="Arc", turns=10),
        [10000, 0, 0, 0, 0, 0, 10000],
        (1.0, 1.0, 1.0),
        10000,
    ),
    Example(
        3,
        "4.2.0-133",
        "small achievements only",
        Played(
            depth=6,
            small="entered_the_gnomish_mines entered_mine_town entered_a_shop entered_a_temple",
            role="Wiz",
            turns=4000,
        ),
        [5000, 0, 20000, 0, 0, 0, 25000],
        (1.0, 1.0, 1.0),
        25000,
    ),
    Example(
        4,
        "4.2.0-133",
        "one notable (Gladstone) + smalls",
        Played(
            depth=13,
            earned="obtained_the_luckstone_from_the_mines",
            small="entered_the_gnomish_mines entered_mine_town entered_a_shop",
            role="Pri",
            turns=9000,
        ),
        [12000, 50000, 15000, 0, 0, 0, 77000],
        (1.0, 1.0, 1.0),
        77000,
    ),
    Example(
        5,
        "4.2.0-133",
        "difficulty standard (0.01), rounding",
        Played(depth=8, small="consulted_the_oracle", role="Hea", turns=5000, difficulty=-4),
        [7000, 0, 5000, 0, 0, 0, 12000],
        (1.0, 0.01, 1.0),
        120,
    ),
    Example(
        6,
        "4.2.0-133",
        "difficulty experienced (10^-1.5), rounding",
        Played(depth=9, small="consulted_the_oracle entered_a_shop", role="Hea", turns=5000, difficulty=-3),
        [8000, 0, 10000, 0, 0, 0, 18000],
        (1.0, 0.03162277660168379, 1.0),
        569,
    ),
    Example(
        7,
        "4.2.0-133",
        "difficulty adept (0.1)",
        Played(depth=9, small="consulted_the_oracle entered_a_shop", role="Hea", turns=5000, difficulty=-2),
        [8000, 0, 10000, 0, 0, 0, 18000],
        (1.0, 0.1, 1.0),
        1800,
    ),
    Example(
        8,
        "4.2.0-133",
        "difficulty veteran (10^-0.5), rounding",
        Played(depth=9, small="consulted_the_oracle entered_a_shop", role="Hea", turns=5000, difficulty=-1),
        [8000, 0, 10000, 0, 0, 0, 18000],
        (1.0, 0.31622776601683794, 1.0),
        5692,
    ),
    Example(
        9,
        "4.2.0-133",
        "difficulty master (10^0.5), rounding",
        Played(depth=9, small="consulted_the_oracle entered_a_shop", role="Hea", turns=5000, difficulty=1),
        [8000, 0, 10000, 0, 0, 0, 18000],
        (1.0, 3.1622776601683795, 1.0),
        56921,
    ),
    Example(
        10,
        "4.2.0-133",
        "difficulty grand master (10)",
        Played(depth=9, small="consulted_the_oracle entered_a_shop", role="Hea", turns=5000, difficulty=2),
        [8000, 0, 10000, 0, 0, 0, 18000],
        (1.0, 10.0, 1.0),
        180000,
    ),
    Example(
        11,
        "4.2.0-133",
        "modern, 0 true deaths (quit)",
        Played(depth=9, small="entered_a_shop", role="Ran", modern=True),
        [8000, 0, 5000, 0, 0, 0, 13000],
        (1.0, 1.0, 0.3333333333333333),
        4333,
    ),
    Example(
        12,
        "4.2.0-133",
        "modern, 1 true death",
        Played(depth=9, small="entered_a_shop", role="Ran", modern=True, deaths=1),
        [8000, 0, 5000, 0, 0, 0, 13000],
        (1.0, 1.0, 0.1111111111111111),
        1444,
    ),
    Example(
        13,
        "4.2.0-133",
        "modern, 2 true deaths",
        Played(depth=9, small="entered_a_shop", role="Ran", modern=True, deaths=2),
        [8000, 0, 5000, 0, 0, 0, 13000],
        (1.0, 1.0, 0.037037037037037035),
        481,
    ),
    Example(
        14,
        "4.2.0-133",
        "modern, 3 true deaths",
        Played(depth=9, small="entered_a_shop", role="Ran", modern=True, deaths=3),
        [8000, 0, 5000, 0, 0, 0, 13000],
        (1.0, 1.0, 0.018518518518518517),
        241,
    ),
    Example(
        15,
        "4.2.0-133",
        "modern, 7 true deaths",
        Played(depth=9, small="entered_a_shop", role="Ran", modern=True, deaths=7),
        [8000, 0, 5000, 0, 0, 0, 13000],
        (1.0, 1.0, 0.006172839506172839),
        80,
    ),
    Example(
        16,
        "4.2.0-20",
        "modern, 7 true deaths, old formula (K=6)",
        Played(depth=9, small="entered_a_shop", role="Ran", modern=True, deaths=7),
        [8000, 0, 5000, 0, 0, 0, 13000],
        (1.0, 1.0, 0.00022862368541380886),
        3,
    ),
    Example(
        17,
        "4.2.0-133",
        "casual mode -> 0",
        Played(depth=20, earned="defeated_medusa", role="Ran", modern=True, zeroed="casual"),
        [19000, 50000, 0, 0, 0, 0, 69000],
        (1.0, 1.0, 0.3333333333333333),
        0,
    ),
    Example(
        18,
        "4.2.0-133",
        "explore mode -> 0",
        Played(depth=20, earned="defeated_medusa", role="Ran", zeroed="explore"),
        [19000, 50000, 0, 0, 0, 0, 69000],
        (1.0, 1.0, 1.0),
        0,
    ),
    Example(
        19,
        "4.2.0-133",
        "non-scoring (imported save) -> 0",
        Played(depth=20, earned="defeated_medusa", role="Ran", zeroed="non-scoring"),
        [19000, 50000, 0, 0, 0, 0, 69000],
        (1.0, 1.0, 1.0),
        0,
    ),
    Example(
        20,
        "4.2.0-133",
        "ascension 3125 turns (clamp 16), all conducts",
        Played(
            depth=45,
            earned=(
                "obtained_the_sokoban_prize defeated_yacc obtained_the_prime_codex "
                "obtained_the_luckstone_from_the_mines crowned defeated_demogorgon "
                "learned_castle_drawbridge_tune "
            )
            + WINNER,
            small=(
                "consulted_the_oracle read_a_discworld_novel entered_the_gnomish_mines "
                "entered_mine_town entered_a_shop entered_a_temple entered_sokoban "
                "entered_bigroom entered_large_circular_dungeon entered_plane_of_modron "
                "entered_hellish_pastures"
            ),
            kept=(
                "blind boneless conflictless elberethless foodless genocideless atheist pacifist "
                "illiterate never_died nudist petless polyless polyselfless vegan vegetarian "
                "weaponless artiwishless wishless"
            ),
            role="Mon",
            quest=True,
            turns=3125,
            difficulty=2,
        ),
        [44000, 850000, 55000, 3980000, 1990000, 60000, 5529000],
        (16.0, 10.0, 1.0),
        884640000,
    ),
    Example(
        21,
        "4.2.0-133",
        "ascension 1 turn (clamp 16)",
        Played(
            depth=40, earned="" + WINNER, small="consulted_the_oracle", kept="never_died", role="Bar", turns=1
        ),
        [39000, 500000, 5000, 100000, 0, 0, 644000],
        (16.0, 1.0, 1.0),
        10304000,
    ),
    Example(
        22,
        "4.2.0-133",
        "ascension 3126 turns (just below clamp)",
        Played(
            depth=40,
            earned="" + WINNER,
            small="consulted_the_oracle",
            kept="never_died",
            role="Bar",
            turns=3126,
        ),
        [39000, 500000, 5000, 100000, 0, 0, 644000],
        (15.997440614236206, 1.0, 1.0),
        10302352,
    ),
    Example(
        23,
        "4.2.0-133",
        "ascension 45678 turns",
        Played(
            depth=43,
            earned="obtained_the_luckstone_from_the_mines obtained_the_sokoban_prize " + WINNER,
            small=(
                "consulted_the_oracle entered_the_gnomish_mines entered_mine_town entered_a_shop "
                "entered_a_temple entered_sokoban"
            ),
            kept="boneless genocideless never_died polyless polyselfless",
            role="Val",
            quest=True,
            counts={"item": 2, "ammo": 12},
            turns=45678,
        ),
        [42000, 600000, 30000, 310000, 162000, 40000, 1184000],
        (4.184961368930684, 1.0, 1.0),
        4954994,
    ),
    Example(
        24,
        "4.2.0-133",
        "ascension 200000 turns (clamp 2)",
        Played(
            depth=43,
            earned="" + WINNER,
            kept="petless",
            role="Sam",
            counts={"item": 4, "ammo": 30},
            turns=200000,
        ),
        [42000, 500000, 0, 20000, 245000, 0, 807000],
        (2.0, 1.0, 1.0),
        1614000,
    ),
    Example(
        25,
        "4.2.0-133",
        "ascension 250000 turns (clamp 2)",
        Played(
            depth=43,
            earned="" + WINNER,
            kept="petless",
            role="Sam",
            counts={"item": 4, "ammo": 30},
            turns=250000,
        ),
        [42000, 500000, 0, 20000, 245000, 0, 807000],
        (2.0, 1.0, 1.0),
        1614000,
    ),
    Example(
        26,
        "4.2.0-133",
        "ascension, permanently converted (-40)",
        Played(depth=43, earned="" + WINNER, kept="never_died", align="NNL", role="Kni", turns=50000),
        [42000, 500000, 0, -300000, 0, 0, 242000],
        (4.0, 1.0, 1.0),
        968000,
    ),
    Example(
        27,
        "4.2.0-133",
        "ascension, helm on (-20)",
        Played(depth=43, earned="" + WINNER, kept="never_died", align="NLL", role="Kni", turns=50000),
        [42000, 500000, 0, -100000, 0, 0, 442000],
        (4.0, 1.0, 1.0),
        1768000,
    ),
    Example(
        28,
        "4.2.0-133",
        "ascension, converted but helm restores (-20)",
        Played(depth=43, earned="" + WINNER, kept="never_died", align="LNL", role="Kni", turns=50000),
        [42000, 500000, 0, -100000, 0, 0, 442000],
        (4.0, 1.0, 1.0),
        1768000,
    ),
    Example(
        29,
        "4.2.0-133",
        "ascension Monk, no conducts, converted: negative",
        Played(depth=43, earned="" + WINNER, kept="", align="NNL", role="Mon", turns=50000),
        [42000, 500000, 0, -400000, -200000, 0, 0],
        (4.0, 1.0, 1.0),
        0,
    ),
    Example(
        30,
        "4.2.0-133",
        "role cap 600000 (Arc items)",
        Played(
            depth=20,
            role="Arc",
            quest=True,
            counts={"artifact": 6, "historic_statue": 3, "sarcophagus": 2, "mummy_wrapping": 4, "art": 900},
            turns=30000,
        ),
        [19000, 0, 0, 0, 584000, 60000, 619000],
        (1.0, 1.0, 1.0),
        619000,
    ),
    Example(
        31,
        "4.2.0-133",
        "Arc under cap",
        Played(
            depth=20,
            role="Arc",
            counts={"artifact": 1, "historic_statue": 1, "mummy_wrapping": 2, "art": 150},
            turns=30000,
        ),
        [19000, 0, 0, 0, 79000, 0, 98000],
        (1.0, 1.0, 1.0),
        98000,
    ),
    Example(
        32,
        "4.2.0-22",
        "Arc same items, 4.2.0-22 formula",
        Played(
            depth=20,
            role="Arc",
            counts={"artifact": 1, "historic_statue": 1, "mummy_wrapping": 2, "art": 150},
            turns=30000,
        ),
        [19000, 0, 0, 0, 46500, 0, 65500],
        (1.0, 1.0, 1.0),
        65500,
    ),
    Example(
        33,
        "4.2.0-133",
        "Bar 3 weapons + quest",
        Played(depth=15, role="Bar", quest=True, counts={"weapon": 3}, turns=20000),
        [14000, 0, 0, 0, 90000, 60000, 164000],
        (1.0, 1.0, 1.0),
        164000,
    ),
    Example(
        34,
        "4.2.0-133",
        "Cav 1 life saving + 2 amulets + quest",
        Played(depth=15, role="Cav", quest=True, counts={"life_saving": 1, "other_amulet": 2}, turns=20000),
        [14000, 0, 0, 0, 105000, 40000, 159000],
        (1.0, 1.0, 1.0),
        159000,
    ),
    Example(
        35,
        "4.2.0-133",
        "Hea new spells lv -1,1,3,5,9 + quest",
        Played(depth=15, role="Hea", quest=True, counts={"new_spell_levels": [-1, 1, 3, 5, 9]}, turns=20000),
        [14000, 0, 0, 0, 54000, 50000, 118000],
        (1.0, 1.0, 1.0),
        118000,
    ),
    Example(
        36,
        "4.2.0-133",
        "Pri new spells lv 1,3,5,10 + quest",
        Played(depth=15, role="Pri", quest=True, counts={"new_spell_levels": [1, 3, 5, 10]}, turns=20000),
        [14000, 0, 0, 0, 40500, 50000, 104500],
        (1.0, 1.0, 1.0),
        104500,
    ),
    Example(
        37,
        "4.2.0-133",
        "Wiz new spells lv 0,2,4,6,12 + quest",
        Played(depth=15, role="Wiz", quest=True, counts={"new_spell_levels": [0, 2, 4, 6, 12]}, turns=20000),
        [14000, 0, 0, 0, 34000, 50000, 98000],
        (1.0, 1.0, 1.0),
        98000,
    ),
    Example(
        38,
        "4.2.0-133",
        "Kni 1 unique dif 100 (twice), 7 of dif 11 + quest",
        Played(
            depth=15, role="Kni", quest=True, counts={"slain": [[100, True, 2], [11, False, 7]]}, turns=20000
        ),
        [14000, 0, 0, 0, 84150, 60000, 158150],
        (1.0, 1.0, 1.0),
        158150,
    ),
    Example(
        39,
        "4.2.0-128",
        "Kni same, 4.2.0-128 formula",
        Played(
            depth=15, role="Kni", quest=True, counts={"slain": [[100, True, 2], [11, False, 7]]}, turns=20000
        ),
        [14000, 0, 0, 0, 24400, 50000, 88400],
        (1.0, 1.0, 1.0),
        88400,
    ),
    Example(
        40,
        "4.2.0-133",
        "Mon quest only, death",
        Played(depth=15, role="Mon", quest=True, turns=20000),
        [14000, 0, 0, 0, 0, 60000, 74000],
        (1.0, 1.0, 1.0),
        74000,
    ),
    Example(
        41,
        "4.2.0-133",
        "Ran 2 launchers 40 ammo + quest",
        Played(depth=15, role="Ran", quest=True, counts={"launcher": 2, "ammo": 40}, turns=20000),
        [14000, 0, 0, 0, 160000, 40000, 214000],
        (1.0, 1.0, 1.0),
        214000,
    ),
    Example(
        42,
        "4.2.0-133",
        "Rog 12345 zm of valuables + quest",
        Played(depth=15, role="Rog", quest=True, counts={"valuables": 12345}, turns=20000),
        [14000, 0, 0, 0, 61725, 50000, 125725],
        (1.0, 1.0, 1.0),
        125725,
    ),
    Example(
        43,
        "4.2.0-120",
        "Rog same, 4.2.0-120 formula (x1)",
        Played(depth=15, role="Rog", quest=True, counts={"valuables": 12345}, turns=20000),
        [14000, 0, 0, 0, 12345, 50000, 76345],
        (1.0, 1.0, 1.0),
        76345,
    ),
    Example(
        44,
        "4.2.0-133",
        "Sam 3 items 20 ammo + quest",
        Played(depth=15, role="Sam", quest=True, counts={"item": 3, "ammo": 20}, turns=20000),
        [14000, 0, 0, 0, 180000, 100000, 294000],
        (1.0, 1.0, 1.0),
        294000,
    ),
    Example(
        45,
        "4.2.0-133",
        "Tou selfies dif 1,5,11,100 + quest",
        Played(
            depth=15, role="Tou", quest=True, counts={"selfie_difficulties": [1, 5, 11, 100]}, turns=20000
        ),
        [14000, 0, 0, 0, 24200, 100000, 138200],
        (1.0, 1.0, 1.0),
        138200,
    ),
    Example(
        46,
        "4.2.0-22",
        "Tou same, 4.2.0-22 formula",
        Played(
            depth=15, role="Tou", quest=True, counts={"selfie_difficulties": [1, 5, 11, 100]}, turns=20000
        ),
        [14000, 0, 0, 0, 12100, 50000, 76100],
        (1.0, 1.0, 1.0),
        76100,
    ),
    Example(
        47,
        "4.2.0-133",
        "Val 5 items 10 ammo",
        Played(depth=15, role="Val", counts={"item": 5, "ammo": 10}, turns=20000),
        [14000, 0, 0, 0, 385000, 0, 399000],
        (1.0, 1.0, 1.0),
        399000,
    ),
    Example(
        48,
        "4.2.0-133",
        "modern ascension with 1 true death",
        Played(
            depth=43,
            earned="" + WINNER,
            kept="boneless petless",
            role="Wiz",
            counts={"new_spell_levels": [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]},
            quest=True,
            turns=61234,
            difficulty=-1,
            modern=True,
            deaths=1,
        ),
        [42000, 500000, 0, 40000, 100000, 50000, 732000],
        (3.614503740903743, 0.31622776601683794, 0.1111111111111111),
        92965,
    ),
    Example(
        49,
        "4.2.0-133",
        "escaped (not ascended): no conducts, x1",
        Played(
            depth=40,
            earned=(
                "obtained_the_amulet_of_yendor obtained_the_bell_of_opening "
                "obtained_the_book_of_the_dead entered_gehennom "
                "obtained_the_candelabrum_of_invocation performed_the_invocation_ritual"
            ),
            kept=(
                "boneless conflictless elberethless foodless genocideless atheist pacifist "
                "illiterate never_died petless polyless polyselfless vegan vegetarian weaponless "
                "artiwishless wishless"
            ),
            role="Rog",
            counts={"valuables": 777},
            turns=33333,
        ),
        [39000, 300000, 0, 0, 3885, 0, 342885],
        (1.0, 1.0, 1.0),
        342885,
    ),
    Example(
        50,
        "4.2.0-133",
        "half-way rounding .5 up (base 50, 0.01)",
        Played(depth=1, role="Rog", counts={"valuables": 10}, difficulty=-4),
        [0, 0, 0, 0, 50, 0, 50],
        (1.0, 0.01, 1.0),
        1,
    ),
    Example(
        51,
        "4.1.0-PA2",
        "4.1.0-PA2 ascension (lv 5000, maj 10000)",
        Played(
            depth=40,
            earned="ended_in_the_endgame ended_on_the_astral_plane " + WINNER,
            kept="genocideless vegetarian artiwishless wishless",
            role="Sam",
            turns=50000,
        ),
        [195000, 100000, 0, 160000, 0, 0, 455000],
        (4.0, 1.0, 1.0),
        1820000,
    ),
    Example(
        52,
        "4.1.0-B5",
        "4.1.0-B5 smalls incl. castle tune",
        Played(
            depth=26,
            small="consulted_the_oracle entered_the_gnomish_mines learned_castle_drawbridge_tune",
            role="Val",
            turns=40000,
        ),
        [125000, 0, 15000, 0, 0, 0, 140000],
        (1.0, 1.0, 1.0),
        140000,
    ),
    Example(
        53,
        "4.1.0-B7",
        "4.1.0-B7 role achievement counts as notable",
        Played(depth=26, earned="crowned", small="consulted_the_oracle", role="Val", quest=True, turns=40000),
        [125000, 20000, 5000, 0, 0, 0, 150000],
        (1.0, 1.0, 1.0),
        150000,
    ),
    Example(
        54,
        "4.1.0-B17",
        "4.1.0-B17 Rogue loot uncapped x1",
        Played(depth=26, role="Rog", counts={"valuables": 750000}, turns=40000),
        [125000, 0, 0, 0, 750000, 0, 875000],
        (1.0, 1.0, 1.0),
        875000,
    ),
    Example(
        55,
        "4.1.3-24",
        "4.1.3-24 end on Astral counts twice (flag small + place major)",
        Played(
            depth=45,
            earned=(
                "obtained_the_amulet_of_yendor obtained_the_bell_of_opening "
                "obtained_the_book_of_the_dead entered_gehennom "
                "obtained_the_candelabrum_of_invocation performed_the_invocation_ritual "
                "entered_astral_plane entered_elemental_planes ended_in_the_endgame "
                "ended_on_the_astral_plane"
            ),
            role="Val",
            turns=40000,
        ),
        [44000, 80000, 10000, 0, 0, 0, 134000],
        (1.0, 1.0, 1.0),
        134000,
    ),
    Example(
        56,
        "4.1.3-41",
        "4.1.3-41 Tourist 35/level",
        Played(depth=10, role="Tou", counts={"selfie_difficulties": [1, 5, 11]}, turns=4000),
        [9000, 0, 0, 0, 700, 0, 9700],
        (1.0, 1.0, 1.0),
        9700,
    ),
    Example(
        57,
        "4.1.3-42",
        "4.1.3-42 Monk ascension x7500",
        Played(
            depth=45,
            earned="ended_in_the_endgame ended_on_the_astral_plane " + WINNER,
            kept=(
                "boneless conflictless elberethless genocideless atheist pacifist never_died "
                "petless polyless polyselfless vegan vegetarian weaponless artiwishless wishless"
            ),
            role="Mon",
            quest=True,
            turns=30000,
        ),
        [44000, 100000, 10000, 1095000, 0, 60000, 1309000],
        (5.163977794943222, 1.0, 1.0),
        6759647,
    ),
    Example(
        58,
        "4.1.3-43",
        "4.1.3-43 Knight with extinction bonus",
        Played(
            depth=30,
            role="Kni",
            counts={"slain": [[100, True, 1], [11, False, 7]], "extinct_difficulties": [11]},
            turns=30000,
        ),
        [29000, 0, 0, 0, 11120, 0, 40120],
        (1.0, 1.0, 1.0),
        40120,
    ),
    Example(
        59,
        "4.1.3-45",
        "4.1.3-45 conduct table",
        Played(
            depth=45,
            earned="" + WINNER,
            kept=(
                "boneless conflictless elberethless genocideless atheist illiterate never_died "
                "petless polyless polyselfless vegan vegetarian weaponless artiwishless wishless"
            ),
            role="Pri",
            counts={"new_spell_levels": [5, 5]},
            turns=30000,
        ),
        [44000, 500000, 0, 1090000, 21000, 0, 1655000],
        (5.163977794943222, 1.0, 1.0),
        8546383,
    ),
    Example(
        60,
        "4.2.0-3",
        "4.2.0-3 adds never-died/elbereth/conflict",
        Played(
            depth=45, earned="" + WINNER, kept="conflictless elberethless never_died", role="Pri", turns=30000
        ),
        [44000, 500000, 0, 350000, 0, 0, 894000],
        (5.163977794943222, 1.0, 1.0),
        4616596,
    ),
    Example(
        61,
        "4.2.0-8",
        "4.2.0-8 castle tune now notable",
        Played(depth=28, earned="learned_castle_drawbridge_tune", role="Pri", turns=30000),
        [27000, 50000, 0, 0, 0, 0, 77000],
        (1.0, 1.0, 1.0),
        77000,
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{one.number}: {one.title}" for one in EXAMPLES])
def test_worked_example(example: Example) -> None:
    regime = formula(example.tag)
    found = breakdown(regime, example.played.game(regime))
    assert amounts(found) == example.terms
    assert factors(found) == example.factors
    if example.played.zeroed:
        assert found.total == Span.exactly(example.total)
        assert example.played.zeroed in found.note
        return
    assert product_of(found) == example.total
    assert example.total in found.total
    half = math.prod(example.factors) * example.terms[-1] % 1 == 0.5
    assert found.slack == (1 if half else 0)


def test_there_are_61_examples() -> None:
    assert [example.number for example in EXAMPLES] == list(range(1, 62))


def test_the_most_there_is() -> None:
    assert EXAMPLES[19].total == 884_640_000


# ----------------------------------------------------------------------- all regimes

# first tag and last: points a level, notable, small, conduct, a Monk's, share, its roles, cap, K
REGIMES = """
4.1.0-PA2 4.1.0-PA3 5000 10000    0  5000  5000    0 none none   0
4.1.0-B1  4.1.0-B4  5000 10000    0  5000  5000    0 none none   6
4.1.0-B5  4.1.0-B5  5000 10000 5000  5000  5000    0 none none   6
4.1.0-B6  4.1.0-B6  5000 10000 5000  5000  5000    0 none none   6
4.1.0-B7  4.1.0-B13 5000 10000 5000  5000  5000    0 none none   6
4.1.0-B14 4.1.0-B16 5000 10000 5000  5000  5000    0 none none   6
4.1.0-B17 4.1.0-43  5000 10000 5000  5000  5000    0 none none   6
4.1.1     4.1.1-4   5000 10000 5000  5000  5000    0 none none   6
4.1.2     4.1.3-23  1000 10000 5000  5000  5000    0 none none   6
4.1.3-24  4.1.3-29  1000 10000 5000  5000  5000    0 none none   6
4.1.3-30  4.1.3-40  1000 10000 5000  5000  5000    0 none none   6
4.1.3-41  4.1.3-41  1000 10000 5000  5000  5000    0 none none   6
4.1.3-42  4.1.3-42  1000 10000 5000  5000  7500    0 none none   6
4.1.3-43  4.1.3-43  1000 50000 5000 10000 10000 5000 all  600000 6
4.1.3-44  4.1.3-44  1000 50000 5000 10000 10000 5000 all  600000 6
4.1.3-45  4.1.3-45  1000 50000 5000 10000 10000 5000 Mon  600000 6
4.1.3-46  4.1.3-48  1000 50000 5000 10000 10000 5000 Mon  600000 6
4.1.3-49  4.1.3-51  1000 50000 5000 10000 10000 5000 Mon  600000 6
4.1.3-52  4.2.0-2   1000 50000 5000 10000 10000 5000 Mon  600000 6
4.2.0-3   4.2.0-7   1000 50000 5000 10000 10000 5000 Mon  600000 6
4.2.0-8   4.2.0-18  1000 50000 5000 10000 10000 5000 Mon  600000 6
4.2.0-19  4.2.0-19  1000 50000 5000 10000 10000 5000 Mon  600000 6
4.2.0-20  4.2.0-21  1000 50000 5000 10000 10000 5000 Mon  600000 6
4.2.0-22  4.2.0-119 1000 50000 5000 10000 10000 5000 Mon  600000 2
4.2.0-120 4.2.0-127 1000 50000 5000 10000 10000 5000 Mon  600000 2
4.2.0-128 4.2.0-132 1000 50000 5000 10000 10000 5000 Mon  600000 2
4.2.0-133 4.3.0-10  1000 50000 5000 10000 10000 5000 Mon  600000 2
"""
ROWS = [line.split() for line in REGIMES.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_constants_of_every_regime(row: list[str]) -> None:
    first, last, *constants = row
    regime = formula(first)
    assert regime.formula == first
    assert formula(last) is regime
    found = [regime.depth, regime.notable, regime.small, regime.conduct, regime.monk_conduct]
    assert [*map(str, [*found, regime.share]), regime.share_roles] == constants[:7]
    assert [str(regime.cap or "none"), str(regime.modern)] == constants[7:]
    assert regime.floor == (regime.cap is not None)


def test_regimes_follow_each_other_without_hole_or_overlap() -> None:
    every = [formula(row[0]) for row in ROWS]
    assert len({regime.formula for regime in every}) == 27
    for one, other in pairwise(every):
        assert one.builds.last < other.builds.first
        assert one.began <= other.began
    tags = [f"4.1.0-B{n}" for n in range(1, 19)] + [f"4.1.3-{n}" for n in range(1, 80)]
    tags += ["4.1.0-43", "4.1.1", "4.1.1-4", "4.1.2", "4.1.2-9"]
    tags += [f"4.2.0-{n}" for n in range(150)] + [f"4.3.0-{n}" for n in range(20)]
    assert {len(regimes(Build.of_tag(tag))) for tag in tags} == {1}


@pytest.mark.parametrize(
    ("tags", "kinds"),
    [
        (("4.1.0-PA2", "4.1.0-B1", "4.1.0-B5"), set()),
        (("4.1.0-B6", "4.1.0-B13"), {"explore", "casual"}),
        (("4.1.0-B14", "4.1.2", "4.3.0-10"), {"explore", "casual", "non-scoring"}),
    ],
)
def test_what_scores_nothing(tags: tuple[str, ...], kinds: set[str]) -> None:
    for tag in tags:
        regime = formula(tag)
        assert regime.zeroed == kinds
        for kind in ("explore", "casual", "non-scoring"):
            found = breakdown(regime, Game(Span.exactly(3), zeroed=frozenset({kind})))
            assert (found.total == Span.exactly(0)) == (kind in kinds)


@pytest.mark.parametrize(
    ("tag", "names"),
    [
        ("4.1.0-PA2", ["depth", "achievements", "conducts", "base", "ascension", "difficulty"]),
        ("4.1.0-B5", [*TERMS[:4], "base", *FACTORS]),
        ("4.1.0-B6", [*TERMS[:5], "base", *FACTORS]),
        ("4.1.3-42", [*TERMS, *FACTORS]),
        ("4.3.0-10", [*TERMS, *FACTORS]),
    ],
)
def test_a_formula_has_the_terms_it_had(tag: str, names: list[str]) -> None:
    assert [term.name for term in breakdown(formula(tag), Game(Span.exactly(1))).terms] == names


@pytest.mark.parametrize("tag", ["4.0.5", "4.1.0", "4.1.0-PA1", "4.1.0-PA4"])
def test_what_cannot_be_audited(tag: str) -> None:
    build = Build.of_tag(tag)
    assert regimes(build) == ()
    (reason,) = unscorable(build)
    assert "sum kept during the game" in reason


def test_a_bare_4_1_0_may_be_unscorable() -> None:
    build = Build.parse("4.1.0")
    assert [regime.formula for regime in regimes(build)] == ["4.1.0-PA2", "4.1.0-B1"]
    assert len(unscorable(build)) == 2
    assert unscorable(Build.parse("4.2.0 (Build 3)")) == ()


def test_the_end_of_a_game_rules_out_later_formulas() -> None:
    build = Build.of_fields("4.1.0", fields=("achieveX", "demo"))
    assert [regime.formula for regime in regimes(build)] == [f"4.1.0-B{n}" for n in (1, 5, 6, 7)]
    ended = regimes(build, dt.date(2022, 6, 20))
    assert [regime.formula for regime in ended] == ["4.1.0-B1", "4.1.0-B5"]
    assert len(regimes(build, dt.date(2022, 6, 25))) == 3, "a day to spare"
    assert len(regimes(build, dt.date(1970, 1, 1))) == 4, "a clock that stood wrong"
    assert len(regimes(Build.of_tag("4.3.0-10"), dt.date(2001, 1, 1))) == 1


def test_versions_with_one_formula_need_no_edit() -> None:
    for version, name in (("4.1.1", "4.1.1"), ("4.1.2", "4.1.2"), ("4.1.3", "4.1.2")):
        assert [regime.formula for regime in regimes(Build.of_fields(version))] == [name]


def test_a_build_between_two_tags_may_have_the_next_formula() -> None:
    found = upcoming(Build.parse("4.1.3 (Build 44)"))
    assert found is not None
    assert found.formula == "4.1.3-45"
    assert upcoming(Build.parse("4.1.3 (Build 46)")) is None
    assert upcoming(Build.parse("4.1.0")) is None
    assert upcoming(Build.of_tag("4.3.0-10")) is None


# --------------------------------------------------------------------- what people say

# Statements of the game's wiki that are wrong or leave something out, each with the right value.


def total(tag: str = "4.2.0-133", **numbers: Any) -> int | None:
    return score_of(tag, **numbers).total.exact


def test_a_negative_base_is_zero() -> None:
    assert total(conduct_points=-40, ascended=True) == 0


def test_the_role_quest_is_under_the_cap() -> None:
    assert total(role_score=580_000, role_quest=60_000) == 600_000


def test_never_having_died_counts() -> None:
    newest = Build.of_tag("4.2.0-133")
    assert conducts.points(["never_died"], newest) == Span.exactly(10)


def test_a_convert_loses_twice() -> None:
    surely, _ = conducts.alignment_changes("neutral", "neutral", "lawful")
    assert conducts.points(surely, Build.of_tag("4.2.0-133")) == Span.exactly(-40)


def test_levels_were_worth_more() -> None:
    assert [total(tag, depth=2) for tag in ("4.1.1", "4.1.2")] == [5000, 1000]


def test_the_share_of_every_role() -> None:
    """A Samurai of 4.1.3-43 (2 items, the role achievement, 214 conduct points): 240,296, not 207,220."""
    numbers: dict[str, Any] = {
        "depth": 12,
        "achievements": 3,
        "small": 1,
        "conduct_points": 214,
        "role_score": 100_000,
        "role_quest": 100_000,
        "turns": 130_001,
        "difficulty": -2,
        "ascended": True,
        "modern": True,
    }
    found = score_of("4.1.3-43", role="Sam", **numbers)
    assert found.total.exact == 240_296
    assert amounts(found)[4:] == [1_170_000, 100_000, 2_906_000]
    assert score_of("4.1.3-43", **numbers).total.exact == 240_296, "of every role, known or not"
    assert score_of("4.1.3-45", role="Sam", **numbers).total.exact == 207_220
    assert score_of("4.1.3-45", role="Mon", **numbers).total.exact == 240_296
    assert score_of("4.1.3-45", **numbers).total.exact == 207_220


def test_a_monk_of_4_1_3_42() -> None:
    numbers: dict[str, Any] = {"conduct_points": 146, "turns": 50_000, "ascended": True}
    assert score_of("4.1.3-42", role="Mon", **numbers).total.exact == 4 * 7500 * 146
    assert score_of("4.1.3-42", role="Sam", **numbers).total.exact == 4 * 5000 * 146
    assert score_of("4.1.3-42", **numbers).total.exact == 4 * 5000 * 146


def test_ascension_between_its_clamps() -> None:
    assert [ascension_factor(turns) for turns in (0, 1, 3125, 200_000, 10**7)] == [16, 16, 16, 2, 2]
    assert ascension_factor(50_000) == 4


def test_modern_mode_then_and_now() -> None:
    now = [round(1 / modern_factor(deaths)) for deaths in (0, 1, 2, 3, 7)]
    assert now == [3, 9, 27, 54, 162]
    before = [round(1 / modern_factor(deaths, 6)) for deaths in (0, 1, 2, 3, 6, 7, 8)]
    assert before == [3, 9, 27, 81, 2187, 4374, 6561]


@pytest.mark.parametrize("level", range(-4, 3))
def test_difficulty_factors_are_those_of_c(level: int) -> None:
    assert difficulties.factor(level) == math.pow(10.0, 0.5 * level)


@pytest.mark.parametrize(
    ("tag", "names"),
    [
        ("4.1.0", "? ? very easy|easy|normal|hard|very hard"),
        ("4.1.0-PA2", "very easy|easy|medium|hard|expert|master|grand master"),
        ("4.1.0-PA3", "very easy|easy|average|hard|expert|master|grand master"),
        ("4.1.0-B1", "standard|experienced|adept|veteran|expert|master|grand master"),
        ("4.3.0-10", "standard|experienced|adept|veteran|expert|master|grand master"),
    ],
)
def test_difficulty_names(tag: str, names: str) -> None:
    build = Build.of_tag(tag)
    expected = names.removeprefix("? ? ").split("|")
    first = -4 if len(expected) == 7 else -2
    assert [row.name for row in difficulties.difficulties(build)] == expected
    assert [difficulties.level_of(name, build) for name in expected] == list(range(first, 3))
    assert difficulties.level_of("medium rare", build) is None


def test_a_name_that_may_mean_two_levels() -> None:
    assert difficulties.level_of("hard", Build.parse("4.1.0")) is None
    assert difficulties.level_of("veteran", Build.parse("4.1.0")) == -1


# ------------------------------------------------------------------------ calculator


@pytest.mark.parametrize(
    ("version", "numbers", "complaint"),
    [
        ("4.1.0-PA4", {}, "sum kept during the game"),
        ("3.6.6", {}, "sum kept during the game"),
        ("Brass", {}, "not a GnollHack version"),
        ("4.2.0", {"role": "Jes"}, "no role is called 'Jes'"),
        ("4.2.0", {"difficulty": 3}, "difficulty levels run from -4 to 2"),
        ("4.2.0", {"depth": 0}, "depth begins at 1"),
        ("4.2.0", {"achievements": -1}, "achievements cannot be negative"),
        ("4.2.0", {"role_quest": True}, "needs the role"),
    ],
)
def test_what_the_calculator_refuses(version: str, numbers: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        score_of(version, **numbers)


def test_the_calculator_knows_the_bonus_of_a_role() -> None:
    assert score_of("4.2.0 (Build 133)", role="Kni", role_quest=True).total.exact == 60_000
    assert score_of("4.2.0 (Build 132)", role="Kni", role_quest=True).total.exact == 50_000
    assert score_of("4.2.0", role="Kni", role_quest=True).total == Span(50_000, 60_000)


def test_a_version_without_edit_gives_all_its_formulas() -> None:
    found = score_of("4.2.0", modern=True, deaths=7, small=1, depth=9)
    assert found.total == Span(3, 80)
    assert "4.1.3-52 or 4.2.0-3 or" in found.regime
    candidates = regimes(Build.parse("4.2.0"))
    game = Game(Span.exactly(9), NOTHING, Span.exactly(1), true_deaths=Span.exactly(7), modern=True)
    assert widest([breakdown(each, game) for each in candidates]).total == found.total
    assert candidates[-1].title == "formula 4.2.0-133 (since 4.2.0-133)"


def test_terms_read_as_people_write_them() -> None:
    numbers: dict[str, Any] = {
        "achievements": 10,
        "conduct_points": 4,
        "role_score": 100_000,
        "role_quest": 50_000,
    }
    found = score_of(
        "4.2.0-133",
        role="Wiz",
        depth=43,
        turns=61_234,
        difficulty=-1,
        ascended=True,
        modern=True,
        deaths=1,
        **numbers,
    )
    assert {term.name: term.formula for term in found.terms} == {
        "depth": "1,000 x (43 - 1)",
        "achievements": "50,000 x 10",
        "small_achievements": "5,000 x 0",
        "conducts": "10,000 x 4 conduct points",
        "role_score": "100,000 for the role's own deeds",
        "role_quest": "50,000 for the role achievement",
        "base": "42,000 + 500,000 + 0 + 40,000 + min(100,000 + 50,000, 600,000), at least 0",
        "ascension": "4 x sqrt(50,000 / 61,234 turns), from 2 to 16",
        "difficulty": "10^(-1 / 2)",
        "modern": "1 / 9: 3^(n + 1) up to 2 true deaths, 27 x (n - 1) beyond; n = 1",
    }
    assert found.total == Span.exactly(92_965)
    assert found.terms[0].source == "end.c, since 4.2.0-133"


# -------------------------------------------------------------------- the engine's terms

PATHS = sorted(ENGINE.rglob("*.terms.json"))

FLAGS = {
    "amulet": "obtained_the_amulet_of_yendor",
    "bell": "obtained_the_bell_of_opening",
    "book": "obtained_the_book_of_the_dead",
    "menorah": "obtained_the_candelabrum_of_invocation",
    "prime_codex": "obtained_the_prime_codex",
    "enter_gehennom": "entered_gehennom",
    "mines_luckstone": "obtained_the_luckstone_from_the_mines",
    "finish_sokoban": "obtained_the_sokoban_prize",
    "killed_medusa": "defeated_medusa",
    "killed_yacc": "defeated_yacc",
    "killed_demogorgon": "defeated_demogorgon",
    "invoked": "performed_the_invocation_ritual",
    "learned_castle_tune": "learned_castle_drawbridge_tune",
    "consulted_oracle": "consulted_the_oracle",
    "read_discworld_novel": "read_a_discworld_novel",
    "entered_gnomish_mines": "entered_the_gnomish_mines",
    "entered_shop": "entered_a_shop",
    "entered_temple": "entered_a_temple",
    "ends_in_endgame": achievements.ENDED_IN_ENDGAME,
    "ends_on_astral": achievements.ENDED_ON_ASTRAL,
    "carrying_prime_codex": achievements.CODEX_CARRIED,
}
"""The engine's flags whose names are not the tokens of the xlogfile."""

COUNTS = {
    "food": "foodless",
    "gnostic": "atheist",
    "killer": "pacifist",
    "literate": "illiterate",
    "polypiles": "polyless",
    "polyselfs": "polyselfless",
    "unvegan": "vegan",
    "unvegetarian": "vegetarian",
    "weaphit": "weaponless",
    "wisharti": "artiwishless",
    "wishes": "wishless",
    "genocides": "genocideless",
    "elbereths": "elberethless",
    "conflicts": "conflictless",
    "pets": "petless",
    "umortality": "never_died",
    "numbones": "boneless",
}
"""Conducts that are kept while the engine's count is 0."""


def engine_build(terms: Mapping[str, Any]) -> Build:
    version, _, edit = terms["engine"].rpartition(".")
    return Build.of_fields(version, int(edit))


def engine_earned(terms: Mapping[str, Any]) -> set[str]:
    flags = {
        **terms.get("notable_flags", {}),
        **terms.get("small_flags", {}),
        **terms.get("achieve_flags", {}),
    }
    flags["role_achievement"] = terms.get("role_achievement", flags.get("role_achievement"))
    for place in ("ends_in_endgame", "ends_on_astral", "carrying_prime_codex"):
        flags[place] = terms.get(place, 0)
    return {FLAGS.get(name, name) for name, flag in flags.items() if flag}


def engine_conducts(terms: Mapping[str, Any]) -> set[str]:
    counts = dict(terms["conduct_counts"])
    kept = {token for token in ("blind", "nudist") if counts.pop(f"{token}_roleplay")}
    counts["umortality"] = terms["umortality"]
    counts.setdefault("genocides", terms.get("num_genocides"))
    kept |= {token for name, token in COUNTS.items() if counts.get(name) == 0}
    alignments = (str(terms[key]) for key in ("align_now", "alignbase_current", "alignbase_original"))
    return kept | conducts.alignment_changes(*alignments)[0]


def engine_terms(terms: Mapping[str, Any], regime: Regime) -> list[int]:
    """The engine's terms in points, in the order of :data:`TERMS`.

    The older engines give counts, and a role-specific amount with the conducts' share in it.
    """
    base = terms["base_score"]
    if "level_score" in terms:
        names = ("level_score", "notable_achievement_score", "small_achievement_score", "conduct_score")
        names += ("role_specific_score", "role_achievement_score")
        return [*(terms[name] for name in names), base]
    found = [
        regime.depth * (terms["deepest_dungeon_level"] - 1),
        regime.notable * terms["achievements_score"],
        regime.small * terms["small_achievements_score"],
        regime.conduct_of(terms["role"]) * terms["conduct_score"],
    ]
    quest = terms.get("role_achievement_score", 0)
    if "role_specific_score" in terms:
        own = terms["role_specific_score"]
        assert terms.get("total_role_score", own + quest) == own + quest
    elif regime.role == "quest" and terms["role"] not in ("Rog", "Tou"):
        own = base - sum(found) - quest  # the one engine that does not name it
    else:
        own = terms.get("rogue_loot_score", 0) + terms.get("tourist_selfie_score", 0)
    return [*found, own, quest, base]


def engine_game(terms: Mapping[str, Any], regime: Regime) -> Game:
    """The game as the engine's own inputs tell it; the role amount less the share that is added here."""
    earned, kept = engine_earned(terms), engine_conducts(terms)
    ascended, role = terms["how"] == 21, terms["role"]
    points = conducts.points(kept, regime.build)
    own = Span.exactly(0)
    if not terms["zeroed"]:
        own = Span.exactly(engine_terms(terms, regime)[4])
        own -= regime.share_of(role) * points if ascended else 0
    achieved = achievements.ROLE_ACHIEVEMENT in earned and regime.role == "quest"
    kinds = {
        "explore": terms["discover"],
        "casual": terms["casual_mode"],
        "non-scoring": terms.get("non_scoring"),
    }
    return Game(
        depth=Span.exactly(terms["deepest_lev_reached_all"]),
        achievements=achievements.count("notable", earned, regime.build),
        small_achievements=achievements.count("small", earned, regime.build),
        conduct_points=points,
        role_score=own,
        role_quest=roles.quest(role, regime.build) if achieved else Span.exactly(0),
        turns=Span.exactly(terms["moves"]),
        true_deaths=Span.exactly(terms["utruemortality"]),
        role=role,
        difficulty=terms["difficulty"],
        ascended=ascended,
        modern=bool(terms["modern_mode"]),
        zeroed=frozenset(kind for kind, marked in kinds.items() if marked),
    )


@pytest.mark.skipif(not PATHS, reason="the engine's files are not beside the project")
@pytest.mark.parametrize("path", PATHS, ids=[f"{path.parent.name}-{path.name[10:-11]}" for path in PATHS])
def test_the_engine_agrees_term_by_term(path: Path) -> None:
    terms = json.loads(path.read_text("utf-8"))
    (regime,) = regimes(engine_build(terms))
    game = engine_game(terms, regime)
    found = breakdown(regime, game)
    if terms["zeroed"]:
        assert found.total == Span.exactly(terms["score"]) == Span.exactly(0)
        return
    assert amounts(found) == engine_terms(terms, regime)
    expected = tuple(terms[f"{name}_multiplier"] for name in FACTORS)
    assert factors(found) == expected
    assert product_of(found) == terms["score"]
    assert terms["score"] in found.total
    if "conduct_points_if_ascended" in terms:
        assert game.conduct_points.exact == terms["conduct_points_if_ascended"]
        assert game.achievements.exact == terms["notable_achievements"]


@pytest.mark.skipif(not PATHS, reason="the engine's files are not beside the project")
def test_most_engine_games_are_pinned_to_the_point() -> None:
    wide = 0
    for path in PATHS:
        terms = json.loads(path.read_text("utf-8"))
        (regime,) = regimes(engine_build(terms))
        wide += breakdown(regime, engine_game(terms, regime)).slack != 0
    assert len(PATHS) == 398
    assert wide <= 4, "few products lie on the border between two integers"


# ------------------------------------------------------------------- what always holds

NUMBERS = {
    "depth": st.integers(1, 60),
    "achievements": st.integers(0, 17),
    "small_achievements": st.integers(0, 11),
    "conduct_points": st.integers(-40, 398),
    "role_score": st.integers(0, 2_000_000),
    "role_quest": st.sampled_from([0, 40_000, 60_000, 100_000]),
    "turns": st.integers(1, 400_000),
    "true_deaths": st.integers(0, 40),
}
EVERY_REGIME = [formula(row[0]) for row in ROWS]


def exact_games() -> st.SearchStrategy[Game]:
    return st.builds(
        Game,
        **{name: numbers.map(Span.exactly) for name, numbers in NUMBERS.items()},
        role=st.sampled_from([None, "Mon", "Sam"]),
        difficulty=st.integers(-4, 2),
        ascended=st.booleans(),
        modern=st.booleans(),
    )


RISING = ("depth", "achievements", "small_achievements", "conduct_points", "role_score", "role_quest")
FALLING = ("turns", "true_deaths")


@given(exact_games(), st.sampled_from(EVERY_REGIME), st.sampled_from(RISING + FALLING), st.integers(1, 50))
def test_monotone(game: Game, regime: Regime, name: str, more: int) -> None:
    changed = game._replace(**{name: getattr(game, name) + more})
    before, after = product_of(breakdown(regime, game)), product_of(breakdown(regime, changed))
    assert before is not None
    assert after is not None
    base = breakdown(regime, game).term("base")
    assert base is not None
    if (base.span.low or 0) >= 0:
        assert before <= after if name in RISING else before >= after


@given(exact_games(), exact_games(), st.sampled_from(EVERY_REGIME))
def test_a_span_holds_the_scores_of_all_its_values(one: Game, other: Game, regime: Regime) -> None:
    wide = {name: getattr(one, name) | getattr(other, name) for name in NUMBERS}
    hull = breakdown(regime, one._replace(**wide))
    for game in (one, one._replace(**{name: getattr(other, name) for name in NUMBERS})):
        assert hull.total.covers(breakdown(regime, game).total)
        for term in breakdown(regime, game).terms:
            spanned = hull.term(term.name)
            assert spanned is not None
            assert spanned.span.covers(term.span)


@given(exact_games(), st.sampled_from(EVERY_REGIME), st.sampled_from(RISING))
def test_open_ends_stay_open(game: Game, regime: Regime, name: str) -> None:
    found = breakdown(regime, game._replace(**{name: Span.at_least(0)}))
    capped = name.startswith("role") and regime.cap is not None
    counted = {
        "small_achievements": bool(regime.small),
        "conduct_points": game.ascended,
        "role_score": regime.role != "none",
        "role_quest": regime.role == "quest",
    }.get(name, True)
    assert (found.total.high is None) == (counted and not capped)


def test_turns_and_deaths_without_end() -> None:
    newest = formula("4.3.0-10")
    endless = Span.at_least(3125)
    found = breakdown(newest, Game(Span.exactly(11), turns=endless, ascended=True))
    assert found.total == Span(20_000, 160_000)
    deaths = breakdown(newest, Game(Span.exactly(28), true_deaths=Span.at_least(0), modern=True))
    assert deaths.total == Span(0, 9000)


@given(st.fractions(min_value=-(10**9), max_value=10**9))
def test_rounding_against_fractions(number: Fraction) -> None:
    value = float(number)
    exact = Fraction(value)
    nearest = math.floor(abs(exact) + Fraction(1, 2))
    assert rounded(value) == (nearest if value >= 0 else -nearest)


@given(st.integers(0, 10**9), st.booleans())
def test_halves_are_rounded_away_from_zero(whole: int, negative: bool) -> None:
    value = whole + 0.5
    assert rounded(-value if negative else value) == (-(whole + 1) if negative else whole + 1)


@given(exact_games(), st.sampled_from(EVERY_REGIME))
def test_the_total_is_wider_only_on_the_border(game: Game, regime: Regime) -> None:
    found = breakdown(regime, game)
    base = found.term("base")
    assert base is not None
    value = float(base.span.low or 0)
    for factor in factors(found):
        value *= factor
    border = abs(abs(value) % 1 - 0.5) <= 1e-6
    assert product_of(found) == rounded(value)
    assert found.slack == int(border)
    assert rounded(value) in found.total
    # in exact arithmetic the product of the doubles is so near that only the border can tell
    exact = math.prod(map(Fraction, factors(found)), start=Fraction(base.span.low or 0))
    assert math.floor(exact + Fraction(1, 2)) in found.total or exact < 0


def _spans(most: int) -> st.SearchStrategy[Span]:
    return st.tuples(st.integers(0, most), st.integers(0, most)).map(lambda ends: Span(min(ends), max(ends)))


@given(
    regime=st.sampled_from(
        [row for build in ("4.1.0-B17", "4.1.3-43", "4.2.0-133") for row in regimes(Build.of_tag(build))]
    ),
    depth=_spans(50).map(lambda span: span + 1),
    notable=_spans(17),
    small=_spans(11),
    conduct=_spans(400),
    role_score=_spans(700_000),
    bonus=st.sampled_from([Span.exactly(0), Span.exactly(50_000), Span(0, 100_000)]),
    turns=st.integers(1, 300_000).map(Span.exactly),
    deaths=_spans(9),
    role=st.sampled_from(["Mon", "Val", None]),
    ascended=st.booleans(),
    modern=st.booleans(),
)
def test_the_total_is_what_the_terms_come_to(
    regime: Regime,
    depth: Span,
    notable: Span,
    small: Span,
    conduct: Span,
    role_score: Span,
    bonus: Span,
    turns: Span,
    deaths: Span,
    role: str | None,
    ascended: bool,
    modern: bool,
) -> None:
    game = Game(
        depth,
        notable,
        small,
        conduct,
        role_score,
        bonus,
        turns,
        deaths,
        role,
        0,
        ascended=ascended,
        modern=modern,
    )
    terms = breakdown(regime, game).terms
    last = terms[-1].span
    whole = breakdown(regime, game).total
    assert whole.low is not None
    assert whole.high is not None
    assert last.low is not None
    assert last.high is not None
    assert abs(whole.low - last.low) <= 1
    assert abs(whole.high - last.high) <= 1


@given(st.dates())
def test_a_day_has_the_formulas_of_the_one_that_stands_for_it(day: dt.date) -> None:
    for version in ("4.1.0", "4.1.2", "4.1.3", "4.2.0"):
        build = Build.of_fields(version, None, ("achieveX", "scoring"))
        assert not build.placed
        if day < dt.date.max:
            assert regimes(build, day) == regimes(build, day_like(day))
