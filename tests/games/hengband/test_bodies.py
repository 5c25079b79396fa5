"""Who a hero is: the tables against the game's own of 24 versions, and against real dumps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from necropsy.games.hengband import bodies
from necropsy.games.hengband.bodies import (
    Body,
    class_named,
    form_named,
    personality_named,
    race_adjustments,
    race_named,
)
from necropsy.games.hengband.stat import modify_stat_value, parse_stat, stat_span, total_modifier
from necropsy.games.hengband.version import Version

from .dumps import FOLDER, Dump, dumps

TABLES = Path(__file__).parents[4] / "shared" / "spec" / "hengband_tables.json"

PRINTED = {
    "aca16f482": "2.1.5",
    "develop": "3.0.2.2-Beta",
    "v2.2.1r2": "2.2.1",
    "3.0.1.8-release": "3.0.1Beta8",
}
"""What the builds print whose tag does not say it."""


def version_of(tag: str) -> Version:
    text = PRINTED.get(tag, tag.removeprefix("v").removeprefix("hengband-"))
    return Version.parse(text.replace("-", ".") if tag.startswith("hengband-") else text)


@pytest.fixture(scope="module")
def tables() -> dict[str, Any]:
    if not TABLES.exists():
        pytest.skip("the tables read from the game's source are not beside the project")
    return dict(json.loads(TABLES.read_text("utf-8")))


def expected(rows: list[dict[str, Any]]) -> dict[int, tuple[Any, ...]]:
    return {
        index: (row["ja"], row["en"], tuple(row["adj"]), row["mhp"], row.get("exp", 0))
        for index, row in enumerate(rows)
    }


def ours(known: tuple[Body, ...]) -> dict[int, tuple[Any, ...]]:
    return {
        body.index: (body.japanese, body.english, body.adjustments, body.hit_die, body.experience)
        for body in known
    }


def test_every_row_of_24_versions_is_ours_and_may_be_there(tables: dict[str, Any]) -> None:
    assert len(tables) == 24
    kinds = {"race": bodies.races(), "class": bodies.classes(), "pers": bodies.personalities()}
    for tag, table in tables.items():
        version = version_of(tag)
        for kind, known in kinds.items():
            there = tuple(body for body in known if not body.since or version.may_be_since(body.since))
            surely = [body for body in known if not body.since or version.since(body.since)]
            found = expected(table[kind])
            assert found.items() <= ours(there).items(), (tag, kind)
            assert {body.index for body in surely} <= found.keys(), (tag, kind)


def test_the_forms_of_24_versions_are_ours(tables: dict[str, Any]) -> None:
    for tag, table in tables.items():
        there = tuple(
            form for form in bodies.forms() if not form.since or version_of(tag).may_be_since(form.since)
        )
        found = expected(table["mimic"])
        del found[0]  # the hero's own form
        assert found.items() <= ours(there).items(), tag


def test_titles_that_are_joined_and_sexes(tables: dict[str, Any]) -> None:
    sexes = ("", "female", "male")
    for table in tables.values():
        for personality, row in zip(bodies.personalities(), table["pers"], strict=False):
            assert personality.joined is bool(row["no"])
            assert personality.sex == sexes[row["sex"]]


def test_there_are_38_races_29_classes_13_personalities_and_5_forms() -> None:
    assert [len(kind) for kind in (bodies.races(), bodies.classes(), bodies.personalities())] == [38, 29, 13]
    assert len(bodies.forms()) == 5
    assert all(len(body.adjustments) == 6 for body in (*bodies.races(), *bodies.forms()))


def test_a_name_of_either_language_finds_its_row() -> None:
    for japanese, english in (("ゾンビ", "Zombie"), ("妖精", "Sprite")):
        assert race_named(japanese) == race_named(english) is not None
    assert class_named("狂戦士") == class_named("Berserker") is not None
    assert personality_named("いかさま") == personality_named("Munchkin") is not None
    assert form_named("[吸血鬼]") == form_named("[Vampire]") is not None
    assert form_named("[吸血鬼]") != race_named("吸血鬼")


def test_a_name_that_no_dump_prints_finds_nothing() -> None:
    assert (
        race_named("[吸血鬼]")
        is class_named("Zombie")
        is personality_named("")
        is form_named("Vampire")
        is None
    )


@pytest.mark.parametrize(
    ("level", "times"), [(1, 0), (25, 0), (26, 1), (40, 1), (41, 2), (45, 2), (46, 3), (50, 3)]
)
def test_an_ent_grows(level: int, times: int) -> None:
    ent, human = race_named("Ent"), race_named("Human")
    assert ent is not None
    assert human is not None
    assert race_adjustments(ent, level) == (2 + times, 0, 2, -3 - times, 2 + times, 0)
    assert race_adjustments(human, level) == (0,) * 6


@pytest.mark.skipif(not FOLDER.exists(), reason="the real dumps are not beside the project")
@pytest.mark.parametrize("dump", list(dumps()), ids=lambda dump: dump.name)
def test_the_columns_of_real_dumps_are_our_tables(dump: Dump) -> None:
    race, profession, personality = (
        known[index]
        for known, index in zip(
            (bodies.races(), bodies.classes(), bodies.personalities()), dump.indices, strict=True
        )
    )
    level = dump.number("level")
    assert level is not None
    own = race_adjustments(race, level)  # type: ignore[arg-type]
    for at, (base, parts, actual) in enumerate(dump.stats()):
        assert parts[:3] == [own[at], profession.adjustments[at], personality.adjustments[at]]
        natural = parse_stat(base)
        assert modify_stat_value(natural, sum(parts)) in stat_span(actual)
        if actual != "18/***":
            assert total_modifier(natural, parse_stat(actual)) == sum(parts)
