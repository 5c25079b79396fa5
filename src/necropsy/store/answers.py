"""What a statement answers, a batch at a time: it may be more than the memory holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import duckdb
import pyarrow as pa

from necropsy.store.opening import StoreError, sql_error

__all__ = ["Answer", "unique"]

_TOGETHER = 1000
"""Rows that are fetched together."""

_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"")
# A month is none of Python's durations.
_NO_VALUE = re.compile(r"\bINTERVAL\b")
# Nor can Parquet hold these, or not all of their values.
_NO_PARQUET = re.compile(r"\b(?:INTERVAL|UNION|UHUGEINT|BIGNUM|VARINT|BIT|VARIANT|TIME WITH TIME ZONE)\b")


class Answer:
    """The answer to a statement, which is asked anew each time that it is read.

    Args:
        connection: the store's.
        sql: the statement; its values that have no other form are told as texts.

    Attributes:
        names: the names of its columns, each once.
        types: their types as DuckDB calls them.

    Raises:
        StoreError: if the statement is wrong, or answers nothing.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, sql: str) -> None:
        self._connection, self._sql = connection, sql
        with self._cursor() as cursor:
            relation = cursor.sql(sql)
            if relation is None:
                raise StoreError("this is no statement that answers with a table")
            self.names = unique(relation.columns)
            self.types = [str(each) for each in relation.types]

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows, as Python has their values; a date that it has not is a text.

        Raises:
            StoreError: if the statement fails on its way.
        """
        with self._cursor() as cursor:
            cursor.execute(self._with_texts(_NO_VALUE))
            while rows := cursor.fetchmany(_TOGETHER):
                yield from rows

    def count(self) -> int:
        """How many rows it has.

        Raises:
            StoreError: if they cannot be counted, as those of several statements.
        """
        with self._cursor() as cursor:
            ((rows,),) = cursor.execute(f"SELECT count(*) FROM {self._within()}").fetchall()  # noqa: S608
        return int(rows)

    @contextmanager
    def batches(self) -> Iterator[tuple[Any, Iterator[Any]]]:
        """The rows as an Arrow schema and record batches, with nothing that Parquet cannot hold.

        Raises:
            StoreError: if the statement fails on its way.
        """
        with self._cursor() as cursor:
            reader = pa.RecordBatchReader.from_stream(cursor.sql(self._with_texts(_NO_PARQUET)))
            yield reader.schema, _read(reader)

    @contextmanager
    def _cursor(self) -> Iterator[duckdb.DuckDBPyConnection]:
        try:
            with closing(self._connection.cursor()) as cursor:
                yield cursor
        except (duckdb.Error, pa.ArrowException) as error:
            raise StoreError(sql_error(error)) from None

    def _with_texts(self, kinds: re.Pattern[str]) -> str:
        """The statement, with the values of some types as texts."""
        found = [kinds.search(_QUOTED.sub("", kind)) is not None for kind in self.types]
        if not any(found):
            return self._sql
        columns = ", ".join(
            _column(*each) for each in zip(range(1, 1 + len(found)), self.names, found, strict=True)
        )
        return f"SELECT {columns} FROM {self._within()}"  # noqa: S608

    def _within(self) -> str:
        """The statement as a table of another one."""
        return "(" + self._sql.rstrip("; \t\r\n") + "\n) AS answer"


def _read(reader: Any) -> Iterator[Any]:
    """Record batches; what goes wrong in their making comes as an OSError, as a full disk would."""
    try:
        yield from reader
    except (OSError, pa.ArrowException) as error:
        raise StoreError(sql_error(error)) from None


def _column(number: int, name: str, as_text: bool) -> str:
    quoted = '"' + name.replace('"', '""') + '"'
    return f"CAST(#{number} AS VARCHAR) AS {quoted}" if as_text else f"#{number} AS {quoted}"


def unique(names: Iterable[str]) -> list[str]:
    """Some names, of which the second of two that are the same gets a number."""
    found: list[str] = []
    for name in names:
        free, number = name, 1
        while free in found:
            free, number = f"{name}_{number}", number + 1
        found.append(free)
    return found
