"""A database file opened, or made; and what is wrong with it if it cannot be."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import duckdb

from necropsy.digest import ruleset_digest
from necropsy.making import Making
from necropsy.store.tables import SCHEMA, comment, creation, creation_of, quoted, tables, view

__all__ = ["StoreError", "connection_to", "file_of", "first_line", "run", "sql_error"]


class StoreError(Exception):
    """A store that cannot be opened, read or written; the message says what to do."""


_SETTINGS = {
    # At each checkpoint the last rows of each table are written again: at 16 MB, which is usual, a store
    # of 100,000 games takes twice the time.
    "checkpoint_threshold": "128MB",
    # SQL may come from somebody else: it reads nothing but the store.
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
    "lock_configuration": "true",
}


# What DuckDB keeps nowhere or elsewhere, and URLs; a file may still be called so, as ./md:x.
_NO_FILE = re.compile(r":memory:|(?:md|motherduck):|[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def file_of(path: str) -> str:
    """The file that a store's path leads to.

    Raises:
        StoreError: if it is a name that stands for no file of this machine.
    """
    if _NO_FILE.match(path):
        raise StoreError(f"{path} is not the path of a file of this machine, which a store must be")
    return os.path.realpath(path)


def connection_to(path: str, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    """A connection to a store, which is made if it is not there.

    Args:
        path: the file.
        read_only: whether nothing is to be written; then the file must be there.

    Raises:
        StoreError: if that is not possible.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        raise StoreError(f"{path} is no file; give another name")
    if not os.path.exists(path) or not os.stat(path).st_size:
        if read_only:
            raise StoreError(f"{path}: no such file; `necropsy audit --store {path} PATH` makes it")
        _make(path)
    connection = _connect(path, read_only=read_only)
    try:
        made_for = _check(connection, path)
        if not read_only and made_for != ruleset_digest():
            _add_columns(connection)
    except BaseException as error:
        connection.close()
        if isinstance(error, duckdb.Error):
            raise StoreError(f"{path}: {first_line(error)}") from None
        raise
    return connection


def _connect(path: str, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(path, read_only=read_only, config=dict(_SETTINGS))
    except duckdb.Error as error:
        raise StoreError(_reason(path, str(error))) from None


def run(connection: duckdb.DuckDBPyConnection, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
    """Run a statement to its end, and give the rows that it answers."""
    return connection.execute(sql, list(parameters)).fetchall()


_LOCKED = re.compile(r"Conflicting lock is held in (?P<program>.*?)\(PID (?P<process>\d+)\)")


def _reason(path: str, message: str) -> str:
    locked = _LOCKED.search(message)
    if locked:
        process = f"process {locked['process']}"
        return f"another run has {path} open ({process}); wait for it, or query a copy of the file"
    if "not a valid DuckDB database file" in message:
        return f"{path} is no DuckDB file; give another name, and the store is made there"
    if "different configuration" in message:
        return f"this program has {path} open already; close that store first"
    return f"cannot open {path}: {message.partition(': ')[2].splitlines()[0]}"


def first_line(error: Exception) -> str:
    """The first line of an error's message, without the kind of the error."""
    return str(error).splitlines()[0]


def sql_error(error: Exception) -> str:
    """An error of SQL in one line: what is wrong, and where."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    shown = [line for line in lines if not set(line) <= {"^", "~"}]
    return "; ".join(shown)


def _make(path: str) -> None:
    """Make a store beside its place and put it there: one that is half made cannot be opened."""
    making = Making(path)
    try:
        with making:
            _create(making.new)
            _put_in_place(making.new, path)
    except StoreError as error:
        raise StoreError(str(error).replace(making.new, path)) from None
    except OSError as error:
        raise StoreError(f"cannot make {path}: {error.strerror}") from None


def _create(path: str) -> None:
    """Make an empty store."""
    from necropsy import __version__

    connection = _connect(path)
    try:
        with _all_or_nothing(connection):
            for statement in creation():
                run(connection, statement)
            meta = (SCHEMA, __version__, secrets.token_bytes(16), 1, ruleset_digest())
            run(connection, "INSERT INTO meta VALUES (?, ?, ?, ?, ?)", meta)
        # A full disk is told here, and not when it is closed.
        run(connection, "CHECKPOINT")
    finally:
        connection.close()


def _put_in_place(temporary: str, path: str) -> None:
    """Put a new store into its place; one that another run has put there meanwhile stays."""
    try:
        if os.path.exists(path) and not os.stat(path).st_size:
            os.unlink(path)
        os.link(temporary, path)
    except FileExistsError:
        return
    except OSError:
        # Not every file system has links.
        if not os.path.exists(path):
            os.replace(temporary, path)


def _check(connection: duckdb.DuckDBPyConnection, path: str) -> str:
    """See that the tables are those of a store.

    Returns:
        The digest of the program to which its columns belong.
    """
    names = {name for (name,) in run(connection, "SELECT table_name FROM duckdb_tables() WHERE NOT internal")}
    if "meta" not in names:
        raise StoreError(f"{path} is a DuckDB file, but no store of audits; give another name")
    about = run(connection, 'SELECT "schema", version FROM meta')
    if len(about) != 1:
        raise StoreError(f"{path} is a DuckDB file, but no store of audits; give another name")
    ((schema, version),) = about
    if schema > SCHEMA:
        raise StoreError(
            f"{path} was made by necropsy {version}, which is newer than this one; update necropsy"
        )
    known = run(
        connection, "SELECT 1 FROM duckdb_columns() WHERE table_name = 'meta' AND column_name = 'columns'"
    )
    return str(run(connection, 'SELECT "columns" FROM meta')[0][0]) if known else ""


def _add_columns(connection: duckdb.DuckDBPyConnection) -> None:
    """Add what this version has a place for and the one that made the store had not."""
    sql = "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal"
    known = set(run(connection, sql))
    new = tables().keys() - {table for table, _ in known}
    missing = [
        (table, column)
        for table, columns in tables().items()
        for column in columns
        if table not in new and (table, column.name) not in known
    ]
    if new or missing:
        with _all_or_nothing(connection):
            for table in sorted(new):
                for statement in creation_of(table):
                    run(connection, statement)
            for table, column in missing:
                run(connection, f"ALTER TABLE {table} ADD COLUMN {quoted(column.name)} {column.type}")
                run(connection, comment(table, column))
            run(connection, view())
    run(connection, 'UPDATE meta SET "columns" = ?', (ruleset_digest(),))


@contextmanager
def _all_or_nothing(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """A transaction."""
    run(connection, "BEGIN")
    try:
        yield
    except BaseException:
        with suppress(duckdb.Error):
            run(connection, "ROLLBACK")
        raise
    run(connection, "COMMIT")
