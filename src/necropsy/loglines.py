"""The lines of a log: one after another, with constant memory, from a file of any size."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator

from necropsy.logline import Line
from necropsy.sources import GZIP, Limits, decode, open_regular, too_long

__all__ = ["Broken", "lines_in", "lines_of_text"]

_BLOCK = 1024 * 1024
_LONGEST = 128 * 1024
"""Bytes that are kept of a line without an end; no game writes a tenth of it."""

_Piece = tuple[bytes, int, bool]
"""Lines of a log with line ends between them, where the first begins, and whether the last has its end."""


# What is broken is the log, and the program goes on: no name that ends in Error.
class Broken(Exception):  # noqa: N818
    """A log could not be read to its end; the message says why."""


def lines_in(name: str, limits: Limits) -> Iterator[Line]:
    """The lines of a log file, which may be packed with gzip and may still be growing.

    Args:
        name: the file.
        limits: how many bytes of it are read.

    Raises:
        OSError: if the file cannot be opened or read.
        Broken: if it is damaged or over the limit; the lines up to there came first.
    """
    return _numbered(_pieces(_bytes_of(name, limits.log_bytes)))


def lines_of_text(text: str) -> Iterator[Line]:
    """The lines of a log that is in memory."""
    return _numbered(_pieces(iter((text.encode("utf-8", "replace"),))))


def _numbered(pieces: Iterator[_Piece]) -> Iterator[Line]:
    number = 1
    for block, offset, whole in pieces:
        for line in _lines(block, number, offset):
            yield line if whole else line._replace(whole=False)
            number += 1


def _lines(block: bytes, number: int, offset: int) -> Iterator[Line]:
    """The lines of a block whose first has a number and an offset."""
    if block.isascii():
        for text in block.decode("ascii").split("\n"):
            yield Line(text[:-1] if text[-1:] == "\r" else text, number, offset)
            number += 1
            offset += len(text) + 1
        return
    for data in block.split(b"\n"):
        # Each line of a log has its own player, whose terminal may have had another encoding.
        content = decode(data)
        yield Line(content.text.removesuffix("\r"), number, offset, encoding=content.encoding)
        number += 1
        offset += len(data) + 1


def _pieces(blocks: Iterator[bytes]) -> Iterator[_Piece]:
    """Blocks cut at line ends; of a line that is too long for any game the beginning alone."""
    rest, offset, skipping = b"", 0, False
    for block in blocks:
        rest += block
        if skipping:
            cut, end, rest = rest.partition(b"\n")
            offset += len(cut) + len(end)
            skipping = not end
        piece, end, after = rest.rpartition(b"\n")
        if end:
            yield piece, offset, True
            offset, rest = offset + len(piece) + 1, after
        if len(rest) > _LONGEST:
            yield rest[:_LONGEST], offset, True
            offset, rest, skipping = offset + len(rest), b"", True
    if rest:
        yield rest, offset, False


def _bytes_of(name: str, limit: int) -> Iterator[bytes]:
    handle = open_regular(name)
    try:
        first = os.read(handle, _BLOCK)
        blocks = _read_on(handle, first)
        read = 0
        for block in _unpacked(blocks) if first[:2] == GZIP else blocks:
            read += len(block)
            if read > limit:
                raise Broken(too_long(limit))
            yield block
    finally:
        os.close(handle)


def _read_on(handle: int, block: bytes) -> Iterator[bytes]:
    while block:
        yield block
        block = os.read(handle, _BLOCK)


def _unpacked(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Unpack a gzip file of any number of members."""
    stream = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    for block in blocks:
        data = block
        while data:
            if stream.eof:
                # Tapes and block devices fill the last block with zeros.
                data = data.lstrip(b"\0")
                if not data:
                    break
                stream = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
            try:
                unpacked = stream.decompress(data, _BLOCK)
            except zlib.error as error:
                raise Broken(f"a damaged gzip file ({error})") from None
            if unpacked:
                yield unpacked
            data = stream.unused_data if stream.eof else stream.unconsumed_tail
    if not stream.eof:
        raise Broken("a gzip file that ends too early")
