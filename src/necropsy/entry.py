"""The line of a game on a leaderboard: who, how much, and what it is ranked by."""

from __future__ import annotations

import datetime as dt
import sys
from typing import NamedTuple

from necropsy.breakdown import RescoreError
from necropsy.games import Versioned, versioned
from necropsy.moment import moment_in, moment_of
from necropsy.record import Record
from necropsy.span import Span
from necropsy.twin import mark_of
from necropsy.verdict import Audit

__all__ = ["Entry", "entry_of", "mark_of_entry", "rescored"]


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


def mark_of_entry(entry: Entry) -> int | None:
    """A mark that entries of one game share, whichever file they are from (:func:`necropsy.twin.mark_of`)."""
    started, ended = moment_of(entry.started), moment_of(entry.ended)
    return mark_of(entry.player, entry.recorded, entry.turns, entry.duration_s, started, ended)


def entry_of(audit: Audit, record: Record, player: str | None) -> Entry | None:
    """The line of a game; ``None`` where it has no score, or nobody to stand there.

    Args:
        audit: of the game.
        record: its facts.
        player: under the name that the board has for them.
    """
    if player is None or audit.game is None or audit.recorded is None:
        return None
    return Entry(
        audit.game,
        sys.intern(player),
        audit.recorded,
        audit.recorded,
        audit.slack,
        audit.recorded,
        record.value("turns"),
        record.value("duration_s"),
        _iso(record, "started"),
        _iso(record, "ended"),
        bool(record.value("won")),
        _shared(record.value("ending")),
        _shared(record.value("version")),
        _shared(record.value("mode")),
        audit.source,
    )


def _shared(text: str | None) -> str | None:
    """A text of which a million entries keep one copy."""
    return None if text is None else sys.intern(str(text))


def _iso(record: Record, fact: str) -> str | None:
    moment = moment_in(record, fact)
    if moment is None:
        return None
    stated: dt.date = moment.earliest if moment.exact else moment.earliest.date()
    return stated.isoformat()


def rescored(entry: Entry, record: Record, version: str) -> Entry:
    """The entry with the score that another version's formula gives; its low end ranks it.

    Args:
        entry: the game's line.
        record: its facts.
        version: whose formula it is.

    Raises:
        RescoreError: if too little is known of the game for that formula.
        ValueError: if the game does not know the version.

    What was recorded by this very formula needs no other score: it fits, and is known.
    """
    game = versioned(entry.game)
    if game is None:
        raise RescoreError(f"{entry.game} has no formulas to choose from")
    if _counts_by(game, entry.version) == game.formula(version):
        return entry._replace(slack=0)
    span: Span = game.rescore(record, version).total
    if span.low is None:
        raise RescoreError("too little is known for any lower bound")
    return entry._replace(score=span.low, score_high=span.high, slack=span.width)


def _counts_by(game: Versioned, version: str | None) -> str | None:
    """The one formula that a game's own version follows, if it is one."""
    try:
        return None if version is None else game.formula(version)
    except ValueError:
        return None
