"""Who does the work of a command: this process, several, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import TYPE_CHECKING

import typer

from necropsy.cli.options import fail

if TYPE_CHECKING:
    from necropsy.executors import Executor
    from necropsy.interrupt import Interrupt
    from necropsy.memory import Memory
    from necropsy.order import Order
    from necropsy.plan import Plan
    from necropsy.sources import Source
    from necropsy.telling import Told

__all__ = ["memory_of", "telling", "until_stopped", "workers"]

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
    if cluster is not None:
        _silence_dask()
    try:
        executor = open_executor(order, jobs or 0, cluster, interrupt.asked)
    except (ValueError, ModuleNotFoundError) as error:
        if interrupt.asked():
            # Who ends a service ends the processes that it is about to start, too.
            raise typer.Exit(128 + interrupt.signal) from None
        fail(str(error))
    try:
        yield executor, sources
    finally:
        executor.close()


def _silence_dask() -> None:
    """The program's standard error is for what the program says."""
    from necropsy.cluster import silence

    with suppress(ModuleNotFoundError):
        import distributed  # noqa: F401  # it gives its loggers their levels

    silence()


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


@contextmanager
def memory_of(
    path: str | None, plan: Plan, interrupt: Interrupt, *, rehash: bool, options: str
) -> Iterator[Memory | None]:
    """The memory of a run in a store, which is written to its end when the run has ended.

    Args:
        path: the store; ``None`` for a run that remembers nothing.
        plan: what the run audits and how.
        interrupt: whether it was stopped.
        rehash: whether files are read to see that they are as they were.
        options: what it was asked to do, in words.
    """
    if path is None:
        yield None
        return
    try:
        from necropsy.memory import Memory
        from necropsy.store import Store, StoreError
    except ModuleNotFoundError as error:
        fail(str(error))
    try:
        with Store(path) as store:
            memory = Memory(store, plan, rehash=rehash, options=options)
            complete = False
            try:
                yield memory
                complete = not interrupt.asked()
            finally:
                memory.finish(complete=complete)
    except StoreError as error:
        fail(f"--store {path}: {error}")


def telling(
    order: Order, executor: Executor, sources: Iterator[Source], interrupt: Interrupt, memory: Memory | None
) -> Iterator[Told]:
    """What the run tells, until somebody stops it."""
    from necropsy.run import Run

    tellings = Run(order, executor, memory).over(sources)
    return until_stopped(tellings if memory is None else memory.recalled(tellings, order), interrupt)


def until_stopped(tellings: Iterator[Told], interrupt: Interrupt) -> Iterator[Told]:
    """What is told until somebody wants it to stop."""
    from necropsy.executors import Stopped

    try:
        for told in tellings:
            yield told
            if interrupt.asked():
                return
    except Stopped:
        return
