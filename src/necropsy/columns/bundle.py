"""Some audits as four Arrow tables that belong together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from necropsy.columns.schema import FINDINGS, GAMES, TERMS, facts_schema

__all__ = ["Bundle", "concat"]


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """Some audits, in their order.

    The column ``id`` of each table is the number of the game's row, from 0. The other tables
    are in the order of the games; a game that could not be read has no row of facts.

    Attributes:
        games: one row an audit.
        facts: one row a game that was read: every public fact of every game.
        terms: one row a step of a recomputed score.
        findings: one row a finding.
    """

    games: Any
    facts: Any
    terms: Any
    findings: Any

    def __len__(self) -> int:
        return int(self.games.num_rows)

    @property
    def tables(self) -> tuple[Any, Any, Any, Any]:
        """The four tables."""
        return self.games, self.facts, self.terms, self.findings

    def take(self, rows: Sequence[int]) -> Bundle:
        """Some of the audits, in the order of their numbers here."""
        wanted = np.asarray(rows, dtype=np.int64)
        games = self.games.take(pa.array(wanted))
        return Bundle(
            _numbered(games, np.arange(len(wanted))),
            *(_rows_of(table, wanted, len(self)) for table in (self.facts, self.terms, self.findings)),
        )

    def to_dicts(self) -> Iterator[dict[str, Any]]:
        """What :meth:`necropsy.Audit.to_dict` gave for each of them."""
        from necropsy.columns.unpack import dicts_of

        return dicts_of(self)

    def to_ipc(self) -> bytes:
        """The bundle as bytes, for pipes: its tables as Arrow IPC streams, one after another."""
        stream = pa.BufferOutputStream()
        for table in self.tables:
            # What no game here states is not sent: most columns are of other games.
            stated = [
                field.name
                for field, column in zip(table.schema, table.columns, strict=True)
                if column.null_count < len(column) or field.name == "id"
            ]
            sent = table.select(stated)
            with pa.ipc.new_stream(stream, sent.schema.remove_metadata()) as writer:
                writer.write_table(sent.replace_schema_metadata(None))
        return stream.getvalue().to_pybytes()  # type: ignore[no-any-return]

    @classmethod
    def from_ipc(cls, data: bytes) -> Bundle:
        """The bundle that was made bytes of.

        Raises:
            pyarrow.ArrowInvalid: if they are not that.
        """
        stream = pa.BufferReader(data)
        return cls(*(filled(pa.ipc.open_stream(stream).read_all(), schema) for schema in schemas()))


def schemas() -> tuple[Any, Any, Any, Any]:
    """The schemas of a bundle's tables."""
    return GAMES, facts_schema(), TERMS, FINDINGS


def filled(table: Any, schema: Any) -> Any:
    """A table with all columns of a schema; those that it has not are null."""
    known = set(table.column_names)
    columns = [
        _cast(table.column(field.name), field.type)
        if field.name in known
        else pa.nulls(table.num_rows, field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _cast(column: Any, kind: Any) -> Any:
    return column if column.type == kind else column.cast(kind)


def concat(bundles: Iterable[Bundle]) -> Bundle:
    """The audits of several bundles, one after another."""
    parts: list[list[Any]] = [[schema.empty_table()] for schema in schemas()]
    games = 0
    for bundle in bundles:
        for tables, table in zip(parts, bundle.tables, strict=True):
            tables.append(_numbered(table, ids_of(table) + games))
        games += len(bundle)
    return Bundle(*(pa.concat_tables(tables).combine_chunks() for tables in parts))


def ids_of(table: Any) -> Any:
    """The games' numbers of a table's rows, as a NumPy array."""
    return table.column("id").to_numpy()


def rows_for(ids: Any, wanted: Any, games: int) -> tuple[Any, Any]:
    """Where the rows of some games lie in a table that is in the order of the games.

    Args:
        ids: the game of each row.
        wanted: the games, in any order.
        games: how many games there are.

    Returns:
        The rows, and for each its game's place in ``wanted``.
    """
    counts = np.bincount(ids, minlength=games)
    starts = np.cumsum(counts) - counts
    lengths = counts[wanted]
    before = np.cumsum(lengths) - lengths
    rows = np.repeat(starts[wanted] - before, lengths) + np.arange(lengths.sum())
    return rows, np.repeat(np.arange(len(wanted)), lengths)


def _rows_of(table: Any, wanted: Any, games: int) -> Any:
    rows, numbers = rows_for(ids_of(table), wanted, games)
    return _numbered(table.take(pa.array(rows)), numbers)


def _numbered(table: Any, ids: Any) -> Any:
    at = table.schema.get_field_index("id")
    return table.set_column(at, table.schema.field(at), pa.array(ids, pa.int64()))
