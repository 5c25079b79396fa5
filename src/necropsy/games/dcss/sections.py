"""Cutting a morgue into its sections, in one pass over its lines.

A player can reorder, repeat, drop and add sections, so each is known by the line that
opens it and never by its position. Text that players write freely can look like such a
line; it is kept out by structure:

* the header, the score block and the title line are known by their own shape;
* inside the run of messages that follows ``Message History`` nothing opens a section;
* the notes need both of their heading lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from necropsy.games.dcss import grammar

__all__ = ["Section", "Sections", "cut"]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a morgue.

    Attributes:
        kind: what it is (``"notes"``).
        start: index of the line that opens it, from 0.
        end: index after its last line.
    """

    kind: str
    start: int
    end: int


# Full opening lines (or their beginnings) by their first five characters.
_OPENINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "Inven": (("Inventory:", "inventory"),),
    "   Sk": (("   Skills:", "skills"),),
    "Skill": (("Skills:", "skills"), ("Skill  ", "skill_gains")),
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
    "Innat": (("Innate Abilities", "mutations"),),
    "Mutat": (("Mutations & Other Weirdness", "mutations"),),
    "Messa": (("Message History", "messages"),),
    "Vanqu": (("Vanquished Creatures", "kills"),),
    "Grand": (("Grand Total: ", "grand_total"),),
    "Notes": (("Notes", "notes"),),
    "Illus": (("Illustrated notes", "illustrated"),),
    "Level": (("Levels and vault maps discovered:", "vaults"),),
    "Actio": (("Action ", "actions"),),
    "Table": (("Table legend:", "table"),),
    "DLua ": (("DLua errors:", "lua_errors"),),
    "Condu": (("Conducts for god:", "table"),),
}
_FIRST_FIVE = frozenset(_OPENINGS)

# "You have visited ..." and "You had 3 gold" belong to the misc block.
_SPELLS_TAIL = ("spell level", "spells")


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
        self._starts = [mark[0] for mark in marks]
        self._kinds = [mark[1] for mark in marks]
        self._count = len(lines)

    def __iter__(self) -> Iterator[Section]:
        ends = [*self._starts[1:], self._count]
        for kind, start, end in zip(self._kinds, self._starts, ends, strict=False):
            yield Section(kind, start, end)

    def all(self, kind: str) -> list[Section]:
        """Every section of a kind, in the file's order."""
        return [section for section in self if section.kind == kind]

    def only(self, kind: str) -> Section | None:
        """The section of a kind, or ``None`` where there is none or more than one."""
        found = self.all(kind)
        return found[0] if len(found) == 1 else None

    def end_of(self, start: int) -> int:
        """Index after the last line of the section that the line ``start`` opens."""
        position = bisect_right(self._starts, start)
        return self._starts[position] if position < len(self._starts) else self._count

    def repeated(self) -> list[Section]:
        """Sections that appear again although the game writes them once."""
        seen: set[str] = set()
        again = []
        for section in self:
            if section.kind in _WRITTEN_ONCE and section.kind in seen:
                again.append(section)
            seen.add(section.kind)
        return again


_WRITTEN_ONCE = frozenset({"inventory", "skills", "notes", "skill_gains", "actions"})


def cut(text: str, lines: Sequence[str]) -> Sections:
    """Cut a morgue. ``lines`` are the lines of ``text``."""
    candidates = [i for i, line in enumerate(lines) if line[:5] in _FIRST_FIVE]
    opened = [(i, kind) for i in candidates if (kind := _kind(lines, i))]
    spoken = _message_lines(lines, opened)
    opened = [mark for mark in opened if not _inside(mark[0], spoken)]
    return Sections(
        lines,
        opened,
        _structural(text, lines, "character file.", _is_header, spoken),
        _structural(text, lines, "Began as a", _is_score_line, spoken),
        _structural(text, lines, ", Time:", _is_title_line, spoken),
    )


def _kind(lines: Sequence[str], index: int) -> str:
    line = lines[index]
    for opening, kind in _OPENINGS[line[:5]]:
        if not line.startswith(opening):
            continue
        if kind == "spells" and not any(tail in line for tail in _SPELLS_TAIL):
            return ""
        if kind == "notes" and not _heads_notes(lines, index):
            return ""
        if kind == "skill_gains" and "XL: |" not in line:
            return ""
        if kind == "actions" and not line.rstrip().endswith("|| total"):
            return ""
        return kind
    return ""


def _heads_notes(lines: Sequence[str], index: int) -> bool:
    following = lines[index + 1] if index + 1 < len(lines) else ""
    return lines[index].rstrip() == "Notes" and following.lstrip("| ").startswith("Turn ")


def _message_lines(lines: Sequence[str], opened: list[tuple[int, str]]) -> list[range]:
    """The runs of messages: from ``Message History`` to the blank line after them."""
    runs = []
    for start, kind in opened:
        if kind != "messages" or (runs and start in runs[-1]):
            continue
        first = start + 1
        while first < len(lines) and not lines[first].strip():
            first += 1
        end = first
        while end < len(lines) and lines[end].strip():
            end += 1
        # Only what stands behind a blank line is messages: with none left there is no run.
        runs.append(range(start + 1, end if first > start + 1 else start + 1))
    return runs


def _inside(index: int, runs: list[range]) -> bool:
    return any(index in run for run in runs)


def _structural(
    text: str,
    lines: Sequence[str],
    literal: str,
    index_of: object,
    spoken: list[range],
) -> list[int]:
    """Line indexes that hold ``literal`` and have the shape; those outside messages if any."""
    assert callable(index_of)
    found: list[int] = []
    position = text.find(literal)
    number, counted = 0, 0
    while position >= 0:
        number += text.count("\n", counted, position)
        counted = position
        index = index_of(lines, number)
        if index is not None and index not in found:
            found.append(index)
        position = text.find(literal, position + len(literal))
    outside = [index for index in found if not _inside(index, spoken)]
    return outside or found


def _is_header(lines: Sequence[str], index: int) -> int | None:
    line = grammar.squeezed(lines[index][: grammar.LONGEST_LINE + 1])
    return index if grammar.read(grammar.HEADER, line) else None


def _is_score_line(lines: Sequence[str], index: int) -> int | None:
    """The line above an indented ``Began as`` that reads as a score line."""
    began, above = lines[index], lines[index - 1] if index else ""
    if not began[:1].isspace() or above[:1].isspace():
        return None
    if not grammar.squeezed(began[: grammar.LONGEST_LINE]).startswith("Began as a"):
        return None
    line = grammar.squeezed(above[: grammar.LONGEST_LINE + 1])
    return index - 1 if grammar.read(grammar.SCORE_LINE, line) else None


def _is_title_line(lines: Sequence[str], index: int) -> int | None:
    line = lines[index]
    if line[:1].isspace() or "Turns: " not in line:
        return None
    line = grammar.squeezed(line[: grammar.LONGEST_LINE + 1])
    return index if grammar.read(grammar.TITLE_LINE, line) else None
