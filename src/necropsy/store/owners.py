"""Which game a file or a line of a log is the own place of: found without a search of the database."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["Owners"]

_FEW = 50_000
"""So many places are kept aside before they are sorted in with the others."""


class Owners:
    """The games by the hash of their own place; a million of them take 16 MB.

    A hash may name a game that is gone, or that has another place of the same hash: who asks
    looks the game up.

    Args:
        keys: the hashes.
        games: the number of the game of each.
    """

    def __init__(self, keys: Any, games: Any) -> None:
        self._keys, self._games = _latest(keys, games)
        self._added: dict[int, int] = {}

    def add(self, keys: Any, games: Any) -> None:
        """Add the places of new games; where one was known the new game counts."""
        self._added.update(zip(keys.tolist(), games.tolist(), strict=True))
        if len(self._added) > _FEW:
            keys = np.fromiter(self._added.keys(), dtype=np.uint64, count=len(self._added))
            games = np.fromiter(self._added.values(), dtype=np.int64, count=len(self._added))
            merged = np.concatenate([self._keys, keys]), np.concatenate([self._games, games])
            self._keys, self._games = _latest(*merged)
            self._added = {}

    def of(self, keys: Any) -> list[int]:
        """The games that may have one of some places."""
        added = self._added
        found = [added[key] for key in keys.tolist() if key in added] if added else []
        if len(self._keys):
            at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
            found += self._games[at[self._keys[at] == keys]].tolist()
        return found


def _latest(keys: Any, games: Any) -> tuple[Any, Any]:
    """The hashes in order, each once, with the last of the games that it came with."""
    order = np.argsort(keys, kind="stable")
    keys, games = keys[order], games[order]
    last = np.ones(len(keys), dtype=bool)
    last[:-1] = keys[1:] != keys[:-1]
    return keys[last], games[last]
