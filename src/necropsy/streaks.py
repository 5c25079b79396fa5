"""Streaks: wins of one player with no other game between them.

The rule of the DCSS and NetHack tournaments: only the first game that a player starts after
a win can extend the streak; one that ran beside the win neither extends nor ends it. Without
that rule a player could keep games open and finish the safe ones first.

Streaks are read off the games with the verdict ``match``. A game that comes next and has
another verdict ends a streak as a loss does: nothing shows that it was won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from necropsy.contender import Contender, contender_of
from necropsy.filters import NO_FILTERS, Filters
from necropsy.moment import Moment
from necropsy.ranking import LeftOut, Remainder
from necropsy.verdict import Audit, Verdict

__all__ = ["Streak", "StreakBoard", "find_streaks", "streaks_among"]


@dataclass(frozen=True, slots=True)
class Streak:
    """Some wins in a row.

    Attributes:
        game: short name of the game.
        player: who won.
        sources: the files of the games, in their order.
        started: start of the first game, in ISO form.
        ended: end of the last one.
        ongoing: whether no game was found that starts after the last win.
        hints: what keeps this from being certain, in words.
    """

    game: str
    player: str
    sources: tuple[str, ...]
    started: str
    ended: str
    ongoing: bool
    hints: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        """How many games were won."""
        return len(self.sources)

    def to_dict(self) -> dict[str, Any]:
        """The streak as plain data."""
        return {
            "game": self.game,
            "player": self.player,
            "length": self.length,
            "ongoing": self.ongoing,
            "started": self.started,
            "ended": self.ended,
            "sources": list(self.sources),
            "hints": list(self.hints),
        }


@dataclass(frozen=True, slots=True)
class StreakBoard:
    """The streaks of a run.

    Attributes:
        streaks: the longest first.
        counts: how many games cannot be part of one, by cause and reason.
        left_out: each of them, where that was asked for.
    """

    streaks: tuple[Streak, ...]
    counts: Counter[tuple[str, str]]
    left_out: tuple[LeftOut, ...] = ()
    columns: ClassVar[tuple[str, ...]] = (
        "rank",
        "game",
        "player",
        "length",
        "ongoing",
        "started",
        "ended",
        "sources",
        "hints",
    )

    def rows(self) -> Iterator[dict[str, Any]]:
        """The streaks as plain data, with their ranks; equally long ones share one (1, 2, 2, 4)."""
        place, length = 0, 0
        for at, streak in enumerate(self.streaks, 1):
            if streak.length != length:
                place, length = at, streak.length
            yield {"rank": place, **streak.to_dict()}

    def to_dict(self) -> dict[str, Any]:
        """The streaks and what was left out as plain data."""
        return {"streaks": list(self.rows()), "left_out": [each._asdict() for each in self.left_out]}


class _Game(NamedTuple):
    start: Moment
    end: Moment
    won: bool
    verdict: Verdict
    source: str

    @property
    def counts(self) -> bool:
        """Whether it can be part of a streak."""
        return self.won and self.verdict is Verdict.MATCH


@dataclass(slots=True)
class _Career:
    """The games of a player, what tells them apart, and how many lack a start or an end."""

    name: str
    games: list[_Game] = field(default_factory=list)
    marks: set[int] = field(default_factory=set)
    undated: int = 0

    def add(self, contender: Contender) -> None:
        """Add a game, unless it is one of them already."""
        if contender.mark is not None:
            if contender.mark in self.marks:
                return
            self.marks.add(contender.mark)
        start, end = contender.started, contender.ended
        if start is None or end is None:
            self.undated += 1
        else:
            self.games.append(_Game(start, end, contender.won, contender.verdict, contender.source))


# A game in wizard mode counts for nothing, and one that still runs has not been lost.
_NO_GAME = (Verdict.INELIGIBLE, Verdict.UNFINISHED, Verdict.UNREADABLE, Verdict.SKIPPED)


def find_streaks(
    audits: Iterable[Audit],
    filters: Filters = NO_FILTERS,
    *,
    least: int = 2,
    top: int | None = None,
    list_left_out: bool = False,
) -> StreakBoard:
    """The streaks in some audits, the longest first, then those that ended earlier.

    Args:
        audits: the audits; they are not kept.
        filters: which games count; one that fails is as if it had not been played.
        least: how many wins make a streak.
        top: how many streaks; all where it is ``None``.
        list_left_out: whether to keep the name of each game that is left out.
    """
    contenders = (contender_of(audit, filters) for audit in audits)
    return streaks_among(contenders, least=least, top=top, list_left_out=list_left_out)


def streaks_among(
    contenders: Iterable[Contender], *, least: int = 2, top: int | None = None, list_left_out: bool = False
) -> StreakBoard:
    """The streaks among games that may come from other processes; the rest as for :func:`find_streaks`."""
    careers: dict[tuple[str, str], _Career] = {}
    remainder = Remainder(list_left_out)
    for contender in contenders:
        _collect(contender, careers, remainder)
    found = [streak for (game, _), career in careers.items() for streak in _streaks_of(game, career, least)]
    found.sort(key=lambda streak: (-streak.length, streak.ended, streak.player.casefold(), streak.sources))
    return StreakBoard(tuple(found[:top]), remainder.counts, tuple(remainder.games))


def _collect(contender: Contender, careers: dict[tuple[str, str], _Career], remainder: Remainder) -> None:
    """Add a game to its player's career, or to those left out."""
    if contender.verdict is Verdict.SKIPPED:
        return
    if contender.objection is not None:
        remainder.add_objection(contender, contender.objection)
        return
    if contender.verdict is not Verdict.MATCH:
        remainder.add_verdict(contender)
    game, player = contender.game, contender.player
    if game is not None and player is not None and contender.verdict not in _NO_GAME:
        careers.setdefault((game, player.casefold()), _Career(player)).add(contender)


def _streaks_of(game: str, career: _Career, least: int) -> Iterator[Streak]:
    """The streaks of a player that are long enough; each win is part of one at most."""
    games = sorted(career.games, key=lambda each: (each.start, each.end, each.source))
    taken: set[int] = set()
    for first, opening in enumerate(games):
        if first in taken or not opening.counts:
            continue
        chain = [first]
        following = _next_after(games, first)
        while following is not None and games[following].counts and following not in taken:
            chain.append(following)
            following = _next_after(games, following)
        taken.update(chain)
        if len(chain) < least:
            continue
        won = [games[at] for at in chain]
        after = None if following is None else games[following]
        hints = tuple(_hints(games, won, after, career.undated))
        yield Streak(
            game,
            career.name,
            tuple(each.source for each in won),
            str(won[0].start),
            str(won[-1].end),
            after is None,
            hints,
        )


def _next_after(games: list[_Game], at: int) -> int | None:
    """The first game that starts after one has ended, as far as the times tell; games are by start.

    Where only days are known, one of the same day that stands later in the order comes after.
    """
    end = games[at].end
    for later in range(at + 1, len(games)):
        if games[later].start.latest >= end.earliest:
            return later
    return None


def _hints(games: list[_Game], won: list[_Game], after: _Game | None, undated: int) -> Iterator[str]:
    """What keeps a streak from being certain."""
    if undated:
        have = "games have" if undated > 1 else "game has"
        yield f"{undated:,} more {have} no known start or end: a loss there may have ended the streak"
    beside = sum(_runs_beside(each, won) for each in games)
    if beside == 1:
        yield "a game ran beside the wins: it neither extends nor ends the streak"
    elif beside:
        yield f"{beside:,} games ran beside the wins: they neither extend nor end the streak"
    chain = [*won, after] if after is not None else won
    if any(later.start.earliest < sooner.end.latest for sooner, later in pairwise(chain)):
        yield "only the day is known: two games of one day may have overlapped or come in another order"
    if after is not None and after.counts:
        yield "the next win belongs to a streak that ran beside this one"
    elif after is not None and after.won:
        yield f"the next game is a win too, but its verdict is {after.verdict.value}"


def _runs_beside(game: _Game, won: list[_Game]) -> bool:
    """Whether a game surely overlaps one of the wins in time, and is none of them."""
    if any(game is each for each in won):
        return False
    return any(
        game.start.latest < each.end.earliest and each.start.latest < game.end.earliest for each in won
    )
