"""Columns back into what the machine output says of each audit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from necropsy.columns.schema import kinds, public_facts
from necropsy.columns.text import texts_of
from necropsy.fact import Fact

if TYPE_CHECKING:
    from necropsy.columns.bundle import Bundle

__all__ = ["dicts_of"]

_Dict = dict[str, Any]


def dicts_of(bundle: Bundle) -> Iterator[_Dict]:
    """Each audit as :meth:`necropsy.Audit.to_dict` gave it."""
    games = _values(bundle.games)
    recomputed = _spans(games["recomputed_low"], games["recomputed_high"])
    terms = _by_game(bundle.terms, _terms(bundle.terms), len(bundle))
    findings = _by_game(bundle.findings, _findings(bundle.findings), len(bundle))
    facts: list[_Dict] = [{} for _ in range(len(bundle))]
    for row, each in _facts(bundle.facts, games["game"]):
        facts[row] = each
    for row in range(len(bundle)):
        audit = {name: games[name][row] for name in _HEAD}
        audit["recomputed"] = recomputed[row]
        audit["slack"] = games["slack"][row]
        audit["assumed"] = games["assumed"][row]
        audit["reasons"] = games["reasons"][row]
        audit["terms"] = terms[row]
        audit["findings"] = findings[row]
        audit["rejected"] = games["rejected"][row]
        audit["repeats"] = games["repeats"][row]
        audit["facts"] = facts[row]
        yield _completed(audit, games["rest"][row])


_HEAD = ("source", "game", "version", "variant", "mode", "player", "verdict", "recorded")


def _completed(item: _Dict, rest: str | None) -> _Dict:
    """With what did not fit the columns."""
    if rest is not None:
        for key, value in json.loads(rest).items():
            if key in item:
                item[key] = value
    return item


def _spans(lows: Sequence[int | None], highs: Sequence[int | None]) -> list[list[int | None] | None]:
    return [
        None if low is None and high is None else [low, high] for low, high in zip(lows, highs, strict=True)
    ]


def _terms(table: Any) -> Iterator[_Dict]:
    columns = _values(table)
    low, high = columns["factor_low"], columns["factor_high"]
    for row, name in enumerate(columns["name"]):
        term: _Dict = {"name": name}
        if low[row] is None:
            term["span"] = [columns["low"][row], columns["high"][row]]
        else:
            term["factor"] = [low[row], high[row]]
        term["formula"] = columns["formula"][row]
        term["source"] = columns["source"][row]
        yield _completed(term, columns["rest"][row])


def _findings(table: Any) -> Iterator[_Dict]:
    columns = _values(table)
    for row, rule in enumerate(columns["rule"]):
        yield {
            "rule": rule,
            "severity": columns["severity"][row],
            "message": columns["message"][row],
            "expected": _loaded(columns["expected"][row]),
            "found": _loaded(columns["found"][row]),
            "evidence": columns["evidence"][row],
        }


def _loaded(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def _by_game(table: Any, rows: Iterator[_Dict], games: int) -> list[list[_Dict]]:
    found: list[list[_Dict]] = [[] for _ in range(games)]
    for game, row in zip(table.column("id").to_pylist(), rows, strict=True):
        found[game].append(row)
    return found


def _facts(table: Any, games: Sequence[str]) -> Iterator[tuple[int, _Dict]]:
    """The facts of each game that has some, with its number."""
    ids = table.column("id").to_numpy()
    rows: dict[str, list[int]] = {}
    for row, number in enumerate(ids):
        rows.setdefault(games[number], []).append(row)
    for game, of in rows.items():
        own = table if len(rows) == 1 else table.take(np.asarray(of))
        names = [fact.name for fact in public_facts(game)]
        columns = [_fact_values(own, fact) for fact in public_facts(game)]
        rest = _column(own.column("rest"))
        for at, values in enumerate(zip(*columns, strict=True)):
            yield int(ids[of[at]]), _completed(dict(zip(names, values, strict=True)), rest[at])


def _fact_values(table: Any, fact: Fact) -> Sequence[Any]:
    kind = kinds()[fact.name]
    if kind == "span":
        return _spans(*(_column(table.column(f"{fact.name}_{end}")) for end in ("low", "high")))
    values = _column(table.column(fact.name))
    if kind != fact.kind and fact.kind == "integer":
        return [None if value is None else _number(value) for value in values]
    return values


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:  # it was none, and stands in the rest
        return None


def _values(table: Any) -> dict[str, list[Any]]:
    return {name: _column(column) for name, column in zip(table.column_names, table.columns, strict=True)}


def _column(column: Any) -> list[Any]:
    """A column's values, texts as they were."""
    if column.null_count == len(column):
        return [None] * len(column)
    kind = column.type
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if kind == pa.string():
        return texts_of(array)
    if pa.types.is_list(kind):
        items = _column(array.flatten())
        ends = np.cumsum(array.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)).tolist()
        lists = [items[start:end] for start, end in zip([0, *ends], ends, strict=False)]
        return _with_nulls(array, lists)
    if pa.types.is_struct(kind):
        fields = [_column(child) for child in array.flatten()]
        names = [field.name for field in kind]
        structs = [dict(zip(names, values, strict=True)) for values in zip(*fields, strict=True)]
        return _with_nulls(array, structs)
    values: list[Any] = array.to_pylist()
    return values


def _with_nulls(array: Any, values: list[Any]) -> list[Any]:
    if not array.null_count:
        return values
    valid = array.is_valid().to_pylist()
    return [value if known else None for value, known in zip(values, valid, strict=True)]
