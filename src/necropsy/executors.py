"""Where the work of a run is done: in this process, in a pool of them, or on a Dask cluster.

All three do the same jobs and give their results in the same order. A worker that dies loses
nothing: what it had in hand is done again, and a job that kills each worker that takes it is
given up (:exc:`WorkerDied`), which its run then cuts in two.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

__all__ = ["Executor", "Inline", "Promise", "Stopped", "WorkerDied", "in_order", "open_executor"]


class Job(Protocol):
    """A piece of work that can be sent to another process."""

    @property
    def idle(self) -> bool:
        """Whether there is nothing to do, so that it has no result."""

    def do(self, order: Any) -> Any:
        """Do it."""

    def halves(self) -> tuple[Any, ...]:
        """The same work in two pieces; nothing where it is too small for that."""

    def lost(self, order: Any, why: str) -> Any:
        """The result of work that nobody could do."""


J = TypeVar("J", bound=Job)


class Promise(Protocol):
    """The result of a job, which may still be in the making."""

    def done(self) -> bool:
        """Whether it is there, so that :meth:`result` does not wait."""

    def result(self) -> Any:
        """The result.

        Raises:
            WorkerDied: if the job kills every worker that takes it.
            Stopped: if the run is to stop.
        """


class Executor(Protocol):
    """Does jobs.

    Attributes:
        width: how many jobs are done at once beside this process.
        chunk_bytes: about how many bytes of files a job should have.
        chunk_files: the most files that a job should have.
    """

    width: int

    @property
    def chunk_bytes(self) -> int:
        """As said above."""

    @property
    def chunk_files(self) -> int:
        """As said above."""

    def submit(self, job: Job) -> Promise:
        """Have a job done."""

    def close(self) -> None:
        """Stop the workers; what they have in hand is given up."""


class WorkerDied(Exception):  # noqa: N818
    """A job has killed the processes that took it; the text says how."""


class Stopped(Exception):  # noqa: N818
    """The run is to stop, as somebody pressed Ctrl-C."""


class _Done:
    """A result that is there."""

    def __init__(self, result: Any) -> None:
        self._result = result

    def done(self) -> bool:
        """It is."""
        return True

    def result(self) -> Any:
        """The result."""
        return self._result


class Inline:
    """Does each job at once, in this process.

    Args:
        order: what all jobs have in common.
        stopped: whether the run is to stop.
    """

    width = 0
    chunk_bytes = 256 * 1024
    chunk_files = 8

    def __init__(self, order: Any, stopped: Callable[[], bool] = lambda: False) -> None:
        self._order = order
        self._stopped = stopped

    def submit(self, job: Job) -> Promise:
        """Do a job."""
        if self._stopped():
            raise Stopped
        return _Done(job.do(self._order))

    def close(self) -> None:
        """Nothing is left to close."""


def in_order(executor: Executor, order: Any, jobs: Iterable[J]) -> Iterator[tuple[J, Any]]:
    """Each job with its result, in the order of the jobs; as many are under way as keep all workers busy.

    A job that is idle is done by nobody, and has ``None`` for its result.
    """
    waiting: deque[tuple[J, Promise]] = deque()
    for job in jobs:
        waiting.append((job, _Done(None) if job.idle else executor.submit(job)))
        while waiting and (len(waiting) > 2 * executor.width or waiting[0][1].done()):
            yield from results_of(executor, order, *waiting.popleft())
    while waiting:
        yield from results_of(executor, order, *waiting.popleft())


def results_of(executor: Executor, order: Any, job: J, promise: Promise) -> Iterator[tuple[J, Any]]:
    """A job with its result; of one that no worker survives its parts with theirs."""
    try:
        result = promise.result()
    except WorkerDied as died:
        halves: tuple[J, ...] = job.halves()
        if not halves:
            yield job, job.lost(order, str(died))
        for half in halves:
            yield from results_of(executor, order, half, _Done(None) if half.idle else executor.submit(half))
    else:
        yield job, result


def open_executor(
    order: Any,
    jobs: int = 1,
    cluster: str | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Executor:
    """The executor of a run.

    Args:
        order: what all jobs have in common.
        jobs: how many processes; 1 is this one alone, 0 as many as there are cores.
        cluster: ``tcp://host:8786`` for a Dask cluster that is there, ``local:N`` to start one of
            N processes; ``None`` for no cluster.
        stopped: whether the run is to stop.

    Raises:
        ValueError: if the cluster's address cannot be read, or the cluster does not answer.
        ModuleNotFoundError: if a cluster is asked for and Dask is not installed.
    """
    if cluster is not None:
        from necropsy.cluster import Cluster

        return Cluster(order, cluster, stopped)
    width = jobs or cores()
    if width == 1:
        return Inline(order, stopped)
    from necropsy.pool import Pool

    return Pool(order, width, stopped)


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
