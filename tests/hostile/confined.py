"""The program in a process of its own, which has no more memory and time than it may need."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = [
    "BASE",
    "FILE",
    "MEMORY",
    "MIB",
    "SAMPLES",
    "Ended",
    "audited",
    "can_be_humble",
    "command_of",
    "confined",
]

MIB = 1024 * 1024
SAMPLES = Path(__file__).parents[2] / "sample_morgues"

FILE = 8 * MIB
"""The longest file that is read (``--max-file``)."""

BASE = 160 * MIB
"""Address space of the program before the first file: its own 50 MiB, and the libraries that it maps."""

MEMORY = BASE + 10 * FILE
"""What the program may have for any file: the bytes, the text, its lines, and what is made of them."""

CPU = 30
"""Seconds of processor time: no file is worth more than two, and what takes longer is ended by the system."""

_HANG = 300
"""Seconds until a process that waits for something that never comes is killed."""

_LAUNCHER = """
import os, resource, sys
memory, cpu, humble = map(int, sys.argv[1:4])
resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
if humble:
    import ctypes
    # PR_CAPBSET_DROP of CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: root, but for what root may read.
    # Another user could not reach an interpreter that lies in a private directory.
    for capability in (1, 2):
        if ctypes.CDLL(None, use_errno=True).prctl(24, capability, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "cannot give up the rights of root")
os.execv(sys.argv[4], sys.argv[4:])
"""


@dataclass(frozen=True)
class Ended:
    """How a call ended.

    Attributes:
        code: its exit code; below 0 the signal that ended it.
        out: its standard output.
        err: its standard error.
    """

    code: int
    out: str
    err: str

    def audits(self) -> list[dict[str, Any]]:
        """The audits of a report in JSON Lines."""
        return [json.loads(line) for line in self.out.split("\n") if line]


def confined(
    *arguments: object,
    memory: int = MEMORY,
    cpu: int = CPU,
    humble: bool = False,
    folder: Path | None = None,
    given: bytes = b"",
) -> Ended:
    """Run the program.

    Args:
        arguments: of the command line.
        memory: its address space, in bytes, and that of each process that it starts.
        cpu: its seconds of processor time.
        humble: whether it gives up the right of root to read everything, and sees what others are refused.
        folder: the directory that it runs in.
        given: its standard input.
    """

    command = command_of(*arguments, memory=memory, cpu=cpu, humble=humble)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=err,
            cwd=folder,
            env={**os.environ, "COLUMNS": "80"},
        )
        try:
            process.communicate(given, timeout=_HANG)
        finally:
            process.kill()
            process.wait()
        said = []
        for stream in (out, err):
            stream.seek(0)
            said.append(stream.read().decode("utf-8"))
    assert "Traceback" not in said[0] + said[1], said[1][-2000:]
    assert "MemoryError" not in said[0] + said[1]
    assert "a fault of this program" not in said[0] + said[1]
    return Ended(process.returncode, *said)


def can_be_humble() -> bool:
    """Whether a process can give up the rights of root; one that is not root has none to give up."""
    if os.geteuid() != 0:
        return True
    nothing = [sys.executable, "-S", "-c", ""]
    call = [sys.executable, "-S", "-c", _LAUNCHER, str(MEMORY), str(CPU), "1", *nothing]
    return subprocess.run(call, stderr=subprocess.DEVNULL, check=False).returncode == 0


def command_of(*arguments: object, memory: int = MEMORY, cpu: int = CPU, humble: bool = False) -> list[str]:
    """The command that runs the program so; its arguments are those of :func:`confined`."""
    limits = (memory, cpu, int(humble))
    program = [sys.executable, "-X", "utf8", "-m", "necropsy"]
    return [sys.executable, "-S", "-c", _LAUNCHER, *map(str, limits), *program, *map(str, arguments)]


def audited(
    paths: Iterable[object], *options: object, code: int = 0, **confines: Any
) -> dict[str, dict[str, Any]]:
    """Audit files, and see that the program ended as it should.

    Args:
        paths: the files.
        options: of ``necropsy audit``.
        code: the exit code.
        confines: those of :func:`confined`.

    Returns:
        The audits by the names of their sources, without the directory.
    """
    ended = confined("audit", *paths, "-j", 1, "--format", "jsonl", *options, **confines)
    assert ended.code == code, (ended.code, ended.err[-2000:])
    return {os.path.basename(audit["source"]): audit for audit in ended.audits()}
