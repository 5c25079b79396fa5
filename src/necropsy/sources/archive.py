"""Archives: known by their content, opened by any process, and few of them open at a time."""

from __future__ import annotations

import errno
import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from necropsy.sources.limits import Limits
from necropsy.sources.local import archive_in, local_signature, open_local
from necropsy.sources.packed import HEAD, Unpacked, filled, kind_of
from necropsy.sources.remote import archive_in_url, is_url, open_remote, remote_signature
from necropsy.sources.source import Broken, Place, Source, Stream
from necropsy.sources.tarred import Tar, is_tar
from necropsy.sources.within import Archive
from necropsy.sources.zipped import ZIP_STARTS, Zip

__all__ = [
    "archive_of",
    "close_archives",
    "file_signature",
    "is_archive",
    "is_called_archive",
    "open_archive",
    "open_stream",
    "place_of",
    "shelved",
]

_ENDINGS = (
    ".zip", ".tar", ".tgz", ".tbz2", ".txz", ".tzst", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst",
)  # fmt: skip
_BLOCK = 512


def is_called_archive(name: str) -> bool:
    """Whether a file's name is one that archives have."""
    return name.lower().endswith(_ENDINGS)


def is_archive(head: bytes) -> bool:
    """Whether bytes that are not packed are the beginning of an archive."""
    return head.startswith(ZIP_STARTS) or (head[257:262] == b"ustar" and is_tar(head[:_BLOCK]))


def open_stream(name: str, *, whole: bool = False) -> Stream:
    """Open a file or URL.

    Args:
        name: its name.
        whole: whether it is read from its start to its end.

    Raises:
        OSError: if it cannot be opened.
    """
    return open_remote(name, whole=whole) if is_url(name) else open_local(name)


def file_signature(name: str) -> str:
    """What changes with the content of a file or URL; "" where nothing is known."""
    return remote_signature(name) if is_url(name) else local_signature(name)


def archive_of(source: Source) -> str:
    """The name of the archive that a source lies in, if it does: told, or seen in its name."""
    return source.inside or (archive_in_url if is_url(source.name) else archive_in)(source.name)


def open_archive(name: str, limits: Limits) -> Archive | None:
    """Open an archive; ``None`` if the file is none.

    Raises:
        OSError: if it cannot be opened.
        Broken: if it cannot be read.
    """
    stream = open_stream(name)
    try:
        archive = _archive(stream, name, limits)
    except BaseException:
        stream.close()
        raise
    if archive is None:
        stream.close()
    return archive


def _archive(stream: Stream, name: str, limits: Limits) -> Archive | None:
    head = filled(stream, _BLOCK)
    if head.startswith(ZIP_STARTS):
        return Zip(stream, limits)
    block = _unpacked(stream, head, limits)
    # A tar without any member has nothing but zeros, and its name alone tells what it is.
    if not is_tar(block) and (block.strip(b"\0") or not block or not is_called_archive(name)):
        return None
    stream.seek(0)
    return Tar(stream, limits)


def _unpacked(stream: Stream, head: bytes, limits: Limits) -> bytes:
    """The first block of a file, unpacked if it is packed."""
    kind = kind_of(head[:HEAD])
    return head if kind is None else filled(Unpacked(stream, kind, limits, head), _BLOCK)


class _Open(OrderedDict[tuple[object, ...], Archive]):
    """Archives that are open, the one that was used last at the end; closed when the thread ends."""

    def close(self) -> None:
        while self:
            self.popitem()[1].close()

    def __del__(self) -> None:
        self.close()


class _Shelf(threading.local):
    """The archives that this thread has open, so that the next member needs no search."""

    def __init__(self) -> None:
        self.archives = _Open()


_SHELF = _Shelf()
_MOST_OPEN = 4


@contextmanager
def shelved(name: str, limits: Limits, *, own: bool = False) -> Iterator[Archive]:
    """An open archive.

    Args:
        name: its name.
        limits: how much of it is read.
        own: whether it is for this reader alone, who reads it bit by bit while others
            may read other members.

    Raises:
        OSError: if it cannot be opened or is no archive.
        Broken: if it cannot be read.
    """
    if not own:
        yield _taken_from_shelf(name, limits)
        return
    archive = _opened(name, limits)
    try:
        yield archive
    finally:
        archive.close()


def close_archives() -> None:
    """Close what this thread has open, once no more members are read."""
    _SHELF.archives.close()


def _opened(name: str, limits: Limits) -> Archive:
    archive = open_archive(name, limits)
    if archive is None:
        raise OSError(None, "not an archive")
    return archive


def _taken_from_shelf(name: str, limits: Limits) -> Archive:
    # A process that was forked must not share the place in the file with its parent.
    key = (name, file_signature(name), limits, os.getpid())
    archives = _SHELF.archives
    if key not in archives:
        archives[key] = _opened(name, limits)
        while len(archives) > _MOST_OPEN:
            archives.popitem(last=False)[1].close()
    archives.move_to_end(key)
    return archives[key]


def place_of(source: Source, inside: str, archive: Archive) -> Place:
    """Where a member lies.

    Args:
        source: the member.
        inside: the name of its archive.
        archive: that archive.

    Raises:
        OSError: if the archive cannot be read, or has no such member.
        Broken: if the archive or the member cannot be read.
    """
    if source.place is not None:
        return source.place
    entry = archive.find(source.name[len(inside) + 1 :])
    if entry is None:
        raise FileNotFoundError(errno.ENOENT, "the archive has no such member")
    if entry.problem:
        raise Broken(entry.problem)
    return entry.place
