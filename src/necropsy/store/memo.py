"""The table of a store that says how each audited file looked, for the next run over it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from necropsy.storable import escaped, restored
from necropsy.store.arrow import numbers, table, texts

if TYPE_CHECKING:
    from necropsy.store.store import Store

__all__ = ["Memo", "MemoRow"]


class MemoRow(NamedTuple):
    """What is remembered of a file, or a line of a log.

    Attributes:
        source: the file.
        line: the line of a log; 0 for the file itself.
        piece: where the piece of the log begins in which the line stands; -1 for the file itself.
        items: how many rows the piece has.
        basis: what the audit was made by: rules, program and options, as a digest.
        signature: what changes with the file, as far as a directory tells.
        digest: of the content of the file, or of the piece.
        kind: ``game``, ``none`` (no game) or ``log``.
        game: short name of the game.
        position: where the line begins.
        card: what a run has to know of the game, as JSON.
        fingerprint: what the audit depends on.
        number: the audit's number among the games.
        brief: what the audit came to, as JSON.
    """

    source: str
    line: int
    piece: int
    items: int
    basis: str
    signature: str
    digest: str
    kind: str
    game: str
    position: int = 0
    card: str | None = None
    fingerprint: str = ""
    number: int | None = None
    brief: str | None = None


_NUMBERS = frozenset({"line", "piece", "items", "position", "number"})
_NAMES = ", ".join(f"memo.{name}" for name in MemoRow._fields)


_TOGETHER = 20_000
"""Tellings that are read together."""


class Memo:
    """The table ``memo`` of a store.

    Args:
        store: the store.

    Attributes:
        renewed: files that look otherwise and are as they were, with how they look now.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        ((self._is_empty,),) = store.run("SELECT count(*) = 0 FROM memo")
        self.renewed: dict[str, str] = {}

    def files(self, names: Sequence[str]) -> dict[str, MemoRow]:
        """What is remembered of some files, by name; nothing of those that are new."""
        if self._is_empty:
            return {}
        rows = self._store.run(
            f"SELECT {_NAMES} FROM memo SEMI JOIN (SELECT unnest(?::VARCHAR[]) AS source) USING (source)"  # noqa: S608
            " WHERE piece = -1",
            (list(map(escaped, names)),),
        )
        return {row.source: row for row in map(_row, rows)}

    def lines(self, name: str, piece: int) -> list[MemoRow]:
        """What is remembered of the lines of a piece of a log, in their order."""
        if self._is_empty:
            return []
        rows = self._store.run(
            f"SELECT {_NAMES} FROM memo WHERE source = ? AND piece = ? ORDER BY position, line",  # noqa: S608
            (escaped(name), piece),
        )
        return list(map(_row, rows))

    def renew(self, name: str, signature: str) -> None:
        """Note that a file looks otherwise and is as it was; written with the next rows."""
        self.renewed[name] = signature

    def forget_files(self, names: Collection[str]) -> None:
        """Delete all rows of some files and their lines."""
        if names and not self._is_empty:
            doomed = table(source=texts(list(map(escaped, names))))
            with self._store.given(doomed=doomed):
                self._store.run("DELETE FROM memo WHERE source IN (SELECT source FROM doomed)")

    def forget_lines(self, lines: Iterable[tuple[str, int]]) -> None:
        """Delete the rows of lines that stand in their logs no more."""
        each = [(escaped(name), line) for name, line in lines]
        if each:
            names, at = zip(*each, strict=True)
            doomed = table(source=texts(names), line=numbers(at))
            with self._store.given(doomed=doomed):
                self._store.run(
                    "DELETE FROM memo USING doomed"
                    " WHERE memo.source = doomed.source AND memo.line = doomed.line AND memo.piece >= 0"
                )

    def forget_pieces(self, kept: Mapping[str, Collection[int]]) -> set[int]:
        """Delete the rows of pieces that logs have no more.

        Args:
            kept: where the pieces of each log begin.

        Returns:
            The numbers of the games that stood there.
        """
        gone: set[int] = set()
        for name, pieces in kept.items():
            there = table(piece=numbers(list(pieces)))
            where = "source = ? AND piece >= 0 AND piece NOT IN (SELECT piece FROM there)"
            with self._store.given(there=there):
                rows = self._store.run(f"SELECT number FROM memo WHERE {where}", (escaped(name),))  # noqa: S608
                if rows:
                    self._store.run(f"DELETE FROM memo WHERE {where}", (escaped(name),))  # noqa: S608
            gone.update(number for (number,) in rows if number is not None)
        return gone

    def put(self, rows: Iterable[MemoRow]) -> None:
        """Write rows in the place of those of the same lines, and what was renewed."""
        self._write_renewed()
        latest = {(row.source, row.line, row.position): row for row in rows}
        if not latest:
            return
        columns = zip(*((escaped(row.source), *row[1:]) for row in latest.values()), strict=True)
        fresh = {
            name: numbers(values) if name in _NUMBERS else texts(values)
            for name, values in zip(MemoRow._fields, columns, strict=True)
        }
        with self._store.given(fresh=table(**fresh)):
            if not self._is_empty:
                self._store.run(
                    "DELETE FROM memo USING fresh WHERE memo.source = fresh.source"
                    " AND memo.line = fresh.line AND memo.position = fresh.position"
                )
            self._store.run("INSERT INTO memo BY NAME SELECT * FROM fresh")
        self._is_empty = False

    # ------------------------------------------------------------- what a run has told

    def told_by(self, inputs: str) -> int | None:
        """The run that told of the very same files all that is told now; ``None`` if none is known."""
        rows = self._store.run(
            "SELECT id FROM runs WHERE inputs = ? AND complete AND EXISTS (FROM told WHERE run = runs.id)"
            # Whoever has changed the store by other means has not told so.
            " AND NOT EXISTS (FROM told ANTI JOIN games ON games.id = told.number WHERE number IS NOT NULL)",
            (inputs,),
        )
        return rows[0][0] if rows else None

    def told(self, run: int) -> Iterator[list[tuple[int | None, str]]]:
        """What a run has told, in its order: numbers of games, and what each audit came to; many at once."""
        position = 0
        while rows := self._store.run(
            "SELECT number, brief FROM told WHERE run = ? AND position BETWEEN ? AND ? ORDER BY position",
            (run, position, position + _TOGETHER - 1),
        ):
            yield rows
            position += _TOGETHER

    def tell(self, run: int, position: int, told: Sequence[tuple[int | None, str]]) -> None:
        """Write what a run tells, from a position on."""
        games, briefs = zip(*told, strict=True)
        rows = table(
            run=numbers([run] * len(told)),
            position=numbers(range(position, position + len(told))),
            number=numbers(games),
            brief=texts(briefs),
        )
        with self._store.given(rows_told=rows):
            self._store.run("INSERT INTO told SELECT * FROM rows_told")

    def forget_told(self) -> None:
        """Delete what was told: what another run tells takes its place."""
        self._store.run("DELETE FROM told")

    def _write_renewed(self) -> None:
        if not self.renewed:
            return
        renewed = table(
            source=texts(list(map(escaped, self.renewed))), signature=texts(list(self.renewed.values()))
        )
        with self._store.given(renewed=renewed):
            self._store.run(
                "UPDATE memo SET signature = renewed.signature FROM renewed"
                " WHERE memo.source = renewed.source AND memo.piece = -1"
            )
        self.renewed = {}


def _row(values: Sequence[object]) -> MemoRow:
    row = MemoRow._make(values)
    return row._replace(source=restored(row.source))
