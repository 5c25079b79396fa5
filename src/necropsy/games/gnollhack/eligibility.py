"""Why a game is not for a leaderboard."""

from __future__ import annotations

from necropsy.record import Record

__all__ = ["ineligible"]

_UNFIT = {
    "wizard": "played in wizard mode",
    "explore": "played in explore mode",
    "casual": "played in casual mode",
    "reloadable": "played in reloadable mode",
}


def ineligible(record: Record) -> str | None:
    """Why a game is not for a leaderboard: wizard, explore, casual and non-scoring ones are not."""
    modes = {statement.value for statement in record.statements("mode")}
    for mode, why in _UNFIT.items():
        if mode in modes:
            return why
    return "a game that counts for nothing (non-scoring)" if record.value("scoring") is False else None
