"""``necropsy audit``: verdicts for many files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from necropsy.cli.options import (
    Form,
    GameOption,
    IgnoreOption,
    OutputOption,
    Paths,
    QuietOption,
    SelectOption,
    fail,
    form_of,
    known_codes,
    known_game,
    report_to,
    split,
)

if TYPE_CHECKING:
    from necropsy.sources import Source
    from necropsy.verdict import Audit

__all__ = ["audit"]

FOUND = 1
"""The exit code where something is at or above ``--fail-on``."""

FormatOption = Annotated[Form | None, typer.Option("--format", help="Form of the report (default: table).")]
FailOption = Annotated[
    str,
    typer.Option(
        "--fail-on",
        help="Verdicts that make the exit code 1, commas between;"
        " also: warning, error (any such finding), never.",
    ),
]


def audit(
    paths: Paths,
    form: FormatOption = None,
    output: OutputOption = None,
    fail_on: FailOption = "mismatch,tampered",
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit with 0 whatever was found (2 where it could not run).")
    ] = False,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    game: GameOption = None,
    warnings: Annotated[
        bool, typer.Option("--warnings", help="In the table, show games with warnings, too.")
    ] = False,
    quiet: QuietOption = False,
) -> None:
    """Audit files: recompute each score, and look for contradictions.

    Exit code: 0 nothing at or above --fail-on, 1 something, 2 could not run.

    Examples:

        necropsy audit morgues/

        necropsy audit morgues/ --format jsonl -o audits.jsonl

        necropsy audit game.txt --select S --fail-on mismatch
    """
    from necropsy.engine import Plan, audit_each
    from necropsy.sources import find

    plan = Plan(
        tuple(known_codes(split(select), "--select")),
        tuple(known_codes(split(ignore), "--ignore")),
        known_game(game),
    )
    watch = Watch(_conditions(fail_on))
    with _progress(paths, quiet=quiet) as step:

        def sources() -> Iterator[Source]:
            for source in find(paths):
                watch.see_source(source)
                yield source
                step()

        audits = (watch.seen(audit) for audit in audit_each(sources(), plan))
        _write(audits, form_of(form, output, Form.TABLE), output, warnings=warnings)
    if watch.absent:
        fail(f"could not read {', '.join(watch.absent)}: there is no such file or directory")
    raise typer.Exit(FOUND if watch.found and not exit_zero else 0)


class Watch:
    """What a run's exit code depends on."""

    def __init__(self, conditions: frozenset[str]) -> None:
        self._conditions = conditions
        self.found = False
        self.absent: list[str] = []

    def see_source(self, source: Source) -> None:
        """Take note of a file that was named and is not there."""
        if source.asked and source.problem:
            self.absent.append(source.name)

    def seen(self, audit: Audit) -> Audit:
        """Take note of one audit, and hand it on."""
        if audit.verdict.value in self._conditions:
            self.found = True
        if audit.worst is not None:
            self.found |= any(audit.worst >= severity for severity in _severities(self._conditions))
        return audit


def _severities(conditions: frozenset[str]) -> Iterator[int]:
    from necropsy.rules import Severity

    return (severity for severity in Severity if severity.label in conditions)


def _conditions(fail_on: str) -> frozenset[str]:
    from necropsy.verdict import Verdict

    words = frozenset(split([fail_on]))
    known = {verdict.value for verdict in Verdict} | {"warning", "error", "never"}
    for word in sorted(words - known):
        fail(f"--fail-on {word}: not a verdict; known: {', '.join(sorted(known))}")
    return words - {"never"}


def _write(audits: Iterator[Audit], form: Form, output: str | None, *, warnings: bool) -> None:
    with report_to(output) as stream:
        if form is Form.TABLE:
            from necropsy.reports.table import write_table

            write_table(audits, stream, warnings=warnings)
            return
        from necropsy.reports import machine

        games = (audit for audit in audits if audit.game is not None or audit.verdict.value != "skipped")
        if form is Form.CSV:
            names = ["dcss"]
            machine.write_csv((machine.audit_row(a) for a in games), machine.audit_columns(names), stream)
        elif form is Form.JSON:
            machine.write_json((a.to_dict() for a in games), stream)
        else:
            machine.write_jsonl((a.to_dict() for a in games), stream)


@contextmanager
def _progress(paths: list[str], *, quiet: bool) -> Iterator[Step]:
    """A progress bar on a terminal; nothing elsewhere."""
    if quiet or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from necropsy.sources import find

    total = sum(1 for _ in find(paths))
    columns = (TextColumn("auditing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("auditing", total=total)
        yield lambda: bar.advance(task)


if TYPE_CHECKING:
    from collections.abc import Callable

    Step = Callable[[], None]
