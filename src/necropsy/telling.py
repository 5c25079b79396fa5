"""What a run tells: audits that are there, and those that are still being made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from necropsy.brief import Brief
from necropsy.card import Card
from necropsy.executors import Executor, Promise, results_of
from necropsy.labour import Resolve
from necropsy.loglines import Piece
from necropsy.order import Batch, Order
from necropsy.sources import Source

__all__ = ["Answer", "Enquiry", "Kept", "Origin", "Told", "Trace"]


class Kept(NamedTuple):
    """What a run's memory has of a game, a file that holds none, or a log.

    Attributes:
        kind: ``game``, ``none`` (no game), or ``log``.
        game: short name of the game; "" where there is none.
        line: the line of a log; 0 in a file of its own.
        offset: where the line begins.
        digest: of the file's content, or of the piece of the log.
        signature: what changes with the file, as far as a directory tells.
        card: the card of the game.
        fingerprint: what the audit depends on.
        number: the audit's number in the store; ``None`` where it is not there.
        brief: what the audit came to.
    """

    kind: str
    game: str
    line: int
    offset: int
    digest: str
    signature: str
    card: Card | None
    fingerprint: str
    number: int | None
    brief: Brief | None


class Origin(NamedTuple):
    """Where a game, or a file that holds none, was read.

    Attributes:
        source: the file.
        digest: of its content, where that is asked for; of a line's piece.
        signature: what changes with the file, as far as a directory tells.
        piece: of a log the piece in which the line stands.
        offset: where the line begins.
        items: how many games and faults the piece has.
        line: the line.
        card: the card of the game.
        kept: what the memory had of it, if it was there before.
    """

    source: Source
    digest: str = ""
    signature: str = ""
    piece: Piece | None = None
    offset: int = 0
    items: int = 1
    line: int = 0
    card: Card | None = None
    kept: Kept | None = None


class Trace(NamedTuple):
    """What a memory needs of an audit to know it again.

    Attributes:
        fingerprint: what the audit depends on.
        origins: the files and lines that tell of the game.
        columns: the batch that it is in, for the store; "" for one that is in the store already.
    """

    fingerprint: str
    origins: tuple[Origin, ...]
    columns: bytes


class Told(NamedTuple):
    """One audit of a run.

    Attributes:
        brief: what it came to.
        payload: what the writer made of it and of others; ``None`` where it is in the store already.
        row: where in the payload it is, or its number in the store.
        trace: what a memory needs of it.
    """

    brief: Brief
    payload: Any
    row: int
    trace: Trace | None = None

    @classmethod
    def of(cls, batch: Batch, row: int, trace: Trace | None = None) -> Told:
        """An audit of a batch."""
        if trace is not None:
            trace = trace._replace(columns=batch.columns)
        return cls(batch.briefs[row], batch.payload, row, trace)


class Enquiry:
    """Some games that are told together, each by all its files."""

    def __init__(self) -> None:
        self._promise: Promise | None = None
        self._answers: list[list[tuple[Batch, int]]] = []

    def start(self, executor: Executor, order: Order, job: Resolve) -> None:
        """Have the job done."""
        self._promise = executor.submit(job)
        self._results = results_of(executor, order, job, self._promise)

    def done(self) -> bool:
        """Whether the answers are there."""
        return self._promise is not None and self._promise.done()

    def answers(self, number: int) -> list[tuple[Batch, int]]:
        """What was told of one game."""
        if not self._answers:
            for _, (rows, batch) in self._results:
                self._answers += ([(batch, row) for row in found] for found in rows)
        return self._answers[number]


class Answer(NamedTuple):
    """The promise of a game's audit.

    Attributes:
        enquiry: the games that are told together with it.
        number: which of them it is.
        trace: what a memory needs of it.
    """

    enquiry: Enquiry
    number: int
    trace: Trace | None

    def told(self) -> Iterator[Told]:
        """The audit, and those of files that have gone meanwhile."""
        trace = self.trace
        for batch, row in self.enquiry.answers(self.number):
            yield Told.of(batch, row, trace)
            trace = trace and Trace("", (), b"")
