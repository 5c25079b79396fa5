"""Two files of the same game: a copy, or a dump whose log line was read on its own.

What makes files one record is told by their game (:mod:`necropsy.pairing`). Here is what is
left for lists of games: no board should name a game twice.
"""

from __future__ import annotations

from necropsy.moment import Moment

__all__ = ["mark_of"]

# Below so few turns two games of a player can be alike in everything that a file says.
_FEW_TURNS = 100


def mark_of(
    player: str,
    score: int | None,
    turns: int | None,
    duration_s: int | None,
    started: Moment | None,
    ended: Moment | None,
) -> int | None:
    """A number that the files of one game share and two games do not; ``None`` where that is not sure.

    Of the times the days count: a log gives the second, a morgue does not. It is a number and
    not what it stands for, as a board of a million games keeps one for each.
    """
    if not score or (turns or 0) < _FEW_TURNS or ended is None:
        return None
    first = None if started is None else started.earliest.date()
    return hash((player.casefold(), score, turns, duration_s, first, ended.earliest.date()))
