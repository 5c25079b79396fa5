"""An executor that begins alone, and calls for help when the work does not end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from necropsy.executors import Executor, Inline, Job, Promise, cores, open_executor

__all__ = ["Gradual"]

_ALONE = 64
"""Jobs that this process does itself before others are started."""


class Gradual:
    """Does the first jobs in this process, and all others in as many as there are cores.

    Most passes of a watch have a file or two to read; the first may have a million.

    Args:
        order: what all jobs have in common.
        jobs: the most processes; 0 is as many as there are cores.
        stopped: whether the run is to stop.

    Attributes:
        width: how many jobs are done at once beside this process.
    """

    def __init__(self, order: Any, jobs: int = 0, stopped: Callable[[], bool] = lambda: False) -> None:
        self._order = order
        self._jobs = jobs or cores()
        self._stopped = stopped
        self._executor: Executor = Inline(order, stopped)
        self._count = 0
        self.width = self._executor.width

    @property
    def chunk_bytes(self) -> int:
        """About how many bytes of files a job should have."""
        return self._executor.chunk_bytes

    @property
    def chunk_files(self) -> int:
        """The most files that a job should have."""
        return self._executor.chunk_files

    def submit(self, job: Job) -> Promise:
        """Have a job done."""
        self._count += 1
        if self._count == _ALONE + 1:
            self._executor = open_executor(self._order, self._jobs, stopped=self._stopped)
            self.width = self._executor.width
        return self._executor.submit(job)

    def close(self) -> None:
        """End the processes."""
        self._executor.close()
