"""``necropsy leaderboard``: the games whose score is consistent, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from necropsy.cli.configured import ConfigOption, NoConfigOption, said_of_config
from necropsy.cli.files import Files, check_outputs
from necropsy.cli.labour import telling, workers
from necropsy.cli.options import (
    ClusterOption,
    ExcludeOption,
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
    NoProgressOption,
    NoScumOption,
    NoSeededOption,
    OutputOption,
    Paths,
    PlayersOption,
    QuietOption,
    ServerOption,
    SinceOption,
    UntilOption,
    VersionRangeOption,
    WidthOption,
    chosen_filters,
    chosen_limits,
    chosen_plan,
    fail,
    form_of,
    report_to,
)
from necropsy.interrupt import Interrupt

if TYPE_CHECKING:
    from necropsy.board import Order
    from necropsy.contender import Contender
    from necropsy.ranking import Leaderboard
    from necropsy.streaks import StreakBoard

__all__ = ["leaderboard"]


class Form(StrEnum):
    """The forms of a leaderboard."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


class By(StrEnum):
    """What games are ranked by."""

    SCORE = "score"
    TURNS = "turns"
    REALTIME = "realtime"


def leaderboard(
    paths: Paths,
    form: Annotated[
        Form | None, typer.Option("--format", help="Form of the leaderboard (default: table).")
    ] = None,
    output: OutputOption = None,
    ignore: IgnoreOption = None,
    game: GameOption = None,
    log: LogOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    by: Annotated[
        By, typer.Option("--by", help="Rank by score, or won games by the fewest turns or the shortest time.")
    ] = By.SCORE,
    top: Annotated[
        int | None, typer.Option("--top", min=1, metavar="N", help="So many lines for each game.")
    ] = None,
    per_player: Annotated[bool, typer.Option("--per-player", help="Each player's best game only.")] = False,
    rescore: Annotated[
        str | None,
        typer.Option(
            "--rescore",
            metavar="VERSION",
            help="Score all games by this version's formula. A game is ranked by the least that its file"
            " allows.",
        ),
    ] = None,
    streaks: Annotated[
        bool, typer.Option("--streaks", help="Rank streaks of wins in place of games.")
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
    """Rank the games whose score is consistent.

    Only a game with the verdict match is ranked. Each game has a board of its own, for
    scores of different games do not compare. The table counts what was left out and says
    why; --format json names each such file in left_out. A dump is compared with the line of
    its game in a log, and is not ranked where the line says otherwise.

    Exit code: 0, or 2 if the call is wrong, a path does not exist or the leaderboard
    cannot be written; 130 or 143 if it was stopped by Ctrl-C or SIGTERM.

    Examples:

        necropsy leaderboard morgues/ --since 2026-11-01 --until 2026-11-30 --top 10

        necropsy leaderboard xlogfile dumps/ --rescore 4.3.0 --per-player

        necropsy leaderboard morgues/ --streaks
    """
    from necropsy.card import KEY
    from necropsy.contender import ContenderWriter
    from necropsy.order import Order as Work

    filters = chosen_filters(
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
    if streaks and (by is not By.SCORE or per_player or rescore is not None):
        fail("--streaks: ranks by wins in a row, so --by, --per-player and --rescore have no meaning there")
    order = _order(by, top, rescore, game, per_player=per_player)
    chosen = form_of(form, output, Form.TABLE)
    check_outputs(paths, output)
    limits = chosen_limits(max_file, max_log, max_members, max_ratio, max_archive, max_lines, max_memory)
    files = Files([*paths, *(log or ())], output, quiet=quiet, progress=not no_progress, limits=limits)
    pair = bool(log or files.hold_logs())
    plan = chosen_plan(ignore=ignore, game=game, pair=pair, logs=log, limits=limits)
    for said in said_of_config():
        files.remark(said)
    work = Work(plan, ContenderWriter(filters, rescore), KEY)
    with Interrupt() as interrupt, report_to(output) as stream, files.sources() as sources:
        with workers(work, sources, jobs, cluster, interrupt) as (executor, found):
            tellings = telling(work, executor, found, interrupt, None)
            contenders = (told.payload[told.row] for told in tellings)
            board = _board(filter(None, contenders), order, listed=chosen is Form.JSON, streaks=streaks)
        if interrupt.asked():
            files.remark("stopped before the end: of some of the games there is no leaderboard")
            raise typer.Exit(128 + interrupt.signal)
        _write(board, chosen, stream, width)
    if board.counts and (chosen is not Form.TABLE or output not in (None, "-")):
        count = board.counts.total()
        are = "games are" if count > 1 else "game is"
        files.remark(f"{count:,} {are} not on the leaderboard; `necropsy leaderboard` without -o says why")
    files.close()


def _order(by: By, top: int | None, rescore: str | None, game: str | None, *, per_player: bool) -> Order:
    from necropsy.board import By as Measure
    from necropsy.board import Order

    try:
        order = Order(Measure(by.value), top, per_player, rescore)
        order.check(game)
    except ValueError as error:
        fail(f"--rescore {rescore}: {error}")
    return order


def _board(
    contenders: Iterable[Contender], order: Order, *, listed: bool, streaks: bool
) -> Leaderboard | StreakBoard:
    from necropsy.ranking import rank_contenders
    from necropsy.streaks import streaks_among

    if streaks:
        return streaks_among(contenders, top=order.top, list_left_out=listed)
    return rank_contenders(contenders, order, list_left_out=listed)


def _write(board: Leaderboard | StreakBoard, form: Form, stream: TextIO, width: int | None) -> None:
    """Write a board in any of its forms."""
    from necropsy.reports import machine
    from necropsy.reports.visible import json_text

    if form is Form.TABLE:
        from necropsy.reports.ranking import write_board

        write_board(board, stream, width=width)
    elif form is Form.CSV:
        machine.write_csv(board.rows(), board.columns, stream)
    elif form is Form.JSONL:
        machine.write_jsonl(board.rows(), stream)
    else:
        stream.write(f"{json_text(board.to_dict(), 2)}\n")
