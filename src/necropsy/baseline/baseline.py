"""A baseline in use: which findings are known, and which of the known ones have gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from necropsy.baseline.entry import BaselineError, Entry, entries_in

if TYPE_CHECKING:
    from necropsy.brief import Brief

__all__ = ["Baseline"]

_NAMED = 3
"""So many entries that were not found are named."""


def _every(_rule: str) -> bool:
    return True


class Baseline:
    """The findings that do not count, as they are known: of each no more is kept than its digest.

    Args:
        path: the file.
        entries: what it has.
        ran: whether a rule was to run; what others have found before cannot be found again.
    """

    def __init__(self, path: str, entries: Iterable[Entry], ran: Callable[[str], bool] = _every) -> None:
        self._path = path
        # For each whether it was to be found, and was not yet.
        self._entries = {int(entry.digest, 16): ran(entry.rule) for entry in entries}
        self._findings = self._games = 0

    @classmethod
    def read(cls, path: str, ran: Callable[[str], bool] = _every) -> Baseline:
        """A baseline from its file; the arguments are those of the class.

        Raises:
            BaselineError: if it cannot be read.
        """
        return cls(path, entries_in(path), ran)

    @classmethod
    def empty(cls, path: str) -> Baseline:
        """One that has yet to be written."""
        return cls(path, ())

    def compare(self, brief: Brief) -> Brief:
        """The same brief, with what is known of it; it is counted."""
        if not brief.marks:
            return brief
        digests = [int(mark.digest, 16) if mark.digest else None for mark in brief.marks]
        found = [digest for digest in digests if digest in self._entries]
        if not found:
            return brief
        self._games += 1
        self._findings += len(found)
        self._entries.update((digest, False) for digest in found if digest is not None)
        return brief._replace(known=tuple(digest in self._entries for digest in digests))

    def said(self, *, complete: bool = True) -> Iterator[str]:
        """What there is to say below the summary.

        Args:
            complete: whether the run came to its end, so that what was not found is not there.
        """
        if self._findings:
            findings = "findings" if self._findings > 1 else "finding"
            games = "games" if self._games > 1 else "game"
            are, do = ("are", "do") if self._findings > 1 else ("is", "does")
            yield (
                f"{self._findings:,} {findings} of {self._games:,} {games} {are} in the baseline {self._path}"
                f" and {do} not count."
            )
        gone = sum(self._entries.values())
        if gone and complete:
            entries, were = ("entries", "were") if gone > 1 else ("entry", "was")
            named = [
                f"{entry.rule} in {entry.source} ({self._path}:{entry.line})" for entry in self._first_gone()
            ]
            more = [f"and {gone - len(named):,} more"] if named and gone > len(named) else []
            which = f": {', '.join([*named, *more])}" if named else ""
            yield f"{gone:,} {entries} of the baseline {were} not found in these files{which}."

    def _first_gone(self) -> list[Entry]:
        """The first entries that were not found; nothing where the file cannot be read a second time."""
        try:
            gone = (entry for entry in entries_in(self._path) if self._entries.get(int(entry.digest, 16)))
            return list(islice(gone, _NAMED))
        except BaselineError:
            return []
