"""C: the notes against the rest. A row too many is a warning, a row too few an error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from necropsy.games.dcss import names
from necropsy.games.dcss.rules.book import in_special_mode, left_the_dungeon, rule
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference

# A place column shows so many characters.
_PLACE_COLUMN = {"old": 7, "new": 8}

# These begin with a god, so no note says that they joined it.
_ZEALOTS = frozenset(
    {
        "Abyssal Knight",
        "Berserker",
        "Chaos Knight",
        "Cinder Acolyte",
        "Death Knight",
        "Healer",
        "Monk",
        "Paladin",
        "Priest",
    }
)


def _at(record: Record, *lines: int) -> tuple[Any, ...]:
    return tuple(record.evidence_at(*lines))


@rule("C107", "The last note is not of the last turn")
def last_note_is_the_end(record: Record) -> Iterator[Report]:
    """The end of a game is itself a note, so the last row has the number of turns.

    A row later than the end cannot be; a last row earlier than the end means that the row
    of the end is missing, which no player can take out alone.
    """
    turns, notes = record.first("turns"), record.value("notes")
    if turns is None or not notes or not record.has("ending"):
        return
    last = notes[-1]
    if last.turn != turns.value:
        yield Report(
            f"turns: the {turns.place} says {turns.value:,}, the last note is of turn {last.turn:,}"
            f" {difference(turns.value, last.turn)}",
            expected=last.turn,
            found=turns.value,
            evidence=(*record.evidence(turns), *_at(record, last.line)),
        )


@rule("C108", "Notes out of order")
def notes_are_in_order(record: Record) -> Iterator[Report]:
    """Rows are written as they happen, so their turns never fall, and the first is of turn 0."""
    notes = record.value("notes") or ()
    for earlier, later in zip(notes, notes[1:], strict=False):
        if later.turn < earlier.turn:
            yield Report(
                f"notes: turn {later.turn:,} stands below turn {earlier.turn:,}"
                f" {difference(later.turn, earlier.turn)}",
                expected=earlier.turn,
                found=later.turn,
                evidence=_at(record, earlier.line, later.line),
            )
            return
    if notes and notes[0].turn != 0:
        yield Report(
            f"notes: the first is of turn {notes[0].turn:,}, a game begins with a note of turn 0",
            expected=0,
            found=notes[0].turn,
            evidence=_at(record, notes[0].line),
            severity=Severity.WARNING,
        )


@rule("C109", "The experience level and the notes of levels reached differ")
def levels_are_noted(record: Record) -> Iterator[Report]:
    """Each level reached leaves a note, so a character of level N has notes for 1 to N.

    A missing note is an error. Honest exceptions, reported as warnings: notes of higher
    levels (a felid's death, draining to 0.13 and Ru's sacrifice take levels away) and rows
    that a script added. Wizard mode jumps, so the rule is silent there.
    """
    level, noted = record.first("xl"), record.statements("level_noted")
    if level is None or not record.has("notes") or in_special_mode(record):
        return
    levels = [statement.value for statement in noted]
    absent = sorted(set(range(1, min(level.value, 27) + 1)) - set(levels))
    if absent:
        yield Report(
            f"level: the {level.place} says {level.value}, no note says that level {absent[-1]} was reached"
            f" ({len(absent)} of {level.value} notes missing)",
            expected=max(levels, default=0),
            found=level.value,
            evidence=record.evidence(level, noted[-1] if noted else None),
        )
    elif levels[-1] != level.value:
        yield Report(
            f"level: the {level.place} says {level.value}, the last note of a level says {levels[-1]}"
            f" {difference(level.value, levels[-1])}",
            expected=levels[-1],
            found=level.value,
            evidence=record.evidence(level, noted[-1]),
            severity=Severity.WARNING,
        )


@rule("C115", "The god and the notes of gods joined and left differ")
def god_is_noted(record: Record) -> Iterator[Report]:
    """Joining a god leaves a note, except for backgrounds that begin with one.

    A god without its note is an error; other surplus or missing notes are warnings, since
    a script can add rows of any wording.
    """
    god, notes = record.first("god"), record.value("notes")
    if god is None or not notes or in_special_mode(record) or record.value("background") in (None, *_ZEALOTS):
        return
    said = record.statements("god_noted")
    gods = [statement.value for statement in said]
    held = next((s for s in record.statements("god") if s.value), god)
    if held.value and held.value.lower() not in {name.lower() for name in gods}:
        if _joined_somebody_unknown(notes):
            return
        yield Report(
            f"god: the {held.place} says {held.value}, no note says that the character joined it",
            expected="",
            found=held.value,
            evidence=record.evidence(held, *said),
        )
    elif said and held.value.lower() != gods[-1].lower():
        yield Report(
            f"god: the {held.place} says {held.value or 'none'}, the last note of a god {gods[-1] or 'none'}",
            expected=gods[-1],
            found=held.value,
            evidence=record.evidence(held, said[-1]),
            severity=Severity.WARNING,
        )


def _joined_somebody_unknown(notes: tuple[Any, ...]) -> bool:
    """A god that the tables do not know yet was joined: no proof of anything."""
    return any(
        note.text.startswith("Became a worshipper of ")
        and names.god_of_worship_note(note.text[len("Became a worshipper of ") :].rstrip(".")) is None
        for note in notes
    )


@rule("C117", "The end's place and the last note's place differ")
def last_note_is_at_the_end(record: Record) -> Iterator[Report]:
    """The row of the end stands at the place where the game ended, ``D:$`` for outside.

    Honest exceptions: places that the tables do not know; a win or leave in a sprint
    stands at ``D``, in Zot Defence of 0.14 and 0.15 at ``Zot``.
    """
    notes, place, ending = record.value("notes"), record.first("place"), record.first("ending")
    turns = record.value("turns")
    if not notes or ending is None or notes[-1].turn != turns:
        return
    last = notes[-1]
    if left_the_dungeon(record):
        expected = {"D:$", "D", "Zot", "Zot:$"}
    elif place is not None:
        known = names.note_places(place.value)
        if known is None:
            return
        expected = {name[:width] for name in known for width in _PLACE_COLUMN.values()}
    else:
        return
    if last.place not in expected:
        where = "outside the dungeon" if left_the_dungeon(record) else place.value if place else ""
        yield Report(
            f"place: the score block says {where}, the last note {last.place}",
            expected=last.place,
            found=where,
            evidence=(*record.evidence(place or ending), *_at(record, last.line)),
        )


@rule("C118", "The character at the start and at the end differ")
def character_is_noted(record: Record) -> Iterator[Report]:
    """The first note names species and background; a draconian has no colour yet.

    Honest exceptions: a species changed by wizard command. A surplus row is a warning.
    """
    species, background = record.first("species"), record.first("background")
    noted = record.statements("character_noted")
    if species is None or background is None or not noted or in_special_mode(record):
        return
    grown = "Draconian" if species.value.endswith("Draconian") else species.value
    expected = {f"{species.value} {background.value}", f"{grown} {background.value}"}
    if not any(statement.value in expected for statement in noted):
        yield Report(
            f"character: the {species.place} says {species.value} {background.value},"
            f" the first note {noted[0].value}",
            expected=noted[0].value,
            found=f"{species.value} {background.value}",
            evidence=record.evidence(species, noted[0]),
        )


_ENDING_NOTES = {"win": ("Escaped with the Orb",), "left": ("Got out of the dungeon", "Safely got out")}


@rule("C119", "The ending and the note of the end differ")
def ending_is_noted(record: Record) -> Iterator[Report]:
    """A win's last note is "Escaped with the Orb!", a quitter's "Quit the game".

    The row of the end is the last one. Where the wanted row stands elsewhere it is a
    warning.
    """
    ending, notes = record.first("ending"), record.value("notes")
    if ending is None or not notes or notes[-1].turn != record.value("turns"):
        return
    last, words = notes[-1], _ENDING_NOTES | {"quit": ("Quit the game",)}
    wanted = words.get(ending.value)
    others = tuple(w for kind, several in words.items() if kind != ending.value for w in several)
    contradicted = not last.text.startswith(wanted) if wanted else last.text.startswith(others)
    if contradicted:
        elsewhere = bool(wanted) and any(note.text.startswith(wanted or ()) for note in notes)
        yield Report(
            f"ending: the score block says {ending.value}, the last note {last.text!r}",
            expected=last.text,
            found=ending.value,
            evidence=(*record.evidence(ending), *_at(record, last.line)),
            severity=Severity.WARNING if elsewhere else None,
        )


@rule("C134", "A note of the end in the middle of the notes", Severity.WARNING)
def end_is_noted_once(record: Record) -> Iterator[Report]:
    """Rows such as "Escaped with the Orb!" stand last.

    Earlier in the notes they are a script's, or a player's own note.
    """
    notes = record.value("notes") or ()
    endings = ("Escaped with the Orb", "Quit the game", "Got out of the dungeon")
    early = [note for note in notes[:-1] if note.text.startswith(endings) and note.turn != notes[-1].turn]
    if early and record.has("ending"):
        yield Report(
            f"notes: {early[0].text!r} stands before the end",
            found=early[0].text,
            evidence=_at(record, *(note.line for note in early[:4])),
        )
