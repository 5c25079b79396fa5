"""The tables of the audit database, column by column."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

__all__ = ["INTERNAL", "SCHEMA", "VIEW", "Column", "creation", "creation_of", "tables", "view"]

SCHEMA = 1
"""The layout of the tables; a store with a greater number was made by a newer program."""

VIEW = "audits"


class Column(NamedTuple):
    """A column of a table: its name, its type in SQL, and what it means."""

    name: str
    type: str
    meaning: str


_ID = Column("id", "BIGINT", "the game's number")

_PLACES = (
    _ID,
    Column("position", "INTEGER", "0: the game's own file, the one that games.source names"),
    Column("source", "VARCHAR", "the file"),
    Column("line", "BIGINT", "the line of a log, from 1; 0 where the file is no log"),
)

_RUNS = (
    Column("id", "BIGINT", "the run's number"),
    Column("started", "TIMESTAMP", "when it began, in UTC"),
    Column("ended", "TIMESTAMP", "when it ended, in UTC; null while it runs, or if it was broken off"),
    Column("complete", "BOOLEAN", "whether it came to its end"),
    Column("version", "VARCHAR", "the program's version"),
    Column("rules", "VARCHAR", "a digest of the code and the tables that the audits come from"),
    Column("options", "VARCHAR", "what it was asked to do"),
    Column("files", "BIGINT", "files that were looked at"),
    Column("audited", "BIGINT", "games that were audited"),
    Column("reused", "BIGINT", "games whose audit was there already"),
    Column("verdicts", "MAP(VARCHAR, BIGINT)", "games of each verdict"),
    Column("inputs", "VARCHAR", "a digest of the files as they looked, and of what was asked"),
)

_META = (
    Column("schema", "INTEGER", "the layout of the tables"),
    Column("version", "VARCHAR", "the version of the program that made the store"),
    Column("key", "BLOB", "16 random bytes made with the store"),
    Column("next_game", "BIGINT", "the number of the next game; none is given twice"),
    Column("columns", "VARCHAR", "a digest of the program to which the columns belong"),
)

_MEMO = (
    Column("source", "VARCHAR", "the file"),
    Column("line", "BIGINT", "the line of a log; 0 for the file itself"),
    Column("piece", "BIGINT", "where the piece of the log begins that the line is in; -1 for a file"),
    Column("items", "BIGINT", "how many rows the piece has"),
    Column("basis", "VARCHAR", "a digest of rules and options"),
    Column("signature", "VARCHAR", "size, times and the like, as the directory has them"),
    Column("digest", "VARCHAR", "of the content"),
    Column("kind", "VARCHAR", "game, none or log"),
    Column("game", "VARCHAR", "short name of the game"),
    Column("position", "BIGINT", "where the line begins"),
    Column("card", "VARCHAR", "what tells the game from others, as JSON"),
    Column("fingerprint", "VARCHAR", "a digest of what the audit depends on"),
    Column("number", "BIGINT", "the game's number; null where the file is none"),
    Column("brief", "VARCHAR", "what the audit came to, as JSON"),
)
"""For the program itself: what it need not read again (:mod:`necropsy.store.memo`)."""

_TOLD = (
    Column("run", "BIGINT", "the last run that came to its end"),
    Column("position", "BIGINT", "which audit of the run it is, from 0"),
    Column("number", "BIGINT", "the game's number; null where the file is none"),
    Column("brief", "VARCHAR", "what the audit came to, as JSON"),
)
"""For the program itself: what it tells again where nothing has changed."""

_LINES = (
    Column("first", "BIGINT", "the number of the first of some games"),
    Column("last", "BIGINT", "the number of the last"),
    Column("text", "BLOB", "their lines of JSON Lines, packed by zlib; an empty one where it is not kept"),
)
"""For the program itself: what it need not write down again (:mod:`necropsy.store.lines`)."""

INTERNAL = frozenset({"memo", "told", "lines"})
"""The tables that are for the program alone."""

_FINGERPRINT = Column("fingerprint", "VARCHAR", "a digest of what the audit depends on")


@lru_cache(maxsize=1)
def tables() -> dict[str, tuple[Column, ...]]:
    """The columns of each table."""
    # Arrow is loaded here: who opens a store of this very program has no need of it.
    from necropsy.columns.schema import FINDINGS, GAMES, TERMS, facts_schema

    games = tuple(column for column in _columns(GAMES) if column.name != "places")
    return {
        "games": (*games, _FINGERPRINT),
        "facts": tuple(_columns(facts_schema())),
        "terms": tuple(_columns(TERMS)),
        "findings": tuple(_columns(FINDINGS)),
        "places": _PLACES,
        "runs": _RUNS,
        "memo": _MEMO,
        "told": _TOLD,
        "lines": _LINES,
        "meta": _META,
    }


def creation() -> Iterator[str]:
    """The statements that make the tables."""
    for table in tables():
        yield from creation_of(table)
    yield view()


def creation_of(table: str) -> Iterator[str]:
    """The statements that make a table."""
    columns = tables()[table]
    listed = ", ".join(f"{quoted(column.name)} {column.type}" for column in columns)
    yield f"CREATE TABLE {table} ({listed})"
    yield from (comment(table, column) for column in columns)


def comment(table: str, column: Column) -> str:
    """The statement that lets the database say what a column means."""
    meaning = column.meaning.replace("'", "''")
    return f"COMMENT ON COLUMN {table}.{quoted(column.name)} IS '{meaning}'"


def view() -> str:
    """The statement that makes the view of games with their facts."""
    games = {column.name for column in tables()["games"]}
    facts = [column.name for column in tables()["facts"] if column.name not in games]
    listed = ", ".join(f"facts.{quoted(name)}" for name in facts)
    answer = f"SELECT games.*, {listed} FROM games LEFT JOIN facts USING (id)"  # noqa: S608
    return f"CREATE OR REPLACE VIEW {VIEW} AS {answer}"


def quoted(name: str) -> str:
    """A column's name as SQL has it."""
    return f'"{name}"'


def _columns(schema: Any) -> Iterator[Column]:
    from necropsy.columns.schema import meaning_of

    return (Column(field.name, _sql_type(field.type), meaning_of(field)) for field in schema)


def _sql_type(kind: Any) -> str:
    import pyarrow as pa

    if pa.types.is_list(kind):
        return f"{_sql_type(kind.value_type)}[]"
    if pa.types.is_struct(kind):
        fields = ", ".join(f"{quoted(field.name)} {_sql_type(field.type)}" for field in kind)
        return f"STRUCT({fields})"
    return _SQL_TYPES[str(kind)]


_SQL_TYPES = {
    "int64": "BIGINT",
    "int32": "INTEGER",
    "double": "DOUBLE",
    "string": "VARCHAR",
    "bool": "BOOLEAN",
}
