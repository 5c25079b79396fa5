"""What a run remembers of earlier ones: which files are as they were, and what their games came to.

A store has a row for each file and each line of a log that was audited (its table ``memo``): how
the file looked, what a run has to know of its game to compare it with others, and what the audit
depended on. A file that is as it was is not read again; its game is compared with the others all
the same, and its audit stands if nothing else has come to be said of it. So a store holds what a
run over the same files without one would tell.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from necropsy import __version__
from necropsy.brief import Brief, brief_from
from necropsy.card import Card, StandIn
from necropsy.digest import ruleset_digest
from necropsy.identity import Identity
from necropsy.labour import Look
from necropsy.retelling import retold
from necropsy.sources import signature
from necropsy.store.memo import Memo, MemoRow
from necropsy.telling import Kept, Origin, Told, Trace
from necropsy.verdict import Verdict

if TYPE_CHECKING:
    from necropsy.columns import Bundle
    from necropsy.loglines import Piece
    from necropsy.order import Order
    from necropsy.plan import Plan
    from necropsy.record import Record
    from necropsy.sources import Source
    from necropsy.store import Store

__all__ = ["Memory"]

_RECALLED = 4000
"""Audits that are fetched from the store together: it unpacks its columns 2,048 rows at a time."""

_FULL = 2000
"""Audits that are written to the store together."""

_MOST_WAITING = 20_000
"""Audits, new or not, of which it is noted together that they were told."""


class Memory:
    """The memory of a run, which becomes that of the next ones.

    Args:
        store: where it is kept; it must be open for writing.
        plan: what the run audits and how; what another plan has left is of no use to it.
        rehash: whether files are read to see that they are as they were, whatever their directory says.
        options: what the run was asked to do, in words.

    Attributes:
        known: files that were not read, as they are as they were.
        read: files that were read.
        fresh: games whose audit is new and in the store.
        reused: games whose audit was there already.
    """

    def __init__(self, store: Store, plan: Plan, *, rehash: bool = False, options: str = "") -> None:
        self._store = store
        self._memo = Memo(store)
        self._basis = _digest(ruleset_digest(), repr((plan.select, plan.ignore, plan.game, plan.limits)))
        self._overrides = plan.overrides
        decided = [each.key for each in plan.overrides.each], plan.overrides.root, plan.overrides.start
        pairing = plan.pair, plan.expect_files, sorted(plan.logs), decided
        self._asked = _digest(self._basis, repr(pairing))
        self._inputs = ""
        self._given_logs = plan.logs
        self._rehash = rehash
        self._waiting: list[Told] = []
        self._fresh_waiting = self._position = 0
        self._logs: dict[str, set[int]] = {}
        self._lines: dict[tuple[str, int, int], Kept] = {}
        self._changed: list[MemoRow] = []
        self._gone: set[int] = set()
        self._confirmed: set[int] = set()
        self._stale: set[str] = set()
        self._again = self._keeps_lines = False
        self._counts: Counter[Verdict] = Counter()
        self.known = self.read = self.fresh = self.reused = 0
        self._run = store.begin_run(__version__, rules=ruleset_digest(), options=options)

    # ------------------------------------------------------------------- what is known

    def told_before(self, sources: Iterable[Source]) -> Iterator[Told] | None:
        """What the last run has told, if it was about these very files; ``None`` if not all is as it was.

        Args:
            sources: all files, and what is not there.
        """
        digest, files = blake2b(self._asked.encode(), digest_size=16), 0
        for source in sources:
            looks_so = source.problem or source.looks or signature(source)
            if not looks_so or self._rehash:
                return None
            digest.update(f"{source.name}\0{source.asked}\0{looks_so}\1".encode("utf-8", "surrogatepass"))
            files += not (source.asked and source.problem)
        self._inputs = digest.hexdigest()
        run = self._memo.told_by(self._inputs)
        if run is None:
            return None
        self.known = files
        return self._tell_again(run)

    def _tell_again(self, run: int) -> Iterator[Told]:
        self._again = True
        for rows in self._memo.told(run):
            # One list of all is read in half the time of as many texts.
            briefs = json.loads(f"[{','.join(brief for _, brief in rows)}]")
            for (number, _), brief in zip(rows, briefs, strict=True):
                yield Told(brief_from(brief), None, -1 if number is None else number)

    def look_up(self, sources: Sequence[Source]) -> Iterator[Look]:
        """Each file with what is kept of it."""
        rows = self._memo.files([source.name for source in sources])
        for source in sources:
            kept = self._kept(rows.get(source.name))
            if source.name in self._given_logs:
                # Whether it is a log at all is asked of it each time.
                kept = kept if kept is not None and kept.kind == "log" else None
            if kept is not None and kept.kind == "none" and kept.signature.endswith("+") != source.asked:
                # What is no dump is told of who names it, and passed over in a directory.
                kept = None
            if kept is not None and not self._is_skipped_as_before(kept, source):
                kept = None
            looks_so = _looks(source)
            if kept is None:
                if source.name in rows:
                    self._stale.add(source.name)
                self.read += 1
                yield Look(source, signature=looks_so)
            elif looks_so and looks_so == kept.signature and not self._rehash:
                self.known += 1
                yield Look(source, kept=kept, signature=looks_so)
            else:
                self._stale.add(source.name)
                self.read += 1
                yield Look(source, kept.digest, None, kept, looks_so)

    def _is_skipped_as_before(self, kept: Kept, source: Source) -> bool:
        """Whether a file is skipped by the override that skipped it when it was last seen, or by none."""
        skipping = self._overrides.skipping(source.name)
        now = () if skipping is None else (skipping.key,)
        # The brief of a game names overrides, too; those have not skipped it.
        before = kept.brief.overrides if kept.kind == "none" and kept.brief is not None else ()
        return before == now

    def renew(self, source: Source, kept: Kept, looks_so: str) -> Kept:
        """Remember that a file that looked changed is as it was."""
        self._stale.discard(source.name)
        self.read -= 1
        self.known += 1
        self._memo.renew(source.name, looks_so)
        return kept._replace(signature=looks_so)

    def lines_of(self, source: Source, piece: Piece) -> tuple[Kept, ...] | None:
        """What is kept of some lines of a log, if they are as they were."""
        self._logs.setdefault(source.name, set()).add(piece.offset)
        rows = self._memo.lines(source.name, piece.offset)
        kept = [one for one in map(self._kept, rows) if one is not None]
        digest = self.digest_of(piece)
        if kept and len(kept) == rows[0].items and all(one.digest == digest for one in kept):
            return tuple(kept)
        # A log that grows ends in a piece that grows: most of its lines are as they were.
        self._lines |= {(source.name, one.line, one.offset): one for one in kept}
        return None

    def line_of(self, source: Source, line: int, offset: int) -> Kept | None:
        """What is kept of a line whose piece is not as it was; asked once."""
        return self._lines.pop((source.name, line, offset), None)

    @staticmethod
    def digest_of(piece: Piece) -> str:
        """The digest of some lines of a log, and of where they stand."""
        place = f"{piece.number}:{piece.offset}:{piece.whole}:".encode()
        return blake2b(place + piece.data, digest_size=16).hexdigest()

    def fingerprint(self, parts: Sequence[Record], beside: Iterable[Record], label: str | None) -> str:
        """What a game's audit depends on: its files, what others say of it, the rules that hold."""
        told = [self._basis, label or ""]
        if self._overrides:
            told += self._overrides.keys(part.source for part in parts)
        for record in (*parts, *beside):
            assert isinstance(record, StandIn)
            origin: Origin = record.origin
            # What was not read to its end is the same as nothing.
            content = _line_digest(origin) if record.line else origin.digest or token_hex()
            told.append(f"{record.source}\0{record.line}\0{content}\0{record.states}")
        return _digest(*told)

    def _kept(self, row: MemoRow | None) -> Kept | None:
        """What a row says; ``None`` of one that other rules have left."""
        if row is None or row.basis != self._basis:
            return None
        card = None if row.card is None else _card(json.loads(row.card))
        brief = None if row.brief is None else brief_from(json.loads(row.brief))
        return Kept(
            row.kind,
            row.game,
            row.line,
            row.position,
            row.digest,
            row.signature,
            card,
            row.fingerprint,
            row.number,
            brief,
        )

    # -------------------------------------------------------------------- what is new

    def keep_log(self, game: str, origin: Origin) -> None:
        """Remember that a file is a log; what it was before, an empty file, goes."""
        if origin.kept is not None and origin.kept.number is not None:
            self._gone.add(origin.kept.number)
        self._changed.append(
            MemoRow(origin.source.name, 0, -1, 0, self._basis, origin.signature, origin.digest, "log", game)
        )

    def take(self, told: Told) -> None:
        """Remember an audit."""
        if told.payload is not None:
            self._fresh_waiting += 1
        else:
            if told.row >= 0:
                self._confirmed.add(told.row)
            if told.trace is not None and any(map(_has_moved, told.trace.origins)):
                self._changed += self._rows(told, told.row)
        if self._again:
            self._count(told)
        else:
            self._waiting.append(told)
        if self._fresh_waiting >= _FULL or len(self._waiting) >= _MOST_WAITING:
            self.flush()

    def flush(self) -> None:
        """Write what is new to the store: all of it, or nothing if the program is killed meanwhile."""
        if not (self._waiting or self._changed or self._memo.renewed):
            return
        waiting, self._waiting, self._fresh_waiting = self._waiting, [], 0
        fresh = [told for told in waiting if told.payload is not None]
        stored = [told for told in fresh if _is_stored(told.brief)]
        with self._store.transaction():
            self._memo.forget_files(self._stale & {name for told in fresh for name in _names(told)})
            numbers = self._store.insert(_bundle(stored), [_trace(told).fingerprint for told in stored])
            if self._keeps_lines:
                self._store.lines.keep(numbers.start, [told.payload[told.row] for told in stored])
            self._confirmed.update(numbers)
            by_told = dict(zip(map(id, stored), numbers, strict=True))
            rows, self._changed = self._changed, []
            for told in fresh:
                rows += self._rows(told, by_told.get(id(told)))
            self._memo.put(rows)
            self._tell(waiting, by_told)
        # What the store could not take, as on a full disk, is not counted as if it were there.
        for told in waiting:
            self._count(told)

    def _count(self, told: Told) -> None:
        self._counts[told.brief.verdict] += 1
        if told.payload is not None:
            self.fresh += 1
        else:
            self.reused += 1

    def _tell(self, waiting: Sequence[Told], numbers: Mapping[int, int]) -> None:
        """Note what is told, and in which order, for a run over files that are all as they were."""
        if not waiting:
            return
        if not self._position:
            self._memo.forget_told()
        told = [
            (numbers.get(id(each)) if each.payload is not None else _number(each), _brief_text(each.brief))
            for each in waiting
        ]
        self._memo.tell(self._run, self._position, told)
        self._position += len(told)

    def _rows(self, told: Told, number: int | None) -> Iterator[MemoRow]:
        trace = _trace(told)
        brief = _brief_text(told.brief)
        for origin in trace.origins:
            card, piece, kept = origin.card, origin.piece, origin.kept
            if kept is not None and kept.number is not None and kept.number != number:
                self._gone.add(kept.number)
            yield MemoRow(
                origin.source.name,
                origin.line,
                -1 if piece is None else piece.offset,
                origin.items,
                self._basis,
                origin.signature,
                origin.digest,
                "none" if card is None else "game",
                "" if card is None else card.game,
                origin.offset,
                None if card is None else json.dumps(card.packed()),
                trace.fingerprint,
                number,
                brief,
            )

    # ------------------------------------------------------------------- what is told

    def recalled(self, tellings: Iterable[Told], order: Order) -> Iterator[Told]:
        """What a run tells, with what is in the store already written as the report wants it."""
        self._keeps_lines = order.writer.lines
        waiting: list[Told] = []
        for told in tellings:
            self.take(told)
            if told.payload is not None and not waiting:
                yield told
                continue
            waiting.append(told)
            if len(waiting) >= _RECALLED:
                yield from retold(self._store, waiting, order)
                waiting = []
        yield from retold(self._store, waiting, order)

    def finish(self, *, complete: bool) -> None:
        """Write what is left, and the run itself.

        Args:
            complete: whether the run came to its end; then what the files do not hold any more goes.
        """
        self.flush()
        with self._store.transaction():
            if complete:
                self._gone |= self._memo.forget_pieces(self._logs)
                self._gone |= {kept.number for kept in self._lines.values() if kept.number is not None}
                self._memo.forget_lines((name, line) for name, line, _ in self._lines)
                gone = sorted(self._gone - self._confirmed)
                if gone:
                    self._store.delete(gone)
                changed = self._stale | self._logs.keys()
                if changed:
                    self._store.keep_only(changed, self._confirmed, own=True)
                if gone or changed:
                    self._store.lines.tidy()
            self._store.end_run(
                self._run,
                files=self.known + self.read,
                audited=self.fresh,
                reused=self.reused,
                verdicts={verdict.value: count for verdict, count in self._counts.items()},
                complete=complete,
                inputs=self._inputs,
            )

    @property
    def key(self) -> bytes:
        """The key of the marks in the store."""
        return self._store.key

    @property
    def summary(self) -> str:
        """How much of it was there already, in words."""
        files, games = self.known + self.read, self.fresh + self.reused
        return (
            f"{self.known:,} of {files:,} files are as they were and were not read again;"
            f" {self.fresh:,} of {games:,} audits are new"
        )


def _digest(*texts: str) -> str:
    return blake2b("\1".join(texts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _number(told: Told) -> int | None:
    return None if told.row < 0 else told.row


def _brief_text(brief: Brief) -> str:
    """A brief without what the filters say, as they may be others the next time."""
    return json.dumps((brief.source, brief.verdict.value, *brief[2:11]))


def _has_moved(origin: Origin) -> bool:
    """Whether a line is as it was, and stands in a piece of its log that is not."""
    return origin.kept is not None and origin.kept.digest != origin.digest


def _line_digest(origin: Origin) -> str:
    """The digest of a line's bytes: what tells games apart leaves out what copies may add to it."""
    assert origin.piece is not None
    line = origin.piece.line(origin.line, origin.offset)
    return blake2b(line.data, digest_size=16).hexdigest() + str(line.whole)


def _looks(source: Source) -> str:
    """What changes with a file, and with whether it was named itself; "" where nothing is known."""
    looks_so = source.looks or signature(source)
    return f"{looks_so}+" if looks_so and source.asked else looks_so


def _is_stored(brief: Brief) -> bool:
    """A file that lies beside dumps is remembered, and is no audit."""
    return brief.is_told


def _trace(told: Told) -> Trace:
    assert told.trace is not None
    return told.trace


def _names(told: Told) -> Iterator[str]:
    return (origin.source.name for origin in _trace(told).origins)


def _bundle(stored: Sequence[Told]) -> Bundle:
    """The audits of several batches, in their order."""
    from necropsy.columns import Bundle, concat

    starts: dict[int, int] = {}
    parts: list[Bundle] = []
    rows: list[int] = []
    size = 0
    for told in stored:
        columns = _trace(told).columns
        if id(columns) not in starts:
            starts[id(columns)] = size
            parts.append(Bundle.from_ipc(columns))
            size += len(parts[-1])
        rows.append(starts[id(columns)] + told.row)
    whole = concat(parts)
    return whole if rows == list(range(size)) else whole.take(rows)


def _card(values: list[Any]) -> Card:
    identity = values[2]
    if identity is not None:
        named = Identity._make(identity)
        first, last = named.days
        values[2] = named._replace(stamps=tuple(named.stamps), days=(first, last))
    values[7] = tuple(values[7])
    return Card._make(values)
