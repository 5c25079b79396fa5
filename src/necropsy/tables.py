"""The tables that lie beside the games' code: ``games/<game>/tables/*.csv``."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib.resources import files

__all__ = ["rows_of"]


def rows_of(game: str, table: str) -> Iterator[dict[str, str]]:
    """The rows of a game's table as dictionaries; comment lines, which give its source, are left out.

    Raises:
        ModuleNotFoundError: if there is no such game.
        FileNotFoundError: if it has no such table.
    """
    text = files(f"necropsy.games.{game}").joinpath(f"tables/{table}.csv").read_text("utf-8")
    return csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
