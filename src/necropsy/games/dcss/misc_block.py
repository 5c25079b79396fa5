"""The misc block: a few sentences on where the character was, its god, branches and gold.

You were on level 5 of the Lair of Beasts.
You worshipped Trog.
You visited 2 branches of the dungeon, and saw 16 of its levels.
You collected 1827 gold pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar, names

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["MISC", "read_misc"]

MISC = "misc block"

_COINS = {
    "collected": "gold_collected",
    "spent": "gold_spent",
    "donated": "gold_donated",
    "paid": "gold_paid",
    "used": "gold_used",
}

# Sentences and blank lines in one go; the block never holds more.
_LONGEST_BLOCK = 60


def read_misc(record: Record) -> None:
    """State place, god, branches visited and gold from the sentences of the misc block."""
    lines, found, end = _block(record)
    if found is None:
        return
    start, match = found
    _read_place(record, match, start + 1)
    for index in range(start + 1, min(end, start + _LONGEST_BLOCK)):
        line = lines[index]
        # Most sentences are of other things.
        if "You" in line and ("visited" in line or "gold" in line or "worship" in line):
            line = grammar.squeezed(line)
            if line.startswith("You "):
                _read_sentence(record, line, index + 1)


Found = tuple[int, grammar.Match]
"""The index of the line that opens the block, and that line as it was read."""


def _block(record: Record) -> tuple[Sequence[str], Found | None, int]:
    """The lines that hold the block, its first one, and the end of its section."""
    lines, sections, _ = record.document.head
    if sections.title_lines:
        title = next(iter(sections.title_lines))
        end = sections.end_of(title)
        found = _search(lines, title + 1, end)
        if found is not None:
            return lines, found, end
    found = _standing_alone(record)
    return record.lines, found, 0 if found is None else record.document.sections.end_of(found[0])


def _standing_alone(record: Record) -> Found | None:
    """With a changed order the block stands by itself: behind a header or a score block, say."""
    sections = record.document.sections
    for section in sections:
        if section.kind not in _FREE_TEXT:
            found = _search(record.lines, section.start + 1, section.end)
            if found is not None:
                return found
    # A file may open with it.
    first = next(iter(sections), None)
    return _search(record.lines, 0, first.start if first else min(len(record.lines), _LONGEST_BLOCK))


_FREE_TEXT = frozenset(
    {"messages", "annotations", "dungeon", "illustrated", "monsters", "lua_errors", "inventory"}
)


def _search(lines: Sequence[str], start: int, end: int) -> Found | None:
    for index, line in enumerate(lines[start:end], start):
        if line[:4] == "You " and (index == 0 or not lines[index - 1].strip()):
            match = grammar.read(grammar.WHEREABOUTS, grammar.squeezed(line))
            if match is not None:
                return index, match
    return None


def _read_place(record: Record, match: grammar.Match, number: int) -> None:
    record.state("escaped", match["escaped"] is not None, number, MISC)
    if match["place"]:
        record.state("place", names.canonical_place(match["place"]), number, MISC)
        record.state("alive", match["tense"] == "are", number, MISC)


def _read_sentence(record: Record, line: str, number: int) -> None:
    if line.startswith("You worship"):
        if match := grammar.read(grammar.WORSHIP, line):
            record.state("god", match["god"], number, MISC)
    elif line.startswith(("You visited ", "You have visited ")):
        if match := grammar.read(grammar.BRANCHES, line):
            record.state("branches", int(match["branches"]), number, MISC)
            if match["levels"]:
                record.state("levels_seen", int(match["levels"]), number, MISC)
    elif match := grammar.read(grammar.COINS, line):
        record.state(_COINS[match["verb"]], int(match["gold"]), number, MISC)
