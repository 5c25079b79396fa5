"""Every section of a dumplog, every layout, and the real files of many versions."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from necropsy.fact import facts_of
from necropsy.games.gnollhack.dumplog import READERS, is_dumplog, read_dumplog
from necropsy.games.gnollhack.kills import kill_of
from necropsy.games.gnollhack.line import READERS as LOG_READERS
from necropsy.games.gnollhack.role_block import RoleCount
from necropsy.record import Readers, Record
from necropsy.span import Span

from .sapling import dump

SHARED = Path(__file__).parents[4] / "shared"
FILES = sorted((SHARED / "data" / "gnollhack").glob("**/*.txt"))
MOBILE = (
    SHARED / "corpus" / "gnollhack" / "hyvanmielenpelit~MobileGnollHackLogger__gnollhack.Tommi.1701125825.txt"
)

TEXT = dump()
RECORD = read_dumplog(TEXT, "sapling.txt")
RECORD.read_all()


def read(text: str) -> Record:
    record = read_dumplog(text)
    record.read_all()
    return record


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("version", "4.2.0-120"),
        ("version_shown", "4.2.0 (Build 120)"),
        ("version_number", "4.2.0"),
        ("build", 120),
        ("port", "Unix"),
        ("commit", "9676ab7a4def1aef"),
        ("started", datetime(2026, 11, 30, 10, 30, 51)),
        ("ended", datetime(2026, 11, 30, 11, 31, 23)),
        ("snapshot", False),
        ("player", "sapling"),
        ("role", "Arc"),
        ("race", "Hum"),
        ("gender", "Mal"),
        ("alignment", "Cha"),
        ("alignment_current", "Law"),
        ("alignment_original", "Law"),
        ("mission", "temporarily"),
        ("score", 13022),
        ("score_shown", 13022),
        ("turns_shown", 2044),
        ("turns", 2045),
        ("xl", 9),
        ("xp", 3572),
        ("hp", 0),
        ("max_hp", 92),
        ("gold", 95),
        ("gold_in_wallet", 95),
        ("duration_s", 3632),
        ("umortality", 3),
        ("survived", False),
        ("averted_deaths", 1),
        ("true_deaths", Span.exactly(2)),
        ("difficulty", "adept"),
        ("difficulty_level", -2),
        ("mode", "modern"),
        ("modern", True),
        ("scoring", True),
        ("tournament", False),
        ("mode_entered", "modern"),
        ("ending", "death"),
        ("won", False),
        ("verb", "died"),
        ("place", "The Dungeons of Doom, level 12"),
        ("here", "The Dungeons of Doom, level 12"),
        ("cause", "killed by a kitten called Fifi"),
        ("collapses", 2),
        ("closing", True),
        ("kills", 6),
        ("genocided", ("newts",)),
        ("extinct", ("wraiths",)),
        ("spell_schools", ("divination",)),
        ("spells", ("Detect treasure",)),
        ("achieved", ("defeated_medusa", "entered_the_gnomish_mines", "entered_a_shop", "role_achievement")),
        ("quest_completed", False),
        ("role_quest_done", True),
        ("kept", ("vegan", "vegetarian", "weaponless", "polyselfless", "artiwishless", "conflictless")),
        ("wishes", 1),
        ("wishes_noted", 1),
        ("artifact_wishes", 0),
        ("genocides", 1),
        ("pets", 1),
        ("bones_levels", 2),
        ("role_percent", 28),
        ("role_block", True),
        ("quest_portal", 11),
        ("quest_levels", 3),
        ("max_level", 12),
        ("max_depth", 13),
        ("depth_span", Span.exactly(13)),
        ("containers", 1),
        ("codex_carried", False),
        ("alive", None),
        ("sections_repeated", None),
    ],
)
def test_facts(fact: str, value: Any) -> None:
    assert RECORD.value(fact) == value


def test_nothing_is_wrong_with_it() -> None:
    assert RECORD.flaws == []


def test_each_statement_stands_on_its_line() -> None:
    lines = TEXT.split("\n")
    for fact, words in (("turns", "2045"), ("xl", "level 9"), ("difficulty", "adept"), ("player", "sapling")):
        for statement in RECORD.statements(fact):
            assert words in lines[statement.line - 1], statement
    assert [s.place for s in RECORD.statements("difficulty")] == [
        "closing block",
        "attributes",
        "messages",
        "major events",
    ]


def test_counts_of_the_role() -> None:
    counts = [(c.what, c.amount, c.chest) for c in RECORD.value("role_counts")]
    assert counts == [("artifact", 2, False), ("artifact", 1, True), ("art", 350, False)]


def test_every_fact_that_is_read_is_declared() -> None:
    assert set(READERS) | set(LOG_READERS) <= set(facts_of("gnollhack"))


def test_readers_that_somebody_adds() -> None:
    def say_twice(record: Record) -> None:
        record.state("twice", 2 * record.value("score"), 1, "sum")

    record = read_dumplog(TEXT, readers=Readers({**READERS, "twice": (say_twice,)}))
    assert record.value("twice") == 26044


def test_each_fact_alone_is_what_it_is_among_all() -> None:
    for fact in READERS:
        assert list(read_dumplog(TEXT).statements(fact)) == list(RECORD.statements(fact)), fact


@pytest.mark.parametrize(
    ("line", "version", "build"),
    [
        ("Unix GnollHack Version 4.1.0 Beta 6 - last build x.", "4.1.0-26", 26),
        ("Unix GnollHack Version 4.1.0 Release Candidate 2 - last build x.", "4.1.0-52", 52),
        ("Unix GnollHack Version 4.1.0 Alpha 3 - last build x.", "4.1.0-13", 13),
        ("Unix GnollHack Version 4.1.0 Pre-Alpha 2 - last build x.", "4.1.0-2", 2),
        ("Unix GnollHack Version 4.1.2 - last build x.", "4.1.2", None),
        ("Windows GnollHack Version 4.1.3 (Revision 24) - last build x (deadbeef).", "4.1.3-24", 24),
    ],
)
def test_versions(line: str, version: str, build: int | None) -> None:
    record = read("\n".join([line, *TEXT.split("\n")[1:]]))
    assert (record.value("version"), record.value("build")) == (version, build)


def test_without_a_header() -> None:
    text = "\n".join(TEXT.split("\n")[1:])
    record = read(text)
    assert not record.has("version")
    assert (record.value("player"), record.value("score")) == ("sapling", 13022)
    assert is_dumplog("x.txt", text)


CONDUCTS = {
    "You were blind from birth.": {"blind"},
    "You were faithfully nudist.": {"nudist"},
    "You went without food.": {"foodless", "vegan", "vegetarian"},
    "You were vegetarian.": {"vegetarian"},
    "You were an atheist.": {"atheist"},
    "You were a pacifist.": {"pacifist"},
    "You were illiterate.": {"illiterate"},
    "You never genocided any monsters.": {"genocideless"},
    "You never polymorphed an object.": {"polyless"},
    "You used no wishes.": {"wishless", "artiwishless"},
    "You never engraved Elbereth.": {"elberethless"},
    "You never had a pet or ally.": {"petless"},
    "You never found a bones level.": {"boneless"},
    "You read items or engraved 3 times.": set(),
}


@pytest.mark.parametrize("line", CONDUCTS)
def test_challenges(line: str) -> None:
    head, _, rest = TEXT.partition("Voluntary challenges:\n")
    record = read(f"{head}Voluntary challenges:\n {line}\n\n{rest[rest.index('Role score') :]}")
    assert set(record.value("kept")) == CONDUCTS[line]


@pytest.mark.parametrize(
    "deed",
    [
        "defeated three greater mummy pharaohs",
        "found Stormbringer and Mournblade",
        "found the Holy Grail and Excalibur",
        "attained the level of Grand Master in healing",
        "successfully cast a spell of level 11 or higher",
        "taken a selfie with Demogorgon",
        "completed your optional quest by defeating Croesus",
    ],
)
def test_the_role_achievement_in_all_its_words(deed: str) -> None:
    text = TEXT.replace("completed your optional quest by defeating Amonket, Ruler of Greater Mummies", deed)
    assert "role_achievement" in read(text).value("achieved")


def test_the_ordinary_quest_is_no_achievement_that_counts() -> None:
    text = TEXT.replace("completed your optional quest by", "completed your quest by")
    record = read(text)
    assert record.value("quest_completed") is True
    assert "role_achievement" not in record.value("achieved")


def test_an_achievement_that_the_game_does_not_know() -> None:
    record = read(TEXT.replace(" You had visited a shop.", " You had visited a casino."))
    assert [flaw.rule for flaw in record.flaws] == ["F203"]
    record = read(
        TEXT.replace(" You had visited a shop.", " You had visited a shop.\n You had visited a shop.")
    )
    assert [flaw.rule for flaw in record.flaws] == ["C237"]


END = " with 13022 points, and 95 pieces of gold, after 2045 moves."
SENTENCE = "You died in The Dungeons of Doom on dungeon level 12" + END
SPLIT_END = END.replace(" and", "\nand")


@pytest.mark.parametrize(
    ("sentence", "ending", "place"),
    [
        (
            "You quit in Gehennom on dungeon level 41" + END,
            "quit",
            "Gehennom, level 41",
        ),
        (
            "You went to your reward" + END,
            "ascended",
            None,
        ),
        (
            "You escaped from the dungeon" + END,
            "escaped",
            None,
        ),
        (
            "You and x and y went to your reward" + END,
            "ascended",
            None,
        ),
        (
            "You died in The Astral Plane" + SPLIT_END,
            "death",
            "The Astral Plane",
        ),
        (
            "You and the pony\nescaped from the dungeon" + SPLIT_END,
            "escaped",
            None,
        ),
        (
            (
                "You went to your reward with 13022 points,\n"
                "        the Amulet (worth 9 points)\n"
                "and 95 pieces of gold, after 2045 moves."
            ),
            "ascended",
            None,
        ),
        (
            "You passed away beyond the confines of the dungeon" + END,
            "death",
            None,
        ),
    ],
)
def test_the_closing_sentence(sentence: str, ending: str, place: str | None) -> None:
    verb = {"death": "died", "quit": "quit", "ascended": "ascended", "escaped": "escaped"}[ending]
    record = read(TEXT.replace(SENTENCE, sentence).replace("when you died", f"when you {verb}"))
    assert record.flaws == []
    assert [s.value for s in record.statements("ending")] == [ending, ending]
    assert (record.value("score"), record.value("gold"), record.value("turns")) == (13022, 95, 2045)
    assert record.value("place") == place
    assert record.value("won") is (ending == "ascended")


def test_text_behind_the_closing_block() -> None:
    assert [flaw.rule for flaw in read(TEXT + "Sent from my abacus\n").flaws] == ["F211"]
    assert read(TEXT + "\n\n  \n").flaws == []


def test_a_gold_line_without_its_beginning() -> None:
    record = read(TEXT.replace(SENTENCE, "and 95 pieces of gold, after 2045 moves."))
    assert not record.has("turns") or record.value("turns") == 2045
    assert "F210" in {flaw.rule for flaw in record.flaws}


def test_old_graves_stand_on_two_lines() -> None:
    text = TEXT.replace(
        "Final resting place for you, killed by a", "Final resting place for\n         you, killed by a"
    )
    assert read(text).value("grave") == RECORD.value("grave")


def test_a_dump_of_a_running_game() -> None:
    text = TEXT.partition("Goodbye")[0].replace("You had", "You have").replace("You were", "You are")
    text = text.replace("ended 2026", "snapshot at 2026").replace("Final Attributes", "Current Attributes")
    record = read(text)
    assert (record.value("alive"), record.value("snapshot"), record.has("closing")) == (True, True, False)
    assert (record.value("role"), record.value("turns"), record.value("xl")) == ("Arc", 2045, 9)


def test_a_file_that_breaks_off_is_not_alive() -> None:
    record = read(TEXT.partition("Goodbye")[0])
    assert (record.has("alive"), record.has("closing")) == (False, False)


@pytest.mark.parametrize(
    ("line", "times", "survived"),
    [
        ("You survived.", 0, True),
        ("You survived after being killed once.", 1, True),
        ("You survived after being killed thrice.", 3, True),
        ("You survived after being killed 34 times.", 34, True),
        ("You are dead.", 1, False),
        ("You are dead (2nd time!).", 2, False),
        ("You survived that attempt on your life.", None, None),
    ],
)
def test_deaths(line: str, times: int | None, survived: bool | None) -> None:
    record = read(TEXT.replace("You are dead (3rd time!).", line))
    assert (record.value("umortality"), record.value("survived")) == (times, survived)


def test_without_a_diary_any_death_can_have_been_averted() -> None:
    head, _, rest = TEXT.partition("Major events:")
    record = read(head + rest[rest.index("Vanquished") :])
    assert record.value("true_deaths") == Span(0, 3)
    assert not record.has("averted_deaths")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["You were lawful, on a mission for Tyr"], ("Law", "Law", "Law", "")),
        (["You were lawful, nominally on a mission for Tyr"], ("Law", "Law", "Law", "nominally")),
        (
            ["You were lawful, belatedly on a mission for Tyr", "You started out chaotic."],
            ("Law", "Law", "Cha", "belatedly"),
        ),
        (
            ["You were chaotic, temporarily on a mission for Loki", "You were actually lawful."],
            ("Cha", "Law", "Law", "temporarily"),
        ),
        (
            [
                "You were neutral, temporarily on a mission for Odin",
                "You were actually lawful.",
                "You started out female and neutral.",
            ],
            ("Neu", "Law", "Neu", "temporarily"),
        ),
    ],
)
def test_alignments(lines: list[str], expected: tuple[str, ...]) -> None:
    start, end = TEXT.index(" You were chaotic, temp"), TEXT.index(" You were in the Dungeons")
    record = read(TEXT[:start] + "".join(f" {line}\n" for line in lines) + TEXT[end:])
    places = [
        next(s.value for s in record.statements(fact) if s.place == "attributes")
        for fact in ("alignment", "alignment_current", "alignment_original", "mission")
    ]
    assert tuple(places) == expected


def test_another_shape_hides_the_hit_points() -> None:
    text = TEXT.replace(" You were a Digger,", " You were in male dog form.\n You were actually a Digger,")
    record = read(text)
    assert (record.has("hp"), record.value("max_hp"), record.value("xl")) == (False, 92, 9)


def test_a_first_move() -> None:
    record = read(
        TEXT.replace("You entered the dungeon 2045 turns ago.", "You had just started your adventure.")
    )
    assert [s.value for s in record.statements("turns")] == [2045, 1]


def test_the_score_of_knights_and_tourists_can_be_put_right_later() -> None:
    record = read(TEXT.replace("the Archaeologist's attributes", "the Knight's attributes"))
    assert record.value("score_unsettled") == 13022
    assert [s.place for s in record.statements("score")] == ["closing block"]


@pytest.mark.parametrize(
    ("words", "mode", "modern", "scoring", "tournament"),
    [
        ("classic", "classic", False, True, False),
        ("tournament", "classic", False, True, True),
        ("non-scoring classic", "classic", False, False, False),
        ("non-scoring modern", "modern", True, False, False),
        ("casual", "casual", None, False, False),
        ("non-scoring reloadable", "reloadable", None, False, False),
        ("non-scoring explore", "explore", None, False, None),
        ("wizard", "wizard", False, None, None),
        ("modern wizard", "wizard", True, None, None),
        ("casual wizard", "wizard", False, False, None),
    ],
)
def test_modes(
    words: str, mode: str, modern: bool | None, scoring: bool | None, tournament: bool | None
) -> None:
    record = read(TEXT.replace("in modern mode", f"in {words} mode"))
    found = [record.value(fact) for fact in ("mode_words", "mode", "modern", "scoring", "tournament")]
    assert found == [words, mode, modern, scoring, tournament]


def test_a_mode_that_is_none() -> None:
    assert "F202" in {flaw.rule for flaw in read(TEXT.replace("in modern mode", "in easy mode")).flaws}


def _overview(text: str) -> Record:
    start, end = TEXT.index("The Dungeons of Doom: "), TEXT.index("\n\n                       ---")
    return read(TEXT[:start] + text + TEXT[end:])


@pytest.mark.parametrize(
    ("overview", "depth", "most"),
    [
        ("The Dungeons of Doom: \n   Level 1: <- You were here.\n", Span.exactly(1), 1),
        (
            "The Dungeons of Doom: Levels 1 to 9\n   Level 9:\nSokoban: Levels 8 up to 5\n   Level 5:\n",
            Span.exactly(9),
            9,
        ),
        ("The Dungeons of Doom: Levels 1 to 2\nSokoban: Levels 6 up to 3\n   Level 3:\n", Span.exactly(3), 3),
        ("The Dungeons of Doom: Levels 1 to 5\nThe Gnomish Mines: Levels 3 to 12\n", Span.exactly(12), 12),
        ("The Dungeons of Doom: Levels 1 to 30\nFort Ludios: \n   Level 1:\n", Span.exactly(30), 30),
        (
            (
                "The Dungeons of Doom: Levels 1 to 14\n"
                "   Level 12:\n"
                "      Summoned by Lord Sato.\n"
                "The Quest: Levels 1 to 5\n"
            ),
            Span.exactly(16),
            14,
        ),
        ("The Dungeons of Doom: Levels 1 to 13\nThe Quest: \n   Level 1:\n", Span(13, 14), 13),
        ("The Dungeons of Doom: Levels 1 to 4\nThe Quest: Levels 1 to 5\n", Span(15, 18), 4),
        (
            (
                "The Elemental Planes: \n"
                "   Astral Plane: <- You are here.\n"
                "The Dungeons of Doom: \n"
                "   Level 1:\n"
            ),
            Span.exactly(1),
            1,
        ),
        (
            (
                "The Dungeons of Doom\n"
                "Levels 1 to 25\n"
                "   Level 1:\n"
                "Sokoban\n"
                "Levels 6 up to 3\n"
                "Gehennom\n"
                "   Level 26:\n"
            ),
            Span.exactly(26),
            26,
        ),
        ("The Dungeons of Doom: levels 1 to 7\n   level 7:\n", Span.exactly(7), 7),
    ],
)
def test_depths(overview: str, depth: Span, most: int) -> None:
    record = _overview(overview)
    assert (record.value("depth_span"), record.value("max_level")) == (depth, most)
    assert record.value("max_depth") == (depth.low if depth.low == depth.high else None)


def test_where_it_ended() -> None:
    assert (
        _overview("The Elemental Planes: \n   Plane of Fire: <- You were here.\n").value("here")
        == "Plane of Fire"
    )
    assert (
        _overview("The Quest: Levels 1 to 3\n   Level 3: <- You left from here.\n").value("here")
        == "The Quest, level 3"
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("the Tarrasque (twice)", (2, "Tarrasque", "unique")),
        ("Demogorgon", (1, "Demogorgon", "unique")),
        ("the Wizard of Yendor (8 times)", (8, "Wizard of Yendor", "unique")),
        ("Croesus (thrice)", (3, "Croesus", "unique")),
        ("a newt", (1, "newt", "one")),
        ("an arch-lich", (1, "arch-lich", "one")),
        ("164 modron pentadrones", (164, "modron pentadrones", "many")),
        ("0 balors", (0, "balors", "many")),
    ],
)
def test_names_of_creatures(line: str, expected: tuple[int, str, str]) -> None:
    kill = kill_of(line, 1)
    assert kill is not None
    assert kill[:3] == expected


def test_a_single_species_has_no_total() -> None:
    head, _, rest = TEXT.partition("Vanquished creatures:\n")
    record = read(f"{head}Vanquished creatures:\n164 newts\n\n{rest[rest.index('Genocided') :]}")
    assert [s.value for s in record.statements("kills")] == [164]
    record = read(f"{head}No creatures were vanquished.\n\n{rest[rest.index('Genocided') :]}")
    assert [s.value for s in record.statements("kills")] == [0]


def _role(lines: str, titled: bool = True) -> Record:
    start, end = TEXT.index("Role score:\n"), TEXT.index("The Dungeons of Doom: ")
    return read(TEXT[:start] + ("Role score:\n" if titled else "") + lines + "\n" + TEXT[end:])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("You had 2 mummy wrappings with you.", ("mummy_wrapping", 2, False, 0)),
        ("You had 1 historic statue in your magic chest.", ("historic_statue", 1, True, 0)),
        ("You had 3 sarcophaguses with you.", ("sarcophagus", 3, False, 0)),
        ("You had 7 Altarian dollars worth of art objects with you.", ("art", 7, False, 0)),
        ("You had 10525 gold pieces worth of valuables with you.", ("valuables", 10525, False, 0)),
        ("You had 10525 credits worth of valuables with you.", ("valuables", 10525, False, 0)),
        ("You had 2 melee weapons of artifact or legendary quality with you.", ("weapon", 2, False, 0)),
        ("You had 1 amulet of life saving with you.", ("life_saving", 1, False, 0)),
        ("You had 4 non-prediscovered amulets in your sandalwood chest.", ("other_amulet", 4, True, 0)),
        (
            "You had 2 ranged weapons of at least artifact, elite, or mythic quality with you.",
            ("launcher", 2, False, 0),
        ),
        ("You had 40 ammo of at least artifact, elite, or mythic quality with you.", ("ammo", 40, False, 0)),
        (
            "You had 1 Japanese non-ammo item of at least artifact, exceptional, or mythic quality with you.",
            ("item", 1, False, 0),
        ),
        (
            "You had 9 Japanese ammo of at least artifact, exceptional, or mythic quality with you.",
            ("ammo", 9, False, 0),
        ),
        ("You had 5 non-ammo items of celestial quality with you.", ("item", 5, False, 0)),
        ("You had 6 ammo of infernal quality in your sandalwood chest.", ("ammo", 6, True, 0)),
        ("You had learnt 2 new spells in unrestricted schools.", ("spell", 2, False, 0)),
    ],
)
def test_role_counts(line: str, expected: tuple[Any, ...]) -> None:
    record = _role(f" {line}\n")
    assert [tuple(count)[:4] for count in record.value("role_counts")] == [expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("You had 2 artifacts with you, each worth 40000 points.", ("artifact", 2, False, 40000)),
        (
            "You had 1536 gold pieces worth of celestialitems of  quality with you.",
            ("points", 1536, False, 0),
        ),
        ("You had 90000 points worth of celestialitems of  quality with you.", ("points", 90000, False, 0)),
        (
            "You had 30000 points worth of melee weapons of artifact or legendary quality with you.",
            ("points", 30000, False, 0),
        ),
        ("You have 8500 gold pieces worth of valuables with you.", ("valuables", 8500, False, 0)),
        (
            "You had 1 amulet of life saving with you, each worth 70000 points.",
            ("life_saving", 1, False, 70000),
        ),
    ],
)
def test_role_lines_without_a_title(line: str, expected: tuple[Any, ...]) -> None:
    record = _role(f"{line}\n", titled=False)
    assert [tuple(count)[:4] for count in record.value("role_counts")] == [expected]
    assert not record.has("role_block")


@pytest.mark.parametrize(
    ("lines", "fact", "names", "percent"),
    [
        (
            (
                " Selfies taken with:\n"
                "     Demogorgon\n"
                "   a newt\n"
                " You had gained 3% of your maximum role score.\n"
            ),
            "selfies",
            ["Demogorgon", "newt"],
            3,
        ),
        (
            (
                " You had completed your role's optional quest.\n"
                " \n"
                " Angels and lawful dragons slain:\n"
                "   an Archon\n"
            ),
            "slain",
            ["Archon"],
            None,
        ),
        (
            (
                "Demons, devils, and chaotic dragons slain:\n"
                "  2 imps\n"
                "You had gained 1% of your maximum role score.\n"
            ),
            "slain",
            ["imps"],
            1,
        ),
        (" Demons, devils, and chaotic dragons slain:\n  (No creatures slain)\n", "slain", [], None),
        ("Selfies taken with:\n (No selfies taken with monsters)\n", "selfies", [], None),
        ("Demons, devils, and chaotic dragons slain:\n (None)\n", "slain", [], None),
    ],
)
def test_creatures_of_the_role(lines: str, fact: str, names: list[str], percent: int | None) -> None:
    record = _role(lines)
    assert [kill.name for kill in record.value(fact)] == names
    assert record.value("role_percent") == percent


def test_what_a_monk_would_have_gained() -> None:
    line = (
        " You would have gained 81% of your maximum role score upon ascension with current conducts intact.\n"
    )
    record = _role(" You had gained 0% of your maximum role score.\n" + line)
    assert (record.value("role_percent"), record.value("role_percent_upon_ascension")) == (0, 81)


@pytest.mark.parametrize(
    ("lines", "spells"),
    [
        (
            "Spells in your repertoire:\n Detect treasure - 0% success, 5 castings left\n",
            ("Detect treasure",),
        ),
        (
            "Spells in your repertoire:\n Protection from lycanthropy (99% success)\n",
            ("Protection from lycanthropy",),
        ),
        ("Spells in your repertoire:\n Dig                                100% success\n", ("Dig",)),
        ("You did not know any spells.\n", ()),
    ],
)
def test_spells(lines: str, spells: tuple[str, ...]) -> None:
    start, end = TEXT.index("Spells in your repertoire:"), TEXT.index("Major events:")
    assert read(TEXT[:start] + lines + "\n" + TEXT[end:]).value("spells") == spells


@pytest.mark.parametrize(
    ("item", "carried"),
    [
        ("  o - the uncursed Prime Codex", True),
        ("  o - the blessed Prime Codex (in use)", True),
        ("  o - a sack named the Prime Codex", False),
        ("   1 - the uncursed Prime Codex", False),
    ],
)
def test_the_codex_in_the_inventory(item: str, carried: bool) -> None:
    assert read(TEXT.replace("  k - a sack", f"{item}\n  k - a sack")).value("codex_carried") is carried


CHANGES = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "blanks at the ends cut": lambda text: "\n".join(line.rstrip() for line in text.split("\n")),
    "blanks at the ends added": lambda text: "\n".join(line + "   " for line in text.split("\n")),
    "no line break at the end": lambda text: text.rstrip("\n"),
    "line breaks at the end": lambda text: text + "\n" * 1_000,
    "line breaks at the beginning": lambda text: "\n" * 1_000 + text,
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_way_does_to_a_file_changes_no_fact(change: str) -> None:
    text = CHANGES[change](TEXT)
    assert is_dumplog("x.txt", text)
    record = read(text)
    for fact in facts_of("gnollhack").values():
        if fact.public:
            assert record.value(fact.name) == RECORD.value(fact.name), fact.name
    assert record.flaws == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TEXT, True),
        ("", False),
        ("\n" * 100_000, False),
        ("x" * 1_000_000, False),
        ("NetHack, Version 3.7.0\n\nLatest messages:\n", False),
        (' You read: "Unix GnollHack Version 4.2.0 (Build 3) - last build x."\n', False),
        ("Dungeon Crawl Stone Soup version 0.34.1 (console) character file.\n", False),
        ("version=4.2.0\tpoints=1\tdeathlev=1\trole=Arc\tdifficulty=0\n", False),
        ("<html><body><p>GnollHack is a game.</p></body></html>", False),
    ],
)
def test_recognising(text: str, expected: bool) -> None:
    assert is_dumplog("x.txt", text) is expected


@pytest.mark.parametrize(
    "text",
    ["", "\n", "\x00" * 100, "Latest messages:\n", "Background:\n", "You \n" * 1000, "The Quest\n" * 1000],
)
def test_nothing_raises(text: str) -> None:
    read(text)


def test_any_part_of_a_file_can_be_missing() -> None:
    lines = TEXT.split("\n")
    for start in range(0, len(lines), 7):
        read("\n".join(lines[:start] + lines[start + 7 :]))
        read("\n".join(lines[:start]))
        read("\n".join(lines[start:]))


# ------------------------------------------------------------------ real files

needs_files = pytest.mark.skipif(not FILES, reason="the shared GnollHack files are not here")


@cache
def whole(path: Path) -> Record:
    return read(path.read_text("utf-8"))


@needs_files
def test_real_files_are_read_without_a_flaw_and_agree_with_themselves() -> None:
    compared = [fact.name for fact in facts_of("gnollhack").values() if fact.compared]
    for path in FILES:
        record = whole(path)
        assert record.flaws == [], path
        assert is_dumplog(path.name, path.read_text("utf-8")), path
        for fact in compared:
            assert len({s.value for s in record.statements(fact)}) <= 1, (path, fact)
        for fact in (
            "version",
            "player",
            "role",
            "score",
            "turns",
            "achieved",
            "kept",
            "depth_span",
            "closing",
        ):
            assert record.has(fact), (path, fact)


@needs_files
def test_real_files_say_what_the_game_counted() -> None:
    letters = {1: "Law", 0: "Neu", -1: "Cha"}
    for path in FILES:
        record, terms = (
            whole(path),
            json.loads(
                path.with_suffix("").with_suffix("").name
                and path.with_name(path.stem + ".terms.json").read_text()
            ),
        )
        assert record.value("score") == terms["score"], path
        assert record.value("turns") == terms["moves"], path
        assert record.value("umortality") == terms["umortality"], path
        assert record.value("difficulty_level") == terms["difficulty"], path
        assert record.value("max_level") == terms["deepest_lev_reached_noquest"], path
        assert terms["deepest_lev_reached_all"] in record.value("depth_span"), path
        assert terms["utruemortality"] in record.value("true_deaths"), path
        assert record.value("role") == terms["role"], path
        assert (record.value("mode") == "wizard") is bool(terms["wizard"]), path
        assert record.value("wishes") == terms["conduct_counts"]["wishes"], path
        flags = terms.get("achieve_flags", terms)
        assert record.value("role_quest_done") is bool(flags["role_achievement"]), path
        for fact, key in (
            ("alignment", "align_now"),
            ("alignment_current", "alignbase_current"),
            ("alignment_original", "alignbase_original"),
        ):
            assert record.value(fact) == letters[terms[key]], path
        if "carrying_prime_codex" in terms:
            assert record.value("codex_carried") is bool(terms["carrying_prime_codex"]), path


@needs_files
def test_real_role_lines_are_all_read() -> None:
    for path in FILES:
        text = path.read_text("utf-8")
        lines = [line.strip() for line in text[text.index("Voluntary challenges:") :].split("\n")]
        counted = [
            line
            for line in lines
            if " worth of " in line
            or line.endswith(("with you.", "chest.", "schools."))
            or ", each worth" in line
        ]
        counts: tuple[RoleCount, ...] = whole(path).value("role_counts", ())
        assert len(counts) == len(counted), path


@pytest.mark.skipif(not MOBILE.exists(), reason="the public corpus is not here")
def test_a_file_of_the_mobile_layout() -> None:
    record = whole(MOBILE)
    assert record.flaws == []
    assert (record.value("max_depth"), record.value("quest_portal"), record.value("here")) == (
        44,
        13,
        "Astral Plane",
    )
    assert [s.value for s in record.statements("kills")] == [3638, 3638]
    assert (record.value("averted_deaths"), record.value("true_deaths")) == (1, Span.exactly(0))
    assert record.value("score") == record.value("score_shown")


def test_creatures_can_be_sorted_by_class() -> None:
    head, _, rest = TEXT.partition("Vanquished creatures:\n")
    lines = [
        "Major demons and devils",
        "Orcus",
        "Humans and elves",
        "Medusa",
        "2 shopkeepers",
        "",
        "4 creatures vanquished.",
    ]
    record = read(
        f"{head}Vanquished creatures:\n" + "\n".join(lines) + f"\n\n{rest[rest.index('Genocided') :]}"
    )
    assert [kill.name for kill in record.value("vanquished")] == ["Orcus", "Medusa", "shopkeepers"]
    assert record.values("kills") == [4, 4]
