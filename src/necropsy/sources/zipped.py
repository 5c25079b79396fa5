"""Zip archives: their directory is read by ``zipfile``, their members one by one."""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from itertools import pairwise
from operator import attrgetter
from typing import IO, cast

from necropsy.sources.limits import Limits
from necropsy.sources.packed import RAW, Unpacked
from necropsy.sources.source import Broken, Place, Readable, Stream
from necropsy.sources.within import Entry, Index

__all__ = ["ZIP_STARTS", "Zip"]

ZIP_STARTS = (b"PK\3\4", b"PK\5\6")
"""How a zip begins: with a member, or with the end of one that has none."""

_STORED = 0
_ENCRYPTED = 0x1
_HEADER = struct.Struct("<4s22xHH")
"""The header before a member: ``PK\\3\\4``, and at its end how long the name and the extra fields are."""


class Zip:
    """A zip archive.

    Args:
        stream: its bytes; closed with the archive.
        limits: how much of it is read.
    """

    def __init__(self, stream: Stream, limits: Limits) -> None:
        self._stream, self._limits = stream, limits
        self.find = Index(self.entries).find

    def entries(self) -> Iterator[Entry]:
        """The members, in the order of the archive's directory.

        Raises:
            OSError: if the archive cannot be read.
            Broken: if it is damaged, or unpacks to too much of what it takes.
        """
        packed = self._stream.seek(0, 2)
        unpacked = 0
        for info in self._infos():
            unpacked += info.file_size
            # Many harmless ones may be a bomb together.
            self._limits.check_ratio(unpacked, packed)
            if not _is_passed_over(info):
                place = Place(
                    info.header_offset, info.file_size, info.compress_size, info.CRC, info.compress_type
                )
                yield Entry(info.filename, place, _problem(info))

    def _infos(self) -> list[zipfile.ZipInfo]:
        guarded = _Guarded(self._stream, self._limits)
        try:
            infos = zipfile.ZipFile(cast(IO[bytes], guarded)).infolist()
        except (OSError, Broken):
            raise
        # What is thrown at damage depends on the version of the library.
        except Exception as error:
            raise Broken(f"a damaged zip archive ({str(error).lower()})") from None
        _check_apart(infos)
        return infos

    def open(self, place: Place) -> Readable:
        """The bytes of a member, unpacked.

        Raises:
            OSError: if the archive cannot be read.
            Broken: if the member is damaged, or packed in a way that is not known here.
        """
        header = _Slice(self._stream, place.at, _HEADER.size).read(_HEADER.size)
        if len(header) < _HEADER.size or not header.startswith(ZIP_STARTS[0]):
            raise Broken("a damaged zip archive (no member lies where its directory says)")
        _, name, extra = _HEADER.unpack(header)
        packed = _Slice(self._stream, place.at + _HEADER.size + name + extra, place.packed)
        if place.method == _STORED:
            return _Checked(packed, place)
        if place.method not in RAW:
            raise Broken(f"a member of a zip that is packed in a way not known here (method {place.method})")
        return _Checked(Unpacked(packed, RAW[place.method], self._limits), place)

    def close(self) -> None:
        """Give the file back."""
        self._stream.close()


def _check_apart(infos: list[zipfile.ZipInfo]) -> None:
    """See that no members share bytes: a few of them would be unpacked as often as there are members."""
    in_order = sorted(infos, key=attrgetter("header_offset"))
    for info, following in pairwise(in_order):
        if following.header_offset < info.header_offset + _HEADER.size + info.compress_size:
            raise Broken("a zip whose members share their bytes, as those of a bomb do")


def _is_passed_over(info: zipfile.ZipInfo) -> bool:
    """Whether a member is a directory, or a link: what it leads to is found itself, or none of ours."""
    return info.is_dir() or stat.S_ISLNK(_mode(info))


def _problem(info: zipfile.ZipInfo) -> str:
    if info.flag_bits & _ENCRYPTED:
        return "an encrypted member of a zip"
    return "" if stat.S_IFMT(_mode(info)) in (0, stat.S_IFREG) else "not a regular file"


_UNIX = 3


def _mode(info: zipfile.ZipInfo) -> int:
    return info.external_attr >> 16 if info.create_system == _UNIX else 0


# A name and what is kept beside it; many have a hundred bytes.
_DIRECTORY_BYTES = 256


class _Guarded:
    """A zip whose directory is read only as far as its members may be many."""

    def __init__(self, stream: Stream, limits: Limits) -> None:
        self.seek, self.tell = stream.seek, stream.tell
        self._stream, self._members = stream, limits.members

    def read(self, size: int = -1, /) -> bytes:
        if size > 64 * 1024 + self._members * _DIRECTORY_BYTES:
            raise Broken(
                f"a zip whose directory of {size:,} bytes has more members than the limit of"
                f" {self._members:,} (--max-members)"
            )
        return self._stream.read(size)


class _Slice:
    """Some bytes of a stream; others may be read between."""

    def __init__(self, stream: Stream, at: int, size: int) -> None:
        self._stream, self._at, self._end = stream, at, at + size

    def read(self, size: int, /) -> bytes:
        try:
            self._stream.seek(self._at)
        except (OverflowError, ValueError):
            raise Broken("a damaged zip archive (a member lies beyond its end)") from None
        data = self._stream.read(min(size, self._end - self._at))
        self._at += len(data)
        return data


class _Checked:
    """The bytes of a member, which must be as many as its zip says, and have its checksum."""

    def __init__(self, stream: Readable, place: Place) -> None:
        self._stream, self._place = stream, place
        self._given = self._crc = 0

    def read(self, size: int, /) -> bytes:
        data = self._stream.read(size)
        self._given += len(data)
        self._crc = zlib.crc32(data, self._crc)
        if self._given > self._place.size:
            raise Broken(f"a damaged member of a zip (longer than its {self._place.size:,} bytes)")
        if not data and size > 0:
            if self._given < self._place.size:
                raise Broken(f"a member of a zip that ends too early (after {self._given:,} bytes)")
            if self._crc != self._place.crc:
                raise Broken("a damaged member of a zip (its checksum is another one)")
        return data
