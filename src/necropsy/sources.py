"""From paths to texts: lazily, in a fixed order, and safe on files that somebody else made.

A directory is walked without following links. Only regular files are opened, never a
pipe or a device. A file is read up to a limit and no further; compressed files are
recognised by their first bytes and unpacked under the same limit.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Limits", "Source", "find", "read"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file is read.

    Attributes:
        file_bytes: bytes of a file, after unpacking.
        line_chars: characters of a line (longer ones are no lines of a dump).
    """

    file_bytes: int = 8 * 1024 * 1024
    line_chars: int = 4096


@dataclass(frozen=True, slots=True)
class Source:
    """A file to audit.

    Attributes:
        name: its path, as given or as found.
        asked: whether it was named itself (and not found in a directory).
        problem: why it cannot be read, if that is known already.
    """

    name: str
    asked: bool = True
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    """What a source holds.

    Attributes:
        text: the decoded text, "" where there is a problem.
        problem: why there is no text.
        encoding: how it was decoded (``utf-8``, or ``cp1252`` where it is no UTF-8).
    """

    text: str = ""
    problem: str = ""
    encoding: str = "utf-8"


def find(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Source]:
    """The files under some paths, each directory in the order of its names.

    A path that does not exist is a source with its problem, not an exception: one wrong
    argument must not stop a run.
    """
    for path in paths:
        name = os.fspath(path)
        if os.path.isdir(name):
            yield from _walk(name)
        elif not os.path.lexists(name):
            yield Source(name, problem="there is no such file or directory")
        else:
            yield Source(name)


def _walk(directory: str) -> Iterator[Source]:
    try:
        with os.scandir(directory) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        yield Source(directory, asked=False, problem=_reason(error))
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path)
        elif entry.is_file(follow_symlinks=False):
            yield Source(entry.path, asked=False)
        elif entry.is_symlink() and Path(entry.path).is_file():
            yield Source(entry.path, asked=False)
        elif not entry.is_symlink():
            yield Source(entry.path, asked=False, problem="not a regular file")


def read(source: Source, limits: Limits = Limits()) -> Content:
    """The text of a source; a problem in words where it has none."""
    if source.problem:
        return Content(problem=source.problem)
    try:
        data, problem = _bytes(source.name, limits.file_bytes)
    except OSError as error:
        return Content(problem=_reason(error))
    if problem:
        return Content(problem=problem)
    return decode(data)


def decode(data: bytes) -> Content:
    """UTF-8 where it is valid, else CP1252 (old tiles builds drew their maps in single bytes)."""
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        return Content(data.decode("utf-8"))
    except UnicodeDecodeError:
        return Content(data.decode("cp1252", errors="replace"), encoding="cp1252")


def _bytes(name: str, limit: int) -> tuple[bytes, str]:
    # O_NONBLOCK: opening a pipe must not wait for its writer.
    handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return b"", "not a regular file"
        data = file.read(limit + 1)
    if data[:2] == b"\x1f\x8b":
        return _gunzip(data, limit)
    if len(data) > limit:
        return b"", _too_long(limit)
    return data, ""


def _gunzip(data: bytes, limit: int) -> tuple[bytes, str]:
    """Unpack a gzip file of one or more members, no further than the limit."""
    unpacked = b""
    while data:
        stream = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            unpacked += stream.decompress(data, limit + 1 - len(unpacked))
        except zlib.error as error:
            return b"", f"a damaged gzip file ({error})"
        if len(unpacked) > limit:
            return b"", _too_long(limit, "unpacked ")
        if not stream.eof:
            return b"", "a gzip file that ends too early"
        data = stream.unused_data
    return unpacked, ""


def _too_long(limit: int, how: str = "") -> str:
    return f"{how}longer than the limit of {limit:,} bytes"


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
