"""Facts, audits and leaderboards as pandas tables (types: :mod:`necropsy.dtypes`).

The column of a moment comes twice. ``started`` and ``ended`` are what the file says, by its own
clock, without a zone: the local time of a dump, the UTC of a log, the midnight of a day.
``started_utc`` and ``ended_utc`` are ``datetime64[ms, UTC]`` and stand only where a line of a log
gives the second; they are what can be compared between servers.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pandas as pd

from necropsy.dtypes import TIME, columns_of, dtype_of, moments
from necropsy.engine import Found, Plan, examine
from necropsy.entry import Entry
from necropsy.fact import Fact, facts_of
from necropsy.games import game as game_named
from necropsy.games import games
from necropsy.given import Path, existing, find_once, holds_logs
from necropsy.moment import utc_in
from necropsy.ranking import Leaderboard
from necropsy.record import Record
from necropsy.verdict import Audit

__all__ = ["board_of", "describe", "frame_of", "frame_of_audits"]


def _head(name: str, kind: str, meaning: str, unit: str = "") -> Fact:
    return Fact(name, kind, unit, public=True, compared=False, meaning=meaning)


_SOURCE = _head("source", "text", "the file, with :LINE where it is a log")
_GAME = _head("game", "text", "dcss, gnollhack or hengband; missing where it is not known")

_JUDGED = (
    _SOURCE,
    _GAME,
    _head("version", "text", "the version as the file has it"),
    _head("variant", "text", "why this is a fork; missing for the game itself"),
    _head("mode", "text", "the mode of play"),
    _head("player", "text", "the name of the player or hero"),
    _head("verdict", "text", "the verdict"),
    _head("recorded", "integer", "the score in the file", "points"),
    _head("recomputed", "span", "what the formula gives", "points"),
    _head("slack", "integer", "the width of that; 0: pinned to the point, missing: no end", "points"),
    _head("assumed", "text", "what was taken for granted, if anything"),
    _head("severity", "text", "of the worst finding: hint, warning or error"),
    _head("rules", "list", "the codes of what was found, each once"),
    _head("findings", "list", "what was found, in words: code, severity, message"),
    _head("reasons", "list", "why the verdict is what it is, in words"),
    _head("repeats", "text", "where the same game was told already, if it was"),
)
_UTC = {
    "started_utc": "the second of the beginning in UTC, where a line of a log has it",
    "ended_utc": "the second of the end in UTC, likewise",
}


def frame_of(paths: Iterable[Path], game: str | None = None) -> pd.DataFrame:
    """The facts of every game under some paths, one row each.

    Raises:
        FileNotFoundError: if a path does not exist.
        KeyError: if ``game`` is not known.
    """
    given = existing(paths)
    plan = Plan(game=game, pair=holds_logs(given))
    growing = _Growing((_SOURCE, _GAME), game)
    for found in examine(find_once(given), plan):
        if isinstance(found, Found):
            growing.add((found.record.label, found.record.game), found.record)
    return growing.frame()


def frame_of_audits(audits: Iterable[Audit], game: str | None = None) -> pd.DataFrame:
    """Audits with the facts of their games, one row each, in their order.

    Raises:
        KeyError: if ``game`` is not known.
    """
    growing = _Growing(_JUDGED, game)
    for audit in audits:
        growing.add(_values(audit), audit.record)
    return growing.frame()


def _values(audit: Audit) -> tuple[Any, ...]:
    """The values of an audit's own columns."""
    worst, breakdown = audit.worst, audit.breakdown
    return (
        audit.source,
        audit.game,
        audit.fact("version"),
        audit.variant,
        audit.fact("mode"),
        audit.fact("player"),
        audit.verdict.value,
        audit.recorded,
        audit.recomputed,
        audit.slack,
        breakdown.note or None if breakdown else None,
        None if worst is None else worst.label,
        tuple(dict.fromkeys(finding.rule for finding in audit.findings)),
        tuple(f"{each.rule} {each.severity.label}: {each.message}" for each in audit.findings),
        audit.reasons,
        audit.repeats,
    )


class _Growing:
    """A table in the making, column by column.

    Args:
        head: the columns that come first.
        game: the game whose facts follow; those of all games where it is ``None``.
    """

    def __init__(self, head: tuple[Fact, ...], game: str | None) -> None:
        self._head = head
        names = {fact.name for fact in head}
        self._facts = [fact for fact in _facts(game) if fact.name not in names]
        self._own = {each.name: _names(each.name) for each in games()}
        self._heads: list[list[Any]] = [[] for _ in head]
        self._values: list[list[Any]] = [[] for _ in self._facts]
        self._moments: dict[str, list[dt.datetime | None]] = {name: [] for name in _UTC}

    def add(self, head: tuple[Any, ...], record: Record | None) -> None:
        """Add a row."""
        for column, value in zip(self._heads, head, strict=True):
            column.append(value)
        own = frozenset() if record is None else self._own[record.game]
        for fact, values in zip(self._facts, self._values, strict=True):
            values.append(None if record is None or fact.name not in own else record.value(fact.name))
        for name, moments_known in self._moments.items():
            moments_known.append(None if record is None else utc_in(record, name.removesuffix("_utc")))

    def frame(self) -> pd.DataFrame:
        """The table."""
        table: dict[str, pd.Series[Any]] = {}
        for fact, values in zip((*self._head, *self._facts), (*self._heads, *self._values), strict=True):
            table |= columns_of(fact, values)
            if f"{fact.name}_utc" in _UTC:
                table[f"{fact.name}_utc"] = moments(self._moments[f"{fact.name}_utc"])
        return pd.DataFrame(table)


def describe(game: str | None = None, *, audit: bool = True) -> pd.DataFrame:
    """What the columns of a table are.

    Args:
        game: the game; the columns of all where it is ``None``.
        audit: whether the verdict and what belongs to it are among them.

    Returns:
        One row a column, with the column's name as index: ``dtype``, ``unit`` and ``meaning``, as the
        tables of facts have them, and ``games``: which games have it.

    Raises:
        KeyError: if ``game`` is not known.
    """
    head = _JUDGED if audit else (_SOURCE, _GAME)
    names = {fact.name for fact in head}
    rows: list[tuple[str, str, str, str, str]] = []
    for fact in (*head, *(fact for fact in _facts(game) if fact.name not in names)):
        having = ", ".join(each.name for each in games() if fact.name in names | _names(each.name))
        if fact.kind == "span":
            for end, said in (("low", "the least"), ("high", "the most")):
                rows.append((f"{fact.name}_{end}", "Int64", fact.unit, f"{fact.meaning}: {said}", having))
            continue
        rows.append((fact.name, dtype_of(fact.name, fact.kind), fact.unit, fact.meaning, having))
        utc = f"{fact.name}_utc"
        if utc in _UTC:
            rows.append((utc, "datetime64[ms, UTC]", "", _UTC[utc], having))
    table = pd.DataFrame(rows, columns=["column", "dtype", "unit", "meaning", "games"], dtype="string")
    return table.set_index("column")


_BOARD_TYPES = {
    **dict.fromkeys(("score", "score_high", "slack", "recorded", "turns", "duration_s"), "Int64"),
    **dict.fromkeys(("started", "ended"), TIME),
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


@lru_cache(maxsize=8)
def _names(game: str) -> frozenset[str]:
    return frozenset(fact.name for fact in facts_of(game).values() if fact.public)


@lru_cache(maxsize=8)
def _facts(only: str | None) -> tuple[Fact, ...]:
    """The public facts, each once; one that two games hold as different kinds is text."""
    facts: dict[str, Fact] = {}
    for name in [game_named(only).name] if only else [game.name for game in games()]:
        for fact in facts_of(name).values():
            if fact.public:
                known = facts.setdefault(fact.name, fact)
                if known.kind != fact.kind:
                    facts[fact.name] = replace(fact, kind="text")
    return tuple(facts.values())
