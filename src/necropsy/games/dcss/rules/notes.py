"""C: the notes against the rest. A row too many is a warning, a row too few an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any

from necropsy.games.dcss import names
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.note_table import Notes
from necropsy.games.dcss.rules.book import NOTES_ARE_WHOLE, dump_rule, in_special_mode, left_the_dungeon
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference

# A place column shows so many characters.
_PLACE_COLUMN = {"old": 7, "new": 8}

# These begin with a god, so no note says that they joined it; of an unknown one it is not known.
_MAY_BE_ZEALOTS = frozenset(
    {
        None,
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


@dump_rule("C107", "The last note is not of the last turn", since=NOTES_ARE_WHOLE)
def last_note_is_the_end(record: Record) -> Iterator[Report]:
    """The end of a game is itself a note, so the last row has the number of turns.

    A row later than the end cannot be; a last row earlier than the end means that the row
    of the end is missing, which no player can take out alone. Honest exceptions: up to 0.3
    the notes could be switched off in mid-game (the rule begins after it), and a player can
    leave out the whole section.
    """
    turns, notes = record.first("turns"), record.value("notes")
    if turns is None or not notes or not record.has("ending"):
        return
    last = notes.last
    if last.turn != turns.value:
        yield Report(
            f"turns: the {turns.place} says {turns.value:,}, the last note is of turn {last.turn:,}"
            f" {difference(turns.value, last.turn, countable=True)}",
            expected=last.turn,
            found=turns.value,
            evidence=(*record.evidence(turns), *_at(record, last.line)),
        )


@dump_rule("C108", "Notes out of order")
def notes_are_in_order(record: Record) -> Iterator[Report]:
    """Rows are written as they happen, so their turns never fall, and the first is of turn 0.

    Only the first half is a proof: old notes could be switched on late.
    """
    notes: Notes | None = record.value("notes")
    if notes is None:
        return
    for earlier, later in pairwise(notes) if not notes.in_order() else ():
        if later.turn < earlier.turn:
            yield Report(
                f"notes: turn {later.turn:,} stands below turn {earlier.turn:,}"
                f" {difference(later.turn, earlier.turn, countable=True)}",
                expected=earlier.turn,
                found=later.turn,
                evidence=_at(record, earlier.line, later.line),
            )
            return
    if notes.first.turn != 0:
        yield Report(
            f"notes: the first is of turn {notes.first.turn:,}, a game begins with a note of turn 0",
            expected=0,
            found=notes.first.turn,
            evidence=_at(record, notes.first.line),
            severity=Severity.WARNING,
        )


@dump_rule("C109", "The experience level and the notes of levels reached differ", since=NOTES_ARE_WHOLE)
def levels_are_noted(record: Record) -> Iterator[Report]:
    """Each level reached leaves a note, so a character of level N has notes for 1 to N.

    A missing note is an error. Honest exceptions, reported as warnings: notes of higher
    levels (a felid's death, draining to 0.13 and Ru's sacrifice take levels away) and rows
    that a script added. Wizard mode jumps, so the rule is silent there.
    """
    level, noted = record.first("xl"), record.statements("level_noted")
    if level is None or not record.has("notes"):
        return
    levels = [statement.value for statement in noted]
    if level.value < 1 or levels == list(range(1, level.value + 1)):
        return
    if in_special_mode(record):
        return
    absent = sorted(set(range(1, min(level.value, 27) + 1)) - set(levels))
    if absent:
        below = [s for s in noted if s.value < absent[-1]][-1:]
        above = [s for s in noted if s.value > absent[-1]][:1]
        yield Report(
            f"level: the {level.place} says {level.value}, no note says that level {absent[-1]} was reached"
            f" ({len(absent)} of {min(level.value, 27)} notes missing)",
            expected=max(levels, default=0),
            found=level.value,
            evidence=record.evidence(level, *below, *above),
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


@dump_rule("C115", "The god and the notes of gods joined and left differ", since=NOTES_ARE_WHOLE)
def god_is_noted(record: Record) -> Iterator[Report]:
    """Joining a god leaves a note, except for backgrounds that begin with one.

    A god without its note is an error; other surplus or missing notes are warnings, since
    a script can add rows of any wording.
    """
    god, notes = record.first("god"), record.value("notes")
    if god is None or not notes or record.value("background") in _MAY_BE_ZEALOTS or in_special_mode(record):
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
            evidence=record.evidence(held, *said[:20]),
        )
    elif said and held.value.lower() != gods[-1].lower():
        yield Report(
            f"god: the {held.place} says {held.value or 'none'}, the last note of a god {gods[-1] or 'none'}",
            expected=gods[-1],
            found=held.value,
            evidence=record.evidence(held, said[-1]),
            severity=Severity.WARNING,
        )


def _joined_somebody_unknown(notes: Notes) -> bool:
    """A god that the tables do not know yet was joined: no proof of anything."""
    return any(
        note.text.startswith("Became a worshipper of ")
        and names.god_of_worship_note(note.text[len("Became a worshipper of ") :].rstrip(".")) is None
        for note in notes
    )


@dump_rule("C117", "The end's place and the last note's place differ", since=NOTES_ARE_WHOLE)
def last_note_is_at_the_end(record: Record) -> Iterator[Report]:
    """The row of the end stands at the place where the game ended, ``D:$`` for outside.

    Honest exceptions: places that the tables do not know, in either spelling; a win or
    leave in a sprint stands at ``D``, in Zot Defence of 0.14 and 0.15 at ``Zot``.
    """
    notes, place, ending = record.value("notes"), record.first("place"), record.first("ending")
    turns = record.value("turns")
    if not notes or ending is None or notes.last.turn != turns:
        return
    last = notes.last
    if left_the_dungeon(record):
        expected: frozenset[str] | None = _OUTSIDE
    else:
        expected = None if place is None else _shown_for(place.value)
    if expected is not None and not _is_one_of(last.place, expected):
        where = "outside the dungeon" if left_the_dungeon(record) else place.value if place else ""
        yield Report(
            f"place: the score block says {where}, the last note {last.place}",
            expected=last.place,
            found=where,
            evidence=(*record.evidence(place or ending), *_at(record, last.line)),
        )


# Up to 0.10 the map of a portal gave the spelling, so capitals do not count.
_OUTSIDE = frozenset({"d:$", "d", "zot", "zot:$"})


@lru_cache(maxsize=4096)
def _shown_for(place: str) -> frozenset[str] | None:
    """What the Place column shows for a place, in small letters; ``None`` if the tables do not know it."""
    known = names.note_places(place)
    if known is None:
        return None
    return frozenset(name[:width].lower() for name in known for width in _PLACE_COLUMN.values())


def _is_one_of(place: str, expected: frozenset[str]) -> bool:
    """Whether a place is among those expected, or none that the tables know: no proof then."""
    if place.lower() in expected:
        return True
    return place.partition(":")[0].lower() not in _abbreviations()


@lru_cache(maxsize=1)
def _abbreviations() -> set[str]:
    known = {row["abbreviation"] for row in names.rows("branches")}
    return {name[:width].lower() for name in known for width in _PLACE_COLUMN.values()}


@dump_rule("C118", "The character at the start and at the end differ")
def character_is_noted(record: Record) -> Iterator[Report]:
    """The first note names species and background; a draconian has no colour yet.

    A surplus row is no contradiction. Honest exceptions: a species changed by wizard
    command; and a game that was saved and went on in a later version, which may call the
    background another name or turn a species that is no more into another one. So where the
    version does not know what the note says, it is a warning.
    """
    species, background = record.first("species"), record.first("background")
    noted = record.statements("character_noted")
    if species is None or background is None or not noted:
        return
    grown = "Draconian" if species.value.endswith("Draconian") else species.value
    expected = {f"{species.value} {background.value}", f"{grown} {background.value}"}
    if expected.isdisjoint(record.values("character_noted")) and not in_special_mode(record):
        yield Report(
            f"character: the {species.place} says {species.value} {background.value},"
            f" the first note {noted[0].value}",
            expected=noted[0].value,
            found=f"{species.value} {background.value}",
            evidence=record.evidence(species, noted[0]),
            severity=None if _is_current(noted[0].value, version_of(record)) else Severity.WARNING,
        )


@dump_rule(
    "C147", "Notes without the note of the start", Severity.WARNING, since=NOTES_ARE_WHOLE, needs="notes"
)
def start_is_noted(record: Record) -> Iterator[Report]:
    """Every game begins with the note that somebody "began the quest for the Orb".

    It names species and background, and no player can take out a row (main.cc,
    ``_take_starting_note``). Honest exceptions: a file of which somebody cut or wrapped lines.
    """
    notes: Notes | None = record.value("notes")
    if notes is None or record.has("quest_noted") or not record.has("ending"):
        return
    yield Report(
        "notes: none says that the quest began, the first note of every game",
        expected="began the quest for the Orb",
        found=notes.first.text,
        evidence=_at(record, notes.first.line),
    )


def _is_current(character: str, version: Version | None) -> bool:
    """Whether a new game of the version can be of this species and background."""
    pair = names.split_character(character)
    if pair is None or version is None:
        return False
    return all(
        any(
            row["name"] == name and VersionRange(row["since"], row["until"]).holds(version)
            for row in names.rows(table)
        )
        for name, table in zip(pair, ("species", "backgrounds"), strict=True)
    )


ENDING_NOTES = {
    "win": ("Escaped with the Orb",),
    "left": ("Got out of the dungeon", "Safely got out"),
    "quit": ("Quit the game",),
}
_ANY_OF_THEM = tuple(chain.from_iterable(ENDING_NOTES.values()))


@dump_rule("C119", "The ending and the note of the end differ", since=NOTES_ARE_WHOLE)
def ending_is_noted(record: Record) -> Iterator[Report]:
    """A win's last note is "Escaped with the Orb!", a quitter's "Quit the game".

    The game takes no note after the one of the end, so it is the last row; a row of that
    wording further up is a script's.
    """
    ending, notes = record.first("ending"), record.value("notes")
    if ending is None or not notes or notes.last.turn != record.value("turns"):
        return
    last, wanted = notes.last, ENDING_NOTES.get(ending.value)
    contradicted = not last.text.startswith(wanted) if wanted else last.text.startswith(_ANY_OF_THEM)
    if contradicted:
        yield Report(
            f"ending: the score block says {ending.value}, the last note {last.text!r}",
            expected=last.text,
            found=ending.value,
            evidence=(*record.evidence(ending), *_at(record, last.line)),
        )


@dump_rule("C134", "A note of the end in the middle of the notes", Severity.WARNING, needs="end_noted")
def end_is_noted_once(record: Record) -> Iterator[Report]:
    """Rows such as "Escaped with the Orb!" stand last.

    Earlier in the notes they are a script's, or a player's own note.
    """
    notes: Notes = record.value("notes")
    early = [note for note in record.values("end_noted") if note.turn != notes.last.turn]
    if early and record.has("ending"):
        yield Report(
            f"notes: {early[0].text!r} stands before the end",
            found=early[0].text,
            evidence=_at(record, *(note.line for note in early[:4])),
        )


@dump_rule("C137", "A felid's deaths and the notes of lives lost differ", Severity.WARNING, since="0.31.0")
def lost_lives_are_noted(record: Record) -> Iterator[Report]:
    """Each life lost leaves a note and counts in ``Deaths:``.

    Honest exceptions: a game that was begun in a version without such notes (they start in
    the trunk of 0.31), and rows that a script added.
    """
    deaths, notes = record.first("deaths"), record.value("notes")
    if deaths is None or not notes or in_special_mode(record):
        return
    lost = [note for note in notes if note.text.startswith("Lost a life")]
    if deaths.value != len(lost):
        yield Report(
            f"lives: the {deaths.place} says {deaths.value} deaths, the notes name {len(lost)}"
            f" {difference(deaths.value, len(lost), countable=True)}",
            expected=len(lost),
            found=deaths.value,
            evidence=(*record.evidence(deaths), *_at(record, *(note.line for note in lost[:4]))),
        )


_ARENA = re.compile(r"Arena points: -?\d{1,12} \((?P<gain>[+-]\d{1,12})\)")


@dump_rule("C148", "Arena points that do not add up", Severity.WARNING, needs="arena_points")
def arena_points_add_up(record: Record) -> Iterator[Report]:
    """``Arena points: 26 (+12) [x3]``: each row has the points so far and what was added to them.

    They are the score of Thunderdome (0.12 to 0.33). Honest exceptions: rows that a script or a
    player added.
    """
    notes, before = record.value("notes"), 0
    said = record.statements("arena_points")
    for statement in said if notes else ():
        row = _ARENA.search(record.lines[statement.line - 1])
        if row is None:
            return
        if before + int(row["gain"]) != statement.value:
            yield Report(
                f"arena points: the notes say {statement.value:,}, {before:,} and {row['gain']} are"
                f" {before + int(row['gain']):,} {difference(statement.value, before + int(row['gain']))}",
                expected=before + int(row["gain"]),
                found=statement.value,
                evidence=record.evidence(statement),
            )
            return
        before = statement.value
