"""The score block: every way in which a game can end."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from necropsy.games.dcss.morgue import read_morgue
from necropsy.record import Record

MARGIN = " " * 13
DURATION = "The game lasted 00:00:56 (1596 turns)."


def block(
    *lines: str, score_line: str = "246 Sapling the Shooter (level 6, -1/46 HPs)", god: str | None = None
) -> Record:
    """A score block with these lines between the character and the duration."""
    body = ["Began as a Human Hunter on Nov 30, 2026.", *([god] if god is not None else []), *lines, DURATION]
    return read_morgue("\n".join((score_line, *(MARGIN + line for line in body))) + "\n\n")


def facts(record: Record, *names: str) -> tuple[Any, ...]:
    return tuple(record.value(name) for name in names)


@pytest.mark.parametrize(
    ("line", "score", "player", "title", "xl", "hp", "max_hp"),
    [
        ("1338000 Sapling the Opulent (level 27, 157/179 HPs)", 1338000, "Sapling", "Opulent", 27, 157, 179),
        ("246 Sapling the Shooter (level 6, -1/46 (50) HPs)", 246, "Sapling", "Shooter", 6, -1, 46),
        ("0 Sapling the Shooter (level 1)", 0, "Sapling", "Shooter", 1, None, None),
        ("-1634575888 Sapling the Sneak (level 15, 72/72 HPs)", -1634575888, "Sapling", "Sneak", 15, 72, 72),
        ("0 12 the Zed the Skirmisher (level 1, 9/9 HPs)", 0, "12 the Zed", "Skirmisher", 1, 9, 9),
        ("7 12e5 the Skirmisher (level 1, 9/9 HPs)", 7, "12e5", "Skirmisher", 1, 9, 9),
        ("7 Bob Smith the Skirmisher (level 1, 9/9 HPs)", 7, "Bob Smith", "Skirmisher", 1, 9, 9),
        ("7 Æsc_ö-1. the Skirmisher (level 1, 9/9 HPs)", 7, "Æsc_ö-1.", "Skirmisher", 1, 9, 9),
        ("7 樹苗 the Skirmisher (level 1, 9/9 HPs)", 7, "樹苗", "Skirmisher", 1, 9, 9),
        ("7 Twig La Petite Mort (level 20, 9/9 HPs)", 7, "Twig", "La Petite Mort", 20, 9, 9),
        ("7 Twig, Who Hides the Stars (level 27, 9/9 HPs)", 7, "Twig", "Who Hides the Stars", 27, 9, 9),
        ("7 Twig the Eye of the Storm (level 20, 9/9 HPs)", 7, "Twig", "Eye of the Storm", 20, 9, 9),
        ("7 Twig (level 1, 9/9 HPs)", 7, "Twig", None, 1, 9, 9),
        ("7  Sapling  the   Opulent (level 27,  9/9 HPs)  ", 7, "Sapling", "Opulent", 27, 9, 9),
    ],
)
def test_the_score_line(
    line: str, score: int, player: str, title: str | None, xl: int, hp: int | None, max_hp: int | None
) -> None:
    record = block("Quit the game on level 1 of the Dungeon.", score_line=line)
    assert facts(record, "score", "player", "title", "xl", "hp", "max_hp") == (
        score,
        player,
        title,
        xl,
        hp,
        max_hp,
    )
    assert facts(record, "wizard", "explore") == (False, False)


@pytest.mark.parametrize(
    ("mark", "wizard", "explore"),
    [
        ("", False, False),
        (" *WIZ*", True, False),
        (" *EXPLORE*", False, True),
        (" *WIZ* *EXPLORE*", True, True),
    ],
)
def test_marks(mark: str, wizard: bool, explore: bool) -> None:
    record = block("Died", "", "... in a sewer.", score_line=f"5 Twig the Sneak (level 1, 0/9 HPs){mark}")
    assert facts(record, "wizard", "explore") == (wizard, explore)


@pytest.mark.parametrize(
    "line",
    [
        "Sapling the Opulent (level 27, 157/179 HPs)",
        "1,338,000 Sapling the Opulent (level 27, 157/179 HPs)",
        "1338000 Sapling the Opulent (level 27, 157/179 HPs) really",
        "1234567890123456789 Sapling the Opulent (level 27, 157/179 HPs)",
        "1338000 Sapling the Opulent (level 27, 157 HPs)",
        "   1338000 Sapling the Opulent (level 27, 157/179 HPs)",
        "١٢٣ Sapling the Opulent (level 27, 157/179 HPs)",
        "1338000 " + "x" * 5_000 + " (level 27, 157/179 HPs)",
        "1338000 Sapling the Opulent (level 27)" + " " * 5_000 + "x",
    ],
)
def test_no_score_line(line: str) -> None:
    record = block("Quit the game on level 1 of the Dungeon.", score_line=line)
    assert not record.has("score")
    assert not record.has("ending")


@pytest.mark.parametrize(
    ("line", "character", "started"),
    [
        ("Began as a Human Hunter on Nov 30, 2026.", "Human Hunter", "2026-11-30"),
        ("Began as an Octopode Brigand on Sept 3, 2018.", "Octopode Brigand", "2018-09-03"),
        ("Began as a Red Draconian Monk on June 1, 2009.", "Red Draconian Monk", "2009-06-01"),
    ],
)
def test_the_beginning(line: str, character: str, started: str) -> None:
    record = read_morgue(
        f"5 Twig the Sneak (level 1)\n{MARGIN}{line}\n{MARGIN}Starved to death\n{MARGIN}... in a sewer.\n"
    )
    assert facts(record, "character", "started") == (character, started)


@pytest.mark.parametrize(
    ("line", "character"),
    [
        ("Began as a Human Hunter on Nov 31, 2026.", "Human Hunter"),
        ("Began as a Human Hunter long ago.", None),
    ],
)
def test_a_beginning_that_cannot_be_read(line: str, character: str | None) -> None:
    record = read_morgue(
        f"5 Twig the Sneak (level 1)\n{MARGIN}{line}\n{MARGIN}Quit the game in a sewer.\n{MARGIN}{DURATION}\n"
    )
    assert facts(record, "character", "started", "ending", "turns") == (character, None, "quit", 1596)
    assert [flaw.rule for flaw in record.flaws] == ["F110"]
    assert record.flaws[0].lines == (2,)


@pytest.mark.parametrize(
    ("line", "god", "rank", "penance"),
    [
        ("Was the Champion of Sif Muna.", "Sif Muna", 6, False),
        ("Was a High Priest of the Shining One.", "the Shining One", 5, False),
        ("Was an Elder of Trog.", "Trog", 4, False),
        ("Was a Priest of Trog (penitent).", "Trog", 3, True),
        ("Was a Believer of Nemelex Xobeh.", "Nemelex Xobeh", 2, False),
        ("Was a Follower of Wu Jian.", "Wu Jian", 1, False),
        ("Was an Initiate of Gozag.", "Gozag", 0, False),
        ("Was a Plaything of Xom.", "Xom", None, None),
        ("Was a Favourite Plaything of Xom.", "Xom", None, None),
        # Xom's sentence from 0.16 to 0.22
        ("", "", None, None),
        # no god
        (None, "", None, None),
    ],
)
@pytest.mark.parametrize("ending", ["Escaped with the Orb!", "Quit the game in a sewer.", "Starved to death"])
def test_the_god(line: str | None, god: str, rank: int | None, penance: bool | None, ending: str) -> None:
    record = block(ending, god=line)
    assert facts(record, "god", "piety_rank", "penance") == (god, rank, penance)
    assert record.value("ending") == {"E": "win", "Q": "quit", "S": "death"}[ending[0]]
    assert record.value("turns") == 1596
    assert not record.flaws


def test_an_ending_that_begins_like_a_god() -> None:
    record = block("Was drained of all life", "... on Level 3 of the Dungeon.")
    assert facts(record, "god", "ending", "cause") == ("", "death", "Was drained of all life")


WINS: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Escaped with the Orb!",), {"ending": "win", "runes": None, "gems": None, "ended": None}),
    (("Escaped with the Orb", "... and 3 runes!", ""), {"runes": 3, "rune_items": 3}),
    (("Escaped with the Orb", "... and 1 rune!", ""), {"runes": 1}),
    (("Escaped with the Orb", "... and 15 runes on Aug 2, 2009!", ""), {"runes": 15, "ended": "2009-08-02"}),
    (("Escaped with the Orb", "... and 5 runes (of 4 types)!", ""), {"runes": 4, "rune_items": 5}),
    (
        ("Escaped with the Orb", "... and 5 runes (of 4 types) on Sept 2, 2009!", ""),
        {"runes": 4, "rune_items": 5, "ended": "2009-09-02"},
    ),
    (("Escaped with the Orb", "... and 3 runes", "... and 4 gems!", ""), {"runes": 3, "gems": 4}),
    (("Escaped with the Orb", "... and 3 runes", "... and 1 gem (intact)!", ""), {"runes": 3, "gems": 1}),
    (("Escaped with the Orb", "... and 3 runes", "... and 2 gems (both intact)!", ""), {"gems": 2}),
    (("Escaped with the Orb", "... and 3 runes", "... and 11 gems (all intact)!", ""), {"gems": 11}),
    (
        ("Escaped with the Orb", "... and 3 runes", "... and 5 gems (2 intact) on May 5, 2024!", ""),
        {"runes": 3, "gems": 5, "ended": "2024-05-05"},
    ),
    (("Escaped with the Orb", "... and 2 gems!", ""), {"runes": None, "gems": 2}),
    (
        ("Got out of the dungeon alive.",),
        {"ending": "left", "runes": None, "cause": "Got out of the dungeon alive"},
    ),
    (("Got out of the dungeon alive",), {"ending": "left", "runes": None}),
    (("Got out of the dungeon", "... with 4 runes!", ""), {"ending": "left", "runes": 4}),
    (("Got out of the dungeon", "... with 4 runes", "... and 7 gems!", ""), {"runes": 4, "gems": 7}),
    (("Got out of the dungeon", "... with 2 gems!", ""), {"runes": None, "gems": 2}),
    (("Safely got out of the dungeon.",), {"ending": "left", "runes": None}),
    (("Safely got out of the dungeon",), {"ending": "left", "runes": None}),
]


@pytest.mark.parametrize(("lines", "expected"), WINS)
def test_leaving_the_dungeon(lines: tuple[str, ...], expected: dict[str, Any]) -> None:
    record = block(*lines)
    for fact, value in expected.items():
        # Statements of other places and derived ones do not count here.
        said = [s.value for s in record.statements(fact) if s.place == "score block"]
        assert said[:1] == ([] if value is None else [value]), fact
    left = expected.get("ending", "left" if lines[0].startswith("Got") else "win")
    assert facts(record, "ending", "won", "turns") == (left, left == "win", 1596)
    assert not record.has("place")
    assert record.value("end_dated") is any(" on " in line for line in lines)
    assert not record.flaws


@pytest.mark.parametrize("stripped", [True, False])
def test_the_blank_line_of_a_win_may_be_stripped(stripped: bool) -> None:
    blank = "" if stripped else MARGIN
    record = read_morgue(
        "5 Twig the Sneak (level 1)\n"
        f"{MARGIN}Began as a Human Hunter on Nov 30, 2026.\n{MARGIN}Escaped with the Orb\n"
        f"{MARGIN}... and 3 runes!\n"
        f"{blank}\n{MARGIN}{DURATION}\n"
    )
    assert facts(record, "runes", "turns", "duration_s") == (3, 1596, 56)


QUITS = [
    ("Quit the game on level 1 of the Dungeon.", "level 1 of the Dungeon", None, None),
    ("Quit the game on Level 1 of the Dungeon.", "level 1 of the Dungeon", None, None),
    ("Quit the game in a sewer.", "a sewer", None, None),
    ("Quit the game in Pandemonium.", "Pandemonium", None, None),
    ('Quit the game in the Dungeon (Sprint I: "Red Sonja").', "the Dungeon", 'Sprint I: "Red Sonja"', None),
    ("Quit the game on level 1 of the Dungeon on Jan 3, 2024.", "level 1 of the Dungeon", None, "2024-01-03"),
    (
        'Quit the game in the Dungeon (Sprint I: "... in on level 2 of it") on Jan 3, 2024.',
        "the Dungeon",
        'Sprint I: "... in on level 2 of it"',
        "2024-01-03",
    ),
]


@pytest.mark.parametrize(("line", "place", "map_title", "ended"), QUITS)
def test_quitting(line: str, place: str, map_title: str | None, ended: str | None) -> None:
    record = block(line)
    assert facts(record, "ending", "won", "cause") == ("quit", False, "Quit the game")
    assert facts(record, "place", "map_title") == (place, map_title)
    assert record.value("ended") == (ended or "2026-11-30")
    assert record.value("end_dated") is (ended is not None)
    assert record.value("turns") == 1596


PLACES = [
    ("... on level 4 of the Dungeon.", "level 4 of the Dungeon", None, None),
    ("... on Level 4 of the Dungeon.", "level 4 of the Dungeon", None, None),
    (
        "... on level 2 of the Lair of Beasts on Dec 1, 2026.",
        "level 2 of the Lair of Beasts",
        None,
        "2026-12-01",
    ),
    ("... in Pandemonium.", "Pandemonium", None, None),
    ("... in Pandemonium (Cerebov's castle).", "Pandemonium", "Cerebov's castle", None),
    ("... in the Ecumenical Temple.", "the Ecumenical Temple", None, None),
    (
        "... in a sewer (sewer in the dark, ... in on level 3).",
        "a sewer",
        "sewer in the dark, ... in on level 3",
        None,
    ),
    ('... in the Dungeon (Sprint I: "Red Sonja").', "the Dungeon", 'Sprint I: "Red Sonja"', None),
    (
        '... in the Dungeon (Sprint IX: "|||||") on May 1, 2020.',
        "the Dungeon",
        'Sprint IX: "|||||"',
        "2020-05-01",
    ),
]


@pytest.mark.parametrize(("line", "place", "map_title", "ended"), PLACES)
def test_where_death_came(line: str, place: str, map_title: str | None, ended: str | None) -> None:
    record = block("Slain by a scorpion (6 damage)", line)
    assert facts(record, "ending", "place", "map_title") == ("death", place, map_title)
    assert facts(record, "cause", "damage") == ("Slain by a scorpion (6 damage)", 6)
    assert record.value("ended") == (ended or "2026-11-30")
    assert record.value("turns") == 1596


@pytest.mark.parametrize(
    ("clause", "place"),
    [
        ("... while vexed by a Y... on level 2 of the Abyss.", "level 2 of the Abyss"),
        ("... while vexed... in Pandemonium.", "Pandemonium"),
        ("... while put to sleep by an orc in armour... in a sewer (a map).", "a sewer"),
        ("... while put to sleep by an orc on level... on level 3 of the Dungeon.", "level 3 of the Dungeon"),
    ],
)
def test_a_place_behind_another_clause(clause: str, place: str) -> None:
    assert block("Slain by an orc (6 damage)", clause).value("place") == place


CAUSES = """
Slain by a scorpion
Mangled by Sigmund
Demolished by an ogre
Annihilated by a polar bear
Slain by Twigs' ghost
Slain by 12 the Zed's ghost
Slain by The game lasted 1's ghost
Slain by Was the Champion of Trog's ghost
Headbutted by Twig's illusion
Rolled over by a boulder beetle
Impaled on a porcupine's spines
Succumbed to poison
Succumbed to poison (a potion)
Succumbed to a killer bee's poison
Succumbed to their own poison
Engulfed by a cloud of flame
Engulfed by a cloud
Engulfed by an orc wizard's flame
Engulfed by their own freezing vapour
Killed from afar by an orc wizard
Killed by their own fireball
Killed by divine providence
Shot with an arrow by a centaur
Hit by a large rock thrown by a cyclops
Took a swim in molten lava
Turned to ash by lava
Drowned
Drowned by a water nymph
Soaked and fell apart
Sank and fell apart
Forgot to breathe
Forgot to exist
Collapsed under their own weight
Slipped on a banana peel
Killed by triggering a needle trap
Drained of all life
Drained of all life by a wight
Starved to death
Froze to death
Frozen to death by an endoplasm
Burnt to a crisp
Incinerated by a fire vortex
Disjoined by a boundless tesseract
Killed by wild magic
Killed by a miscast effect
Killed for Xom's enjoyment
Killed by a statue
Rotted away (a bat)
Killed themselves with bad targeting
Killed themself with bad targetting
Killed themself with a badly aimed fireball
Killed by a reflected crystal spear
Killed themself with a bounced lightning bolt
Shot themself with a bolt of cold
Killed by an exploding giant spore
Smote by Beogh
Smitten by the Shining One
Turned to stone
Asphyxiated
Splashed by a jelly's acid
Splashed with acid
Fell down a flight of stairs
Fell down through a gate
Divine wrath
Killed by the fury of Okawaru
Blown up by Ijyb
Blew themself up
Killed by mirror damage
Became unviable by a mutagenic cloud
Succumbed to a manticore's barbed spikes
Succumbed to barbed spike wounds
Thrown by a water elemental
Collided with a stone wall
Tarried too long and was consumed by Zot
Constricted to death by a ball python
Slain by Twig's death curse
Knocked on Death's door
Bled to death
Nibbled to death by software bugs
""".strip().splitlines()

CONTINUATIONS: list[tuple[str, ...]] = [
    (),
    ("... wielding a +0 giant spiked club", " (20 damage)"),
    ("... wielding a +0 giant spiked club (20 damage)",),
    ("... with an acid splash (20 damage)",),
    ("... with a wand of disintegration", ""),
    ("... with damnation",),
    ("... by creeping frost",),
    ("... invoked by an orc priest",),
    ("... called down by an orc priest",),
    ("... awakened by a wood nymph",),
    ("... generated by a wizard",),
    ("... after being knocked back by an orc in armour",),
    ("... reflected by a shield on a wall",),
    ("... wielded by a mummy",),
    ("... caused by a kobold",),
    ("... wielding a dagger", "... summoned by a demon", "... led by Mara", "... woven by a necromancer"),
    ("... while paralysed", "... while petrified by a gorgon"),
]


@pytest.mark.parametrize("cause", CAUSES)
def test_a_cause_of_death(cause: str) -> None:
    for more, dealt in itertools.product(CONTINUATIONS, ("", " (20 damage)")):
        record = block(cause + dealt, *more, "... on level 4 of the Dungeon on Dec 1, 2026.")
        assert facts(record, "ending", "won", "place") == ("death", False, "level 4 of the Dungeon"), more
        assert facts(record, "ended", "god", "turns", "duration_s") == ("2026-12-01", "", 1596, 56), more
        assert record.value("cause") == cause + dealt
        expected = 20 if dealt or any("20 damage" in line for line in more) else None
        assert record.value("damage") == expected, more
        assert not record.flaws


def test_died_has_an_empty_line() -> None:
    record = block("Died", "", "... on level 1 of the Dungeon.")
    assert facts(record, "ending", "cause", "place", "turns") == (
        "death",
        "Died",
        "level 1 of the Dungeon",
        1596,
    )


@pytest.mark.parametrize(
    ("line", "seconds", "turns"),
    [
        ("The game lasted 00:00:00 (0 turns).", 0, 0),
        ("The game lasted 05:06:59 (112093 turns).", 18419, 112093),
        ("The game lasted 1 day 06:37:46 (106625 turns).", 110266, 106625),
        ("The game lasted 2 days 00:00:01 (5 turns).", 172801, 5),
        ("The game lasted 1day02:03:04 (5 turns).", 93784, 5),
        ("The game lasted 3 days02:03:04 (5 turns).", 266584, 5),
        ("Sapling's game lasted 00:01:00 (5 turns).", 60, 5),
        ("Games's game lasted 1day00:01:00 (5 turns).", 86460, 5),
        ("The  game lasted  00:01:00  (5 turns). ", 60, 5),
    ],
)
def test_the_duration(line: str, seconds: int, turns: int) -> None:
    record = read_morgue(
        f"5 Twig the Sneak (level 1)\n{MARGIN}Began as a Human Hunter on Nov 30, 2026.\n"
        f"{MARGIN}Starved to death\n{MARGIN}... in a sewer.\n{MARGIN}{line}\n{MARGIN}... in a volcano.\n"
    )
    assert facts(record, "duration_s", "turns", "place") == (seconds, turns, "a sewer")


def test_a_game_of_no_seconds_has_no_duration() -> None:
    record = read_morgue(
        f"5 Twig the Sneak (level 1)\n{MARGIN}Began as a Human Hunter on Nov 30, 2026.\n"
        f"{MARGIN}Starved to death\n{MARGIN}... on Level 2 of the Dungeon.\n\n\n"
        "Twig the Sneak (Human Hunter)\n"
    )
    assert facts(record, "duration_s", "turns", "place") == (None, None, "level 2 of the Dungeon")
    assert not record.flaws


@pytest.mark.parametrize("line", ["The game lasted long.", "The game lasted 00:00:01 (many turns)."])
def test_a_duration_that_cannot_be_read(line: str) -> None:
    record = read_morgue(
        f"5 Twig the Sneak (level 1)\n{MARGIN}Began as a Human Hunter on Nov 30, 2026.\n"
        f"{MARGIN}Starved to death\n{MARGIN}... in a sewer.\n{MARGIN}{line}\n"
    )
    assert facts(record, "ending", "place", "turns") == ("death", "a sewer", None)
    assert [flaw.rule for flaw in record.flaws] == ["F110"]


def test_a_block_without_an_ending() -> None:
    record = block()
    assert facts(record, "ending", "won", "cause", "place") == (None, None, None, None)
    assert [flaw.rule for flaw in record.flaws] == ["F110"]


@pytest.mark.parametrize(
    "lines",
    [
        ("Slain by an orc", "... on level 1 of the Dungeon on Feb 30, 2026."),
        ("Got out of the dungeon", "... with 1 rune on Feb 30, 2026!"),
    ],
)
def test_an_end_that_is_no_date(lines: tuple[str, ...]) -> None:
    record = block(*lines)
    assert record.value("end_dated")
    assert not record.has("ended")
    assert [flaw.rule for flaw in record.flaws] == ["F110"]


@pytest.mark.parametrize("cut", range(2, 8))
def test_a_block_that_breaks_off(cut: int) -> None:
    """Whatever is left, no place and no ending is invented."""
    lines = [
        "5 Twig the Sneak (level 1)",
        MARGIN + "Began as a Human Hunter on Nov 30, 2026.",
        MARGIN + "Was a Follower of Trog.",
        MARGIN + "Hit by an arrow in the dark (3 damage)",
        MARGIN + "... with a bow on level ground in armour",
        MARGIN + "... on level 3 of the Dungeon.",
        MARGIN + DURATION,
    ]
    record = read_morgue("\n".join(lines[:cut]))
    assert record.value("score") == 5
    assert record.value("ending") == ("death" if cut > 3 else None)
    assert record.value("place") == ("level 3 of the Dungeon" if cut > 5 else None)
    assert record.value("turns") == (1596 if cut > 6 else None)


def test_no_block() -> None:
    record = read_morgue("nothing\n")
    for fact in ("score", "player", "ending", "won", "turns", "place", "started", "ended", "god"):
        assert not record.has(fact)


def test_the_block_ends_at_the_margin() -> None:
    record = read_morgue(
        f"5 Twig the Sneak (level 1)\n{MARGIN}Began as a Human Hunter on Nov 30, 2026.\n"
        f"{MARGIN}Starved to death\n{MARGIN}... in a sewer.\nEscaped with the Orb\n{MARGIN}{DURATION}\n"
    )
    assert facts(record, "ending", "turns") == ("death", None)
