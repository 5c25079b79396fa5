"""``necropsy watch``: files are audited as they arrive."""

from __future__ import annotations

import shlex
import shutil
from contextlib import closing
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from necropsy.cli import completion
from necropsy.cli.auditing import FOUND, conditions_of
from necropsy.cli.configured import ConfigOption, NoConfigOption, said_of_config
from necropsy.cli.options import (
    USAGE,
    ExpectFilesOption,
    GameOption,
    IgnoreOption,
    JobsOption,
    LogOption,
    MaxArchiveOption,
    MaxFileOption,
    MaxLinesOption,
    MaxLogOption,
    MaxMembersOption,
    MaxMemoryOption,
    MaxRatioOption,
    NoPairOption,
    NoProgressOption,
    QuietOption,
    SelectOption,
    WidthOption,
    chosen_limits,
    chosen_plan,
    fail,
    report_to,
)
from necropsy.cli.progress import counted, shows_progress
from necropsy.interrupt import Interrupt
from necropsy.reports.visible import visible

if TYPE_CHECKING:
    from necropsy.plan import Plan
    from necropsy.watching.posting import Posting
    from necropsy.watching.watch import Watch

__all__ = ["watch"]


class Form(StrEnum):
    """The forms of a report."""

    TABLE = "table"
    JSONL = "jsonl"


def watch(
    paths: Annotated[
        list[str], typer.Argument(metavar="DIR", help="Directories, with all below them; also single files.")
    ],
    store: Annotated[
        str,
        typer.Option(
            "--store", metavar="FILE", help="Keep the audits, and what was reported, in this database."
        ),
    ],
    log: LogOption = None,
    command: Annotated[
        str | None,
        typer.Option(
            "--exec",
            metavar="COMMAND",
            help="Run this command for each report, with the audit as JSON on its standard input, and print"
            " none. It is split as a shell does it, and no shell runs it.",
        ),
    ] = None,
    command_seconds: Annotated[
        float,
        typer.Option(
            "--exec-timeout", min=0.1, metavar="SECONDS", help="End a command that takes longer than that."
        ),
    ] = 60.0,
    form: Annotated[Form, typer.Option("--format", help="Form of what is printed.")] = Form.TABLE,
    report: Annotated[
        str,
        typer.Option(
            "--report",
            metavar="VERDICTS",
            help="Report games with one of these verdicts, commas between; also: error, warning (a finding"
            " at least so grave).",
            autocompletion=completion.reportable,
        ),
    ] = "mismatch,tampered,undecided,unreadable",
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    game: GameOption = None,
    no_pair: NoPairOption = False,
    expect_files: ExpectFilesOption = False,
    settle: Annotated[
        float,
        typer.Option(
            "--settle",
            min=0.1,
            max=3600.0,
            metavar="SECONDS",
            help="A file is whole when it was left alone so long.",
        ),
    ] = 2.0,
    once: Annotated[
        bool, typer.Option("--once", help="Report what is new since the last time, and end.")
    ] = False,
    jobs: JobsOption = None,
    max_file: MaxFileOption = None,
    max_log: MaxLogOption = None,
    max_members: MaxMembersOption = None,
    max_ratio: MaxRatioOption = None,
    max_archive: MaxArchiveOption = None,
    max_lines: MaxLinesOption = None,
    max_memory: MaxMemoryOption = None,
    width: WidthOption = None,
    quiet: QuietOption = False,
    no_progress: NoProgressOption = False,
    config: ConfigOption = None,  # noqa: ARG001
    no_config: NoConfigOption = False,  # noqa: ARG001
) -> None:
    """Audit files as they arrive, and report each finding once.

    It begins with a full pass, as `necropsy audit DIR --store FILE` makes it, and makes one
    after each change; a file that has just been written, or a line that was appended, is
    looked at meanwhile. What was reported is kept in the store, by what the game is and what
    was found: a log that is rotated, a file that is moved, or a restart reports nothing twice.

    Ctrl-C or SIGTERM ends it, with exit code 0. With --once: 1 if a game is one of those that
    --report names, 2 if it could not run or deliver, else 0.

    Examples:

        necropsy watch morgues/ --store audits.duckdb

        necropsy watch morgues/ --store audits.duckdb --log /var/log/crawl/logfile

        necropsy watch morgues/ --store audits.duckdb --exec 'mail-the-admins --subject "a forged game"'

        necropsy watch morgues/ --store audits.duckdb --once --format jsonl
    """
    if no_pair and (log or expect_files):
        fail("--no-pair: leaves nothing for --log and --expect-files to do")
    words = conditions_of(report, "--report")
    if not words:
        fail("--report never: then there is nothing to watch for")
    limits = chosen_limits(max_file, max_log, max_members, max_ratio, max_archive, max_lines, max_memory)
    plan = chosen_plan(
        select,
        ignore,
        game,
        pair=False if no_pair else None,
        expect_files=expect_files,
        logs=log,
        limits=limits,
    )
    _check_paths([*paths, *(log or ())])
    argv = None if command is None else _argv(command)
    with Interrupt() as interrupt, report_to() as stream:
        tongue = _Tongue(quiet=quiet)
        made = _made(
            (*paths, *(log or ())),
            plan,
            store,
            words,
            _posting(argv, command_seconds, form, width, stream, interrupt),
            settle,
            jobs or 0,
            interrupt,
            tongue,
            progress=not (quiet or no_progress) and shows_progress(None),
        )
        for said in said_of_config():
            tongue.remark(said)
        code = _once(made) if once else _keep(made)
    raise typer.Exit(128 + interrupt.signal if once and interrupt.signal else code)


class _Tongue:
    """Says things on standard error."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def say(self, text: str) -> None:
        typer.echo(f"necropsy: {visible(text)}", err=True)

    def remark(self, text: str) -> None:
        if not self._quiet:
            self.say(text)


def _made(
    paths: tuple[str, ...],
    plan: Plan,
    store: str,
    words: frozenset[str],
    posting: Posting,
    settle: float,
    jobs: int,
    interrupt: Interrupt,
    tongue: _Tongue,
    *,
    progress: bool,
) -> Watch:
    try:
        from necropsy.watching.wanted import Wanted
        from necropsy.watching.watch import Watch
    except ModuleNotFoundError as error:
        fail(str(error))
    return Watch(
        paths,
        plan,
        store,
        Wanted.of(words),
        posting,
        settle,
        jobs,
        interrupt.asked,
        tongue.say,
        tongue.remark,
        counted=counted if progress else iter,
    )


def _once(made: Watch) -> int:
    """One pass, and the exit code."""
    from necropsy.store import StoreError

    try:
        swept = made.once()
    except StoreError as error:
        fail(f"--store {made.store}: {error}")
    if swept.absent:
        fail(f"no such file or directory: {', '.join(swept.absent)}")
    if swept.failed:
        return USAGE
    return FOUND if swept.found else 0


def _keep(made: Watch) -> int:
    """Watch until somebody stops it."""
    from necropsy.store import StoreError

    try:
        from necropsy.watching.changes import FileChanges
    except ModuleNotFoundError as error:
        fail(str(error))
    with closing(FileChanges(made.paths, made.stopped, [made.store], made.say)) as changes:
        try:
            made.keep(changes)
        except StoreError as error:
            fail(f"--store {made.store}: {error}")
    return 0


def _posting(
    argv: list[str] | None,
    seconds: float,
    form: Form,
    width: int | None,
    stream: TextIO,
    interrupt: Interrupt,
) -> Posting:
    from necropsy.watching import posting

    if argv is not None:
        return posting.ToCommand(argv, seconds, interrupt.asked)
    if form is Form.JSONL:
        return posting.PrintedLines(stream)
    return posting.PrintedTable(stream, width)


def _check_paths(paths: list[str]) -> None:
    """A path that is wrong is told now: later it may come."""
    from necropsy.given import is_there

    absent = [path for path in paths if not is_there(path)]
    if absent:
        fail(f"no such file or directory: {', '.join(map(visible, absent))}")


def _argv(command: str) -> list[str]:
    try:
        argv = shlex.split(command)
    except ValueError as error:
        fail(f"--exec {command}: {error}")
    if not argv or shutil.which(argv[0]) is None:
        fail(f"--exec {command}: there is no such program")
    return argv
