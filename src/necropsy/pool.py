"""A pool of processes on this machine.

Each process has a thread here that hands it its jobs, and a pipe of its own: nothing is shared
that one which is killed could leave locked, and whose job was in hand is known.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from necropsy.executors import Job, Promise, Stopped, WorkerDied
from necropsy.extras import left_out
from necropsy.games import MODULES

__all__ = ["Pool"]

_LOOK_UP = 0.2
"""Seconds after which a wait looks whether it is to stop."""

_TRIES = 2
"""So many processes may end over a job; whatever killed one of them may have had nothing to do with it."""


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
        self._closed = False
        self._threads = ThreadPoolExecutor(width, "necropsy-worker")
        self._own = threading.local()
        self._workers: list[_Worker] = []

    def submit(self, job: Job) -> Promise:
        """Have a job done."""
        if self._stopped():
            raise Stopped
        return _Task(self._threads.submit(self._do, job), self._stopped)

    def close(self) -> None:
        """End the processes, whatever they have in hand."""
        self._closed = True
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _do(self, job: Job) -> Any:
        """Have a job done by this thread's process, or by the next one if that ends."""
        for _ in range(_TRIES):
            worker = self._worker()
            try:
                return worker.do(job)
            except _Failed as failed:
                raise failed.error from None
            except (EOFError, OSError):
                worker.end()
                self._own.worker = None
                if self._closed:
                    raise Stopped from None
        raise WorkerDied("each process that read it ended, as for want of memory")

    def _worker(self) -> _Worker:
        worker: _Worker | None = getattr(self._own, "worker", None)
        if worker is None:
            try:
                worker = self._own.worker = _Worker(self._order)
            except RuntimeError:
                if self._stopped():
                    raise Stopped from None
                raise
            self._workers.append(worker)
            if self._closed:
                worker.end()
        return worker


class _Failed(Exception):  # noqa: N818
    """A job met with an error of the system, such as a full disk; its process goes on."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class _Worker:
    """A process, as the thread that hands it its jobs sees it."""

    def __init__(self, order: Any) -> None:
        # A fork would copy the locks of threads; a server that forks is as fast from the second process on.
        way = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        context: Any = multiprocessing.get_context(way)
        if way == "forkserver":
            # What is loaded before the fork is loaded once, and its memory shared.
            context.set_forkserver_preload(["necropsy.labour", *MODULES.values()])
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, order), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._result()
        except (EOFError, OSError):
            raise RuntimeError("a process was ended before it could begin to work") from None

    def do(self, job: Job) -> Any:
        """Have a job done.

        Raises:
            EOFError: if the process ends before it is done.
            OSError: the same.
        """
        self._pipe.send(job)
        return self._result()

    def _result(self) -> Any:
        done, result = self._pipe.recv()
        if done:
            return result
        if isinstance(result, OSError):
            raise _Failed(result)
        raise RuntimeError(f"a job failed in another process:\n{result}")

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()


class _Task:
    """A job that is done in a thread, by its process."""

    def __init__(self, future: Future[Any], stopped: Callable[[], bool]) -> None:
        self._future = future
        self._stopped = stopped

    def done(self) -> bool:
        """Whether the result is there."""
        return self._future.done()

    def result(self) -> Any:
        """The result."""
        while True:
            try:
                return self._future.result(_LOOK_UP)
            except NotYet:
                if self._stopped():
                    raise Stopped from None


def _serve(pipe: Connection, order: Any) -> None:
    """Do jobs until the pipe is closed, as it is when the process at its other end has gone."""
    # Ctrl-C is for the process that started this one.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    try:
        # Arrow would load pandas with its first column, and no job has any use for it.
        with left_out("pandas"):
            pipe.send(_done(_prepared))
            while True:
                job = pipe.recv()
                pipe.send(_done(partial(job.do, order)))
    except (EOFError, OSError):
        return


def _prepared() -> None:
    from necropsy.labour import prepare

    prepare()


def _done(work: Callable[[], Any]) -> tuple[bool, Any]:
    """What some work came to, and whether it came to its end."""
    try:
        return True, work()
    except OSError as error:
        return False, error
    except Exception:  # it is raised where somebody can see it
        return False, traceback.format_exc()
