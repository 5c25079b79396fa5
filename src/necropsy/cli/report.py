"""``necropsy report``: the report of what a store holds, without another audit."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from necropsy.cli.auditing import Form, dataset, text_report
from necropsy.cli.options import OutputOption, WidthOption, fail, form_of, report_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from necropsy.holdings import LastRun
    from necropsy.reports.delivery import Report
    from necropsy.reports.preface import Preface

__all__ = ["report"]


def report(
    store: Annotated[str, typer.Argument(help="The store, as `audit --store` makes it.", metavar="STORE")],
    form: Annotated[
        Form | None, typer.Option("--format", help="Form of the report (default: table).")
    ] = None,
    output: OutputOption = None,
    warnings: Annotated[
        bool, typer.Option("--warnings", help="In the table, show games with warnings, too.")
    ] = False,
    width: WidthOption = None,
) -> None:
    """Write the report of all that a store holds. No file is read again.

    Exit code: 0, or 2 if the store cannot be opened or the report cannot be written.

    Examples:

        necropsy report audits.duckdb -o report.html

        necropsy report audits.duckdb --format csv > audits.csv
    """
    from necropsy.extras import MissingExtra

    chosen = form_of(form, output, Form.TABLE)
    try:
        _write(store, chosen, output, warnings=warnings, width=width)
    except MissingExtra as error:
        fail(str(error))


def _write(path: str, form: Form, output: str | None, *, warnings: bool, width: int | None) -> None:
    from necropsy.holdings import last_run, told_in
    from necropsy.order import Order
    from necropsy.plan import EVERYTHING
    from necropsy.reports.visible import visible
    from necropsy.store import Store, StoreError

    try:
        with Store(path, read_only=True) as store:
            preface = _preface(path, last_run(store))
            with _report(form, output, preface, warnings=warnings, width=width) as made:
                for told in told_in(store, Order(EVERYTHING, made.writer, store.key)):
                    made.add(told)
                made.end()
    except StoreError as error:
        fail(visible(str(error)))


@contextmanager
def _report(
    form: Form, output: str | None, preface: Preface, *, warnings: bool, width: int | None
) -> Iterator[Report]:
    if form is Form.PARQUET:
        with dataset(output) as made:
            yield made
        return
    made = text_report(form, preface, warnings=warnings, width=width)
    with report_to(output) as stream:
        made.begin(stream)
        yield made


def _preface(path: str, run: LastRun | None) -> Preface:
    """What there is to say of a store: the audits are those of earlier runs."""
    from necropsy.reports.preface import Note, Preface

    if run is None:
        return Preface(f"report {path}")
    why = f"by necropsy {run.version}: audit {run.options}".rstrip()
    if not run.complete:
        why += " (it did not come to its end)"
    return Preface(f"report {path}", notes=(Note("last run", why),))
