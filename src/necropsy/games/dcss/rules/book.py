"""The registry of DCSS rules, and what several of them ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from necropsy.games.dcss.facts import version_of
from necropsy.joint import JointRecord
from necropsy.logline import LineRecord
from necropsy.record import Record
from necropsy.rules import Report, Rulebook, Severity
from necropsy.rules_between import add_rules

__all__ = [
    "NOTES_ARE_WHOLE",
    "RULEBOOK",
    "RUNES_ARE_FLAGS",
    "before",
    "dump_of",
    "dump_rule",
    "from_on",
    "in_special_mode",
    "left_the_dungeon",
    "may_be_from_on",
    "rule",
]

RULEBOOK = Rulebook()
rule = RULEBOOK.rule
add_rules(RULEBOOK, 1)

Check = Callable[[Record], Iterable[Report]]


def dump_rule(
    code: str, title: str, severity: Severity = Severity.ERROR, **how: Any
) -> Callable[[Check], Check]:
    """Register the decorated function as a rule about a dump; its log line is none of its business."""

    def register(check: Check) -> Check:
        @wraps(check)
        def of_dump(record: Record) -> Iterable[Report]:
            if type(record) is Record:
                return check(record)
            dump = dump_of(record)
            return () if dump is None else check(dump)

        rule(code, title, severity, part="dump", **how)(of_dump)
        return check

    return register


def dump_of(record: Record) -> Record | None:
    """The dump of a game: the record itself, or the first of its files that is no log."""
    if not isinstance(record, JointRecord):
        return None if isinstance(record, LineRecord) else record
    return next((part for part in record.parts if not isinstance(part, LineRecord)), None)


NOTES_ARE_WHOLE = "0.4"
"""Up to 0.3 an option (``use_notes``) could switch the notes off in mid-game: a missing row is no proof."""

RUNES_ARE_FLAGS = "0.9-a1-579"
"""d8593eb2: from here on runes are no items, so none can be lost or held twice."""


def in_special_mode(record: Record) -> bool:
    """Whether wizard or explore mode was on: then facts can be set at will.

    The mark on the score line says so, and what only these modes print. A note of it can
    be anybody's, so it counts only where there is no score line.
    """
    value = record.value
    if value("wizard") or value("explore") or value("generation_marks") or record.has("piety_in_numbers"):
        return True
    return not record.has("score") and (record.has("wizard_noted") or record.has("explore_noted"))


def left_the_dungeon(record: Record) -> bool:
    """Whether the game ended outside the dungeon, with the Orb or without it."""
    return record.value("ending") in ("win", "left")


def from_on(record: Record, build: str) -> bool:
    """Whether the record's version is surely ``build`` or later."""
    version = version_of(record)
    return version is not None and version.since(build)


def may_be_from_on(record: Record, build: str) -> bool:
    """Whether the record's version may be ``build`` or later; true where it is unknown."""
    version = version_of(record)
    return version is None or version.may_be_since(build)


def before(record: Record, build: str) -> bool:
    """Whether the record's version surely came before ``build``."""
    version = version_of(record)
    return version is not None and version.before(build)
