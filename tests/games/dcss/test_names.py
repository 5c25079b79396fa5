"""Names that the game prints."""

from __future__ import annotations

import pytest

from necropsy.games.dcss import names


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("Human Hunter", ("Human", "Hunter")),
        ("Mountain Dwarf Fighter", ("Mountain Dwarf", "Fighter")),
        ("Deep Elf Earth Elementalist", ("Deep Elf", "Earth Elementalist")),
        ("Red Draconian Arcane Marksman", ("Red Draconian", "Arcane Marksman")),
        ("Vine Stalker Monk", ("Vine Stalker", "Monk")),
        ("Human", None),
        ("", None),
        ("TeAE", None),
        ("Human Human Human", None),
        ("human hunter", None),
        ("Frog Hunter", None),
        ("Human Hunter Hunter", None),
        ("Human " * 2_000 + "Hunter", None),
    ],
)
def test_species_and_background(text: str, pair: tuple[str, str] | None) -> None:
    assert names.split_character(text) == pair


def test_every_pair_of_the_tables_is_split_as_it_was_joined() -> None:
    species = {row["name"] for row in names.rows("species")}
    backgrounds = {row["name"] for row in names.rows("backgrounds")}
    for kind in species:
        for background in backgrounds:
            assert names.split_character(f"{kind} {background}") == (kind, background)


@pytest.mark.parametrize(
    ("text", "species", "background", "fits"),
    [
        ("MDFi", "Mountain Dwarf", "Fighter", True),
        ("DEFE", "Deep Elf", "Fire Elementalist", True),
        ("TeAE", "Tengu", "Air Elementalist", True),
        ("DrMo", "Red Draconian", "Monk", True),
        ("DrMo", "Draconian", "Monk", True),
        ("MDFi", "Mountain Dwarf", "Monk", False),
        ("MDFi", "Human", "Fighter", False),
        ("", "Human", "Fighter", False),
        ("MDFi", "Nobody", "Nothing", False),
    ],
)
def test_the_short_form(text: str, species: str, background: str, fits: bool) -> None:
    assert names.abbreviation_fits(text, species, background) is fits


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Level 1 of The Dungeon", "level 1 of the Dungeon"),
        ("level 1 of the Dungeon", "level 1 of the Dungeon"),
        ("The Dungeon", "the Dungeon"),
        ("Pandemonium", "Pandemonium"),
        ("a sewer", "a sewer"),
        ("", ""),
    ],
)
def test_places(text: str, place: str) -> None:
    assert names.canonical_place(text) == place


@pytest.mark.parametrize(
    ("place", "column"),
    [
        ("level 5 of the Lair of Beasts", "Lair:5"),
        ("level 1 of the Dungeon", "D:1"),
        ("the Dungeon", "D"),
        ("level 5 of the Realm of Zot", "Zot:5"),
        ("Pandemonium", "Pan"),
    ],
)
def test_the_place_column(place: str, column: str) -> None:
    known = names.note_places(place)
    assert known is not None
    assert column in known


@pytest.mark.parametrize(
    "place", ["", "a place of my own", "level 3 of nothing", "level 3", "level x of the Dungeon"]
)
def test_an_unknown_place(place: str) -> None:
    assert names.note_places(place) is None


@pytest.mark.parametrize(
    ("text", "god"),
    [
        ("Trog the Wrathful", "Trog"),
        ("Warmaster Okawaru", "Okawaru"),
        ("Jiyva Xyzzy", "Jiyva"),
        ("Nobody", None),
        ("", None),
    ],
)
def test_long_names_of_gods(text: str, god: str | None) -> None:
    assert names.god_of_worship_note(text) == god


@pytest.mark.parametrize(
    ("who", "player", "title"),
    [
        ("Sapling the Opulent", "Sapling", "Opulent"),
        ("Sapling", "Sapling", ""),
        ("", "", ""),
        ("12 the Zed the Skirmisher", "12 the Zed", "Skirmisher"),
        ("a the b the c the Skirmisher", "a the b the c", "Skirmisher"),
        ("the the the", "the", "the"),
        ("Bob the Bump in the Night", "Bob", "Bump in the Night"),
        ("Bob the Eye of the Storm", "Bob", "Eye of the Storm"),
        ("Zed the First the Eye of the Storm", "Zed the First", "Eye of the Storm"),
        ("Bob the Walker of the Path", "Bob", "Walker of the Path"),
        ("Bob La Petite Mort", "Bob", "La Petite Mort"),
        ("Bob the Zed La Petite Mort", "Bob the Zed", "La Petite Mort"),
        ("Bob the La Petite Mort", "Bob the", "La Petite Mort"),
        ("Bob, Who Hides the Stars", "Bob", "Who Hides the Stars"),
        ("Bob the Unheard Of", "Bob", "Unheard Of"),
        ("Zed the First the Unheard Of", "Zed the First", "Unheard Of"),
        ("Zed the First the " + "x" * 40, "Zed the First", "x" * 40),
        ("Skirmisher the Skirmisher", "Skirmisher", "Skirmisher"),
        ("Bob the Skirmisher the Sneak", "Bob the Skirmisher", "Sneak"),
    ],
)
def test_name_and_title(who: str, player: str, title: str) -> None:
    assert names.split_title(who) == (player, title)


def test_a_line_of_nothing_but_articles() -> None:
    player, title = names.split_title("x" + " the x" * 100_000)
    assert title.endswith("x")
    assert len(title) < 100
    assert player.startswith("x the x")


def test_skills_of_titles() -> None:
    assert "Stealth" in names.skills_of_title("Sneak")
    assert names.skills_of_title("Plumber") == frozenset()
    assert names.skills_of_title("") == frozenset()


@pytest.mark.parametrize(
    "table", ["species", "backgrounds", "gods", "branches", "titles", "runes", "gems", "sprints"]
)
def test_tables_have_rows(table: str) -> None:
    rows = list(names.rows(table))
    assert rows
    assert all(None not in row for row in rows), "a row has more cells than the heading"
    assert all(None not in row.values() for row in rows), "a row has fewer cells than the heading"
