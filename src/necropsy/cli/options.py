"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, NoReturn, TextIO

import typer

__all__ = [
    "Form",
    "GameOption",
    "IgnoreOption",
    "OutputOption",
    "Paths",
    "QuietOption",
    "SelectOption",
    "fail",
    "form_of",
    "known_codes",
    "known_game",
    "report_to",
    "split",
]


class Form(StrEnum):
    """The forms of a report."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


Paths = Annotated[
    list[str],
    typer.Argument(help="Files and directories; a directory is read with all below it.", metavar="PATH..."),
]
GameOption = Annotated[str | None, typer.Option("--game", help="Look for this game only (dcss).")]
OutputOption = Annotated[
    str | None, typer.Option("--output", "-o", help="Write to this file; its ending gives the form.")
]
SelectOption = Annotated[
    list[str] | None,
    typer.Option(
        "--select", help="Run only these rules, by code or its beginning (S, C1, C101), commas between."
    ),
]
IgnoreOption = Annotated[
    list[str] | None, typer.Option("--ignore", help="Leave these rules out, by code or its beginning.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar and no remarks on stderr.")]

USAGE = 2
"""The exit code for a wrong call, or for a run that could not do what was asked."""


def split(values: Iterable[str] | None) -> tuple[str, ...]:
    """Repeated options with commas in them, as one list."""
    return tuple(part.strip() for value in values or () for part in value.split(",") if part.strip())


def form_of(form: Form | None, output: str | None, default: Form) -> Form:
    """The form that was asked for: by option, else by the file's ending, else the default."""
    if form is not None:
        return form
    ending = os.path.splitext(output or "")[1].lstrip(".").lower()
    return Form(ending) if ending in set(Form) else default


def fail(message: str) -> NoReturn:
    """End the program with a message that says what to do.

    Raises:
        typer.Exit: always, with exit code 2.
    """
    typer.echo(f"necropsy: {message}", err=True)
    raise typer.Exit(USAGE)


@contextmanager
def report_to(output: str | None) -> Iterator[TextIO]:
    """The stream of a report; a file that cannot be written ends the program with a message."""
    from necropsy.reports.output import opened

    try:
        with opened(output) as stream:
            yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        fail(f"cannot write {output or 'the report'}: {error.strerror or error}")


def known_game(name: str | None) -> str | None:
    """The name of a game, or the end of the program if there is none of that name."""
    if name is None:
        return None
    from necropsy.games import game, games

    try:
        return game(name).name
    except KeyError:
        fail(f"--game {name}: no game of that name; known: {', '.join(g.name for g in games())}")


def known_codes(codes: Iterable[str], option: str) -> Iterator[str]:
    """Beginnings of rule codes, or the end of the program if no rule begins so."""
    from necropsy.games import games

    registered = [rule.code for game in games() for rule in game.rulebook]
    for code in codes:
        if not any(known.startswith(code) for known in registered):
            fail(f"{option} {code}: no rule begins so; `necropsy rules` lists them")
        yield code
