"""A bundle as one table with a row a game, for other engines."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from necropsy.columns.build import list_array
from necropsy.columns.bundle import Bundle, ids_of
from necropsy.columns.schema import FINDINGS, GAMES, TERMS, facts_schema
from necropsy.reports.machine import audit_columns

__all__ = ["flat", "flat_schema"]

_NOT_NESTED = ("id", "position", "rest")
_REJECTED = {"rejected_offset": "offset", "rejected_text": "text"}


@lru_cache(maxsize=1)
def flat_schema() -> Any:
    """The columns of CSV for all games, with lists as lists, and the terms and findings as structs.

    It is the same for all audits, so that what several processes write is one data set.
    """
    names = [name for name in audit_columns() if name != "findings"]
    fields = [pa.field(name, _type(name)) for name in names]
    for name, schema in (("terms", TERMS), ("findings", FINDINGS)):
        fields.append(pa.field(name, pa.list_(pa.struct(_nested(schema)))))
    return pa.schema(fields)


def flat(bundle: Bundle) -> Any:
    """The audits of a bundle as one table of the columns of :func:`flat_schema`.

    What does not fit its column (a number beyond 64 bits) is missing here.
    """
    rejected = bundle.games.column("rejected").combine_chunks()
    columns: dict[str, Any] = {name: _field_of(rejected, field) for name, field in _REJECTED.items()}
    facts = _aligned(bundle)
    for name in flat_schema().names:
        if name in GAMES.names:
            columns[name] = bundle.games.column(name)
        elif name in facts.column_names:
            columns[name] = facts.column(name)
    columns["terms"] = _lists(bundle.terms, TERMS, len(bundle))
    columns["findings"] = _lists(bundle.findings, FINDINGS, len(bundle))
    return pa.Table.from_arrays([columns[name] for name in flat_schema().names], schema=flat_schema())


def _type(name: str) -> Any:
    if name in _REJECTED:
        return GAMES.field("rejected").type.field(_REJECTED[name]).type
    return (GAMES if name in GAMES.names else facts_schema()).field(name).type


def _nested(schema: Any) -> list[Any]:
    return [pa.field(field.name, field.type) for field in schema if field.name not in _NOT_NESTED]


def _field_of(structs: Any, name: str) -> Any:
    """A field of structs; missing where they are."""
    return structs.flatten()[structs.type.get_field_index(name)]


def _aligned(bundle: Bundle) -> Any:
    """The facts with a row for every game, empty where a game could not be read."""
    facts = bundle.facts
    if facts.num_rows == len(bundle):
        return facts
    rows = np.zeros(len(bundle), dtype=np.int64)
    missing = np.ones(len(bundle), dtype=bool)
    rows[ids_of(facts)] = np.arange(facts.num_rows)
    missing[ids_of(facts)] = False
    return facts.take(pa.array(rows, mask=missing))


def _lists(table: Any, schema: Any, games: int) -> Any:
    """The rows of a table as a list of structs for each game."""
    fields = _nested(schema)
    arrays = [table.column(field.name).combine_chunks() for field in fields]
    structs = pa.StructArray.from_arrays(arrays, fields=fields)
    return list_array(np.bincount(ids_of(table), minlength=games).tolist(), structs)
