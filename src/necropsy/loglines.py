"""The lines of a log: one after another, with constant memory, from a file of any size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from necropsy.logline import Line
from necropsy.sources import Broken, Limits, Source, blocks, decode

__all__ = ["Broken", "Piece", "lines_in", "lines_of_piece", "lines_of_text", "of_few_lines", "pieces_in"]

_LONGEST = 128 * 1024
"""Bytes that are kept of a line without an end; no game writes a tenth of it."""


_MOST_LINES = 16_384
"""Lines of a piece: each becomes an object or a few, so a piece of lines of two bytes would be a bomb.
A game's has some 400 bytes, of which a megabyte holds 2,500."""


class Piece(NamedTuple):
    """Some lines of a log.

    Attributes:
        data: the lines as they stand, with line ends between them.
        number: number of the first line, from 1.
        offset: where it begins, in bytes of the (unpacked) file.
        whole: whether the last line has its end.
    """

    data: bytes
    number: int
    offset: int
    whole: bool

    def halves(self) -> tuple[Piece, ...]:
        """The same lines in two pieces; nothing where it is a single one."""
        middle = self.data.find(b"\n", len(self.data) // 2)
        if middle < 0:
            middle = self.data.rfind(b"\n")
        if middle < 0:
            return ()
        first, rest = self.data[:middle], self.data[middle + 1 :]
        number = self.number + first.count(b"\n") + 1
        return Piece(first, self.number, self.offset, True), Piece(
            rest, number, self.offset + middle + 1, self.whole
        )

    def line(self, number: int, offset: int) -> Piece:
        """One of the lines, as a piece of its own."""
        start = offset - self.offset
        end = self.data.find(b"\n", start)
        if end < 0:
            return Piece(self.data[start:], number, offset, self.whole)
        return Piece(self.data[start:end], number, offset, True)


def lines_in(source: Source | str, limits: Limits) -> Iterator[Line]:
    """The lines of a log, which may be packed, a member of an archive, a URL, and may still be growing.

    Args:
        source: the log.
        limits: how many bytes of it are read.

    Raises:
        OSError: if it cannot be opened or read.
        Broken: if it is damaged or over the limit; the lines up to there came first.
    """
    return _lines_of(pieces_in(source, limits))


def lines_of_text(text: str) -> Iterator[Line]:
    """The lines of a log that is in memory."""
    return _lines_of(_numbered(_pieces(iter((text.encode("utf-8", "replace"),)))))


def pieces_in(source: Source | str, limits: Limits) -> Iterator[Piece]:
    """The same lines in pieces of about a megabyte, or of so many lines as are enough for one.

    Raises:
        OSError: if it cannot be opened or read.
        Broken: if it is damaged or over the limit; the pieces up to there came first.
    """
    return _numbered(_pieces(blocks(source, limits)))


def _numbered(pieces: Iterator[tuple[bytes, int, bool]]) -> Iterator[Piece]:
    number = 1
    for block, offset, whole in pieces:
        yield from of_few_lines(Piece(block, number, offset, whole))
        number += block.count(b"\n") + 1


def of_few_lines(piece: Piece) -> Iterator[Piece]:
    """The same lines in pieces of no more lines than are enough for one."""
    if piece.data.count(b"\n") < _MOST_LINES:
        yield piece
        return
    for half in piece.halves():
        yield from of_few_lines(half)


def _lines_of(pieces: Iterator[Piece]) -> Iterator[Line]:
    for piece in pieces:
        yield from lines_of_piece(piece)


def lines_of_piece(piece: Piece) -> Iterator[Line]:
    """The lines of a piece."""
    for line in _lines(piece.data, piece.number, piece.offset):
        yield line if piece.whole else line._replace(whole=False)


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


def _pieces(blocks: Iterator[bytes]) -> Iterator[tuple[bytes, int, bool]]:
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
