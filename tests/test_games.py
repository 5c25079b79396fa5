"""Which game wrote a file."""

from __future__ import annotations

import pytest

from necropsy.games import Companion, game, games, recognise

HEADER = " Dungeon Crawl Stone Soup version 0.34.1 (console) character file.\n\n"


def test_a_game_by_its_name() -> None:
    assert game("dcss").name == "dcss"
    assert game("dcss").title == "Dungeon Crawl Stone Soup"
    assert game("dcss") is game("dcss")
    with pytest.raises(KeyError):
        game("snake")


def test_all_games() -> None:
    names = [one.name for one in games()]
    assert names[0] == "dcss"
    assert len(set(names)) == len(names)
    assert [game(name).name for name in names] == names


@pytest.mark.parametrize("only", [None, "dcss"])
def test_a_dump(only: str | None) -> None:
    assert recognise(HEADER, "morgue-Sapling-20261130-101112.txt", only) is game("dcss")
    # What a file is called does not make it one, nor keep it from being one.
    assert recognise(HEADER, "Sapling.lst", only) is game("dcss")


@pytest.mark.parametrize("only", [None, "dcss"])
def test_a_companion(only: str | None) -> None:
    assert recognise("D:1\n 3 a rock\n", "Sapling.lst", only) == Companion("stash list")


@pytest.mark.parametrize("text", ["", "\n", "a letter", "\x00" * 100, "\ud800", "x" * 100_000])
@pytest.mark.parametrize("name", ["", "letter.txt", "morgue-Sapling-20261130-101112.txt"])
def test_neither(name: str, text: str) -> None:
    assert recognise(text, name) is None


def test_an_unknown_game() -> None:
    with pytest.raises(KeyError):
        recognise(HEADER, "x.txt", "snake")
