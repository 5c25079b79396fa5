"""Which versions print so: the signs of a file, and the fields of a log line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from necropsy.games.dcss import names
from necropsy.games.dcss.layout import foreign_fields, foreign_signs
from necropsy.games.dcss.line import KNOWN
from necropsy.games.dcss.morgue import read_morgue
from necropsy.games.dcss.version import Version, is_release

TRUTH = Path(__file__).parents[2] / "engine_truth" / "dcss"

OLD = {"bare_stats", "memorised", "hunger", "next_pct"}
NEW = {"labelled_stats", "stealth", "build", "skill_tenths", "short_resists"}


def signs_of(text: str) -> set[str]:
    return set(read_morgue(text).values("layout"))


def sample(folder: str) -> str:
    """A file of an engine that has all that the default order has."""
    for path in sorted((TRUTH / folder).glob("morgue-*.txt")):
        text = path.read_text("utf-8")
        if text.startswith(" ") and "Turns: " in text and "Skills:" in text:
            return text
    raise AssertionError(folder)


@pytest.mark.parametrize(
    ("folder", "signs", "others"),
    [
        ("old/0.9.2/honest", OLD | {"long_resists", "no_build"}, NEW),
        ("old/0.10.3/honest", OLD | {"long_resists", "no_build", "skill_tenths"}, {"build", "stealth"}),
        (
            "old/0.14.2/honest",
            OLD | {"short_resists", "magic_resistance", "see_invisible", "build"},
            {"stealth"},
        ),
        (
            "old/0.15.3/honest",
            OLD | {"short_resists", "magic_resistance", "short_dungeon"},
            {"labelled_stats"},
        ),
        (
            "old/0.21.1/honest",
            NEW | {"magic_resistance", "regeneration", "spell_levels"},
            {"seed", "willpower"},
        ),
        ("old/0.24.1/honest", NEW | {"magic_resistance", "seed", "hunger"}, {"willpower"}),
        (
            "old/0.31.0/honest",
            NEW | {"willpower", "sees_invisible", "passives"},
            {"hunger", "percent_resists"},
        ),
        ("honest/0.34.1", NEW | {"willpower", "percent_resists", "passives"}, {"hunger", "see_invisible"}),
    ],
)
def test_the_signs_of_each_era(folder: str, signs: set[str], others: set[str]) -> None:
    found = signs_of(sample(folder))
    assert signs <= found
    assert not others & found


def test_no_file_has_a_sign_that_its_version_lacks() -> None:
    seen = 0
    for path in sorted(TRUTH.rglob("morgue-*.txt")):
        record = read_morgue(path.read_text("utf-8"), path.name)
        version = record.value("version")
        if version is not None:
            foreign = foreign_signs(Version.parse(version))
            assert not [sign for sign in record.values("layout") if sign in foreign], path.name
            seen += 1
    assert seen > 60


@pytest.mark.parametrize(
    ("version", "sign", "foreign"),
    [
        ("0.34.1", "next_pct", False),
        ("0.7.2", "next_pct", True),
        ("0.8.0", "xp", False),
        ("0.34.1", "xp", True),
        ("0.9.0", "xp", True),
        # A trunk that may still have it, and the first builds of the next one.
        ("0.9-a1-12-g1234567", "xp", False),
        ("0.10-a0-4-g1234567", "xp", False),
        ("0.10-a0-5-g1234567", "xp", True),
        ("0.23.2", "seed", False),
        ("0.21.1", "seed", True),
        # Asked for by an option.
        ("0.10.3", "action_columns", False),
        ("0.31-a0-1238-g1234567", "gems_carried", True),
        *(
            ("0.15.3", sign, False)
            for sign in ("bare_stats", "short_resists", "magic_resistance", "hunger", "memorised", "build")
        ),
        *(("0.15.3", sign, True) for sign in ("labelled_stats", "stealth", "willpower")),
    ],
)
def test_which_signs_a_version_does_not_show(version: str, sign: str, foreign: bool) -> None:
    assert (sign in foreign_signs(Version.parse(version))) == foreign


@pytest.mark.parametrize(
    "version", ["0.3.4", "0.9.2", "0.14.0", "0.21.1", "0.28.0", "0.31-a0-1239", "0.34.1"]
)
def test_what_is_foreign_is_looked_for_alone_and_found_as_among_all(version: str) -> None:
    """Files of every era with the header of one: the look of most is foreign there."""
    foreign, seen = foreign_signs(Version.parse(version)), 0
    for folder in sorted({path.parent for path in TRUTH.rglob("morgue-*.txt")}):
        for path in sorted(folder.glob("morgue-*.txt"))[:3]:
            text = re.sub(r"(?<= version )\S+", version, path.read_text("utf-8"), count=1)
            record = read_morgue(text, path.name)
            if record.value("version") != version:
                # Players can leave the header out: then nothing is foreign.
                assert not record.has("foreign_look")
                continue
            all_signs = [each for each in record.statements("layout") if each.value in foreign]
            assert [each[1:] for each in record.statements("foreign_look")] == [
                each[1:] for each in all_signs
            ]
            seen += len(all_signs)
    assert seen > 20


def test_text_of_players_is_no_sign() -> None:
    text = sample("old/0.9.2/honest")
    inscribed = text.replace("(no amulet)", "e - amulet {rFire + + + (100%) SeeInvis + Stlth}", 1)
    spoken = inscribed.replace(
        "Message History\n", "Message History\n\nHealth: 9/9 Gold: 7\nrFire + . .\n", 1
    )
    assert spoken != text
    assert signs_of(spoken) == signs_of(text)


def test_runes_behind_a_sign_of_the_players_own_are_no_passive_effects() -> None:
    text = sample("old/0.9.2/honest").replace("\na: ", "\n%: 2/15 runes: silver, golden\na: ", 1)
    assert read_morgue(text).value("runes") == 2
    assert "passives" not in signs_of(text)


def test_a_file_without_an_overview_has_the_signs_of_its_tables() -> None:
    text = sample("honest/0.34.1")
    start = text.index("   Skills:")
    assert signs_of(text[start:]) <= {"skill_tenths", "skill_gains", "action_columns", "short_dungeon"}
    assert not signs_of("")


def test_each_sign_is_printed_by_some_version_and_not_by_another() -> None:
    versions = [Version.parse(f"0.{minor}.0") for minor in range(4, 35)]
    for row in names.rows("layout"):
        lacking = [row["sign"] in foreign_signs(version) for version in versions]
        assert any(lacking), row
        assert not all(lacking), row


def test_the_fields_of_a_line() -> None:
    assert {row["key"] for row in names.rows("fields")} <= KNOWN
    assert foreign_fields("0.34.1") == {"ltyp", "uid", "fruit"}
    assert {"seed", "vlong", "mp", "aut"} <= foreign_fields("0.9.2")
    assert "ltyp" not in foreign_fields("0.9.2")
    assert not foreign_fields("2.0")


@pytest.mark.parametrize(
    ("text", "known"),
    [("0.34.1", True), ("0.34.1-3-ga2c7840", False), ("0.34-b1", False), ("0.35-a0-12-gabc1234", False)],
)
def test_a_release_is_known_to_the_letter(text: str, known: bool) -> None:
    assert is_release(Version.parse(text)) is known
