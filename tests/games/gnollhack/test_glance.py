"""What a glance at a line of the xlogfile settles is what the rules and the reckoning say of it."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.gnollhack import GAME
from necropsy.games.gnollhack.glance import glance
from necropsy.games.gnollhack.line import XlogRecord
from necropsy.games.gnollhack.numbers import are_numbers, number_of
from necropsy.judge import judge
from necropsy.logline import Line
from necropsy.verdict import Audit

TESTS = Path(__file__).parents[2]
LINES = [
    line
    for log in sorted((TESTS / "engine_truth" / "gnollhack").rglob("xlogfile*"))
    for line in log.read_text("utf-8", "replace").splitlines()
]


def game(text: str) -> XlogRecord | None:
    found = next(iter(GAME.read_log([Line(text, 1)], "xlogfile")), None)
    return found if isinstance(found, XlogRecord) else None


def agrees(text: str) -> bool:
    """Whether a glance settles a line; what comes of it must be what a full look says."""
    line, full = game(text), game(text)
    if line is None or full is None:
        return False
    found = glance(line)
    assert full.facts is not None, "once it is read, no glance looks at it"
    audit = judge(GAME, full)
    assert not full.is_in_order
    assert said(judge(GAME, game(text) or full)) == said(audit), text
    if found is None:
        return False
    points, breakdown, hints = found
    assert (audit.verdict, audit.findings, audit.reasons) == ("match", hints, ()), text
    assert audit.recorded == points
    assert audit.variant is None
    assert audit.breakdown is not None
    assert audit.breakdown.to_dict() == breakdown.to_dict()
    assert (audit.breakdown.title, audit.breakdown.note) == (breakdown.title, breakdown.note)
    return True


def said(audit: Audit) -> tuple[object, ...]:
    """What an audit says."""
    breakdown = audit.breakdown and (audit.breakdown.to_dict(), audit.breakdown.note)
    return (
        audit.verdict,
        audit.findings,
        audit.reasons,
        audit.recorded,
        audit.variant,
        breakdown,
        audit.facts(),
    )


def with_fields(line: str, **fields: str | None) -> str:
    """The line with other values; ``None`` takes a field away."""
    values = dict(part.split("=", 1) for part in line.split("\t")) | fields
    return "\t".join(f"{key}={value}" for key, value in values.items() if value is not None)


def test_most_lines_of_the_engines_are_settled() -> None:
    ended = [line for line in LINES if "death=ascended" not in line and "scoring=no" not in line]
    assert sum(map(agrees, ended)) > len(ended) / 2


def test_lines_of_heroes_who_ascended_and_of_builds_without_a_number_are_settled() -> None:
    assert any(agrees(line) for line in LINES if "\tdeath=ascended" in line)
    assert any(agrees(line) for line in LINES if "\tedit=" not in line)


def test_no_rule_looks_again_at_a_line_in_order_whose_score_fits_nothing() -> None:
    text = next(line for line in LINES if agrees(line))
    line = game(with_fields(text, points="99999999"))
    assert line is not None
    assert judge(GAME, line).verdict == "mismatch"
    assert line.is_in_order
    assert agrees(text)
    assert not agrees(with_fields(text, points="99999999"))


def test_a_line_of_which_something_is_known_already_is_not_settled() -> None:
    text = next(line for line in LINES if agrees(line))
    line = game(text)
    assert line is not None
    line.state("told_before", "another file")
    assert glance(line) is None


def test_a_line_without_points_that_does_not_say_whether_they_count_is_not_settled() -> None:
    nothing = [text for text in LINES if "\tpoints=0\t" in text and agrees(text)]
    assert nothing
    assert not any(agrees(with_fields(text, scoring=None)) for text in nothing)


def test_identity_leaves_a_line_unread() -> None:
    line = game(next(line for line in LINES if agrees(line)))
    assert line is not None
    assert GAME.identity(line) is not None
    assert line.is_plain


bits = st.integers(0, 2**27 - 1).map(hex)
odd = st.fixed_dictionaries(
    {},
    optional={
        "points": st.integers(-10, 10**9).map(str),
        "turns": st.sampled_from(["7", "60000", "x"]),
        "maxlvl": st.integers(-6, 60).map(str),
        "deathlev": st.integers(-6, 60).map(str),
        "deathdnum": st.integers(0, 11).map(str),
        "deaths": st.integers(-1, 2).map(str),
        "hp": st.integers(-2, 2).map(str),
        "maxhp": st.sampled_from(["20", "x"]),
        "difficulty": st.integers(-5, 3).map(str),
        "role": st.sampled_from(["Mon", "Kni", "Xyz"]),
        "align": st.sampled_from(["Law", "Neu", "Cha"]),
        "align0": st.sampled_from(["Law", "none", None]),
        "mode": st.sampled_from(["normal", "modern", "casual", "explore", "debug", "other"]),
        "flags": st.sampled_from(["0x0", "0x4", "0x8", "0x80", "0x84", "0x40", "x"]),
        "scoring": st.sampled_from(["yes", "no", "?", None]),
        "tournament": st.sampled_from(["yes", "no", "?", None]),
        "seclvl": st.sampled_from(["0", "1", "?", None]),
        "death": st.sampled_from(["ascended", "quit", "escaped (with the Amulet)", "killed by a jackal"]),
        "achieve": bits,
        "achieveX": st.sampled_from(["", "entered_gehennom", None]),
        "conduct": bits,
        "conductX": st.sampled_from(["", "foodless", None]),
        "realtime": st.sampled_from(["0", "99999", "-1"]),
        "starttime": st.sampled_from(["0", "1796032441", "99999999999999"]),
        "endtime": st.sampled_from(["0", "1796032447", "99999999999999"]),
        "starttimeUTC": st.sampled_from(["1796032441", "x", None]),
        "birthdate": st.sampled_from(["20261130", "20260101", "20261332", None]),
        "deathdate": st.sampled_from(["20261130", "20260101", "x"]),
        "xplvl": st.sampled_from(["1", "x", None]),
        "demo": st.sampled_from(["0", "x"]),
        "version": st.sampled_from(["4.1.0", "4.1.3", "4.2.0", "4.3.0", "4.4.0"]),
        "edit": st.sampled_from(["1", "60", "140", None]),
        "foo": st.just("bar"),
    },
)


@given(st.sampled_from(LINES), odd)
def test_an_odd_line_is_settled_as_in_full_or_not_at_all(text: str, fields: dict[str, str | None]) -> None:
    agrees(with_fields(text, **fields))
    for key, value in fields.items():
        agrees(with_fields(text, **{key: value}))


@given(st.lists(st.text("-019 x\u0663", max_size=4), min_size=1, max_size=4))
def test_numbers_are_the_same_one_by_one_and_at_once(texts: list[str]) -> None:
    assert are_numbers(texts) == all(number_of(text) is not None for text in texts)
