"""The hero's attributes: alignments, turns, level, score so far, deaths, difficulty and mode.

    Sapling the Rogue's attributes:

    Background:
     You were a Footpad, a level 1 male human Rogue.
     You were chaotic, on a mission for Kos
     who was opposed by Issek (lawful) and Mog (neutral).
     You entered the dungeon 20 turns ago.

Until 4.2.0-30 difficulty, mode, score and playing time stand under ``Basics:``, since then
under ``Game:``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from necropsy.games.gnollhack import grammar, words
from necropsy.games.gnollhack.modes import seconds, state_mode
from necropsy.record import Standing

if TYPE_CHECKING:
    import re

    import pyparsing as pp

    from necropsy.games.gnollhack.sections import Section
    from necropsy.record import Record

    Match = re.Match[str]

__all__ = ["read_attributes"]

PLACE = "attributes"

# Their counter can be put right after this block was written; so can that of a hero whose role is not known.
_SETTLED_LATER = ("Kni", "Tou", "")

_JUST_STARTED = ("You had just started your adventure.", "You have just started your adventure.")


def read_attributes(record: Record) -> None:
    """State what the blocks from ``Background:`` to ``Game:`` say."""
    document = record.document
    background = document.sections.last("background")
    if background is None:
        return
    role = _read_owner(record, background.start)
    other_shape = _read_background(record, background, role)
    for kind in ("basics", "game"):
        for number, line in document.body(document.sections.last(kind)):
            own = kind == "basics" and not other_shape and line.endswith(_HIT_POINTS)
            if own and (match := grammar.read(grammar.HIT_POINTS, line)):
                record.state("hp", int(match["hp"] or match["all"]), number, PLACE)
                record.state("max_hp", int(match["max_hp"] or match["all"]), number, PLACE)
            else:
                _read(record, number, line, role)
    _read_final(record)


def _read_final(record: Record) -> None:
    """State what the list of attributes says of deaths, and whether the hero was crowned."""
    document = record.document
    section = document.sections.last("attributes")
    if section is None:
        return
    crown = "", document.number(section.start)
    for number, line in document.body(section):
        if line.startswith(_DEATHS):
            _read_deaths(record, number, line)
        elif line.startswith(_CROWNED):
            crown = line.partition(" the ")[2].removesuffix("."), number
    record.state("crown", *crown, PLACE, Standing.WITNESS)


def _read_background(record: Record, section: Section, role: str) -> bool:
    """Whether the hero has another shape, whose hit points are not the hero's own."""
    other_shape = False
    alignments: dict[str, tuple[str, int]] = {}
    for number, line in record.document.body(section):
        if line in _JUST_STARTED:
            record.state("turns", 1, number, PLACE)
        elif _MISSION in line and (match := grammar.read(grammar.MISSION, line)):
            alignments["alignment"] = words.ALIGNMENTS[match["alignment"]], number
            record.state("mission", (match["manner"] or "").strip(), number, PLACE)
        elif line.startswith(_ACTUALLY) and (match := grammar.read(grammar.ACTUALLY, line)):
            alignments["alignment_current"] = words.ALIGNMENTS[match["alignment"]], number
        elif line.startswith(_STARTED_OUT) and (match := grammar.read(grammar.STARTED_OUT, line)):
            if gender := match["gender"] or match["only_gender"]:
                record.state("gender_original", words.GENDERS[gender], number, PLACE)
            if alignment := match["alignment"] or match["only_alignment"]:
                alignments["alignment_original"] = words.ALIGNMENTS[alignment], number
        else:
            other_shape = other_shape or line.startswith(_OTHER_SHAPE)
            _read(record, number, line, role)
            _read_place(record, number, line)
    if "alignment" in alignments:
        # What is not said is as it was: the base is the alignment in force, the original is the base.
        current = alignments.setdefault("alignment_current", alignments["alignment"])
        alignments.setdefault("alignment_original", current)
    for fact, (value, number) in alignments.items():
        record.state(fact, value, number, PLACE)
    return other_shape


def _read_place(record: Record, number: int, line: str) -> None:
    if _ON_LEVEL in line and (match := grammar.read(grammar.STOOD, line)):
        place = f"{match['branch']}, level {match['level']}"
        record.state("stood", place, number, PLACE, Standing.WITNESS)


# What few lines have, and those that a pattern is for all.
_MISSION = " on a mission for "
_ACTUALLY = ("You were actually ", "You are actually ")
_STARTED_OUT = "You started out "
_ON_LEVEL = ", on level "

_HIT_POINTS = (" hit points.", " hit point.", " in total.")
_OTHER_SHAPE = ("You were actually a", "You are actually a")


def _read_owner(record: Record, start: int) -> str:
    """The role in the title above, ``Sapling the Rogue's attributes:``; "" without."""
    document = record.document
    for at in range(start - 1, max(start - 4, -1), -1):
        line = document.lines[at].strip()
        if line:
            match = grammar.read(grammar.OWNER, line)
            if match is None:
                break
            role = words.ROLES[match["role"]]
            record.state("role", role, document.number(at), PLACE)
            return role
    return ""


def _read(record: Record, number: int, line: str, role: str) -> None:
    if not line.startswith(_BEGINNINGS):
        return
    for beginning, pattern, state in _LINES:
        if line.startswith(beginning) and (match := grammar.read(pattern, line)):
            state(record, number, match, role)
            return


def _rank(record: Record, number: int, match: Match, _role: str) -> None:
    record.state("xl", int(match["xl"]), number, PLACE)
    if match["role"]:
        record.state("role", words.ROLES[match["role"]], number, PLACE)
        record.state("race", words.RACES[match["race"]], number, PLACE)


def _turns(record: Record, number: int, match: Match, _role: str) -> None:
    record.state("turns", int(match["turns"]), number, PLACE)


def _experience(record: Record, number: int, match: Match, _role: str) -> None:
    record.state("xp", int(match["xp"]), number, PLACE)


def _score(record: Record, number: int, match: Match, role: str) -> None:
    fact = "score_unsettled" if role in _SETTLED_LATER else "score"
    record.state(fact, int(match["score"]), number, PLACE, Standing.WITNESS)


def _difficulty(record: Record, number: int, match: Match, _role: str) -> None:
    record.state("difficulty", match["difficulty"], number, PLACE)


def _mode(record: Record, number: int, match: Match, _role: str) -> None:
    state_mode(record, match["mode"], number, PLACE)


def _time(record: Record, number: int, match: Match, _role: str) -> None:
    record.state("duration_s", seconds(match), number, PLACE)


def _wallet(record: Record, number: int, match: Match, _role: str) -> None:
    record.state("gold_in_wallet", int(match["gold"]), number, PLACE)


_LINES: tuple[tuple[str, pp.Regex, Callable[[Record, int, Match, str], None]], ...] = (
    ("You entered the dungeon ", grammar.TURNS_AGO, _turns),
    ("Your game score ", grammar.GAME_SCORE, _score),
    ("Your game difficulty ", grammar.GAME_DIFFICULTY, _difficulty),
    ("Your wallet ", grammar.WALLET, _wallet),
    ("You were playing in ", grammar.GAME_MODE, _mode),
    ("You had been playing ", grammar.PLAYING_TIME, _time),
    ("You had ", grammar.EXPERIENCE, _experience),
    ("You were a", grammar.RANK, _rank),
    # A dump of a running game speaks in the present.
    ("You are playing in ", grammar.GAME_MODE, _mode),
    ("You have been playing ", grammar.PLAYING_TIME, _time),
    ("You have ", grammar.EXPERIENCE, _experience),
    ("You are a", grammar.RANK, _rank),
)


_CROWNED = tuple(
    f"You {verb} the {title}."
    for verb in ("were", "are")
    for title in ("Hand of Elbereth", "Envoy of Balance", "Glory of Arioch")
)
_DEATHS = ("You survived", "You have survived", "You are dead")


_BEGINNINGS = tuple(beginning for beginning, _, _ in _LINES)


def _read_deaths(record: Record, number: int, line: str) -> None:
    if match := grammar.read(grammar.SURVIVED, line):
        times = 0 if line.endswith(" survived.") else int(match["times"] or words.TIMES[match["word"]])
        record.state("umortality", times, number, PLACE)
        record.state("survived", True, number, PLACE)
    elif match := grammar.read(grammar.DEAD, line):
        record.state("umortality", int(match["times"] or 1), number, PLACE)
        record.state("survived", False, number, PLACE)
