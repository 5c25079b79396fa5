"""Achievements by version: classes, bits and phrases."""

from __future__ import annotations

import pytest

from necropsy.games.gnollhack.achievements import (
    CODEX_CARRIED,
    ENDED_IN_ENDGAME,
    ENDED_ON_ASTRAL,
    NOTABLE,
    ROLE_ACHIEVEMENT,
    SMALL,
    achievements,
    by_phrase,
    count,
    in_bits,
)
from necropsy.games.gnollhack.version import Build
from necropsy.span import Span

NEWEST = Build.of_tag("4.3.0-10")

ALWAYS_NOTABLE = {
    "obtained_the_bell_of_opening",
    "entered_gehennom",
    "obtained_the_candelabrum_of_invocation",
    "obtained_the_book_of_the_dead",
    "performed_the_invocation_ritual",
    "obtained_the_amulet_of_yendor",
    "ascended",
    "obtained_the_luckstone_from_the_mines",
    "obtained_the_sokoban_prize",
    "defeated_medusa",
    "defeated_yacc",
    "obtained_the_prime_codex",
}
PLACES = {ENDED_IN_ENDGAME, ENDED_ON_ASTRAL}
PLANES = {"entered_elemental_planes", "entered_astral_plane"}
TUNE = {"learned_castle_drawbridge_tune"}
DEMOGORGON = {"defeated_demogorgon"}
SMALLS = {
    "consulted_the_oracle",
    "read_a_discworld_novel",
    "entered_the_gnomish_mines",
    "entered_mine_town",
    "entered_a_shop",
    "entered_a_temple",
    "entered_sokoban",
    "entered_bigroom",
    "entered_large_circular_dungeon",
    "entered_plane_of_modron",
    "entered_hellish_pastures",
}
CODEX, ROLE, CROWN = {CODEX_CARRIED}, {ROLE_ACHIEVEMENT}, {"crowned"}


def of_kind(kind: str, tag: str) -> set[str]:
    return {row.token for row in achievements(Build.of_tag(tag)) if row.kind == kind}


@pytest.mark.parametrize(
    ("tags", "notable", "small"),
    [
        (("4.1.0-PA2", "4.1.0-PA3", "4.1.0-B1", "4.1.0-B4"), PLACES | CODEX, set()),
        (("4.1.0-B5",), PLACES | CODEX, SMALLS | TUNE),
        (("4.1.0-B6",), PLACES | CODEX | ROLE, SMALLS | TUNE),
        (
            ("4.1.0-B7", "4.1.0-B17", "4.1.2", "4.1.3-23"),
            PLACES | CODEX | ROLE | CROWN,
            SMALLS | TUNE | PLANES,
        ),
        (("4.1.3-24", "4.1.3-29"), PLACES | CODEX | ROLE | CROWN | DEMOGORGON, SMALLS | TUNE | PLANES),
        (("4.1.3-30", "4.1.3-41"), PLACES | ROLE | CROWN | DEMOGORGON, SMALLS | TUNE | PLANES),
        (("4.1.3-42",), PLACES | CROWN | DEMOGORGON, SMALLS | TUNE | PLANES),
        (("4.1.3-43", "4.2.0-7"), PLANES | CROWN | DEMOGORGON, SMALLS | TUNE),
        (("4.2.0-8", "4.2.0-133", "4.3.0-10"), PLANES | CROWN | DEMOGORGON | TUNE, SMALLS),
    ],
)
def test_classes(tags: tuple[str, ...], notable: set[str], small: set[str]) -> None:
    for tag in tags:
        assert of_kind(NOTABLE, tag) == ALWAYS_NOTABLE | notable, tag
        assert of_kind(SMALL, tag) == small, tag


def test_most_of_each_kind() -> None:
    everything = {row.token for row in achievements(NEWEST)}
    assert count(NOTABLE, everything, NEWEST) == Span.exactly(17)
    assert count(SMALL, everything, NEWEST) == Span.exactly(11)


def test_doubtful_ones_widen_the_count() -> None:
    early = Build.of_tag("4.1.3-24")
    assert count(NOTABLE, ["ascended"], early, ["performed_the_invocation_ritual"]) == Span(1, 2)
    assert count(NOTABLE, ["ascended"], early, ["entered_a_shop"]) == Span.exactly(1)


def test_a_build_that_cannot_be_placed() -> None:
    line = Build.of_fields("4.1.0", fields=("achieveX", "demo"))
    assert count(SMALL, ["entered_a_shop"], line) == Span.exactly(1)
    assert count(NOTABLE, ["crowned"], line) == Span(0, 1)


def test_every_bit_of_the_newest_layout() -> None:
    assert len(in_bits(0x7FFFFFFF, NEWEST)) == 31
    assert in_bits(1 << 28, NEWEST) == {ROLE_ACHIEVEMENT}
    assert in_bits(0xC0, NEWEST) == {ENDED_IN_ENDGAME, ENDED_ON_ASTRAL}


@pytest.mark.parametrize(
    ("tag", "mask", "tokens"),
    [
        ("4.1.0-PA3", 1 << 14, {"defeated_yacc"}),
        ("4.1.0-PA3", 1 << 15, {"obtained_the_prime_codex"}),
        ("4.1.0-PA3", 3 << 12, set()),
        ("4.1.0-PA4", 3 << 12, {"defeated_yacc", "obtained_the_prime_codex"}),
        ("4.1.0-B6", 0xF << 26, set()),
        ("4.1.0-B7", 0xF << 26, PLANES | ROLE | CROWN),
        ("4.1.3-23", 1 << 30, set()),
        ("4.1.3-24", 1 << 30, DEMOGORGON),
    ],
)
def test_older_bits(tag: str, mask: int, tokens: set[str]) -> None:
    assert in_bits(mask, Build.of_tag(tag)) == tokens


@pytest.mark.parametrize(
    ("tag", "phrase", "token"),
    [
        ("4.3.0-10", "found the Gladstone", "obtained_the_luckstone_from_the_mines"),
        ("4.3.0-10", "defeated Yacc, the Demon Lord of Bovines", "defeated_yacc"),
        ("4.2.0-8", "solved the castle tune", "learned_castle_drawbridge_tune"),
        ("4.2.0-7", "learned the castle tune", "learned_castle_drawbridge_tune"),
        ("4.2.0-7", "solved the castle tune", None),
        ("4.1.3-27", "performed the Invocation Ritual", None),
        ("4.1.3-28", "performed the Invocation Ritual", "performed_the_invocation_ritual"),
        ("4.1.0-B6", "become the Envoy of Balance", "crowned"),
        ("4.1.3-55", "completed your optional quest by defeating Croesus", ROLE_ACHIEVEMENT),
        ("4.1.3-54", "defeated Croesus", None),
        ("4.2.0-133", "completed your quest by defeating Dark One and recovering the Eye", "role_quest"),
        ("4.2.0-133", "", None),
    ],
)
def test_phrases(tag: str, phrase: str, token: str | None) -> None:
    assert by_phrase(phrase, Build.of_tag(tag)) == token


def test_the_ordinary_quest_is_worth_nothing() -> None:
    assert count(NOTABLE, ["role_quest"], NEWEST) == count(SMALL, ["role_quest"], NEWEST) == Span.exactly(0)


def test_flags_of_the_game_are_all_different() -> None:
    flags = [row.flag for row in achievements(NEWEST) if row.flag is not None]
    assert sorted(flags) == list(range(28))
