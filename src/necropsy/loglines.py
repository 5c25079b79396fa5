"""The lines of a log: one after another, with constant memory, from a file of any size."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.logline import Line
from necropsy.sources import Broken, Limits, Source, blocks, decode

__all__ = ["Broken", "lines_in", "lines_of_text"]

_LONGEST = 128 * 1024
"""Bytes that are kept of a line without an end; no game writes a tenth of it."""

_Piece = tuple[bytes, int, bool]
"""Lines of a log with line ends between them, where the first begins, and whether the last has its end."""


def lines_in(source: Source | str, limits: Limits) -> Iterator[Line]:
    """The lines of a log, which may be packed, a member of an archive, a URL, and may still be growing.

    Args:
        source: the log.
        limits: how many bytes of it are read.

    Raises:
        OSError: if it cannot be opened or read.
        Broken: if it is damaged or over the limit; the lines up to there came first.
    """
    return _numbered(_pieces(blocks(source, limits)))


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
