"""``necropsy extract``: the facts of many games, without any judgement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from necropsy.cli.files import Files
from necropsy.cli.options import (
    GameOption,
    MaxFileOption,
    MaxLogOption,
    MaxMembersOption,
    MaxRatioOption,
    OutputOption,
    Paths,
    QuietOption,
    chosen_limits,
    chosen_plan,
    form_of,
    report_to,
)

if TYPE_CHECKING:
    from necropsy.engine import Plan
    from necropsy.sources import Source
    from necropsy.verdict import Verdict

__all__ = ["extract"]


class Form(StrEnum):
    """The forms of extracted facts."""

    CSV = "csv"
    JSONL = "jsonl"
    JSON = "json"


def extract(
    paths: Paths,
    output: OutputOption = None,
    form: Annotated[Form | None, typer.Option("--format", help="Form of the facts (default: csv).")] = None,
    game: GameOption = None,
    max_file: MaxFileOption = None,
    max_log: MaxLogOption = None,
    max_members: MaxMembersOption = None,
    max_ratio: MaxRatioOption = None,
    quiet: QuietOption = False,
) -> None:
    """Write the facts of every game under some paths as a table.

    Exit code: 0, or 2 if a path does not exist or the facts cannot be written.

    Examples:

        necropsy extract morgues/ -o facts.csv

        necropsy extract morgues/ --format jsonl

        necropsy extract morgues-2026.tar.gz --max-file 1MB
    """
    from necropsy.reports import machine

    chosen = form_of(form, output, Form.CSV)
    limits = chosen_limits(max_file, max_log, max_members, max_ratio)
    files = Files(paths, output, quiet=quiet, limits=limits)
    plan = chosen_plan(game=game, pair=files.hold_logs(), limits=limits)
    left_out: Counter[Verdict] = Counter()
    with report_to(output) as stream, files.sources() as sources:
        records = _records(sources, plan, left_out)
        if chosen is Form.CSV:
            rows = (machine.fact_row(name, row) for name, row in records)
            machine.write_csv(rows, ["source", "game", *machine.fact_columns(game)], stream)
        elif chosen is Form.JSON:
            machine.write_json((row for _, row in records), stream)
        else:
            machine.write_jsonl((row for _, row in records), stream)
    if left_out:
        kinds = ", ".join(f"{count:,} {verdict.value}" for verdict, count in sorted(left_out.items()))
        files.remark(f"left out, for they are no dumps: {kinds}")
    files.close()


def _records(
    sources: Iterator[Source], plan: Plan, left_out: Counter[Verdict]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of each game and its facts; what holds no game is counted."""
    from necropsy.engine import Found, examine
    from necropsy.fact import facts_of
    from necropsy.verdict import plain

    for found in examine(sources, plan):
        if not isinstance(found, Found):
            left_out[found.verdict] += 1
            continue
        record = found.record
        facts = {f.name: plain(record.value(f.name)) for f in facts_of(record.game).values() if f.public}
        yield record.game, {"source": record.label, "game": record.game} | facts
