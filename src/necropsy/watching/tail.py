"""How far a log was read, and the lines that stand behind that by now."""

from __future__ import annotations

import os
from typing import BinaryIO, NamedTuple

from necropsy.loglines import Piece
from necropsy.sources import Source
from necropsy.sources.local import open_regular, path_of
from necropsy.sources.packed import HEAD, kind_of

__all__ = ["AT_ONCE", "BEGINNING", "Tail", "Tails", "after", "new_lines"]

AT_ONCE = 1024 * 1024
"""The most bytes of a log that are read at once, and of a new log that is not left to a full pass."""

_REMEMBERED = 1024
"""Bytes before the place up to which a log was read, by which it is known to be the same log."""


class Tail(NamedTuple):
    """How far a log was read.

    Attributes:
        offset: the byte behind the last line that was read.
        number: the number of the line that comes next.
        before: the bytes that stand before it, as far as they are remembered.
        file: device and inode; ``None`` where they are not known yet.
    """

    offset: int
    number: int
    before: bytes
    file: tuple[int, int] | None = None


BEGINNING = Tail(0, 1, b"")


def after(piece: Piece) -> Tail | None:
    """The place behind some lines; ``None`` where the last of them has no end yet."""
    if not piece.whole:
        return None
    before = piece.data[-_REMEMBERED:] + b"\n"
    return Tail(piece.offset + len(piece.data) + 1, piece.number + piece.data.count(b"\n") + 1, before)


def new_lines(path: str, tail: Tail) -> tuple[Piece | None, Tail]:
    """The whole lines behind a place, a megabyte at most, and the place behind them.

    A log that is not the one that was read, as it is shorter, another file or has another text
    before the place, is read from its beginning; if it is long, it is not read.

    Args:
        path: the log.
        tail: how far it was read.

    Raises:
        OSError: if it cannot be read.
        LookupError: if it has to be left to a full pass: long and new, packed, or with a line
            longer than any game's.
    """
    with os.fdopen(open_regular(path_of(path)), "rb") as log:
        found = os.fstat(log.fileno())
        file = (found.st_dev, found.st_ino)
        if not _is_same(log, tail, file, found.st_size):
            tail = BEGINNING
        if not tail.offset and (found.st_size > AT_ONCE or kind_of(_at(log, 0, HEAD)) is not None):
            raise LookupError(path)
        data = _at(log, tail.offset, AT_ONCE)
    whole, end, _ = data.rpartition(b"\n")
    if not end and len(data) == AT_ONCE:
        raise LookupError(path)
    if not end:
        return None, tail._replace(file=file)
    piece = Piece(whole, tail.number, tail.offset, True)
    behind = after(piece)
    assert behind is not None
    return piece, behind._replace(file=file)


def _is_same(log: BinaryIO, tail: Tail, file: tuple[int, int], size: int) -> bool:
    if tail.file not in (None, file) or size < tail.offset:
        return False
    return _at(log, tail.offset - len(tail.before), len(tail.before)) == tail.before


def _at(log: BinaryIO, offset: int, size: int) -> bytes:
    log.seek(offset)
    return log.read(size)


class Tails(dict[str, tuple[str, Tail]]):
    """The logs that are followed, by their names; for each its game and how far it was read."""

    def see(self, game: str, source: Source, piece: Piece) -> None:
        """Take note of some lines that a pass has read, one piece after another."""
        tail = after(piece)
        if tail is not None and not source.inside:
            self[source.name] = game, tail

    def know_files(self) -> None:
        """Take note of which file each log is, to know it when it is renamed."""
        for name, (game, tail) in list(self.items()):
            if tail.file is None:
                self[name] = game, tail._replace(file=_file(name))

    def is_renamed(self, name: str) -> bool:
        """Whether a file is a log that had another name; it is followed under the new one then."""
        file = _file(name)
        old = next((old for old, (_, tail) in self.items() if file is not None and tail.file == file), None)
        if old is None:
            return False
        self[name] = self.pop(old)
        return True


def _file(name: str) -> tuple[int, int] | None:
    """Device and inode of what has a name; ``None`` where there is nothing."""
    try:
        found = os.stat(path_of(name))
    except OSError:
        return None
    return found.st_dev, found.st_ino
