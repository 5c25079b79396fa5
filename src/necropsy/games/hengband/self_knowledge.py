"""What the hero knows of itself: life rating, the caps of the stats, alignment, virtues; and other lives."""

from __future__ import annotations

from typing import NamedTuple

from necropsy.games.hengband import grammar
from necropsy.games.hengband.document import Dump
from necropsy.games.hengband.sheet import stat_number
from necropsy.record import Record

__all__ = ["Cap", "read_lives", "read_self"]

PLACE = "self knowledge"


class Cap(NamedTuple):
    """The highest natural value that a stat can have, as the game counts; ``None`` where it is not known."""

    value: int | None
    line: int


def read_self(record: Record) -> None:
    """State life rating, caps and virtues, where the dump knows them."""
    dump: Dump = record.document
    caps: dict[int, Cap] = {}
    virtues: list[str] = []
    first_virtue = 0
    for number, line in (*dump.body("self"), *dump.body("virtues")):
        match = grammar.read(grammar.LIFE_RATING, line)
        if match is not None:
            if match["rating"] is not None:
                record.state("life_rating", int(match["rating"]), number, PLACE)
            continue
        match = grammar.read(grammar.CAP, line)
        if match is not None:
            cap = 18 + int(match["cap"].removeprefix("18/")) if match["cap"] else None
            caps.setdefault(stat_number(match["stat"]), Cap(cap, number))
            continue
        match = grammar.read(grammar.VIRTUE, line)
        if match is not None:
            first_virtue = first_virtue or number
            virtues.append(_virtue(match))
    if len(caps) == 6:
        told = tuple(caps[at] for at in range(6))
        record.state("stat_caps", told, told[0].line, PLACE)
    if virtues:
        record.state("virtues", tuple(virtues), first_virtue, PLACE)


def _virtue(match: grammar.Match) -> str:
    if match["said"]:
        return match["said"].rstrip(".")
    return f"{match['virtue']}: {match['grade']}" + (f" ({match['points']})" if match["points"] else "")


_BEHIND_ALL = ("kills", "self", "virtues", "miscellaneous", "mutations")


def read_lives(record: Record) -> None:
    """State as what a hero was born and what it was before, if it has changed its race."""
    dump: Dump = record.document
    lives: list[str] = []
    first = 0
    for section in _BEHIND_ALL:
        for number, line in dump.body(section):
            match = grammar.read(grammar.BORN, line)
            if match is not None:
                first = first or number
                told = match.groupdict()
                lives.append(next(name for name in told.values() if name).strip())
    if lives:
        record.state("lives", tuple(lives), first, PLACE)
