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

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar, names
from necropsy.games.dcss.diary import diary_of, ends, heading_of
from necropsy.games.dcss.note_table import Note, Telling, note_at
from necropsy.games.dcss.sections import lines_with
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.games.dcss.diary import Diary
    from necropsy.record import Record

__all__ = ["NOTES", "TELLING", "Note", "gems_noted", "read_gem_notes", "read_notes", "read_rune_notes"]

NOTES = "notes"


def read_notes(record: Record) -> None:
    """State the rows, and what single rows say of XL, Orb, god and mode; of an even table all they say."""
    document = record.document
    notes = document.notes
    if notes is None:
        return
    _say(record, "notes", notes, notes.first.line)
    finds: list[_Find] = []
    for index, level in notes.telling:
        # Most of them are levels.
        if level is not None:
            _say(record, "level_noted", level, notes.number + index)
            continue
        note = notes.begun_at(index)
        if _QUEST in note.text:
            _say(record, "quest_noted", True, note.line)
        if note.text.startswith(_FIND) and (find := _find_in(note)):
            finds.append(find)
        else:
            _read_note(record, note)
    if document.rows_tell_finds:
        _say_finds(record, finds, document.sections.only(NOTES).start + 1)
    elif notes.even and document.gemless is not None:
        for find in finds[:_MOST_FINDS]:
            _say(record, *find)


def read_gem_notes(record: Record) -> None:
    """State the gems that the notes name: the one place where a dead character's gems stand.

    A file without notes states nothing; notes without a gem state 0.
    """
    document = record.document
    if document.rows_tell_finds:
        record.has("notes")
        return
    heading = document.gemless
    if heading is not None:
        _say(record, "gem_notes", 0, heading)
        return
    diary = document.diary()
    if diary is None:
        return
    finds = [find for note in _finds(diary) if (find := _find_in(note, diary.above))]
    _say_finds(record, finds, diary.start + 1 + diary.above)


def gems_noted(text: str) -> int | None:
    """How many gems the notes of a morgue name; ``None`` where these do not surely stand by themselves.

    Args:
        text: the whole file, with line feeds.
    """
    at = heading_of(text)
    if at is None:
        return None
    if text.find("gem", at) < 0:
        return 0
    diary = diary_of(text, at)
    if diary is None:
        return None
    return sum(grammar.read(grammar.GEM_NOTE, note.text) is not None for note in _finds(diary))


_Find = tuple[str, str, int]
"""The fact that a gem or a rune states, its kind, and the number of the note's line."""


def _find_in(note: Note, above: int = 0) -> _Find | None:
    """The gem or rune whose find a note tells.

    Args:
        note: the note.
        above: how many lines of the file are not counted in its number.
    """
    if gem := grammar.read(grammar.GEM_NOTE, note.text):
        return "gem_noted", gem["gem"], note.line + above
    if rune := grammar.read(grammar.RUNE_NOTE, note.text):
        return "rune_noted", rune["rune"], note.line + above
    return None


def _say_finds(record: Record, finds: Sequence[_Find], heading: int) -> None:
    """State gems and runes, and how many gems the notes under a heading name."""
    for find in finds[:_MOST_FINDS]:
        _say(record, *find)
    gems = [line for fact, _, line in finds if fact == "gem_noted"]
    _say(record, "gem_notes", len(gems), gems[0] if gems else heading)


def read_rune_notes(record: Record) -> None:
    """State the runes that the notes of an uneven table name, where no gems are looked for with them."""
    document = record.document
    if document.gemless is None or (document.notes is not None and document.notes.even):
        return
    diary, stated = document.diary(), 0
    for note in () if diary is None else _finds(diary):
        rune = grammar.read(grammar.RUNE_NOTE, note.text)
        if rune is not None and stated < _MOST_FINDS:
            stated += 1
            _say(record, "rune_noted", rune["rune"], note.line + diary.above)


def _finds(diary: Diary) -> Iterator[Note]:
    """The notes whose first row has the word with which a find begins."""
    lines, first = diary.lines, diary.start + 1
    for index in lines_with("\n".join(lines[first : _end_of_rows(diary)]), "Got"):
        note = note_at(lines, first + index, diary.end)
        if note is not None:
            yield note


def _end_of_rows(diary: Diary) -> int:
    """The index of the blank line that ends the rows."""
    lines, start, end, _, known = diary
    if known is not None:
        return known
    for index in range(start + 1, end):
        if len(lines[index]) < _SHORTEST_ROW and not lines[index].strip() and ends(lines, index, end):
            return index
    return end


# A dungeon has 15 runes and 12 gems; a script that notes thousands tells nothing more.
_MOST_FINDS = 1_000
_SHORTEST_ROW = 16


def _say(record: Record, fact: str, value: object, line: int) -> None:
    record.state(fact, value, line, NOTES, Standing.WITNESS)


def _read_note(record: Record, note: Note) -> None:
    reader = _BY_FIRST_WORD.get(note.text.partition(" ")[0])
    if reader is not None:
        reader(record, note)
    elif _QUEST in note.text:
        _read_quest(record, note)


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

_FIND = "Got a"

_BEGINNINGS = (
    "Reached XP level ",
    "Got the Orb of Zot",
    _FIND,
    "Became a worshipper of ",
    "Fell from the grace of ",
    "Entered wizard mode",
    "Entered explore mode",
    "You started the game in wizard mode",
    "Arena points: ",
    r"Found the \+",
    # Much else is bought.
    "Bought an? [a-z-]{1,20} rune",
    *_ENDS,
)
"""What the notes begin with that tell something: a sixth of them."""

TELLING = Telling(_BEGINNINGS, 40, "began")
"""What the notes that tell something are known by before they are looked at."""
