"""A pool of processes on this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from necropsy.executors import Job, Promise, Stopped, WorkerDied

__all__ = ["Pool"]

_LOOK_UP = 0.2
"""Seconds after which a wait looks whether it is to stop."""

_TRIES = 2
"""A job that was in hand when a worker died so often is done once more with nothing beside it."""


class Pool:
    """Does jobs in some processes.

    Args:
        order: what all jobs have in common.
        width: how many processes.
        stopped: whether the run is to stop.
    """

    chunk_bytes = 2 * 1024 * 1024
    chunk_files = 128

    def __init__(self, order: Any, width: int, stopped: Callable[[], bool] = lambda: False) -> None:
        self.width = width
        self._order = order
        self._stopped = stopped
        self._pool = _pool_of(width, order)

    def submit(self, job: Job) -> Promise:
        """Have a job done."""
        return _Task(self, job)

    def close(self) -> None:
        """End the processes."""
        _end(self._pool)

    # ---------------------------------------------------------------- for tasks

    def start(self, job: Job) -> tuple[Any, Future[Any]]:
        """Hand a job to the processes; with it comes the pool that has it."""
        for _ in range(_TRIES):
            pool = self._pool
            try:
                return pool, pool.submit(_do, job)
            except BrokenProcessPool:
                self.renew(pool)
        return self._pool, self._pool.submit(_do, job)

    def renew(self, broken: Any) -> None:
        """Put a new pool in the place of one of which a process died; the first task to see it does."""
        if self._pool is broken:
            _end(broken)
            self._pool = _pool_of(self.width, self._order)

    def alone(self, job: Job) -> Any:
        """Do a job in a process of its own.

        Raises:
            WorkerDied: if that dies, too.
        """
        pool = _pool_of(1, self._order)
        try:
            return self.wait(pool.submit(_do, job))
        except BrokenProcessPool:
            raise WorkerDied("each process that read it ended, as for want of memory") from None
        finally:
            _end(pool)

    def wait(self, future: Future[Any]) -> Any:
        """The result of what is under way.

        Raises:
            Stopped: if the run is to stop meanwhile.
        """
        while True:
            try:
                return future.result(_LOOK_UP)
            except NotYet:
                if future.done():
                    raise
                if self._stopped():
                    raise Stopped from None


class _Task:
    """A job that is done again if its worker dies."""

    def __init__(self, owner: Pool, job: Job) -> None:
        self._owner = owner
        self._job = job
        self._pool, self._future = owner.start(job)

    def done(self) -> bool:
        """Whether the result is there."""
        return self._future.done()

    def result(self) -> Any:
        """The result."""
        for _ in range(_TRIES):
            try:
                return self._owner.wait(self._future)
            except BrokenProcessPool:
                # Whose fault it was cannot be told: all that was under way is lost with one process.
                self._owner.renew(self._pool)
                self._pool, self._future = self._owner.start(self._job)
        return self._owner.alone(self._job)


def _pool_of(width: int, order: Any) -> ProcessPoolExecutor:
    # A fork would copy the threads' locks; a server that forks is as fast from the second process on.
    way = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(way)
    if way == "forkserver":
        context.set_forkserver_preload(["necropsy.labour"])
    return ProcessPoolExecutor(width, context, _begin, (order,))


def _end(pool: ProcessPoolExecutor) -> None:
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


_common: list[Any] = []


def _begin(order: Any) -> None:
    """Make a process ready: Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(multiprocessing.parent_process(),), daemon=True).start()
    from necropsy.labour import prepare

    prepare()
    _common[:] = [order]


def _follow(parent: Any) -> None:
    """End with the process that started this one: it may be killed, and nobody else would tell."""
    parent.join()
    os._exit(1)


def _do(job: Job) -> Any:
    return job.do(_common[0])
