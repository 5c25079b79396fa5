"""What of the inventory bears on the score: containers, the Prime Codex, and what a role is paid for."""

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

_HELD = {
    "life_saving": (("life saving",), re.compile(r"\bamulets? of life saving\b")),
    "mummy_wrapping": (("mummy wrapping",), re.compile(r"\bmummy wrappings?\b")),
    "sarcophagus": (("sarcophag",), re.compile(r"\bsarcophag")),
    "historic_statue": (("historic ",), re.compile(r"\bhistoric (?:[a-z]+ ){0,3}statues?\b")),
    "of_quality": (
        ("celestial", "primordial", "infernal"),
        re.compile(r"\b(?:celestial|primordial|infernal)\b"),
    ),
}
"""How things that a role score counts are called in the inventory: what is in every name, and the names.

What a Valkyrie is paid for has its quality in its name, or is an artifact with a name of its own.
"""

# A page leaves out the numbers of what lies in a container.
_ITEM = re.compile(r" {1,4}(?:\S{1,4} )?- (?P<count>\d{1,6} )?", re.ASCII)


def _named_in(text: str) -> dict[str, re.Pattern[str]]:
    """The things that may be in an inventory: nearly every one has none of them."""
    return {what: pattern for what, (signs, pattern) in _HELD.items() if any(sign in text for sign in signs)}


def _count(line: str, named: dict[str, re.Pattern[str]], held: dict[str, int]) -> None:
    """Add to the things held what a line of the inventory names."""
    match = _ITEM.match(line) if len(line) <= grammar.LONGEST_LINE else None
    if match is None:
        return
    for what, pattern in named.items():
        if pattern.search(line):
            held[what] = held.get(what, 0) + int(match["count"] or 1)


_NAME = "Prime Codex"
# A thing that a player named has an article of its own in front: "a sack named the Prime Codex".
_CODEX = re.compile(
    r"  \S - the (?:(?:blessed|uncursed|cursed|[+-]\d{1,3}|[a-z]{1,20}) ){0,4}Prime Codex\b", re.ASCII
)


def read_inventory(record: Record) -> None:
    """State how many containers are listed, what is held, and whether the Prime Codex is outside of them."""
    document = record.document
    section = document.sections.last("inventory")
    if section is None:
        return
    containers, codex, chest = 0, 0, False
    held: dict[str, int] = {}
    number = document.number(section.start)
    named = _named_in("\n".join(document.lines[section.start + 1 : section.end]))
    for at in range(section.start + 1, section.end):
        line = document.lines[at]
        if line.startswith(_CONTENTS):
            line = line.rstrip()
            chest = line == _CHEST
            containers += line[-1] == ":" and line != _CHEST
        elif not codex and _NAME in line and len(line.rstrip()) <= grammar.LONGEST_LINE:
            codex = document.number(at) if _CODEX.match(line) else 0
        elif named and not chest:
            _count(line, named, held)
    record.state("held", tuple(held.items()), number, PLACE, Standing.WITNESS)
    record.state("containers", containers, number, PLACE, Standing.WITNESS)
    record.state("codex_carried", bool(codex), codex or number, PLACE, Standing.WITNESS)
