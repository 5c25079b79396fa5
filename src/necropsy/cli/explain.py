"""``necropsy explain``: one game, term by term."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from necropsy.cli.options import GameOption, fail, known_game

__all__ = ["explain"]


def explain(
    file: Annotated[str, typer.Argument(help="The dump of one game.", metavar="FILE")],
    game: GameOption = None,
    width: Annotated[int | None, typer.Option("--width", min=40, help="Columns of the output.")] = None,
) -> None:
    """Explain one game's score: where each point came from, and the line that it stands on.

    Examples:

        necropsy explain morgue-Sapling-20261130-101112.txt
    """
    import necropsy
    from necropsy.games import game as game_named
    from necropsy.reports.explain import write_explanation

    result = necropsy.audit(file, game=known_game(game))
    if result.game is None:
        fail(f"{file}: {'; '.join(result.reasons)}")
    assert result.record is not None
    remarks = game_named(result.game).remarks(result.record)
    write_explanation(result, remarks, sys.stdout, width=width)
