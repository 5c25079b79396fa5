"""What games are ranked by, and the board of one game, which keeps no more lines than were asked for."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from necropsy.entry import Entry, mark_of_entry
from necropsy.games import games, versioned

__all__ = ["IN_ORDER_OF_SCORE", "Board", "By", "Order"]


class By(StrEnum):
    """What games are ranked by."""

    SCORE = "score"
    TURNS = "turns"
    REALTIME = "realtime"

    @property
    def meaning(self) -> str:
        """In words."""
        return _MEANINGS[self]


_MEANINGS = {
    By.SCORE: "by score",
    By.TURNS: "won games by the fewest turns",
    By.REALTIME: "won games by the shortest time played",
}


@dataclass(frozen=True, slots=True)
class Order:
    """How games are ranked.

    Attributes:
        by: what by; turns and time rank won games only, the fewest first.
        top: how many lines a board has; all where it is ``None``.
        per_player: whether each player has one line, their best.
        rescore: the version whose formula scores all games.

    Raises:
        ValueError: if games are to be scored anew and not ranked by score, or if no game
            knows the version.
    """

    by: By = By.SCORE
    top: int | None = None
    per_player: bool = False
    rescore: str | None = None

    def __post_init__(self) -> None:
        if self.top is not None and self.top < 1:
            raise ValueError(f"a leaderboard has at least one line, not {self.top}")
        if self.rescore is not None and self.by is not By.SCORE:
            raise ValueError(f"another version's formula changes scores: it says nothing {self.by.meaning}")

    def formula(self, game: str) -> str | None:
        """The formula by which a game's scores are worked out anew; ``None`` for each game's own.

        Raises:
            ValueError: if the game does not know the version.
        """
        if self.rescore is None:
            return None
        found = versioned(game)
        if found is None:
            raise ValueError(f"{game} has no formulas to choose from")
        return found.formula(self.rescore)

    def check(self, only: str | None = None) -> None:
        """See that a game knows the version to score by.

        Raises:
            ValueError: if none does.
        """
        problems = []
        for name in [only] if only else [each.name for each in games()]:
            try:
                self.formula(name)
            except ValueError as error:
                problems.append(f"{name}: {error}")
            else:
                return
        raise ValueError("; ".join(problems))

    def key(self, entry: Entry) -> tuple[Any, ...]:
        """The place of an entry: what it is ranked by, then the earlier end, the name and the file."""
        ended = (entry.ended is None, entry.ended or "")
        return self.measure(entry), *ended, entry.player.casefold(), entry.source

    def measure(self, entry: Entry) -> int:
        """What an entry is ranked by, as a number that is small for a good place."""
        if self.by is By.SCORE:
            return -entry.score
        measure = entry.turns if self.by is By.TURNS else entry.duration_s
        assert measure is not None  # without it nothing gets so far
        return measure


IN_ORDER_OF_SCORE = Order()
"""Every game by its own score."""


class _Reversed:
    """An entry in a heap whose first one is the worst."""

    __slots__ = ("entry", "key")

    def __init__(self, key: tuple[Any, ...], entry: Entry) -> None:
        self.key = key
        self.entry = entry

    def __lt__(self, other: _Reversed) -> bool:
        return self.key > other.key


class Board:
    """The entries of one game: all, each player's best, or as many as were asked for."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._heap: list[_Reversed] = []
        self._all: list[Entry] = []
        self._best: dict[str, Entry] = {}
        self._seen: set[int | None] = set()
        self.count = 0

    def add(self, entry: Entry) -> bool:
        """Take an entry into account; whether it is another game than those on the board."""
        mark = mark_of_entry(entry)
        if mark is not None and mark in self._seen:
            return False
        self.count += 1
        if self._order.per_player:
            self._add_best(entry)
        elif self._order.top is not None:
            self._add_to_heap(entry, self._order.top)
        else:
            self._all.append(entry)
            self._remember(entry)
        return True

    def _add_best(self, entry: Entry) -> None:
        player = entry.player.casefold()
        best = self._best.get(player)
        if best is None or self._order.key(entry) < self._order.key(best):
            self._best[player] = entry
            self._forget(best)
            self._remember(entry)

    def _add_to_heap(self, entry: Entry, most: int) -> None:
        item = _Reversed(self._order.key(entry), entry)
        if len(self._heap) < most:
            heapq.heappush(self._heap, item)
        else:
            dropped = heapq.heappushpop(self._heap, item)
            if dropped is item:
                return
            self._forget(dropped.entry)
        self._remember(entry)

    def _remember(self, entry: Entry) -> None:
        mark = mark_of_entry(entry)
        if mark is not None:
            self._seen.add(mark)

    def _forget(self, entry: Entry | None) -> None:
        if entry is not None:
            self._seen.discard(mark_of_entry(entry))

    def lines(self) -> Iterator[tuple[int, Entry]]:
        """The entries in their order, with their ranks."""
        entries = [*self._all, *self._best.values(), *(item.entry for item in self._heap)]
        entries.sort(key=self._order.key)
        place, last = 0, None
        for at, entry in enumerate(entries[: self._order.top], 1):
            measure = self._order.measure(entry)
            if measure != last:
                place, last = at, measure
            yield place, entry
