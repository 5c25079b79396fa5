"""Leaderboards: the games whose score is consistent, in their order, and what was left out and why.

Only games with the verdict ``match`` are ranked. Of a game no more is kept than its line on
the board, and with a length that is asked for no more lines than that: the games of a
server fit in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from necropsy.board import IN_ORDER_OF_SCORE, Board, By, Order
from necropsy.contender import Contender, contender_of
from necropsy.entry import Entry, entry_of
from necropsy.filters import NO_FILTERS, Filters, Objection
from necropsy.verdict import Audit, Verdict

__all__ = ["Leaderboard", "LeftOut", "Ranking", "Remainder", "rank", "rank_contenders"]


class LeftOut(NamedTuple):
    """A game that is not ranked.

    Attributes:
        source: the file, with the line of a log.
        verdict: its verdict.
        cause: the verdict again, or the filter or the order that it failed.
        reason: in words.
    """

    source: str
    verdict: str
    cause: str
    reason: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """The board of one game.

    Attributes:
        game: its short name.
        formula: the formula that scored all games; ``None`` for each game's own.
        count: how many games were in the running; with a length, a copy of one that did not
            reach the board is counted, too.
        lines: rank and entry, the best first; equal ones share a rank (1, 2, 2, 4).
    """

    game: str
    formula: str | None
    count: int
    lines: tuple[tuple[int, Entry], ...]


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The boards of a run.

    Attributes:
        order: how they are ranked.
        rankings: one for each game that has games in the running.
        counts: how many games were left out, by cause and reason.
        left_out: each of them, where that was asked for.
        disputed: files of one game that do not tell the same: the one that was met first, which may
            have a place, and the other one. Which of them is right they do not say.
    """

    order: Order
    rankings: tuple[Ranking, ...]
    counts: Counter[tuple[str, str]]
    left_out: tuple[LeftOut, ...] = ()
    disputed: tuple[tuple[str, str], ...] = ()
    columns: ClassVar[tuple[str, ...]] = ("rank", *Entry._fields)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The lines of all boards as plain data."""
        for ranking in self.rankings:
            for place, entry in ranking.lines:
                yield {"rank": place, **entry._asdict()}

    def to_dict(self) -> dict[str, Any]:
        """The boards and what was left out as plain data."""
        return {
            "by": self.order.by.value,
            "rescored": self.order.rescore,
            "rankings": [
                {
                    "game": ranking.game,
                    "formula": ranking.formula,
                    "games": ranking.count,
                    "lines": [{"rank": place, **entry._asdict()} for place, entry in ranking.lines],
                }
                for ranking in self.rankings
            ],
            "left_out": [each._asdict() for each in self.left_out],
            "disputed": [{"first": first, "other": other} for first, other in self.disputed],
        }


def rank(
    audits: Iterable[Audit],
    order: Order = IN_ORDER_OF_SCORE,
    filters: Filters = NO_FILTERS,
    *,
    list_left_out: bool = False,
) -> Leaderboard:
    """Rank the games of some audits.

    Args:
        audits: the audits; they are not kept.
        order: how to rank.
        filters: which games count; a game that fails one is left out for that, whatever
            its verdict.
        list_left_out: whether to keep the name of each game that is left out, not only
            their numbers.
    """
    contenders = (contender_of(audit, filters, order.rescore) for audit in audits)
    return rank_contenders(contenders, order, list_left_out=list_left_out)


def rank_contenders(
    contenders: Iterable[Contender], order: Order = IN_ORDER_OF_SCORE, *, list_left_out: bool = False
) -> Leaderboard:
    """Rank games that may come from other processes.

    Args:
        contenders: the games, which the order's formula has scored if it names one; they are not kept.
        order: how to rank.
        list_left_out: as for :func:`rank`.
    """
    collected = _Collected(order, Remainder(list_left_out))
    for contender in contenders:
        collected.add(contender)
    return collected.leaderboard()


@dataclass(slots=True)
class Remainder:
    """The games that a board leaves out.

    Attributes:
        listed: whether each is kept by name, not only counted.
        counts: how many there are, by cause and reason.
        games: each of them, where they are listed.
    """

    listed: bool = False
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    games: list[LeftOut] = field(default_factory=list)

    def add(self, contender: Contender, cause: str, reason: str, detail: str = "") -> None:
        """Leave a game out; the detail is what is to be said of it alone."""
        self.counts[cause, reason] += 1
        if self.listed:
            verdict = contender.verdict.value
            self.games.append(LeftOut(contender.source, verdict, cause, detail or reason))

    def add_objection(self, contender: Contender, objection: Objection) -> None:
        """Leave a game out for a filter that it fails."""
        self.add(contender, objection.option, objection.reason)

    def add_verdict(self, contender: Contender) -> None:
        """Leave a game out for its verdict."""
        verdict = contender.verdict
        self.add(contender, verdict.value, verdict.meaning, contender.why)


@dataclass(slots=True)
class _Collected:
    """What a run has come to so far."""

    order: Order
    remainder: Remainder
    boards: dict[str, Board] = field(default_factory=dict)
    disputed: list[tuple[str, str]] = field(default_factory=list)

    def add(self, contender: Contender) -> None:
        """Put a game on its board, or among those left out; what is no game is neither."""
        if contender.verdict is Verdict.SKIPPED:
            return
        if contender.objection is not None:
            self.remainder.add_objection(contender, contender.objection)
        elif contender.verdict is not Verdict.MATCH:
            self.remainder.add_verdict(contender)
        elif contender.told_before is not None:
            self._leave_out_told(contender, contender.told_before)
        else:
            self._place(contender)

    def _leave_out_told(self, contender: Contender, first: str) -> None:
        """Leave out a game that was told before; by another score or end one of the two is wrong."""
        if contender.told_alike:
            self.remainder.add(contender, "twice", "another line or file tells of the same game")
            return
        self.disputed.append((first, contender.source))
        reason = "another line or file tells of the same game, and not the same"
        detail = f"{first} tells of the same game, and not the same: compare the two"
        self.remainder.add(contender, "disputed", reason, detail)

    def _place(self, contender: Contender) -> None:
        entry = entry_of(contender)
        problem = self._problem(contender, entry)
        if entry is None or problem is not None:
            self.remainder.add(contender, *problem or _UNRANKED[contender.recorded is None])
        elif not self.boards.setdefault(entry.game, Board(self.order)).add(entry):
            self.remainder.add(contender, "twice", "the same game stands on the board already")

    def _problem(self, contender: Contender, entry: Entry | None) -> tuple[str, str] | None:
        """Why a game that has a line does not belong on a board in this order."""
        by = self.order.by
        if entry is None:
            return None
        if by is not By.SCORE:
            if not entry.won:
                return f"--by {by}", "not won"
            if (entry.turns if by is By.TURNS else entry.duration_s) is None:
                return f"--by {by}", "the file does not say it"
        return ("--rescore", contender.unscored) if contender.unscored else None

    def leaderboard(self) -> Leaderboard:
        """The boards."""
        rankings = (
            Ranking(name, self.order.formula(name), board.count, tuple(board.lines()))
            for name, board in sorted(self.boards.items())
        )
        left_out = self.remainder
        return Leaderboard(
            self.order, tuple(rankings), left_out.counts, tuple(left_out.games), tuple(self.disputed)
        )


_UNRANKED = {True: ("score", "the file records no score"), False: ("player", "the file names no player")}
"""Why a game has no line, by whether it lacks a score."""
