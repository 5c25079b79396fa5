"""Cutting a morgue into its sections."""

from __future__ import annotations

import itertools

import pytest

from necropsy.games.dcss.sections import Section, Sections, cut

MARGIN = " " * 13
HEADER = " Dungeon Crawl Stone Soup version 0.34.1 (console) character file.\n\n"
BLOCK = (
    f"5 Twig the Sneak (level 1, 0/9 HPs)\n{MARGIN}Began as a Human Monk on Nov 30, 2026.\n"
    f"{MARGIN}Starved to death\n{MARGIN}... in a sewer.\n{MARGIN}The game lasted 00:00:01 (7 turns).\n\n"
)
TITLE = "Twig the Sneak (Human Monk)         Turns: 7, Time: 00:00:01\n\n"
PARTS = {
    "header": HEADER,
    "score_block": BLOCK,
    "overview": TITLE,
    "inventory": "Inventory:\n\n a - a +0 robe (worn)\n\n",
    "skills": "   Skills:\n + Level 3.3 Fighting\n\n",
    "spells": "You had 3 spell levels left.\nYou didn't know any spells.\n\n",
    "dungeon": "Dungeon Overview and Level Annotations\n\nBranches:\nDungeon (1/15)\n\n",
    "annotations": "Annotations:\nD:1 a fountain\n\n",
    "mutations": "Innate Abilities, Weirdness & Mutations\n\nYou are small.\n\n",
    "messages": "Message History\n\nYou feel hungry.\n\n",
    "monsters": "There were no monsters in sight!\n\n",
    "kills": "Vanquished Creatures\n  An ogre (D:3)\n1 creature vanquished.\n\n",
    "grand_total": "Grand Total: 1 creature vanquished\n\n",
    "notes": "Notes\nTurn   | Place    | Note\n-------+-------\n     0 | D:1      | one\n\n",
    "illustrated": "Illustrated notes\n\n",
    "vaults": "Levels and vault maps discovered:\nD:1:      minivault_4\n\n",
    "skill_gains": "Skill      XL: |  1 |\n-----\nFighting       |  3 |  3.3\n\n",
    "actions": "Action                   |  1- 3 || total\n-----\n\n",
    "lua_errors": "DLua errors:\n\n",
}


def sections(text: str) -> Sections:
    return cut(text, text.split("\n"))


def kinds(text: str) -> list[str]:
    return [section.kind for section in sections(text)]


def test_all_sections() -> None:
    text = "".join(PARTS.values())
    found = sections(text)
    assert [section.kind for section in found] == list(PARTS)
    lines = text.split("\n")
    for section, following in itertools.pairwise(found):
        assert section.end == following.start
        assert "\n".join(lines[section.start : section.end]) + "\n" == PARTS[section.kind]
    assert [list(lines) for lines in found.structure] == [[0], [2], [8]]


def test_any_order() -> None:
    names = list(PARTS)
    for shift in range(len(names)):
        order = names[shift:] + names[:shift]
        assert kinds("".join(PARTS[name] for name in order)) == order
    assert kinds("".join(PARTS[name] for name in reversed(names))) == names[::-1]


@pytest.mark.parametrize("name", PARTS)
def test_each_alone_missing_and_twice(name: str) -> None:
    alone = sections(PARTS[name])
    assert [section.kind for section in alone] == [name]
    assert alone.only(name) == Section(name, 0, len(PARTS[name].split("\n")))
    without = sections("".join(text for other, text in PARTS.items() if other != name))
    assert without.only(name) is None
    assert without.all(name) == []
    twice = sections(PARTS[name] * 2)
    assert [section.kind for section in twice] == [name, name]
    assert twice.only(name) is None


@pytest.mark.parametrize("name", ["inventory", "skills", "notes", "skill_gains", "actions"])
def test_what_is_written_once_and_appears_again(name: str) -> None:
    found = sections(PARTS[name] * 3)
    assert [section.kind for section in found.repeated()] == [name]
    assert found.repeated()[0].start == len(PARTS[name].split("\n")) - 1


def test_what_may_appear_again() -> None:
    assert sections((PARTS["kills"] + PARTS["messages"] + PARTS["vaults"]) * 2).repeated() == []


def test_an_unknown_section_belongs_to_the_one_before_it() -> None:
    text = PARTS["inventory"] + "My own section\n\nwith lines\n\n" + PARTS["skills"]
    assert kinds(text) == ["inventory", "skills"]
    assert kinds("My own section\n\n" + PARTS["skills"]) == ["skills"]


def test_no_sections() -> None:
    for text in ("", "\n", "\n" * 1_000, "nothing", "x" * 10_000):
        assert kinds(text) == []


def test_the_end_of_a_section() -> None:
    text = PARTS["inventory"] + PARTS["skills"]
    found = sections(text)
    assert found.end_of(0) == 4
    assert found.end_of(2) == 4
    assert found.end_of(4) == len(text.split("\n"))
    assert sections("").end_of(0) == 1


@pytest.mark.parametrize(
    "line",
    [
        "You have visited 3 branches of the dungeon",
        "You had 3 gold pieces",
        "You couldn't go there.",
        "Notes",
        "Notes on something",
        "Action figures",
        "Skill points",
        "  Inventory:",
        "Levels:",
        "Tables",
        "Vanquished",
        "Message",
        "Annotation",
    ],
)
def test_lines_that_only_look_like_an_opening(line: str) -> None:
    assert kinds(f"{PARTS['kills']}{line}\nand more\n\n") == ["kills"]


@pytest.mark.parametrize("name", PARTS)
def test_nothing_opens_inside_the_messages(name: str) -> None:
    inner = "\n".join(line for line in PARTS[name].splitlines() if line.strip())
    text = (
        f"{HEADER}{BLOCK}{TITLE}Message History\n\nYou feel hungry.\n{inner}\nYou die...\n\n{PARTS['vaults']}"
    )
    assert kinds(text) == ["header", "score_block", "overview", "messages", "vaults"]


@pytest.mark.parametrize("name", ["header", "score_block", "overview", "notes"])
def test_what_stands_in_the_messages_alone_is_not_there(name: str) -> None:
    inner = "\n".join(line for line in PARTS[name].splitlines() if line.strip())
    assert kinds(f"Message History\n\n{inner}\n\n{PARTS['vaults']}") == ["messages", "vaults"]


def test_messages_without_a_blank_line_hide_nothing() -> None:
    """Then the blank lines were lost on the way, and there is no telling where messages end."""
    text = "".join(PARTS.values()).replace("\n\n", "\n")
    assert kinds(text) == list(PARTS)


@pytest.mark.parametrize(
    "line",
    [
        "Temple Dungeon Crawl Stone Soup version 0.34.1 character file.",
        "Temple Bob the Sneak (Human Monk)   Turns: 7, Time: 00:00:01",
        "D:1 Message History",
    ],
)
@pytest.mark.parametrize("heading", ["Annotations:", "Annotations"])
def test_annotations_are_a_players_text(heading: str, line: str) -> None:
    text = f"{PARTS['dungeon']}{heading}\nD:1 a fountain\n{line}\n\n{PARTS['vaults']}"
    found = sections(text)
    assert [section.kind for section in found] == ["dungeon", "annotations", "vaults"]
    assert not any(found.structure)


@pytest.mark.parametrize(
    "line",
    [
        "118292| D:1      | Dungeon Crawl Stone Soup version 0.34.1 character file.",
        "118292| D:1      | Bob the Sneak (Human Monk)   Turns: 7, Time: 00:00:01",
        f"118292| D:1      | 5 Bob the Sneak (level 1)\n{' ' * 18}| Began as a Human Monk on Nov 30, 2026.",
        "118292| D:1      | Message History",
    ],
)
def test_rows_of_the_notes_open_nothing(line: str) -> None:
    found = sections(f"Notes\nTurn   | Place    | Note\n-------+-------\n{line}\n\n{PARTS['vaults']}")
    assert [section.kind for section in found] == ["notes", "vaults"]


def test_a_score_line_needs_an_indented_line_below() -> None:
    assert kinds(BLOCK.replace(MARGIN + "Began", "Began")) == []
    assert kinds("  " + BLOCK) == []
    assert kinds(BLOCK.replace(MARGIN + "Began as a", MARGIN + "Began as the")) == []
    assert kinds(f"{MARGIN}Began as a Human Monk on Nov 30, 2026.\n") == []


@pytest.mark.parametrize("doubled", ["  ", "\t", " \t ", "\u00a0"])
def test_blanks_inside_the_lines(doubled: str) -> None:
    text = "\n".join(
        line if line.startswith((" ", "Vanq", "You")) and "Began" not in line else line.replace(" ", doubled)
        for line in "".join(PARTS.values()).split("\n")
    )
    missed = {"lua_errors"} if not doubled.startswith(" ") else set()
    assert kinds(text) == [name for name in PARTS if name not in missed]


def test_two_of_each() -> None:
    found = sections((HEADER + BLOCK + TITLE) * 2)
    assert len(found.headers) == len(found.score_lines) == len(found.title_lines) == 2


@pytest.mark.parametrize(
    "unit",
    [
        "Message History\n",
        "Message History\n\n",
        "Message History\n\nx\n\n",
        "Message History\n\nx\n",
        "Annotations:\n",
        "Annotations:\nx\n\n",
        HEADER,
        BLOCK,
        TITLE,
        "file. Began Time: ",
        "\n",
        " Began as a\n",
        *PARTS.values(),
    ],
)
def test_a_text_full_of_one_section_is_cut_to_its_end(unit: str) -> None:
    """A pass that is not linear would take minutes."""
    few, many = (len(kinds(unit * count)) for count in (4, 400_000 // len(unit)))
    assert many >= few
