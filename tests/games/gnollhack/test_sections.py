"""What opens a section, where it ends, and what never opens one."""

from __future__ import annotations

from necropsy.games.gnollhack.document import Dumplog
from necropsy.games.gnollhack.dumplog import read_dumplog
from necropsy.games.gnollhack.sections import cut

from .sapling import dump

TEXT = dump()
LINES = TEXT.split("\n")


def test_all_sections_are_found() -> None:
    sections = cut(LINES)
    for kind in [
        "messages",
        "inventory",
        "background",
        "basics",
        "attributes",
        "game",
        "skills",
        "spells",
        "events",
        "vanquished",
        "genocided",
        "goals",
        "achievements",
        "challenges",
        "role",
    ]:
        assert len(sections.all(kind)) == 1, kind
    assert [LINES[s.start].partition(":")[0] for s in sections.all("branch")] == [
        "The Dungeons of Doom",
        "The Gnomish Mines",
        "The Quest",
    ]
    assert LINES[sections.closing].startswith("You died in")
    assert LINES[sections.farewell] == "Goodbye sapling the Archaeologist..."
    assert LINES[sections.top] == "Latest messages:"
    assert not list(sections.repeated())


def test_a_section_ends_at_the_next_title_and_the_last_at_the_farewell() -> None:
    sections = cut(LINES)
    achievements, challenges = sections.last("achievements"), sections.last("challenges")
    assert achievements is not None
    assert challenges is not None
    assert achievements.end == challenges.start
    assert sections.all("branch")[-1].end == sections.farewell


def test_indented_titles_open_nothing() -> None:
    for title in (
        "Achievements:",
        "Voluntary challenges:",
        "Role score:",
        "Inventory:",
        "The Quest: Levels 1 to 5",
    ):
        text = TEXT.replace(" You die...\n", f" {title}\n  You had ascended to demigodhood.\n")
        before, after = cut(LINES), cut(text.split("\n"))
        for kind in ("achievements", "challenges", "role", "inventory", "branch"):
            assert len(after.all(kind)) == len(before.all(kind))


def test_a_title_that_stands_again_is_noted_and_the_last_one_counts() -> None:
    text = TEXT.replace("Goals:\n", "Achievements:\n You had ascended to demigodhood.\n\nGoals:\n")
    sections = cut(text.split("\n"))
    assert [s.kind for s in sections.repeated()] == ["achievements"]
    last = sections.last("achievements")
    assert last is not None
    assert last.start > text.split("\n").index("Goals:")


def test_a_branch_that_stands_again_is_noted() -> None:
    record = read_dumplog(
        TEXT.replace("The Quest: Levels 1 to 3\n", "The Quest: Levels 1 to 3\nThe Quest: Levels 1 to 6\n")
    )
    assert [kind for kind, _ in record.value("sections_repeated")] == ["branch"]
    assert not read_dumplog(TEXT).has("sections_repeated")


def test_nothing_behind_the_farewell_is_a_section() -> None:
    text = TEXT + "\nAchievements:\n You had ascended to demigodhood.\n"
    assert len(cut(text.split("\n")).all("achievements")) == 1


def test_the_last_closing_sentence_counts() -> None:
    again = "You quit in Gehennom on dungeon level 30 with 9 points, and 1 piece of gold, after 1 move.\n"
    sections = cut((TEXT + again).split("\n"))
    assert len(sections.closings) == 2
    assert sections.closing == sections.closings[-1]


def test_companions_are_no_closing_sentence() -> None:
    before = "Goodbye sapling the Rogue...\n\n"
    pet = "You and x with 9 points, and 9 pieces of gold, after 9 moves.\n"
    end = "escaped from the dungeon with 5 points,\nand 1 piece of gold, after 1 move.\n"
    sections = cut((before + pet + end).split("\n"))
    assert sections.closings == [sections.closing] == [4]
    assert cut((before + pet).split("\n")).closing == -1
    alone = "You quit with 9 points, and 9 pieces of gold, after 9 moves.\n"
    assert (
        len(
            cut(
                (before + alone + "You quit with 5 points,\nand 1 piece of gold, after 1 move.").split("\n")
            ).closings
        )
        == 2
    )


def test_without_an_end() -> None:
    sections = cut(TEXT.partition("Goodbye")[0].split("\n"))
    assert (sections.closing, sections.farewell) == (-1, -1)
    assert sections.last("role") is not None


def test_an_empty_file() -> None:
    sections = cut([""])
    assert (sections.margin, sections.closing, sections.last("events")) == ([], -1, None)
    assert list(Dumplog([""]).body(sections.last("events"))) == []


def test_the_body_has_the_indented_lines_that_say_something() -> None:
    document = Dumplog(LINES)
    body = list(document.body(document.sections.last("achievements")))
    assert [text for _, text in body][1:] == [
        "You had defeated Medusa.",
        "You had descended to the Gnomish Mines.",
        "You had visited a shop.",
    ]
    assert all(LINES[number - 1].strip() == text for number, text in body)
