"""From paths to texts: lazily, in a fixed order, and safe on files that somebody else made.

A directory is walked without entering linked directories. Only regular files are opened, never a
pipe or a device. A file is read up to a limit and no further; compressed files are
recognised by their first bytes and unpacked under the same limit.
"""

from __future__ import annotations

import os
import re
import stat
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

__all__ = ["Limits", "Source", "find", "read"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file is read.

    Attributes:
        file_bytes: bytes of a file, after unpacking.
        log_bytes: bytes of one that is called a log (``xlogfile``, ``logfile.gz``): it may hold
            every game that a server has seen.
    """

    file_bytes: int = 8 * 1024 * 1024
    log_bytes: int = 1024 * 1024 * 1024

    def of(self, name: str) -> int:
        """How many bytes are read of a file of some name."""
        stem = os.path.basename(name).lower().split(".")[0]
        return self.log_bytes if _LOG.search(stem) else self.file_bytes


# A word of its own: a player may be called Logan, and has one game a file.
_LOG = re.compile(r"(?:^|[^a-z])x?log(?:file)?(?:[^a-z]|$)")


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
        held: whether the text is all there is, and no file to read it from again.
    """

    text: str = ""
    problem: str = ""
    encoding: str = "utf-8"
    held: bool = False


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
    # A stack and no recursion: a path can be deeper than Python's calls.
    waiting: list[tuple[str, bool]] = [(directory, True)]
    while waiting:
        name, is_directory = waiting.pop()
        if not is_directory:
            yield Source(name, asked=False)
            continue
        try:
            with os.scandir(name) as found:
                entries = sorted(found, key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            yield Source(name, asked=False, problem=_reason(error))
            continue
        waiting += [(e.path, e.is_dir(follow_symlinks=False)) for e in entries if not _is_dead_link(e)]


def _is_dead_link(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a link to nothing, to itself, or to a directory (which is not entered)."""
    try:
        return entry.is_symlink() and not entry.is_file()
    except OSError:
        return True


def read(source: Source, limits: Limits = Limits()) -> Content:
    """The text of a source; a problem in words where it has none."""
    if source.problem:
        return Content(problem=source.problem)
    try:
        data, problem = _bytes(source.name, limits.of(source.name))
    except OSError as error:
        return Content(problem=_reason(error))
    except ValueError:
        return Content(problem="no name that a file can have")
    if problem:
        return Content(problem=problem)
    return decode(data)


def decode(data: bytes) -> Content:
    """UTF-8 where it is valid; each line that is none in CP1252.

    Old tiles builds of DCSS drew their maps in single bytes; in a log each line has its own player.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        return Content(data.decode("utf-8"))
    except UnicodeDecodeError:
        return Content("\n".join(map(_line, data.split(b"\n"))), encoding="cp1252")


def _line(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _bytes(name: str, limit: int) -> tuple[bytes, str]:
    # O_NONBLOCK: opening a pipe must not wait for its writer.
    handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return b"", "not a regular file"
        # A read allocates what it may return, so ask for no more than the file has.
        data = os.read(handle, min(status.st_size, limit) + 1)
    finally:
        os.close(handle)
    if len(data) > limit:
        return b"", _too_long(limit)
    if data[:2] == b"\x1f\x8b":
        return _gunzip(data, limit)
    return data, ""


# Logs that were packed day by day and joined; each part costs a copy of what follows it.
_MOST_PARTS = 64


def _gunzip(data: bytes, limit: int) -> tuple[bytes, str]:
    """Unpack a gzip file of one or more members, no further than the limit."""
    unpacked = b""
    for _ in range(_MOST_PARTS):
        stream = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            unpacked += stream.decompress(data, limit + 1 - len(unpacked))
        except zlib.error as error:
            return b"", f"a damaged gzip file ({error})"
        if len(unpacked) > limit:
            return b"", _too_long(limit, "unpacked ")
        if not stream.eof:
            return b"", "a gzip file that ends too early"
        # Tapes and block devices fill the last block with zeros.
        data = stream.unused_data.lstrip(b"\0")
        if not data:
            return unpacked, ""
    return b"", f"a gzip file of more than {_MOST_PARTS} parts"


def _too_long(limit: int, how: str = "") -> str:
    return f"{how}longer than the limit of {limit:,} bytes"


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
