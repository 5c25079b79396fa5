"""When the next full pass is due."""

from __future__ import annotations

__all__ = ["Pace"]

_RARELY = 10
"""A pass begins at the earliest so many times its length after the last one."""

_AT_LATEST = 10
"""Changes without a pause are passed over at the latest after so many times the pause that is waited for."""

_ANYWAY = 600.0
"""Seconds after which a pass is due without a change: a network share tells of none."""

_LONGEST_WAIT = 600.0
"""Seconds after which what has failed is tried again at the latest."""

_DOUBLINGS = 20


class Pace:
    """When the next full pass is due; all times are seconds of one clock.

    Args:
        settle: seconds without a change after which a pass is due.
    """

    def __init__(self, settle: float) -> None:
        self._settle = settle
        self._first: float | None = None
        self._last = 0.0
        self._again: float | None = None
        self._free = self._anyway = 0.0
        self._failures = 0

    def changed(self, now: float) -> None:
        """Take note of a change."""
        if self._first is None:
            self._first = now
        self._last = now

    def begins(self) -> None:
        """A pass begins, and sees all changes up to here."""
        self._first = self._again = None

    def ended(self, now: float, seconds: float, *, left: bool = False, failed: bool = False) -> None:
        """A pass has ended.

        Args:
            now: the time.
            seconds: how long it has worked.
            left: whether it has left something to the next one, as it was still being written.
            failed: whether it, or what it should have delivered, has failed: it is tried again,
                less and less often.
        """
        self._free = now + _RARELY * seconds
        self._anyway = now + max(_ANYWAY, _RARELY * seconds)
        if left:
            self._again = now + self._settle
        self._failures = self._failures + 1 if failed else 0
        if failed:
            wait = max(self._settle, 1.0) * 2 ** min(self._failures, _DOUBLINGS)
            self._again = now + min(wait, _LONGEST_WAIT)
            self._free = max(self._free, self._again)

    def is_due(self, now: float) -> bool:
        """Whether a pass is due."""
        return now >= max(self._free, self._wished())

    def _wished(self) -> float:
        wishes = [self._anyway]
        if self._first is not None:
            wishes.append(min(self._last + self._settle, self._first + _AT_LATEST * self._settle))
        if self._again is not None:
            wishes.append(self._again)
        return min(wishes)
