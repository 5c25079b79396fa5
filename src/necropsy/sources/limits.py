"""How much is read: of files and logs, of archives, and of what unpacks to a multiple of itself."""

from __future__ import annotations

import re
from dataclasses import dataclass

from necropsy.sources.source import Broken

__all__ = ["Limits", "size_of", "too_long", "too_many_lines"]

_MIB = 1024 * 1024
_TIB = 1024**4


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file or an archive is read.

    Attributes:
        file_bytes: bytes of a file, after unpacking.
        log_bytes: bytes of a log, which holds every game that a server has seen and is read
            line by line; after unpacking, too.
        members: files in one archive.
        total_bytes: bytes of all files in one archive together, after unpacking.
        lines: lines of a dump: each takes memory beside its bytes, however short it is. The longest of the
            public ones has 3,472.
        memory_bytes: what a packer may have kept in mind of a file, which unpacking must keep in mind, too:
            as much as the largest setting of each packer's manual needs.
        ratio: how many times its size a packed file or an archive may unpack to. Dumps and
            logs take 10 to 30, zeros 1,000; it is looked at from the first MiB on.
    """

    file_bytes: int = 8 * _MIB
    log_bytes: int = 64 * 1024 * _MIB
    members: int = 5_000_000
    total_bytes: int = _TIB
    lines: int = 200_000
    memory_bytes: int = 128 * _MIB
    ratio: int = 500

    def check_ratio(self, unpacked: int, packed: int) -> None:
        """See that so many bytes may come from so many packed ones.

        Raises:
            Broken: if they are too many.
        """
        if unpacked > _MIB and unpacked > self.ratio * packed:
            times = unpacked // max(packed, 1)
            raise Broken(
                f"unpacks to {times:,} times its size or more ({unpacked:,} bytes of {packed:,}):"
                f" the limit is {self.ratio:,} times (--max-ratio)"
            )

    def check_members(self, members: int, size: int) -> None:
        """See that an archive may have so many members, of so many bytes in all.

        Raises:
            Broken: if it has too many of either.
        """
        if members > self.members:
            raise Broken(f"an archive of more members than the limit of {self.members:,} (--max-members)")
        if size > self.total_bytes:
            raise Broken(
                f"an archive that unpacks to {size:,} bytes or more: the limit is {self.total_bytes:,} bytes"
                " (--max-archive)"
            )


def too_long(limit: int, option: str) -> str:
    """What is wrong with a file that is longer than a limit, which an option raises."""
    return f"longer than the limit of {limit:,} bytes ({option})"


def too_many_lines(lines: int, limit: int) -> str:
    """What is wrong with a dump of more lines than a limit."""
    return f"{lines:,} lines, more than the limit of {limit:,} (--max-lines)"


_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,9})?) ?([KMGT]?)(?:i?B)?", re.IGNORECASE)
_UNITS = {"": 1, "K": 1024, "M": _MIB, "G": 1024 * _MIB, "T": _TIB}


def size_of(text: str) -> int:
    """The bytes of a size as people write it; K, M, G and T are powers of 1,024.

    Raises:
        ValueError: if it is none.

    >>> size_of("8MB"), size_of("1.5k"), size_of("100")
    (8388608, 1536, 100)
    """
    match = _SIZE.fullmatch(text.strip())
    size = int(float(match[1]) * _UNITS[match[2].upper()]) if match else 0
    if not size:
        raise ValueError(f"{text!r} is no size: give bytes, such as 500000, or 512K, 8MB, 1G")
    return size
