"""What a run has met: a table of millions of games that needs some twenty bytes for each.

A set of Python's needs six times as much. The table keeps 64 bits of a key, 16 of a mark and
a number of 32: that two of ten million games are taken for one by chance happens once in
300,000 runs, and a game that is told in two ways is taken for a copy once in 65,536 times.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable

__all__ = ["Met"]

_SHARDS = 64
"""Tables that grow each for itself: growing needs a second one for a while."""

_SLOTS = 61
_FULL = 0.75
"""The share of slots in use from which a table grows; beyond it the ways to a free one grow long."""

_GROWTH = 1.3
_KEY, _MARK, _NUMBER = (1 << 64) - 1, (1 << 16) - 1, (1 << 32) - 1


class Met:
    """Keys, each with a mark and a number."""

    NUMBER_BITS = 32
    """The bits that are kept of a number."""

    def __init__(self) -> None:
        self._shards = [_Shard() for _ in range(_SHARDS)]

    def __len__(self) -> int:
        return sum(shard.count for shard in self._shards)

    def note(self, key: Hashable, mark: Hashable, number: int) -> tuple[bool, int] | None:
        """Note a key; if it was noted before, whether the mark was the same, and its number.

        Args:
            key: what is looked for.
            mark: what a second one is compared by.
            number: where the key stands, from 0 to 2^32 - 1.
        """
        # 0 marks a free slot.
        hashed = (hash(key) & _KEY) or 1
        return self._shards[hashed % _SHARDS].note(hashed, hash(mark) & _MARK, number & _NUMBER)


class _Shard:
    """A table with open addressing: a key stands in its slot or in the next free one behind it."""

    __slots__ = ("_keys", "_marks", "_numbers", "_room", "_slots", "count")

    def __init__(self) -> None:
        self.count = 0
        self._new(_SLOTS)

    def _new(self, slots: int) -> None:
        # An odd number, so that keys that differ by powers of two do not meet.
        self._slots = slots | 1
        self._room = int(slots * _FULL)
        self._keys = array("Q", bytes(8 * self._slots))
        self._marks = array("H", bytes(2 * self._slots))
        self._numbers = array("I", bytes(4 * self._slots))

    def note(self, hashed: int, mark: int, number: int) -> tuple[bool, int] | None:
        at = self._slot_of(hashed)
        if self._keys[at]:
            return self._marks[at] == mark, self._numbers[at]
        self._keys[at], self._marks[at], self._numbers[at] = hashed, mark, number
        self.count += 1
        if self.count > self._room:
            self._grow()
        return None

    def _slot_of(self, hashed: int) -> int:
        keys, slots = self._keys, self._slots
        at = (hashed >> 8) % slots
        while (known := keys[at]) and known != hashed:
            at = at + 1 if at + 1 < slots else 0
        return at

    def _grow(self) -> None:
        keys, marks, numbers = self._keys, self._marks, self._numbers
        self._new(int(_GROWTH * len(keys)))
        for hashed, mark, number in zip(keys, marks, numbers, strict=True):
            if hashed:
                at = self._slot_of(hashed)
                self._keys[at], self._marks[at], self._numbers[at] = hashed, mark, number
