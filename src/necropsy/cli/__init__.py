"""The command line. A command reads its options and calls the API; it holds no logic."""

from __future__ import annotations

import gc
import sys
from typing import Annotated

import typer

from necropsy.cli.audit import audit
from necropsy.cli.calc import calc
from necropsy.cli.calc_hengband import add_hengband
from necropsy.cli.config import config
from necropsy.cli.examples import keep_examples
from necropsy.cli.explain import explain
from necropsy.cli.extract import extract
from necropsy.cli.leaderboard import leaderboard
from necropsy.cli.query import query
from necropsy.cli.report import report
from necropsy.cli.rules import rules
from necropsy.cli.schema import schema
from necropsy.cli.tamper import tamper
from necropsy.cli.watch import watch

__all__ = ["app", "main"]

# Without rich's help pages the program starts three times faster.
app = typer.Typer(
    name="necropsy",
    help="Examine what finished roguelike games left behind: is the recorded score the one that"
    " the game's own formula gives?",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(audit)
app.command()(config)
app.command()(explain)
app.command()(extract)
app.command()(leaderboard)
app.command()(query)
app.command()(report)
app.command()(rules)
app.command()(schema)
app.command()(tamper)
app.command()(watch)
add_hengband(calc)
app.add_typer(calc, name="calc")
keep_examples(app)


def _print_version(value: bool) -> None:
    if value:
        from necropsy import __version__

        typer.echo(f"necropsy {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of the program itself."""


def main() -> None:
    """Run the program; help that cannot be printed is one line on standard error, like a report."""
    from necropsy.cli.options import report_to
    from necropsy.extras import left_out

    # Records are made by the million and hold no cycles: to look for some takes a twentieth of the time.
    gc.set_threshold(50_000, 20, 100)
    try:
        # Arrow loads pandas with its first column, to know one of pandas when it sees it: here it never does.
        with report_to(), left_out("pandas"):
            app()
    except typer.Exit as end:
        sys.exit(end.exit_code)
