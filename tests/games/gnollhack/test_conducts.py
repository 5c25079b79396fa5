"""Conduct points by version."""

from __future__ import annotations

import pytest

from necropsy.games.gnollhack.conducts import (
    BASE_CHANGED,
    IN_FORCE_CHANGED,
    alignment_changes,
    conducts,
    in_bits,
    points,
)
from necropsy.games.gnollhack.version import Build
from necropsy.span import Span

NEWEST = Build.of_tag("4.3.0-10")

OLDEST = {
    "foodless": 50,
    "vegan": 30,
    "vegetarian": 10,
    "atheist": 15,
    "weaponless": 15,
    "pacifist": 60,
    "illiterate": 30,
    "polyless": 2,
    "polyselfless": 2,
    "wishless": 10,
    "artiwishless": 2,
    "genocideless": 10,
    "blind": 80,
    "nudist": 60,
}
B17 = {**OLDEST, "vegan": 25, "vegetarian": 15}
RELEASE_1 = {**B17, "vegan": 15, "vegetarian": 10}
R42 = {**RELEASE_1, "weaponless": 20}
R43 = {**R42, IN_FORCE_CHANGED: -20, BASE_CHANGED: -20}
R45 = {**R43, "vegan": 10, "weaponless": 5, "wishless": 15, "artiwishless": 5, "genocideless": 15}
V42 = {**R45, "elberethless": 10, "conflictless": 15, "never_died": 10}
V42_19 = {**V42, "petless": 2, "boneless": 2}


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (("4.1.0-PA2", "4.1.0-B1", "4.1.0-B6", "4.1.0-B14", "4.1.0-B16"), OLDEST),
        (("4.1.0-B17", "4.1.0-43"), B17),
        (("4.1.1", "4.1.2", "4.1.3-24", "4.1.3-41"), RELEASE_1),
        (("4.1.3-42",), R42),
        (("4.1.3-43", "4.1.3-44"), R43),
        (("4.1.3-45", "4.1.3-55", "4.2.0-2"), R45),
        (("4.2.0-3", "4.2.0-18"), V42),
        (("4.2.0-19", "4.2.0-133", "4.3.0-10"), V42_19),
    ],
)
def test_points_by_version(tags: tuple[str, ...], expected: dict[str, int]) -> None:
    for tag in tags:
        assert {row.token: row.points for row in conducts(Build.of_tag(tag))} == expected, tag


def test_most_and_least() -> None:
    best = {row.token for row in conducts(NEWEST) if row.points > 0}
    assert points(best, NEWEST) == Span.exactly(398)
    assert points([IN_FORCE_CHANGED, BASE_CHANGED], NEWEST) == Span.exactly(-40)


def test_bits() -> None:
    assert in_bits(0x7FFFF, NEWEST) == {row.token for row in conducts(NEWEST) if row.bit is not None}
    assert len(in_bits(0x7FFFF, NEWEST)) == 19
    assert in_bits(0x3000, Build.of_tag("4.1.0-PA3")) == set()
    assert in_bits(0x3000, Build.of_tag("4.1.0-PA4")) == {"blind", "nudist"}
    assert in_bits(1 << 14, Build.of_tag("4.1.3-55")) == set()


@pytest.mark.parametrize(
    ("in_force", "current", "original", "expected"),
    [
        ("lawful", "lawful", "lawful", Span.exactly(0)),
        ("neutral", "neutral", "lawful", Span.exactly(-40)),  # a permanent convert
        ("neutral", "lawful", "lawful", Span.exactly(-20)),  # a helm
        ("lawful", "neutral", "lawful", Span.exactly(-20)),  # a convert whom a helm turns back
        ("neutral", None, "lawful", Span(-40, -20)),  # an xlogfile line
        ("lawful", None, "lawful", Span(-20, 0)),
    ],
)
def test_alignment(in_force: str, current: str | None, original: str, expected: Span) -> None:
    surely, possibly = alignment_changes(in_force, current, original)
    assert points(surely, NEWEST, doubtful=possibly) == expected
    assert points(surely, Build.of_tag("4.1.3-42"), doubtful=possibly) == Span.exactly(0)


def test_a_line_that_may_be_missing() -> None:
    assert points(["wishless"], NEWEST, doubtful=["elberethless"]) == Span(15, 25)


def test_a_build_that_cannot_be_placed() -> None:
    line = Build.of_fields("4.1.0", fields=("achieveX", "scoring"))
    assert points(["vegan"], line) == Span(25, 30)
    assert points(["vegan"], Build.parse("4.1.0")) == Span(0, 30), "the release counts no conducts"
