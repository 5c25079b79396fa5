"""The table of the notes, column by column: most rows are looked at by their turn and place alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, overload

from necropsy.games.dcss import grammar
from necropsy.games.dcss.diary import goes_on
from necropsy.games.dcss.sections import lines_with

__all__ = ["Note", "Notes", "Telling", "note_at", "notes_of"]


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


class Telling(NamedTuple):
    """How the notes can be known that tell something.

    Attributes:
        beginnings: patterns of what they begin with, in which a blank stands for some.
        reach: how many characters these fill at most.
        word: or a word that they have in them.
    """

    beginnings: tuple[str, ...]
    reach: int
    word: str


class Notes(Sequence[Note]):
    """The notes of a morgue. There is at least one; each is looked at when it is asked for.

    Args:
        table: the lines of the table, the first of which is a row where it is even.
        number: the number of the first line.
        places: the different places.
        telling: the indexes of the lines on which the notes begin that may tell something, each with
            the experience level that it surely says was reached.
        bar: where the first bar stands in each row; 0 where the table is not even.
        turns: the first column of an even table; a line that goes on with a row has the row's turn.

    Attributes:
        even: whether each line is a row with its bars in the same columns, or goes on with the row above it.
    """

    def __init__(
        self,
        table: Sequence[str],
        number: int,
        places: set[str],
        telling: Sequence[tuple[int, int | None]],
        bar: int = 0,
        turns: list[str] | None = None,
    ) -> None:
        self.places = places
        self.telling = telling
        self.number = number
        self.even = bar > 0
        self._table = table
        self._bar = bar
        self._turns = turns or []

    @classmethod
    def made(cls, table: Sequence[str], number: int, notes: list[Note]) -> Notes:
        """Notes that were all looked at, as their table is not even: each may tell something."""
        every = [(note.line - number, None) for note in notes]
        new = cls(table, number, {note.place for note in notes}, every)
        new._all = notes
        return new

    @cached_property
    def _all(self) -> list[Note]:
        return list(map(_note, _rows(self._table, 0, len(self._table), self.number)))

    @cached_property
    def first(self) -> Note:
        """The first note."""
        return self.begun_at(0) if self.even else self._all[0]

    @cached_property
    def last(self) -> Note:
        """The last note."""
        if not self.even:
            return self._all[-1]
        index = len(self._table) - 1
        while not self._begins_at(index):
            index -= 1
        return self.begun_at(index)

    @property
    def turns(self) -> Sequence[int]:
        """The turn of each."""
        return [note.turn for note in self._all]

    def in_order(self) -> bool:
        """Whether the turns never fall."""
        # Where all stand under each other, digits below digits, they need not be taken for numbers.
        turns: Sequence[Any] = self._turns if self.even else self.turns
        return turns == sorted(turns)

    def place_at(self, line: int) -> str:
        """The place of the note that begins on a line; "" where none does."""
        if self.even:
            index = line - self.number
            begins = 0 <= index < len(self._table) and self._begins_at(index)
            return self._table[index].split("|", 2)[1].strip() if begins else ""
        at = bisect_left(self._all, line, key=attrgetter("line"))
        return self._all[at].place if at < len(self._all) and self._all[at].line == line else ""

    def begun_at(self, index: int) -> Note:
        """The note that begins on a line of the table."""
        if not self.even:
            return self._all[bisect_left(self._all, self.number + index, key=attrgetter("line"))]
        turn, place, text = self._table[index].split("|", 2)
        text = text.strip()
        if "  " in text:
            text = grammar.squeezed(text)
        below = index + 1
        while below < len(self._table) and not self._begins_at(below):
            text = _joined(text, self._table[below])
            below += 1
        return _note((int(turn), place.strip(), text, self.number + index))

    def _begins_at(self, index: int) -> bool:
        return not self._table[index][: self._bar].isspace()

    def __len__(self) -> int:
        return len(self._all)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Note]:
        return iter(self._all)

    @overload
    def __getitem__(self, index: int) -> Note: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Note]: ...

    def __getitem__(self, index: int | slice) -> Note | Sequence[Note]:
        return self._all[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Notes) and self._all == other._all

    __hash__ = None  # type: ignore[assignment]


_CELLS = 3
_HEADING = 2
_LONGEST_ROW = grammar.LONGEST_LINE
_LONGEST_NUMBER = 18
_LONGEST_PLACE = 40


def notes_of(lines: Sequence[str], start: int, end: int, telling: Telling) -> Notes | None:
    """The notes in the lines under the heading; ``None`` where there is no row.

    Args:
        lines: the lines of the file.
        start: the index of the line under the heading.
        end: the index after the last line of the section.
        telling: what tells something.
    """
    even = _even(lines, start, end, telling)
    if even is not None:
        return even
    rows = _rows(lines, start, end)
    return Notes.made(lines[start:end], start + 1, list(map(_note, rows))) if rows else None


def _even(lines: Sequence[str], start: int, end: int, telling: Telling) -> Notes | None:
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
    # In older versions a line of blanks stands under the table.
    while table and table[-1].isspace():
        table.pop()
    return _of_table(table, first + 1, telling) if table else None


def _of_table(table: list[str], number: int, telling: Telling) -> Notes | None:
    """The notes in a table's lines, where all bars stand under each other; ``None`` where one does not.

    What stands in a column is looked at all at once: a table has some two hundred lines.
    """
    bar = table[0].find("|")
    second = table[0].find("|", bar + 1)
    if not (0 < bar <= _LONGEST_NUMBER and bar < second <= bar + _LONGEST_PLACE):
        return None
    if max(map(len, table)) > _LONGEST_ROW:
        return None
    turns = list(map(itemgetter(slice(bar)), table))
    places = list(map(itemgetter(slice(bar, second + 1)), table))
    broken = _filled(turns, places)
    different = set(places)
    if broken is None or not _TURNS.fullmatch(_column(turns)) or not _PLACES.fullmatch(_column(different)):
        return None
    told = _told(table, bar, second, broken, telling)
    return Notes(table, number, {place[1:-1].strip() for place in different}, told, bar, turns)


def _filled(turns: list[str], places: list[str]) -> list[int] | None:
    """The rows that go on below, once each such line was given the turn and the place of its row.

    ``None`` where one has a turn or a place of its own.
    """
    rows, index = [], -1
    margin, goes_on = " " * len(turns[0]), " " * (len(places[0]) - 1) + "|"
    for _ in range(turns.count(margin)):
        above, index = index, turns.index(margin, index + 1)
        if not index or places[index] != goes_on:
            return None
        if index - 1 != above:
            rows.append(index - 1)
        turns[index], places[index] = turns[index - 1], places[index - 1]
    return rows


# No line has a line feed in it.
_TURNS = re.compile(r"(?: *+[0-9]++ \n)*+")
_PLACES = re.compile(r"(?:\|[^|\n]*+\|\n)*+")


def _column(cells: Iterable[str]) -> str:
    return "\n".join(cells) + "\n"


def _told(
    table: list[str], bar: int, second: int, broken: list[int], telling: Telling
) -> list[tuple[int, int | None]]:
    """The lines on which the notes begin that may tell something, each with a level that it surely says.

    Args:
        table: the lines of an even table.
        bar: the column of the first bar.
        second: the column of the second one.
        broken: the rows that go on below.
        telling: what tells something.
    """
    text = "\n".join(("", *table))
    # What a row begins with may be told below it, if it is short.
    told: dict[int, int | None] = dict.fromkeys(
        row for row in broken if len(grammar.squeezed(table[row][second + 1 :])) < telling.reach
    )
    for index in lines_with(text, telling.word, 1):
        goes_on = table[index][:bar].isspace()
        told[broken[bisect_left(broken, index) - 1] if goes_on else index] = None
    parts = _row_telling(bar, second, telling.beginnings).split(text)
    index = -1
    for above, level in zip(parts[::2], parts[1::2], strict=False):
        index += above.count("\n") + 1
        told[index] = int(level) if level else None
    return sorted(told.items())


@lru_cache(maxsize=64)
def _row_telling(bar: int, second: int, beginnings: tuple[str, ...]) -> re.Pattern[str]:
    """The first part of a row that may tell something, with the level that it surely says."""
    begins = "|".join(beginnings).replace(" ", f"{_BLANK}++")
    return re.compile(
        rf"\n.{{{bar}}}\|.{{{second - bar - 1}}}\|"
        rf"(?: Reached XP level (?P<level>[0-9]{{1,3}})\.|{_BLANK}*+(?:{begins}))"
    )


_BLANK = r"[^\S\n]"


def _joined(text: str, line: str) -> str:
    """A note with a line that goes on with it, as far as it is not too long."""
    if len(text) + len(line) > _LONGEST_ROW:
        return text
    return f"{text} {grammar.squeezed(line.partition('|')[2])}"


def _rows(lines: Sequence[str], start: int, end: int, first: int = 1) -> list[tuple[int, str, str, int]]:
    """The rows of any table, each with its continuation rows joined; they end at a blank line.

    Args:
        lines: the lines of a file, or some of them.
        start: the index of the table's first line.
        end: the index after its last one.
        first: the number of the first of ``lines``.
    """
    rows: list[tuple[int, str, str, int]] = []
    for index, line in enumerate(lines[start:end], start):
        cells = line.split("|", 2)
        turn = cells[0].strip()
        if turn.isdecimal() and len(cells) == _CELLS:
            if len(turn) <= _LONGEST_NUMBER and len(line) <= _LONGEST_ROW:
                text = cells[2].strip()
                if "  " in text:
                    text = grammar.squeezed(text)
                rows.append((int(turn), cells[1].strip(), text, first + index))
        elif turn or not rows:
            continue
        elif len(cells) > 1:
            begun, place, text, number = rows[-1]
            rows[-1] = begun, place, _joined(text, line), number
        elif not goes_on(lines, index + 1, end):
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
