"""Hengband: invented dumps are read as they were written, and what befalls a dump proves nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.harming import harm_proves_nothing, no_cut_proves_anything
from fuzz.hengband_dumps import dump_of, facts_of, samples
from fuzz.hengband_heroes import VERSIONS, Era, Hero, heroes, made_by
from fuzz.invariants import Sample
from fuzz.profiles import quick
from fuzz.subjects import subject
from necropsy import Verdict, audit
from necropsy.games.hengband import GAME
from necropsy.games.hengband.bodies import classes, personalities, races

REAL = subject("hengband-dumps").originals()


def assert_read_as_written(hero: Hero) -> None:
    text = dump_of(hero)
    written = facts_of(hero)
    record = GAME.read(text, "Sapling.txt")
    assert {fact: record.value(fact) for fact in written} == written
    found = audit(text)
    # Experience that was lost for good counts, and is not shown.
    lost = {"S302"} if hero.claim is not None and hero.era.max_max_exp else set()
    assert {finding.rule for finding in found.findings} <= {"E301"} | lost
    assert found.verdict is (Verdict.INELIGIBLE if hero.cheated else Verdict.MATCH)


@quick(120)
@given(heroes(claimed=None))
def test_what_was_written_is_read(hero: Hero) -> None:
    assert_read_as_written(hero)


@pytest.mark.parametrize("era", VERSIONS, ids=lambda era: era.version)
def test_each_version_race_class_and_personality(era: Era) -> None:
    for number in range(len(races())):
        hero = made_by(
            era,
            bool(number % 2),
            races()[number],
            classes()[number * 5 % len(classes())],
            personalities()[number % len(personalities())],
            1 + number * 7 % 50,
            number,
            number % 3 == 0,
        )
        assert_read_as_written(hero)


@quick(50)
@given(samples(), samples(), st.integers(0, 2**32))
def test_an_invented_dump_that_comes_to_harm(sample: Sample, other: Sample, seed: int) -> None:
    assert harm_proves_nothing(sample, other, seed)


@quick(50)
@given(st.sampled_from(REAL), st.sampled_from(REAL), st.integers(0, 2**32))
def test_a_real_dump_that_comes_to_harm(sample: Sample, other: Sample, seed: int) -> None:
    assert harm_proves_nothing(sample, other, seed)


def test_a_dump_that_is_cut_after_each_line() -> None:
    for era, seed in ((VERSIONS[2], 5), (VERSIONS[-1], 6), (VERSIONS[-1], 7)):
        hero = made_by(era, seed == 6, races()[seed], classes()[19], personalities()[6], 30, seed, False)
        no_cut_proves_anything(Sample("Sapling.txt", dump_of(hero).encode()), 4)
