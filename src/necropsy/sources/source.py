"""What is read: a file, a member of an archive, or a URL; and what it holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

__all__ = ["Broken", "Content", "Place", "Readable", "Source", "Stream", "reason"]


class Place(NamedTuple):
    """Where a member lies in its archive, so that any process finds it without a search.

    Attributes:
        at: the byte at which its header begins; in a packed tar after unpacking.
        size: its bytes.
        packed: in a zip, the bytes that it takes there.
        crc: in a zip, its checksum.
        method: in a zip, how it is packed.
    """

    at: int
    size: int
    packed: int = 0
    crc: int = 0
    method: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """A file to audit.

    Attributes:
        name: its path or URL, as given or as found; of a member ``ARCHIVE/MEMBER``.
        asked: whether it was named itself (and not found in a directory, a glob or an archive).
        problem: why it cannot be read, if that is known already.
        size: its bytes as they lie there, packed or not; -1 where that is not known.
        inside: the name of the archive that it lies in. A member that was only named has it
            not; reading finds out.
        place: where in that archive.
        looks: what changes with its content (:func:`~necropsy.sources.signature`), where that was seen
            when it was found.
    """

    name: str
    asked: bool = True
    problem: str = ""
    size: int = field(default=-1, compare=False)
    inside: str = field(default="", compare=False)
    place: Place | None = field(default=None, compare=False)
    looks: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Content:
    """What a source holds.

    Attributes:
        text: the decoded text.
        problem: why there is no text; of a damaged packed file there may be the beginning.
        encoding: how it was decoded: ``utf-8``, ``cp932`` or ``euc_jp`` (a Japanese dump), else ``cp1252``.
        held: whether the text is all there is, and no file to read it from again.
        partial: whether the file is longer than a dump may be, and the text its beginning. It may
            be a log, which is read line by line (:mod:`necropsy.loglines`).
        utf8: the bytes of the text if it was UTF-8, which is dear to make again.
        digest: BLAKE2b of the unpacked bytes, 128 bits as hex digits, if it was asked for and the
            file was read to its end.
    """

    text: str = ""
    problem: str = ""
    encoding: str = "utf-8"
    held: bool = False
    partial: bool = False
    utf8: bytes = field(default=b"", repr=False)
    digest: str = ""


# What is broken is the file, and the program goes on: no name that ends in Error.
class Broken(Exception):  # noqa: N818
    """A file could not be read to its end; the message says why."""


class Readable(Protocol):
    """Bytes that come one after another."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""


class Stream(Readable, Protocol):
    """Bytes of which any can be had."""

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a byte."""

    def tell(self) -> int:
        """The byte that comes next."""

    def close(self) -> None:
        """Give the file back."""


def reason(error: OSError | Broken) -> str:
    """Why a file could not be read, in words."""
    if isinstance(error, Broken):
        return str(error)
    return (error.strerror or str(error)).lower()
