"""The store: audits written to a database and read from it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb

from necropsy.storable import escaped
from necropsy.store.arrow import numbers, table, texts
from necropsy.store.lines import Lines
from necropsy.store.opening import StoreError, connection_to, file_of, first_line, run, sql_error
from necropsy.store.tables import INTERNAL, VIEW, Column, tables

if TYPE_CHECKING:
    import pandas as pd

    from necropsy.columns import Bundle
    from necropsy.store.answers import Answer
    from necropsy.store.writing import Writing

__all__ = ["Store"]

_OF_GAMES = ("games", "facts", "terms", "findings", "places")


class Contents(NamedTuple):
    """A table or view of a store.

    Attributes:
        name: its name.
        rows: how many rows it has.
        columns: its columns with their types and meanings.
    """

    name: str
    rows: int
    columns: tuple[Column, ...]


class Store:
    """A database of audits in one file (:mod:`necropsy.store` describes its tables).

    A store that is open for writing is closed to all other processes; while none writes, any
    number may read. What a transaction wrote is there for good once it has ended: a program
    that is killed in the middle leaves all of it or nothing.

    Args:
        path: the file; it is made if it is not there.
        read_only: whether it is only asked; then it must be there.

    Raises:
        StoreError: if it cannot be opened; the message says what to do.
    """

    def __init__(self, path: str | os.PathLike[str], read_only: bool = False) -> None:
        self.path = os.fspath(path)
        self.read_only = read_only
        self._connection = connection_to(file_of(self.path), read_only=read_only)
        ((self.key, self._next),) = self._run("SELECT key, next_game FROM meta")
        self._writing: Writing | None = None
        self._within = False
        self.lines = Lines(self)

    key: bytes
    """16 random bytes that were made with the store: what is derived from them is this store's own."""

    lines: Lines
    """The lines of JSON Lines of the audits."""

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was not committed is gone."""
        self._connection.close()

    # ------------------------------------------------------------------------ writing

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written within is there at its end, or nothing of it; one within another is that one.

        Raises:
            StoreError: if it cannot be written (the disk may be full).
        """
        if self._within:
            yield
            return
        self._run("BEGIN")
        self._within = True
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._within = False

    def insert(self, bundle: Bundle, fingerprints: Sequence[str]) -> range:
        """Add some audits.

        An earlier audit of the same file, or line of a log, is replaced: it goes with all its rows.
        What counts is the audit's own place, the first of its places: a line of a log may be
        among the places of several audits (copies of one dump, and all find the same line).

        Args:
            bundle: the audits; of two with the same own place the later one is kept.
            fingerprints: for each what it depends on, as a digest.

        Returns:
            The numbers of the games, in their order. Numbers only grow, and none is given twice.

        Raises:
            ValueError: if there are not as many fingerprints as audits.
            StoreError: if they cannot be written.
        """
        if len(fingerprints) != len(bundle):
            raise ValueError(f"{len(bundle)} audits need as many fingerprints, not {len(fingerprints)}")
        with self.transaction():
            given = range(self._next, self._next + len(bundle))
            if given:
                self._writer().insert(bundle, fingerprints, given.start)
                self._next = given.stop
                self._run("UPDATE meta SET next_game = ?", (self._next,))
        return given

    def forget(self, sources: Iterable[str]) -> None:
        """Delete every game that one of these files, or a line of it, tells of."""
        self.keep_only(sources, ())

    def keep_only(self, sources: Iterable[str], ids: Iterable[int], *, own: bool = False) -> None:
        """Of the games that some files tell of, delete all but some.

        Args:
            sources: the files.
            ids: the games that stay.
            own: whether games that have their own place elsewhere stay, too.
        """
        files = table(source=texts([escaped(source) for source in sources]))
        kept = table(id=numbers(list(ids)))
        where = " WHERE position = 0" if own else ""
        with self.transaction(), self._given(given_files=files, given_ids=kept):
            doomed = self._run(
                "SELECT DISTINCT id FROM places SEMI JOIN given_files USING (source)"  # noqa: S608
                f" ANTI JOIN given_ids USING (id){where}"
            )
            self._delete([number for (number,) in doomed])

    def delete(self, ids: Sequence[int]) -> None:
        """Delete some games; of those that are not there nothing is said."""
        with self.transaction():
            self._delete(ids)

    def begin_run(self, version: str, *, rules: str = "", options: str = "") -> int:
        """Note that a run begins.

        Args:
            version: the program's version.
            rules: the digest of the rules (:func:`necropsy.store.ruleset_digest`).
            options: what it was asked to do, in words.

        Returns:
            The run's number.
        """
        with self.transaction():
            ((number,),) = self._run("SELECT coalesce(max(id), 0) + 1 FROM runs")
            self._run(
                "INSERT INTO runs (id, started, complete, version, rules, options)"
                " VALUES (?, current_timestamp AT TIME ZONE 'UTC', false, ?, ?, ?)",
                (number, version, rules, escaped(options)),
            )
        return int(number)

    def end_run(
        self,
        number: int,
        *,
        files: int,
        audited: int,
        reused: int,
        verdicts: Mapping[str, int],
        complete: bool = True,
        inputs: str = "",
    ) -> None:
        """Note that a run has ended.

        Args:
            number: the run, as :meth:`begin_run` gave it.
            files: files that were looked at.
            audited: games that were audited.
            reused: games whose audit was there already.
            verdicts: how many games got each verdict.
            complete: whether it came to its end.
            inputs: a digest of the files as they looked, and of what was asked.

        Raises:
            KeyError: if no run has this number.
        """
        with self.transaction():
            counts = [str(verdict) for verdict in verdicts], list(verdicts.values())
            changed = self._run(
                "UPDATE runs SET ended = current_timestamp AT TIME ZONE 'UTC', complete = ?, files = ?,"
                " audited = ?, reused = ?, verdicts = map(?::VARCHAR[], ?::BIGINT[]), inputs = ?"
                " WHERE id = ?",
                (complete, files, audited, reused, *counts, inputs, number),
            )
            if changed != [(1,)]:
                raise KeyError(f"no run has the number {number}")

    # ------------------------------------------------------------------------ reading

    def fetch(self, ids: Sequence[int]) -> Bundle:
        """The audits of some games, in this order.

        Raises:
            KeyError: if one of them is not there.
        """
        from necropsy.store.fetching import fetched

        return fetched(self, ids)

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> pd.DataFrame:
        """What a statement of SQL answers, as a pandas table.

        Args:
            sql: the statement; a question mark stands for a parameter.
            parameters: what stands for the question marks.

        Returns:
            Integers as ``Int64``, texts as ``string``, yes-no as ``boolean``, lists as lists.

        Raises:
            StoreError: if the statement is wrong.
        """
        from necropsy.store.frames import frame_of

        return frame_of(self.select(sql, parameters))

    def to_frame(self, table_or_sql: str = "games", parameters: Sequence[Any] = ()) -> pd.DataFrame:
        """A table of the store, or what a statement answers, as a pandas table.

        Args:
            table_or_sql: ``games``, ``facts``, ``terms``, ``findings``, ``places``, ``runs``, ``audits``,
                or a statement.
            parameters: what stands for the question marks of a statement.

        Returns:
            As :meth:`query`; moreover ``game``, ``verdict``, ``severity`` and texts of which there
            are few (``species``, ``ending``) are ``category``, lists of texts tuples, the days and
            moments of games ``datetime64[ms]`` by the clock of the file, and the times of runs
            ``datetime64`` in UTC: the types of :func:`necropsy.audit_frame`.

        Raises:
            StoreError: if there is no such table, or the statement is wrong.
        """
        from necropsy.store.frames import frame_of, typed

        is_name = table_or_sql in tables() or table_or_sql == VIEW
        sql = f'SELECT * FROM "{table_or_sql}"' if is_name else table_or_sql  # noqa: S608
        return typed(frame_of(self.select(sql, parameters)), table_or_sql)

    def select(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """What a statement of SQL answers, as a :class:`pyarrow.Table`.

        Raises:
            StoreError: if the statement is wrong, or answers nothing.
        """
        try:
            return self._select(sql, parameters)
        except duckdb.Error as error:
            raise StoreError(sql_error(error)) from None

    def ask(self, sql: str) -> Answer:
        """What a statement of SQL answers, to be read a batch at a time while the store is open.

        Raises:
            StoreError: if the statement is wrong, or answers nothing.
        """
        from necropsy.store.answers import Answer

        return Answer(self._connection, sql)

    def contents(self) -> list[Contents]:
        """The tables and the view with their rows and columns."""
        columns: dict[str, list[Column]] = {}
        sql = (
            "SELECT table_name, column_name, data_type, coalesce(comment, '') FROM duckdb_columns()"
            " WHERE NOT internal ORDER BY table_name, column_index"
        )
        for name, *column in self._run(sql):
            columns.setdefault(name, []).append(Column(*column))
        order = [name for name in (*tables(), VIEW) if name in columns and name not in INTERNAL]
        return [
            Contents(name, self._run(f'SELECT count(*) FROM "{name}"')[0][0], tuple(columns[name]))  # noqa: S608
            for name in order
        ]

    # ------------------------------------------------------- for the other modules of a store

    def run(self, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
        """Run a statement to its end, and give the rows that it answers.

        Raises:
            StoreError: if it cannot be run.
        """
        return self._run(sql, parameters)

    @contextmanager
    def given(self, **tables: Any) -> Iterator[None]:
        """Let statements read some Arrow tables by name."""
        with self._given(**tables):
            yield

    # ------------------------------------------------------------------------ within

    def _run(self, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
        try:
            return run(self._connection, sql, parameters)
        except duckdb.Error as error:
            raise StoreError(f"{self.path}: {first_line(error)}") from None

    def _select(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        relation = self._connection.sql(sql, params=list(parameters) or None)
        if relation is None:
            raise StoreError("this is no statement that answers with a table")
        return relation.to_arrow_table()

    @contextmanager
    def _given(self, **given: Any) -> Iterator[None]:
        """Let statements read some Arrow tables by name."""
        for name, rows in given.items():
            self._connection.register(name, rows)
        try:
            yield
        finally:
            for name in given:
                self._connection.unregister(name)

    def _roll_back(self) -> None:
        with suppress(StoreError):
            self._run("ROLLBACK")
        with suppress(StoreError):
            ((self._next,),) = self._run("SELECT next_game FROM meta")
        self._writing = None
        self.lines.forget()

    def _writer(self) -> Writing:
        if self._writing is None:
            from necropsy.store.writing import Writing

            self._writing = Writing(self)
        return self._writing

    def _delete(self, ids: Sequence[int]) -> None:
        if not len(ids):
            return
        with self._given(doomed=table(id=numbers(ids))):
            for name in _OF_GAMES:
                # The bounds let the database pass over the parts of the table that have none of them.
                self._run(
                    f"DELETE FROM {name} WHERE id BETWEEN ? AND ? AND id IN (SELECT id FROM doomed)",  # noqa: S608
                    (min(ids), max(ids)),
                )
            # What is not there cannot be what the next run tells again.
            self._run("DELETE FROM memo WHERE number IN (SELECT id FROM doomed)")
