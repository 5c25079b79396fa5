"""``necropsy rules``: the manual of the rules."""

from __future__ import annotations

from typing import Annotated

import typer

from necropsy.cli import completion
from necropsy.cli.options import WidthOption, fail, report_to

__all__ = ["rules"]


def rules(
    code: Annotated[
        str | None,
        typer.Argument(
            help="A rule's code, or its beginning.", metavar="CODE", autocompletion=completion.rule_code
        ),
    ] = None,
    width: WidthOption = None,
) -> None:
    """List the rules, or print the manual page of one.

    Examples:

        necropsy rules

        necropsy rules S101
    """
    from necropsy.games import games
    from necropsy.reports.manual import write_list, write_page

    chosen = [
        (game.name, rule)
        for game in games()
        for rule in game.rulebook
        if code is None or rule.code.startswith(code.upper())
    ]
    if not chosen:
        fail(f"{code}: no rule has this code; `necropsy rules` lists them")
    exactly = code is not None and any(rule.code == code.upper() for _, rule in chosen)
    with report_to() as stream:
        if exactly:
            for name, rule in chosen:
                write_page(name, rule, stream, width=width)
        else:
            write_list(chosen, stream, width=width)
