"""``necropsy audit``: verdicts for many files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from necropsy.cli import completion
from necropsy.cli.auditing import Call, Form, Watch
from necropsy.cli.configured import ConfigOption, NoConfigOption, notes_in_force, said_of_config
from necropsy.cli.files import Files, check_outputs
from necropsy.cli.known import BaselineOption, Known, WriteBaselineOption
from necropsy.cli.options import (
    ClusterOption,
    ExcludeOption,
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
    MinTurnsOption,
    ModeOption,
    NoPairOption,
    NoProgressOption,
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
    chosen_limits,
    chosen_plan,
    fail,
    form_of,
)

if TYPE_CHECKING:
    from necropsy.plan import Plan

__all__ = ["audit"]

FormatOption = Annotated[Form | None, typer.Option("--format", help="Form of the report (default: table).")]
FailOption = Annotated[
    str,
    typer.Option(
        "--fail-on",
        metavar="VERDICTS",
        help="Exit with 1 if a game has one of these verdicts, commas between;"
        " also: error, warning (a finding at least so grave), or never.",
        autocompletion=completion.conditions,
    ),
]


def audit(
    paths: Paths,
    form: FormatOption = None,
    output: OutputOption = None,
    fail_on: FailOption = "mismatch,tampered",
    baseline: BaselineOption = None,
    write_baseline: WriteBaselineOption = None,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit with 0 whatever was found (2 where it could not run).")
    ] = False,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    game: GameOption = None,
    log: LogOption = None,
    no_pair: NoPairOption = False,
    expect_files: ExpectFilesOption = False,
    warnings: Annotated[
        bool, typer.Option("--warnings", help="In table and md, show games with warnings, too.")
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
    """Audit files: recompute scores, and look for contradictions.

    A game that --version-range, --since, --until, --mode, --no-seeded, --min-turns,
    --server, --players, --exclude or --no-start-scum leaves out is counted below the
    summary (on standard error for json, jsonl and csv, which do not have it), and has no
    part in the exit code.

    With --baseline only what is new has a part in it: a finding that is in the baseline is
    counted and not shown, and in json and jsonl has the key `baseline`.

    Exit code: 1 if a game has one of the verdicts of --fail-on, 2 if the call is wrong,
    a path does not exist, the report cannot be written or a log of --log cannot be used,
    else 0.

    A log among the files is audited line by line, and each dump is compared with the line of
    its game: the server's line is out of the player's reach.

    Examples:

        necropsy audit morgues/

        necropsy audit morgues/ --format jsonl -o audits.jsonl

        necropsy audit morgues/ -o necropsy.sarif

        necropsy audit game.txt --select S --fail-on mismatch

        necropsy audit morgues/ --log /var/log/crawl/logfile34

        necropsy audit morgues/ --write-baseline known.txt

        necropsy audit morgues/ --baseline known.txt
    """
    from necropsy.cluster import make_ready
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
    watch = Watch.of(fail_on, also=frozenset({"error"} if expect_files else ()))
    check_outputs(paths, output, write_baseline)
    if cluster is not None:
        # What its workers need is loaded while the files are listed.
        make_ready(cluster)
    limits = chosen_limits(max_file, max_log, max_members, max_ratio, max_archive, max_lines, max_memory)
    files = Files([*paths, *(log or ())], output, quiet=quiet, progress=not no_progress, limits=limits)
    pair = not no_pair and bool(log or files.hold_logs())
    plan = chosen_plan(select, ignore, game, pair=pair, expect_files=expect_files, logs=log, limits=limits)
    call = Call(
        files,
        plan,
        form_of(form, output, Form.TABLE),
        output,
        sieve,
        watch,
        warnings,
        width,
        jobs,
        cluster,
        store,
        rehash,
        _asked_for(paths, plan),
        notes_in_force(),
        Known(baseline, write_baseline, watch.verdicts, plan.select, plan.ignore),
    )
    for said in said_of_config():
        files.remark(said)
    ended_by = call.carry_out()
    for refused in watch.refused(plan.logs):
        fail(f"--log {refused}: it could not be read whole, so games may not have been compared with it")
    if ended_by:
        raise typer.Exit(128 + ended_by)
    files.close()
    raise watch.end(exit_zero=exit_zero)


def _asked_for(paths: list[str], plan: Plan) -> str:
    """What a run was asked to do, for the store's table of runs."""
    rules = (("--select", plan.select), ("--ignore", plan.ignore))
    return " ".join([*paths, *(f"{option} {','.join(codes)}" for option, codes in rules if codes)])
