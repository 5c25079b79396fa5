"""Versions: every form that dumps print, the order, and what a bare text leaves open."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.hengband.version import NEWEST_READ, Version, VersionRange

ORDER = [
    "1.0.10", "1.7.0", "1.7.1", "2.0.0", "2.1.5", "2.2.0", "2.2.1", "3.0.0Alpha4", "3.0.0Alpha6",
    "3.0.0Alpha50", "3.0.0Alpha91", "3.0.1Beta0", "3.0.1Beta7", "3.0.1Alpha8", "3.0.1Beta8", "3.0.1RC8",
    "3.0.1.8(Stable)", "3.0.1Beta9", "3.0.1Beta31", "3.0.2Beta0", "3.0.2Beta2",
]  # fmt: skip


def test_the_order() -> None:
    versions = [Version.parse(text) for text in ORDER]
    assert versions == sorted(versions)
    for earlier, later in pairwise(ORDER):
        assert Version.parse(later).since(earlier) or "Stable" in later
        assert not Version.parse(earlier).since(later)
        assert Version.parse(earlier).may_be_before(later)


@pytest.mark.parametrize("mark", ["安定版", "Stable", "開発版", "Developing"])
def test_a_release_prints_four_numbers_and_its_status(mark: str) -> None:
    version = Version.parse(f"3.0.1.8({mark})")
    assert version == Version.parse("3.0.1.8(Stable)")
    assert version.since("3.0.1.8-Beta")
    assert version.since("3.0.1.8")
    assert str(version) == f"3.0.1.8({mark})"


@pytest.mark.parametrize(
    ("printed", "tag"),
    [("3.0.2Beta2", "3.0.2.2-Beta"), ("3.0.0Alpha85", "3.0.0.85(Alpha)"), ("3.0.0Alpha88", "3.0.0.88-alpha")],
)
def test_a_tag_and_what_its_build_prints_are_one_version(printed: str, tag: str) -> None:
    assert Version.parse(printed) == Version.parse(tag)
    assert Version.parse(printed).text != Version.parse(tag).text


def test_a_bare_text_may_be_a_build_on_the_way_to_the_next() -> None:
    version = Version.parse("2.2.1")
    assert not version.since("2.2.1.7")
    assert version.may_be_since("2.2.1.7")
    assert version.may_be_before("2.2.1.7")
    assert not version.before("2.2.1.7")
    assert version.before("3.0.0Alpha1")
    assert version.numbers == (2, 2, 1)


def test_a_plus_means_the_development_that_followed() -> None:
    for printed, following in (("3.0.1Beta15", "3.0.1.15+"), ("1.5.4", "1.5.4+")):
        version = Version.parse(printed)
        assert version.may_be_since(following)
        assert not version.since(following)
    assert Version.parse("3.0.1Beta16").since("3.0.1.15+")
    assert Version.parse("1.6.1").since("1.5.4+")
    assert Version.parse("1.5.3").before("1.5.4+")
    assert Version.parse("3.0.1.15+").since("3.0.1.15")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2.1",
        "2.1.5.",
        "v2.1.5",
        "3.0.2Gamma1",
        "3.0.2beta",
        "3.0.1.8(stable)",
        "2.1.5+",
        "2.1.５",
        "1" * 50,
    ],
)
def test_what_hengband_does_not_print_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a Hengband version"):
        Version.parse(text)


def test_ranges() -> None:
    chain = VersionRange("", "1.5.4+"), VersionRange("1.5.4+", "")
    for text, held in (("1.5.3", (True, False)), ("1.5.4", (False, False)), ("1.6.1", (False, True))):
        assert tuple(part.holds(Version.parse(text)) for part in chain) == held
    assert all(part.overlaps(Version.parse("1.5.4")) for part in chain)
    assert not chain[1].overlaps(Version.parse("1.5.3"))
    assert not chain[0].overlaps(Version.parse("1.6.1"))
    texts = [str(part) for part in (VersionRange(), *chain, VersionRange("1.0.0", "1.5.0"))]
    assert texts == ["all versions", "before 1.5.4+", "since 1.5.4+", "1.0.0 to before 1.5.0"]


def test_the_newest_that_was_read() -> None:
    assert Version.parse("3.0.2Beta2") == Version.parse(NEWEST_READ)


@given(*[st.tuples(*[st.integers(0, 99)] * 4, st.sampled_from(["Alpha", "Beta", "RC"]))] * 2)
def test_the_four_numbers_count_before_the_stage(one: tuple, other: tuple) -> None:  # type: ignore[type-arg]
    texts = ["{0}.{1}.{2}{4}{3}".format(*parts) for parts in (one, other)]
    first, second = map(Version.parse, texts)
    assert (first < second) == (one[:4] < other[:4] or (one[:4] == other[:4] and one[4] < other[4]))
    assert first.since(texts[1]) == (first >= second)
