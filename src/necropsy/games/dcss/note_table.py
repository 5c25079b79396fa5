"""The table of the notes, column by column: most rows are looked at by their turn and place alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
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
        beginnings: what they begin with.
        word: or a word that they have in them.
    """

    beginnings: tuple[str, ...]
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

    Attributes:
        even: whether each line is a row with its first bar in one column, or goes on with the row above it.
    """

    def __init__(
        self,
        table: Sequence[str],
        number: int,
        places: set[str],
        telling: Sequence[tuple[int, int | None]],
        bar: int = 0,
    ) -> None:
        self.places = places
        self.telling = telling
        self.number = number
        self.even = bar > 0
        self._table = table
        self._bar = bar

    @classmethod
    def made(cls, table: Sequence[str], number: int, notes: list[Note], telling: Telling) -> Notes:
        """Notes that were all looked at, as their table is not even."""
        told = [
            (note.line - number, None)
            for note in notes
            if note.text.startswith(telling.beginnings) or telling.word in note.text
        ]
        new = cls(table, number, {note.place for note in notes}, told)
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
        turns: list[Any] = self._column() if self.even else [note.turn for note in self._all]
        return turns == sorted(turns)

    def _column(self) -> list[str]:
        column = list(map(itemgetter(slice(self._bar)), self._table))
        blank = " " * self._bar
        return [turn for turn in column if turn != blank] if blank in column else column

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
    return Notes.made(lines[start:end], start + 1, list(map(_note, rows)), telling) if rows else None


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
    """The notes in a table's lines, of which the first has a number; ``None`` where one is no line of it."""
    turn, bar, _ = table[0].partition("|")
    if not bar or not turn or len(turn) > _LONGEST_NUMBER:
        return None
    # No line has a line feed in it.
    text = "\n".join(("", *table, ""))
    stretch = _stretch(len(turn), turn[-1] == " ", telling.beginnings)
    places: set[str] = set()
    told: dict[int, int | None] = {}
    at, counted, index = 1, 1, 0
    while match := stretch.match(text, at):
        place, tells, level, more = match.groups()
        places.add(place)
        if tells is not None or more:
            index += text.count("\n", counted, at)
            counted = at
            told[index] = int(level) if level else None
        at = match.end()
    if at < len(text):
        return None
    for index in lines_with(text, telling.word, 1):
        # A note that goes on below its row is among them already.
        if not table[index][: len(turn)].isspace():
            told.setdefault(index)
    return Notes(table, number, set(map(str.strip, places)), sorted(told.items()), len(turn))


@lru_cache(maxsize=64)
def _stretch(bar: int, padded: bool, beginnings: tuple[str, ...]) -> re.Pattern[str]:
    """A row with the lines that go on with it, and those below it that have its place and tell nothing."""
    row = rf" *+[0-9]++{' ' if padded else ''}\|(?<=\n.{{{bar + 1}}})"
    telling = rf"(?:{_ODD}| (?:{_LEVEL}|{'|'.join(map(_first_words, beginnings))}))"
    nothing = telling.replace("(?P<level>", "(?:")
    rest = rf".{{0,{_LONGEST_TEXT}}}+\n"
    goes_on = rf" {{{bar + 1},{_LONGEST_MARGIN}}}\|"
    return re.compile(
        rf"{row}(?P<place>[^|\n]{{0,{_LONGEST_PLACE}}})\|(?P<tells>{telling})?{rest}"
        rf"(?P<more>(?:{goes_on}{rest})*)"
        rf"(?:{row}(?P=place)\|(?!{nothing}){rest}(?!{goes_on}))*"
    )


_LEVEL = r"Reached XP level (?P<level>[0-9]{1,3})\."

# What the game prints is a blank and a word; with more blanks between them it may be any word.
_ODD = r"(?! \S)"


def _first_words(beginning: str) -> str:
    """The pattern of two words: they tell a level from a skill ("Reached XP")."""
    first, second, *_ = map(re.escape, beginning.split())
    return rf"{first}(?:{_ODD}| {second})"


_LONGEST_PLACE, _LONGEST_MARGIN, _LONGEST_TEXT = 40, 40, 4000


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
