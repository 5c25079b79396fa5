"""The notes: the game's diary, and the witness that is hardest to keep in step with a lie.

    Turn   | Place    | Note
    -------+----------+-------------------------------------------
         0 | D:1      | Sapling the Gargoyle Enchanter began the quest for
                      | the Orb.
     70000 | D:$      | Escaped with the Orb!

A player can add rows of any wording (a Lua call does it, and the ``:`` key), can leave
the whole section out, but cannot drop single rows. So a row too many is never proof of
anything; a row too few is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from necropsy.games.dcss import grammar, names
from necropsy.games.dcss.diary import ends, goes_on
from necropsy.games.dcss.sections import lines_with
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.games.dcss.diary import Diary
    from necropsy.record import Record

__all__ = ["NOTES", "Note", "read_gem_notes", "read_notes"]

NOTES = "notes"


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


def read_notes(record: Record) -> None:
    """State the rows, and what single rows say of XL, runes, gems, Orb, god and mode."""
    section = record.document.sections.only("notes")
    if section is None:
        return
    notes = _notes(record.lines, section.start + 1, section.end)
    if not notes:
        return
    _say(record, "notes", tuple(notes), notes[0].line)
    for note in notes:
        text = note.text
        if (text[:3] in _LETTERS and text.startswith(_TELLING)) or _QUEST in text:
            _read_note(record, note)


def read_gem_notes(record: Record) -> None:
    """State the gems that the notes name: the one place where a dead character's gems stand.

    A file without notes states nothing; notes without a gem state 0.
    """
    diary = record.document.diary()
    if diary is None:
        return
    gems, stated = [], 0
    lines, start, _, above = diary
    first, end = start + 1, _end_of_rows(diary)
    for index in lines_with("\n".join(lines[first:end]), "Got"):
        note = _whole_note(lines, first + index, diary.end)
        if note is None:
            continue
        if gem := grammar.read(grammar.GEM_NOTE, note.text):
            gems.append(note)
            fact, kind = "gem_noted", gem["gem"]
        elif rune := grammar.read(grammar.RUNE_NOTE, note.text):
            fact, kind = "rune_noted", rune["rune"]
        else:
            continue
        stated += 1
        if stated <= _MOST_FINDS:
            _say(record, fact, kind, note.line + above)
    _say(record, "gem_notes", len(gems), (gems[0].line if gems else first) + above)


def _end_of_rows(diary: Diary) -> int:
    """The index of the blank line that ends the rows."""
    lines, start, end, _ = diary
    for index in range(start + 1, end):
        if len(lines[index]) < _SHORTEST_ROW and not lines[index].strip() and ends(lines, index, end):
            return index
    return end


def _notes(lines: Sequence[str], start: int, end: int) -> list[Note]:
    """The rows, each with its continuation rows joined; they end at a blank line."""
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
    return list(map(_note, rows))


# What a named tuple's own way to be made takes for the count of its fields is half of it.
_note = partial(tuple.__new__, Note)

# A dungeon has 15 runes and 12 gems; a script that notes thousands tells nothing more.
_MOST_FINDS = 1_000
_CELLS = 3
_SHORTEST_ROW, _LONGEST_ROW = 16, grammar.LONGEST_LINE
_LONGEST_NUMBER = 18


def _is_row(lines: Sequence[str], index: int, end: int) -> bool:
    turn, bar, _ = lines[index].partition("|") if index < end else ("", "", "")
    return bool(bar) and turn.strip().isdecimal()


def _whole_note(lines: Sequence[str], index: int, end: int) -> Note | None:
    """The note whose first row stands at ``index``; ``None`` if no note begins there."""
    if not _is_row(lines, index, end):
        return None
    last = index + 1
    while last < end and lines[last].lstrip().startswith("|"):
        last += 1
    return next(iter(_notes(lines, index, last)), None)


def _say(record: Record, fact: str, value: object, line: int) -> None:
    record.state(fact, value, line, NOTES, Standing.WITNESS)


def _read_note(record: Record, note: Note) -> None:
    reader = _BY_FIRST_WORD.get(note.text.partition(" ")[0], _read_quest)
    reader(record, note)


_QUEST = " began the quest for the Orb"


def _read_level(record: Record, note: Note) -> None:
    if match := grammar.read(grammar.LEVEL_NOTE, note.text):
        _say(record, "level_noted", int(match["xl"]), note.line)


def _read_orb(record: Record, note: Note) -> None:
    if note.text.startswith("Got the Orb of Zot"):
        _say(record, "orb_noted", True, note.line)
    else:
        _read_end(record, note)


def _read_end(record: Record, note: Note) -> None:
    if note.text.startswith(_ENDS):
        _say(record, "end_noted", note, note.line)


_ENDS = ("Escaped with the Orb", "Quit the game", "Got out of the dungeon")


def _read_purchase(record: Record, note: Note) -> None:
    if match := grammar.read(grammar.PURCHASE_NOTE, note.text):
        _say(record, "rune_bought", match["rune"], note.line)


def _read_worship(record: Record, note: Note) -> None:
    match = grammar.read(grammar.WORSHIP_NOTE, note.text)
    god = names.god_of_worship_note(match["god"]) if match else None
    if match is None or god is None:
        return
    joined = match["event"].startswith("Became")
    _say(record, "god_noted", god if joined else "", note.line)


def _read_mode(record: Record, note: Note) -> None:
    if note.text.startswith(("Entered wizard mode", "You started the game in wizard mode")):
        _say(record, "wizard_noted", True, note.line)
    elif note.text.startswith("Entered explore mode"):
        _say(record, "explore_noted", True, note.line)


def _read_arena(record: Record, note: Note) -> None:
    if match := grammar.read(grammar.ARENA_NOTE, note.text):
        _say(record, "arena_points", int(match["points"]), note.line)


def _read_find(record: Record, note: Note) -> None:
    if note.text.startswith("Found the +") and "Axe of Woe" in note.text:
        _say(record, "axe_of_woe", True, note.line)


def _read_quest(record: Record, note: Note) -> None:
    if match := grammar.read(grammar.QUEST_NOTE, note.text):
        _say(record, "character_noted", match["character"], note.line)


_BY_FIRST_WORD: dict[str, Callable[[Record, Note], None]] = {
    "Reached": _read_level,
    "Got": _read_orb,
    "Became": _read_worship,
    "Fell": _read_worship,
    "Entered": _read_mode,
    "You": _read_mode,
    "Arena": _read_arena,
    "Found": _read_find,
    "Bought": _read_purchase,
    "Escaped": _read_end,
    "Quit": _read_end,
}

_TELLING = (
    "Reached XP level ",
    "Got the Orb of Zot",
    "Became a worshipper of ",
    "Fell from the grace of ",
    "Entered wizard mode",
    "Entered explore mode",
    "You started the game in wizard mode",
    "Arena points: ",
    "Found the +",
    "Bought a",
    *_ENDS,
)
"""What the notes begin with that tell something: a fifth of them."""

_LETTERS = frozenset(beginning[:3] for beginning in _TELLING)
