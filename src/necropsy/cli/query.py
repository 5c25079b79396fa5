"""``necropsy query``: SQL over a store of audits."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from necropsy.cli.options import OutputOption, WidthOption, fail, form_of, report_to

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
            contents = store.contents() if sql is None else None
            answer = None if sql is None else store.select(sql)
    except StoreError as error:
        fail(visible(str(error)))
    from necropsy.reports.answer import columns_of, write_answer, write_contents

    with report_to(output) as stream:
        if contents is not None and form is Form.TABLE:
            write_contents(contents, stream, width)
            return
        try:
            write_answer(answer if contents is None else columns_of(contents), form.value, stream, width)
        except ValueError as error:
            fail(str(error))
