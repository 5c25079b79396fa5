"""What a game of GnollHack would have scored by another version's formula."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cases_gnollhack import record_of

import necropsy
from necropsy.breakdown import RescoreError
from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.regimes import regimes
from necropsy.games.gnollhack.rescore import formula, rescore
from necropsy.games.gnollhack.version import Build
from necropsy.record import Record
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

ROOT = Path(__file__).parents[3]
FOLDERS = [ROOT / "sample_morgues" / "gnollhack", ROOT / "tests" / "engine_truth" / "gnollhack"]
MATCHES = [a for a in necropsy.audit_paths(FOLDERS, select=["S"]) if a.verdict is Verdict.MATCH]

NEWEST = "4.2.0-133"


def own_version(audit: Audit) -> str:
    """The build as a tag, or as it is printed."""
    assert audit.record is not None
    build = build_of(audit.record)
    assert build is not None
    return build.text


@pytest.mark.parametrize("audit", MATCHES, ids=lambda audit: audit.source[-40:])
def test_by_its_own_formula_a_game_has_its_own_score(audit: Audit) -> None:
    assert audit.record is not None
    assert audit.recomputed is not None
    version = own_version(audit)
    if len(regimes(Build.parse(version))) > 1:  # a line without a build number
        with pytest.raises(ValueError, match="several formulas"):
            rescore(audit.record, version)
        return
    total = rescore(audit.record, version).total
    assert audit.recorded in total
    assert audit.recomputed.covers(total)


def game(kind: str = "dump", /, **facts: Any) -> Record:
    """A death on level 11 of nobody special."""
    known = {
        "score": 10_000,
        "ending": "death",
        "won": False,
        "turns": 2000,
        "difficulty_level": 0,
        "depth_span": [11, 11],
        "achieved": [],
        "kept": [],
        "modern": False,
        "role": "Mon",
        "umortality": 1,
        "role_quest_done": False,
        "alignment": "Law",
        "alignment_current": "Law",
        "alignment_original": "Law",
        "true_deaths": [1, 1],
    } | facts
    version = known.pop("version", "4.2.0-120")
    stated = {name: value for name, value in known.items() if value is not None}
    return record_of({kind: stated, "version": version})


def total(record: Record, version: str) -> Span:
    return rescore(record, version).total


def test_the_depth_alone() -> None:
    assert total(game(), NEWEST) == Span.exactly(10_000)
    assert total(game(), "4.1.0-B17") == Span.exactly(50_000)


class TestAchievements:
    def test_what_is_notable_is_looked_up_anew(self) -> None:
        tune = game(score=60_000, achieved=["learned_castle_drawbridge_tune"])
        assert total(tune, NEWEST) == Span.exactly(60_000)
        assert total(tune, "4.2.0-7") == Span.exactly(15_000)
        assert total(tune, "4.1.0-PA3") == Span.exactly(50_000)

    def test_what_came_later_may_have_been(self) -> None:
        old = game(score=50_000, version="4.1.0-B17")
        # Demogorgon counts since 4.1.3-24.
        assert total(old, NEWEST) == Span(10_000, 60_000)
        assert total(old, "4.1.0-B17") == Span.exactly(50_000)

    def test_the_role_achievement_pays_a_bonus_since(self) -> None:
        done = game(score=20_000, version="4.1.3-41", achieved=["role_achievement"], role_quest_done=True)
        assert total(done, NEWEST) == Span.exactly(10_000 + 60_000)
        assert total(game(version="4.1.3-41", role_quest_done=None), NEWEST) == Span(10_000, 70_000)

    def test_who_carried_the_codex_had_it_counted_once_more(self) -> None:
        found = {"score": 60_000, "achieved": ["obtained_the_prime_codex"]}
        assert total(game(**found), "4.1.3-24") == Span(20_000, 30_000)
        carried = game(**found)
        carried.state("codex_carried", True, 1, "inventory")
        assert total(carried, "4.1.3-24") == Span.exactly(30_000)
        assert total(game(), "4.1.3-24") == Span.exactly(10_000)
        doubtful = game(score=20_000, version="4.1.3-24", achieved=["obtained_the_prime_codex"])
        assert total(doubtful, "4.1.3-25") == Span.exactly(20_000)


class TestConducts:
    ASCENDED = {  # noqa: RUF012
        "ending": "ascended",
        "won": True,
        "turns": 200_000,
        "achieved": ["ascended", "entered_elemental_planes", "entered_astral_plane"],
        "role": "Val",
        "place": "Astral Plane",
        "role_counts": {},
        "kept": ["elberethless"],
    }

    def test_what_a_conduct_is_worth_is_looked_up_anew(self) -> None:
        # 10,000 for the depth, three achievements, conducts: twice all that.
        base = 10_000 + 150_000
        kept = ["elberethless", "vegan", "vegetarian"]
        won = game(**self.ASCENDED | {"kept": kept, "score": 2 * (base + 10_000 * (10 + 10 + 10))})
        assert total(won, "4.2.0-120").exact == 2 * (base + 10_000 * 30)
        older = total(won, "4.1.3-44")
        # Vegans had 15, nobody asked who engraved, every role had a share of the conducts, and
        # what was genocided was asked of all the world.
        assert older == Span(2 * (base + 15_000 * 25), 2 * (base + 15_000 * 35))

    def test_conducts_that_came_later_may_have_been_kept(self) -> None:
        base = 10_000 + 150_000
        facts = self.ASCENDED | {"version": "4.1.3-55", "score": 2 * base, "kept": [], "genocides": 0}
        span = total(game(**facts), NEWEST)
        # elberethless, conflictless, petless, boneless and genocideless; somebody who died did not never die.
        assert span == Span(2 * base, 2 * (base + 10_000 * (10 + 15 + 2 + 2 + 15)))
        immortal = total(game(**facts | {"umortality": 0}), NEWEST)
        assert immortal == Span(2 * (base + 100_000), 2 * (base + 10_000 * 54))
        unsaid = total(game(**facts | {"umortality": None}), NEWEST)
        assert unsaid == Span(2 * base, 2 * (base + 10_000 * 54))

    def test_who_ascended_had_been_to_the_planes(self) -> None:
        facts = self.ASCENDED | {"version": "4.1.0-B6", "achieved": ["ascended"], "kept": []}
        record = game(**facts | {"score": 2 * (50_000 + 30_000)})
        low = total(record, "4.1.0-B17").low
        assert low == 2 * (50_000 + 30_000 + 2 * 5_000)


class TestRoles:
    def test_what_a_block_counts_has_the_prices_of_the_version(self) -> None:
        rogue = game(
            role="Rog", score=10_000 + 5 * 1000, version="4.2.0-133", role_counts={"valuables": 1000}
        )
        assert total(rogue, NEWEST) == Span.exactly(15_000)
        assert total(rogue, "4.2.0-120") == Span.exactly(11_000)

    def test_what_the_block_did_not_list_has_no_end_but_the_cap(self) -> None:
        arc = game(role="Arc", score=40_000, version="4.1.3-45", role_counts={"artifact": 1})
        assert total(arc, "4.1.3-45") == Span.exactly(40_000)
        assert total(arc, NEWEST) == Span(40_000, 610_000)
        assert total(arc, "4.1.3-42") == Span.exactly(35_000)

    def test_a_block_in_points_lists_nothing(self) -> None:
        bar = game(role="Bar", score=40_000, version="4.1.3-44", role_counts={"points": 30_000})
        assert total(bar, "4.1.3-44") == Span.exactly(40_000)
        assert total(bar, "4.1.3-43") == Span.exactly(40_000)
        assert total(bar, "4.1.3-42").high is None  # there the prices counted

    def test_containers_hide_what_a_rogue_or_a_valkyrie_has(self) -> None:
        facts = {"role": "Rog", "version": "4.1.3-24", "role_counts": {"valuables": 500}, "score": 10_500}
        assert total(game(**facts), "4.2.0-8") == Span.exactly(10_500)
        hidden = total(game(**facts, containers=1), "4.2.0-8")
        assert hidden == Span(10_000, 610_000)

    def test_a_role_that_was_not_paid_may_have_earned(self) -> None:
        unpaid = game(role="Cav", version="4.1.3-41", role_counts={})
        assert total(unpaid, NEWEST) == Span(10_000, 610_000)
        assert total(unpaid, "4.1.0-B17") == Span.exactly(50_000)

    def test_a_line_tells_by_its_score_what_the_role_earned(self) -> None:
        line = {"achieve_bits": 0, "conduct_bits": 0, "max_level": 11, "build": None}
        record = game("line", role="Cav", score=85_000, version="4.2.0-120", **line)
        assert total(record, NEWEST) == Span.exactly(85_000)
        assert total(record, "4.1.3-43") == Span(10_000, 610_000)

    def test_knights_and_learners_are_counted_anew_where_the_list_says_it(self) -> None:
        selfies = ["newt", "jackal"]
        tourist = game(role="Tou", version="4.2.0-8", selfies=selfies, score=10_000 + 100 * 3)
        newer, own = total(tourist, NEWEST), total(tourist, "4.2.0-8")
        assert own.exact == tourist.value("score")
        assert newer.exact == 10_000 + 2 * (own.exact - 10_000)
        healer = game(role="Hea", version="4.1.3-43", role_counts={"spell": 0}, spells=[], spell_schools=[])
        assert total(healer, "4.1.3-42") == Span.exactly(10_000)
        knight = game(role="Kni", version="4.1.3-45", slain=[])
        assert total(knight, "4.1.3-45") == Span.exactly(10_000)
        assert total(knight, NEWEST) == Span(10_000, 610_000)  # others' deaths count since

    def test_a_role_that_is_not_known(self) -> None:
        record = game(role=None, version="4.1.0-B17", score=50_000)
        span = total(record, NEWEST)
        assert span.low == 10_000
        assert span.high == 660_000


class TestVersions:
    def test_a_formula_has_a_name(self) -> None:
        assert formula("4.3.0") == formula("4.3.0 (Build 10)") == "formula 4.2.0-133 (since 4.2.0-133)"

    @pytest.mark.parametrize(
        ("version", "problem"),
        [
            ("banana", "not a GnollHack version"),
            ("0.34.1", "no formula is known"),
            ("4.0.18", "no formula is known"),
            ("4.1.0-PA4", "no formula is known"),
            ("4.2.0", "may follow several formulas"),
            ("4.1.0", "may follow several formulas"),
        ],
    )
    def test_a_version_that_has_none_or_several(self, version: str, problem: str) -> None:
        with pytest.raises(ValueError, match=problem):
            formula(version)

    def test_a_game_that_cannot_be_worked_out(self) -> None:
        with pytest.raises(RescoreError, match="own score cannot be worked out"):
            rescore(game(version=None), NEWEST)
        with pytest.raises(RescoreError, match="own score cannot be worked out"):
            rescore(game(depth_span=None), NEWEST)

    def test_a_score_that_fits_nothing_rules_nothing_out(self) -> None:
        assert total(game(score=77), NEWEST) == Span.exactly(10_000)

    def test_a_line_whose_role_amount_no_score_fits_keeps_it_open(self) -> None:
        # Each 10,000 points of a base are 100 on this difficulty: 1,007 lie between two of them.
        line = {"achieve_bits": 0, "conduct_bits": 0, "max_level": 11, "build": None, "difficulty_level": 2}
        record = game("line", role="Cav", score=1_000_003, version="4.2.0-120", **line)
        assert total(record, NEWEST) == Span(100_000, 6_100_000)

    def test_what_scores_nothing_scores_nothing(self) -> None:
        casual = game(score=0, mode="casual", scoring=False)
        assert total(casual, NEWEST) == Span.exactly(0)
        assert total(casual, "4.1.0-B1") == Span.exactly(50_000)
