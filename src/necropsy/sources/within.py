"""What archives of every kind have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from necropsy.sources.source import Broken, Place, Readable

__all__ = ["Archive", "Entry", "Index"]


class Entry(NamedTuple):
    """A member of an archive.

    Attributes:
        name: as the archive has it: a label, and no path that anything is written to.
        place: where it lies.
        problem: why it cannot be read, if that is known already.
    """

    name: str
    place: Place
    problem: str = ""


class Archive(Protocol):
    """An open archive; one reader at a time."""

    def entries(self) -> Iterator[Entry]:
        """The members that are files, in the order in which they are best read.

        Raises:
            OSError: if the archive cannot be read.
            Broken: if it is damaged or over a limit; the members up to there came first.
        """

    @property
    def find(self) -> Callable[[str], Entry | None]:
        """Gives the first member of a name; raises as ``entries`` does."""

    def open(self, place: Place) -> Readable:
        """The bytes of a member, until another one is opened.

        Raises:
            OSError: if the archive cannot be read.
            Broken: if it is damaged or over a limit.
        """

    def close(self) -> None:
        """Give the file back."""


class Index:
    """The members of an archive by their names, as far as it had to be looked through.

    Args:
        entries: looks through the archive.
    """

    def __init__(self, entries: Callable[[], Iterator[Entry]]) -> None:
        self._met: dict[str, Entry] = {}
        self._rest = entries()
        self._broken: Broken | None = None

    def find(self, name: str) -> Entry | None:
        """The first member of a name.

        Raises:
            OSError: if the archive cannot be read.
            Broken: if it is damaged or over a limit before the member comes.
        """
        if name in self._met:
            return self._met[name]
        if self._broken is not None:
            raise self._broken
        try:
            for entry in self._rest:
                self._met.setdefault(entry.name, entry)
                if entry.name == name:
                    return entry
        except Broken as error:
            self._broken = error
            raise
        return None
