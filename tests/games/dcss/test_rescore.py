"""What a game of DCSS would have scored by another version's formula."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_reckon import SPRINT, record

import necropsy
from necropsy.breakdown import RescoreError
from necropsy.games.dcss.rescore import formula, rescore
from necropsy.games.dcss.score import regimes
from necropsy.games.dcss.version import Version
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

ROOT = Path(__file__).parents[3]
SAMPLES = ROOT / "sample_morgues" / "dcss"
FILES = [*SAMPLES.glob("morgue-*"), *(ROOT / "tests" / "engine_truth" / "dcss").rglob("*.txt")]


def matches() -> list[Audit]:
    """The real games whose score is consistent."""
    audits = (necropsy.audit(file, select=["S"]) for file in sorted(FILES))
    return [audit for audit in audits if audit.verdict is Verdict.MATCH]


MATCHES = matches()


def sample(name: str) -> Audit:
    """A sample by the player's name."""
    return next(audit for audit in MATCHES if name in audit.source)


@pytest.mark.parametrize("audit", MATCHES, ids=lambda audit: Path(audit.source).name)
def test_by_its_own_formula_a_game_has_its_own_score(audit: Audit) -> None:
    assert audit.record is not None
    assert audit.recomputed is not None
    total = rescore(audit.record, audit.fact("version")).total
    assert audit.recorded in total
    assert audit.recomputed.covers(total)
    assert audit.breakdown is not None
    terms = {term.name: term.span.width for term in audit.breakdown.terms}
    if "wrap" not in terms and not any(width for name, width in terms.items() if name != "experience"):
        assert total.exact == audit.recorded


@pytest.mark.parametrize(
    ("player", "version", "score"),
    [
        ("Pfijohu52", "0.34.1", 2_044_911),  # the experience is what gives the recorded score
        ("Pfijohu52", "0.28.0", 2_044_911 - 3 * 100_000),  # a winner's gems count since 0.31
        ("Pludopa62", "0.30.0", 154_419 - 4 * 10_000),
        ("H31kosof", "0.14.0", 58 + 142),  # gold counts to 0.14
        ("H14rimur", "0.34.1", 210 - 82),
        ("Qdoluwy89", "0.34.1", 8_971),
        ("Segalane13", "0.28.0", 28),
    ],
)
def test_what_a_formula_counts(player: str, version: str, score: int) -> None:
    audit = sample(player)
    assert audit.record is not None
    assert rescore(audit.record, version).total == Span.exactly(score)


def test_the_gold_in_hand_is_what_an_older_formula_adds() -> None:
    for player, version in (("H31kosof", "0.14.0"), ("H14rimur", "0.34.1")):
        audit = sample(player)
        assert audit.record is not None
        gold = audit.fact("gold")
        expected = audit.recorded + gold if version == "0.14.0" else audit.recorded - gold
        assert rescore(audit.record, version).total == Span.exactly(expected)


def test_the_recorded_score_narrows_the_experience() -> None:
    known = record(score=840)  # level 8 and 0% allow 839 to 847 points
    assert rescore(known, "0.28.0").total == Span.exactly(840)
    assert rescore(known, "0.3.3").total == Span.exactly(840)
    # A score that fits nothing rules nothing out.
    assert rescore(record(score=900), "0.28.0").total == Span(839, 847)


def test_in_the_time_when_all_experience_counted_alike() -> None:
    old = record(score=900, version="0.3.3")
    assert rescore(old, "0.3.2").total == Span.exactly(900)
    assert rescore(old, "0.28.0").total == Span(900, 900 + 12_000 * 15 + 1000 * 15**2)


def test_what_only_winners_pack_is_worth_has_no_end_but_the_cap() -> None:
    audit = sample("Pfijohu52")
    assert audit.record is not None
    total = rescore(audit.record, "0.8.0").total
    assert total.high == 99_999_999
    assert total.low is not None
    assert total.low < audit.recorded


def test_the_dead_of_old_may_have_carried_runes() -> None:
    old = record(score=840, version="0.8.0")
    assert rescore(old, "0.8.5").total == Span.exactly(840)
    assert rescore(old, "0.34.1").total == Span(840, 840 + 12_000 * 15 + 1000 * 15**2)
    # Who quit the game of 0.9 had runes that were counted.
    assert rescore(record(score=840, version="0.9.2"), "0.34.1").total.low == 840


class TestSprints:
    DEATH = '... in the Dungeon (Sprint VIII: "Arena of Blood").'

    def test_a_map_that_scored_itself_has_its_experience(self) -> None:
        own = record(score=500_000_000, version="0.20.0", game=SPRINT, place=self.DEATH)
        assert rescore(own, "0.20.0").total == Span.exactly(500_000_000)
        assert rescore(own, "0.25.1").total == Span.exactly(500_000_000)
        assert rescore(own, "0.34.1").total == Span(839, 847)

    def test_by_a_formula_by_which_the_map_scores_itself_there_is_no_other_score(self) -> None:
        newer = record(score=840, game=SPRINT, place=self.DEATH)
        with pytest.raises(RescoreError, match=r"in 0\.20\.0 the sprint's map may score itself"):
            rescore(newer, "0.20.0")
        assert rescore(newer, "0.11.0").total.low is not None


class TestVersions:
    def test_a_formula_has_a_name(self) -> None:
        assert formula("0.34.1") == formula("0.32.0") == "formula F13 (0.31-a0-1265 to 0.35-a0)"
        assert formula("0.28.0") != formula("0.34.1")

    @pytest.mark.parametrize("version", ["banana", "", "0.99", "0.35.0", "4.3.0"])
    def test_a_version_that_is_not_known(self, version: str) -> None:
        with pytest.raises(ValueError, match=r"not a DCSS version|no formula is known"):
            formula(version)
        with pytest.raises(ValueError, match=r"not a DCSS version|no formula is known"):
            rescore(record(), version)

    def test_a_version_of_several_formulas(self) -> None:
        assert len(regimes(Version.parse("0.31-a0"))) > 1
        with pytest.raises(ValueError, match=r"may follow several formulas: .*name one build"):
            formula("0.31-a0")

    def test_a_game_of_a_version_that_is_not_known(self) -> None:
        with pytest.raises(RescoreError, match="own version"):
            rescore(record(version="2.3.0"), "0.34.1")
        with pytest.raises(RescoreError, match="own version"):
            rescore(record(version="0.99.0"), "0.34.1")

    def test_a_game_that_may_follow_several_formulas(self) -> None:
        unplaced = record(score=840, version="0.31-a0")
        assert rescore(unplaced, "0.34.1").total == Span.exactly(840)
        mixed = record(score=840, version="0.4-a0")  # flat or in tiers
        assert rescore(mixed, "0.34.1").total.low is not None
