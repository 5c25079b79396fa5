"""What of the inventory bears on the score: whether there are containers, and the Prime Codex."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from necropsy.games.gnollhack import grammar
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["read_inventory"]

PLACE = "inventory"

_CONTENTS = "Contents of "
_CHEST = "Contents of your magic chest:"

_NAME = "Prime Codex"
# A thing that a player named has an article of its own in front: "a sack named the Prime Codex".
_CODEX = re.compile(
    r"  \S - the (?:(?:blessed|uncursed|cursed|[+-]\d{1,3}|[a-z]{1,20}) ){0,4}Prime Codex\b", re.ASCII
)


def read_inventory(record: Record) -> None:
    """State how many containers are listed and whether the Prime Codex is carried outside of them."""
    document = record.document
    section = document.sections.last("inventory")
    if section is None:
        return
    containers, codex = 0, 0
    number = document.number(section.start)
    for at in range(section.start + 1, section.end):
        line = document.lines[at]
        if line.startswith(_CONTENTS):
            line = line.rstrip()
            containers += line[-1] == ":" and line != _CHEST
        elif not codex and _NAME in line and len(line.rstrip()) <= grammar.LONGEST_LINE:
            codex = document.number(at) if _CODEX.match(line) else 0
    record.state("containers", containers, number, PLACE, Standing.WITNESS)
    record.state("codex_carried", bool(codex), codex or number, PLACE, Standing.WITNESS)
