"""Which build wrote a record, and how its words name roles and alignments."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from necropsy.games.gnollhack.version import Build

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["ALIGNMENTS", "build_of", "has_dump"]

ALIGNMENTS = {"Law": "lawful", "Neu": "neutral", "Cha": "chaotic"}
"""The alignments of files, as the tables of monsters and spells call them."""

LINE = "xlogfile"


def build_of(record: Record) -> Build | None:
    """The build that finished the game; the one that can be placed, where one of several files names it."""
    found = None
    for statement in record.statements("version_shown"):
        if statement.place == LINE:
            edit = next((s.value for s in record.statements("build") if s.place == LINE), None)
            build = _of_line(statement.value, edit, record.value("fields") or ())
        else:
            build = _of_dump(statement.value)
        if build is not None and build.placed:
            return build
        found = found or build
    return found


def has_dump(record: Record) -> bool:
    """Whether a dump tells of the game, and not only its line in the xlogfile."""
    return any(statement.place != LINE for statement in record.statements("achieved"))


@lru_cache(maxsize=256)
def _of_line(version: str, edit: int | None, fields: tuple[str, ...]) -> Build | None:
    try:
        return Build.of_fields(version, edit, fields)
    except ValueError:
        return None


@lru_cache(maxsize=256)
def _of_dump(shown: str) -> Build | None:
    try:
        return Build.parse(shown)
    except ValueError:
        return None
