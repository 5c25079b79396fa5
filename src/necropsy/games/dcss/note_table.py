"""The table of the notes, column by column: most rows are looked at by their turn and place alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple, overload

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
_note = partial(tuple.__new__, Note)


class Notes(Sequence[Note]):
    """The notes of a morgue.

    Attributes:
        turns: the turn of each.
        texts: the text of each.
        lines: the number of the first line of each.
        even: whether each line of the table is a row, or goes on with the one above it.
    """

    __slots__ = ("_places", "even", "lines", "texts", "turns")

    def __init__(
        self,
        turns: Sequence[int],
        places: Sequence[str],
        texts: Sequence[str],
        lines: Sequence[int],
        *,
        even: bool = False,
    ) -> None:
        self.turns = turns
        self._places = places
        self.texts = texts
        self.lines = lines
        self.even = even

    def __len__(self) -> int:
        return len(self.turns)

    @overload
    def __getitem__(self, index: int) -> Note: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Note]: ...

    def __getitem__(self, index: int | slice) -> Note | Sequence[Note]:
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(*index.indices(len(self)))))
        values = self.turns[index], self._places[index].strip(), self.texts[index], self.lines[index]
        note: Note = _note(values)
        return note

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Notes) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    @property
    def places(self) -> set[str]:
        """The different places."""
        return {place.strip() for place in set(self._places)}

    def place_at(self, line: int) -> str:
        """The place of the note that begins on a line; "" where none does."""
        return self._places[self.lines.index(line)].strip() if line in self.lines else ""

    def chosen(self, beginnings: Collection[str], words: str = "") -> Iterator[Note]:
        """The notes that begin with three letters of some, or hold some words, in their order."""
        found = [index for index, text in enumerate(self.texts) if text[:3] in beginnings]
        if words:
            others = set(lines_with("\n".join(self.texts), words)) - set(found)
            found = sorted((*found, *others)) if others else found
        return map(self.__getitem__, found)


_CELLS = 3
_HEADING = 2
_LONGEST_ROW = grammar.LONGEST_LINE
_LONGEST_NUMBER = 18


def notes_of(lines: Sequence[str], start: int, end: int) -> Notes | None:
    """The notes in the lines under the heading; ``None`` where there is no row."""
    even = _even(lines, start, end)
    if even is not None:
        return even
    rows = _rows(lines, start, end)
    return Notes(*zip(*rows, strict=True)) if rows else None


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


def _of_table(table: Sequence[str], number: int) -> Notes | None:
    """The notes in a table's lines, of which the first has a number; ``None`` where one is no line of it."""
    rows = [line.split("|", 2) for line in table]
    wrapped = [index for index, cells in enumerate(rows) if len(cells) != _CELLS]
    if wrapped and (wrapped[0] == 0 or not all(_is_more(rows[index]) for index in wrapped)):
        return None
    more = [rows[index][1] for index in wrapped]
    numbers = list(range(number, number + len(table)))
    for index in reversed(wrapped):
        del rows[index], numbers[index]
    turns, places, said = zip(*rows, strict=True)
    counted = _counted(turns)
    if counted is None:
        return None
    texts = list(map(str.strip, said))
    if "  " in "\n".join(texts):
        texts = [grammar.squeezed(text) if "  " in text else text for text in texts]
    for above, (index, words) in enumerate(zip(wrapped, more, strict=True), 1):
        row = index - above
        # The bar and the blanks before it count, too.
        if len(texts[row]) + len(table[index]) <= _LONGEST_ROW:
            texts[row] = f"{texts[row]} {grammar.squeezed(words)}"
    return Notes(counted, places, texts, numbers, even=True)


def _is_more(cells: Sequence[str]) -> bool:
    """Whether a line that is no row goes on with the note above it."""
    return len(cells) == _CELLS - 1 and not cells[0].strip()


def _counted(turns: Sequence[str]) -> list[int] | None:
    """The first column as numbers; ``None`` where one is none."""
    # For int() a number may have a sign or "_" in it.
    if not "".join(turns).replace(" ", "").isdecimal() or max(map(len, turns)) > _LONGEST_NUMBER:
        return None
    try:
        return list(map(int, turns))
    except ValueError:
        return None


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
            if len(text) + len(line) <= _LONGEST_ROW:
                more = grammar.squeezed(line.partition("|")[2])
                rows[-1] = first, place, f"{text} {more}", at
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
