"""Where a report goes: standard output, or a file that is whole or not there at all."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from necropsy.making import Making, keep_mode

__all__ = ["opened", "silence_stdout"]


@contextmanager
def opened(path: str | None) -> Iterator[TextIO]:
    """A stream to write a report to; ``-`` and ``None`` are standard output.

    A file is written under a temporary name beside its place and renamed when it is
    complete; if the writer fails, nothing is left behind and an older file stays. The new
    one has the permissions of the older one. What is no regular file (a device, a pipe) is
    written to as it is.

    Raises:
        OSError: if the report cannot be written.
    """
    if path is None or path == "-":
        if isinstance(sys.stdout, io.TextIOWrapper):
            # A file's name may hold bytes that no encoding has.
            sys.stdout.reconfigure(errors="backslashreplace")
        yield sys.stdout
        sys.stdout.flush()
    elif path.endswith(("/", os.sep)):
        raise IsADirectoryError(errno.EISDIR, "this is the name of a directory; leave the slash out")
    elif _is_special(path):
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
            yield stream
    else:
        with _replaced(os.path.realpath(path)) as stream:
            yield stream


def _is_special(path: str) -> bool:
    if os.path.dirname(os.path.abspath(path)) in _DESCRIPTORS:
        return True
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


# What stands there may lead to a regular file, as /dev/stdout does; /dev/shm is a directory as any other.
_DESCRIPTORS = ("/dev", "/dev/fd", "/proc/self/fd")


@contextmanager
def _replaced(path: str) -> Iterator[TextIO]:
    with Making(path) as making:
        with open(making.new, "w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
            yield stream
        keep_mode(path, making.new)
        os.replace(making.new, path)


def silence_stdout() -> None:
    """Let what is still in standard output's buffer go nowhere: its end is closed or full."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
