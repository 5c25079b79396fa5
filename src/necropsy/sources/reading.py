"""What a source holds: its text, its blocks, and what tells that it has changed."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2b

from necropsy.sources.archive import archive_of, file_signature, is_archive, open_stream, place_of, shelved
from necropsy.sources.decoding import decode
from necropsy.sources.limits import Limits, too_long
from necropsy.sources.local import open_regular, path_of
from necropsy.sources.packed import HEAD, kind_of, unpacked_blocks
from necropsy.sources.remote import is_url
from necropsy.sources.source import Broken, Content, Readable, Source, reason

__all__ = ["blocks", "read", "signature"]

_BLOCK = 1024 * 1024

# Enough to tell what a long file is; a log's lines have a hundredth of it.
_BEGINNING = 64 * 1024


def read(source: Source, limits: Limits = Limits(), *, hashed: bool = False) -> Content:
    """The text of a source; a problem in words where it has none.

    Args:
        source: what to read; it may come from another process.
        limits: how much of it.
        hashed: whether the digest of its bytes is wanted, too.
    """
    if source.problem:
        return Content(problem=source.problem)
    try:
        data, problem = _bytes(source, limits)
    except (OSError, Broken) as error:
        return Content(problem=reason(error))
    if problem:
        return replace(decode(data[:_BEGINNING]), problem=problem)
    if is_archive(data[:512]) and _is_told(source, data):
        return Content(problem=_another_archive(source))
    if len(data) > limits.file_bytes:
        return replace(decode(data[: min(_BEGINNING, limits.file_bytes)]), partial=True)
    content = decode(data)
    return replace(content, digest=blake2b(data, digest_size=16).hexdigest()) if hashed else content


def _is_told(source: Source, data: bytes) -> bool:
    """Whether an archive is told: what lies in a directory and is a zip may be of any kind."""
    return source.asked or not data.startswith(b"PK") or bool(archive_of(source))


def _another_archive(source: Source) -> str:
    if archive_of(source):
        return "an archive within an archive, which is not opened"
    return "an archive that is not called so: give it by itself, or call it .zip, .tar or .tar.gz"


def _bytes(source: Source, limits: Limits) -> tuple[bytes, str]:
    """The unpacked bytes of a file, one more than the limit where it has more; what is wrong with it."""
    if not source.inside and not is_url(source.name):
        try:
            return _local_bytes(path_of(source.name), limits)
        except OSError:
            if not archive_of(source):
                raise
    with _opened(source, limits) as stream:
        return _unpacked(stream, limits)


def _local_bytes(path: str, limits: Limits) -> tuple[bytes, str]:
    handle = open_regular(path)
    try:
        data = _first_bytes(handle, min(os.fstat(handle).st_size, limits.file_bytes))
        if kind_of(data[:HEAD]) is None:
            return data, ""
        if len(data) <= limits.file_bytes:
            return _unpacked(io.BytesIO(data), limits)
        os.lseek(handle, 0, os.SEEK_SET)
        with open(handle, "rb", closefd=False) as stream:
            return _unpacked(stream, limits)
    finally:
        os.close(handle)


def _first_bytes(handle: int, size: int) -> bytes:
    """So many bytes of a file and one more, fewer only where it ends."""
    # A read allocates what it may return, so ask for no more than the file has.
    data = os.read(handle, size + 1)
    while len(data) < size:
        # A file system of a network may give less than there is: half a dump would look like a forged one.
        more = os.read(handle, size + 1 - len(data))
        if not more:
            break
        data += more
    return data


def _unpacked(stream: Readable, limits: Limits) -> tuple[bytes, str]:
    """What a stream unpacks to, as far as it is read; a file with a problem is read up to there."""
    parts, most = [], limits.file_bytes + 1
    try:
        for block in unpacked_blocks(stream, limits, min(most, _BEGINNING)):
            parts.append(block[:most])
            most -= len(parts[-1])
            if not most:
                break
    except Broken as error:
        return b"".join(parts), str(error)
    return b"".join(parts), ""


def blocks(source: Source | str, limits: Limits = Limits()) -> Iterator[bytes]:
    """The unpacked bytes of a log, in blocks of at most 1 MiB.

    Args:
        source: the log; it may still be growing.
        limits: how many bytes of it are read.

    Raises:
        OSError: if it cannot be opened or read.
        Broken: if it is damaged or over the limit; the blocks up to there came first.
    """
    source = Source(source) if isinstance(source, str) else source
    if source.problem:
        raise Broken(source.problem)
    given = 0
    with _opened(source, limits, own=True) as stream:
        for block in unpacked_blocks(stream, limits, _BLOCK):
            given += len(block)
            if given > limits.log_bytes:
                raise Broken(too_long(limits.log_bytes, "--max-log"))
            yield block


@contextmanager
def _opened(source: Source, limits: Limits, *, own: bool = False) -> Iterator[Readable]:
    """The bytes of a source as they lie there."""
    inside = _archive_of_member(source)
    if inside:
        with shelved(inside, limits, own=own) as archive:
            yield archive.open(place_of(source, inside, archive))
        return
    stream = open_stream(source.name, whole=True)
    try:
        yield stream
    finally:
        stream.close()


def _archive_of_member(source: Source) -> str:
    # A file of that very name goes before.
    if not source.inside and not is_url(source.name) and os.path.lexists(path_of(source.name)):
        return ""
    return archive_of(source)


def signature(source: Source, limits: Limits = Limits()) -> str:
    """What changes whenever the content may have changed, without reading it.

    Args:
        source: a file (size, times, inode), a member (that of its archive, and its place
            there) or a URL (size, and what its store has: an ETag, a time).
        limits: how much of an archive is read to find a member that was only named.

    Returns:
        The signature; "" where nothing is known, and the file has to be read.
    """
    inside = _archive_of_member(source)
    if not inside:
        return file_signature(source.name)
    whole = file_signature(inside)
    if not whole:
        return ""
    try:
        with shelved(inside, limits) as archive:
            place = place_of(source, inside, archive)
    except (OSError, Broken):
        return ""
    return f"{whole}/{':'.join(map(str, place))}"
