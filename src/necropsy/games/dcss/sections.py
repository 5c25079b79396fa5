"""Cutting a morgue into its sections, in one pass over its lines.

A player can reorder, repeat, drop and add sections, so each is known by the line that
opens it and never by its position. Text that players write freely can look like such a
line; it is kept out by structure:

* the header, the score block and the title line are known by their own shape;
* inside the run of messages that follows ``Message History``, and inside the level
  annotations, nothing opens a section and nothing is a header, a score or a title line;
* the notes need both of their heading lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import compress
from operator import itemgetter
from typing import NamedTuple

from necropsy.games.dcss import grammar

__all__ = ["Section", "Sections", "cut", "lines_with"]


class Section(NamedTuple):
    """A part of a morgue.

    Attributes:
        kind: what it is (``"notes"``).
        start: index of the line that opens it, from 0.
        end: index after its last line.
    """

    kind: str
    start: int
    end: int


# Opening lines (or their beginnings), squeezed, by the first five characters of the line.
_OPENINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "Inven": (("Inventory:", "inventory"),),
    "   Sk": (("Skills:", "skills"),),
    "Skill": (("Skills:", "skills"), ("Skill XL: |", "skill_gains")),
    "You h": (("You had ", "spells"), ("You have ", "spells")),
    "You c": (
        ("You couldn't memorise", "spells"),
        ("You cannot memorise", "spells"),
        ("You can't memorise", "spells"),
        ("You could see", "monsters"),
        ("You can see", "monsters"),
    ),
    "There": (
        ("There were no monsters in sight", "monsters"),
        ("There are no monsters in sight", "monsters"),
    ),
    "Dunge": (("Dungeon Overview and Level Annotations", "dungeon"),),
    "Overv": (("Overview of the Dungeon", "dungeon"),),
    "Annot": (("Annotations:", "annotations"), ("Annotations", "annotations")),
    "Innat": (("Innate Abilities", "mutations"),),
    "Mutat": (("Mutations & Other Weirdness", "mutations"),),
    "Messa": (("Message History", "messages"),),
    "Vanqu": (("Vanquished Creatures", "kills"),),
    "Grand": (("Grand Total:", "grand_total"),),
    "Notes": (("Notes", "notes"),),
    "Illus": (("Illustrated notes", "illustrated"),),
    "Level": (("Levels and vault maps discovered:", "vaults"),),
    "Actio": (("Action ", "actions"),),
    "Table": (("Table legend:", "table"),),
    "DLua ": (("DLua errors:", "lua_errors"),),
    "Condu": (("Conducts for god:", "table"),),
}
_FIRST_FIVE = frozenset(_OPENINGS)
_SPELLS = _OPENINGS["You h"]

# "You have visited ..." and "You had 3 gold" belong to the misc block.
_SPELLS_TAIL = ("spell level", "spells")


_new = tuple.__new__


class Sections:
    """The sections of one morgue.

    Attributes:
        headers: indexes of the lines that read as a header.
        score_lines: indexes of score lines that a ``Began as`` line follows.
        title_lines: indexes of the overview's title lines.
    """

    def __init__(
        self,
        lines: Sequence[str],
        opened: list[tuple[int, str]],
        headers: list[int],
        score_lines: list[int],
        title_lines: list[int],
    ) -> None:
        self.headers = headers
        self.score_lines = score_lines
        self.title_lines = title_lines
        structural = [(i, "header") for i in headers]
        structural += [(i, "score_block") for i in score_lines]
        structural += [(i, "overview") for i in title_lines]
        marks = sorted(opened + structural)
        self._starts = [start for start, _ in marks]
        self._count = len(lines)
        self._sections: list[Section] = []
        self._by_kind: dict[str, list[Section]] = {}
        ends = [*self._starts[1:], self._count]
        for (start, kind), end in zip(marks, ends, strict=False):
            section = _new(Section, (kind, start, end))
            self._sections.append(section)
            self._by_kind.setdefault(kind, []).append(section)

    def __iter__(self) -> Iterator[Section]:
        return iter(self._sections)

    def all(self, kind: str) -> list[Section]:
        """Every section of a kind, in the file's order."""
        return self._by_kind.get(kind, [])

    def only(self, kind: str) -> Section | None:
        """The section of a kind, or ``None`` where there is none or more than one."""
        found = self.all(kind)
        return found[0] if len(found) == 1 else None

    def end_of(self, start: int) -> int:
        """Index after the last line of the section that the line ``start`` opens."""
        position = bisect_right(self._starts, start)
        return self._starts[position] if position < len(self._starts) else self._count

    def repeated(self) -> list[Section]:
        """Sections that appear again although the game writes them once: the second of each kind."""
        return [section for kind in _WRITTEN_ONCE for section in self.all(kind)[1:2]]


_WRITTEN_ONCE = ("inventory", "skills", "notes", "skill_gains", "actions")


_first_five = itemgetter(slice(5))


def cut(text: str, lines: Sequence[str]) -> Sections:
    """Cut a morgue. ``lines`` are the lines of ``text``."""
    known = map(_FIRST_FIVE.__contains__, map(_first_five, lines))
    candidates = compress(range(len(lines)), known)
    opened = [(i, kind) for i in candidates if (kind := _kind(lines, i))]
    foreign = _Foreign(lines, opened)
    if foreign:
        opened = [mark for mark in opened if mark[0] not in foreign]
    return Sections(
        lines,
        opened,
        # One word each: blanks can have been doubled on the way.
        _structural(text, lines, "file.", _is_header, foreign),
        _structural(text, lines, "Began", _is_score_line, foreign),
        _structural(text, lines, "Time:", _is_title_line, foreign),
    )


def _kind(lines: Sequence[str], index: int) -> str:
    line = lines[index]
    openings = _OPENINGS[line[:5]]
    if openings is _SPELLS and "spell" not in line:
        # Most lines that begin so are messages.
        return ""
    line = grammar.squeezed(line)
    for opening, kind in openings:
        if not line.startswith(opening):
            continue
        if kind == "spells" and not any(tail in line for tail in _SPELLS_TAIL):
            return ""
        if kind == "notes" and not _heads_notes(lines, index):
            return ""
        if kind == "actions" and not line.endswith("|| total"):
            return ""
        return kind
    return ""


def _heads_notes(lines: Sequence[str], index: int) -> bool:
    following = grammar.squeezed(lines[index + 1]) if index + 1 < len(lines) else ""
    return lines[index].rstrip() == "Notes" and following.startswith(("Turn |", "| Turn |"))


_FREE = frozenset({"messages", "annotations"})


class _Foreign:
    """Lines of text that players and servers write: the messages, the level annotations.

    Each run ends at the next blank line. The game puts a blank line between ``Message
    History`` and the messages; where none is left there is no telling what is a message.
    """

    def __init__(self, lines: Sequence[str], opened: list[tuple[int, str]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        if not any(kind in _FREE for _, kind in opened):
            return
        limits = [*(start for start, _ in opened[1:]), len(lines)]
        for (start, kind), limit in zip(opened, limits, strict=False):
            if start in self:
                continue
            if kind == "messages":
                first = _skip(lines, start + 1, len(lines), blank=True)
                if first > start + 1:
                    self._add(start, _skip(lines, first, len(lines), blank=False))
            elif kind == "annotations":
                # Each begins with the name of a level, so none can open a section.
                self._add(start, _skip(lines, start + 1, limit, blank=False))

    def __bool__(self) -> bool:
        return bool(self._starts)

    def _add(self, start: int, end: int) -> None:
        self._starts.append(start + 1)
        self._ends.append(end)

    def __contains__(self, index: int) -> bool:
        position = bisect_right(self._starts, index) - 1
        return position >= 0 and index < self._ends[position]


def _skip(lines: Sequence[str], index: int, end: int, *, blank: bool) -> int:
    """Index of the first line from ``index`` on that is not blank, or that is."""
    while index < end and bool(lines[index].strip()) != blank:
        index += 1
    return index


def _structural(
    text: str,
    lines: Sequence[str],
    literal: str,
    index_of: Callable[[Sequence[str], int], int | None],
    foreign: _Foreign,
) -> list[int]:
    """Indexes of the lines that hold ``literal``, have the shape, and are the game's own."""
    found = (index_of(lines, number) for number in lines_with(text, literal))
    return [index for index in found if index is not None and index not in foreign]


def lines_with(text: str, literal: str) -> Iterator[int]:
    """Indexes of the lines that hold a literal."""
    position = text.find(literal)
    number, counted = 0, 0
    while position >= 0:
        number += text.count("\n", counted, position)
        counted = position
        yield number
        end = text.find("\n", position)
        position = text.find(literal, end) if end >= 0 else -1


def _is_header(lines: Sequence[str], index: int) -> int | None:
    return index if grammar.read(grammar.HEADER, grammar.squeezed(lines[index])) else None


def _is_score_line(lines: Sequence[str], index: int) -> int | None:
    """The line above an indented ``Began as`` that reads as a score line."""
    began, above = lines[index], lines[index - 1] if index else ""
    if not began[:1].isspace() or above[:1].isspace():
        return None
    if not grammar.squeezed(began).startswith("Began as a"):
        return None
    return index - 1 if grammar.read(grammar.SCORE_LINE, grammar.squeezed(above)) else None


def _is_title_line(lines: Sequence[str], index: int) -> int | None:
    line = lines[index]
    if line[:1].isspace() or "Turns:" not in line:
        return None
    return index if grammar.read(grammar.TITLE_LINE, grammar.squeezed(line)) else None
