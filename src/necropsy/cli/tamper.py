"""``necropsy tamper``: edited copies of a game, to see what an audit sees. A testing aid."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from necropsy.cli import completion
from necropsy.cli.files import check_outputs
from necropsy.cli.options import WidthOption, fail, report_to

if TYPE_CHECKING:
    from necropsy.tamper import Forgery, Honest

__all__ = ["tamper"]


def tamper(
    file: Annotated[str, typer.Argument(help="The dump of an honest game.", metavar="FILE")],
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="The kind of edit to make; without it all are tried.",
            autocompletion=completion.edit_kinds,
        ),
    ] = None,
    fact: Annotated[str | None, typer.Option("--fact", metavar="FACT", help="Edit this fact alone.")] = None,
    number: Annotated[
        int, typer.Option("--number", min=1, metavar="N", help="Which of the edits of that kind to make.")
    ] = 1,
    beside: Annotated[
        str | None, typer.Option("--with", help="The log that has the game's line.", metavar="LOG")
    ] = None,
    line: Annotated[
        int | None, typer.Option("--line", min=1, metavar="N", help="If FILE is a log: the line of the game.")
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="What the values that are put in depend on.")
    ] = 0,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIRECTORY",
            help="Where the files are written (default: the one file on stdout).",
        ),
    ] = None,
    width: WidthOption = None,
) -> None:
    """Edit copies of an honest game: a testing aid.

    Without --kind, every edit is made in memory and audited: how many of each kind are caught, and
    by which rules. With --kind, one edited copy is written; standard error says what was edited.

    Exit code: 0, or 2 if there is no such game or edit, or it cannot be written.

    Examples:

        necropsy tamper morgue-Sapling-20261130-101112.txt

        necropsy tamper morgue-Sapling-20261130-101112.txt --kind one-place --fact turns > edited.txt

        necropsy tamper morgue-Sapling-20261130-101112.txt --with logfile --kind fitted-beside-line -o forged
    """
    honest = _honest(file, beside, line)
    if kind is None:
        _try_all(honest, fact, seed, width)
        return
    forgery, edits = _chosen(honest, kind, fact, number, seed)
    if output is None:
        _print(forgery)
    else:
        _write(forgery, output, [file, *([beside] if beside else [])])
    typer.echo(f"necropsy: {_said(forgery)} (edit {number:,} of {edits:,} of this kind)", err=True)


def _honest(file: str, beside: str | None, line: int | None) -> Honest:
    """The one game that is meant."""
    from necropsy.given import is_there
    from necropsy.reports.visible import visible
    from necropsy.tamper import honest_games

    for path in (file, beside):
        if path is not None and not is_there(path):
            fail(f"no such file or directory: {path}")
    found = []
    for game in honest_games([file] if beside is None else [file, beside]):
        record = game.audit.record
        places = () if record is None else record.places
        if any(source == file and line in (None, at) for source, at in places):
            found.append(game)
    if not found:
        fail(f"{visible(file)}: no finished game stands {'there' if line is None else f'on line {line:,}'}")
    if len(found) > 1:
        fail(f"{visible(file)} holds several games: give the line of one (--line N)")
    return found[0]


def _try_all(honest: Honest, fact: str | None, seed: int, width: int | None) -> None:
    from necropsy.reports.forgeries import write_forgeries
    from necropsy.tamper import Tallies, trials_of

    tallies = Tallies()
    for trial in trials_of(honest, seed=seed):
        if fact in (None, trial.forgery.fact):
            tallies.add(honest.original.game.name, trial)
    if not tallies.games:
        fail(f"there is nothing to edit{'' if fact is None else f': the score does not use {fact}'}")
    with report_to() as stream:
        write_forgeries(tallies, stream, width=width)


def _chosen(honest: Honest, kind: str, fact: str | None, number: int, seed: int) -> tuple[Forgery, int]:
    """The forgery that was asked for, and of how many."""
    from necropsy.tamper import KINDS, forgeries

    if kind not in KINDS:
        fail(f"{kind}: no such kind of edit; there are {', '.join(KINDS)}")
    made = [each for each in forgeries(honest.original, kind, seed) if fact in (None, each.fact)]
    found = next(islice(made, number - 1, None), None)
    if found is None:
        needs = " and ".join(f"a {what}" for what in sorted(KINDS[kind].needs))
        fail(f"there are {len(made):,} such edits of this game ({kind} needs {needs})")
    return found, len(made)


def _print(forgery: Forgery) -> None:
    if len(forgery.files) > 1:
        fail(f"such a forgery is {len(forgery.files)} files: give a directory for them (-o DIRECTORY)")
    with report_to() as stream:
        stream.write(forgery.files[0][1])


def _write(forgery: Forgery, output: str, read: list[str]) -> None:
    try:
        os.makedirs(output, exist_ok=True)
    except OSError as error:
        fail(f"cannot write {output}: {error.strerror or error}")
    paths = [os.path.join(output, name) for name, _ in forgery.files]
    check_outputs(read, *paths)
    for path, (_, text) in zip(paths, forgery.files, strict=True):
        with report_to(path) as stream:
            stream.write(text)


def _said(forgery: Forgery) -> str:
    from necropsy.reports.visible import visible

    return f"{visible(forgery.what)}: {visible(', '.join(forgery.edited))}"
