"""What a command takes: time, CPU, and memory of its process and of those below it."""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

__all__ = ["Consumption", "cpu_of", "least_cpu", "run"]

_EVERY_S = 0.02


class Consumption(NamedTuple):
    """What a command took.

    Attributes:
        code: its exit code.
        wall: seconds by the clock on the wall.
        cpu: seconds of CPU, user and system, of it and of all below it. What a worker spent is what it
            had when it was last looked at, some hundredths of a second before its end.
        peak: the most memory of the process itself, in MB.
        below: the sum of the most memory that each process below it had, in MB; what they share counts
            for each of them.
        said: the last line of what it said on standard error.
    """

    code: int
    wall: float
    cpu: float
    peak: float
    below: float
    said: str


def run(command: Sequence[str]) -> Consumption:
    """Run a command whose output nobody reads."""
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        with _Memory(process.pid) as memory:
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read().decode(errors="replace").rstrip()
    cpu = usage.ru_utime + usage.ru_stime + memory.unwaited(usage.ru_utime + usage.ru_stime)
    return Consumption(process.returncode, wall, cpu, memory.own, memory.below, said.rpartition("\n")[2])


class _Memory:
    """Watches the memory of a process and of those below it.

    The peak that ``wait4`` tells is no use: it has that of this process, from before the
    other's program began, and that of the largest child.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._peaks: dict[int, float] = {}
        self._spent: dict[int, float] = {}
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> _Memory:
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._watch.join()

    def _look(self) -> None:
        while not self._over.wait(_EVERY_S):
            for pid in _family(self._pid):
                self._peaks[pid] = _peak_mb(pid) or self._peaks.get(pid, 0.0)
                self._spent[pid] = max(_cpu_s(pid), self._spent.get(pid, 0.0))

    def unwaited(self, told: float) -> float:
        """CPU seconds of those below that are not among those told of the process when it ended."""
        # Workers of a server of processes are waited for by that, and killed with it.
        return max(sum(self._spent.values()) - told, 0.0)

    @property
    def own(self) -> float:
        """The peak of the process itself."""
        return self._peaks.get(self._pid, 0.0)

    @property
    def below(self) -> float:
        """The peaks of those below it, added up."""
        return sum(self._peaks.values()) - self.own


def _family(pid: int) -> list[int]:
    """A process and all below it."""
    family = [pid]
    for member in family:
        try:
            threads = os.listdir(f"/proc/{member}/task")
        except OSError:
            continue
        for thread in threads:
            family += map(int, _text(f"/proc/{member}/task/{thread}/children").split())
    return family


def _peak_mb(pid: int) -> float:
    for line in _text(f"/proc/{pid}/status").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


_TICKS = os.sysconf("SC_CLK_TCK")


def _cpu_s(pid: int) -> float:
    fields = _text(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS if fields else 0.0


def _text(path: str) -> str:
    """What the system says of a process; nothing of one that has gone."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def least_cpu(work: Callable[[], object], rounds: int) -> float:
    """The least CPU seconds that some work took in this process."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def cpu_of(command: Sequence[str], rounds: int) -> float:
    """The least CPU seconds that a command took."""
    best = float("inf")
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best
