"""What a store answers: a table for people, CSV, JSON, JSON Lines or Parquet."""

from __future__ import annotations

import datetime as dt
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from decimal import Decimal
from itertools import islice
from typing import Any, BinaryIO, Protocol, TextIO

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from necropsy.reports.machine import write_csv, write_json, write_jsonl
from necropsy.reports.terminal import Page
from necropsy.reports.visible import cell, visible
from necropsy.storable import restored
from necropsy.store.store import Contents

__all__ = ["FORMS", "Columns", "Rows", "write_answer", "write_contents"]

FORMS = ("table", "csv", "json", "jsonl", "parquet")

_ROWS_SHOWN = 1000
_ROWS_OF_GROUP = 128 * 1024
"""Rows that a Parquet file has together; so many are in memory."""

_LEAST_WIDTH = 8
"""Columns of a terminal that a column of a table needs at the least to be read."""


class Rows(Protocol):
    """What is written: a :class:`necropsy.store.answers.Answer`, or what looks like one.

    Attributes:
        names: the names of the columns.
        types: their types as DuckDB calls them.
    """

    names: list[str]
    types: list[str]

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows, from the first one."""

    def count(self) -> int:
        """How many there are."""

    def batches(self) -> AbstractContextManager[tuple[Any, Iterator[Any]]]:
        """The rows as an Arrow schema and record batches."""


def write_answer(answer: Rows, form: str, stream: TextIO, width: int | None = None) -> None:
    """Write the answer to a statement; of any length, except that a table shows its beginning.

    Args:
        answer: the answer.
        form: one of :data:`FORMS`.
        stream: where to; Parquet goes to the bytes below it.
        width: columns of a table; the terminal's own where it is ``None``.

    Raises:
        ValueError: if Parquet is to go where no bytes can.
        StoreError: if the statement fails on its way.
    """
    if form == "parquet":
        _write_parquet(answer, stream)
    elif form == "table":
        _write_table(answer, Page(stream, width))
    elif form == "csv":
        rows = ({name: _written(value) for name, value in row.items()} for row in _named(answer))
        write_csv(rows, answer.names, stream)
    else:
        (write_json if form == "json" else write_jsonl)(_named(answer), stream)


def write_contents(contents: Sequence[Contents], stream: TextIO, width: int | None = None) -> None:
    """Print the tables of a store with their rows and columns."""
    page = Page(stream, width)
    for table in contents:
        page.put_line(Text.assemble((table.name, "bold"), f"  {table.rows:,} {_rows_word(table.rows)}"))
        page.put(Text(", ".join(visible(column.name) for column in table.columns)), indent=4)
    page.put()
    page.put(Text("`--format csv` gives the type and the meaning of each column."))


class Columns:
    """The columns of a store's tables, a row each, in the form of an answer.

    Args:
        contents: the tables.
    """

    def __init__(self, contents: Sequence[Contents]) -> None:
        self.names = ["table", "rows", "column", "type", "meaning"]
        self.types = ["VARCHAR", "BIGINT", "VARCHAR", "VARCHAR", "VARCHAR"]
        self._rows = [
            (table.name, table.rows, column.name, column.type, column.meaning)
            for table in contents
            for column in table.columns
        ]

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows."""
        return iter(self._rows)

    def count(self) -> int:
        """How many there are."""
        return len(self._rows)

    @contextmanager
    def batches(self) -> Iterator[tuple[Any, Iterator[Any]]]:
        """The rows as an Arrow schema and record batches."""
        import pyarrow as pa

        columns = map(list, zip(*self._rows, strict=True))
        table = pa.table(dict(zip(self.names, columns, strict=True)))
        yield table.schema, iter(table.to_batches())


def _named(answer: Rows) -> Iterator[dict[str, Any]]:
    """The rows as plain data."""
    for row in answer.rows():
        yield dict(zip(answer.names, map(_plain, row), strict=True))


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, str):
        return restored(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, bool | int):
        return value
    return _plain_rare(value)


def _plain_rare(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)


def _written(value: Any) -> Any:
    """A plain value for a cell: what is nested further than a list of simple values is JSON text."""
    nested = isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
    )
    return json.dumps(value, ensure_ascii=False) if nested else value


def _write_parquet(answer: Rows, stream: TextIO) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if stream.isatty():
        raise ValueError("Parquet is not for a terminal: give -o FILE")
    with answer.batches() as (own, batches):
        schema = pa.schema([field.with_name(name) for name, field in zip(answer.names, own, strict=True)])
        with pq.ParquetWriter(_Sink(stream.buffer), schema, compression="zstd") as writer:
            for batch in batches:
                table = pa.Table.from_arrays(batch.columns, schema=schema)
                writer.write_table(table, row_group_size=_ROWS_OF_GROUP)


class _Sink:
    """Bytes that are only written, and counted: a pipe does not tell how many there were."""

    closed = False

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._written = stream, 0

    def write(self, data: bytes) -> int:
        self._stream.write(data)
        self._written += len(data)
        return len(data)

    def tell(self) -> int:
        return self._written

    def flush(self) -> None:
        self._stream.flush()

    def close(self) -> None:
        """Leave the stream to who opened it."""


def _write_table(answer: Rows, page: Page) -> None:
    rows = list(islice(_named(answer), _ROWS_SHOWN + 1))
    shown = rows[:_ROWS_SHOWN]
    if len(answer.names) * _LEAST_WIDTH > page.width:
        _put_one_by_one(shown, page)
    else:
        page.put(_table(answer, shown))
    if len(rows) == len(shown):
        page.put(Text(f"{len(rows):,} {_rows_word(len(rows))}"))
        return
    count = answer.count()
    left = f"{count - len(shown):,} left out: `--format csv` gives all"
    page.put(Text(f"{count:,} rows, {len(shown):,} shown, {left}"))


def _table(answer: Rows, rows: Iterable[dict[str, Any]]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name, kind in zip(answer.names, answer.types, strict=True):
        table.add_column(
            Text(visible(name)), justify="right" if _NUMBER.fullmatch(kind) else "left", overflow="fold"
        )
    for row in rows:
        table.add_row(*(Text(_shown(value)) for value in row.values()))
    return table


def _put_one_by_one(rows: Iterable[dict[str, Any]], page: Page) -> None:
    """Each row as a list of its columns that are not empty: a line would hold no more of each."""
    for number, row in enumerate(rows, 1):
        page.put_line(Text(f"row {number}", style="bold"))
        table = Table.grid(padding=(0, 2))
        table.add_column(style="dim", overflow="fold")
        table.add_column(overflow="fold")
        for name, value in row.items():
            if value not in (None, []):
                table.add_row(Text(visible(name)), Text(_shown(value)))
        page.put(table, indent=2)


def _shown(value: Any) -> str:
    value = _written(value)
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    return cell(value)


_NUMBER = re.compile(r"U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|UINTEGER|FLOAT|DOUBLE|DECIMAL\(.*\)")


def _rows_word(count: int) -> str:
    return "row" if count == 1 else "rows"
