"""A run over many files, whose work is done elsewhere: what is found there is compared and told here.

The order of what is told depends on the files alone, not on who reads them, and is that of
:mod:`necropsy.engine`, with which a run shares how games are paired and compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from necropsy.card import Card, StandIn
from necropsy.executors import Executor, in_order
from necropsy.games import Game, game
from necropsy.history import History
from necropsy.joint import JointRecord
from necropsy.labour import (
    LogLines,
    Look,
    Part,
    ReadLines,
    Request,
    Resolve,
    SeenFile,
    Survey,
    Surveyed,
)
from necropsy.loglines import Broken, Piece, pieces_in
from necropsy.look import unreadable
from necropsy.order import Batch, Order
from necropsy.pairing import PLACE, Gathering
from necropsy.record import Record, Standing
from necropsy.sources import Limits, Source, reason
from necropsy.telling import Answer, Enquiry, Kept, Origin, Told, Trace

if TYPE_CHECKING:
    from necropsy.memory import Memory

__all__ = ["Run"]

_ASKED = 64
"""Games of which several files tell that make one job."""

_WAITING = 8192
"""Audits that may wait for the one before them."""

_States = tuple[tuple[Any, ...], ...]


class Run:
    """A run over some files.

    Args:
        order: what all its jobs have in common; its plan says whether dumps wait for logs.
        executor: who does them.
        memory: what earlier runs have left; what is there and has not changed is not read again.
        traced: whether each audit has its trace, memory or not.
    """

    def __init__(
        self, order: Order, executor: Executor, memory: Memory | None = None, *, traced: bool = False
    ) -> None:
        assert order.plan.pair is not None, "whether dumps wait must be known before the first is read"
        self._order = order
        self._executor = executor
        self._memory = memory
        self._traced = traced or memory is not None
        plan = order.plan
        self._gathering = Gathering(plan.pair, plan.expect_files, plan.logs)
        self._history = History()
        self._open: list[Request] = []
        self._enquiry = Enquiry()
        self._under_way: deque[Enquiry] = deque()
        self._numbers = count()

    def over(self, sources: Iterable[Source]) -> Iterator[Told]:
        """Every audit of the files, in the order in which they are told."""
        queue: deque[Told | Answer] = deque()
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
        surveys = self._surveys(sources)
        survey: Survey
        result: Surveyed | None
        for survey, result in in_order(self._executor, self._order, surveys):
            for look, seen in survey.together(result):
                kept = look.kept
                if seen is not None and seen.kind == "same":
                    kept = self._renewed(look)
                if kept is not None:
                    yield from self._take_kept(look, kept)
                else:
                    assert seen is not None
                    assert result is not None
                    yield from self._take(look, seen, result.batch)
        yield from self._gathering.games(_stand_in, self._log)

    def _surveys(self, sources: Iterable[Source]) -> Iterator[Survey]:
        """The files in chunks of about so many bytes as make a job worth its way."""
        least = self._order.writer.together
        most = max(self._executor.chunk_files, least)
        chunk: list[Look] = []
        size = files = 0
        for look in _looks(sources, self._memory):
            chunk.append(look)
            if look.kept is None:
                size += look.source.size if look.source.size >= 0 else _USUAL
                files += 1
            enough = size >= self._executor.chunk_bytes and files >= least
            if enough or files >= most or len(chunk) >= _LOOKED_UP:
                yield self._survey(chunk)
                chunk, size, files = [], 0, 0
        if chunk:
            yield self._survey(chunk)

    def _survey(self, chunk: list[Look]) -> Survey:
        return Survey(tuple(chunk), self._traced, next(self._numbers))

    def _renewed(self, look: Look) -> Kept:
        """What is kept of a file that looked changed and is not."""
        assert self._memory is not None
        kept: Kept = look.stale
        return self._memory.renew(look.source, kept, look.signature)

    def _take_kept(self, look: Look, kept: Kept) -> Iterator[Told | tuple[Game, Record]]:
        source = look.source
        if kept.kind == "log":
            self._gathering.take_log(game(kept.game), source, None)
            return
        origin = Origin(source, kept.digest, kept.signature, card=kept.card, kept=kept)
        if kept.card is None:
            yield _recalled(kept, Trace("", (origin,), b""))
        else:
            yield from self._put_aside_or_tell(kept.card, StandIn(source.name, kept.card, None, origin))

    def _take(self, look: Look, seen: SeenFile, batch: Batch) -> Iterator[Told | tuple[Game, Record]]:
        source = look.source
        card = seen.card
        origin = Origin(source, seen.digest, look.signature, card=card, kept=look.stale)
        if seen.kind == "log":
            self._gathering.take_log(game(seen.game), source, None)
            if self._memory is not None:
                self._memory.keep_log(seen.game, origin)
        elif card is None:
            yield Told.of(batch, seen.row, self._untold(origin))
        else:
            told = None if seen.row < 0 else (batch, seen.row, ())
            yield from self._put_aside_or_tell(card, StandIn(source.name, card, told, origin))

    def _put_aside_or_tell(self, card: Card, record: StandIn) -> Iterator[tuple[Game, Record]]:
        """A dump waits if other files may tell of its game."""
        found, source = game(card.game), record.origin.source
        pair = self._gathering.pairs or found.writes_twins
        if card.running or not pair or not self._gathering.take(found, source, record, record):
            yield found, record

    def _log(self, found: Game, source: Source, _content: None) -> Iterator[Told | Record]:
        """The games of a log, and its lines that are none and should be."""
        gathering, problems = self._gathering, list[str]()
        alone = gathering.said_alone(found, source)
        looks = gathering.looks and gathering.counts(source)
        memory = self._memory
        jobs = (
            LogLines(
                found.name,
                source.name,
                piece,
                alone,
                not looks,
                looks,
                None if memory is None else memory.lines_of(source, piece),
                next(self._numbers),
            )
            for piece in _pieces(source, self._order.plan.limits, problems)
        )
        job: LogLines
        result: ReadLines | None
        for job, result in in_order(self._executor, self._order, jobs):
            if result is None:
                yield from _kept_lines(job, source)
            else:
                yield from _read_lines(job, source, result, memory)
        for problem in problems:
            batch = self._order.batch([unreadable(source.name, problem)])
            yield Told.of(batch, 0, self._untold())

    # ------------------------------------------------------------------ what is told of it

    def _told(self, found: Game, record: Record) -> Told | Answer:
        """The audit of a game; where other files have something to say of it, the promise of one."""
        # A game whose facts are wanted is told as often as it is found.
        label = self._history.note(found, record) if self._order.judged else None
        parts = record.parts if isinstance(record, JointRecord) else (record,)
        beside = record.beside if isinstance(record, JointRecord) else ()
        trace = self._trace(parts, beside, label)
        first = parts[0]
        assert isinstance(first, StandIn)
        kept: Kept | None = first.origin.kept
        if trace is not None and kept is not None and kept.fingerprint == trace.fingerprint:
            return _recalled(kept, trace)
        if label is None and record is first and first.told is not None:
            batch, row, states = first.told
            if tuple(first.states) == states:
                return Told.of(batch, row, trace)
        self._open.append(Request(found.name, tuple(map(_part, parts)), tuple(map(_part, beside)), label))
        answer = Answer(self._enquiry, len(self._open) - 1, trace)
        if len(self._open) >= max(_ASKED, self._order.writer.together):
            self._ask()
        return answer

    def _untold(self, *origins: Origin) -> Trace | None:
        """The trace of what holds no game."""
        return Trace("", origins, b"") if self._traced else None

    def _trace(self, parts: Sequence[Record], beside: Sequence[Record], label: str | None) -> Trace | None:
        if not self._traced:
            return None
        fingerprint = "" if self._memory is None else self._memory.fingerprint(parts, beside, label)
        return Trace(fingerprint, tuple(part.origin for part in parts if isinstance(part, StandIn)), b"")

    def _ask(self) -> None:
        """Have the games that wait be told by all their files."""
        if self._open:
            self._enquiry.start(self._executor, self._order, Resolve(tuple(self._open), next(self._numbers)))
            self._under_way.append(self._enquiry)
            self._open, self._enquiry = [], Enquiry()

    def _is_due(self, told: Told | Answer) -> bool:
        """Whether it is time to hand something on, as it is there or too much waits for it."""
        if isinstance(told, Told) or told.enquiry.done():
            return True
        while self._under_way and self._under_way[0].done():
            self._under_way.popleft()
        return len(self._under_way) > 2 * self._executor.width


def _audits(told: Told | Answer) -> Iterable[Told]:
    return (told,) if isinstance(told, Told) else told.told()


def _recalled(kept: Kept, trace: Trace | None = None) -> Told:
    """An audit that is in the store already."""
    assert kept.brief is not None
    return Told(kept.brief, None, -1 if kept.number is None else kept.number, trace)


def _stand_in(_game: Game, _source: Source, kept: Any) -> Record:
    """What stands for a dump that was put aside."""
    assert isinstance(kept, StandIn)
    return kept


def _read_lines(
    job: LogLines, source: Source, result: ReadLines, memory: Memory | None
) -> Iterator[Told | Record]:
    digest = "" if memory is None else memory.digest_of(job.piece)
    items = len(result.items)
    for row, (card, line, offset) in enumerate(result.items):
        kept = None if memory is None else memory.line_of(source, line, offset)
        origin = Origin(source, digest, "", job.piece, offset, items, line, card, kept)
        if card is None:
            yield Told.of(result.batch, row, None if memory is None else Trace("", (origin,), b""))
            continue
        states: _States = ()
        if job.says_alone(card.identity):
            states = (("alone", job.alone, card.line, PLACE, Standing.TESTIMONY),)
        yield StandIn(source.name, card, (result.batch, row, states), origin)


def _kept_lines(job: LogLines, source: Source) -> Iterator[Told | Record]:
    assert job.kept is not None
    items = len(job.kept)
    for kept in job.kept:
        origin = Origin(source, kept.digest, "", job.piece, kept.offset, items, kept.line, kept.card, kept)
        if kept.card is None:
            yield _recalled(kept, Trace("", (origin,), b""))
            continue
        yield StandIn(source.name, kept.card, None, origin)


def _part(record: Record) -> Part:
    assert isinstance(record, StandIn)
    origin: Origin = record.origin
    line = None if origin.piece is None else origin.piece.line(record.line, origin.offset)
    return Part(origin.source, line, tuple(record.states))


def _pieces(source: Source, limits: Limits, problems: list[str]) -> Iterator[Piece]:
    """The pieces of a log; what ends it early is put among the problems, as lines before it count."""
    try:
        yield from pieces_in(source, limits)
    except Broken as error:
        problems.append(str(error))
    except OSError as error:
        problems.append(reason(error))


# What a file has whose size is not known.
_USUAL = 32 * 1024

_LOOKED_UP = 4096
"""Files that are looked up in memory at once."""


def _looks(sources: Iterable[Source], memory: Memory | None) -> Iterator[Look]:
    if memory is None:
        yield from map(Look, sources)
        return
    each = iter(sources)
    while some := list(islice(each, _LOOKED_UP)):
        yield from memory.look_up(some)
