"""Builds as files name them, and their order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.gnollhack.version import Build, BuildRange, place

IN_ORDER = [
    "4.0.5",
    "4.1.0",
    "4.1.0-PA2",
    "4.1.0-PA4",
    "4.1.0-B1",
    "4.1.0-B8",
    "4.1.0-B8-HF1",
    "4.1.0.-B10",
    "4.1.0-B17",
    "4.1.0-43",
    "4.1.1",
    "4.1.1-4",
    "4.1.2",
    "4.1.3",
    "4.1.3-24",
    "4.1.3-43",
    "4.2.0-3",
    "4.2.0-141",
    "4.3.0-10",
]


@pytest.mark.parametrize(
    ("printed", "where"),
    [
        ("4.2.0 (Build 120)", (4, 2, 0, 120, 0)),
        ("4.1.3 (Revision 24)", (4, 1, 3, 24, 0)),
        ("4.1.0 (Revision 40)", (4, 1, 0, 40, 0)),
        ("4.1.0 Beta 17", (4, 1, 0, 37, 0)),
        ("4.1.0 Beta 8 (Hot Fix 1)", (4, 1, 0, 28, 1)),
        ("4.1.0 Beta 8* (Hot Fix 1)", (4, 1, 0, 28, 1)),
        ("4.1.0 Alpha 3", (4, 1, 0, 13, 0)),
        ("4.1.0 Pre-Alpha 4", (4, 1, 0, 4, 0)),
        ("4.2.0 Release Candidate 2", (4, 2, 0, 52, 0)),
        ("4.2.0 (Build 85)*", (4, 2, 0, 85, 0)),
        ("4.2.0 (Build 85) *", (4, 2, 0, 85, 0)),
        ("4.1.1", (4, 1, 1, 0, 0)),
        ("4.1.2", (4, 1, 2, 0, 0)),
    ],
)
def test_headers(printed: str, where: tuple[int, ...]) -> None:
    build = Build.parse(printed)
    assert build.first == build.last == where
    assert build.placed
    assert build.edit == where[3]
    assert build.version == where[:3]
    assert str(build) == printed


@pytest.mark.parametrize(
    ("tag", "edit"),
    [
        ("4.1.1-4", 5),
        ("4.1.2-9", 10),
        ("4.1.3", 1),
        ("4.2.0-32", 33),
        ("4.2.0-48", 49),
        ("4.2.0-82", 83),
        ("4.2.0-113", 114),
        ("4.2.0-141", 142),
        ("4.2.1-121", 121),
        ("4.1.0-B2", 22),
        ("4.1.0-B18", 38),
        ("4.1.0.-B10", 30),
        ("4.1.0-B8-HF1", 28),
        ("4.3.0-10", 10),
    ],
)
def test_the_edit_of_a_tag(tag: str, edit: int) -> None:
    build = Build.of_tag(tag)
    assert build.edit == edit
    assert build == Build.parse(f"{'.'.join(map(str, build.version))} (Build {edit})") or "HF" in tag


def test_a_tag_can_name_another_version() -> None:
    assert Build.of_tag("4.2.1-121").version == (4, 2, 0)


def test_a_bare_version_of_the_first_builds() -> None:
    build = Build.parse("4.1.0")
    assert not build.placed
    assert build.edit is None
    assert build.may_be_since("4.1.0-B1")
    assert not build.may_be_since("4.1.0-B2")
    assert build.may_be_before("4.1.0-PA2")
    assert not build.since("4.1.0-PA2")
    assert build.before("4.1.0-B2")
    assert not Build.parse("4.2.0").placed


@pytest.mark.parametrize(
    "text",
    ["", "4", "4.2", "4.2.0 (Build )", "4.2.0 Gamma 3", "GnollHack 4.2.0", "4.2.0-B", "4.2.0 (Build ٣)"],
)
def test_what_is_no_version(text: str) -> None:
    with pytest.raises(ValueError, match="not a GnollHack version"):
        Build.parse(text)


def test_order() -> None:
    places = [place(tag) for tag in IN_ORDER]
    assert places == sorted(places)
    builds = [Build.of_tag(tag) for tag in IN_ORDER]
    builds.reverse()
    assert sorted(builds) == builds[::-1]


def test_equal_builds_of_different_texts() -> None:
    assert Build.parse("4.2.0 (Build 120)") == Build.of_fields("4.2.0", 120) == Build.of_tag("4.2.0-120")


# --------------------------------------------------------------------------- xlogfile


def may_be(build: Build, *tags: str) -> list[bool]:
    return [BuildRange(tag, tag).overlaps(build) for tag in tags]


@pytest.mark.parametrize(
    ("fields", "possible"),
    [
        ((), ["4.1.0-0", "4.1.0-PA2", "4.1.0-PA3"]),
        (("achieveX", "demo"), ["4.1.0-B1", "4.1.0-B6", "4.1.0-B8"]),
        (("achieveX", "scoring"), ["4.1.0-B14", "4.1.0-B17", "4.1.0-43"]),
        (("achieveX",), ["4.1.0-PA4", "4.1.0-B8-HF1", "4.1.0-B9", "4.1.0-B13"]),
    ],
)
def test_the_fields_tell_the_builds_of_4_1_0_apart(fields: tuple[str, ...], possible: list[str]) -> None:
    tags = ["4.1.0-0", "4.1.0-PA2", "4.1.0-PA3", "4.1.0-PA4", "4.1.0-B1", "4.1.0-B6", "4.1.0-B8-HF1"]
    tags += ["4.1.0-B9", "4.1.0-B13", "4.1.0-B14", "4.1.0-B17", "4.1.0-43"]
    build = Build.of_fields("4.1.0", fields=fields)
    assert not build.placed
    for tag in tags:
        assert may_be(build, tag) == [tag in possible], tag


def test_lines_without_edit() -> None:
    assert may_be(Build.of_fields("4.1.3"), "4.1.3-23", "4.1.3-24") == [True, False]
    assert may_be(Build.of_fields("4.1.2"), "4.1.1", "4.1.2", "4.1.2-9") == [False, True, True]
    with pytest.raises(ValueError, match="not a GnollHack version"):
        Build.of_fields("4.1")


# ----------------------------------------------------------------------------- ranges


def test_ranges() -> None:
    build = Build.parse("4.1.3 (Build 43)")
    assert BuildRange("4.1.3-43", "4.1.3-43").holds(build)
    assert BuildRange("", "4.1.3").holds(build), "a bare version ends with its last build"
    assert not BuildRange("4.1.3-44", "").overlaps(build)
    assert BuildRange("4.1.3-43", "HEAD").holds(build)
    assert BuildRange("4.1.0-B7", "4.1.0-B8").holds(Build.of_tag("4.1.0-B8-HF1"))
    unplaced = Build.of_fields("4.1.0", fields=("achieveX",))
    assert BuildRange("4.1.0-B9", "").overlaps(unplaced)
    assert not BuildRange("4.1.0-B9", "").holds(unplaced)
    assert not BuildRange("4.1.0-B1", "4.1.0-B7").overlaps(unplaced), "the hole between its stretches"


def test_ranges_in_words() -> None:
    texts = [
        str(BuildRange(*ends))
        for ends in (("", "4.1.0"), ("4.1.2", "4.1.2"), ("4.1.2", "4.1.3"), ("4.3.0-1", ""))
    ]
    assert texts == ["up to 4.1.0", "4.1.2", "4.1.2 to 4.1.3", "since 4.3.0-1"]


@given(st.sampled_from(IN_ORDER), st.sampled_from(IN_ORDER))
def test_comparisons_of_placed_builds_have_two_answers(one: str, other: str) -> None:
    build = Build.of_tag(one)
    assert build.since(other) == build.may_be_since(other) == (not build.before(other))
    assert build.before(other) == build.may_be_before(other) == (place(one) < place(other))
