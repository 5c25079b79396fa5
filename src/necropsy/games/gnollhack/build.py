"""Which build wrote a record, and how its words name roles and alignments."""

from __future__ import annotations

from functools import lru_cache

from necropsy.games.gnollhack.line import XlogRecord
from necropsy.games.gnollhack.version import Build
from necropsy.joint import JointRecord
from necropsy.logline import LineRecord
from necropsy.record import Record

__all__ = ["ALIGNMENTS", "build_of", "has_dump"]

ALIGNMENTS = {"Law": "lawful", "Neu": "neutral", "Cha": "chaotic"}
"""The alignments of files, as the tables of monsters and spells call them."""


def build_of(record: Record) -> Build | None:
    """The build that finished the game; the one that can be placed, where one of several files names it."""
    if isinstance(record, XlogRecord):
        return record.build
    found = None
    for part in record.parts if isinstance(record, JointRecord) else (record,):
        build = part.build if isinstance(part, XlogRecord) else _of_dump(part.value("version_shown"))
        if build is not None and build.placed:
            return build
        found = found or build
    return found


def has_dump(record: Record) -> bool:
    """Whether a dump tells of the game, and not only its line in the xlogfile."""
    if isinstance(record, JointRecord):
        return any(has_dump(part) for part in record.parts)
    return not isinstance(record, LineRecord) and record.has("achieved")


@lru_cache(maxsize=256)
def _of_dump(shown: str | None) -> Build | None:
    if shown is None:
        return None
    try:
        return Build.parse(shown)
    except ValueError:
        return None
