"""A Dask cluster: one that is there, or one that is started on this machine for a run.

Its workers need necropsy of the same version, and must see the files under the names that they
have here (a shared file system, or URLs).
"""

from __future__ import annotations

import logging
import multiprocessing
import re
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any

from necropsy.executors import Job, Promise, Stopped, WorkerDied
from necropsy.games import MODULES

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

__all__ = ["Cluster", "make_ready", "silence"]

_NEEDED = "--cluster needs the extra 'cluster': pip install 'necropsy[cluster]'"
_LOCAL = re.compile(r"local(?::(?P<width>[1-9]\d{0,3}))?", re.ASCII)
_LOOK_UP = 0.2
_PATIENCE = "10s"
"""How long a scheduler may take to answer."""

_SETTINGS = {
    # A chunk has hundreds of files, and nobody wants it moved once it is there.
    "distributed.scheduler.work-stealing": False,
    "distributed.worker.daemon": False,
    # Nobody looks at what Dask finds out of its workers: where they are a hundred times a second.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "10s",
}


class Cluster:
    """Does jobs on a Dask cluster.

    Args:
        order: what all jobs have in common.
        address: ``tcp://host:8786``, ``local`` or ``local:N``.
        stopped: whether the run is to stop.

    Attributes:
        chunk_files: the most files that a job should have.

    Raises:
        ValueError: if the address cannot be read, nobody answers there, or no process can be started.
        ModuleNotFoundError: if Dask is not installed.
    """

    chunk_bytes = 32 * 1024 * 1024

    def __init__(self, order: Any, address: str, stopped: Callable[[], bool] = lambda: False) -> None:
        # It goes with each job: what is only kept by workers is lost with them.
        self._order = order
        self._stopped = stopped
        self._cluster, self._client = _connected(address)
        # On this machine a job is soon there; where the last ones are small, all workers end together.
        self.chunk_files = 1000 if self._cluster is None else 250
        self.width = max(len(self._client.scheduler_info(n_workers=-1)["workers"]), 1)

    def submit(self, job: Job) -> Promise:
        """Have a job done."""
        if self._stopped():
            raise Stopped
        return _Task(self, self._client.submit(_do, job, self._order, pure=False))

    def close(self) -> None:
        """Leave the cluster, and end it if it was started here."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()

    def is_stopped(self) -> bool:
        """Whether the run is to stop."""
        return self._stopped()


class _Task:
    """A job on its way; Dask does it again itself if its worker dies."""

    def __init__(self, owner: Cluster, future: Any) -> None:
        self._owner = owner
        self._future = future

    def done(self) -> bool:
        """Whether the result is there."""
        return bool(self._future.done())

    def result(self) -> Any:
        """The result."""
        from dask.distributed import KilledWorker
        from dask.distributed import TimeoutError as NotYet

        while True:
            try:
                return self._future.result(_LOOK_UP)
            except NotYet:
                if self._owner.is_stopped():
                    raise Stopped from None
            except KilledWorker:
                raise WorkerDied("each process that read it ended, as for want of memory") from None


def _connected(address: str) -> tuple[LocalCluster | None, Client]:
    try:
        import dask
        from distributed import Client, LocalCluster
    except ModuleNotFoundError:
        raise ModuleNotFoundError(_NEEDED) from None
    local = _LOCAL.fullmatch(address)
    if local is None and "://" not in address:
        raise ValueError(f"--cluster {address}: expected tcp://host:8786, local or local:N")
    dask.config.set(_SETTINGS)
    if local is not None:
        width = None if local["width"] is None else int(local["width"])
        make_ready(address)
        if _can_fork():
            dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"})
        try:
            with _left_alone():
                cluster = LocalCluster(
                    n_workers=width, threads_per_worker=1, dashboard_address=None, preload=[__name__]
                )
            return cluster, Client(cluster)
        except RuntimeError as error:
            raise ValueError(f"--cluster {address}: it could not be started ({error})") from None
    try:
        return None, Client(address, timeout=_PATIENCE)
    except (OSError, ValueError, TypeError, ImportError) as error:
        raise ValueError(f"--cluster {address}: no scheduler answers there ({error})") from None


def make_ready(address: str) -> None:
    """Have what the workers of a cluster need loaded meanwhile, if it is one to be started here.

    Args:
        address: of the cluster.
    """
    if _LOCAL.fullmatch(address) and _can_fork() and find_spec("distributed") is not None:
        from multiprocessing import forkserver

        with _left_alone():
            # What is loaded before the fork is loaded once.
            multiprocessing.set_forkserver_preload(
                [__name__, "distributed", "necropsy.labour", *MODULES.values()]
            )
            forkserver.ensure_running()


def _can_fork() -> bool:
    return "forkserver" in multiprocessing.get_all_start_methods()


@contextmanager
def _left_alone() -> Iterator[None]:
    """Let the processes that are started meanwhile take no notice of Ctrl-C; this one does, afterwards.

    They inherit what the thread holds back, as do the threads that start them again; this process
    gets its signal when it holds back no more.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It lets Ctrl-C through again when it starts, so it is to be there.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_LOUD = ("distributed", "tornado", "asyncio")


def silence() -> None:
    """Let Dask say nothing in this process: what concerns a run comes to it as an exception."""
    for name in {*logging.root.manager.loggerDict, *_LOUD}:
        if name.partition(".")[0] in _LOUD:
            logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module=r"distributed\b")


def dask_setup(_worker: Any) -> None:
    """What a worker of a cluster that is started here does first."""
    silence()


def _do(job: Job, order: Any) -> Any:
    from necropsy.labour import prepare

    prepare()
    return job.do(order)
