"""The progress bar on standard error: how many files, how fast, and how long it will still take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn, TaskID

    from necropsy.sources import Source

__all__ = ["counted", "listing", "reading", "shows_progress"]

_PATIENCE = 0.5
"""Seconds before a bar appears for what is mostly done at once."""

_STRIDE = 200
"""So many names are counted together: to move the bar takes longer than to find a name."""

Item = TypeVar("Item")


def shows_progress(output: str | None) -> bool:
    """Whether there is a terminal for a bar, on which nobody writes the report meanwhile.

    Args:
        output: where the report goes.
    """
    prints = output in (None, "-") and sys.stdout.isatty()
    return sys.stderr.isatty() and not prints


@contextmanager
def reading(total: int | None) -> Iterator[Callable[[], None]]:
    """A bar over some files; what it gives is called after each.

    Args:
        total: how many there are; ``None`` where nobody has counted them.
    """
    with _bar("reading", "files", total) as (bar, task):
        bar.start()
        yield lambda: bar.advance(task)


def listing(names: Iterable[Item]) -> Iterator[Item]:
    """Names while they are found, with a line that counts them where it takes a while."""
    began, count, shown = time.monotonic(), 0, False
    with _bar("listing", "names", None) as (bar, task):
        for name in names:
            yield name
            count += 1
            if count % _STRIDE == 0:
                bar.update(task, completed=count)
                if not shown and time.monotonic() - began > _PATIENCE:
                    shown = True
                    bar.start()


def counted(sources: Iterator[Source]) -> Iterator[Source]:
    """Files of which nobody knows how many there are, counted while they are read."""
    with reading(None) as step:
        for source in sources:
            yield source
            step()


@contextmanager
def _bar(what: str, unit: str, total: int | None) -> Iterator[tuple[Progress, TaskID]]:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    bar = Progress(*_columns(what, unit, total), console=console, transient=True, redirect_stdout=False)
    task = bar.add_task(what, total=total)
    try:
        yield bar, task
    finally:
        bar.stop()


def _columns(what: str, unit: str, total: int | None) -> Iterator[ProgressColumn]:
    """What stands in the line; without a total there is no end to be told."""
    from rich.progress import (
        BarColumn,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """So many a second, over the last half minute."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:,.0f} {unit}/s", style="dim")

    class Count(ProgressColumn):
        """So many of so many."""

        def render(self, task: Task) -> Text:
            of = f" {unit}" if task.total is None else f"/{int(task.total):,}"
            return Text(f"{int(task.completed):,}{of}")

    yield TextColumn(what)
    if total is not None:
        yield BarColumn(bar_width=None)
    yield Count()
    yield Rate()
    if total is None:
        yield TimeElapsedColumn()
        return
    yield TimeRemainingColumn(compact=True)
    yield TextColumn("left", style="dim")
