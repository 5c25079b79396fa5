"""The table of the notes, column by column: most rows are looked at by their turn and place alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import compress
from operator import itemgetter
from typing import NamedTuple, overload

import pyparsing as pp

from necropsy.games.dcss import grammar
from necropsy.games.dcss.diary import goes_on
from necropsy.games.dcss.sections import lines_with

__all__ = ["Note", "Notes", "note_at", "notes_of"]


class Note(NamedTuple):
    """One row of the notes.

    Attributes:
        turn: player turns since the start.
        place: the Place column, as it stands (``"D:1"``).
        text: the note, continuation rows joined.
        line: the number of its first line.
    """

    turn: int
    place: str
    text: str
    line: int


# What a named tuple's own way to be made takes for the count of its fields is half of it.
_note: Callable[[tuple[int, str, str, int]], Note] = partial(tuple.__new__, Note)


class Notes(Sequence[Note]):
    """The notes of a morgue.

    Attributes:
        turns: the turn of each.
        places: the different places.
        lines: the number of the first line of each.
        even: whether each line of the table is a row with its bars in the same columns as those of
            the others, or goes on with the row above it.
    """

    __slots__ = ("_column", "_made", "_more", "_rows", "even", "lines", "places", "turns")

    def __init__(self, turns: Sequence[int], places: set[str], lines: Sequence[int]) -> None:
        self.turns = turns
        self.places = places
        self.lines = lines
        self.even = False
        self._made: Sequence[Note] = ()
        self._rows: Sequence[str] = ()
        self._more: dict[int, list[str]] = {}
        self._column = 0

    @classmethod
    def made(cls, notes: Sequence[Note]) -> Notes:
        """Notes that were all looked at."""
        turns, places, _, lines = zip(*notes, strict=True)
        new = cls(turns, set(places), lines)
        new._made = notes
        return new

    @classmethod
    def of_table(
        cls,
        turns: Sequence[int],
        places: set[str],
        lines: Sequence[int],
        rows: Sequence[str],
        more: dict[int, list[str]],
        column: int,
    ) -> Notes:
        """The notes of an even table, which are looked at when they are asked for.

        Args:
            turns: the turn of each.
            places: the different places.
            lines: the number of the first line of each.
            rows: the first line of each.
            more: by the index of a note the other lines that it has.
            column: where the text begins in each row.
        """
        new = cls(turns, places, lines)
        new._rows, new._more, new._column, new.even = rows, more, column, True
        return new

    def __len__(self) -> int:
        return len(self.turns)

    @overload
    def __getitem__(self, index: int) -> Note: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Note]: ...

    def __getitem__(self, index: int | slice) -> Note | Sequence[Note]:
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(*index.indices(len(self)))))
        if not self.even:
            return self._made[index]
        if index < 0:
            index += len(self)
        _, place, text = self._rows[index].split("|", 2)
        text = text.strip()
        if "  " in text:
            text = grammar.squeezed(text)
        for line in self._more.get(index, ()):
            text = _joined(text, line)
        return _note((self.turns[index], place.strip(), text, self.lines[index]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Notes) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def place_at(self, line: int) -> str:
        """The place of the note that begins on a line; "" where none does."""
        at = bisect_left(self.lines, line)
        return self[at].place if at < len(self) and self.lines[at] == line else ""

    def begins(self, index: int, beginning: pp.Regex) -> grammar.Match | None:
        """How a note begins, if its text stands in its row as the game prints it."""
        row = self._rows[index] if self.even else ""
        if row[self._column : self._column + 1] != " ":
            return None
        match: grammar.Match | None = beginning.re.match(row, self._column + 1)
        return match

    def candidates(self, beginnings: tuple[str, ...], words: str = "") -> Iterable[int]:
        """The indexes of the notes that may begin with one of some texts, or hold some words."""
        if not self.even:
            return range(len(self))
        first = list(map(itemgetter(slice(self._column, self._column + 1 + _TELLING)), self._rows))
        wanted = _behind_a_blank(beginnings)
        maybe = {text for text in set(first) if text.startswith(wanted)}
        if not _are_of_one_blank(first):
            maybe.update(text for text in set(first) if not _are_of_one_blank((text,)))
        found = [index for index, text in enumerate(first) if text in maybe] if maybe else []
        if words:
            # One word of them is whole on its line, if the note has one line.
            held = lines_with("\n".join(self._rows), words.split(maxsplit=1)[0])
            found = sorted({*found, *held, *self._more})
        return found


# So many characters tell a level from a skill ("Reached XP"); a text may have less.
_TELLING = 9


@lru_cache(maxsize=8)
def _behind_a_blank(beginnings: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f" {beginning[:_TELLING]}" for beginning in beginnings)


def _are_of_one_blank(texts: Sequence[str]) -> bool:
    """Whether texts begin as the game prints them: behind one blank, with one between words."""
    # No row has a line feed in it.
    joined = "\n".join(("", *texts))
    return joined.count("\n ") == len(texts) and "  " not in joined and joined.replace("\n", "").isprintable()


_CELLS = 3
_NO_NUMBER = re.compile(r"[^ 0-9]")
_HEADING = 2
_LONGEST_ROW = grammar.LONGEST_LINE
_LONGEST_NUMBER = 18


def notes_of(lines: Sequence[str], start: int, end: int) -> Notes | None:
    """The notes in the lines under the heading; ``None`` where there is no row."""
    even = _even(lines, start, end)
    if even is not None:
        return even
    rows = _rows(lines, start, end)
    return Notes.made(list(map(_note, rows))) if rows else None


def _even(lines: Sequence[str], start: int, end: int) -> Notes | None:
    """The notes of a table that is as the game writes it; ``None`` where a line is none of it."""
    first = start + _HEADING
    if first >= end or lines[start][:1] != "T" or lines[start + 1][:1] != "-":
        return None
    table = list(lines[first:end])
    if "" in table:
        blank = table.index("")
        if goes_on(lines, first + blank + 1, end):
            return None
        del table[blank:]
    if not table or max(map(len, table)) > _LONGEST_ROW:
        return None
    return _of_table(table, first + 1)


def _of_table(rows: list[str], number: int) -> Notes | None:
    """The notes in a table's lines, of which the first has a number; ``None`` where one is no line of it."""
    bar = rows[0].find("|")
    second = rows[0].find("|", bar + 1)
    if not 0 < bar <= _LONGEST_NUMBER or second < 0:
        return None
    turns = list(map(itemgetter(slice(bar)), rows))
    numbers = list(range(number, number + len(rows)))
    more = _take_more(turns, rows, numbers)
    counted = _counted(turns)
    places = _places(set(map(itemgetter(slice(bar, second + 1)), rows)), second + 1 - bar)
    if more is None or counted is None or places is None:
        return None
    return Notes.of_table(counted, places, numbers, rows, more, second + 1)


def _take_more(turns: list[str], rows: list[str], numbers: list[int]) -> dict[int, list[str]] | None:
    """Take the lines that go on with the one above out of the rows; ``None`` if one goes on with none."""
    blank, at = " " * len(turns[0]), -1
    wrapped = [at := turns.index(blank, at + 1) for _ in range(turns.count(blank))]
    more: dict[int, list[str]] = {}
    for above, index in enumerate(wrapped, 1):
        if rows[index].count("|") != 1 or rows[index].partition("|")[0].strip() or index < above:
            return None
        more.setdefault(index - above, []).append(rows[index])
    if wrapped:
        kept = [turn != blank for turn in turns]
        rows[:], numbers[:] = compress(rows, kept), compress(numbers, kept)
        turns[:] = compress(turns, kept)
    return more


def _places(columns: set[str], width: int) -> set[str] | None:
    """The places between the bars of the rows; ``None`` where a bar stands elsewhere."""
    joined, count, bars = "".join(columns), len(columns), "|" * len(columns)
    if len(joined) != width * count or joined.count("|") != 2 * count:
        return None
    if joined[::width] != bars or joined[width - 1 :: width] != bars:
        return None
    return set(map(str.strip, joined.split("|")[1::2]))


def _counted(turns: Sequence[str]) -> list[int] | None:
    """The first column as numbers; ``None`` where one is none."""
    # For int() a number may have a sign or "_" in it.
    if _NO_NUMBER.search("".join(turns)):
        return None
    try:
        return list(map(int, turns))
    except ValueError:
        return None


def _joined(text: str, line: str) -> str:
    """A note with a line that goes on with it, as far as it is not too long."""
    if len(text) + len(line) > _LONGEST_ROW:
        return text
    return f"{text} {grammar.squeezed(line.partition('|')[2])}"


def _rows(lines: Sequence[str], start: int, end: int) -> list[tuple[int, str, str, int]]:
    """The rows of any table, each with its continuation rows joined; they end at a blank line."""
    rows: list[tuple[int, str, str, int]] = []
    for number, line in enumerate(lines[start:end], start + 1):
        cells = line.split("|", 2)
        turn = cells[0].strip()
        if turn.isdecimal() and len(cells) == _CELLS:
            if len(turn) <= _LONGEST_NUMBER and len(line) <= _LONGEST_ROW:
                text = cells[2].strip()
                if "  " in text:
                    text = grammar.squeezed(text)
                rows.append((int(turn), cells[1].strip(), text, number))
        elif turn or not rows:
            continue
        elif len(cells) > 1:
            first, place, text, at = rows[-1]
            rows[-1] = first, place, _joined(text, line), at
        elif not goes_on(lines, number, end):
            # In 0.8 a death that was not the end leaves a blank line inside its note.
            break
    return rows


def note_at(lines: Sequence[str], index: int, end: int) -> Note | None:
    """The note whose first row stands at ``index``; ``None`` if no note begins there."""
    if not _is_row(lines, index, end):
        return None
    last = index + 1
    while last < end and lines[last].lstrip().startswith("|"):
        last += 1
    return next(map(_note, _rows(lines, index, last)), None)


def _is_row(lines: Sequence[str], index: int, end: int) -> bool:
    turn, bar, _ = lines[index].partition("|") if index < end else ("", "", "")
    return bool(bar) and turn.strip().isdecimal()
