"""What a watch has reported: the table ``reported`` of the store, and its keys in memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from necropsy.storable import escaped
from necropsy.store import Store

if TYPE_CHECKING:
    from necropsy.watching.case import Case

__all__ = ["Reported"]

# An index on the keys would be read at each opening, and they are in memory all the same.
_CREATION = (
    "CREATE TABLE reported (key VARCHAR, told TIMESTAMP, source VARCHAR, verdict VARCHAR, rule VARCHAR)"
)
_MEANINGS = {
    "key": "a digest of what the game is and what was found",
    "told": "when it was reported, in UTC",
    "source": "where the game stood then",
    "verdict": "its verdict then",
    "rule": "the code of what was found; empty for the verdict",
}


class _Row(NamedTuple):
    key: str
    source: str
    verdict: str
    rule: str


class Reported:
    """What was reported. A million keys take about 100 MB of memory.

    Args:
        path: the store; it is open only while something is written, so that it can be asked meanwhile.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: set[str] = set()
        self._unsaved: list[_Row] = []

    def load(self, store: Store) -> None:
        """Read what the store has, and write there what it has not yet.

        Raises:
            StoreError: if that is not possible.
        """
        _make_table(store)
        self._known.update(key for (key,) in store.run("SELECT key FROM reported"))
        self.save(store)

    def is_new(self, case: Case) -> bool:
        """Whether something is found in a case that was not reported; by one file of the game is enough."""
        return any(self._known.isdisjoint(mark.keys) for mark in case.marks)

    def add(self, case: Case) -> None:
        """Note a case as reported; for good when it is saved."""
        source, verdict = case.data["source"], case.data["verdict"]
        for mark in case.marks:
            for key in mark.keys:
                if key not in self._known:
                    self._known.add(key)
                    self._unsaved.append(_Row(key, source, verdict, mark.rule))

    def save(self, store: Store | None = None) -> None:
        """Write what was noted to the store.

        Args:
            store: the store, where it is open.

        Raises:
            StoreError: if that is not possible; then it is written the next time.
        """
        if not self._unsaved:
            return
        if store is None:
            with Store(self._path) as opened:
                _write(opened, self._unsaved)
        else:
            _write(store, self._unsaved)
        self._unsaved = []


def _make_table(store: Store) -> None:
    if store.run("SELECT 1 FROM duckdb_tables() WHERE table_name = 'reported'"):
        return
    with store.transaction():
        store.run(_CREATION)
        for column, meaning in _MEANINGS.items():
            store.run(f"COMMENT ON COLUMN reported.{column} IS '{meaning}'")


def _write(store: Store, rows: Iterable[_Row]) -> None:
    # The file may have been removed meanwhile, and a new one is in its place.
    _make_table(store)
    with store.transaction():
        for row in rows:
            store.run(
                "INSERT INTO reported VALUES (?, current_timestamp AT TIME ZONE 'UTC', ?, ?, ?)",
                (row.key, escaped(row.source), row.verdict, row.rule),
            )
