"""The tables of Hengband: ``tables/*.csv``, each with its source in its first lines."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib.resources import files

__all__ = ["rows"]


def rows(table: str) -> Iterator[dict[str, str]]:
    """The rows of ``tables/<table>.csv`` as dictionaries, comment lines left out."""
    text = files("necropsy.games.hengband").joinpath(f"tables/{table}.csv").read_text("utf-8")
    return csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
