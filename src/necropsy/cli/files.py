"""The files of a run: found once, counted by a progress bar, and the missing ones remembered."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from necropsy.cli.options import fail
from necropsy.cli.progress import listing, reading, shows_progress

if TYPE_CHECKING:
    from necropsy.sources import Limits, Source

__all__ = ["Files", "check_outputs"]

_MOST_LISTED = 100_000
"""So many files take some 35 MB."""


class Files:
    """The files under the paths of a call.

    Args:
        paths: as they were given; ``-`` stands for those on standard input, one a line.
        output: where the report goes.
        quiet: whether nothing but errors is said.
        progress: whether there may be a progress bar.
        limits: how much of an archive is looked at; the usual ones where it is ``None``.
    """

    def __init__(
        self,
        paths: list[str],
        output: str | None,
        *,
        quiet: bool,
        progress: bool = True,
        limits: Limits | None = None,
    ) -> None:
        from necropsy.sources import Limits

        self._limits = limits or Limits()
        self._paths = list(_expanded(paths))
        self._shown = progress and not quiet and shows_progress(output)
        self._total: int | None = None
        self._quiet = quiet
        self._count = 0
        self._absent: dict[str, list[str]] = {}
        self._listed: list[Source] | None = None

    def hold_logs(self) -> bool:
        """Whether some file is called as logs are."""
        from necropsy.given import is_called_log

        return any(is_called_log(source.name) for source in self.listed())

    @contextmanager
    def sources(self) -> Iterator[Iterator[Source]]:
        """The files; meanwhile a terminal that is not busy with the report shows a progress bar."""
        with self._progress() as step:
            yield self._each(self.listed(), step)

    def listed(self) -> Iterator[Source]:
        """The files and what is not there; walked once, where they are not too many to be kept in mind."""
        from necropsy.given import find_once

        if self._listed is not None:
            yield from self._listed
            return
        listed: list[Source] = []
        total = 0
        found = find_once(self._paths, self._limits)
        # Once they are counted it is the bar over the files that shows how far it is.
        for source in listing(found) if self._shown and self._total is None else found:
            total += 1
            if len(listed) < _MOST_LISTED:
                listed.append(source)
            yield source
        self._total = total
        if len(listed) < _MOST_LISTED:
            self._listed = listed

    def _each(self, found: Iterator[Source], step: Callable[[], None]) -> Iterator[Source]:
        for source in found:
            if source.asked and source.problem:
                self._absent.setdefault(source.problem.removeprefix("there is "), []).append(source.name)
            else:
                self._count += 1
                yield source
            step()

    @contextmanager
    def _progress(self) -> Iterator[Callable[[], None]]:
        if not self._shown:
            yield lambda: None
            return
        if self._total is None:
            deque(self.listed(), maxlen=0)
        with reading(self._total) as step:
            yield step

    def remark(self, text: str) -> None:
        """Say something on standard error, unless the call is a quiet one."""
        from necropsy.reports.visible import visible

        if not self._quiet:
            typer.echo(f"necropsy: {visible(text)}", err=True)

    def close(self) -> None:
        """Say what was not there; a path that does not exist ends the program with code 2."""
        if self._absent:
            fail("; ".join(f"{why}: {', '.join(names)}" for why, names in self._absent.items()))
        if not self._count:
            self.remark("no files found")


def _expanded(paths: list[str]) -> Iterator[str]:
    for path in paths:
        if path == "-":
            for line in sys.stdin.buffer:
                name = os.fsdecode(line.rstrip(b"\r\n"))
                if name:
                    yield name
        else:
            yield path


def check_outputs(paths: Iterable[str], *outputs: str | None) -> None:
    """End the program if it would write over a file that it was given, or over its own output.

    Args:
        paths: what is read.
        outputs: what is written.
    """
    read = {os.path.realpath(path) for path in paths}
    seen: set[str] = set()
    for output in outputs:
        if output in (None, "-") or os.path.realpath(output).startswith("/dev/"):
            continue
        real = os.path.realpath(output)
        if real in read and not os.path.isdir(real):
            fail(f"{output} is one of the files to read; it would be written over")
        if real in seen:
            fail(f"{output} is to hold two things at once")
        seen.add(real)
