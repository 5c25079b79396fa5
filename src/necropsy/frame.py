"""Facts and leaderboards as pandas tables, with types that can hold what a file does not say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pandas as pd

from necropsy.engine import Found, Plan, examine
from necropsy.fact import Fact, facts_of
from necropsy.games import games
from necropsy.given import Path, existing, find_once, holds_logs
from necropsy.ranking import Entry, Leaderboard
from necropsy.span import Span

__all__ = ["board_of", "frame_of"]

_TYPES = {"integer": "Int64", "text": "string", "yes-no": "boolean", "date": "datetime64[s]"}


def frame_of(paths: Iterable[Path], game: str | None = None) -> pd.DataFrame:
    """The facts of every game under some paths, one row each.

    Raises:
        FileNotFoundError: if a path does not exist.
        KeyError: if ``game`` is not known.
    """
    given = existing(paths)
    plan = Plan(game=game, pair=holds_logs(given))
    facts = _facts(game)
    heads: list[tuple[str, str]] = []
    values: dict[str, list[Any]] = {fact.name: [] for fact in facts}
    own = {each.name: _names(each.name) for each in games()}
    for found in examine(find_once(given), plan):
        if isinstance(found, Found):
            record = found.record
            heads.append((record.label, record.game))
            for fact in facts:
                known = fact.name in own[record.game]
                values[fact.name].append(record.value(fact.name) if known else None)
    table: dict[str, Any] = {
        "source": pd.Series([source for source, _ in heads], dtype="string"),
        "game": pd.Series([name for _, name in heads], dtype="category"),
    }
    for fact in facts:
        table |= _columns(fact, values[fact.name])
    return pd.DataFrame(table)


_BOARD_TYPES = {
    **dict.fromkeys(("score", "score_high", "slack", "recorded", "turns", "duration_s"), "Int64"),
    **dict.fromkeys(("started", "ended"), "datetime64[s]"),
    "won": "bool",
    "game": "category",
}


def board_of(board: Leaderboard) -> pd.DataFrame:
    """A leaderboard as a table, the boards of several games one under the other."""
    rows = list(board.rows())
    table: dict[str, Any] = {"rank": pd.Series([row["rank"] for row in rows], dtype="int64")}
    for name in Entry._fields:
        table[name] = pd.Series([row[name] for row in rows], dtype=_BOARD_TYPES.get(name, "string"))
    frame = pd.DataFrame(table)
    frame.attrs["left_out"] = [
        {"cause": cause, "reason": reason, "games": count} for (cause, reason), count in board.counts.items()
    ]
    return frame


def _names(game: str) -> frozenset[str]:
    return frozenset(fact.name for fact in facts_of(game).values() if fact.public)


def _facts(only: str | None) -> list[Fact]:
    """The public facts, each once; one that two games hold as different kinds is text."""
    facts: dict[str, Fact] = {}
    for name in [only] if only else [game.name for game in games()]:
        for fact in facts_of(name).values():
            if fact.public:
                known = facts.setdefault(fact.name, fact)
                if known.kind != fact.kind:
                    facts[fact.name] = replace(fact, kind="text")
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
    if fact.kind == "text":
        return {fact.name: pd.Series([None if v is None else str(v) for v in values], dtype="string")}
    return {fact.name: pd.Series(values, dtype=_TYPES[fact.kind])}
