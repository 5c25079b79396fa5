"""The store: audits written to a database and read from it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb
import numpy as np
import pyarrow as pa

from necropsy.columns.build import list_array
from necropsy.columns.bundle import Bundle, filled, ids_of, schemas
from necropsy.columns.schema import GAMES, PLACE
from necropsy.columns.text import escaped
from necropsy.store.answers import Answer, sql_error
from necropsy.store.opening import StoreError, connection_to, file_of, first_line, run
from necropsy.store.owners import Owners
from necropsy.store.tables import INTERNAL, VIEW, Column, tables

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Store"]

_OF_GAMES = ("games", "facts", "terms", "findings", "places")
_CHILDREN = ("facts", "terms", "findings")

# DuckDB's own hash() gives paths that differ in two digits the same number.
_KEY = "md5_number_lower(source || chr(0) || line)"


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
        self._owners: Owners | None = None
        self._within = False

    key: bytes
    """16 random bytes that were made with the store: what is derived from them is this store's own."""

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
                self._insert(bundle, list(fingerprints), np.arange(given.start, given.stop))
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
        files = pa.table({"source": pa.array([escaped(source) for source in sources], pa.string())})
        kept = pa.table({"id": pa.array(list(ids), pa.int64())})
        where = " WHERE position = 0" if own else ""
        with self.transaction(), self._given(given_files=files, given_ids=kept):
            doomed = self._select(
                "SELECT DISTINCT id FROM places SEMI JOIN given_files USING (source)"  # noqa: S608
                f" ANTI JOIN given_ids USING (id){where}"
            )
            self._delete(ids_of(doomed))

    def delete(self, ids: Sequence[int]) -> None:
        """Delete some games; of those that are not there nothing is said."""
        with self.transaction():
            self._delete(np.asarray(ids, dtype=np.int64))

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
        wanted = pa.table({"id": pa.array(ids, pa.int64()), "row": pa.array(np.arange(len(ids)))})
        if not len(ids):
            return Bundle(*(schema.empty_table() for schema in schemas()))
        with self._given(wanted=wanted):
            games = self._rows("games", ids, "wanted.row")
            if games.num_rows != len(ids):
                missing = sorted(set(ids) - set(self._ids("games", ids)))
                raise KeyError(f"{self.path} has no games of these numbers: {missing[:5]}")
            places = self._rows("places", ids, "wanted.row, places.position")
            facts = self._rows("facts", ids, "wanted.row")
            terms = self._rows("terms", ids, "wanted.row, terms.position")
            findings = self._rows("findings", ids, "wanted.row, findings.position")
        games = games.append_column("places", _lists(places, len(ids)))
        found = (games, facts, terms, findings)
        return Bundle(*(filled(table, schema) for table, schema in zip(found, schemas(), strict=True)))

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
        for name, table in given.items():
            self._connection.register(name, table)
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
        self._owners = None

    def _insert(self, bundle: Bundle, fingerprints: list[str], numbers: Any) -> None:
        keys = self._keys(bundle)
        if len(np.unique(keys)) < len(keys):
            last = sorted({key: row for row, key in enumerate(keys.tolist())}.values())
            bundle, keys, numbers = bundle.take(last), keys[last], numbers[last]
            fingerprints = [fingerprints[row] for row in last]
        self._replace(bundle, keys)
        games = bundle.games.drop_columns(["places"])
        games = games.append_column("fingerprint", pa.array(fingerprints, pa.string()))
        self._append("games", games, numbers)
        self._append("places", _places(bundle), numbers)
        for name in _CHILDREN:
            self._append(name, getattr(bundle, name), numbers)
        assert self._owners is not None
        self._owners.add(keys, numbers)

    def _append(self, name: str, table: Any, numbers: Any) -> None:
        if not table.num_rows:
            return
        ids = pa.array(numbers[ids_of(table)])
        # What is null throughout need not be looked at: most columns of facts are of other games.
        stated = [column for column in table.column_names if table.column(column).null_count < table.num_rows]
        table = table.select(stated)
        table = table.set_column(table.schema.get_field_index("id"), "id", ids)
        with self._given(given_rows=table):
            self._run(f"INSERT INTO {name} BY NAME SELECT * FROM given_rows")  # noqa: S608

    def _keys(self, bundle: Bundle) -> Any:
        """A hash of the own place of each audit."""
        with self._given(given_places=_own_places(bundle)):
            found = self._select(f"SELECT {_KEY} AS key FROM given_places")  # noqa: S608
        return found.column("key").to_numpy()

    def _replace(self, bundle: Bundle, keys: Any) -> None:
        """Delete the audits that have the own place of one of these."""
        if self._owners is None:
            sql = f"SELECT {_KEY} AS key, id FROM places WHERE position = 0 ORDER BY id"  # noqa: S608
            own = self._select(sql)
            self._owners = Owners(own.column("key").to_numpy(), own.column("id").to_numpy())
        candidates = self._owners.of(keys)
        if candidates:
            ids = pa.table({"id": pa.array(candidates, pa.int64())})
            with self._given(given_places=_own_places(bundle), given_ids=ids):
                doomed = self._select(
                    "SELECT DISTINCT id FROM places SEMI JOIN given_places USING (source, line)"
                    " SEMI JOIN given_ids USING (id) WHERE position = 0 AND id BETWEEN ? AND ?",
                    (min(candidates), max(candidates)),
                )
            self._delete(ids_of(doomed))

    def _delete(self, ids: Any) -> None:
        if not len(ids):
            return
        with self._given(doomed=pa.table({"id": pa.array(ids, pa.int64())})):
            for name in _OF_GAMES:
                # The bounds let the database pass over the parts of the table that have none of them.
                self._run(
                    f"DELETE FROM {name} WHERE id BETWEEN ? AND ? AND id IN (SELECT id FROM doomed)",  # noqa: S608
                    (int(ids.min()), int(ids.max())),
                )
            # What is not there cannot be what the next run tells again.
            self._run("DELETE FROM memo WHERE number IN (SELECT id FROM doomed)")

    def _rows(self, name: str, ids: Sequence[int], order: str) -> Any:
        """The rows of the games that are wanted, with the game's row in the bundle as its number."""
        leave_out = "id, fingerprint" if name == "games" else "id"
        return self._select(
            f"SELECT wanted.row AS id, {name}.* EXCLUDE ({leave_out}) FROM {name}"  # noqa: S608
            f" JOIN wanted USING (id) WHERE {name}.id BETWEEN ? AND ? ORDER BY {order}",
            (min(ids), max(ids)),
        )

    def _ids(self, name: str, ids: Sequence[int]) -> list[int]:
        rows = self._run(f"SELECT id FROM {name} WHERE id BETWEEN ? AND ?", (min(ids), max(ids)))  # noqa: S608
        return [number for (number,) in rows]


def _own_places(bundle: Bundle) -> Any:
    """The own place of each audit, the first of its places."""
    lists = bundle.games.column("places").combine_chunks()
    places = lists.values.take(lists.offsets.slice(0, len(lists)))
    return pa.Table.from_arrays(places.flatten(), names=["source", "line"])


def _places(bundle: Bundle) -> Any:
    """The places of all audits, a row each."""
    lists = bundle.games.column("places").combine_chunks()
    lengths = lists.value_lengths().to_numpy()
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    source, line = lists.flatten().flatten()
    return pa.table(
        {
            "id": pa.array(np.repeat(np.arange(len(lengths)), lengths)),
            "position": pa.array((np.arange(len(starts)) - starts).astype(np.int32)),
            "source": source,
            "line": line,
        }
    )


def _lists(places: Any, games: int) -> Any:
    """The places of each game as a list."""
    arrays = [places.column(field.name).combine_chunks().cast(field.type) for field in PLACE]
    structs = pa.StructArray.from_arrays(arrays, fields=list(PLACE))
    lists = list_array(np.bincount(ids_of(places), minlength=games).tolist(), structs)
    return lists.cast(GAMES.field("places").type)
