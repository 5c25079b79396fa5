"""``necropsy extract``: the facts of many games, without any judgement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from necropsy.cli.options import Form, GameOption, OutputOption, Paths, fail, form_of, known_game, report_to

if TYPE_CHECKING:
    from necropsy.engine import Plan

__all__ = ["extract"]


def extract(
    paths: Paths,
    output: OutputOption = None,
    form: Annotated[Form | None, typer.Option("--format", help="csv (default), jsonl or json.")] = None,
    game: GameOption = None,
) -> None:
    """Write the facts of every game under some paths as a table.

    Examples:

        necropsy extract morgues/ -o facts.csv

        necropsy extract morgues/ --format jsonl
    """
    from necropsy.engine import Plan
    from necropsy.reports import machine

    chosen = form_of(form, output, Form.CSV)
    if chosen is Form.TABLE:
        fail("--format table: extract writes csv, jsonl or json")
    plan = Plan(game=known_game(game))
    rows = _rows(paths, plan)
    with report_to(output) as stream:
        if chosen is Form.CSV:
            machine.write_csv(rows, ["source", "game", *machine.fact_columns(["dcss"])], stream)
        elif chosen is Form.JSON:
            machine.write_json(rows, stream)
        else:
            machine.write_jsonl(rows, stream)


def _rows(paths: list[str], plan: Plan) -> Iterator[dict[str, Any]]:
    from necropsy.engine import records_in
    from necropsy.fact import facts_of
    from necropsy.verdict import plain

    for record in records_in(paths, plan):
        facts = {f.name: plain(record.value(f.name)) for f in facts_of(record.game).values() if f.public}
        yield {"source": record.source, "game": record.game} | facts
