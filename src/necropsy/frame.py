"""Facts as a pandas table, with types that can hold what a file does not say."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pandas as pd

from necropsy.engine import Plan, records_in
from necropsy.fact import Fact, facts_of
from necropsy.games import games
from necropsy.span import Span

__all__ = ["frame_of"]

_TYPES = {"integer": "Int64", "text": "string", "yes-no": "boolean", "date": "datetime64[s]"}


def frame_of(paths: Iterable[str | os.PathLike[str]], game: str | None = None) -> pd.DataFrame:
    """The facts of every game under some paths, one row each.

    Raises:
        KeyError: if ``game`` is not known.
    """
    facts = _facts(game)
    heads: list[tuple[str, str]] = []
    values: dict[str, list[Any]] = {fact.name: [] for fact in facts}
    for record in records_in(paths, Plan(game=game)):
        heads.append((record.source, record.game))
        for fact in facts:
            values[fact.name].append(record.value(fact.name))
    table: dict[str, Any] = {
        "source": pd.Series([source for source, _ in heads], dtype="string"),
        "game": pd.Series([name for _, name in heads], dtype="category"),
    }
    for fact in facts:
        table |= _columns(fact, values[fact.name])
    return pd.DataFrame(table)


def _facts(only: str | None) -> list[Fact]:
    chosen = [only] if only else [game.name for game in games()]
    facts = {f.name: f for name in chosen for f in facts_of(name).values() if f.public}
    return list(facts.values())


def _columns(fact: Fact, values: list[Any]) -> dict[str, pd.Series[Any]]:
    """The column of a fact; a span has one for each end."""
    if fact.kind == "span":
        lows = [value.low if isinstance(value, Span) else None for value in values]
        highs = [value.high if isinstance(value, Span) else None for value in values]
        return {
            f"{fact.name}_low": pd.Series(lows, dtype="Int64"),
            f"{fact.name}_high": pd.Series(highs, dtype="Int64"),
        }
    if fact.kind == "list":
        return {fact.name: pd.Series([None if v is None else list(v) for v in values], dtype="object")}
    return {fact.name: pd.Series(values, dtype=_TYPES[fact.kind])}
