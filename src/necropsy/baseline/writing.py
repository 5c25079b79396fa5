"""A list of what a run has found, to be the baseline of later ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from necropsy.baseline.entry import BEGINNING, BaselineError, Entry, entries_in, is_list
from necropsy.reports.output import opened

if TYPE_CHECKING:
    from necropsy.brief import Brief

__all__ = ["BaselineWriter"]

_HEAD = f"""\
{BEGINNING}: findings that are known and do not count.
# Each line has a rule (or a verdict), a fingerprint, where it was found and, behind a "#", why it is known.
# `necropsy audit --write-baseline` writes it anew and keeps the reasons; a line that is deleted counts again.
"""


class BaselineWriter:
    """Gathers findings and writes them down, one a line, sorted by file, rule and fingerprint.

    Args:
        path: where the list goes; the reasons in one that is there are kept.
        verdicts: those that count where no finding stands for them.
        baseline: another baseline whose reasons are kept, too.
        ran: whether a rule was to run; what is there of others is kept, and of verdicts, too, if
            not all rules ran.

    Raises:
        BaselineError: if something else is there, which is not replaced.
    """

    def __init__(
        self,
        path: str,
        verdicts: Collection[str],
        baseline: str | None = None,
        ran: Callable[[str], bool] = lambda _rule: True,
    ) -> None:
        self._path = path
        self._verdicts = frozenset(filter(ran, verdicts))
        self._found: dict[str, Entry] = {}
        self._why: dict[str, str] = {}
        for each in dict.fromkeys((baseline, path)):
            if each is not None and os.path.exists(each):
                self._why |= {entry.digest: entry.why for entry in entries_in(each) if entry.why}
        if os.path.exists(path):
            if not is_list(path):
                raise BaselineError(f"{path}: a report is there, which is not replaced")
            self._found = {entry.digest: entry for entry in entries_in(path) if not ran(entry.rule)}

    def take(self, brief: Brief) -> None:
        """Take what counts of an audit."""
        for mark in brief.marks:
            if mark.digest and (mark.severity or mark.rule in self._verdicts):
                entry = Entry(brief.source, mark.rule, mark.digest, self._why.get(mark.digest, ""))
                # One that is found in several files is known by the first of their names.
                self._found[mark.digest] = min(entry, self._found.get(mark.digest, entry))

    def write(self) -> int:
        """Write the list, whole or not at all.

        Returns:
            How many entries it has.

        Raises:
            OSError: if it cannot be written.
        """
        with opened(self._path) as stream:
            stream.write(_HEAD)
            for entry in sorted(self._found.values()):
                stream.write(entry.text + "\n")
        return len(self._found)
