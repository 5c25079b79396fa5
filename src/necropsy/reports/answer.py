"""What a store answers: a table for people, CSV, JSON, JSON Lines or Parquet."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, TextIO

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from necropsy.columns.text import restored
from necropsy.reports.machine import write_csv, write_json, write_jsonl
from necropsy.reports.terminal import Page
from necropsy.reports.visible import cell, visible
from necropsy.store.frames import names_of
from necropsy.store.store import Contents

__all__ = ["FORMS", "columns_of", "write_answer", "write_contents"]

FORMS = ("table", "csv", "json", "jsonl", "parquet")

_ROWS_SHOWN = 1000
_LEAST_WIDTH = 8
"""Columns of a terminal that a column of a table needs at the least to be read."""


def write_answer(answer: Any, form: str, stream: TextIO, width: int | None = None) -> None:
    """Write the answer to a statement.

    Args:
        answer: the :class:`pyarrow.Table`.
        form: one of :data:`FORMS`.
        stream: where to; Parquet goes to the bytes below it.
        width: columns of a table; the terminal's own where it is ``None``.

    Raises:
        ValueError: if Parquet is to go where no bytes can.
    """
    if form == "parquet":
        _write_parquet(answer, stream)
    elif form == "table":
        _write_table(answer, Page(stream, width))
    elif form == "csv":
        rows = ({name: _written(value) for name, value in row.items()} for row in _rows(answer))
        write_csv(rows, names_of(answer), stream)
    else:
        (write_json if form == "json" else write_jsonl)(_rows(answer), stream)


def write_contents(contents: Sequence[Contents], stream: TextIO, width: int | None = None) -> None:
    """Print the tables of a store with their rows and columns."""
    page = Page(stream, width)
    for table in contents:
        page.put_line(Text.assemble((table.name, "bold"), f"  {table.rows:,} {_rows_word(table.rows)}"))
        page.put(Text(", ".join(visible(column.name) for column in table.columns)), indent=4)
    page.put()
    page.put(Text("`--format csv` gives the type and the meaning of each column."))


def columns_of(contents: Sequence[Contents]) -> Any:
    """The columns of a store's tables, a row each, as an answer."""
    import pyarrow as pa

    rows = [(table, column) for table in contents for column in table.columns]
    return pa.table(
        {
            "table": pa.array([table.name for table, _ in rows], pa.string()),
            "rows": pa.array([table.rows for table, _ in rows], pa.int64()),
            "column": pa.array([column.name for _, column in rows], pa.string()),
            "type": pa.array([column.type for _, column in rows], pa.string()),
            "meaning": pa.array([column.meaning for _, column in rows], pa.string()),
        }
    )


def _rows(answer: Any) -> Iterator[dict[str, Any]]:
    """The rows as plain data."""
    names = names_of(answer)
    for batch in answer.to_batches():
        columns = [map(_plain, column.to_pylist()) for column in batch.columns]
        for values in zip(*columns, strict=True):
            yield dict(zip(names, values, strict=True))


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
        # A map comes as a list of pairs.
        if value and all(isinstance(item, tuple) for item in value):
            return {str(key): _plain(item) for key, item in value}
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


def _write_parquet(answer: Any, stream: TextIO) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if stream.isatty():
        raise ValueError("Parquet is not for a terminal: give -o FILE")
    whole = pa.BufferOutputStream()
    pq.write_table(answer.rename_columns(names_of(answer)), whole, compression="zstd")
    stream.buffer.write(whole.getvalue())


def _write_table(answer: Any, page: Page) -> None:
    shown = answer.slice(0, _ROWS_SHOWN)
    if answer.num_columns * _LEAST_WIDTH > page.width:
        _put_one_by_one(shown, page)
    else:
        page.put(_table(shown))
    more = answer.num_rows - shown.num_rows
    end = f", {shown.num_rows:,} of them shown; `--format csv` gives all" if more else ""
    page.put(Text(f"{answer.num_rows:,} {_rows_word(answer.num_rows)}{end}"))


def _table(answer: Any) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name, field in zip(names_of(answer), answer.schema, strict=True):
        table.add_column(
            Text(visible(name)), justify="right" if _is_number(field.type) else "left", overflow="fold"
        )
    for row in _rows(answer):
        table.add_row(*(Text(_shown(value)) for value in row.values()))
    return table


def _put_one_by_one(answer: Any, page: Page) -> None:
    """Each row as a list of its columns that are not empty: a line would hold no more of each."""
    for number, row in enumerate(_rows(answer), 1):
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


def _is_number(kind: Any) -> bool:
    import pyarrow as pa

    return any(test(kind) for test in (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal))


def _rows_word(count: int) -> str:
    return "row" if count == 1 else "rows"
