"""What a run has met: a table of millions of games that needs some twenty bytes for each.

A set of Python's needs six times as much. The table keeps 64 bits of a key, 32 of a mark and
a number of 32: that two of ten million games are taken for one by chance happens once in
300,000 runs, and a game that is told in two ways is taken for a copy once in four milliards.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Hashable

__all__ = ["Met"]

_SHARDS = 1 << 12
"""Sorted lists, each so short that to put a key into its middle costs next to nothing."""

_HASH = (1 << 64) - 1
_NUMBER = (1 << 32) - 1


class Met:
    """Keys, each with a mark and a number."""

    NUMBER_BITS = 32
    """The bits that are kept of a number."""

    __slots__ = ("_shards",)

    def __init__(self) -> None:
        self._shards: list[tuple[array[int], array[int]] | None] = [None] * _SHARDS

    def __len__(self) -> int:
        return sum(len(shard[0]) for shard in self._shards if shard)

    def note(self, key: Hashable, mark: Hashable, number: int) -> tuple[bool, int] | None:
        """Note a key; if it was noted before, whether the mark was the same, and its number.

        Args:
            key: what is looked for.
            mark: what a second one is compared by.
            number: where the key stands, from 0 to 2^32 - 1.
        """
        hashed = hash(key) & _HASH
        told = hash(mark) << 32 & _HASH | number
        shard = self._shards[hashed % _SHARDS]
        if shard is None:
            self._shards[hashed % _SHARDS] = array("Q", (hashed,)), array("Q", (told,))
            return None
        keys, all_told = shard
        at = bisect_left(keys, hashed)
        if at < len(keys) and keys[at] == hashed:
            known = all_told[at]
            return known >> 32 == told >> 32, known & _NUMBER
        keys.insert(at, hashed)
        all_told.insert(at, told)
        return None
