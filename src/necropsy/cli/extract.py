"""``necropsy extract``: the facts of many games, without any judgement."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from necropsy.cli.files import Files, check_outputs
from necropsy.cli.labour import telling, workers
from necropsy.cli.options import (
    ClusterOption,
    GameOption,
    JobsOption,
    MaxArchiveOption,
    MaxFileOption,
    MaxLinesOption,
    MaxLogOption,
    MaxMembersOption,
    MaxMemoryOption,
    MaxRatioOption,
    NoProgressOption,
    OutputOption,
    Paths,
    QuietOption,
    chosen_limits,
    chosen_plan,
    form_of,
    report_to,
)
from necropsy.interrupt import Interrupt

if TYPE_CHECKING:
    from necropsy.reports.delivery import Report
    from necropsy.verdict import Verdict

__all__ = ["extract"]


class Form(StrEnum):
    """The forms of extracted facts."""

    CSV = "csv"
    JSONL = "jsonl"
    JSON = "json"


def extract(
    paths: Paths,
    output: OutputOption = None,
    form: Annotated[Form | None, typer.Option("--format", help="Form of the facts (default: csv).")] = None,
    game: GameOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    max_file: MaxFileOption = None,
    max_log: MaxLogOption = None,
    max_members: MaxMembersOption = None,
    max_ratio: MaxRatioOption = None,
    max_archive: MaxArchiveOption = None,
    max_lines: MaxLinesOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    no_progress: NoProgressOption = False,
) -> None:
    """Write the facts of every game under some paths as a table.

    Exit code: 0, or 2 if a path does not exist or the facts cannot be written.

    Examples:

        necropsy extract morgues/ -o facts.csv

        necropsy extract morgues/ --format jsonl

        necropsy extract morgues-2026.tar.gz --max-file 1MB
    """
    from necropsy.card import KEY
    from necropsy.order import Order

    chosen = form_of(form, output, Form.CSV)
    limits = chosen_limits(max_file, max_log, max_members, max_ratio, max_archive, max_lines, max_memory)
    check_outputs(paths, output)
    files = Files(paths, output, quiet=quiet, progress=not no_progress, limits=limits)
    plan = chosen_plan(game=game, pair=files.hold_logs(), limits=limits)
    report = _report(chosen, game)
    order = Order(plan, report.writer, KEY, judged=False)
    left_out: Counter[Verdict] = Counter()
    with Interrupt() as interrupt, report_to(output) as stream, files.sources() as sources:
        report.begin(stream)
        with workers(order, sources, jobs, cluster, interrupt) as (executor, found):
            for told in telling(order, executor, found, interrupt, None):
                report.add(told)
                if told.payload[told.row] is None:
                    left_out[told.brief.verdict] += 1
        report.end()
    if left_out:
        kinds = ", ".join(f"{count:,} {verdict.value}" for verdict, count in sorted(left_out.items()))
        files.remark(f"left out, for they are no dumps: {kinds}")
    if interrupt.asked():
        files.remark("stopped before the end; the rest is not here")
        raise typer.Exit(128 + interrupt.signal)
    files.close()


def _report(form: Form, game: str | None) -> Report:
    from necropsy.reports.delivery import CsvReport, JsonLinesReport, JsonReport
    from necropsy.reports.written import FactsCsvWriter, FactsJsonWriter

    if form is Form.CSV:
        writer = FactsCsvWriter(game)
        return CsvReport(writer, writer.columns)
    if form is Form.JSON:
        return JsonReport(FactsJsonWriter(indent=2))
    return JsonLinesReport(FactsJsonWriter())
