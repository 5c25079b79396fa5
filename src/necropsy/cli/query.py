"""``necropsy query``: SQL over a store of audits."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from necropsy.cli.options import OutputOption, WidthOption, fail, form_of, report_to

if TYPE_CHECKING:
    from necropsy.reports.answer import Rows
    from necropsy.store import Store

__all__ = ["query"]


class Form(StrEnum):
    """The forms of an answer."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"
    PARQUET = "parquet"


def query(
    store: Annotated[str, typer.Argument(help="The store, as `audit --store` makes it.", metavar="STORE")],
    sql: Annotated[
        str | None,
        typer.Argument(help="The statement; - reads it from standard input.", metavar="SQL"),
    ] = None,
    form: Annotated[
        Form | None, typer.Option("--format", help="Form of the answer (default: table).")
    ] = None,
    output: OutputOption = None,
    width: WidthOption = None,
) -> None:
    """Ask a store of audits by SQL; without SQL, list its tables.

    The tables are games, facts, terms, findings, places and runs; audits shows games and facts
    side by side. Nothing can be written, and no other file read.

    Exit code: 0, or 2 if the store cannot be opened or the statement is wrong.

    Examples:

        necropsy query audits.duckdb

        necropsy query audits.duckdb "SELECT verdict, count(*) AS games FROM games GROUP BY ALL"

        necropsy query audits.duckdb "SELECT rule, severity, count(*) AS games FROM findings GROUP BY ALL
        ORDER BY games DESC"

        necropsy query audits.duckdb "SELECT source, player, recorded FROM audits WHERE won" -o won.csv

        necropsy query audits.duckdb - --format jsonl < question.sql
    """
    from necropsy.extras import MissingExtra

    chosen = form_of(form, output, Form.TABLE)
    try:
        _query(store, sys.stdin.read() if sql == "-" else sql, chosen, output, width)
    except MissingExtra as error:
        fail(str(error))


def _query(path: str, sql: str | None, form: Form, output: str | None, width: int | None) -> None:
    from necropsy.reports.visible import visible
    from necropsy.store import Store, StoreError

    try:
        with Store(path, read_only=True) as store:
            if sql is None:
                _list(store, form, output, width)
            else:
                _write(store.ask(sql), form, output, width)
    except StoreError as error:
        fail(visible(str(error)))


def _list(store: Store, form: Form, output: str | None, width: int | None) -> None:
    from necropsy.reports.answer import Columns, write_contents

    contents = store.contents()
    if form is not Form.TABLE:
        _write(Columns(contents), form, output, width)
        return
    with report_to(output) as stream:
        write_contents(contents, stream, width)


def _write(answer: Rows, form: Form, output: str | None, width: int | None) -> None:
    from necropsy.reports.answer import write_answer

    with report_to(output) as stream:
        try:
            write_answer(answer, form.value, stream, width)
        except ValueError as error:
            fail(str(error))
