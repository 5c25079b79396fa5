"""The latest messages, of which one is the game's account: how it was played.

The other messages are full of what players write; none of them is a fact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from necropsy.games.gnollhack import grammar
from necropsy.games.gnollhack.modes import state_mode
from necropsy.record import Standing

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from necropsy.games.gnollhack.document import Dumplog
    from necropsy.record import Record

__all__ = ["read_messages"]

PLACE = "messages"


def read_messages(record: Record) -> None:
    """State difficulty and mode from the last message that is ``You were playing on ...``."""
    document = record.document
    for number, match in _played(document):
        record.state("difficulty", match["difficulty"], number, PLACE, Standing.WITNESS)
        if match["mode"]:
            state_mode(record, match["mode"], number, PLACE, Standing.WITNESS)
        return


_BEGINNING = "You were playing on "


def _played(document: Dumplog) -> Iterator[tuple[int, re.Match[str]]]:
    """The messages that say how the game was played, the last one first."""
    section = document.sections.last("messages")
    if section is None:
        return
    for at in range(section.end - 1, section.start, -1):
        line = document.lines[at]
        # Few of the messages are looked at twice.
        if _BEGINNING in line and line[0] == " ":
            line = line.strip()
            if line.startswith(_BEGINNING) and (match := grammar.read(grammar.MESSAGE, line)):
                yield document.number(at), match
