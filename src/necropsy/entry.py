"""The line of a game on a leaderboard: who, how much, and what it is ranked by."""

from __future__ import annotations

import sys
from typing import NamedTuple

from necropsy.contender import Contender
from necropsy.moment import Moment, moment_of
from necropsy.twin import mark_of

__all__ = ["Entry", "entry_of", "mark_of_entry"]


class Entry(NamedTuple):
    """A game on a board.

    Attributes:
        game: short name of the game.
        player: the player, under the first name in the list of players.
        score: the recorded score; under another formula the least that it gives.
        score_high: the most that the formula gives; ``None`` for an open end.
        slack: width of the span within which the score is known; 0 is pinned to the point,
            ``None`` without an end.
        recorded: the recorded score.
        turns: at the end.
        duration_s: seconds played.
        started: day or moment of the start, in ISO form.
        ended: the same of the end.
        won: whether the game was won.
        ending: how it ended.
        version: of the game, as the file names it.
        mode: of play.
        source: the file, with the line of a log.
    """

    game: str
    player: str
    score: int
    score_high: int | None
    slack: int | None
    recorded: int
    turns: int | None
    duration_s: int | None
    started: str | None
    ended: str | None
    won: bool
    ending: str | None
    version: str | None
    mode: str | None
    source: str


def entry_of(contender: Contender) -> Entry | None:
    """The line of a game; ``None`` where it has no score, or nobody to stand there.

    Under another formula its low end ranks a game.
    """
    if contender.player is None or contender.game is None or contender.recorded is None:
        return None
    recorded = contender.recorded
    score, score_high, slack = contender.rescored or (recorded, recorded, contender.slack)
    return Entry(
        contender.game,
        sys.intern(contender.player),
        score,
        score_high,
        slack,
        recorded,
        contender.turns,
        contender.duration_s,
        _iso(contender.started),
        _iso(contender.ended),
        contender.won,
        _shared(contender.ending),
        _shared(contender.version),
        _shared(contender.mode),
        contender.source,
    )


def mark_of_entry(entry: Entry) -> int | None:
    """A number that the entries of one game share, whichever file they are from."""
    started, ended = moment_of(entry.started), moment_of(entry.ended)
    return mark_of(entry.player, entry.recorded, entry.turns, entry.duration_s, started, ended)


def _shared(text: str | None) -> str | None:
    """A text of which a million entries keep one copy."""
    return None if text is None else sys.intern(text)


def _iso(moment: Moment | None) -> str | None:
    if moment is None:
        return None
    return moment.earliest.isoformat() if moment.exact else moment.earliest.date().isoformat()
