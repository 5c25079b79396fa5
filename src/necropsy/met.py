"""What a run has met: a table of millions of games that needs sixteen bytes for each.

A set of Python's needs eight times as much. The table keeps 64 bits of a key, 24 of a mark and a
number of 40; that two of ten million games are taken for one by chance happens once in 10^5 runs.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable

__all__ = ["Met"]

_SLOTS = 1021
_FULL = 0.75
"""The share of slots in use from which the table grows; beyond it the ways to a free one grow long."""

_GROWTH = 1.6

_WORD = (1 << 64) - 1
_NUMBER = (1 << 40) - 1


class Met:
    """Keys, each with a mark and a number."""

    NUMBER_BITS = 40
    """The bits that are kept of a number."""

    def __init__(self) -> None:
        self._count = 0
        self._new(_SLOTS)

    def _new(self, slots: int) -> None:
        # An odd number, so that keys that differ by powers of two do not meet.
        self._slots = slots | 1
        self._room = int(slots * _FULL)
        self._keys = array("Q", bytes(8 * self._slots))
        self._values = array("Q", bytes(8 * self._slots))

    def __len__(self) -> int:
        return self._count

    def note(self, key: Hashable, mark: Hashable, number: int) -> tuple[bool, int] | None:
        """Note a key; if it was noted before, whether the mark was the same, and its number.

        Args:
            key: what is looked for.
            mark: what a second one is compared by.
            number: where the key stands, from 0 to 2^40 - 1.
        """
        # 0 marks a free slot.
        hashed = (hash(key) & _WORD) or 1
        value = (hash(mark) << self.NUMBER_BITS & _WORD) | (number & _NUMBER)
        at = self._slot_of(hashed)
        if self._keys[at]:
            known = self._values[at]
            return (known ^ value) <= _NUMBER, known & _NUMBER
        self._keys[at], self._values[at] = hashed, value
        self._count += 1
        if self._count > self._room:
            self._grow()
        return None

    def _slot_of(self, hashed: int) -> int:
        keys, slots = self._keys, self._slots
        at = hashed % slots
        while (known := keys[at]) and known != hashed:
            at = at + 1 if at + 1 < slots else 0
        return at

    def _grow(self) -> None:
        keys, values = self._keys, self._values
        self._new(int(_GROWTH * len(keys)))
        for hashed, value in zip(keys, values, strict=True):
            if hashed:
                at = self._slot_of(hashed)
                self._keys[at], self._values[at] = hashed, value
