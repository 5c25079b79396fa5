"""``necropsy audit``: verdicts for many files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from necropsy.cli.files import Files
from necropsy.cli.options import (
    ExcludeOption,
    GameOption,
    IgnoreOption,
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

if TYPE_CHECKING:
    from necropsy.engine import Plan
    from necropsy.verdict import Audit

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
    from necropsy.engine import audit_each
    from necropsy.filters import Sieve

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
    chosen = form_of(form, output, Form.TABLE)
    watch = Watch(_conditions(fail_on) | ({"error"} if expect_files else set()))
    files = Files([*paths, *(log or ())], output, quiet=quiet)
    pair = not no_pair and bool(log or files.hold_logs())
    plan = chosen_plan(select, ignore, game, pair=pair, expect_files=expect_files, logs=log)
    with report_to(output) as stream, files.sources() as sources:
        audits = (watch.seen(audit) for audit in audit_each(sources, plan) if sieve.keeps(audit))
        if chosen is Form.TABLE:
            from necropsy.reports.table import write_table

            write_table(
                audits,
                stream,
                warnings=warnings,
                width=width,
                select=plan.select,
                ignore=plan.ignore,
                further=sieve.said(),
            )
        else:
            _write_data(audits, chosen, plan, stream)
    if chosen is not Form.TABLE or output not in (None, "-"):
        for said in sieve.said():
            files.remark(said)
    for refused in watch.refused(plan.logs):
        fail(f"--log {refused}: it could not be read whole, so games may not have been compared with it")
    if output not in (None, "-") and watch.counts:
        files.remark(f"{watch.summary}; written to {output}")
    files.close()
    raise typer.Exit(FOUND if watch.found and not exit_zero else 0)


class Watch:
    """What a run's exit code depends on, and what it came to."""

    def __init__(self, conditions: frozenset[str]) -> None:
        self._conditions = conditions
        self._severities = list(_severities(conditions))
        self.found = False
        self.counts: Counter[str] = Counter()
        self._unread: set[str] = set()

    def seen(self, audit: Audit) -> Audit:
        """Take note of one audit, and hand it on."""
        self.counts[audit.verdict] += 1
        if audit.record is None and audit.rejected is None:
            self._unread.add(audit.source)
        if not self.found:
            self.found = audit.verdict in self._conditions or self._is_severe(audit)
        return audit

    def _is_severe(self, audit: Audit) -> bool:
        if not audit.findings:
            return False
        worst = audit.worst
        return worst is not None and any(worst >= severity for severity in self._severities)

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


def _write_data(audits: Iterator[Audit], form: Form, plan: Plan, stream: TextIO) -> None:
    from necropsy.reports import machine

    games = (audit for audit in audits if audit.game is not None or audit.verdict.value != "skipped")
    if form is Form.CSV:
        machine.write_csv((machine.audit_row(a) for a in games), machine.audit_columns(plan.game), stream)
    elif form is Form.JSON:
        machine.write_json((a.to_dict() for a in games), stream)
    else:
        machine.write_jsonl((a.to_dict() for a in games), stream)
