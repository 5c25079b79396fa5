"""``necropsy rules``: the manual of the rules."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from necropsy.cli import completion
from necropsy.cli.options import OutputOption, WidthOption, fail, form_of, report_to

if TYPE_CHECKING:
    from necropsy.rules import Rule

__all__ = ["rules"]


class Form(StrEnum):
    """The forms of the manual."""

    TABLE = "table"
    MD = "md"
    JSON = "json"


def rules(
    code: Annotated[
        str | None,
        typer.Argument(
            help="A rule's code, or its beginning.", metavar="CODE", autocompletion=completion.rule_code
        ),
    ] = None,
    form: Annotated[
        Form | None,
        typer.Option("--format", help="A list (table, the default), the whole manual (md), or data (json)."),
    ] = None,
    output: OutputOption = None,
    width: WidthOption = None,
) -> None:
    """List the rules, or print the manual page of one.

    Examples:

        necropsy rules

        necropsy rules S101

        necropsy rules -o rules.md

        necropsy rules C1 --format json
    """
    from necropsy.games import games

    chosen = [
        (game.name, rule)
        for game in games()
        for rule in game.rulebook
        if code is None or rule.code.startswith(code.upper())
    ]
    if not chosen:
        fail(f"{code}: no rule has this code; `necropsy rules` lists them")
    exactly = code is not None and any(rule.code == code.upper() for _, rule in chosen)
    with report_to(output) as stream:
        _write(form_of(form, output, Form.TABLE), chosen, stream, pages=exactly, width=width)


def _write(
    form: Form, chosen: list[tuple[str, Rule]], stream: TextIO, *, pages: bool, width: int | None
) -> None:
    from necropsy import __version__
    from necropsy.reports.manual import write_list, write_page
    from necropsy.reports.rulebook import write_rules_json, write_rules_markdown

    if form is Form.JSON:
        write_rules_json(chosen, stream)
    elif form is Form.MD:
        write_rules_markdown(chosen, stream, __version__)
    elif pages:
        for name, rule in chosen:
            write_page(name, rule, stream, width=width)
    else:
        write_list(chosen, stream, width=width)
