"""``necropsy calc``: the calculators."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from necropsy.cli.options import Form, fail

__all__ = ["calc"]

calc = typer.Typer(help="Calculate without a file.", no_args_is_help=True, rich_markup_mode=None)


@calc.callback()
def _calculators() -> None:
    """Calculate without a file."""


@calc.command("dcss-score")
def dcss_score(
    version: Annotated[str, typer.Option("--version", help="Version of DCSS, such as 0.34.1.")],
    xp: Annotated[int | None, typer.Option("--xp", min=0, help="Experience points.")] = None,
    xl: Annotated[
        int | None, typer.Option("--xl", min=1, max=27, help="Experience level, in place of --xp.")
    ] = None,
    next_pct: Annotated[
        int | None, typer.Option("--next", min=0, max=99, help="Next% as the overview shows it, with --xl.")
    ] = None,
    species: Annotated[str, typer.Option("--species", help="Species, with --xl.")] = "Human",
    runes: Annotated[int, typer.Option("--runes", min=0, help="Different runes.")] = 0,
    gems: Annotated[int, typer.Option("--gems", min=0, help="Gems ever picked up.")] = 0,
    turns: Annotated[int, typer.Option("--turns", min=0, help="Player turns.")] = 0,
    gold: Annotated[int, typer.Option("--gold", min=0, help="Gold in hand (it counts to 0.14).")] = 0,
    won: Annotated[bool, typer.Option("--won", help="Won: left the dungeon with the Orb.")] = False,
    form: Annotated[Form, typer.Option("--format", help="table or json.")] = Form.TABLE,
) -> None:
    """Calculate a DCSS score with the formula of a version.

    Examples:

        necropsy calc dcss-score --version 0.29.1 --xp 2036695 --runes 15 --turns 7022 --won

        necropsy calc dcss-score --version 0.34.1 --xl 26 --next 42 --species Gargoyle --runes 3
    """
    from necropsy.games.dcss.calculator import score_of

    if (xp is None) == (xl is None):
        fail("give either --xp N or --xl N (with --next P and --species S)")
    try:
        breakdown = score_of(
            version,
            xp=xp,
            xl=xl,
            next_pct=next_pct,
            species=species,
            runes=runes,
            gems=gems,
            turns=turns,
            gold=gold,
            won=won,
        )
    except ValueError as error:
        fail(str(error))
    if form is Form.JSON:
        typer.echo(json.dumps(breakdown.to_dict(), indent=2))
    elif form is Form.TABLE:
        from necropsy.reports.explain import write_breakdown

        write_breakdown(breakdown, sys.stdout)
    else:
        fail(f"--format {form.value}: a calculator prints a table or json")
