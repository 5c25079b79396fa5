"""What is done for a run in another process: files read, games judged, audits written down.

Each job takes some files, lines or games and gives back their cards, by which the run compares
them, and their audits in the form that was asked for. A game is judged at once, as if it were
the only one; the few of which other files have something to say are asked for once more
(:class:`Resolve`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from necropsy.card import Card, card_of, card_of_line
from necropsy.engine import repetition
from necropsy.games import Game, game, games
from necropsy.identity import Identity
from necropsy.joint import JointRecord
from necropsy.logline import Line, LineRecord, Rejected
from necropsy.loglines import Piece, lines_of_piece
from necropsy.look import Dump, Log, content_of, is_put_aside, look, read_again, rejection, unreadable
from necropsy.order import Batch, Order
from necropsy.pairing import PLACE
from necropsy.plan import Plan
from necropsy.record import Record
from necropsy.sources import Source
from necropsy.verdict import Audit

__all__ = [
    "LogLines",
    "Look",
    "Part",
    "Request",
    "Resolve",
    "SeenFile",
    "Survey",
    "prepare",
]

State = tuple[Any, ...]
"""What a run says of a game, as arguments of :meth:`~necropsy.record.Record.state`."""


class Look(NamedTuple):
    """A file of which a run wants to know what it is.

    Attributes:
        source: the file.
        digest: the content that it had when it was last audited; "" if that is not known.
        kept: what the run's memory has of it, if it is as it was: then nobody reads it.
        stale: what the memory has of it, if it may have changed.
        signature: what changes with its content, as far as a directory tells.
    """

    source: Source
    digest: str = ""
    kept: Any = None
    stale: Any = None
    signature: str = ""


class SeenFile(NamedTuple):
    """What a file is.

    Attributes:
        kind: ``told`` (its audit is in the batch), ``waits`` (other files may tell of its game),
            ``log`` (to be read line by line) or ``same`` (as it was when it was last audited).
        game: short name of the game, of a log.
        card: the card of a game.
        row: where in the batch its audit is.
        digest: of its content, where that was asked for.
    """

    kind: str
    game: str = ""
    card: Card | None = None
    row: int = -1
    digest: str = ""


@dataclass(slots=True)
class Surveyed:
    """What some files are, and the audits of those that can be told alone."""

    seen: list[SeenFile]
    batch: Batch

    def __getstate__(self) -> tuple[Any, ...]:
        return [(*one[:2], _packed(one.card), *one[3:]) for one in self.seen], self.batch

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        seen, self.batch = state
        self.seen = [SeenFile(kind, name, _unpacked(card), *others) for kind, name, card, *others in seen]


def _packed(card: Card | None) -> tuple[Any, ...] | None:
    return None if card is None else card.packed()


def _unpacked(card: tuple[Any, ...] | None) -> Card | None:
    return None if card is None else Card.unpacked(card)


@dataclass(frozen=True, slots=True)
class Survey:
    """A first look at some files; those that are kept in memory are among them to keep the order.

    Attributes:
        looks: the files.
        hashed: whether digests are to be made.
        number: the job's.
    """

    looks: tuple[Look, ...]
    hashed: bool = False
    number: int = 0

    def __reduce__(self) -> tuple[Any, ...]:
        # What is kept stays where it is.
        sent = tuple(Look(file.source, file.digest) for file in self._unknown())
        return Survey, (sent, self.hashed, self.number)

    def _unknown(self) -> list[Look]:
        return [file for file in self.looks if file.kept is None]

    @property
    def idle(self) -> bool:
        """Whether there is nothing to read."""
        return not self._unknown()

    def do(self, order: Order) -> Surveyed:
        """Read the files, and judge the games that can be told alone."""
        seen: list[SeenFile] = []
        audits: list[Audit] = []
        for file in self._unknown():
            try:
                one, audit = self._see(file.source, file.digest, order, len(audits))
            except Exception as error:  # a fault of ours must not stop the files behind it
                one, audit = SeenFile("told", row=len(audits)), fault(file.source.name, error)
            seen.append(one)
            if audit is not None:
                audits.append(audit)
        return Surveyed(seen, order.batch(audits, self.number))

    def together(self, result: Surveyed | None) -> Iterator[tuple[Look, SeenFile | None]]:
        """Each file with what it was seen to be; without, where it is kept."""
        seen = iter(() if result is None else result.seen)
        for file in self.looks:
            yield file, None if file.kept is not None else next(seen)

    def _see(self, source: Source, digest: str, order: Order, row: int) -> tuple[SeenFile, Audit | None]:
        plan = order.plan
        content = content_of(source, plan, hashed=self.hashed)
        if digest and content.digest == digest:
            return SeenFile("same", digest=digest), None
        seen = look(source, content, plan)
        if isinstance(seen, Log):
            return SeenFile("log", seen.game.name, digest=content.digest), None
        if not isinstance(seen, Dump):
            return SeenFile("told", row=row, digest=content.digest), seen
        pair = bool(plan.pair)
        waits = is_put_aside(seen, pair=pair)
        card = card_of(
            seen.game, seen.record, order.key, pair=order.kept or (pair and waits), running=seen.running
        )
        if waits:
            return SeenFile("waits", card=card, digest=content.digest), None
        audit = order.judge(seen.game, seen.record)
        return SeenFile("told", card=card, row=row, digest=content.digest), audit

    def halves(self) -> tuple[Survey, ...]:
        """Two with half of the files each."""
        if len(self._unknown()) < 2:
            return ()
        middle = len(self.looks) // 2
        halves = self.looks[:middle], self.looks[middle:]
        return tuple(
            Survey(looks, self.hashed, _part(self.number, half)) for half, looks in enumerate(halves)
        )

    def lost(self, order: Order, why: str) -> Surveyed:
        """The one file, unread."""
        (file,) = self._unknown()
        return Surveyed([SeenFile("told", row=0)], order.batch([unreadable(file.source.name, why)]))


@dataclass(slots=True)
class ReadLines:
    """What the lines of a log are: for each its card, if it is a game, its number, and where it begins.

    The audits are those of the batch, in the same order.
    """

    items: list[tuple[Card | None, int, int]]
    batch: Batch

    def __getstate__(self) -> tuple[Any, ...]:
        return [(_packed(card), line, offset) for card, line, offset in self.items], self.batch

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        items, self.batch = state
        self.items = [(_unpacked(card), line, offset) for card, line, offset in items]


@dataclass(frozen=True, slots=True)
class LogLines:
    """Some lines of a log.

    Attributes:
        game: short name of the game whose log it is.
        source: the log's name.
        piece: the lines as bytes.
        alone: what a line says that has no dump, where some have one.
        entries: whether a line that is no end says so, too.
        pair: whether lines look for dumps.
        kept: what the run's memory has of the lines, if they are as they were.
        number: the job's.
    """

    game: str
    source: str
    piece: Piece
    alone: str = ""
    entries: bool = False
    pair: bool = False
    kept: tuple[Any, ...] | None = None
    number: int = 0

    @property
    def idle(self) -> bool:
        """Whether there is nothing to read."""
        return self.kept is not None

    def do(self, order: Order) -> ReadLines:
        """Read the lines, and judge each game as if it had no dump."""
        found = game(self.game)
        items: list[tuple[Card | None, int, int]] = []
        audits: list[Audit] = []
        for each in _games_in(found, list(lines_of_piece(self.piece)), self.source):
            card, line, offset, audit = None, 0, 0, each
            if isinstance(each, LineRecord):
                line, offset = each.line, each.offset
                try:
                    card, audit = self._judged(found, each, order)
                except Exception as error:  # as for a file
                    audit = fault(each.label, error)
            elif each.rejected is not None:
                line, offset = each.rejected.line, each.rejected.offset
            items.append((card, line, offset))
            audits.append(audit)
        return ReadLines(items, order.batch(audits, self.number))

    def says_alone(self, identity: Identity | None) -> bool:
        """Whether a line's record says that the line has no dump."""
        if not self.alone:
            return False
        return self.entries or identity is None or identity.kind != "entry"

    def _judged(self, found: Game, line: LineRecord, order: Order) -> tuple[Card, Audit]:
        identity = found.identity(line)
        if self.says_alone(identity):
            line.state("alone", self.alone, line.line, PLACE)
        # A line of which nothing was asked yet is judged at a glance: the card comes after that.
        audit = order.judge(found, line)
        return card_of_line(line, identity, order.key, pair=self.pair or order.kept), audit

    def halves(self) -> tuple[LogLines, ...]:
        """Two with half of the lines each."""
        return tuple(
            replace(self, piece=piece, number=_part(self.number, half))
            for half, piece in enumerate(self.piece.halves())
        )

    def lost(self, order: Order, why: str) -> ReadLines:
        """The one line, unread."""
        lost = unreadable(f"{self.source}:{self.piece.number}", why)
        return ReadLines([(None, self.piece.number, self.piece.offset)], order.batch([lost]))


class Part(NamedTuple):
    """One file or line that tells of a game.

    Attributes:
        source: the file.
        line: the line as bytes, where it is one of a log.
        states: what the run says of the game, to be stated on the record.
    """

    source: Source
    line: Piece | None
    states: tuple[State, ...]


class Request(NamedTuple):
    """A game that is to be told by all its files.

    Attributes:
        game: short name of the game.
        parts: its files, as :class:`~necropsy.joint.JointRecord` takes them.
        beside: lines that tell of it before its end.
        repeats: where the game was told already, if that is all there is to say.
    """

    game: str
    parts: tuple[Part, ...]
    beside: tuple[Part, ...] = ()
    repeats: str | None = None


class Resolved(NamedTuple):
    """Some games told: for each request the rows of the batch that answer it."""

    rows: list[tuple[int, ...]]
    batch: Batch


@dataclass(frozen=True, slots=True)
class Resolve:
    """Some games that several files tell of, or of which others say something."""

    requests: tuple[Request, ...]
    number: int = 0
    idle: ClassVar[bool] = False

    def do(self, order: Order) -> Resolved:
        """Read the files again and judge the games."""
        rows: list[tuple[int, ...]] = []
        audits: list[Audit] = []
        for request in self.requests:
            try:
                answers = _answers(request, order)
            except Exception as error:  # as for a file
                answers = [fault(request.parts[0].source.name, error)]
            rows.append(tuple(range(len(audits), len(audits) + len(answers))))
            audits += answers
        return Resolved(rows, order.batch(audits, self.number))

    def halves(self) -> tuple[Resolve, ...]:
        """Two with half of the games each."""
        middle = len(self.requests) // 2
        halves = (self.requests[:middle], self.requests[middle:]) if middle else ()
        return tuple(Resolve(requests, _part(self.number, half)) for half, requests in enumerate(halves))

    def lost(self, order: Order, why: str) -> Resolved:
        """The one game, unread."""
        source = self.requests[0].parts[0].source
        return Resolved([(0,)], order.batch([unreadable(source.name, why)]))


def _part(number: int, half: int) -> int:
    """The number of half a job: no other has it."""
    return (1 << 60) + 2 * number + half


def fault(name: str, error: Exception) -> Audit:
    """The audit of what an unforeseen exception has kept from being read."""
    what = f"{type(error).__name__}: {error}"[:200]
    return unreadable(name, f"a fault of this program, please report it ({what})")


def prepare() -> None:
    """Load what every job needs, once for each process."""
    # Records hold no cycles: to look for some takes a twentieth of the time.
    gc.set_threshold(50_000, 20, 100)
    for _ in games():
        pass


def _games_in(found: Game, lines: list[Line], source: str) -> Iterator[Any]:
    """The records of some lines, and the audits of those that cannot be read."""
    try:
        each: Iterable[Record | Rejected] = list(found.read_log(lines, source))
    except Exception:  # one line is the cause, and the others are read
        each = _one_by_one(found.read_log, lines, source)
    for one in each:
        yield rejection(one) if isinstance(one, Rejected) else one


def _one_by_one(
    read_log: Callable[[Iterable[Line], str], Iterator[Record | Rejected]], lines: list[Line], source: str
) -> Iterator[Any]:
    for line in lines:
        try:
            yield from list(read_log([line], source))
        except Exception as error:  # as for a file
            yield fault(f"{source}:{line.number}", error)


def _answers(request: Request, order: Order) -> list[Audit]:
    """The audit of a game, and of each of its files that has gone since."""
    found, plan = game(request.game), order.plan
    records: list[Record] = []
    gone: list[Audit] = []
    for part in request.parts:
        record = _record(found, part, plan)
        if isinstance(record, Audit):
            gone.append(record)
        else:
            records.append(record)
    if not records:
        return gone
    if request.repeats is not None:
        return [repetition(found, _joined(records, []), request.repeats), *gone]
    beside = [
        record
        for record in (_record(found, part, plan) for part in request.beside)
        if isinstance(record, Record)
    ]
    return [order.judge(found, _joined(records, beside)), *gone]


def _joined(records: list[Record], beside: list[Record]) -> Record:
    return records[0] if len(records) == 1 and not beside else JointRecord(records, beside)


def _record(found: Game, part: Part, plan: Plan) -> Record | Audit:
    if part.line is None:
        record = read_again(found, part.source, None, plan)
    else:
        each = next(iter(_games_in(found, list(lines_of_piece(part.line)), part.source.name)))
        assert isinstance(each, LineRecord)
        record = each
    if isinstance(record, Record):
        for state in part.states:
            record.state(*state)
    return record
