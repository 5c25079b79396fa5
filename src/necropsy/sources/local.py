"""Files of this machine: regular ones, and no others."""

from __future__ import annotations

import os
import stat

from necropsy.sources.source import Stream

__all__ = [
    "archive_in",
    "local_signature",
    "open_local",
    "open_regular",
    "path_of",
    "scheme_of",
    "signature_of",
]

_FILE_URLS = ("file://", "local://")


def scheme_of(name: str) -> str:
    """What stands before the path in a name: ``file://``, ``local://``, or nothing."""
    return next((scheme for scheme in _FILE_URLS if name.startswith(scheme)), "")


def path_of(name: str) -> str:
    """The path that a name stands for: ``file:///x`` is ``/x``."""
    return name[len(scheme_of(name)) :]


def open_regular(name: str) -> int:
    """Open a file for reading, never a pipe or a device.

    Raises:
        OSError: if it cannot be opened or is no regular file.
    """
    try:
        # O_NONBLOCK: opening a pipe must not wait for its writer.
        handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError:
        raise OSError(None, "no name that a file can have") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(None, "not a regular file")
    return handle


def open_local(name: str) -> Stream:
    """Open a file of this machine as a stream.

    Raises:
        OSError: if it cannot be opened or is no regular file.
    """
    return os.fdopen(open_regular(path_of(name)), "rb")


def archive_in(name: str) -> str:
    """The file that is a directory in a name (``a.zip`` of ``a.zip/b/c``); "" where there is none."""
    at = name.find("/", len(scheme_of(name)) + 1)
    while at >= 0:
        path = path_of(name[:at])
        if not os.path.isdir(path):
            return name[:at] if os.path.isfile(path) else ""
        at = name.find("/", at + 1)
    return ""


def local_signature(name: str) -> str:
    """What changes with the content of a file: size, times and inode; "" where there is no file."""
    try:
        found = os.stat(path_of(name))
    except (OSError, ValueError):
        return ""
    return signature_of(found)


def signature_of(found: os.stat_result) -> str:
    """What changes with the content of a file, as the file system has it; "" for what is no regular file."""
    if not stat.S_ISREG(found.st_mode):
        return ""
    return f"{found.st_size}:{found.st_mtime_ns}:{found.st_ctime_ns}:{found.st_ino}"
