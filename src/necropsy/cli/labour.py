"""Who does the work of a command: this process, several, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING

from necropsy.cli.options import fail

if TYPE_CHECKING:
    from necropsy.executors import Executor
    from necropsy.interrupt import Interrupt
    from necropsy.labour import Order
    from necropsy.run import Told
    from necropsy.sources import Source

__all__ = ["telling", "workers"]

_SMALL_BYTES = 16 * 1024 * 1024
_SMALL_FILES = 512
"""What one process has read before others would have started."""

_USUAL = 32 * 1024


@contextmanager
def workers(
    order: Order, sources: Iterator[Source], jobs: int | None, cluster: str | None, interrupt: Interrupt
) -> Iterator[tuple[Executor, Iterator[Source]]]:
    """The executor of a run, and the files again, of which some had to be looked at to choose it.

    Args:
        order: what all jobs have in common.
        sources: the files.
        jobs: how many processes; ``None`` is one where there is little to do, else one for each core.
        cluster: the address of a cluster.
        interrupt: whether the run is to stop.
    """
    from necropsy.executors import open_executor

    if jobs is not None and cluster is not None:
        fail("--jobs and --cluster: give one of them; a cluster of N processes is --cluster local:N")
    if jobs is None and cluster is None:
        jobs, sources = _enough_for(sources)
    try:
        executor = open_executor(order, jobs or 0, cluster, interrupt.asked)
    except (ValueError, ModuleNotFoundError) as error:
        fail(str(error))
    try:
        yield executor, sources
    finally:
        executor.close()


def _enough_for(sources: Iterator[Source]) -> tuple[int, Iterator[Source]]:
    """How many processes the files are worth; 0 is as many as there are cores."""
    first: list[Source] = []
    size = 0
    for source in sources:
        first.append(source)
        size += source.size if source.size >= 0 else _USUAL
        if size > _SMALL_BYTES or len(first) > _SMALL_FILES:
            return 0, chain(first, sources)
    return 1, iter(first)


def telling(
    order: Order, executor: Executor, sources: Iterator[Source], interrupt: Interrupt
) -> Iterator[Told]:
    """What the run tells, until somebody stops it."""
    from necropsy.executors import Stopped
    from necropsy.run import Run

    try:
        for told in Run(order, executor).over(sources):
            yield told
            if interrupt.asked():
                return
    except Stopped:
        return
