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

# Opening lines that stand alone, as the game writes them: most of those of a file.
_WHOLE = {
    "Inventory:": "inventory",
    "   Skills:": "skills",
    "Message History": "messages",
    "Dungeon Overview and Level Annotations": "dungeon",
    "Annotations:": "annotations",
    "Innate Abilities, Weirdness & Mutations": "mutations",
    "Vanquished Creatures": "kills",
    "Vanquished Creatures (collateral kills)": "kills",
    "Vanquished Creatures (others)": "kills",
    "Illustrated notes": "illustrated",
    "Levels and vault maps discovered:": "vaults",
    "Table legend:": "table",
    "DLua errors:": "lua_errors",
}

# What stands in each opening line of these beginnings, and not in most messages that begin so.
_SIGNS = {"You h": "spell", "There": "sight", "Dunge": "Overview"}

_new = tuple.__new__

Matches = dict[int, grammar.Match]
"""Lines of one kind, by index, as their grammar read them."""


class Sections:
    """The sections of one morgue.

    Attributes:
        count: how many lines there are.
        marks: index and kind of each line that opens a section.
        headers: the lines that read as a header.
        score_lines: the score lines that a ``Began as`` line follows.
        title_lines: the overview's title lines.
    """

    def __init__(
        self,
        count: int,
        marks: list[tuple[int, str]],
        headers: Matches,
        score_lines: Matches,
        title_lines: Matches,
    ) -> None:
        self.count = count
        self.marks = sorted(marks)
        self.headers = headers
        self.score_lines = score_lines
        self.title_lines = title_lines
        self._starts = [start for start, _ in self.marks]
        self._sections: list[Section] = []
        self._by_kind: dict[str, list[Section]] = {}
        ends = [*self._starts[1:], count]
        for (start, kind), end in zip(self.marks, ends, strict=False):
            section = _new(Section, (kind, start, end))
            self._sections.append(section)
            self._by_kind.setdefault(kind, []).append(section)

    def __iter__(self) -> Iterator[Section]:
        return iter(self._sections)

    @property
    def structure(self) -> tuple[Matches, Matches, Matches]:
        """The lines that the game writes once: headers, score lines, title lines."""
        return self.headers, self.score_lines, self.title_lines

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
        return self._starts[position] if position < len(self._starts) else self.count

    def repeated(self) -> list[Section]:
        """Sections that appear again although the game writes them once: the second of each kind."""
        found = [self.all(kind) for kind in _WRITTEN_ONCE]
        return [sections[1] for sections in found if len(sections) > 1]


_WRITTEN_ONCE = ("inventory", "skills", "notes", "skill_gains", "actions")


_first_five = itemgetter(slice(5))


def cut(text: str, lines: Sequence[str], head: Sections | None = None, length: int = 0) -> Sections:
    """Cut a morgue.

    Args:
        text: its text.
        lines: the lines of the text.
        head: the sections of its first lines, in which nothing is text that players write.
        length: how many characters these lines have.
    """
    first = head.count if head else 0
    marks, foreign = _opened(lines, first)
    found: list[Matches] = []
    # One word each: blanks can have been doubled on the way.
    for kind, literal, read in (
        ("header", "file.", _header),
        ("score_block", "Began", _score_line),
        ("overview", "Time:", _title_line),
    ):
        matches: Matches = {}
        for number in lines_with(text, literal, length, first):
            index, match = read(lines, number)
            if match is not None and index not in foreign:
                matches[index] = match
                marks.append((index, kind))
        found.append(matches)
    if head:
        marks += head.marks
        found = [above | below for above, below in zip(head.structure, found, strict=True)]
    return Sections(len(lines), marks, *found)


def _opened(lines: Sequence[str], first: int) -> tuple[list[tuple[int, str]], _Foreign]:
    """The lines from ``first`` on that open a section, and those that are not the game's own."""
    known = map(_FIRST_FIVE.__contains__, map(_first_five, lines[first:] if first else lines))
    marks: list[tuple[int, str]] = []
    foreign = _Foreign()
    own = first
    for index in compress(range(first, len(lines)), known):
        # Many a message begins as an opening line does: "You hit the rat."
        if index < own:
            continue
        kind = _kind(lines, index)
        if not kind:
            continue
        if marks and marks[-1][1] == "annotations":
            foreign.add_annotations(lines, marks[-1][0], index)
        if kind == "messages":
            own = foreign.add_messages(lines, index)
        marks.append((index, kind))
    if marks and marks[-1][1] == "annotations":
        foreign.add_annotations(lines, marks[-1][0], len(lines))
    return marks, foreign


def _kind(lines: Sequence[str], index: int) -> str:
    line = lines[index]
    if line in _WHOLE:
        return _WHOLE[line]
    beginning = line[:5]
    if _SIGNS.get(beginning, "") not in line:
        return ""
    line = grammar.squeezed(line)
    for opening, kind in _OPENINGS[beginning]:
        if line.startswith(opening):
            return kind if kind not in _SURE or _SURE[kind](lines, index, line) else ""
    return ""


def _heads_notes(lines: Sequence[str], index: int, _line: str) -> bool:
    following = grammar.squeezed(lines[index + 1]) if index + 1 < len(lines) else ""
    return lines[index].rstrip() == "Notes" and following.startswith(("Turn |", "| Turn |"))


_SURE: dict[str, Callable[[Sequence[str], int, str], bool]] = {
    # "You have visited ..." and "You had 3 gold" belong to the misc block.
    "spells": lambda _lines, _index, line: "spell level" in line or "spells" in line,
    "notes": _heads_notes,
    "actions": lambda _lines, _index, line: line.endswith("|| total"),
}
"""What else must be so where an opening line begins as others do, by kind."""


class _Foreign:
    """Lines of text that players and servers write: the messages, the level annotations.

    Each run ends at the next blank line. The game puts a blank line between ``Message
    History`` and the messages; where none is left there is no telling what is a message.
    """

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add_messages(self, lines: Sequence[str], start: int) -> int:
        """Add the messages under their heading, which no section begins among; give the index after them."""
        first = _text_from(lines, start + 1)
        end = _blank_from(lines, first, len(lines)) if first > start + 1 else start + 1
        if end + 1 < len(lines) and lines[end + 1].startswith(_BELOW_THE_GREETING):
            end = _blank_from(lines, end + 1, len(lines))
        self._add(start, end)
        return end

    def add_annotations(self, lines: Sequence[str], start: int, limit: int) -> None:
        """Add the annotations under their heading. Each begins with a level's name, so none is a heading."""
        self._add(start, _blank_from(lines, start + 1, limit))

    def _add(self, start: int, end: int) -> None:
        self._starts.append(start + 1)
        self._ends.append(end)

    def __contains__(self, index: int) -> bool:
        position = bisect_right(self._starts, index) - 1
        return position >= 0 and index < self._ends[position]


# In sprints of 0.9 to 0.14 an empty message stands between the greeting and this one.
_BELOW_THE_GREETING = "Press ? for a list of commands"


def _text_from(lines: Sequence[str], index: int) -> int:
    """Index of the first line from ``index`` on that is not blank."""
    while index < len(lines) and not lines[index].strip():
        index += 1
    return index


def _blank_from(lines: Sequence[str], index: int, end: int) -> int:
    """Index of the first line from ``index`` on that is blank; ``end`` if none before it is."""
    try:
        empty = lines.index("", index, end)
    except ValueError:
        empty = end
    run = lines[index:empty]
    if any(map(str.isspace, run)):
        return next(at for at, line in enumerate(run, index) if line.isspace())
    return empty


def lines_with(text: str, literal: str, start: int = 0, number: int = 0) -> list[int]:
    """Indexes of the lines that hold a literal.

    Args:
        text: the text.
        literal: what they hold.
        start: where to begin, at the end of a line if not with the first.
        number: how many lines end there or before.
    """
    found = []
    position = text.find(literal, start)
    counted, number = start, max(number - 1, 0)
    while position >= 0:
        number += text.count("\n", counted, position)
        counted = position
        found.append(number)
        end = text.find("\n", position)
        position = text.find(literal, end) if end >= 0 else -1
    return found


Reading = tuple[int, grammar.Match | None]


def _header(lines: Sequence[str], index: int) -> Reading:
    return index, grammar.read(grammar.HEADER, grammar.squeezed(lines[index]))


def _score_line(lines: Sequence[str], index: int) -> Reading:
    """The line above an indented ``Began as`` that reads as a score line."""
    began, above = lines[index], lines[index - 1] if index else ""
    if not began[:1].isspace() or above[:1].isspace():
        return index, None
    if not grammar.squeezed(began).startswith("Began as a"):
        return index, None
    return index - 1, grammar.read(grammar.SCORE_LINE, grammar.squeezed(above))


def _title_line(lines: Sequence[str], index: int) -> Reading:
    line = lines[index]
    if line[:1].isspace() or "Turns:" not in line:
        return index, None
    return index, grammar.read(grammar.TITLE_LINE, grammar.squeezed(line))
