"""Tar archives, packed or not: read forward, with ``tarfile`` to understand the headers."""

from __future__ import annotations

import io
import tarfile
from bisect import bisect_right
from collections.abc import Iterator
from typing import IO, cast

from necropsy.sources.limits import Limits
from necropsy.sources.packed import HEAD, Kind, Unpacked, filled, kind_of
from necropsy.sources.source import Broken, Place, Readable, Stream
from necropsy.sources.within import Entry, Index

__all__ = ["Tar", "is_tar"]

_BLOCK = tarfile.BLOCKSIZE
_REGULAR = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE)
# Directories, and links: what they lead to is found by itself, or is none of ours.
_PASSED_OVER = (tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE)


def is_tar(block: bytes) -> bool:
    """Whether a file that begins so is a tar: its first header has the right checksum."""
    try:
        tarfile.TarInfo.frombuf(block[:_BLOCK], "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError):
        return False
    return True


class Tar:
    """A tar archive.

    Args:
        stream: its bytes, packed or not; closed with the archive.
        limits: how much of it is read.
    """

    def __init__(self, stream: Stream, limits: Limits) -> None:
        self._stream, self._limits = stream, limits
        head = stream.read(HEAD)
        stream.seek(0)
        kind = kind_of(head)
        self._bytes = _Bytes(stream if kind is None else _Rewound(stream, kind, limits))
        # What a header is read with: an empty archive that lies in these bytes from now on.
        self._tar = tarfile.TarFile(fileobj=io.BytesIO(bytes(2 * _BLOCK)))
        self._tar.fileobj = cast(IO[bytes], self._bytes)
        self.find = Index(self.entries).find

    def entries(self) -> Iterator[Entry]:
        """The members, in their order.

        Raises:
            OSError: if the archive cannot be read.
            Broken: if it is damaged, ends too early, unpacks to too much or has too many members.
        """
        at = count = 0
        while (info := self._header(at)) is not None:
            # Whoever asks counts files only; a directory takes as long.
            count += 1
            self._limits.check_members(count, 0)
            if self._tar.offset <= at or info.size < 0:
                raise Broken("a damaged tar archive (a member of less than nothing)")
            at = self._tar.offset
            if info.type not in _PASSED_OVER or info.issparse():
                yield Entry(info.name, Place(info.offset, info.size), _problem(info))

    def _header(self, at: int) -> tarfile.TarInfo | None:
        """The header at a byte; ``None`` at the end."""
        try:
            self._bytes.start(at, _LONGEST_HEADER)
            # What is said of all members that follow has no end of its own.
            self._tar.pax_headers = {}
            return tarfile.TarInfo.fromtarfile(self._tar)
        except (OSError, Broken):
            raise
        # What is thrown at damage depends on the version of the library.
        except Exception as error:
            if self._bytes.first == bytes(_BLOCK):
                return None
            if len(self._bytes.first or b"") < _BLOCK:
                raise Broken(f"a tar archive that ends too early (after {at:,} bytes)") from None
            raise Broken(f"a damaged tar archive (at byte {at:,}: {str(error).lower()})") from None

    def open(self, place: Place) -> Readable:
        """The bytes of a member, until another one is opened.

        Raises:
            OSError: if the archive cannot be read.
            Broken: if it is damaged or unpacks to too much.
        """
        info = self._header(place.at)
        if info is None:
            raise Broken("a damaged tar archive (no member lies there)")
        self._bytes.start(info.offset_data, info.size)
        return _Member(self._bytes, info.size)

    def close(self) -> None:
        """Give the file back."""
        self._stream.close()


# A path, and what is kept beside it; a chain of such headers counts as one.
_LONGEST_HEADER = 1024 * 1024


def _problem(info: tarfile.TarInfo) -> str:
    if info.issparse():
        return "a sparse member of a tar"
    return "" if info.type in _REGULAR else "not a regular file"


class _Bytes:
    """The bytes of a tar, of which a header takes no more than it may."""

    def __init__(self, stream: Stream) -> None:
        self._stream, self._left = stream, 0
        self.first: bytes | None = None
        """The bytes that were read first since the start."""

    def start(self, at: int, most: int) -> None:
        """Go to a byte, from which so many may be read."""
        self._stream.seek(at)
        self._left, self.first = most, None

    def tell(self) -> int:
        return self._stream.tell()

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return self._stream.seek(offset, whence)

    def read(self, size: int = -1, /) -> bytes:
        if not 0 <= size <= self._left:
            raise Broken(f"a damaged tar archive (a header of more than {_LONGEST_HEADER:,} bytes)")
        data = filled(self._stream, size)
        self._left -= len(data)
        self.first = data if self.first is None else self.first
        return data


class _Member:
    """The bytes of a member."""

    def __init__(self, stream: Readable, size: int) -> None:
        self._stream, self._size, self._left = stream, size, size

    def read(self, size: int, /) -> bytes:
        asked = min(size, self._left)
        data = self._stream.read(asked)
        self._left -= len(data)
        if len(data) < asked and not data:
            raise Broken(f"a member of a tar that ends too early (after {self._size - self._left:,} bytes)")
        return data


class _Rewound:
    """The unpacked bytes of a packed file: forward by unpacking, backward from a mark on or from the start.

    Args:
        packed: the packed file.
        kind: how it is packed.
        limits: how many times its size it may unpack to.
    """

    def __init__(self, packed: Stream, kind: Kind, limits: Limits) -> None:
        self._packed, self._kind, self._limits = packed, kind, limits
        self._stream = Unpacked(packed, kind, limits)
        self._marks: list[Unpacked] = []
        self._apart = _MARKS_APART

    def tell(self) -> int:
        return self._stream.given

    def seek(self, offset: int, whence: int = 0, /) -> int:
        assert whence == 0, "a tar is read from its start"
        if offset < self.tell():
            self._go_back(offset)
        while self.tell() < offset and self.read(min(offset - self.tell(), _STEP)):
            pass
        return self.tell()

    def read(self, size: int, /) -> bytes:
        data = self._stream.read(size)
        if self.tell() - (self._marks[-1].given if self._marks else 0) >= self._apart:
            self._mark()
        return data

    def close(self) -> None:
        self._packed.close()

    def _mark(self) -> None:
        """Keep what is needed to go on from here again, for a way of packing that lets us."""
        mark = self._stream.copy()
        if mark is not None:
            self._marks.append(mark)
        if len(self._marks) > _MOST_MARKS:
            self._marks, self._apart = self._marks[1::2], 2 * self._apart

    def _go_back(self, offset: int) -> None:
        before = bisect_right(self._marks, offset, key=lambda mark: mark.given)
        mark = self._marks[before - 1].copy() if before else None
        self._stream = mark or Unpacked(self._packed, self._kind, self._limits)
        self._packed.seek(self._stream.taken)


_STEP = 256 * 1024
_MARKS_APART = 1024 * 1024
# Each takes some 50 KiB.
_MOST_MARKS = 512
