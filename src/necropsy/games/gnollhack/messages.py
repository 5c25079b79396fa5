"""The latest messages, of which one is the game's account: how it was played.

The other messages are full of what players write; none of them is a fact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from necropsy.games.gnollhack import grammar
from necropsy.games.gnollhack.modes import state_mode
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["read_messages"]

PLACE = "messages"


def read_messages(record: Record) -> None:
    """State difficulty and mode from the last message that is ``You were playing on ...``."""
    document = record.document
    last = None
    for number, line in document.body(document.sections.last("messages")):
        if line.startswith("You were playing on ") and (match := grammar.read(grammar.MESSAGE, line)):
            last = number, match
    if last is not None:
        number, match = last
        record.state("difficulty", match["difficulty"], number, PLACE, Standing.WITNESS)
        if match["mode"]:
            state_mode(record, match["mode"], number, PLACE, Standing.WITNESS)
