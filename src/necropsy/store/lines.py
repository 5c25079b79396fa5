"""The table of a store that keeps the line of JSON Lines of each audit, as a report had it.

To make the lines out of the other tables again takes three times as long. They are packed some
hundred together, which takes a tenth of their bytes; of games that are gone they stay until no
game of their block is left.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from necropsy.store.store import Store

__all__ = ["Lines"]

_BLOCK = 256
"""Lines that are packed together."""

_LEVEL = 3
"""How hard they are packed: twice the time would take a quarter off."""


class Lines:
    """The table ``lines`` of a store.

    Args:
        store: the store.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._blocks: list[tuple[int, int]] | None = None

    def keep(self, first: int, lines: Sequence[str | None]) -> None:
        """Keep the lines of some new games.

        Args:
            first: the number of the first game; the next ones follow.
            lines: the line of each, without its end; ``None`` where it has none.
        """
        for start in range(0, len(lines), _BLOCK):
            block = lines[start : start + _BLOCK]
            if any(block):
                at, text = first + start, "\n".join(line or "" for line in block)
                packed = zlib.compress(text.encode("utf-8", "surrogatepass"), _LEVEL)
                self._store.run("INSERT INTO lines VALUES (?, ?, ?)", (at, at + len(block) - 1, packed))
        self.forget()

    def of(self, games: Iterable[int]) -> dict[int, str]:
        """The lines of some games, as far as they were kept."""
        wanted: dict[int, list[int]] = {}
        blocks = self._known()
        for game in games:
            at = bisect_right(blocks, game, key=_first) - 1
            if at >= 0 and game <= blocks[at][1]:
                wanted.setdefault(blocks[at][0], []).append(game)
        if not wanted:
            return {}
        rows = self._store.run(
            "SELECT first, text FROM lines SEMI JOIN (SELECT unnest(?::BIGINT[]) AS first) USING (first)",
            (list(wanted),),
        )
        found: dict[int, str] = {}
        for first, packed in rows:
            lines = zlib.decompress(packed).decode("utf-8", "surrogatepass").split("\n")
            found.update((game, line) for game in wanted[first] if (line := lines[game - first]))
        return found

    def tidy(self) -> None:
        """Delete the blocks that have no game any more."""
        self._store.run(
            "DELETE FROM lines WHERE first NOT IN (SELECT block.first"
            " FROM games ASOF JOIN (SELECT first, last FROM lines) AS block ON games.id >= block.first"
            " WHERE games.id <= block.last)"
        )
        self.forget()

    def forget(self) -> None:
        """Forget what is known of the table, as it may be another."""
        self._blocks = None

    def _known(self) -> list[tuple[int, int]]:
        """The first and the last game of each block, in their order."""
        if self._blocks is None:
            # A store that an earlier version has made, and that is only read, has no such table.
            there = self._store.run("SELECT 1 FROM duckdb_tables() WHERE table_name = 'lines'")
            self._blocks = self._store.run("SELECT first, last FROM lines ORDER BY first") if there else []
        return self._blocks


def _first(block: tuple[int, int]) -> int:
    return block[0]
