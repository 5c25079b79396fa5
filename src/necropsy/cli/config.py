"""``necropsy config``: what is in force, and where each value comes from."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer

from necropsy.cli.configured import CONFIGURED, config_at, keys_of
from necropsy.cli.options import WidthOption, report_to

__all__ = ["config"]


def config(
    context: typer.Context,
    path: Annotated[
        str | None,
        typer.Option("--config", metavar="FILE", help="This file (default: the nearest one)."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Show what is not set, too.")] = False,
    width: WidthOption = None,
) -> None:
    """Show what a config file decides, where it says so, and why.

    The nearest `necropsy.toml`, or `pyproject.toml` with a table `[tool.necropsy]`, here or in
    a directory above holds for `audit`, `leaderboard` and `watch`; options on the command line
    come before it.

    Exit code: 0, or 2 if there is something wrong with the file.

    Examples:

        necropsy config

        necropsy config --config tournament.toml --all
    """
    from necropsy.reports.decisions import write_decisions

    assert context.parent is not None
    commands = getattr(context.parent.command, "commands", {})
    found = config_at(path, commands, context)
    defaults = {name: _defaults(commands[name]) for name in CONFIGURED}
    with report_to() as stream:
        write_decisions(found, defaults, stream, every=every, width=width)


def _defaults(command: Any) -> dict[str, Any]:
    """The keys of a command, with the values that its options have where nothing is said."""
    parameters = inspect.signature(inspect.unwrap(command.callback)).parameters
    values = {key: parameters[name].default for key, name in keys_of(command).items()}
    return {key: None if value is inspect.Parameter.empty else value for key, value in values.items()}
