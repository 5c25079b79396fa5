"""The notes of a morgue, row by row, as a forger writes them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import NamedTuple

from necropsy.games.dcss.forger.page import lines_of, version, with_lines
from necropsy.tamper.original import Sheet

__all__ = ["Row", "retimed", "rewritten_row", "rows_of", "with_rows", "without_row"]


class Row(NamedTuple):
    """A row of the notes.

    Attributes:
        start: index of its first line.
        end: index after its last line.
        turn: player turns since the start.
        place: the Place column.
        text: the note.
    """

    start: int
    end: int
    turn: int
    place: str
    text: str


_LONGEST = 56
"""Characters of a note's line, from 0.19 on; older versions let it run."""


def rows_of(sheet: Sheet) -> list[Row]:
    """The rows, in order; none where the sheet has no notes."""
    notes = sheet.record.value("notes")
    if notes is None:
        return []
    lines, found = lines_of(sheet), list(notes)
    rows = []
    for at, note in enumerate(found):
        start = note.line - 1
        end = found[at + 1].line - 1 if at + 1 < len(found) else start + 1
        while end < len(lines) and at + 1 == len(found) and lines[end].lstrip().startswith("|"):
            end += 1
        rows.append(Row(start, end, note.turn, note.place, note.text))
    return rows


def with_rows(sheet: Sheet, before: int, rows: Sequence[tuple[int, str, str]]) -> str | None:
    """The text with new rows (turn, place, note) above one row; ``None`` where there are no notes."""
    there = rows_of(sheet)
    if not there or not rows:
        return None
    start = there[before].start
    new = [line for row in rows for line in _written(sheet, *row)]
    return with_lines(sheet, start, start, new)


def rewritten_row(sheet: Sheet, at: int, turn: int, place: str, text: str) -> str | None:
    """The text with another row in place of one; ``None`` where there are no notes."""
    there = rows_of(sheet)
    if not there:
        return None
    row = there[at]
    return with_lines(sheet, row.start, row.end, _written(sheet, turn, place, text))


def without_row(sheet: Sheet, at: int) -> str:
    """The text without one row."""
    row = rows_of(sheet)[at]
    return with_lines(sheet, row.start, row.end, ())


def retimed(sheet: Sheet, turn_of: Callable[[int, bool], int]) -> str | None:
    """The text with other turns in the notes, given for each its old one and whether it is the last."""
    rows, lines = rows_of(sheet), lines_of(sheet)
    for at, row in enumerate(rows):
        _, bar, rest = lines[row.start].partition("|")
        width = lines[row.start].index(bar)
        lines[row.start] = f"{_turn(turn_of(row.turn, at == len(rows) - 1), width)}|{rest}"
    return "\n".join(lines) if rows else None


def _turn(turn: int, width: int) -> str:
    return f"{turn:>{width - 1}} " if len(str(turn)) < width else str(turn)


def _written(sheet: Sheet, turn: int, place: str, text: str) -> list[str]:
    """The lines of a row, in the columns of the first one."""
    first = lines_of(sheet)[rows_of(sheet)[0].start]
    bar = first.index("|")
    second = first.index("|", bar + 1)
    wrapped = textwrap.wrap(text, _LONGEST) if version(sheet).since("0.19") else [text]
    head = f"{_turn(turn, bar)}| {place:<{second - bar - 2}}| {wrapped[0]}"
    return [head, *(f"{' ' * second}| {more}" for more in wrapped[1:])]
