"""Lists of players."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.record import Record
from necropsy.roster import Roster, RosterError, player_of

NAMES = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=12)


def test_names_are_known_in_capitals_or_not() -> None:
    roster = Roster.of("Sapling\n  Oak  \n")
    assert "SAPLING" in roster
    assert "oak" in roster
    assert "Elm" not in roster
    assert None not in roster


def test_an_alias_stands_under_the_first_name() -> None:
    roster = Roster.of("Sapling = sap, Twig\nOak")
    assert [roster.main(name) for name in ("TWIG", "sap", "sapling", "oak", "Elm")] == [
        "Sapling",
        "Sapling",
        "Sapling",
        "Oak",
        "Elm",
    ]


def test_remarks_and_empty_lines_are_no_names() -> None:
    assert not Roster.of("# Sapling\n\n   \n  # Oak = Elm\r\n").names


def test_a_name_may_stand_twice_for_one_player() -> None:
    assert Roster.of("Sapling = Twig\nsapling\nSAPLING = twig").main("twig") == "Sapling"


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("Oak\n= twig", 2, "name is missing"),
        ("Oak =", 1, "name is missing"),
        ("Oak = a,,b", 1, "alias cannot be read"),
        ("Oak = a = b", 1, "alias cannot be read"),
        ("Oak, Elm", 1, "several names"),
        ("Oak\nElm = Oak", 2, "'Oak' is a name of 'Oak' already"),
        ("Oak\n\n\x1b[31mElm", 3, "control character"),
    ],
)
def test_a_bad_line_is_named(text: str, line: int, what: str) -> None:
    with pytest.raises(RosterError, match=rf"^list\.txt:{line}: .*{what}"):
        Roster.of(text, "list.txt")


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "players.txt"
    file.write_bytes(b"\xef\xbb\xbfSapling = Twig\r\nOak\r\n")
    assert sorted(Roster.read(file).names) == ["oak", "sapling", "twig"]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "players.txt"
    with pytest.raises(RosterError, match=r"players\.txt: no such file"):
        Roster.read(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(RosterError, match=r"players\.txt: not a text in UTF-8"):
        Roster.read(file)
    with pytest.raises(RosterError, match="is a directory"):
        Roster.read(tmp_path)


def test_another_list_tells_further_names() -> None:
    known = Roster.of("bot1").known_as(Roster.of("Bot = bot1, bot2\nOak = oak2"))
    assert sorted(known.names) == ["bot", "bot1", "bot2"]


@given(st.dictionaries(NAMES, st.lists(NAMES, max_size=3), max_size=5))
def test_each_name_of_a_list_leads_to_the_first_one(players: dict[str, list[str]]) -> None:
    text = "\n".join(f"{name} = {', '.join(more)}" if more else name for name, more in players.items())
    try:
        roster = Roster.of(text)
    except RosterError:
        return  # two players with one name
    for name, more in players.items():
        for each in (name, *more):
            assert each in roster
            assert roster.main(each).casefold() == name.casefold()


def test_the_account_is_who_played() -> None:
    record = Record("gnollhack")
    assert player_of(record) is None
    record.state("player", "Hero", 1, "xlogfile")
    assert player_of(record) == "Hero"
    record = Record("gnollhack")
    record.state("player", "Hero", 1, "xlogfile")
    record.state("account", "Sapling", 1, "xlogfile")
    assert player_of(record) == "Sapling"
