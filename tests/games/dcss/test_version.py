"""Version texts, the order of builds, and ranges of them."""

from __future__ import annotations

import itertools

import pytest

from necropsy.games.dcss.version import Build, Version, VersionRange, bound

ENDLESS = 10**9


@pytest.mark.parametrize(
    ("text", "build"),
    [
        ("0.34.1", (34, 3, 1, 0)),
        ("0.31.0", (31, 3, 0, 0)),
        ("0.5", (5, 3, 0, 0)),
        ("0.6.0.1", (6, 3, 0, 0)),
        ("0.34.1-3-ga2c7840", (34, 3, 1, 3)),
        ("0.29.1-1-gd02db6906a", (29, 3, 1, 1)),
        ("0.7.2-1-gedacb19", (7, 3, 2, 1)),
        ("0.8.0-0-g3a1e774", (8, 3, 0, 0)),
        ("0.23.2-40-g277498a", (23, 3, 2, 40)),
        ("0.31-a0-496-gabc1234", (31, 0, 0, 496)),
        ("0.31-a0-1300-gaa4636e842", (31, 0, 0, 1300)),
        ("0.30-b1-2-gabc1234", (30, 1, 1, 2)),
        ("0.8.0-a0-5225", (8, 0, 0, 5225)),
        ("0.9-a1-579", (9, 0, 1, 579)),
        ("0.6.0-rc2-5-gabc1234", (6, 2, 2, 5)),
        ("0.34.1-3-ga2c7840-dirty", (34, 3, 1, 3)),
    ],
)
def test_a_placed_version(text: str, build: Build) -> None:
    version = Version.parse(text)
    assert version.first == version.last == build
    assert version.placed
    assert version.minor == build[0]
    assert version.trunk == (build[1] < 3)
    assert str(version) == version.text == text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("0.30-a0", (30, 0, 0, 0)),
        ("0.31-a0", (31, 0, 0, 0)),
        ("0.9-a1", (9, 0, 1, 0)),
        ("0.30-b1", (30, 1, 1, 0)),
    ],
)
def test_a_tag_without_its_commits_may_be_any_build_after_it(text: str, first: Build) -> None:
    version = Version.parse(text)
    assert version.first == first
    assert version.last == (*first[:3], ENDLESS)
    assert not version.placed
    assert version.trunk


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2.3.0-a0-568-gabc1234",  # Bloatcrawl 2
        "1.0",
        "0.34.1 ",
        "v0.34.1",
        "0.34.x",
        "0.34.1-",
        "0.34.1-gabc1234",
        "0.31-c0-496-gabc1234",
        "0.31-a0-496-gxyz",
        "0.34.1-4-gabc1234\n",
        "0.١",
        "0.1234",
    ],
)
def test_what_is_no_version(text: str) -> None:
    with pytest.raises(ValueError, match="not a DCSS version"):
        Version.parse(text)


def test_the_order_of_builds() -> None:
    texts = [
        "0.3.4",
        "0.8.0-a0-5224",
        "0.8.0-a0-5225",
        "0.8.0-rc1-0-gabc1234",
        "0.8.0-0-g3a1e774",
        "0.9-a1-578",
        "0.9-a1-579-gabc1234",
        "0.9-b1-0",
        "0.9.0",
        "0.9.2",
        "0.10-a0-5",
        "0.30-a0-1",
        "0.30-b1-2-gabc1234",
        "0.30.0",
        "0.30.0-3-gabc1234",
        "0.30.1",
        "0.31-a0-0-gabc1234",
    ]
    for earlier, later in itertools.pairwise(texts):
        version, other = Version.parse(earlier), Version.parse(later)
        assert version.last < other.first
        assert version.before(later)
        assert not version.may_be_since(later)
        assert other.since(earlier)
        assert not other.may_be_before(earlier)


def test_a_build_is_since_itself() -> None:
    version = Version.parse("0.31-a0-1265-gaa4636e842")
    assert version.since("0.31-a0-1265")
    assert not version.before("0.31-a0-1265")
    assert version.since("0.31")


def test_an_unplaced_version_is_surely_neither() -> None:
    version = Version.parse("0.31-a0")
    assert not version.since("0.31-a0-1265")
    assert not version.before("0.31-a0-1265")
    assert version.may_be_since("0.31-a0-1265")
    assert version.may_be_before("0.31-a0-1265")
    assert version.since("0.31")
    assert version.since("0.30.1")
    assert version.before("0.31.0")


def test_a_minor_alone_is_the_first_build_of_its_trunk() -> None:
    assert bound("0.16") == (16, 0, 0, 0)
    assert bound("0.16.0") == (16, 3, 0, 0)
    with pytest.raises(ValueError, match="not a DCSS version"):
        bound("sixteen")


@pytest.mark.parametrize(
    ("since", "until", "inside", "outside"),
    [
        ("", "", ["0.1.7", "0.35-a0-870"], []),
        ("0.14", "0.14", ["0.14-a0-1", "0.14.3-9-gabc1234"], ["0.13.3", "0.15-a0-0"]),
        ("0.14-a0", "0.14-a0", ["0.14-a0-3020", "0.14-a0"], ["0.14-b1-0", "0.13.3"]),
        ("0.31-a0-1265", "", ["0.31-a0-1265", "0.31.0"], ["0.31-a0-1264"]),
        ("", "0.31-a0-1264", ["0.30.2", "0.31-a0-1264"], ["0.31-a0-1265", "0.31.0"]),
        ("0.9.0", "0.9.2", ["0.9.0", "0.9.2-4-gabc1234"], ["0.9-b1-0", "0.9.3"]),
    ],
)
def test_a_range(since: str, until: str, inside: list[str], outside: list[str]) -> None:
    builds = VersionRange(since, until)
    for text in inside:
        assert builds.holds(Version.parse(text)), text
        assert builds.overlaps(Version.parse(text)), text
    for text in outside:
        assert not builds.holds(Version.parse(text)), text
        assert not builds.overlaps(Version.parse(text)), text


def test_an_unplaced_version_overlaps_both_sides_of_a_boundary() -> None:
    version = Version.parse("0.31-a0")
    before, after = VersionRange(until="0.31-a0-1264"), VersionRange(since="0.31-a0-1265")
    for builds in (before, after):
        assert builds.overlaps(version)
        assert not builds.holds(version)
