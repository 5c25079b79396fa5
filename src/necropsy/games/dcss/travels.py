"""The overview of the dungeon: how deep it is.

Dungeon Overview and Level Annotations

Branches:
Dungeon (9/15)            Temple (1/1) D:5

A sprint's Dungeon has one level, Descent's twelve.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["TRAVELS", "read_travels"]

TRAVELS = "dungeon overview"

_DUNGEON = re.compile(r"Dungeon \(\d{1,2}/(?P<levels>\d{1,2})\)")

# The branches stand first; what players wrote about levels comes below them.
_WITHIN = 5


def read_travels(record: Record) -> None:
    """State how many levels the Dungeon has."""
    section = record.document.sections.only("dungeon")
    if section is None:
        return
    for index in range(section.start + 1, min(section.start + 1 + _WITHIN, section.end)):
        match = _DUNGEON.match(grammar.squeezed(record.lines[index]))
        if match is not None:
            record.state("dungeon_levels", int(match["levels"]), index + 1, TRAVELS, Standing.WITNESS)
            return
