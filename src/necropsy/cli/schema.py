"""``necropsy schema``: what the machine output looks like, for programs that read it."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from necropsy.cli.options import report_to

__all__ = ["schema"]


class Form(StrEnum):
    """The outputs that have a schema."""

    JSONL = "jsonl"
    JSON = "json"
    FACTS = "facts"


def schema(
    form: Annotated[
        Form,
        typer.Option(
            "--format",
            help="Which output: jsonl is an audit, a line each; json is the array of all; facts is what"
            " extract writes of a game.",
        ),
    ] = Form.JSONL,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file.")
    ] = None,
) -> None:
    """Print the JSON Schema of the machine output.

    It is of draft 2020-12, and has every fact of every game in it, with type, unit and
    meaning. Its name ($id) has the version of the program.

    Examples:

        necropsy schema -o audit.schema.json

        necropsy schema --format facts
    """
    from necropsy import __version__
    from necropsy.reports import schema as schemas

    makers = {
        Form.JSONL: schemas.audit_schema,
        Form.JSON: schemas.array_schema,
        Form.FACTS: schemas.facts_schema,
    }
    with report_to(output) as stream:
        stream.write(json.dumps(makers[form](__version__), ensure_ascii=False, indent=2) + "\n")
