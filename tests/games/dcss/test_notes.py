"""Rows of the notes in their forms, and what single rows say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.games.dcss.morgue import read_morgue
from necropsy.games.dcss.notes import Note
from necropsy.record import Record, Standing

NEW = "Notes\nTurn   | Place    | Note\n-------+----------+-------------------------------------------\n"
OLD = "Notes\nTurn   | Place   | Note\n-------+---------+-------------------------------------------\n"


def notes(*rows: str, head: str = NEW) -> Record:
    return read_morgue("\n\n" + head + "\n".join(rows) + "\n\nIllustrated notes\n\n")


def row(text: str, turn: int = 0, place: str = "D:1") -> str:
    return f"{turn:6d}| {place:<8} | {text}"


def read(record: Record) -> list[tuple[int, str, str]]:
    return [(n.turn, n.place, n.text) for n in record.value("notes") or ()]


def test_rows() -> None:
    record = notes(
        "     0 | D:1      | Twig the Gargoyle Enchanter began the quest for the Orb.",
        "   178 | D:1      | Reached XP level 2. HP: 29/29 MP: 1/1",
        "118292| Tomb:3   | Got a golden rune of Zot",
        " 70000 | D:$      | Escaped with the Orb!",
    )
    assert record.value("notes")[0] == Note(
        0, "D:1", "Twig the Gargoyle Enchanter began the quest for the Orb.", 6
    )
    assert read(record)[1:] == [
        (178, "D:1", "Reached XP level 2. HP: 29/29 MP: 1/1"),
        (118292, "Tomb:3", "Got a golden rune of Zot"),
        (70000, "D:$", "Escaped with the Orb!"),
    ]
    [statement] = record.statements("notes")
    assert statement.standing is Standing.WITNESS
    assert statement.line == 6


def test_the_older_table() -> None:
    record = notes(
        "     0 | D:1     | Twig, the Red Draconian Monk, began the quest for the Orb.",
        "   178 | D:1     | Reached skill 1 in Fighting",
        head=OLD,
    )
    assert read(record)[1] == (178, "D:1", "Reached skill 1 in Fighting")
    assert record.value("character_noted") == "Red Draconian Monk"


@pytest.mark.parametrize("margin", ["                  ", "                ", " "])
def test_rows_that_go_on(margin: str) -> None:
    record = notes(
        "     0 | D:1      | Twig the Gargoyle Enchanter began the quest for",
        f"{margin}| the Orb.",
        "     9 | D:1      | one",
        f"{margin}|  two   three ",
        f"{margin}| four | five",
    )
    assert [text for *_, text in read(record)] == [
        "Twig the Gargoyle Enchanter began the quest for the Orb.",
        "one two three four | five",
    ]
    assert record.value("character_noted") == "Gargoyle Enchanter"


def test_a_blank_line_inside_a_note() -> None:
    """0.8 leaves one where a death was not the end."""
    for blank in ("", " ", "             "):
        record = notes(
            row("Slain by an orc"), blank, row("Got a golden rune of Zot", 5), "", row("after", 6)[0:3]
        )
        assert len(read(record)) == 2
        assert record.value("rune_noted") == "golden"


def test_the_rows_end_at_a_blank_line() -> None:
    for blank in ("\n", " \n"):
        record = read_morgue(
            "\n"
            + NEW
            + row("one")
            + "\n"
            + blank
            + "something of a script\n"
            + row("Got a smoky gem with 5 turns to spare")
            + "\n"
        )
        assert read(record) == [(0, "D:1", "one")]
        assert record.value("gem_notes") == 0


def test_blank_lines_before_the_first_row() -> None:
    record = read_morgue("\n" + NEW + "\n\n" + row("Got a smoky gem with 5 turns to spare") + "\n")
    assert len(read(record)) == 1
    assert record.value("gem_notes") == 1


@pytest.mark.parametrize(
    "line",
    [
        "     x | D:1      | no number",
        "1234567890123456789 | D:1      | too large a number",
        "     5 | D:1",
        "     5",
        "     5 | D:1      | " + "long " * 1_000,
        "     ² | D:1      | no decimal",
    ],
)
def test_what_is_no_row(line: str) -> None:
    record = notes(row("first"), line, row("last", 7))
    assert [turn for turn, *_ in read(record)] == [0, 7]


def test_a_heading_without_its_second_line_opens_nothing() -> None:
    assert not read_morgue("\nNotes\n" + row("one") + "\n").has("notes")
    assert not read_morgue("\nNotes").has("notes")
    assert not read_morgue("\n" + NEW).has("notes")


def test_notes_that_stand_twice_are_not_read() -> None:
    record = read_morgue(("\n" + NEW + row("Got a smoky gem with 5 turns to spare") + "\n\n") * 2)
    for fact in ("notes", "gem_notes", "gem_noted"):
        assert not record.has(fact)


FOUND = [
    ("Reached XP level 2. HP: 29/29 MP: 1/1", "level_noted", 2),
    ("Reached XP level 27. HP: -1/29 MP: 1/1", "level_noted", 27),
    ("Reached XP level 5.", "level_noted", 5),
    ("Got a golden rune of Zot", "rune_noted", "golden"),
    ("Got an abyssal rune of Zot", "rune_noted", "abyssal"),
    # As builds of December 2023 wrote it.
    ("Got a jade gem", "gem_noted", "jade"),
    ("Got a smoky gem with 8900 turns to spare", "gem_noted", "smoky"),
    ("Got an azure gem with 8900 turns to spare.", "gem_noted", "azure"),
    ("Got a milky-white gem with -5 turns to spare", "gem_noted", "milky-white"),
    ("Got the Orb of Zot", "orb_noted", True),
    ("Became a worshipper of Trog the Wrathful", "god_noted", "Trog"),
    ("Became a worshipper of Warmaster Okawaru.", "god_noted", "Okawaru"),
    ("Fell from the grace of Trog the Wrathful", "god_noted", ""),
    ("Became a worshipper of Jiyva Xyzzy", "god_noted", "Jiyva"),
    ("Entered wizard mode.", "wizard_noted", True),
    ("You started the game in wizard mode.", "wizard_noted", True),
    ("Entered explore mode.", "explore_noted", True),
    ("Arena points: 41 (+15) [x1]", "arena_points", 41),
    ("Arena points: -3", "arena_points", -3),
    ("Found the +∞ Axe of Woe", "axe_of_woe", True),
    ("Twig the Human Fighter began the quest for the Orb.", "character_noted", "Human Fighter"),
    ("Twig, the Deep Elf Wizard, began the quest for the Orb.", "character_noted", "Deep Elf Wizard"),
    ("12 the Zed the Vine Stalker Monk began the quest for the Orb.", "character_noted", "Vine Stalker Monk"),
    ("the the the Djinni Monk began the quest for the Orb", "character_noted", "Djinni Monk"),
    ("Reached the Orb the Human Monk began the quest for the Orb.", "character_noted", None),
    ("Reached skill level 27 in Stealth", "level_noted", None),
    ("Reached XP level many.", "level_noted", None),
    ("Got a golden rune of Zot, I wish", "rune_noted", None),
    ("Got 15 golden runes of Zot", "rune_noted", None),
    ("Lost the smoky gem through the power of Zot.", "gem_noted", None),
    ("Got the Orb", "orb_noted", None),
    ("Became a worshipper of Nobody in Particular", "god_noted", None),
    ("Became a hermit", "god_noted", None),
    ("Entered Level 2 of the Dungeon", "wizard_noted", None),
    ("Arena points: lots", "arena_points", None),
    ("Found a staircase", "axe_of_woe", None),
]


@pytest.mark.parametrize(("text", "fact", "value"), FOUND)
def test_what_a_row_says(text: str, fact: str, value: Any) -> None:
    record = notes(row("something else"), row(text, 5))
    said = record.statements(fact)
    assert [s.value for s in said] == ([] if value is None else [value])
    for statement in said:
        assert statement.standing is Standing.WITNESS
        assert statement.line == 7


def test_gems_are_counted_in_their_order() -> None:
    record = notes(
        row("Got a smoky gem with 8900 turns to spare", 1),
        row("Got a golden rune", 2),
        "                  | of Zot",
        row("Got a jade gem with 2400 turns", 3),
        "                  | to spare",
        "                  | Got a mossy gem with 1 turns to spare",
    )
    assert record.value("gem_notes") == 1
    assert record.value("rune_noted") == "golden"


def test_no_gems_is_none_but_no_notes_says_nothing() -> None:
    assert notes(row("one")).value("gem_notes") == 0
    assert not read_morgue("nothing\n").has("gem_notes")


def test_a_note_does_not_grow_without_end() -> None:
    record = notes(row("one"), *["                  | more words"] * 10_000)
    assert len(record.value("notes")[0].text) <= 4_096


def test_a_flood_of_gems_is_counted_but_not_told_one_by_one() -> None:
    record = notes(*[row("Got a smoky gem with 5 turns to spare")] * 1_200)
    assert record.value("gem_notes") == 1_200
    assert len(record.statements("gem_noted")) == 1_000


def test_an_even_table_is_read_as_any_other() -> None:
    rows = [
        "     0 | D:1      | Twig the Gargoyle Enchanter began the quest for",
        "                  | the Orb.",
        "     0 | D:1      | Reached XP level 1. HP: 19/19 MP: 0/0",
        "   178 | D:2      |  Reached XP level 2. HP: 29/29 MP: 1/1",
        "   178 | D:2      | Reached  XP level 3.",
        "  1234 | Snake:4  | Got a",
        "                  | serpentine rune of",
        "                  | Zot",
        " 70000 | D:$      | Escaped with the Orb!",
    ]
    even = notes(*rows)
    # A line that is no row and no continuation of one is passed over.
    uneven = notes(*rows[:2], "# somebody's own", *rows[2:])
    assert even.value("notes").even
    assert not uneven.value("notes").even
    assert read(even) == read(uneven)
    assert even.value("notes")[-1].line == 14
    assert even.value("notes").places == uneven.value("notes").places == {"D:1", "D:2", "Snake:4", "D:$"}
    for fact in ("level_noted", "rune_noted", "character_noted", "end_noted", "gem_notes"):
        assert [s.line for s in even.statements(fact)][1:] == [s.line - 1 for s in uneven.statements(fact)][
            1:
        ]
    assert even.values("level_noted") == uneven.values("level_noted") == [1, 2, 3]
    assert even.values("rune_noted") == uneven.values("rune_noted") == ["serpentine"]
    assert even.value("notes").place_at(11) == "Snake:4"
    assert even.value("notes").place_at(12) == ""


@pytest.mark.parametrize(
    "line",
    [
        "   1_0 | D:1      | Got a golden rune of Zot",
        "    +5 | D:1      | Got a golden rune of Zot",
        "    -5 | D:1      | Got a golden rune of Zot",
        "   1 2 | D:1      | Got a golden rune of Zot",
        "       | D:1      | Got a golden rune of Zot",
        "     5 | D:1 | Got a golden rune of Zot",
        "1234567| D:1      | Got a golden rune of Zot",
        "     5 | D:1      Got a golden rune of Zot",
        "     5\t| D:1      | Got a golden rune of Zot",
    ],
)
def test_a_table_with_an_odd_row_is_read_row_by_row(line: str) -> None:
    record = notes("     0 | D:1      | first", line, "     7 | D:1      | last")
    said = record.value("notes")
    assert [note.turn for note in said] == list(said.turns)
    is_row = line.partition("|")[0].strip().isdecimal() and line.count("|") == 2
    assert len(said) == (3 if is_row else 2)
    assert record.has("rune_noted") == is_row


TEXTS = (
    "Twig the Human Monk began the quest for the Orb.",
    "Twig the Human Monk began the quest for",
    "Reached XP level 2. HP: 29/29 MP: 1/1",
    " Reached XP level 3.",
    "Reached  XP level 4.",
    "Reached XP level 5",
    "Reached XP\tlevel 6.",
    "Reached skill level 7 in Fighting",
    "Became a worshipper of Trog the",
    "Became a worshipper of Trog the Wrathful",
    "Got a",
    "Got a golden rune of Zot",
    "Bought a demonic rune of Zot for 1500 gold",
    "Bought a",
    "demonic rune of Zot for 1500 gold",
    "Found a golden gem | of nothing",
    "Escaped with the Orb!",
    "Wrathful",
    "the Orb.",
    "",
)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["%6d ", "%6d ", "%6d", "%5d", " " * 7, " " * 7]),
            st.integers(0, 20),
            st.sampled_from(["| D:1      |", "| D:1      |", "| Zot:5    |", "| D:2      |", "|", "| D:2|"]),
            st.sampled_from(TEXTS),
            st.sampled_from([" ", " ", "", "  "]),
        ),
        max_size=8,
    )
)
def test_a_table_read_at_once_says_what_its_rows_say(lines: list[tuple[str, int, str, str, str]]) -> None:
    rows = ["     0 | D:1      | Reached XP level 1. HP: 19/19 MP: 0/0"]
    rows += [
        (turn % at if "d" in turn else turn) + (place if "d" in turn else " " * 11 + "|") + blank + text
        for turn, at, place, text, blank in lines
    ]
    said, uneven = notes(*rows), notes("# somebody's own", *rows)
    assert read(said) == read(uneven)
    for fact in ("level_noted", "rune_noted", "rune_bought", "god_noted", "character_noted", "end_noted"):
        assert [s.line for s in said.statements(fact)] == [s.line - 1 for s in uneven.statements(fact)]
        assert fact == "end_noted" or said.values(fact) == uneven.values(fact)
    one, other = said.value("notes"), uneven.value("notes")
    assert one.places == other.places
    assert (one.in_order(), one.first.turn, one.last.text) == (
        other.in_order(),
        other.first.turn,
        other.last.text,
    )
    assert [one.place_at(line) for line in range(20)] == [other.place_at(line + 1) for line in range(20)]
