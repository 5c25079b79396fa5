"""Options that several commands share, and how a command ends."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NoReturn, TextIO, TypeVar

import typer

from necropsy.cli import completion

if TYPE_CHECKING:
    from necropsy.engine import Plan
    from necropsy.filters import Filters
    from necropsy.sources import Limits

__all__ = [
    "ClusterOption",
    "ExcludeOption",
    "ExpectFilesOption",
    "GameOption",
    "IgnoreOption",
    "JobsOption",
    "LogOption",
    "MaxArchiveOption",
    "MaxFileOption",
    "MaxLinesOption",
    "MaxLogOption",
    "MaxMembersOption",
    "MaxMemoryOption",
    "MaxRatioOption",
    "MinTurnsOption",
    "ModeOption",
    "NoPairOption",
    "NoProgressOption",
    "NoScumOption",
    "NoSeededOption",
    "OutputOption",
    "Paths",
    "PlayersOption",
    "QuietOption",
    "SelectOption",
    "ServerOption",
    "SinceOption",
    "StoreOption",
    "UntilOption",
    "VersionRangeOption",
    "WidthOption",
    "chosen_filters",
    "chosen_limits",
    "chosen_plan",
    "fail",
    "form_of",
    "report_to",
    "split",
]

Paths = Annotated[
    list[str],
    typer.Argument(
        help="Files, directories with all below them, archives, globs and URLs; - reads paths from standard"
        " input, one a line.",
        metavar="PATH",
    ),
]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="NAME",
        help="Look for this game only, such as dcss.",
        autocompletion=completion.game_names,
    ),
]
LogOption = Annotated[
    list[str] | None,
    typer.Option("--log", metavar="FILE", help="A log of the server to compare the dumps with; repeatable."),
]
OutputOption = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to this file; its ending gives the form."),
]
SelectOption = Annotated[
    list[str] | None,
    typer.Option(
        "--select",
        metavar="CODES",
        help="Run only these rules, by code or its beginning (S, C1, C101), commas between.",
        autocompletion=completion.rule_codes,
    ),
]
IgnoreOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore",
        metavar="CODES",
        help="Leave these rules out, by code or its beginning.",
        autocompletion=completion.rule_codes,
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        metavar="N",
        help="So many processes (default: as many as there are cores, where there is enough to do).",
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster: tcp://host:8786 for one that is there, local:N to start one of N"
        " processes here.",
    ),
]
StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="Keep the audits in this database, and read only what is new or has changed since they were"
        " put there.",
    ),
]
NoPairOption = Annotated[
    bool, typer.Option("--no-pair", help="Compare no dump with a log line; each file for itself.")
]
ExpectFilesOption = Annotated[
    bool, typer.Option("--expect-files", help="A log line without its file is an error.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar and no remarks on stderr.")]
NoProgressOption = Annotated[
    bool, typer.Option("--no-progress", help="No progress bar; remarks are made all the same.")
]
WidthOption = Annotated[
    int | None, typer.Option("--width", min=40, metavar="COLUMNS", help="Columns of the output.")
]

# The limits: how much is read of files that somebody else made.
MaxFileOption = Annotated[
    str | None,
    typer.Option("--max-file", metavar="SIZE", help="Longest file that is read, unpacked (default: 8MB)."),
]
MaxLogOption = Annotated[
    str | None,
    typer.Option("--max-log", metavar="SIZE", help="Longest log that is read, unpacked (default: 64GB)."),
]
MaxMembersOption = Annotated[
    int | None,
    typer.Option(
        "--max-members", min=1, metavar="N", help="The most files in one archive (default: 5,000,000)."
    ),
]
MaxArchiveOption = Annotated[
    str | None,
    typer.Option(
        "--max-archive",
        metavar="SIZE",
        help="All files of one archive together, unpacked (default: 1TB).",
    ),
]
MaxLinesOption = Annotated[
    int | None,
    typer.Option("--max-lines", min=1, metavar="N", help="The most lines of a dump (default: 200,000)."),
]
MaxMemoryOption = Annotated[
    str | None,
    typer.Option(
        "--max-memory", metavar="SIZE", help="Memory that unpacking one file may take (default: 128MB)."
    ),
]
MaxRatioOption = Annotated[
    int | None,
    typer.Option(
        "--max-ratio", min=1, metavar="N", help="How many times its size a file may unpack to (default: 500)."
    ),
]

# The filters: which games count. One that fails is counted by its reason, and nowhere else.
VersionRangeOption = Annotated[
    str | None,
    typer.Option(
        "--version-range",
        metavar="RANGE",
        help="Only these versions: 0.30..0.34 (both included; DCSS's 0.30 begins with its trunk), 0.30..,"
        " ..0.34, or 0.34 for all that is called so; for GnollHack tags, such as 4.2.0-120..",
    ),
]
SinceOption = Annotated[
    str | None,
    typer.Option(
        "--since",
        metavar="DATE",
        help="Only games that start at or after this day or moment (2026-11-01, '2026-11-01 20:00'),"
        " by the clock of the file.",
    ),
]
UntilOption = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="DATE",
        help="Only games that end before this moment; a day counts to its last second. A game whose"
        " times do not decide it is left out.",
    ),
]
ModeOption = Annotated[
    list[str] | None,
    typer.Option("--mode", metavar="NAMES", help="Only these modes (normal, sprint, classic, modern, ...)."),
]
NoSeededOption = Annotated[
    bool, typer.Option("--no-seeded", help="No games on a seed that the player chose (DCSS).")
]
MinTurnsOption = Annotated[
    int | None, typer.Option("--min-turns", min=0, metavar="N", help="Only games of so many turns.")
]
ServerOption = Annotated[
    list[str] | None,
    typer.Option("--server", metavar="NAMES", help="Only these servers (the field of a merged log)."),
]
PlayersOption = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="FILE",
        help="Only these players: one name a line, '#' begins a remark; 'Name = alias, alias' ranks"
        " all under the first.",
    ),
]
ExcludeOption = Annotated[
    str | None, typer.Option("--exclude", metavar="FILE", help="None of these players (bots, bans).")
]
NoScumOption = Annotated[
    list[str] | None,
    typer.Option(
        "--no-start-scum",
        metavar="RULES",
        help="No start-scums: junethack (quit or escaped within 10 turns), nethack-scoreboard (quit or"
        " escaped below 1,000 points).",
        autocompletion=completion.scum_rules,
    ),
]

USAGE = 2
"""The exit code for a wrong call, or for a run that could not do what was asked."""

CLOSED_PIPE = 141
"""The exit code where the reader of the report went away, as a shell gives it for SIGPIPE."""


def split(values: Iterable[str] | None) -> tuple[str, ...]:
    """Repeated options with commas in them, as one list."""
    return tuple(part.strip() for value in values or () for part in value.split(",") if part.strip())


Form = TypeVar("Form", bound=StrEnum)

_ENDINGS = {"table": ".txt", "junit": ".xml"}
"""The endings of the forms whose files are not called like the form."""


def form_of(form: Form | None, output: str | None, default: Form) -> Form:
    """The form that was asked for: by option, else by the file's ending, else the default."""
    if form is not None:
        return form
    # A data set is a directory, and a shell completes its name with a slash.
    ending = os.path.splitext((output or "").rstrip("/" + os.sep))[1].lower()
    if not ending:
        return default
    endings = {_ENDINGS.get(each.value, f".{each.value}"): each for each in type(default)}
    if ending not in endings:
        fail(f"-o {output}: no form has this ending; known: {', '.join(endings)} (or give --format)")
    return endings[ending]


def fail(message: str) -> NoReturn:
    """End the program with a message that says what to do.

    Raises:
        typer.Exit: always, with exit code 2.
    """
    from necropsy.cli.configured import origins_of
    from necropsy.reports.visible import visible

    typer.echo(f"necropsy: {visible(message)}{origins_of(message)}", err=True)
    raise typer.Exit(USAGE)


@contextmanager
def report_to(output: str | None = None) -> Iterator[TextIO]:
    """The stream of a report; one that cannot be written ends the program with a message.

    Raises:
        typer.Exit: if it cannot be written, or its reader is gone (then without a word).
    """
    from necropsy.reports.output import opened, silence_stdout

    try:
        with opened(output) as stream:
            yield stream
    except BrokenPipeError:
        silence_stdout()
        raise typer.Exit(CLOSED_PIPE) from None
    except OSError as error:
        if output in (None, "-"):
            silence_stdout()
            output = None
        fail(f"cannot write {output or 'the report'}: {error.strerror or error}")


def _files(paths: Iterable[str] | None) -> Iterator[str]:
    return (path for path in paths or () if not os.path.isdir(path))


def chosen_limits(
    max_file: str | None = None,
    max_log: str | None = None,
    max_members: int | None = None,
    max_ratio: int | None = None,
    max_archive: str | None = None,
    max_lines: int | None = None,
    max_memory: str | None = None,
) -> Limits:
    """How much is read, or the end of the program if a size is none."""
    from necropsy.sources import Limits

    chosen = {
        "file_bytes": _size("--max-file", max_file),
        "log_bytes": _size("--max-log", max_log),
        "members": max_members,
        "ratio": max_ratio,
        "total_bytes": _size("--max-archive", max_archive),
        "lines": max_lines,
        "memory_bytes": _size("--max-memory", max_memory),
    }
    return Limits(**{name: value for name, value in chosen.items() if value is not None})


def _size(option: str, text: str | None) -> int | None:
    from necropsy.reports.visible import visible
    from necropsy.sources import size_of

    try:
        return None if text is None else size_of(text)
    except ValueError as error:
        fail(f"{option}: {visible(str(error))}")


def chosen_plan(
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
    game: str | None = None,
    *,
    pair: bool | None = None,
    expect_files: bool = False,
    logs: Iterable[str] | None = None,
    limits: Limits | None = None,
) -> Plan:
    """What to audit and with which rules, or the end of the program if there is no such game or rule."""
    from necropsy.cli.configured import config_in_force
    from necropsy.games import games
    from necropsy.selection import plan_of

    try:
        return plan_of(
            split(select),
            split(ignore),
            game,
            pair=pair,
            expect_files=expect_files,
            logs=_files(logs),
            limits=limits,
            overrides=config_in_force().overrides,
        )
    except KeyError:
        fail(f"--game {game}: no game of that name; known: {', '.join(g.name for g in games())}")
    except ValueError as error:
        fail(str(error))


def chosen_filters(
    *,
    version_range: str | None,
    since: str | None,
    until: str | None,
    mode: Iterable[str] | None,
    no_seeded: bool,
    min_turns: int | None,
    server: Iterable[str] | None,
    players: str | None,
    exclude: str | None,
    no_start_scum: Iterable[str] | None,
    game: str | None,
) -> Filters:
    """Which games count, or the end of the program if an option or a list cannot be read."""
    from necropsy.filters import Filters
    from necropsy.reports.visible import visible

    try:
        return Filters.of(
            version_range=version_range,
            since=since,
            until=until,
            mode=split(mode),
            no_seeded=no_seeded,
            min_turns=min_turns,
            server=split(server),
            players=players,
            exclude=exclude,
            no_start_scum=split(no_start_scum),
            game=game,
        )
    except ValueError as error:
        fail(visible(str(error)))
