"""The rows of the notes, found without cutting the rest of a morgue.

A dead character's gems stand in the notes alone, so the score asks for them in every new game
that was lost. As with the head of a file (:mod:`necropsy.games.dcss.head`) the rows are taken
by themselves only where cutting the whole file would surely give the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from necropsy.games.dcss import grammar

__all__ = ["Diary", "diary_of", "ends", "gemless", "goes_on"]


class Diary(NamedTuple):
    """The notes of a morgue among some lines.

    Attributes:
        lines: lines of the file, among them the rows.
        start: index of the heading.
        end: index after the last line of the section.
        above: how many lines of the file stand above the first of ``lines``.
        rows_end: index of the blank line that ends the rows, where it is known.
    """

    lines: Sequence[str]
    start: int
    end: int
    above: int = 0
    rows_end: int | None = None


_TABLE = ("Turn |", "| Turn |")

# A row begins with its turn, its continuation with blanks: nothing else can open a section there,
_NO_ROW = re.compile(r"\n[^ \d]")
# but for the skills, and what is known by these words.
_OTHERS = ("\n   Sk", "file.", "Began", "Time:")


def heading_of(text: str) -> int | None:
    """Where the heading of the notes stands; ``None`` where it is not surely the only one, or none."""
    # Looked for from the end, which takes a third of the time that it takes from the beginning.
    at = text.rfind("\nNotes") + 1
    if (
        not text.startswith("\n\nNotes\n", at - 2)
        or text.startswith("Notes")
        or text.rfind("\nNotes", 0, at) >= 0
    ):
        return None
    last = at - 2
    while last > 0 and text[last - 1] == "\n":
        last -= 1
    above = text[text.rfind("\n", 0, last) + 1 : last]
    # What follows the heading of the messages is a message.
    if not above.strip() or above.startswith("Messa"):
        return None
    rows = at + len("Notes\n")
    head = text.find("\n", rows)
    return at if grammar.squeezed(text[rows : head if head >= 0 else len(text)]).startswith(_TABLE) else None


def gemless(text: str) -> int | None:
    """The number of the heading's line, if the file has notes and surely none of a gem."""
    at = heading_of(text)
    return None if at is None or text.find("gem", at) >= 0 else text.count("\n", 0, at) + 1


def diary_of(text: str, at: int | None = None) -> Diary | None:
    """The notes of a morgue; ``None`` where they do not surely stand by themselves.

    Args:
        text: the whole file.
        at: where the heading stands, if that was looked for already.
    """
    at = heading_of(text) if at is None else at
    if at is None:
        return None
    head = text.find("\n", at + len("Notes\n"))
    blank = text.find("\n\n", at)
    if not 0 <= head < blank:
        return None
    rows = text.find("\n", head + 1)
    if (
        text[head + 1 : head + 2] != "-"
        or _NO_ROW.search(text, rows, blank)
        or any(text.find(s, at, blank) >= 0 for s in _OTHERS)
    ):
        return None
    end = text.find("\n", blank + 2)
    lines = text[at : end if end >= 0 else len(text)].split("\n")
    count = len(lines)
    if not ends(lines, count - 2, count):
        return None
    # A line of blanks can end the rows, too.
    rows_end = None if any(map(str.isspace, lines)) else count - 2
    return Diary(lines, 0, count, text.count("\n", 0, at), rows_end)


def goes_on(lines: Sequence[str], index: int, end: int) -> bool:
    """Whether a line is a row or the continuation of one."""
    turn, bar, _ = lines[index].partition("|") if index < end else ("", "", "")
    return bool(bar) and (not turn.strip() or turn.strip().isdecimal())


def ends(lines: Sequence[str], index: int, end: int) -> bool:
    """Whether the blank line at ``index`` ends the rows."""
    return goes_on(lines, index - 1, end) and not goes_on(lines, index + 1, end)
