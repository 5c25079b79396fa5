"""The types of a data frame's columns, which can hold what a file does not say.

====================  ===============================================================
kind of a fact        column
====================  ===============================================================
integer               ``Int64``; a number beyond 64 bits is missing
text                  ``string``, or ``category`` where few values come again and again
yes-no                ``boolean``
date                  ``datetime64[ms]`` by the clock of the file; a day is its midnight
span                  two columns of ``Int64``, ``_low`` and ``_high``; an open end is missing
list                  ``object``: tuples of texts, or ``None`` where the file says nothing
====================  ===============================================================

An empty column has the same type as a full one, and all of them come back from Parquet as they
were, but that a tuple is an array then: hence milliseconds, for Parquet has no seconds.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import pandas as pd

from necropsy.fact import Fact
from necropsy.games import games
from necropsy.rules import Severity
from necropsy.span import Span
from necropsy.verdict import IN_ORDER

__all__ = ["TIME", "WORDS", "as_category", "columns_of", "dtype_of", "is_category", "moments"]

WORDS = frozenset(
    {
        *("mode", "game_type", "ending", "entry", "server", "language", "platform", "port"),
        *("species", "background", "god", "best_skill", "map"),
        *("role", "race", "gender", "difficulty", "class", "personality", "sex", "arena", "realms"),
        *("alignment", "alignment_current", "alignment_original"),
    }
)
"""Texts of which there are few: their columns are categories of those that occur."""

TIME = "datetime64[ms]"
"""The type of a moment without a zone."""

_LARGEST = 2**63
_TYPES = {"integer": "Int64", "text": "string", "yes-no": "boolean", "date": TIME}


def is_category(name: str) -> bool:
    """Whether the column of this name is one of categories."""
    return name in WORDS or name in ("game", "verdict", "severity")


def dtype_of(name: str, kind: str) -> str:
    """The type of a column in words, as ``str(frame[name].dtype)`` has it."""
    return "category" if kind == "text" and is_category(name) else _TYPES.get(kind, "object")


def columns_of(fact: Fact, values: Sequence[Any]) -> dict[str, pd.Series[Any]]:
    """The column of a fact, or of a span's two ends.

    Args:
        fact: its name and kind.
        values: a value for each row; ``None`` where the file says nothing.
    """
    if fact.kind == "span":
        spans = [value if isinstance(value, Span) else _NOTHING for value in values]
        return {
            f"{fact.name}_low": _integers([span.low for span in spans]),
            f"{fact.name}_high": _integers([span.high for span in spans]),
        }
    return {fact.name: _column(fact, values)}


_NOTHING = Span(None, None)


def _column(fact: Fact, values: Sequence[Any]) -> pd.Series[Any]:
    if fact.kind == "list":
        lists = [tuple(map(_text, value)) if isinstance(value, list | tuple) else None for value in values]
        return pd.Series(lists, dtype="object")
    if fact.kind == "integer":
        return _integers(values)
    if fact.kind == "date":
        return pd.Series(list(map(_moment, values)), dtype=TIME)
    if fact.kind == "yes-no":
        return pd.Series([value if isinstance(value, bool) else None for value in values], dtype="boolean")
    texts = pd.Series([None if value is None else _text(value) for value in values], dtype="string")
    return as_category(fact.name, texts) if is_category(fact.name) else texts


def as_category(name: str, texts: pd.Series[Any]) -> pd.Series[Any]:
    """A column of texts as categories.

    Those of games, verdicts and severities (in their order) are always all there are.
    """
    known: list[str] | None = None
    if name == "game":
        known = [game.name for game in games()]
    elif name == "verdict":
        known = [verdict.value for verdict in IN_ORDER]
    elif name == "severity":
        known = [severity.label for severity in sorted(Severity)]
    if known is None:
        known = sorted(texts.dropna().unique())
    # Of pandas' own type for texts, whichever that is: from Parquet they come as that. Before
    # pandas 3 that is any object, and of none at all nobody would know that they are texts.
    own = pd.Index([""]).dtype
    categories = pd.Index(known, dtype="string" if own == "object" and not known else own)
    return pd.Series(pd.Categorical(texts, categories=categories, ordered=name == "severity"))


def moments(values: Sequence[dt.datetime | None]) -> pd.Series[Any]:
    """A column of moments in UTC, of moments that name no zone."""
    return pd.Series(pd.Series(list(map(_moment, values)), dtype=TIME).dt.tz_localize("UTC"))


def _integers(values: Sequence[Any]) -> pd.Series[Any]:
    return pd.Series([value if _fits(value) else None for value in values], dtype="Int64")


def _fits(value: Any) -> bool:
    return isinstance(value, int) and -_LARGEST <= value < _LARGEST


def _moment(value: Any) -> dt.datetime | None:
    """A day or moment, or the ISO text of one, without a zone."""
    if isinstance(value, str):
        try:
            value = dt.datetime.fromisoformat(value)
        except ValueError:
            return None
    if isinstance(value, dt.datetime):
        return value if value.tzinfo is None else value.astimezone(dt.UTC).replace(tzinfo=None)
    return dt.datetime.combine(value, dt.time()) if isinstance(value, dt.date) else None


def _text(value: Any) -> str:
    """A value as a text that UTF-8 can hold: a file's name may have bytes that are none."""
    return str(value).encode("utf-8", "backslashreplace").decode("utf-8")
