"""Packed files, unpacked as they are asked for: gzip, bzip2, xz and Zstandard."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Protocol

from necropsy.sources.limits import Limits
from necropsy.sources.source import Broken, Readable

__all__ = ["GZIP", "HEAD", "RAW", "Kind", "Unpacked", "filled", "kind_of", "unpacked_blocks"]

GZIP = b"\x1f\x8b"
"""How a gzip file begins."""

HEAD = 10
"""Bytes that tell how a file is packed."""


class Decompressor(Protocol):
    """What the decompressors of the standard library have in common."""

    @property
    def eof(self) -> bool:
        """Whether the end of the packed stream was met."""

    @property
    def unused_data(self) -> bytes:
        """What was given beyond that end."""

    @property
    def needs_input(self) -> bool:
        """Whether nothing more comes before more is given."""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Take in some packed bytes, and give out no more than so many unpacked ones."""


class _Inflater:
    """zlib's decompressor with the methods of the others."""

    def __init__(self, wbits: int) -> None:
        self._stream = zlib.decompressobj(wbits)

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data

    @property
    def needs_input(self) -> bool:
        return not self._stream.unconsumed_tail

    def copy(self) -> _Inflater:
        twin = copy(self)
        twin._stream = self._stream.copy()
        return twin

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._stream.decompress(self._stream.unconsumed_tail + data, max_length)


class _ZstdDecompressor:
    """Zstandard's decompressor with the methods of the others.

    It gives out whatever it has, so it must be given little: 1 KiB makes 32 MiB at most.

    Args:
        most_memory: the most bytes that it may keep in mind.
    """

    def __init__(self, most_memory: int) -> None:
        try:
            import zstandard
        except ImportError:
            raise Broken("needs the extra 'remote': pip install 'necropsy[remote]'") from None
        self._stream = zstandard.ZstdDecompressor(max_window_size=most_memory).decompressobj()
        self._error = zstandard.ZstdError
        self._out, self._at = b"", 0

    @property
    def eof(self) -> bool:
        return self._stream.eof and self._at >= len(self._out)

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data

    @property
    def needs_input(self) -> bool:
        return self._at >= len(self._out)

    def decompress(self, data: bytes, max_length: int) -> bytes:
        if data:
            try:
                self._out, self._at = self._stream.decompress(data), 0
            except self._error as error:
                raise ValueError(error) from None
        self._at += max_length
        return self._out[self._at - max_length : self._at]


@dataclass(frozen=True, slots=True)
class Kind:
    """A way of packing.

    Attributes:
        name: as people call it.
        make: makes what unpacks one part with no more than so many bytes of memory; gzip and bzip2 cannot
            be made to need many.
        feed: how many packed bytes are taken at once, so that little memory is needed.
        parts: whether several parts may follow each other.
    """

    name: str
    make: Callable[[int], Decompressor]
    feed: int = 16 * 1024
    parts: bool = True


def _bunzip2(_most_memory: int) -> Decompressor:
    return bz2.BZ2Decompressor()


def _unxz(most_memory: int) -> Decompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, most_memory)


_KINDS = {
    GZIP: Kind("gzip", lambda _: _Inflater(zlib.MAX_WBITS | 16)),
    b"BZh": Kind("bzip2", _bunzip2),
    b"\xfd7zXZ\0": Kind("xz", _unxz),
    b"\x28\xb5\x2f\xfd": Kind("Zstandard", _ZstdDecompressor, feed=1024),
}
"""The ways of packing by their first bytes."""

_BZIP2 = b"BZ"
# Its first bytes alone are letters; behind them comes a block, or the end of nothing.
_BZIP2_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")

_FIRST = frozenset(magic[:2] for magic in _KINDS)

RAW = {
    8: Kind("zip", lambda _: _Inflater(-zlib.MAX_WBITS), parts=False),
    12: Kind("zip", _bunzip2, parts=False),
    93: Kind("zip", _ZstdDecompressor, feed=1024, parts=False),
    95: Kind("zip", _unxz, parts=False),
}
"""How the members of a zip are packed, by the number of the method."""


def kind_of(head: bytes) -> Kind | None:
    """How a file that begins so is packed; ``None`` where it is not."""
    if head[:2] not in _FIRST:
        return None
    if head[:2] == _BZIP2 and head[4:10] not in _BZIP2_BLOCKS:
        return None
    return next((kind for magic, kind in _KINDS.items() if head.startswith(magic)), None)


# Parts without any content cost time and make no progress towards a limit.
_MOST_EMPTY_PARTS = 64


# What lzma and Zstandard say where more memory is needed than they may take.
_TOO_MUCH = ("Memory usage limit exceeded", "requires too much memory for decoding")


class Unpacked:
    """The bytes of a packed file, which come one after another.

    Args:
        packed: the packed bytes.
        kind: how they are packed.
        limits: how many times its size the file may unpack to.
        head: the first packed bytes, if those were taken already.
    """

    def __init__(self, packed: Readable, kind: Kind, limits: Limits, head: bytes = b"") -> None:
        self._packed, self._kind, self._limits = packed, kind, limits
        self._stream = kind.make(limits.memory_bytes)
        self._waiting = head
        self.taken = len(head)
        """How many packed bytes were taken."""
        self.given = 0
        """How many unpacked ones were given for them."""
        self._begun = 0
        self._empty_parts = 0

    def copy(self) -> Unpacked | None:
        """What goes on from here, with the packed bytes at ``taken``; ``None`` if the kind has no copies."""
        if not isinstance(self._stream, _Inflater):
            return None
        twin = copy(self)
        twin._stream = self._stream.copy()
        return twin

    def read(self, size: int, /) -> bytes:
        """At most so many bytes, and none at the end.

        Raises:
            OSError: if the packed bytes cannot be read.
            Broken: if they are damaged, end too early, or unpack to too much.
        """
        # To zlib, none at most means without a limit.
        while size > 0 and (not self._stream.eof or self._next_part()):
            fed = self._feed() if self._stream.needs_input else b""
            at_end = not fed and self._stream.needs_input
            try:
                unpacked = self._stream.decompress(fed, size)
            # bz2 says OSError for damage, and Zstandard's is a ValueError here.
            except (zlib.error, lzma.LZMAError, OSError, ValueError, EOFError) as error:
                raise Broken(self._what_is_wrong(str(error))) from None
            if unpacked:
                self.given += len(unpacked)
                self._limits.check_ratio(self.given, self.taken)
                return unpacked
            if at_end and not self._stream.eof:
                raise Broken(f"a {self._kind.name} file that ends too early")
        return b""

    def _what_is_wrong(self, error: str) -> str:
        if error.endswith(_TOO_MUCH):
            most = self._limits.memory_bytes
            return f"needs more memory to unpack than the limit of {most:,} bytes (--max-memory)"
        return f"a damaged {self._kind.name} file ({error})"

    def _feed(self) -> bytes:
        if self._waiting:
            fed, self._waiting = self._waiting[: self._kind.feed], self._waiting[self._kind.feed :]
            return fed
        fed = self._packed.read(self._kind.feed)
        self.taken += len(fed)
        return fed

    def _next_part(self) -> bool:
        """Go on to the part that follows; whether there is one."""
        if not self._kind.parts:
            return False
        rest = self._stream.unused_data.lstrip(b"\0")
        # Tapes and block devices fill the last block with zeros.
        while not rest:
            fed = self._feed()
            if not fed:
                return False
            rest = fed.lstrip(b"\0")
        self._empty_parts += self.given == self._begun
        if self._empty_parts > _MOST_EMPTY_PARTS:
            raise Broken(f"a {self._kind.name} file of more than {_MOST_EMPTY_PARTS} empty parts")
        self._begun = self.given
        self._stream = self._kind.make(self._limits.memory_bytes)
        self._waiting = rest + self._waiting
        return True


def unpacked_blocks(stream: Readable, limits: Limits, size: int) -> Iterator[bytes]:
    """The blocks of a stream, unpacked if it is packed.

    Args:
        stream: the bytes as they lie there.
        limits: how many times its size it may unpack to.
        size: the most bytes of a block.

    Raises:
        OSError: if the stream cannot be read.
        Broken: if it is damaged or unpacks to too much.
    """
    head = filled(stream, HEAD)
    kind = kind_of(head)
    if kind is not None:
        stream, head = Unpacked(stream, kind, limits, head), b""
    block = head + (stream.read(size - len(head)) if size > len(head) else b"")
    while block:
        yield block
        block = stream.read(size)


def filled(stream: Readable, size: int) -> bytes:
    """So many bytes of a stream, less only where it ends.

    Raises:
        OSError: if the stream cannot be read.
        Broken: if it is damaged or unpacks to too much.
    """
    data = b""
    while len(data) < size:
        more = stream.read(size - len(data))
        if not more:
            break
        data += more
    return data
