"""A run over many files, whose work is done elsewhere: what is found there is compared and told here.

The order of what is told depends on the files alone, not on who reads them, and is that of
:mod:`necropsy.engine`, with which a run shares how games are paired and compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from necropsy.brief import Brief
from necropsy.card import Card, StandIn
from necropsy.executors import Executor, Promise, in_order, results_of
from necropsy.games import Game, game
from necropsy.history import History
from necropsy.joint import JointRecord
from necropsy.labour import Batch, LogLines, Order, Part, Request, Resolve, SeenFile, Survey
from necropsy.loglines import Broken, Piece, pieces_in
from necropsy.look import unreadable
from necropsy.pairing import PLACE, Gathering
from necropsy.record import Record, Standing
from necropsy.sources import Limits, Source, reason

__all__ = ["Run", "Told"]

_ASKED = 64
"""Games of which several files tell that make one job."""


_WAITING = 8192
"""Audits that may wait for the one before them."""


class Told(NamedTuple):
    """One audit of a run.

    Attributes:
        brief: what it came to.
        payload: what the writer made of it and of others.
        row: where in the payload it is.
    """

    brief: Brief
    payload: Any
    row: int


class _Alone(NamedTuple):
    """The audit of a game by one of its files.

    Attributes:
        told: the audit.
        states: what was said of the game when it was judged.
    """

    told: Told
    states: tuple[tuple[Any, ...], ...] = ()


class _Origin(NamedTuple):
    """Where a game is read again: its file, and of a log the piece in which its line stands."""

    source: Source
    piece: Piece | None = None
    offset: int = 0


class Run:
    """A run over some files.

    Args:
        order: what all its jobs have in common; its plan says whether dumps wait for logs.
        executor: who does them.
    """

    def __init__(self, order: Order, executor: Executor) -> None:
        assert order.plan.pair is not None, "whether dumps wait must be known before the first is read"
        self._order = order
        self._executor = executor
        self._gathering = Gathering(order.plan.pair, order.plan.expect_files)
        self._history = History()
        self._open: list[Request] = []
        self._enquiry = _Enquiry()
        self._under_way: deque[_Enquiry] = deque()

    def over(self, sources: Iterable[Source]) -> Iterator[Told]:
        """Every audit of the files, in the order in which they are told."""
        queue: deque[Told | _Answer] = deque()
        for found in self._found(sources):
            queue.append(found if isinstance(found, Told) else self._told(*found))
            if len(queue) > _WAITING:
                self._ask()
            while queue and self._is_due(queue[0]):
                yield from _audits(queue.popleft())
        self._ask()
        while queue:
            yield from _audits(queue.popleft())

    # ------------------------------------------------------------------ what the files hold

    def _found(self, sources: Iterable[Source]) -> Iterator[Told | tuple[Game, Record]]:
        surveys = (Survey(chunk) for chunk in _chunks(sources, self._executor))
        for survey, (seen, batch) in in_order(self._executor, self._order, surveys):
            for source, one in zip(survey.sources, seen, strict=True):
                yield from self._take(source, one, batch)
        yield from self._gathering.games(_stand_in, self._log)

    def _take(self, source: Source, seen: SeenFile, batch: Batch) -> Iterator[Told | tuple[Game, Record]]:
        if seen.kind == "log":
            self._gathering.take_log(game(seen.game), source, None)
            return
        told = None if seen.row < 0 else Told(batch.briefs[seen.row], batch.payload, seen.row)
        if seen.card is None:
            assert told is not None
            yield told
            return
        card = Card.unpacked(seen.card)
        found = game(card.game)
        record = StandIn(source.name, card, told and _Alone(told), _Origin(source))
        if told is not None or not self._gathering.take(found, source, record, record):
            yield found, record

    def _log(self, found: Game, source: Source, _content: None) -> Iterator[Told | Record]:
        """The games of a log, and its lines that are none and should be."""
        gathering, problems = self._gathering, list[str]()
        alone, looks = gathering.said_alone(found), gathering.looks
        pieces = _pieces(source, self._order.plan.limits, problems)
        jobs = (LogLines(found.name, source.name, piece, alone, not looks, looks) for piece in pieces)
        for job, (items, batch) in in_order(self._executor, self._order, jobs):
            yield from _games_of(job, source, items, batch)
        for problem in problems:
            batch = self._order.batch([unreadable(source.name, problem)])
            yield Told(batch.briefs[0], batch.payload, 0)

    # ------------------------------------------------------------------ what is told of it

    def _told(self, found: Game, record: Record) -> Told | _Answer:
        """The audit of a game; where other files have something to say of it, the promise of one."""
        label = self._history.note(found, record)
        if label is None and isinstance(record, StandIn):
            alone: _Alone | None = record.told
            if alone is not None and tuple(record.states) == alone.states:
                return alone.told
        self._open.append(_request(found, record, label))
        answer = _Answer(self._enquiry, len(self._open) - 1)
        if len(self._open) >= _ASKED:
            self._ask()
        return answer

    def _ask(self) -> None:
        """Have the games that wait be told by all their files."""
        if self._open:
            self._enquiry.start(self._executor, self._order, Resolve(tuple(self._open)))
            self._under_way.append(self._enquiry)
            self._open, self._enquiry = [], _Enquiry()

    def _is_due(self, told: Told | _Answer) -> bool:
        """Whether it is time to hand something on, as it is there or too much waits for it."""
        if isinstance(told, Told) or told.enquiry.done():
            return True
        while self._under_way and self._under_way[0].done():
            self._under_way.popleft()
        return len(self._under_way) > 2 * self._executor.width


class _Enquiry:
    """Some games that are told together by all their files."""

    def __init__(self) -> None:
        self._promise: Promise | None = None
        self._answers: list[list[Told]] = []

    def start(self, executor: Executor, order: Order, job: Resolve) -> None:
        """Have the job done."""
        self._promise = executor.submit(job)
        self._results = results_of(executor, order, job, self._promise)

    def done(self) -> bool:
        """Whether the answers are there."""
        return self._promise is not None and self._promise.done()

    def answers(self, number: int) -> list[Told]:
        """What was told of one game."""
        if not self._answers:
            for _, (rows, batch) in self._results:
                for found in rows:
                    self._answers.append([Told(batch.briefs[row], batch.payload, row) for row in found])
        return self._answers[number]


class _Answer(NamedTuple):
    """The promise of a game's audit."""

    enquiry: _Enquiry
    number: int

    def told(self) -> list[Told]:
        """The audit, and those of files that have gone meanwhile."""
        return self.enquiry.answers(self.number)


def _audits(told: Told | _Answer) -> Sequence[Told]:
    return (told,) if isinstance(told, Told) else told.told()


def _stand_in(_game: Game, _source: Source, kept: Any) -> Record:
    """What stands for a dump that was put aside."""
    assert isinstance(kept, StandIn)
    return kept


def _games_of(
    job: LogLines, source: Source, items: Sequence[tuple[tuple[Any, ...] | None, int]], batch: Batch
) -> Iterator[Told | Record]:
    for row, (packed, offset) in enumerate(items):
        told = Told(batch.briefs[row], batch.payload, row)
        if packed is None:
            yield told
            continue
        card = Card.unpacked(packed)
        said: tuple[tuple[Any, ...], ...] = ()
        if job.says_alone(card):
            said = ((("alone", job.alone, card.line, PLACE, Standing.TESTIMONY)),)
        yield StandIn(source.name, card, _Alone(told, said), _Origin(source, job.piece, offset))


def _request(found: Game, record: Record, label: str | None) -> Request:
    if not isinstance(record, JointRecord):
        return Request(found.name, (_part(record),), (), label)
    parts, beside = (tuple(map(_part, files)) for files in (record.parts, record.beside))
    return Request(found.name, parts, beside, label)


def _part(record: Record) -> Part:
    assert isinstance(record, StandIn)
    source, piece, offset = record.origin
    line = None if piece is None else piece.line(record.line, offset)
    return Part(source, line, tuple(record.states))


def _pieces(source: Source, limits: Limits, problems: list[str]) -> Iterator[Piece]:
    """The pieces of a log; what ends it early is put among the problems, as lines before it count."""
    try:
        yield from pieces_in(source.name, limits)
    except Broken as error:
        problems.append(str(error))
    except OSError as error:
        problems.append(reason(error))


# What a file has whose size is not known.
_USUAL = 32 * 1024


def _chunks(sources: Iterable[Source], executor: Executor) -> Iterator[tuple[Source, ...]]:
    """The files in chunks of about so many bytes as make a job worth its way."""
    chunk: list[Source] = []
    size = 0
    for source in sources:
        chunk.append(source)
        size += source.size if source.size >= 0 else _USUAL
        if size >= executor.chunk_bytes or len(chunk) >= executor.chunk_files:
            yield tuple(chunk)
            chunk, size = [], 0
    if chunk:
        yield tuple(chunk)
