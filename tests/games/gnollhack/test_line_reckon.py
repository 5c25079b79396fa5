"""A lone line is reckoned along a short way of its own; it must lead where the long one does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy import Verdict, audit
from necropsy.games.gnollhack import derived
from necropsy.games.gnollhack.line import XlogRecord
from necropsy.games.gnollhack.line_reckon import reckon_line
from necropsy.games.gnollhack.reckon import reckon
from necropsy.games.gnollhack.xlogfile import read_xlogfile
from necropsy.logline import Line

TRUTH = Path(__file__).parents[2] / "engine_truth" / "gnollhack"
LINES = [
    line
    for log in sorted(TRUTH.rglob("xlogfile*"))
    for line in log.read_text("utf-8", "replace").splitlines()
]


def record_of(text: str) -> XlogRecord:
    (record,) = read_xlogfile([Line(text, 1)], "xlogfile", derived.LINE)
    assert isinstance(record, XlogRecord)
    return record


def with_fields(line: str, **fields: str | None) -> str:
    """The line with other values; ``None`` takes a field away."""
    values = dict(part.split("=", 1) for part in line.split("\t")) | fields
    return "\t".join(f"{key}={value}" for key, value in values.items() if value is not None)


def test_every_line_of_an_engine_goes_the_short_way_and_gets_the_same() -> None:
    short = 0
    for line in LINES:
        found = reckon_line(record_of(line))
        if found is not None:
            short += 1
            assert found == reckon(record_of(line))
    assert short == len(LINES) > 70


number = st.integers(-5, 60_000).map(str)
bits = st.integers(0, 2**27 - 1).map(hex)
some = st.fixed_dictionaries(
    {},
    optional={
        "points": st.integers(-10, 10**9).map(str),
        "turns": number,
        "maxlvl": st.integers(-6, 60).map(str),
        "deathlev": st.integers(-6, 60).map(str),
        "deathdnum": st.integers(0, 11).map(str),
        "deaths": st.integers(0, 12).map(str),
        "difficulty": st.integers(-5, 3).map(str),
        "role": st.sampled_from(["Mon", "Kni", "Tou", "Wiz", "Arc", "Xyz"]),
        "align": st.sampled_from(["Law", "Neu", "Cha"]),
        "align0": st.sampled_from(["Law", "Neu", "Cha", "none"]),
        "mode": st.sampled_from(["normal", "modern", "casual", "explore", "debug", "other"]),
        "flags": st.sampled_from(["0x0", "0x8", "0x80", "x"]),
        "scoring": st.sampled_from(["yes", "no", "?"]),
        "death": st.sampled_from(["ascended", "quit", "escaped (with the Amulet)", "killed by a jackal"]),
        "achieve": bits,
        "conduct": bits,
        "version": st.sampled_from(["4.1.0", "4.1.2", "4.1.3", "4.2.0", "4.3.0", "4.4.0"]),
        "edit": st.integers(0, 200).map(str),
    },
)
without = st.lists(
    st.sampled_from(["edit", "scoring", "demo", "achieveX", "flags", "mode", "role", "align", "turns"]),
    max_size=3,
)


@given(st.sampled_from(LINES), some, without)
def test_a_line_with_any_fields_gets_the_same(line: str, fields: dict[str, str], gone: list[str]) -> None:
    text = with_fields(line, **fields, **{key: None for key in gone if key not in fields})
    found = reckon_line(record_of(text))
    whole = reckon(record_of(text))
    if found is not None:
        assert found == whole
        assert [each.terms for each in found.candidates] == [each.terms for each in whole.candidates]


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("the score", lambda line: with_fields(line, points=None)),
        ("the build", lambda line: with_fields(line, version="4.x")),
        ("a formula", lambda line: with_fields(line, version="4.1.0", edit=None, achieveX=None, demo=None)),
    ],
)
def test_a_line_that_lacks_something_is_left_to_the_long_way(what: str, change: Callable[[str], str]) -> None:
    line = next(line for line in LINES if "version=4.3.0" in line)
    assert reckon_line(record_of(line)) is not None
    assert reckon_line(record_of(change(line))) is None, what


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ({"points": "0"}, Verdict.MISMATCH),
        ({"points": "0", "scoring": "no", "flags": "0x24"}, Verdict.INELIGIBLE),
        ({"points": "0", "scoring": None}, Verdict.UNDECIDED),
        ({"points": "0", "scoring": None, "mode": None}, Verdict.UNDECIDED),
        ({"points": "0", "scoring": None, "mode": ""}, Verdict.UNDECIDED),
        # A build that the version alone does not place: the flags tell that a game did not count.
        (
            {"points": "0", "scoring": None, "version": "4.1.0", "edit": None, "flags": "0x20"},
            Verdict.UNDECIDED,
        ),
        # Points show that the game counted.
        ({"points": "1", "scoring": None, "mode": None}, Verdict.MISMATCH),
    ],
)
def test_a_line_that_ends_before_the_scoring_proves_nothing(
    fields: dict[str, str | None], verdict: Verdict
) -> None:
    line = next(line for line in LINES if "version=4.3.0" in line and "scoring=yes" in line)
    assert audit(with_fields(line, **fields) + "\n").verdict is verdict


@given(st.sampled_from(LINES), some, without)
def test_words_that_were_read_before_say_the_same(line: str, fields: dict[str, str], gone: list[str]) -> None:
    text = with_fields(line, **fields, **{key: None for key in gone if key not in fields})
    kept, fresh = record_of(text), record_of(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("necropsy.games.gnollhack.line._said_in", lambda *_: None)
        expected = dict(fresh.facts), fresh.build, fresh.flaws
    assert (dict(kept.facts), kept.build, kept.flaws) == expected
