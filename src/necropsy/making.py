"""What is in the making: in a hidden directory beside its place, until it is whole.

The process that makes it keeps the directory locked. One that nobody has locked was left by a
process that was killed, and goes when the next one makes the same.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
from contextlib import suppress

try:
    import fcntl
except ImportError:  # pragma: no cover  # there are other locks on Windows: what is left there stays
    fcntl = None  # type: ignore[assignment]

__all__ = ["Making", "keep_mode"]

_NAME = 100
"""So much of a name is part of the directory's: file systems take 255 bytes."""

_PRIVATE = 0o700
"""Nobody else sees what is in the making: what it replaces may be private, too."""


class Making:
    """A directory to make something in; it goes with all that is in it at the end.

    Args:
        path: where that is to be, without links.

    Attributes:
        new: where it is made: a file, or a directory; the maker makes it and moves it to its place.
        old: where the maker may put what was in that place; if the maker is killed before
            something new is there, the next one puts it back.

    Raises:
        OSError: if the directory cannot be made.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        folder, name = os.path.split(path)
        self._directory = os.path.join(folder, f".{name[:_NAME]}.{secrets.token_hex(4)}.tmp")
        self.new = os.path.join(self._directory, "new")
        self.old = os.path.join(self._directory, _OLD)
        self._lock: int | None = None

    def __enter__(self) -> Making:
        _clear(self._path)
        os.mkdir(self._directory, _PRIVATE)
        self._lock = _locked(self._directory, wait=True)
        while not os.path.isdir(self._directory):
            # Another process has taken it for one that was left, just before it was locked.
            self._unlock()
            os.mkdir(self._directory, _PRIVATE)
            self._lock = _locked(self._directory, wait=True)
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._directory, ignore_errors=True)
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


_OLD = "old"


def keep_mode(older: str, newer: str) -> None:
    """Give what is to stand in a place the permissions of what stands there, if anything does."""
    with suppress(FileNotFoundError):
        os.chmod(newer, stat.S_IMODE(os.stat(older).st_mode))


def _clear(path: str) -> None:
    """Remove what was left by those who were killed while they made the same."""
    folder, name = os.path.split(path)
    ours = re.compile(re.escape(f".{name[:_NAME]}.") + r"[0-9a-f]{8}\.tmp")
    with suppress(OSError), os.scandir(folder or os.curdir) as entries:
        for entry in entries:
            if ours.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                _clear_one(entry.path, path)


def _clear_one(directory: str, path: str) -> None:
    lock = _locked(directory)
    if lock is None:
        return
    older = os.path.join(directory, _OLD)
    try:
        if not os.path.exists(older) or os.path.exists(path):
            shutil.rmtree(directory, ignore_errors=True)
        elif len(os.path.basename(path)) <= _NAME:
            os.rename(older, path)
            shutil.rmtree(directory, ignore_errors=True)
    finally:
        os.close(lock)


def _locked(directory: str, *, wait: bool = False) -> int | None:
    """The lock on a directory; ``None`` if another process has it, or there are none on this file system."""
    if fcntl is None:  # pragma: no cover
        return None
    try:
        handle = os.open(directory, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        os.close(handle)
        return None
    return handle
