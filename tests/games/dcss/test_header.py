"""The header and the seed line."""

from __future__ import annotations

import pytest

from necropsy.games.dcss.header import GAME_TYPES
from necropsy.games.dcss.morgue import is_morgue, read_morgue


@pytest.mark.parametrize(
    ("name", "kind"),
    [*GAME_TYPES.items(), ("Bloatcrawl 2", "fork"), ("X-Crawl", "fork"), ("BcadrenCrawl", "fork")],
)
def test_the_kind_of_game(name: str, kind: str) -> None:
    text = f" {name} version 0.34.1 (console) character file.\n\n"
    record = read_morgue(text)
    assert record.value("game_name") == name
    assert record.value("game_type") == kind
    assert is_morgue("x.txt", text)


@pytest.mark.parametrize(
    "version",
    [
        "0.34.1",
        "0.34.1-3-ga2c7840dd7",
        "0.35-a0-241-g5b54ce7fc3",
        "0.30-b1-2-gabc1234",
        "0.30-a0",
        "0.8.0-0-g3a1e774",
        "2.3.0-a0-568-gabc1234",
    ],
)
@pytest.mark.parametrize(
    ("behind", "build"),
    [
        ("", None),
        (" (tiles)", "tiles"),
        (" (webtiles)", "webtiles"),
        (" (console)", "console"),
        (" (crawl-ref)", None),
        (" (crawl-ref) r10014", None),
        (" r10014", None),
    ],
)
def test_version_and_build(version: str, behind: str, build: str | None) -> None:
    record = read_morgue(f" Dungeon Crawl Stone Soup version {version}{behind} character file.\n")
    assert record.value("version") == version
    assert record.value("build") == build


@pytest.mark.parametrize("left", ["", " ", "    "])
@pytest.mark.parametrize("right", ["", "   ", "\t"])
def test_blanks_around_and_inside_do_not_matter(left: str, right: str) -> None:
    record = read_morgue(f"\n\n{left}Dungeon  Crawl Stone Soup  version 0.9.2   character file.{right}\n")
    assert record.value("version") == "0.9.2"
    assert record.value("game_type") == "normal"
    [statement] = record.statements("version")
    assert statement.line == 3


@pytest.mark.parametrize(
    ("line", "seed", "custom"),
    [
        ("Game seed: 13822733483601673834", "13822733483601673834", False),
        ("Game seed: 13822733483601673834   ", "13822733483601673834", False),
        ("Game seed: 4873021127568712168, levelgen mode: deterministic", "4873021127568712168", False),
        ("Game seed: 1, levelgen mode: classic", "1", False),
        ("Game seed: 27182818 (custom seed)", "27182818", True),
        ("Game seed: 27182818 (classic levelgen)", "27182818", False),
    ],
)
def test_the_seed(line: str, seed: str, custom: bool) -> None:
    record = read_morgue(f" Seeded DCSS version 0.34.1 (console) character file.\n\n{line}\n\n")
    assert record.value("seed") == seed
    assert record.value("seed_custom") is custom


@pytest.mark.parametrize(
    "below",
    [
        "Game seed: nothing",
        "Game seed: 123456789012345678901",
        "Game seed: 1 (lucky)",
        "\n\n\n\nGame seed: 1",
        "  Game seed: 1",
        "",
    ],
)
def test_no_seed(below: str) -> None:
    record = read_morgue(f" Seeded DCSS version 0.34.1 (console) character file.\n{below}\n")
    assert record.value("version") == "0.34.1"
    assert not record.has("seed")


@pytest.mark.parametrize(
    "line",
    [
        "Dungeon Crawl Stone Soup version 0.34.1 character file",
        "Dungeon Crawl Stone Soup version 0.34.1 character file. ;)",
        "Dungeon Crawl Stone Soup version  character file.",
        "version 0.34.1 character file.",
        "118292| D:1      | Dungeon Crawl Stone Soup version 0.34.1 character file.",
        "D:1 Dungeon Crawl Stone Soup version 0.34.1 character file.",
        "Enter note: Dungeon Crawl Stone Soup version 0.34.1 character file.",
        " a - a +0 robe {Dungeon Crawl Stone Soup version 0.34.1 character file.",
        "Turn 5 on level 1 of the Dungeon: Dungeon Crawl Stone Soup version 0.34.1 character file.",
        "Dungeon Crawl version 0.34.1" + " " * 5_000 + "character file.",
        "Dungeon " * 20 + "version 0.34.1 character file.",
    ],
)
def test_what_is_no_header(line: str) -> None:
    assert not read_morgue(line + "\n").has("version")
    assert not is_morgue("x.txt", line + "\n")


def test_of_two_headers_the_first_is_read() -> None:
    record = read_morgue(
        " Seeded DCSS version 0.34.1 (console) character file.\n\n"
        " Dungeon Crawl Stone Soup version 0.9.2 character file.\n"
    )
    assert record.value("version") == "0.34.1"
    assert record.value("header_lines") == (1, 3)


def test_no_header() -> None:
    record = read_morgue("nothing\n")
    for fact in ("version", "game_type", "game_name", "build", "seed", "mode", "header_lines"):
        assert not record.has(fact)
