"""The closing block: the game's own account of how the game ended, and the last lines of a dumplog.

Goodbye sapling the Rogue...

You died in The Dungeons of Doom on dungeon level 1 with 52625 points, and 1000 pieces of gold, after 1 move.
You played on expert difficulty in classic mode for 3 seconds.
The dungeon never collapsed on you.
You were level 1 with a maximum of 25 hit points when you died.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from necropsy.games.gnollhack import grammar, words
from necropsy.games.gnollhack.modes import seconds, state_mode
from necropsy.record import Standing

if TYPE_CHECKING:
    import re

    from necropsy.record import Record

__all__ = ["ENDINGS", "read_ending", "read_structure", "read_tombstone"]

PLACE = "closing block"

ENDINGS = {"ascended": "ascended", "escaped": "escaped", "quit": "quit"}
"""The verbs that are no death."""

# Companions and treasure stood between the first words and the gold.
_MOST_LINES = 60


def read_ending(record: Record) -> None:
    """State what the closing block says."""
    document = record.document
    sections = document.sections
    if sections.closing < 0:
        _state_missing(record)
        return
    at = sections.closing
    sentence, number = _sentence(document.lines, at)
    match = grammar.read(grammar.CLOSING, sentence)
    number = document.number(at if number is None else number)
    record.state("closing", True, number, PLACE)
    if match is None:
        record.flaw("F210", "the sentence that gives the points cannot be read", number)
    else:
        record.state("score", int(match["score"]), number, PLACE)
        record.state("gold", int(match["gold"]), document.number(at), PLACE)
        record.state("turns", int(match["turns"]), document.number(at), PLACE)
        _state_end(record, match["how"], number)
    if sections.farewell >= 0:
        farewell = grammar.read(grammar.FAREWELL, document.lines[sections.farewell].rstrip())
        assert farewell is not None, "the cutter lets only goodbyes be one"
        line = document.number(sections.farewell)
        record.state("player", farewell["player"], line, PLACE)
        if farewell["role"]:
            record.state("role", words.ROLES[farewell["role"]], line, PLACE)
    _read_last_lines(record, at)


def _state_missing(record: Record) -> None:
    alive = record.document.sections.last("background")
    lines = record.document.lines
    now = alive is not None and any(
        lines[at].startswith(("Current Attributes:", "Current Status:"))
        for at in record.document.sections.margin
    )
    for number, line in record.document.body(alive):
        if now or line.startswith(("You are ", "You have ")):
            record.state("alive", True, number, "attributes")
            return


def _sentence(lines: list[str], at: int) -> tuple[str, int | None]:
    """The sentence that ends on a line, and where it begins (it has one line, or two, or three)."""
    line = lines[at].rstrip()
    parts = [line]
    start = at
    while not parts[0].startswith("You "):
        start -= 1
        if start < 0 or at - start > _MOST_LINES:
            return line, None
        above = lines[start].rstrip()
        if not above:
            return line, None
        if above[0] not in " \t":
            parts.insert(0, above)
    return " ".join(parts), start


def _state_end(record: Record, how: str, number: int) -> None:
    """The ending. Companions have names that can be anything, so the last words count."""
    if how.endswith("went to your reward"):
        ending = "ascended"
    elif how.endswith("escaped from the dungeon"):
        ending = "escaped"
    elif match := grammar.read(grammar.ENDED_IN, how):
        ending = ENDINGS.get(match["verb"], "death")
        record.state("verb", match["verb"], number, PLACE)
        if place := match["place"]:
            record.state(
                "place", f"{place}, level {match['level']}" if match["level"] else place, number, PLACE
            )
    else:
        record.flaw("F210", "how the game ended cannot be read", number)
        return
    record.state("ending", ending, number, PLACE)
    record.state("won", ending == "ascended", number, PLACE)


def _read_last_lines(record: Record, at: int) -> None:
    """The lines after the sentence, in their order; each may be missing in older builds."""
    document = record.document
    expected = list(_LAST)
    for index in range(at + 1, len(document.lines)):
        line = document.lines[index].rstrip()
        if not line:
            continue
        for which, (pattern, state) in enumerate(expected):
            if match := grammar.read(pattern, line):
                state(record, match, document.number(index))
                del expected[: which + 1]
                break
        else:
            record.flaw("F211", "there is text behind the closing block", document.number(index))
            return


def _played(record: Record, match: re.Match[str], number: int) -> None:
    record.state("difficulty", match["difficulty"], number, PLACE)
    if match["mode"]:
        state_mode(record, match["mode"], number, PLACE)
    if any(match[unit] for unit in ("days", "hours", "minutes", "seconds")):
        record.state("duration_s", seconds(match), number, PLACE)


def _collapsed(record: Record, match: re.Match[str], number: int) -> None:
    record.state("collapses", int(match["times"] or 0), number, PLACE)


def _level(record: Record, match: re.Match[str], number: int) -> None:
    record.state("xl", int(match["xl"]), number, PLACE)
    record.state("max_hp", int(match["max_hp"]), number, PLACE)
    record.state("ending", ENDINGS.get(match["verb"], "death"), number, PLACE)


_LAST = ((grammar.PLAYED, _played), (grammar.COLLAPSED, _collapsed), (grammar.FINAL_LEVEL, _level))


def read_tombstone(record: Record) -> None:
    """State the points that the tombstone of a page has."""
    if record.document.tombstone is None:
        return
    text, number = record.document.tombstone
    if match := grammar.read(grammar.POINTS, text.strip()):
        record.state("score", int(match["score"]), number, "tombstone", Standing.WITNESS)
    else:
        record.flaw("F210", "the points on the tombstone cannot be read", number)


def read_structure(record: Record) -> None:
    """State where the lines stand that the game writes once, and which sections appear again."""
    document = record.document
    sections = document.sections
    if sections.closings:
        numbers = tuple(document.number(at) for at in sections.closings)
        record.state("closing_lines", numbers, numbers[0], "structure", Standing.WITNESS)
    again = [(section.kind, document.number(section.start)) for section in sections.repeated()]
    branches: set[str] = set()
    for section in sections.all("branch"):
        name = document.lines[section.start].partition(":")[0].rstrip()
        if name in branches:
            again.append(("branch", document.number(section.start)))
            break
        branches.add(name)
    if again:
        record.state("sections_repeated", tuple(again), again[0][1], "structure", Standing.WITNESS)
