"""Modes of play and playing times, as several places of a dumplog print them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["seconds", "state_mode"]

_MODES = ("wizard", "explore", "reloadable", "casual", "modern", "tournament", "classic")
# A casual game is a modern one as well, and its words do not say so.
_SILENT = ("explore", "reloadable", "casual")
_UNSCORED = ("explore", "reloadable", "casual", "non-scoring")


def state_mode(
    record: Record, said: str, number: int, place: str, standing: Standing = Standing.TESTIMONY
) -> None:
    """State what the words before "mode" say: ``non-scoring casual``, ``modern wizard``, ``classic``."""
    parts = said.split()
    mode = next((mode for mode in _MODES if mode in parts), None)
    record.state("mode_words", said, number, place, standing)
    if mode is None:
        record.flaw("F202", f"{said!r} is no mode of play", number)
        return
    record.state("mode", "classic" if mode == "tournament" else mode, number, place, standing)
    if mode not in _SILENT:
        record.state("modern", "modern" in parts, number, place, standing)
    unscored = any(part in _UNSCORED for part in parts)
    if unscored or mode != "wizard":
        # In wizard mode the flag of a game that counts for nothing is not shown.
        record.state("scoring", not unscored, number, place, standing)
    if mode not in ("wizard", "explore"):
        record.state("tournament", mode == "tournament", number, place, standing)


_UNITS = {"days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}


def seconds(match: re.Match[str]) -> int:
    """The seconds of a playing time that a grammar has read."""
    return sum(int(match[unit] or 0) * length for unit, length in _UNITS.items())
