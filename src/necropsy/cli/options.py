"""Options that several commands share, and how a command ends."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NoReturn, TextIO, TypeVar

import typer

if TYPE_CHECKING:
    from necropsy.engine import Plan

__all__ = [
    "GameOption",
    "IgnoreOption",
    "OutputOption",
    "Paths",
    "QuietOption",
    "SelectOption",
    "WidthOption",
    "chosen_plan",
    "fail",
    "form_of",
    "report_to",
    "split",
]

Paths = Annotated[
    list[str],
    typer.Argument(
        help="Files and directories, each with all below it; - reads paths from standard input, one a line.",
        metavar="PATH",
    ),
]
GameOption = Annotated[
    str | None, typer.Option("--game", metavar="NAME", help="Look for this game only, such as dcss.")
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
    ),
]
IgnoreOption = Annotated[
    list[str] | None,
    typer.Option("--ignore", metavar="CODES", help="Leave these rules out, by code or its beginning."),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar and no remarks on stderr.")]
WidthOption = Annotated[
    int | None, typer.Option("--width", min=40, metavar="COLUMNS", help="Columns of the output.")
]

USAGE = 2
"""The exit code for a wrong call, or for a run that could not do what was asked."""

CLOSED_PIPE = 141
"""The exit code where the reader of the report went away, as a shell gives it for SIGPIPE."""


def split(values: Iterable[str] | None) -> tuple[str, ...]:
    """Repeated options with commas in them, as one list."""
    return tuple(part.strip() for value in values or () for part in value.split(",") if part.strip())


Form = TypeVar("Form", bound=StrEnum)


def form_of(form: Form | None, output: str | None, default: Form) -> Form:
    """The form that was asked for: by option, else by the file's ending, else the default."""
    if form is not None:
        return form
    ending = os.path.splitext(output or "")[1].lower()
    if not ending:
        return default
    endings = {".txt" if each.value == "table" else f".{each.value}": each for each in type(default)}
    if ending not in endings:
        fail(f"-o {output}: no form has this ending; known: {', '.join(endings)} (or give --format)")
    return endings[ending]


def fail(message: str) -> NoReturn:
    """End the program with a message that says what to do.

    Raises:
        typer.Exit: always, with exit code 2.
    """
    typer.echo(f"necropsy: {message}", err=True)
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


def chosen_plan(
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
    game: str | None = None,
    *,
    pair: bool | None = None,
    expect_files: bool = False,
) -> Plan:
    """What to audit and with which rules, or the end of the program if there is no such game or rule."""
    from necropsy.games import games
    from necropsy.selection import plan_of

    try:
        return plan_of(split(select), split(ignore), game, pair=pair, expect_files=expect_files)
    except KeyError:
        fail(f"--game {game}: no game of that name; known: {', '.join(g.name for g in games())}")
    except ValueError as error:
        fail(str(error))
