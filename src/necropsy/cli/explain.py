"""``necropsy explain``: one game, term by term."""

from __future__ import annotations

from typing import Annotated

import typer

from necropsy.cli.options import GameOption, WidthOption, chosen_plan, fail, report_to

__all__ = ["explain"]


def explain(
    file: Annotated[str, typer.Argument(help="The dump of one game.", metavar="FILE")],
    game: GameOption = None,
    line: Annotated[int | None, typer.Option("--line", min=1, help="In a log: the line of the game.")] = None,
    beside: Annotated[
        list[str] | None,
        typer.Option("--with", help="Another file on the same game: its page, or the log with its line."),
    ] = None,
    width: WidthOption = None,
) -> None:
    """Explain one game's score, term by term and line by line.

    Examples:

        necropsy explain morgue-Sapling-20261130-101112.txt

        necropsy explain xlogfile --line 12

        necropsy explain gnollhack.sapling.1796036912.txt --with xlogfile
    """
    import necropsy
    from necropsy.games import game as game_named
    from necropsy.given import is_there
    from necropsy.reports.explain import write_explanation

    plan = chosen_plan(game=game)
    if not is_there(file):
        fail(f"no such file or directory: {file}")
    try:
        result = necropsy.audit(file, line=line, beside=beside or (), game=plan.game)
    except ValueError as error:
        fail(str(error))
    if result.game is None:
        fail(f"{file}: {'; '.join(result.reasons)}")
    assert result.record is not None
    remarks = game_named(result.game).remarks(result.record)
    with report_to() as stream:
        write_explanation(result, remarks, stream, width=width)
