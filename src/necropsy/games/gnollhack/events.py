"""Major events: the game's diary, kept since 4.1.1-4.

    Major events:
     Turn
        1: sapling the chaotic male human Monk has entered the dungeon on expert difficulty in classic mode
        2: averted death (killed by a newt)
       20: ascended to demigodhood

A wish is written down in the player's own words, so only the beginning of a text counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from necropsy.games.gnollhack import grammar, words
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["Event", "read_events"]

PLACE = "major events"

_WISHES = ("wished for ", "made ")
_INVOKED = "performed the invocation"


class Event(NamedTuple):
    """A line of the diary."""

    turn: int
    text: str
    line: int


def read_events(record: Record) -> None:
    """State the diary, and what its first line and the averted deaths say."""
    document = record.document
    section = document.sections.last("events")
    if section is None:
        return
    events = []
    for at in range(section.start + 1, section.end):
        line = document.lines[at].strip()
        # From turn 100,000 on a line begins at the margin.
        if line[:1].isdigit() and (match := grammar.read(grammar.EVENT, line)):
            events.append(Event(int(match["turn"]), match["text"], document.number(at)))
    number = document.number(section.start)
    record.state("events", tuple(events), number, PLACE, Standing.WITNESS)
    entered = events and _read_entered(record, events[0])
    if entered:
        record.state("entered", True, events[0].line, PLACE, Standing.WITNESS)
    rest = events[1:] if entered else events
    averted = [event for event in rest if event.text.startswith("averted death (")]
    for event in averted:
        record.state("averted_death", event.text, event.line, PLACE, Standing.WITNESS)
    record.state(
        "averted_deaths", len(averted), averted[0].line if averted else number, PLACE, Standing.WITNESS
    )
    wishes = [
        event for event in rest if event.text.startswith(_WISHES) and grammar.read(grammar.WISH, event.text)
    ]
    record.state("wishes_noted", len(wishes), wishes[0].line if wishes else number, PLACE, Standing.WITNESS)
    invoked = next((event for event in rest if event.text == _INVOKED), None)
    record.state("invoked", invoked is not None, invoked.line if invoked else number, PLACE, Standing.WITNESS)
    if rest:
        record.state("last_event", rest[-1].text, rest[-1].line, PLACE, Standing.WITNESS)


def _read_entered(record: Record, event: Event) -> bool:
    match = grammar.read(grammar.ENTERED, event.text)
    if match is None:
        return False
    say = record.state
    say("player", match["player"], event.line, PLACE, Standing.WITNESS)
    say("alignment_original", words.ALIGNMENTS[match["alignment"]], event.line, PLACE, Standing.WITNESS)
    if match["gender"]:
        say("gender_original", words.GENDERS[match["gender"]], event.line, PLACE, Standing.WITNESS)
    say("race", words.RACES[match["race"]], event.line, PLACE, Standing.WITNESS)
    say("role", words.ROLES[match["role"]], event.line, PLACE, Standing.WITNESS)
    say("difficulty", match["difficulty"], event.line, PLACE, Standing.WITNESS)
    if match["mode"]:
        # Explore mode can be entered later, and a saved game can lose its score.
        say("mode_entered", match["mode"], event.line, PLACE, Standing.WITNESS)
    return True
