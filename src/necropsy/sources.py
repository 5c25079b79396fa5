"""From paths to texts: lazily, in a fixed order, and safe on files that somebody else made.

A directory is walked without entering linked directories. Only regular files are opened, never a
pipe or a device. A file is read up to a limit and no further; compressed files are
recognised by their first bytes and unpacked under the same limit.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

__all__ = [
    "GZIP",
    "Content",
    "Limits",
    "Source",
    "decode",
    "find",
    "open_regular",
    "read",
    "reason",
    "too_long",
]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file is read.

    Attributes:
        file_bytes: bytes of a file, after unpacking.
        log_bytes: bytes of a log, which holds every game that a server has seen and is read
            line by line; after unpacking, too.
    """

    file_bytes: int = 8 * 1024 * 1024
    log_bytes: int = 64 * 1024 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A file to audit.

    Attributes:
        name: its path, as given or as found.
        asked: whether it was named itself (and not found in a directory).
        problem: why it cannot be read, if that is known already.
        size: its bytes, as far as a directory tells; -1 where that is not known.
    """

    name: str
    asked: bool = True
    problem: str = ""
    size: int = -1


@dataclass(frozen=True, slots=True)
class Content:
    """What a source holds.

    Attributes:
        text: the decoded text.
        problem: why there is no text; of a damaged packed file there may be the beginning.
        encoding: how it was decoded: ``utf-8``, ``cp932`` or ``euc_jp`` (a Japanese dump), else ``cp1252``.
        held: whether the text is all there is, and no file to read it from again.
        partial: whether the file is longer than a dump may be, and the text its beginning. It may
            be a log, which is read line by line (:mod:`necropsy.loglines`).
    """

    text: str = ""
    problem: str = ""
    encoding: str = "utf-8"
    held: bool = False
    partial: bool = False


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
            yield Source(name, asked=False, problem=reason(error))
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
        data, problem = _bytes(source.name, limits.file_bytes)
    except OSError as error:
        return Content(problem=reason(error))
    except ValueError:
        return Content(problem="no name that a file can have")
    if problem:
        return replace(decode(data[:_BEGINNING]), problem=problem)
    if len(data) > limits.file_bytes:
        return replace(decode(data[: min(_BEGINNING, limits.file_bytes)]), partial=True)
    return decode(data)


# Enough to tell what a long file is; a log's lines have a hundredth of it.
_BEGINNING = 64 * 1024


def decode(data: bytes) -> Content:
    """UTF-8 where it is valid; else what the title of a Japanese dump is in; else each line in CP1252.

    Old tiles builds of DCSS drew their maps in single bytes; in a log each line has its own player.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        return Content(data.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    for encoding, title in _JAPANESE:
        if title in data[:_HEAD]:
            return Content(_decoded(data, encoding), encoding=encoding)
    return Content("\n".join(map(_line, data.split(b"\n"))), encoding="cp1252")


_JAPANESE = tuple((encoding, "キャラクタ情報]".encode(encoding)) for encoding in ("cp932", "euc_jp"))
"""The encodings of Hengband's Japanese builds, on Windows and elsewhere, with the title in their bytes."""

# A title stands on the first line, or below the fields that are sent to a score server.
_HEAD = 8 * 1024


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        # What is damaged is a line's own trouble.
        return "\n".join(line.decode(encoding, errors="replace") for line in data.split(b"\n"))


def _line(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _bytes(name: str, limit: int) -> tuple[bytes, str]:
    """The bytes of a file, one more than the limit where it has more."""
    handle = open_regular(name)
    try:
        # A read allocates what it may return, so ask for no more than the file has.
        data = os.read(handle, min(os.fstat(handle).st_size, limit) + 1)
    finally:
        os.close(handle)
    if data[:2] == GZIP:
        return _gunzip(data, limit)
    return data, ""


GZIP = b"\x1f\x8b"
"""How a gzip file begins."""


def open_regular(name: str) -> int:
    """Open a file for reading, never a pipe or a device.

    Raises:
        OSError: if it cannot be opened or is no regular file.
    """
    # O_NONBLOCK: opening a pipe must not wait for its writer.
    handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(None, "not a regular file")
    return handle


# Logs that were packed day by day and joined; each part costs a copy of what follows it.
_MOST_PARTS = 64


def _gunzip(data: bytes, limit: int) -> tuple[bytes, str]:
    """Unpack a gzip file of one or more members, no further than one byte over the limit.

    Of a file with a problem comes what was unpacked before: a log is read up to there.
    """
    unpacked = b""
    for _ in range(_MOST_PARTS):
        stream = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            unpacked += stream.decompress(data, limit + 1 - len(unpacked))
        except zlib.error as error:
            return unpacked or _beginning(data), f"a damaged gzip file ({error})"
        if len(unpacked) > limit:
            return unpacked, ""
        if not stream.eof:
            # The packed bytes end at the limit, too.
            return unpacked, "" if len(data) > limit else "a gzip file that ends too early"
        # Tapes and block devices fill the last block with zeros.
        data = stream.unused_data.lstrip(b"\0")
        if not data:
            return unpacked, ""
    return unpacked, f"a gzip file of more than {_MOST_PARTS} parts"


def _beginning(data: bytes) -> bytes:
    """What a damaged gzip file begins with."""
    with suppress(zlib.error):
        return zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(data, _BEGINNING)
    return b""


def too_long(limit: int) -> str:
    """What is wrong with a file that is longer than a limit."""
    return f"longer than the limit of {limit:,} bytes"


def reason(error: OSError) -> str:
    """Why a file could not be read, in words."""
    return (error.strerror or str(error)).lower()
