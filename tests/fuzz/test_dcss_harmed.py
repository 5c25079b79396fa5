"""Harmed morgues and logs of DCSS: no failure, no match for another score, no accusation of a cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz import subject_dcss_lines, subject_dcss_morgues
from fuzz.dcss_morgues import Morgue, morgues
from fuzz.invariants import (
    Sample,
    check_any,
    check_cut,
    check_harmed,
    check_quick_look,
    check_text,
    errors_in,
    original_of,
)
from fuzz.mutations import disturbed, harmed
from fuzz.profiles import quick
from necropsy import Verdict
from necropsy.engine import audit_text
from necropsy.plan import Plan

MORGUES = subject_dcss_morgues.SUBJECT
LINES = subject_dcss_lines.SUBJECT
SEEDS = st.integers(0, 2**32)


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        yield folder


def samples(of: object) -> st.SearchStrategy[Sample]:
    assert of in (MORGUES, LINES)
    written = MORGUES.written if of is MORGUES else LINES.written
    real = MORGUES.originals() if of is MORGUES else LINES.originals()
    assert written is not None
    return st.one_of(st.sampled_from(real), written)


def hold(folder: str, sample: Sample, other: Sample, seed: int) -> None:
    """Check what is promised of a file after a harm."""
    original = original_of(sample, folder)
    harm = harmed(seed, sample.data, other.data)
    made = Sample(sample.name, harm.data)
    if harm.honest:
        check_cut(made, original, folder)
    else:
        check_harmed(made, [original, original_of(other, folder)], folder)


@quick(40)
@given(samples(MORGUES), samples(MORGUES), SEEDS)
def test_a_morgue_that_came_to_harm(folder: str, sample: Sample, other: Sample, seed: int) -> None:
    hold(folder, sample, other, seed)


@quick(20)
@given(samples(LINES), samples(LINES), SEEDS)
def test_a_log_that_came_to_harm(folder: str, sample: Sample, other: Sample, seed: int) -> None:
    hold(folder, sample, other, seed)


@quick(8)
@given(samples(MORGUES), samples(LINES), SEEDS)
def test_a_morgue_and_a_log_in_one(folder: str, sample: Sample, other: Sample, seed: int) -> None:
    hold(folder, sample, other, seed)
    hold(folder, other, sample, seed)


@quick(15)
@given(st.one_of(samples(MORGUES), samples(LINES)), SEEDS)
def test_a_quick_look_is_a_look(folder: str, sample: Sample, seed: int) -> None:
    check_quick_look(sample, folder)
    harm = harmed(seed, sample.data)
    check_quick_look(Sample(sample.name, harm.data), folder)
    assert harm.names


@quick(20)
@given(samples(MORGUES), st.floats(0, 1))
def test_a_morgue_that_lost_its_end(folder: str, sample: Sample, at: float) -> None:
    original = original_of(sample, folder)
    check_cut(Sample(sample.name, sample.data[: int(len(sample.data) * at)]), original, folder)


@quick(8)
@given(morgues(marked=True))
def test_a_morgue_that_lost_whole_paragraphs_at_its_end(morgue: Morgue) -> None:
    newline = re.escape(morgue.settings.newline)
    ends = [match.end() for match in re.finditer(f"{newline} *{newline}", morgue.text)]
    assert ends
    for end in ends:
        audits = list(audit_text(morgue.text[:end], morgue.name, Plan(pair=False)))
        assert errors_in(audits) == [], end
        assert {audit.verdict for audit in audits}.isdisjoint({Verdict.MISMATCH, Verdict.TAMPERED})


@quick(20)
@given(st.one_of(samples(MORGUES), samples(LINES)), SEEDS)
def test_a_text_with_what_no_file_holds(sample: Sample, seed: int) -> None:
    audits = check_text(disturbed(seed, sample.data.decode("utf-8", "replace")), sample.name)
    assert audits


@quick(20)
@given(st.binary(max_size=400), st.sampled_from(("morgue-x-20261130-100000.txt", "logfile", "x.gz", "x")))
def test_any_bytes_under_any_name(folder: str, data: bytes, name: str) -> None:
    audits = check_any(Sample(name, data), folder)
    assert audits[0].reasons
