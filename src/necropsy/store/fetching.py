"""Audits taken out of a store, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from necropsy.columns.build import list_array
from necropsy.columns.bundle import Bundle, filled, ids_of, schemas
from necropsy.columns.schema import GAMES, PLACE
from necropsy.store.arrow import numbers, table

if TYPE_CHECKING:
    from necropsy.store.store import Store

__all__ = ["fetched"]


def fetched(store: Store, ids: Sequence[int]) -> Bundle:
    """The audits of some games, in this order.

    Raises:
        KeyError: if one of them is not there.
    """
    if not len(ids):
        return Bundle(*(schema.empty_table() for schema in schemas()))
    wanted = table(id=numbers(ids), row=numbers(np.arange(len(ids))))
    with store.given(wanted=wanted):
        games = _rows(store, "games", ids, "wanted.row")
        if games.num_rows != len(ids):
            missing = sorted(set(ids) - _there(store, ids))
            raise KeyError(f"{store.path} has no games of these numbers: {missing[:5]}")
        places = _rows(store, "places", ids, "wanted.row, places.position")
        facts = _rows(store, "facts", ids, "wanted.row")
        terms = _rows(store, "terms", ids, "wanted.row, terms.position")
        findings = _rows(store, "findings", ids, "wanted.row, findings.position")
    games = games.append_column("places", _lists(places, len(ids)))
    found = (games, facts, terms, findings)
    return Bundle(*(filled(rows, schema) for rows, schema in zip(found, schemas(), strict=True)))


def _rows(store: Store, name: str, ids: Sequence[int], order: str) -> Any:
    """The rows of the games that are wanted, with the game's row in the bundle as its number."""
    leave_out = "id, fingerprint" if name == "games" else "id"
    return store.select(
        f"SELECT wanted.row AS id, {name}.* EXCLUDE ({leave_out}) FROM {name}"  # noqa: S608
        f" JOIN wanted USING (id) WHERE {name}.id BETWEEN ? AND ? ORDER BY {order}",
        (min(ids), max(ids)),
    )


def _there(store: Store, ids: Sequence[int]) -> set[int]:
    rows = store.run("SELECT id FROM games WHERE id BETWEEN ? AND ?", (min(ids), max(ids)))
    return {number for (number,) in rows}


def _lists(places: Any, games: int) -> Any:
    """The places of each game as a list."""
    arrays = [places.column(field.name).combine_chunks().cast(field.type) for field in PLACE]
    structs = pa.StructArray.from_arrays(arrays, fields=list(PLACE))
    lists = list_array(np.bincount(ids_of(places), minlength=games).tolist(), structs)
    return lists.cast(GAMES.field("places").type)
