"""A baseline in use: which findings are known, and which of the known ones have gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from necropsy.baseline.entry import Entry, entries_in

if TYPE_CHECKING:
    from necropsy.brief import Brief

__all__ = ["Baseline"]

_NAMED = 3
"""So many entries that were not found are named."""


class Baseline:
    """The findings that do not count, as they are known. A hundred thousand take about 40 MB.

    Args:
        path: the file, for what is said of it.
        entries: what it has.
    """

    def __init__(self, path: str, entries: Iterator[Entry]) -> None:
        self._path = path
        self._entries: dict[str, Entry] = {}
        for entry in entries:
            self._entries.setdefault(entry.digest, entry)
        self._found: set[str] = set()
        self._findings = self._games = 0

    @classmethod
    def read(cls, path: str) -> Baseline:
        """A baseline from its file.

        Raises:
            BaselineError: if it cannot be read.
        """
        return cls(path, entries_in(path))

    @classmethod
    def empty(cls, path: str) -> Baseline:
        """One that has yet to be written."""
        return cls(path, iter(()))

    def compare(self, brief: Brief) -> Brief:
        """The same brief, with what is known of it; it is counted."""
        if not brief.marks:
            return brief
        known = tuple(mark.digest in self._entries for mark in brief.marks)
        if not any(known):
            return brief
        self._games += 1
        self._findings += sum(known)
        self._found.update(mark.digest for mark, is_known in zip(brief.marks, known, strict=True) if is_known)
        return brief._replace(known=known)

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
        gone = [entry for digest, entry in self._entries.items() if digest not in self._found]
        if gone and complete:
            named = ", ".join(
                f"{entry.rule} in {entry.source} ({self._path}:{entry.line})" for entry in gone[:_NAMED]
            )
            more = f", and {len(gone) - _NAMED:,} more" if len(gone) > _NAMED else ""
            entries, were = ("entries", "were") if len(gone) > 1 else ("entry", "was")
            yield f"{len(gone):,} {entries} of the baseline {were} not found in these files: {named}{more}."
