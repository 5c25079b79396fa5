"""Thresholds, tiers and the inversion of XL and Next%."""

from __future__ import annotations

import csv
import itertools
import json
import re
from collections.abc import Iterator
from math import isqrt
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from necropsy.games.dcss import experience
from necropsy.games.dcss.experience import (
    XP_CAP,
    Ladder,
    aptitudes,
    experience_points,
    flat_points,
    ladders,
    max_level,
    tiered_inverse,
    tiered_points,
    xp_span,
)
from necropsy.games.dcss.version import Version
from necropsy.span import Span

SHARED = Path(__file__).parents[4] / "shared"
needs_shared = pytest.mark.skipif(
    not (SHARED / "data" / "dcss").is_dir() or not (SHARED / "spec").is_dir(),
    reason="the files of the engines are not part of this repository",
)


def version(text: str) -> Version:
    return Version.parse(text)


def only(species: str, text: str) -> Ladder:
    (ladder,) = ladders(species, version(text))
    return ladder


# ------------------------------------------------------------------------------ points


@pytest.mark.parametrize(
    ("xp", "points"),
    [
        (0, 0),
        (1, 0),
        (2, 1),
        (100_000, 70_000),
        (250_000, 175_000),
        (250_001, 175_000),
        (250_003, 175_001),
        (1_000_000, 475_000),
        (1_000_004, 475_000),
        (1_000_005, 475_001),
        (2_036_695, 682_339),
        (2_500_000, 775_000),
        (3_000_000, 875_000),
        (3_000_001, 875_000),
        (3_000_010, 875_001),
        (XP_CAP, 1_474_999),
    ],
)
def test_tiers(xp: int, points: int) -> None:
    assert tiered_points(xp) == points


@given(st.integers(0, XP_CAP))
def test_tiers_read_like_the_formula(xp: int) -> None:
    if xp <= 250_000:
        points = xp * 7 // 10
    elif xp <= 1_000_000:
        points = 175_000 + (xp - 250_000) * 4 // 10
    elif xp <= 3_000_000:
        points = 475_000 + (xp - 1_000_000) * 2 // 10
    else:
        points = 875_000 + (xp - 3_000_000) // 10
    assert tiered_points(xp) == points


@given(st.integers(0, XP_CAP - 1))
def test_tiers_never_fall_and_skip_no_number(xp: int) -> None:
    assert tiered_points(xp + 1) - tiered_points(xp) in (0, 1)


def test_flat() -> None:
    assert flat_points(250_003) == 175_002
    assert flat_points(XP_CAP) == 6_299_999


EDGES = [0, 1, 174_999, 175_000, 175_001, 474_999, 475_000, 874_999, 875_000, 875_001, 1_474_999]


@given(st.integers(0, 1_474_999) | st.sampled_from(EDGES))
def test_inverse_is_all_experience_with_these_points(points: int) -> None:
    span = tiered_inverse(points)
    assert span.low is not None
    assert span.high is not None
    assert tiered_points(span.low) == tiered_points(span.high) == points
    assert span.low == 0 or tiered_points(span.low - 1) == points - 1
    assert span.high == XP_CAP or tiered_points(span.high + 1) == points + 1


@given(st.integers(0, XP_CAP))
def test_experience_lies_in_the_inverse_of_its_points(xp: int) -> None:
    assert xp in tiered_inverse(tiered_points(xp))


@pytest.mark.parametrize("points", [-1, 1_475_000])
def test_points_that_no_experience_gives(points: int) -> None:
    with pytest.raises(ValueError, match="1,474,999"):
        tiered_inverse(points)


def test_the_record_game() -> None:
    assert tiered_inverse(682_339) == Span(2_036_695, 2_036_699)


def test_the_term_of_a_span() -> None:
    assert experience_points(Span(515_405, 516_507), flat=False) == Span(281_162, 281_602)
    assert experience_points(Span(10, 19), flat=True) == Span(7, 13)


# -------------------------------------------------------------------------- thresholds

MODERN = {
    "Meteoran": """0 7 24 58 116 226 436 848 1664 3287 6524 12991 22615 38331 61170 91131 128214
        172420 223749 282199 347772 420468 500286 587226 681289 782474 890781""",
    "Kobold": """0 9 29 69 139 269 519 1009 1979 3909 7759 15449 26894 45584 72744 108374 152474
        205044 266084 335594 413574 500024 594944 698334 810194 930524 1059324""",
    "Gargoyle": """0 10 34 82 165 319 617 1199 2353 4648 9227 18372 31982 54208 86507 128879 181323
        243839 316428 399090 491825 594632 707511 830463 963488 1106585 1259755""",
    "Minotaur": """0 12 41 97 196 380 733 1426 2798 5528 10972 21848 38033 64465 102875 153263
        215630 289976 376299 474601 584881 707140 841377 987593 1145787 1315959 1498110""",
    "Demigod": """0 15 48 116 233 452 872 1696 3328 6574 13049 25982 45230 76662 122340 182262
        256429 344841 447498 564399 695545 840936 1000572 1174453 1362578 1564948 1781563""",
}
"""The thresholds of levels 1 to 27 since 0.18, for aptitudes +2, +1, 0, -1, -2."""

OLD_HIGH = [
    *(28_999, 48_499, 73_999, 105_499, 142_999, 186_499, 235_999, 291_499, 352_999),
    *(420_499, 493_999, 573_499, 658_999, 750_499, 847_999),
]
"""Levels 13 to 27 of a species that stretches nothing, before 0.13-a0-2256."""


def row(species: str) -> tuple[int, ...]:
    return tuple(int(number) for number in MODERN[species].split())


@pytest.mark.parametrize("species", MODERN)
@pytest.mark.parametrize("text", ["0.30.0", "0.34.1", "0.35-a0-870-g5539bdd7ae"])
def test_thresholds_since_0_18(species: str, text: str) -> None:
    found = ladders(species, version(text))
    assert found
    for ladder in found:
        assert ladder.thresholds == row(species)
        assert not ladder.exclusive


@pytest.mark.parametrize("species", ["Kobold", "Gargoyle", "Minotaur", "Demigod"])
@pytest.mark.parametrize("text", ["0.13.0", "0.17.2", "0.18-a0-1228"])
def test_a_double_gave_the_same_thresholds(species: str, text: str) -> None:
    assert only(species, text).thresholds == row(species)


@pytest.mark.parametrize("text", ["0.1.7", "0.8.1", "0.11.4", "0.12.3", "0.13-a0-2255"])
def test_the_old_table(text: str) -> None:
    thresholds = only("Human", text).thresholds
    assert list(thresholds[:12]) == list(row("Kobold")[:12])
    assert list(thresholds[12:]) == OLD_HIGH


@pytest.mark.parametrize(
    ("species", "text", "needed"),
    [
        ("Human", "0.11.0", 847_999),
        ("Ogre", "0.11.0", 932_798),
        ("Naga", "0.11.0", 1_017_598),
        ("Tengu", "0.11.0", 1_102_398),
        ("Draconian", "0.11.0", 1_187_198),
        ("Red Draconian", "0.11.0", 1_187_198),
        ("High Elf", "0.11.0", 1_271_998),
        ("Demigod", "0.11.0", 1_356_798),
        ("Demigod", "0.12.1", 1_426_158),
        ("Minotaur", "0.12.1", 1_199_251),
        ("Tengu", "0.12.1", 1_008_446),
        ("Human", "0.12.1", 847_999),
    ],
)
def test_level_27_of_the_old_table(species: str, text: str, needed: int) -> None:
    assert only(species, text).needed(27) == needed


@pytest.mark.parametrize("species", MODERN)
def test_a_threshold_is_the_floor_of_the_true_power(species: str) -> None:
    """No rounding ever mattered: each is ``floor(base * 2^((1 - a) / 4))`` of real numbers."""
    base = row("Kobold")
    a = {"Meteoran": 2, "Kobold": 1, "Gargoyle": 0, "Minotaur": -1, "Demigod": -2}[species]
    true = [isqrt(isqrt(b**4 * 2 ** (1 - a) if a <= 1 else b**4 // 2)) for b in base]
    assert list(row(species)) == true


def test_levels_that_only_a_shift_asks_for() -> None:
    assert [only("Kobold", "0.34.1").needed(level) for level in (28, 29, 30)] == [
        16_674 + 5_985 * k + 4_235 * k * k for k in (16, 17, 18)
    ]
    for level in (0, 34):
        with pytest.raises(ValueError, match="levels go from 1"):
            only("Kobold", "0.34.1").needed(level)


def test_the_compiler_matters_to_sacrificing_demigods_alone() -> None:
    assert {ladder.needed(30) for ladder in ladders("Demigod", version("0.34.1"))} == {
        2_516_876,
        2_516_877,
    }
    for ladder in ladders("Demigod", version("0.34.1")):
        assert ladder.needed(29) == 2_257_527


def test_a_level_was_once_held_only_above_its_threshold() -> None:
    assert only("Human", "0.8.0-a0-5224").exclusive
    assert only("Human", "0.7.2").exclusive
    assert not only("Human", "0.8.0-a0-5225").exclusive
    assert not only("Human", "0.8.0").exclusive


# --------------------------------------------------------------------------- aptitudes


@pytest.mark.parametrize(
    ("species", "changes"),
    [
        ("Human", [("0.31-a0-1239", 1), ("0.31-a0-1240", 0)]),
        ("Minotaur", [("0.9.2", 14), ("0.10-a0-1529", 14), ("0.10-a0-1530", 13), ("0.12.0", -1)]),
        ("Mummy", [("0.5.2", 15), ("0.6.0", 14)]),
        ("Demonspawn", [("0.6.1", 14), ("0.7.2", 16), ("0.8.1", 15), ("0.11.0", 15)]),
        ("Felid", [("0.8.1", 16), ("0.9-a1-487", 16), ("0.9-a1-488", 14), ("0.9.2", 14)]),
        ("Ogre", [("0.4.5", 14), ("0.5.1", 11), ("0.11.0", 11), ("0.12.0", 0)]),
        ("Tengu", [("0.12-a0-230", 13), ("0.12-a0-231", -1), ("0.12-a0-232", 0)]),
        ("Hill Orc", [("0.12-a0-230", 10), ("0.12-a0-233", 1), ("0.12-a0-234", 0)]),
        ("Hill Orc", [("0.23-a0-778", 0), ("0.23-a0-779", 1), ("0.23-a0-807", 1), ("0.23.0", 0)]),
        ("Formicid", [("0.14-a0-2760", 2), ("0.14-a0-2761", 1), ("0.34.1", 1)]),
        ("Djinni", [("0.22.0", -1), ("0.27-a0-722", 0), ("0.27-a0-1148", 1), ("0.34.1", 1)]),
        ("Vine Stalker", [("0.14-a0-2105", 1), ("0.14-a0-2106", 0)]),
        ("Poltergeist", [("0.33-a0-866", -1), ("0.33-a0-1095", -1), ("0.33.0", 0)]),
        ("Revenant", [("0.33-a0-885", 0), ("0.33-a0-1095", 0), ("0.33.0", -1)]),
        ("Mountain Dwarf", [("0.9.2", 13), ("0.32.0", -1)]),
        ("Gale Centaur", [("0.35-a0-870", -1)]),
    ],
)
def test_an_aptitude_changes_at_its_commit(species: str, changes: list[tuple[str, int]]) -> None:
    for text, value in changes:
        assert [found.value for found in aptitudes(species, version(text))] == [value], text


@pytest.mark.parametrize(
    ("species", "text"),
    [("Yak", "0.34.1"), ("Meteoran", "0.20.0"), ("Gnome", "0.9.2"), ("Octopode", "0.8.1")],
)
def test_a_species_that_the_version_does_not_have(species: str, text: str) -> None:
    assert ladders(species, version(text)) == ()
    assert xp_span(5, 50, species, version(text)) is None


@pytest.mark.parametrize(
    ("species", "text", "values"),
    [
        ("Human", "0.31-a0", {1, 0}),
        ("Ogre", "0.5-a0-100", {14, 11}),
        ("Demonspawn", "0.8.0-a0-20", {16, 15}),
        ("Mummy", "0.6.0-a1-3", {15, 14}),
    ],
)
def test_either_value_where_the_build_is_not_placed(species: str, text: str, values: set[int]) -> None:
    assert {found.value for found in aptitudes(species, version(text))} == values
    assert len(ladders(species, version(text))) == len(values)


@pytest.mark.skipif(
    not (SHARED / "spec" / "dcss_species_apts.json").is_file(),
    reason="the aptitudes by release are not part of this repository",
)
def test_aptitudes_of_every_release() -> None:
    """Against a table that was taken from the source of each release by program."""
    releases = json.loads((SHARED / "spec" / "dcss_species_apts.json").read_text())
    checked = 0
    for release, species_table in releases.items():
        text = "0.35-a0-870-g5539bdd7ae" if release == "0.35" else f"{release}.0"
        for name, value in species_table.items():
            printed = "Draconian" if name == "Base Draconian" else name
            found = [row.value for row in aptitudes(printed, version(text))]
            assert found == [value], (release, name)
            checked += 1
    assert checked > 700


def test_every_row_of_the_table_means_some_build() -> None:
    rows = [row for rows in experience._aptitudes().values() for row in rows]
    assert len(rows) > 100
    assert {row.scale for row in rows} == {"tenths", "aptitude"}
    for row in rows:
        assert row.value in (range(10, 17) if row.scale == "tenths" else range(-2, 3)), row
        assert row.builds._low <= row.builds._high, row


# ----------------------------------------------------------------------------- inverse


@pytest.mark.parametrize(
    ("text", "species", "level", "percent", "inexperienced", "low", "high"),
    [
        ("0.34.1", "Minotaur", 20, 37, 0, 515_405, 516_507),
        ("0.9.1", "Draconian", 12, 99, 0, 40_409, 40_597),
        ("0.30.0", "Gargoyle", 27, None, 0, 1_259_755, XP_CAP),
        ("0.30.0", "Gargoyle", 26, None, 1, 1_259_755, XP_CAP),
        ("0.28.0", "Gargoyle", 25, None, 1, 1_259_755, XP_CAP),
        ("0.20.0", "Gargoyle", 25, None, 1, 963_488, XP_CAP),
        ("0.30.0", "Gargoyle", 25, None, 0, 963_488, 1_106_584),
        ("0.34.1", "Minotaur", 1, 0, 0, 0, 0),
        ("0.34.1", "Minotaur", 1, 91, 0, 11, 11),
        ("0.34.1", "Gargoyle", 26, 99, 0, 1_258_224, 1_259_754),
    ],
)
def test_worked_examples(
    text: str,
    species: str,
    level: int,
    percent: int | None,
    inexperienced: int,
    low: int,
    high: int,
) -> None:
    assert xp_span(level, percent, species, version(text), inexperienced) == Span(low, high)


@pytest.mark.parametrize(
    ("level", "percent", "inexperienced"),
    [
        (0, 5, 0),
        (28, None, 0),
        (-3, None, 0),
        (20, 100, 0),
        (20, -1, 0),
        (27, 50, 0),
        (26, 50, 1),
        (1, 5, 0),  # level 2 needs 12: 0, 8, 16 ... percent
        (20, 37, 4),
        (20, 37, -1),
    ],
)
def test_what_no_experience_prints(level: int, percent: int | None, inexperienced: int) -> None:
    assert xp_span(level, percent, "Minotaur", version("0.34.1"), inexperienced) is None


@pytest.mark.parametrize(
    ("text", "inexperienced", "level"),
    [
        ("0.11.0", 0, Span.exactly(27)),
        ("0.16.0", 1, Span.exactly(25)),
        ("0.28.0", 3, Span.exactly(21)),
        ("0.29-a0-616", 1, Span.exactly(25)),
        ("0.29-a0-617", 1, Span.exactly(26)),
        ("0.34.1", 3, Span.exactly(24)),
        ("0.29-a0", 2, Span(23, 25)),
        ("0.29-a0", 0, Span.exactly(27)),
    ],
)
def test_the_highest_level(text: str, inexperienced: int, level: Span) -> None:
    assert max_level(version(text), inexperienced) == level


def test_a_sacrifice_makes_each_level_as_dear_as_a_higher_one() -> None:
    plain = only("Gargoyle", "0.34.1")
    shifted = xp_span(20, 0, "Gargoyle", version("0.34.1"), inexperienced=1)
    assert shifted == plain.at_percent(21, 0)
    unshifted = xp_span(20, 0, "Gargoyle", version("0.27-a0-1159"), inexperienced=1)
    assert unshifted == plain.at_percent(20, 0)
    two = xp_span(20, 0, "Gargoyle", version("0.27-a0-1160"), inexperienced=1)
    assert two == plain.at_percent(22, 0)


def test_one_level_inexperienced_at_20_in_0_28_is_22() -> None:
    assert xp_span(20, 37, "Gargoyle", version("0.28.0"), 1) == xp_span(22, 37, "Gargoyle", version("0.28.0"))


def test_who_has_more_than_level_27_costs_keeps_it_when_sacrificing() -> None:
    ladder = only("Gargoyle", "0.34.1")
    assert xp_span(27, None, "Gargoyle", version("0.34.1"), 1) == Span(ladder.needed(28), XP_CAP)
    assert xp_span(27, None, "Gargoyle", version("0.16.0"), 1) == Span(ladder.needed(27), XP_CAP)


def test_a_log_line_before_the_sacrifices() -> None:
    span = xp_span(20, None, "Gargoyle", version("0.15.3"), percent_known=False)
    assert span == Span(399_090, 491_824)


@pytest.mark.parametrize(
    ("text", "level", "low", "high"),
    [
        ("0.34.1", 20, 399_090, 830_462),  # T(20) to T(24) - 1
        ("0.34.1", 23, 707_511, 1_259_754),  # T(23) to T(27) - 1
        ("0.34.1", 24, 830_463, XP_CAP),
        ("0.34.1", 27, 1_259_755, XP_CAP),
        ("0.28.0", 20, 399_090, 1_259_754),  # T(20) to T(27) - 1
        ("0.28.0", 21, 491_825, XP_CAP),
        ("0.20.0", 20, 399_090, 491_824),  # nothing shifted yet
        ("0.20.0", 21, 491_825, XP_CAP),
    ],
)
def test_a_log_line_hides_the_sacrifices(text: str, level: int, low: int, high: int) -> None:
    span = xp_span(level, None, "Gargoyle", version(text), percent_known=False)
    assert span == Span(low, high)
    assert span == xp_span(level, 37, "Gargoyle", version(text), 2, percent_known=False)


def test_the_hull_where_the_build_is_not_placed() -> None:
    span = xp_span(20, 37, "Human", version("0.31-a0"))
    before = xp_span(20, 37, "Human", version("0.31-a0-1239"))
    after = xp_span(20, 37, "Human", version("0.31-a0-1240"))
    assert before is not None
    assert after is not None
    assert span == before | after
    unplaced = xp_span(20, 37, "Gargoyle", version("0.29-a0"), 1)
    two = xp_span(20, 37, "Gargoyle", version("0.29-a0-616"), 1)
    one = xp_span(20, 37, "Gargoyle", version("0.29-a0-617"), 1)
    assert two is not None
    assert one is not None
    assert unplaced == two | one


def test_a_level_held_above_its_threshold() -> None:
    assert xp_span(2, None, "Human", version("0.7.2")) == Span(10, 29)
    assert xp_span(2, None, "Human", version("0.8.1")) == Span(9, 28)
    assert xp_span(1, None, "Human", version("0.7.2")) == Span(0, 9)
    assert xp_span(27, None, "Human", version("0.7.2")) == Span(848_000, XP_CAP)


# ------------------------------------------------------------- there and back again

PLACED = [
    *("0.9.2", "0.10-a0-1529", "0.10.3", "0.11.4", "0.12-a0-231", "0.12.3", "0.13-a0-2255"),
    *("0.13.0", "0.15.3", "0.16.0", "0.18-a0-1228", "0.18-a0-1229", "0.24.1"),
    *("0.27-a0-1159", "0.27-a0-1160", "0.29-a0-616", "0.29-a0-617", "0.31-a0-1239"),
    *("0.31-a0-1240", "0.33-a0-900", "0.34.1", "0.35-a0-870"),
]
UNPLACED = {
    "0.10-a0-1529": "0.10-a0",
    "0.12-a0-231": "0.12-a0",
    "0.13-a0-2255": "0.13-a0",
    "0.18-a0-1229": "0.18-a0",
    "0.27-a0-1160": "0.27-a0",
    "0.29-a0-616": "0.29-a0",
    "0.31-a0-1240": "0.31-a0",
    "0.33-a0-900": "0.33-a0",
}
SPECIES = sorted(experience._aptitudes())


def shown(ladder: Ladder, xp: int, sacrificed: int, shift: int) -> tuple[int, int | None]:
    """Level and percentage as ``level_change`` and ``get_exp_progress`` of player.cc find them."""
    top = 27 - sacrificed
    level = 1
    while level < top and xp >= ladder.needed(level + 1 + shift):
        level += 1
    if level >= top:
        return level, None
    current, following = ladder.needed(level + shift), ladder.needed(level + 1 + shift)
    return level, (xp - current) * 100 // (following - current)


experiences = st.integers(0, 2000) | st.integers(0, 2_000_000) | st.integers(0, XP_CAP)


@given(st.sampled_from(SPECIES), st.sampled_from(PLACED), experiences, st.integers(0, 3), st.data())
def test_what_is_shown_inverts_to_what_was_held(
    species: str, text: str, xp: int, inexperienced: int, data: st.DataObject
) -> None:
    build = version(text)
    found = ladders(species, build)
    assume(found)
    if build.before("0.16"):
        inexperienced = 0
    each = 1 if build.since("0.29-a0-617") else 2
    shift = each * inexperienced if build.since("0.27-a0-1160") else 0
    if data.draw(st.booleans(), label="at a threshold"):
        near = data.draw(st.sampled_from(found[0].thresholds)) + data.draw(st.integers(-1, 1))
        xp = max(0, near)
    for ladder in found:
        assume(xp >= ladder.needed(1 + shift))
        level, percent = shown(ladder, xp, each * inexperienced, shift)
        span = xp_span(level, percent, species, build, inexperienced)
        assert span is not None
        assert xp in span
        line = xp_span(level, None, species, build, percent_known=False)
        assert line is not None
        assert line.covers(span)
        if text in UNPLACED:
            hull = xp_span(level, percent, species, version(UNPLACED[text]), inexperienced)
            assert hull is not None
            assert hull.covers(span)


@given(st.sampled_from(["Human", "Naga", "Demigod", "Felid"]), st.sampled_from(PLACED))
def test_the_percentages_cut_a_ladder_without_gap_or_overlap(species: str, text: str) -> None:
    spans = [
        span
        for level in range(1, 28)
        for percent in (range(100) if level < 27 else (None,))
        if (span := xp_span(level, percent, species, version(text))) is not None
    ]
    assert spans[0].low == 0
    assert spans[-1].high == XP_CAP
    for span, following in itertools.pairwise(spans):
        assert span.high is not None
        assert span.high + 1 == following.low


# ------------------------------------------------------------- files that engines wrote

HEADER = re.compile(r"version (\S+).* character file\.")
BEGAN = re.compile(r"^ +Began as an? ([A-Z][A-Za-z -]+) on ", re.M)
LEVEL = re.compile(r"XL: +(\d+)(?: +Next: +(\d+)%)?")
INEXPERIENCED = re.compile(r"inexperienced (\d)")


def species_of(character: str, build: Version) -> str:
    """The longest beginning of "Mountain Dwarf Fighter" that is a species."""
    words = character.split()
    for end in range(len(words), 0, -1):
        name = " ".join(words[:end])
        if aptitudes(name, build):
            return name
    raise AssertionError(f"no species known in {character!r}")


def engine_files() -> Iterator[tuple[Path, str, int]]:
    """Each morgue whose experience the engine itself told, with its text."""
    for oracle in sorted((SHARED / "data" / "dcss").rglob("oracle.jsonl")):
        for line in oracle.read_text().splitlines():
            entry = json.loads(line)
            path = oracle.parent / str(entry.get("file") or "none")
            if path.is_file():
                text = path.read_text(encoding="utf-8", errors="replace")
                yield path, text, int(entry["experience"])


@needs_shared
def test_files_whose_experience_the_engine_told() -> None:
    """All fit to the point, but those where the engine was made to go beyond its own cap.

    A few files show no version or no level, by their player's settings.
    """
    seen, misfits = 0, []
    for path, text, xp in engine_files():
        header, began, level = HEADER.search(text), BEGAN.search(text), LEVEL.search(text)
        if header is None or began is None or level is None:
            continue  # the player's settings left the header or the overview out
        build = version(header[1])
        sacrificed = INEXPERIENCED.search(text)
        percent = None if level[2] is None else int(level[2])
        inexperienced = int(sacrificed[1]) if sacrificed else 0
        species = species_of(began[1], build)
        span = xp_span(int(level[1]), percent, species, build, inexperienced)
        seen += 1
        fits = span is not None and xp in span
        if fits != (xp <= XP_CAP):
            misfits.append((str(path), species, level[0], xp, span))
    assert seen > 190
    assert not misfits


@needs_shared
def test_files_of_old_engines() -> None:
    seen, misfits = 0, []
    with (SHARED / "data" / "dcss" / "old" / "index.csv").open(newline="") as file:
        for entry in csv.DictReader(file):
            if not entry["xp"] or not entry["xl"]:
                continue
            build = version(entry["file"].split("/")[0])
            percent = int(entry["next"]) if entry["next"] else None
            species = species_of(entry["race"], build)
            span = xp_span(int(entry["xl"]), percent, species, build)
            seen += 1
            if span is None or int(entry["xp"]) not in span:
                misfits.append((entry["file"], entry["race"], entry["xl"], percent, span))
    assert seen > 200
    assert not misfits
