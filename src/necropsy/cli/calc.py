"""``necropsy calc``: the calculators."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from necropsy.cli import calc_will
from necropsy.cli.options import WidthOption, fail, report_to

if TYPE_CHECKING:
    from necropsy.breakdown import Breakdown

__all__ = ["calc"]

calc = typer.Typer(help="Calculate without a file.", no_args_is_help=True, rich_markup_mode=None)
calc_will.register(calc)


class Form(StrEnum):
    """The forms of a calculation."""

    TABLE = "table"
    JSON = "json"


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
    runes: Annotated[int, typer.Option("--runes", min=0, help="Different runes (at most 19).")] = 0,
    gems: Annotated[int, typer.Option("--gems", min=0, help="Gems ever picked up (at most 13).")] = 0,
    turns: Annotated[
        int | None, typer.Option("--turns", min=0, help="Player turns; they count for winners.")
    ] = None,
    gold: Annotated[int, typer.Option("--gold", min=0, help="Gold in hand (it counts to 0.14).")] = 0,
    won: Annotated[bool, typer.Option("--won", help="Won: left the dungeon with the Orb.")] = False,
    form: Annotated[Form, typer.Option("--format", help="Form of the report.")] = Form.TABLE,
    width: WidthOption = None,
) -> None:
    """Calculate a DCSS score with the formula of a version.

    Examples:

        necropsy calc dcss-score --version 0.29.1 --xp 2036695 --runes 15 --turns 7022 --won

        necropsy calc dcss-score --version 0.34.1 --xl 26 --next 42 --species Gargoyle --runes 3
    """
    from necropsy.games.dcss.calculator import score_of

    if (xp is None) == (xl is None):
        fail("give either --xp N or --xl N (with --next P and --species S)")
    if won and turns is None:
        fail("--won needs --turns N: a winner's bonus depends on them")
    try:
        breakdown = score_of(
            version,
            xp=xp,
            xl=xl,
            next_pct=next_pct,
            species=species,
            runes=runes,
            gems=gems,
            turns=turns or 0,
            gold=gold,
            won=won,
        )
    except ValueError as error:
        fail(str(error))
    _write(breakdown, form, width)


@calc.command("gnollhack-score")
def gnollhack_score(
    version: Annotated[
        str, typer.Option("--version", help='Version and build: 4.2.0-120, or "4.1.0 Beta 17".')
    ],
    depth: Annotated[int, typer.Option("--depth", min=1, help="Deepest level, the Quest's included.")] = 1,
    role: Annotated[
        str | None, typer.Option("--role", help="Role in three letters: Arc, Bar, ... Wiz.")
    ] = None,
    achievements: Annotated[
        int, typer.Option("--achievements", min=0, max=17, help="Notable achievements.")
    ] = 0,
    small: Annotated[int, typer.Option("--small", min=0, max=11, help="Small achievements.")] = 0,
    conduct_points: Annotated[
        int, typer.Option("--conduct-points", help="Conduct points; they count with --ascended.")
    ] = 0,
    role_score: Annotated[int, typer.Option("--role-score", help="Points for the role's own deeds.")] = 0,
    role_quest: Annotated[
        int, typer.Option("--role-quest", min=0, help="Points for the role's optional quest.")
    ] = 0,
    turns: Annotated[
        int | None, typer.Option("--turns", min=1, help="Turns; they count with --ascended.")
    ] = None,
    difficulty: Annotated[
        str, typer.Option("--difficulty", help="Name (standard to grand master), or -4 to 2.")
    ] = "expert",
    ascended: Annotated[bool, typer.Option("--ascended", help="The hero ascended.")] = False,
    modern: Annotated[bool, typer.Option("--modern", help="Played in modern mode.")] = False,
    deaths: Annotated[int, typer.Option("--deaths", min=0, help="True deaths, with --modern.")] = 0,
    form: Annotated[Form, typer.Option("--format", help="Form of the report.")] = Form.TABLE,
    width: WidthOption = None,
) -> None:
    """Calculate a GnollHack score with the formula of a build.

    Examples:

        necropsy calc gnollhack-score --version 4.2.0-133 --depth 11

        necropsy calc gnollhack-score --version 4.3.0-10 --depth 43 --achievements 12 --ascended --turns 45678
    """
    from necropsy.games.gnollhack.calculator import level_of, score_of

    if ascended and turns is None:
        fail("--ascended needs --turns N: the multiplier of an ascension depends on them")
    if deaths and not modern:
        fail("--deaths counts with --modern only")
    try:
        breakdown = score_of(
            version,
            role=role,
            depth=depth,
            achievements=achievements,
            small=small,
            conduct_points=conduct_points,
            role_score=role_score,
            role_quest=role_quest,
            turns=turns or 1,
            difficulty=level_of(difficulty, version),
            ascended=ascended,
            modern=modern,
            deaths=deaths,
        )
    except ValueError as error:
        fail(str(error))
    _write(breakdown, form, width)


def _write(breakdown: Breakdown, form: Form, width: int | None) -> None:
    with report_to() as stream:
        if form is Form.JSON:
            stream.write(json.dumps(breakdown.to_dict(), indent=2) + "\n")
        else:
            from necropsy.reports.explain import write_breakdown

            write_breakdown(breakdown, stream, width=width)
