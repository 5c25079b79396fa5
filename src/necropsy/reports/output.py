"""Where a report goes: standard output, or a file that is whole or not there at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

__all__ = ["opened"]


@contextmanager
def opened(path: str | None) -> Iterator[TextIO]:
    """A stream to write a report to.

    A file is written under a temporary name beside its place and renamed when it is
    complete; if the writer fails, nothing is left behind and an older file stays.

    Raises:
        OSError: if the file cannot be written.
    """
    if path is None or path == "-":
        yield sys.stdout
        return
    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(prefix=f".{os.path.basename(path)}.", dir=folder)
    try:
        with open(handle, "w", encoding="utf-8", newline="") as stream:
            yield stream
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
