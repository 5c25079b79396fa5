"""What a role earns beside the general score, as the dump counts it.

    Role score:
     You had completed your role's optional quest.
     You had 2 historic statues with you.
     You had 1 artifact in your sandalwood chest.
     You had gained 8% of your maximum role score.

Up to 4.1.3-44 the lines stand at the margin behind the voluntary challenges, without a
title. The things are named as in ``tables/roles.csv``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from necropsy.games.gnollhack import grammar
from necropsy.games.gnollhack.kills import Kill, kill_of

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["RoleCount", "read_role_block"]

PLACE = "role score"


class RoleCount(NamedTuple):
    """A line of the block that counts something.

    Attributes:
        what: the thing as in ``tables/roles.csv``; ``points`` where the line gives a sum of
            prices (4.1.3-42) or of points (-43, -44).
        amount: how many, or how much.
        chest: whether they lie in the magic chest.
        each: what each is worth, where the line says it (4.1.3-43 and -44); else 0.
        line: where it stands.
    """

    what: str
    amount: int
    chest: bool
    each: int
    line: int


_THINGS = (
    # The beginning of the words for a thing; the first that fits.
    ("artifact", "artifact"),
    ("historic statue", "historic_statue"),
    ("mummy wrapping", "mummy_wrapping"),
    ("sarcophagus", "sarcophagus"),
    ("art objects", "art"),
    ("valuables", "valuables"),
    ("melee weapon", "weapon"),
    ("amulets of life saving", "life_saving"),
    ("amulet of life saving", "life_saving"),
    ("non-prediscovered amulet", "other_amulet"),
    ("ranged weapon", "launcher"),
    ("ammo of ", "ammo"),
    ("Japanese ammo", "ammo"),
    ("Japanese non-ammo item", "item"),
    ("Japanese items", "item"),
    ("non-ammo item", "item"),
    ("celestialitems", "item"),
    ("primordialitems", "item"),
    ("infernalitems", "item"),
    ("new spell", "spell"),
)
_ITEMS_AS_POINTS = ("weapon", "launcher", "item")
_DONE = ("You had completed your role's optional quest.", "You have completed your role's optional quest.")
_SHARE = "% of your maximum role score"
_SLAIN = ("Demons, devils, and chaotic dragons slain:", "Angels and lawful dragons slain:")
_SELFIES = ("Selfies taken with:",)
_NOBODY = ("(None)", "(No creatures slain)", "(No selfies taken with monsters)")


def read_role_block(record: Record) -> None:
    """State the counts, the lists of creatures, the percentage and whether the quest was done."""
    document = record.document
    counts: list[RoleCount] = []
    lists: dict[str, list[Kill]] = {}
    listed: dict[str, int] = {}
    current = ""
    for number, line in _lines(record):
        if line in _DONE:
            record.state("role_quest_done", True, number, PLACE)
        elif line in _SLAIN or line in _SELFIES:
            current = "slain" if line in _SLAIN else "selfies"
            listed[current], lists[current] = number, []
        elif _SHARE in line and (match := grammar.read(grammar.PERCENTAGE, line)):
            fact = "role_percent_upon_ascension" if match["would"] else "role_percent"
            record.state(fact, int(match["percent"]), number, PLACE)
        elif count := _count(line, number):
            counts.append(count)
        elif current and line not in _NOBODY and (kill := kill_of(line, number)):
            lists[current].append(kill)
    for fact, kills in lists.items():
        record.state(fact, tuple(kills), listed[fact], PLACE)
    if counts:
        record.state("role_counts", tuple(counts), counts[0].line, PLACE)
    titled = document.sections.last("role")
    if titled is not None:
        record.state("role_block", True, document.number(titled.start), PLACE)


def _lines(record: Record) -> Iterator[tuple[int, str]]:
    document = record.document
    lines = document.lines
    challenges = document.sections.last("challenges")
    if challenges is not None:
        for at in range(challenges.start + 1, challenges.end):
            if lines[at][:1] not in ("", " ", "\t"):
                yield document.number(at), lines[at].rstrip()
    for kind in ("role", "slain"):
        section = document.sections.last(kind)
        if section is None:
            continue
        for at in range(section.start + (kind == "role"), section.end):
            if line := lines[at].strip():
                yield document.number(at), line


def _count(line: str, number: int) -> RoleCount | None:
    match = grammar.read(grammar.COUNTED, line)
    if match is None:
        return None
    words = match["what"]
    what = next((thing for beginning, thing in _THINGS if words.startswith(beginning)), None)
    if what is None:
        return None
    if what in _ITEMS_AS_POINTS and " worth of " in line:
        what = "points"
    return RoleCount(what, int(match["amount"]), match["chest"] is not None, int(match["each"] or 0), number)
