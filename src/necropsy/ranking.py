"""Leaderboards: the games whose score is consistent, in their order, and what was left out and why.

Only games with the verdict ``match`` are ranked. Of a game no more is kept than its line on
the board, and with a length that is asked for no more lines than that: the games of a
server fit in memory.
"""

from __future__ import annotations

import datetime as dt
import heapq
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple

from necropsy.breakdown import RescoreError
from necropsy.filters import NO_FILTERS, Filters
from necropsy.games import Versioned, games, versioned
from necropsy.moment import moment_in, moment_of
from necropsy.record import Record
from necropsy.rules import Severity
from necropsy.span import Span
from necropsy.twin import mark_of
from necropsy.verdict import Audit, Verdict

__all__ = ["By", "Entry", "Leaderboard", "LeftOut", "Order", "Ranking", "Remainder", "rank"]


class By(StrEnum):
    """What games are ranked by."""

    SCORE = "score"
    TURNS = "turns"
    REALTIME = "realtime"

    @property
    def meaning(self) -> str:
        """In words."""
        return _MEANINGS[self]


_MEANINGS = {
    By.SCORE: "by score",
    By.TURNS: "won games by the fewest turns",
    By.REALTIME: "won games by the shortest time played",
}


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
class Order:
    """How games are ranked.

    Attributes:
        by: what by; turns and time rank won games only, the fewest first.
        top: how many lines a board has; all where it is ``None``.
        per_player: whether each player has one line, their best.
        rescore: the version whose formula scores all games.

    Raises:
        ValueError: if games are to be scored anew and not ranked by score, or if no game
            knows the version.
    """

    by: By = By.SCORE
    top: int | None = None
    per_player: bool = False
    rescore: str | None = None

    def __post_init__(self) -> None:
        if self.top is not None and self.top < 1:
            raise ValueError(f"a leaderboard has at least one line, not {self.top}")
        if self.rescore is not None and self.by is not By.SCORE:
            raise ValueError(f"another version's formula changes scores: it says nothing {self.by.meaning}")

    def formula(self, game: str) -> str | None:
        """The formula by which a game's scores are worked out anew; ``None`` for each game's own.

        Raises:
            ValueError: if the game does not know the version.
        """
        if self.rescore is None:
            return None
        found = versioned(game)
        if found is None:
            raise ValueError(f"{game} has no formulas to choose from")
        return found.formula(self.rescore)

    def check(self, only: str | None = None) -> None:
        """See that a game knows the version to score by.

        Raises:
            ValueError: if none does.
        """
        problems = []
        for name in [only] if only else [each.name for each in games()]:
            try:
                self.formula(name)
            except ValueError as error:
                problems.append(f"{name}: {error}")
            else:
                return
        raise ValueError("; ".join(problems))

    def key(self, entry: Entry) -> tuple[Any, ...]:
        """The place of an entry: what it is ranked by, then the earlier end, the name and the file."""
        ended = (entry.ended is None, entry.ended or "")
        return self.measure(entry), *ended, entry.player.casefold(), entry.source

    def measure(self, entry: Entry) -> int:
        """What an entry is ranked by, as a number that is small for a good place."""
        if self.by is By.SCORE:
            return -entry.score
        measure = entry.turns if self.by is By.TURNS else entry.duration_s
        assert measure is not None  # without it nothing gets so far
        return measure


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
    order: Order = Order(),
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
    collected = _Collected(order, filters, Remainder(list_left_out))
    for audit in audits:
        collected.add(audit)
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

    def add(self, audit: Audit, cause: str, reason: str, detail: str = "") -> None:
        """Leave a game out; the detail is what is to be said of it alone."""
        self.counts[cause, reason] += 1
        if self.listed:
            self.games.append(LeftOut(audit.source, audit.verdict.value, cause, detail or reason))

    def add_verdict(self, audit: Audit) -> None:
        """Leave a game out for its verdict."""
        self.add(audit, audit.verdict.value, audit.verdict.meaning, _why(audit))


@dataclass(slots=True)
class _Collected:
    """What a run has come to so far."""

    order: Order
    filters: Filters
    remainder: Remainder
    boards: dict[str, _Board] = field(default_factory=dict)
    disputed: list[tuple[str, str]] = field(default_factory=list)

    def add(self, audit: Audit) -> None:
        """Put a game on its board, or among those left out; what is no game is neither."""
        if audit.verdict is Verdict.SKIPPED:
            return
        objection = self.filters.objection(audit)
        if objection is not None:
            self.remainder.add(audit, objection.option, objection.reason)
        elif audit.verdict is not Verdict.MATCH:
            self.remainder.add_verdict(audit)
        elif audit.record is not None and audit.record.has("told_before"):
            self._leave_out_told(audit, audit.record)
        else:
            self._place(audit)

    def _leave_out_told(self, audit: Audit, record: Record) -> None:
        """Leave out a game that was told before; by another score or end one of the two is wrong."""
        first = record.value("told_before")
        if record.value("told_alike"):
            self.remainder.add(audit, "twice", "another line or file tells of the same game")
            return
        self.disputed.append((first, audit.source))
        detail = f"{first} tells of the same game, and not the same: compare the two"
        self.remainder.add(
            audit, "disputed", "another line or file tells of the same game, and not the same", detail
        )

    def _place(self, audit: Audit) -> None:
        assert audit.record is not None
        entry, problem = self._entry(audit, audit.record)
        if entry is None:
            self.remainder.add(audit, *problem)
        elif not self.boards.setdefault(entry.game, _Board(self.order)).add(entry):
            self.remainder.add(audit, "twice", "the same game stands on the board already")

    def _entry(self, audit: Audit, record: Record) -> tuple[Entry | None, tuple[str, str]]:
        """The game's line, or why it has none."""
        entry = _entry_of(audit, record, self.filters.player(record))
        if entry is None:
            return None, _UNRANKED[audit.recorded is None]
        by = self.order.by
        if by is not By.SCORE:
            if not entry.won:
                return None, (f"--by {by}", "not won")
            if (entry.turns if by is By.TURNS else entry.duration_s) is None:
                return None, (f"--by {by}", "the file does not say it")
        if self.order.rescore is None:
            return entry, ("", "")
        try:
            return _rescored(entry, record, self.order.rescore), ("", "")
        except (RescoreError, ValueError) as error:
            return None, ("--rescore", str(error))

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


class _Reversed:
    """An entry in a heap whose first one is the worst."""

    __slots__ = ("entry", "key")

    def __init__(self, key: tuple[Any, ...], entry: Entry) -> None:
        self.key = key
        self.entry = entry

    def __lt__(self, other: _Reversed) -> bool:
        return self.key > other.key


class _Board:
    """The entries of one game: all, each player's best, or as many as were asked for."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._heap: list[_Reversed] = []
        self._all: list[Entry] = []
        self._best: dict[str, Entry] = {}
        self._seen: set[int | None] = set()
        self.count = 0

    def add(self, entry: Entry) -> bool:
        """Take an entry into account; whether it is another game than those on the board."""
        mark = _mark(entry)
        if mark is not None and mark in self._seen:
            return False
        self.count += 1
        if self._order.per_player:
            self._add_best(entry)
        elif self._order.top is not None:
            self._add_to_heap(entry, self._order.top)
        else:
            self._all.append(entry)
            self._remember(entry)
        return True

    def _add_best(self, entry: Entry) -> None:
        player = entry.player.casefold()
        best = self._best.get(player)
        if best is None or self._order.key(entry) < self._order.key(best):
            self._best[player] = entry
            self._forget(best)
            self._remember(entry)

    def _add_to_heap(self, entry: Entry, most: int) -> None:
        item = _Reversed(self._order.key(entry), entry)
        if len(self._heap) < most:
            heapq.heappush(self._heap, item)
        else:
            dropped = heapq.heappushpop(self._heap, item)
            if dropped is item:
                return
            self._forget(dropped.entry)
        self._remember(entry)

    def _remember(self, entry: Entry) -> None:
        mark = _mark(entry)
        if mark is not None:
            self._seen.add(mark)

    def _forget(self, entry: Entry | None) -> None:
        if entry is not None:
            self._seen.discard(_mark(entry))

    def lines(self) -> Iterator[tuple[int, Entry]]:
        """The entries in their order, with their ranks."""
        entries = [*self._all, *self._best.values(), *(item.entry for item in self._heap)]
        entries.sort(key=self._order.key)
        place, last = 0, None
        for at, entry in enumerate(entries[: self._order.top], 1):
            measure = self._order.measure(entry)
            if measure != last:
                place, last = at, measure
            yield place, entry


def _mark(entry: Entry) -> int | None:
    started, ended = moment_of(entry.started), moment_of(entry.ended)
    return mark_of(entry.player, entry.recorded, entry.turns, entry.duration_s, started, ended)


def _entry_of(audit: Audit, record: Record, player: str | None) -> Entry | None:
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


def _rescored(entry: Entry, record: Record, version: str) -> Entry:
    """The entry with the score that another version's formula gives; its low end ranks it.

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


def _why(audit: Audit) -> str:
    """What stands against a game: its first proof, else the reasons of its verdict."""
    proofs = (finding for finding in audit.findings if finding.severity is Severity.ERROR)
    proof = next(proofs, None)
    if proof is not None and audit.verdict in (Verdict.MISMATCH, Verdict.TAMPERED):
        return f"{proof.rule} {proof.message}"
    return "; ".join(audit.reasons)
