"""What names a moment in a hero's life, so that two dumps of it can be held against each other.

A hero is dumped as often as its player likes. No number names it; but the clock of the game, the
seconds played and what birth gave are never the same for two heroes of one name.
"""

from __future__ import annotations

from necropsy.identity import Identity
from necropsy.record import Record

__all__ = ["identity_of"]

_SHORT = 60
"""Seconds of play: who is born anew from the same notes looks the same at first."""

_BIRTH = ("age", "height", "weight", "social_class")
_MOST = 100_000
"""What none of the numbers of birth reaches."""


def identity_of(record: Record) -> Identity | None:
    """The hero by name and birth, with the moment as start; ``None`` where the screen lacks one of these."""
    player, day, minute = record.value("player"), record.value("day"), record.value("minute")
    played = record.value("duration_s")
    born = [record.value(fact) for fact in _BIRTH]
    if not player or day is None or minute is None or None in born or played is None or played < _SHORT:
        return None
    # One number of all of them: no two moments have the same.
    moment: int = (day * 1440 + minute) * 10**10 + played
    for number in born:
        moment = moment * _MOST + number % _MOST
    return Identity(player, "text", moment)
