"""``necropsy audit``: verdicts for many files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from necropsy.cli.files import Files
from necropsy.cli.labour import memory_of, telling, workers
from necropsy.cli.options import (
    ClusterOption,
    ExcludeOption,
    GameOption,
    IgnoreOption,
    JobsOption,
    LogOption,
    MinTurnsOption,
    ModeOption,
    NoScumOption,
    NoSeededOption,
    OutputOption,
    Paths,
    PlayersOption,
    QuietOption,
    SelectOption,
    ServerOption,
    SinceOption,
    StoreOption,
    UntilOption,
    VersionRangeOption,
    WidthOption,
    chosen_filters,
    chosen_plan,
    fail,
    form_of,
    report_to,
    split,
)
from necropsy.interrupt import Interrupt

if TYPE_CHECKING:
    from necropsy.brief import Brief
    from necropsy.plan import Plan
    from necropsy.reports.delivery import Report

__all__ = ["audit"]

FOUND = 1
"""The exit code where a game has one of the verdicts of ``--fail-on``."""


class Form(StrEnum):
    """The forms of an audit."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


FormatOption = Annotated[Form | None, typer.Option("--format", help="Form of the report (default: table).")]
FailOption = Annotated[
    str,
    typer.Option(
        "--fail-on",
        metavar="VERDICTS",
        help="Exit with 1 if a game has one of these verdicts, commas between;"
        " also: error, warning (a finding at least so grave), or never.",
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
    log: LogOption = None,
    no_pair: Annotated[
        bool, typer.Option("--no-pair", help="Compare no dump with a log line; each file for itself.")
    ] = False,
    expect_files: Annotated[
        bool, typer.Option("--expect-files", help="A log line without its file is an error (exit code 1).")
    ] = False,
    warnings: Annotated[
        bool, typer.Option("--warnings", help="In the table, show games with warnings, too.")
    ] = False,
    version_range: VersionRangeOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    mode: ModeOption = None,
    no_seeded: NoSeededOption = False,
    min_turns: MinTurnsOption = None,
    server: ServerOption = None,
    players: PlayersOption = None,
    exclude: ExcludeOption = None,
    no_start_scum: NoScumOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    store: StoreOption = None,
    rehash: Annotated[
        bool,
        typer.Option("--rehash", help="With --store: read every file to see whether it is as it was."),
    ] = False,
    width: WidthOption = None,
    quiet: QuietOption = False,
) -> None:
    """Audit files: recompute scores, and look for contradictions.

    A game that --version-range, --since, --until, --mode, --no-seeded, --min-turns,
    --server, --players, --exclude or --no-start-scum leaves out is counted below the
    summary (on standard error for json, jsonl and csv, which do not have it), and has no
    part in the exit code.

    Exit code: 1 if a game has one of the verdicts of --fail-on, 2 if the call is wrong,
    a path does not exist, the report cannot be written or a log of --log cannot be used,
    else 0.

    A log among the files is audited line by line, and each dump is compared with the line of
    its game: the server's line is out of the player's reach.

    Examples:

        necropsy audit morgues/

        necropsy audit morgues/ --format jsonl -o audits.jsonl

        necropsy audit game.txt --select S --fail-on mismatch

        necropsy audit morgues/ --log /var/log/crawl/logfile34
    """
    from necropsy.card import KEY
    from necropsy.filters import Sieve
    from necropsy.labour import Order

    if no_pair and (log or expect_files):
        fail("--no-pair: leaves nothing for --log and --expect-files to do")
    sieve = Sieve(
        chosen_filters(
            version_range=version_range,
            since=since,
            until=until,
            mode=mode,
            no_seeded=no_seeded,
            min_turns=min_turns,
            server=server,
            players=players,
            exclude=exclude,
            no_start_scum=no_start_scum,
            game=game,
        )
    )
    watch = Watch(_conditions(fail_on) | ({"error"} if expect_files else set()))
    files = Files([*paths, *(log or ())], output, quiet=quiet)
    pair = not no_pair and bool(log or files.hold_logs())
    plan = chosen_plan(select, ignore, game, pair=pair, expect_files=expect_files, logs=log)
    chosen = form_of(form, output, Form.TABLE)
    report = _report(chosen, plan, warnings=warnings, width=width)
    filters = None if sieve.idle else sieve.filters
    with (
        Interrupt() as interrupt,
        report_to(output) as stream,
        files.sources() as sources,
        memory_of(store, plan, interrupt, rehash=rehash, options=_asked_for(paths, plan)) as memory,
    ):
        order = Order(plan, report.writer, KEY if memory is None else memory.key, filters, memory is not None)
        report.begin(stream)
        with workers(order, sources, jobs, cluster, interrupt) as (executor, found):
            for each in telling(order, executor, found, interrupt, memory):
                if sieve.counts(each.brief):
                    watch.see(each.brief)
                    report.add(each)
        said = [*sieve.said()]
        if interrupt.asked():
            said.append(
                f"Stopped before the end, after {watch.counts.total():,} audits; the rest is not here."
            )
        report.end(said)
    if chosen is not Form.TABLE or output not in (None, "-"):
        for sentence in said:
            files.remark(sentence)
    for refused in watch.refused(plan.logs):
        fail(f"--log {refused}: it could not be read whole, so games may not have been compared with it")
    if memory is not None:
        files.remark(f"{store}: {memory.summary}")
    if output not in (None, "-") and watch.counts:
        files.remark(f"{watch.summary}; written to {output}")
    if interrupt.asked():
        raise typer.Exit(128 + interrupt.signal)
    files.close()
    raise typer.Exit(FOUND if watch.found and not exit_zero else 0)


def _asked_for(paths: list[str], plan: Plan) -> str:
    """What a run was asked to do, for the store's table of runs."""
    rules = [f"--{name} {','.join(codes)}" for name, codes in _codes(plan) if codes]
    return " ".join([*paths, *rules])


def _codes(plan: Plan) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ("select", plan.select), ("ignore", plan.ignore)


def _report(form: Form, plan: Plan, *, warnings: bool, width: int | None) -> Report:
    from necropsy.reports import delivery

    if form is Form.JSONL:
        return delivery.JsonLinesReport()
    if form is Form.JSON:
        return delivery.JsonReport()
    if form is Form.CSV:
        return delivery.CsvReport(plan.game)
    return delivery.TableReport(warnings=warnings, width=width, select=plan.select, ignore=plan.ignore)


_WORSE_THAN_ANY = 99


class Watch:
    """What a run's exit code depends on, and what it came to."""

    def __init__(self, conditions: frozenset[str]) -> None:
        self._conditions = conditions
        self._least = min(_severities(conditions), default=_WORSE_THAN_ANY)
        self.found = False
        self.counts: Counter[str] = Counter()
        self._unread: set[str] = set()

    def see(self, brief: Brief) -> None:
        """Take note of one audit."""
        self.counts[brief.verdict] += 1
        if brief.unread:
            self._unread.add(brief.source)
        if not self.found:
            self.found = brief.verdict in self._conditions or brief.worst >= self._least

    def refused(self, logs: frozenset[str]) -> list[str]:
        """Those of some logs that could not be read."""
        return sorted(self._unread & logs)

    @property
    def summary(self) -> str:
        """The verdicts counted, on one line."""
        from necropsy.verdict import IN_ORDER

        counted = [(self.counts[verdict], verdict.value) for verdict in IN_ORDER]
        parts = [f"{count:,} {word}" for count, word in counted if count]
        return f"{self.counts.total():,} audited: {', '.join(parts)}"


def _severities(conditions: frozenset[str]) -> Iterator[int]:
    from necropsy.rules import Severity

    return (severity for severity in Severity if severity.label in conditions)


def _conditions(fail_on: str) -> frozenset[str]:
    from necropsy.verdict import Verdict

    words = frozenset(split([fail_on.lower()]))
    known = [*(verdict.value for verdict in Verdict), "error", "warning", "never"]
    for word in sorted(words - set(known)):
        fail(f"--fail-on {word}: not a verdict; known: {', '.join(known)}")
    if not words:
        fail(f"--fail-on is empty; known: {', '.join(known)}")
    if "never" in words and len(words) > 1:
        fail("--fail-on never: stands alone, as nothing else can count beside it")
    return words - {"never"}
