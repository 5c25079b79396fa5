"""Where the hero is, or how the hero's life ended: the sentence below the history."""

from __future__ import annotations

from necropsy.games.hengband import grammar
from necropsy.record import Record

__all__ = ["PLACE", "read_ending"]

PLACE = "place"

_QUITTING = {"途中終了", "Quitting", "強制終了", "Interrupting"}
_RETIRED = {"引退した": "retired", "切腹した": "seppuku", "retired from the adventure": "retired"}


def read_ending(record: Record) -> None:
    """State whether the hero lives, the place and depth, and what ended the hero's life."""
    number, sentence = record.document.sentence()
    if not sentence:
        return
    for kind, pattern in grammar.SENTENCES:
        match = grammar.read(pattern, sentence)
        if match is None:
            continue
        told = match.groupdict()
        record.state("alive", kind == "alive", number, PLACE)
        record.state("won", kind == "won", number, PLACE)
        place = told.get("place") or told.get("quest")
        if place is not None:
            record.state("place", place, number, PLACE)
        if told.get("depth") is not None:
            record.state("depth", int(told["depth"]), number, PLACE)
        if kind == "won":
            record.state("ending", "win", number, PLACE)
            record.state("cause", _RETIRED.get(told["killer"], "seppuku"), number, PLACE)
        elif kind == "dead":
            killer = told["killer"]
            record.state("ending", "quit" if killer in _QUITTING else "death", number, PLACE)
            record.state("cause", killer, number, PLACE)
        return
    record.flaw("F303", f"place: the sentence cannot be read: {sentence[:60]!r}", number)
