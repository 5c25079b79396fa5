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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar, names
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["NOTES", "Note", "read_gem_notes", "read_notes"]

NOTES = "notes"


@dataclass(frozen=True, slots=True)
class Note:
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
    notes = list(_notes(record.lines, section.start + 1, section.end))
    if not notes:
        return
    _say(record, "notes", tuple(notes), notes[0].line)
    for note in notes:
        _read_note(record, note)


def read_gem_notes(record: Record) -> None:
    """State the gems that the notes name: the one place where a dead character's gems stand.

    A file without notes states nothing; notes without a gem state an empty tuple.
    """
    section = record.document.sections.only("notes")
    if section is None:
        return
    gems = []
    lines = record.lines
    for index in range(section.start + 1, section.end):
        if " Got a" in lines[index] and (note := _whole_note(lines, index, section.end)):
            if match := grammar.read(grammar.GEM_NOTE, note.text):
                gems.append(note)
                _say(record, "gem_noted", match["gem"], note.line)
            if match := grammar.read(grammar.RUNE_NOTE, note.text):
                _say(record, "rune_noted", match["rune"], note.line)
    _say(record, "gem_notes", len(gems), gems[0].line if gems else section.start + 1)


def _notes(lines: Sequence[str], start: int, end: int) -> Iterator[Note]:
    """The rows, each with its continuation rows joined; they end at a blank line."""
    pending: Note | None = None
    for index in range(start, end):
        line = lines[index]
        turn, bar, rest = line.partition("|")
        if not bar:
            # In 0.8 a death that was not the end leaves a blank line inside its note.
            if not line.strip() and pending and not _is_row(lines, index + 1, end):
                break
            continue
        turn = turn.strip()
        if not turn:
            if pending:
                text = f"{pending.text} {grammar.squeezed(rest[: grammar.LONGEST_LINE])}"
                pending = Note(pending.turn, pending.place, text, pending.line)
            continue
        if pending:
            yield pending
            pending = None
        if turn.isdecimal() and len(turn) <= 18 and len(line) <= grammar.LONGEST_LINE:
            place, _, text = rest.partition("|")
            pending = Note(int(turn), place.strip(), grammar.squeezed(text), index + 1)
    if pending:
        yield pending


def _is_row(lines: Sequence[str], index: int, end: int) -> bool:
    turn, bar, _ = lines[index].partition("|") if index < end else ("", "", "")
    return bool(bar) and turn.strip().isdecimal()


def _whole_note(lines: Sequence[str], index: int, end: int) -> Note | None:
    """The note whose first row stands at ``index``."""
    last = index + 1
    while last < end and lines[last].lstrip().startswith("|"):
        last += 1
    return next(_notes(lines, index, last), None)


def _say(record: Record, fact: str, value: object, line: int) -> None:
    record.state(fact, value, line, NOTES, Standing.WITNESS)


def _read_note(record: Record, note: Note) -> None:
    text = note.text
    if text.startswith("Reached XP level "):
        if match := grammar.read(grammar.LEVEL_NOTE, text):
            _say(record, "level_noted", int(match["xl"]), note.line)
    elif text.startswith("Got the Orb of Zot"):
        _say(record, "orb_noted", True, note.line)
    elif text.startswith(("Became a worshipper of ", "Fell from the grace of ")):
        _read_worship(record, note)
    elif text.startswith(("Entered wizard mode", "You started the game in wizard mode")):
        _say(record, "wizard_noted", True, note.line)
    elif text.startswith("Entered explore mode"):
        _say(record, "explore_noted", True, note.line)
    elif text.startswith("Arena points: "):
        if match := grammar.read(grammar.ARENA_NOTE, text):
            _say(record, "arena_points", int(match["points"]), note.line)
    elif text.startswith("Found the +") and "Axe of Woe" in text:
        _say(record, "axe_of_woe", True, note.line)
    elif text.endswith((" began the quest for the Orb.", " began the quest for the Orb")):
        if match := grammar.read(grammar.QUEST_NOTE, text):
            _say(record, "character_noted", match["character"], note.line)


def _read_worship(record: Record, note: Note) -> None:
    match = grammar.read(grammar.WORSHIP_NOTE, note.text)
    god = names.god_of_worship_note(match["god"]) if match else None
    if match is None or god is None:
        return
    if match["event"].startswith("Became"):
        _say(record, "god_noted", god, note.line)
    else:
        _say(record, "god_noted", "", note.line)
