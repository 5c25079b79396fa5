"""Audits put into a store, each in the place of the one that told of the same file before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from necropsy.columns.bundle import Bundle, ids_of
from necropsy.store.arrow import numbers, table, texts
from necropsy.store.owners import Owners

if TYPE_CHECKING:
    from necropsy.store.store import Store

__all__ = ["Writing"]

_CHILDREN = ("facts", "terms", "findings")

# DuckDB's own hash() gives paths that differ in two digits the same number.
_KEY = "md5_number_lower(source || chr(0) || line)"


class Writing:
    """Puts audits into a store, and remembers for the next ones where each file's audit is.

    Args:
        store: the store; what is written is within a transaction of it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        own = store.select(f"SELECT {_KEY} AS key, id FROM places WHERE position = 0 ORDER BY id")  # noqa: S608
        self._owners = Owners(own.column("key").to_numpy(), own.column("id").to_numpy())

    def insert(self, bundle: Bundle, fingerprints: Sequence[str], first: int) -> None:
        """Add some audits.

        Args:
            bundle: the audits.
            fingerprints: for each what it depends on.
            first: the number of the first game; the next ones follow.
        """
        games = np.arange(first, first + len(bundle))
        keys = self._keys(bundle)
        if len(np.unique(keys)) < len(keys):
            last = sorted({key: row for row, key in enumerate(keys.tolist())}.values())
            bundle, keys, games = bundle.take(last), keys[last], games[last]
            fingerprints = [fingerprints[row] for row in last]
        self._replace(bundle, keys)
        rows = bundle.games.drop_columns(["places"]).append_column("fingerprint", texts(fingerprints))
        self._append("games", rows, games)
        self._append("places", _places(bundle), games)
        for name in _CHILDREN:
            self._append(name, getattr(bundle, name), games)
        self._owners.add(keys, games)

    def _append(self, name: str, rows: Any, games: Any) -> None:
        if not rows.num_rows:
            return
        ids = pa.array(games[ids_of(rows)])
        # What is null throughout need not be looked at: most columns of facts are of other games.
        stated = [column for column in rows.column_names if rows.column(column).null_count < rows.num_rows]
        rows = rows.select(stated)
        rows = rows.set_column(rows.schema.get_field_index("id"), "id", ids)
        with self._store.given(given_rows=rows):
            self._store.run(f"INSERT INTO {name} BY NAME SELECT * FROM given_rows")  # noqa: S608

    def _keys(self, bundle: Bundle) -> Any:
        """A hash of the own place of each audit."""
        with self._store.given(given_places=_own_places(bundle)):
            found = self._store.select(f"SELECT {_KEY} AS key FROM given_places")  # noqa: S608
        return found.column("key").to_numpy()

    def _replace(self, bundle: Bundle, keys: Any) -> None:
        """Delete the audits that have the own place of one of these."""
        candidates = self._owners.of(keys)
        if not candidates:
            return
        ids = table(id=numbers(candidates))
        with self._store.given(given_places=_own_places(bundle), given_ids=ids):
            doomed = self._store.run(
                "SELECT DISTINCT id FROM places SEMI JOIN given_places USING (source, line)"
                " SEMI JOIN given_ids USING (id) WHERE position = 0 AND id BETWEEN ? AND ?",
                (min(candidates), max(candidates)),
            )
        self._store.delete([number for (number,) in doomed])


def _own_places(bundle: Bundle) -> Any:
    """The own place of each audit, the first of its places."""
    lists = bundle.games.column("places").combine_chunks()
    places = lists.values.take(lists.offsets.slice(0, len(lists)))
    return pa.Table.from_arrays(places.flatten(), names=["source", "line"])


def _places(bundle: Bundle) -> Any:
    """The places of all audits, a row each."""
    lists = bundle.games.column("places").combine_chunks()
    lengths = lists.value_lengths().to_numpy()
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    source, line = lists.flatten().flatten()
    return pa.table(
        {
            "id": pa.array(np.repeat(np.arange(len(lengths)), lengths)),
            "position": pa.array((np.arange(len(starts)) - starts).astype(np.int32)),
            "source": source,
            "line": line,
        }
    )
