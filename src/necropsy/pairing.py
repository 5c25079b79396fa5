"""Which files tell of one game: a dump, the page of the same dump, and a line in the log.

A game names each of its records by player and start. Dumps are put aside by that name and
read again when their game's turn comes, so that a walk over many of them needs memory for
names only; the lines of a log are small and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from necropsy.joint import JointRecord
from necropsy.record import Record

if TYPE_CHECKING:
    from necropsy.games import Game
    from necropsy.sources import Content, Source

__all__ = ["Gathering", "Identity"]


@dataclass(frozen=True, slots=True)
class Identity:
    """What names a game in every file that tells of it.

    Attributes:
        player: the character's name.
        start: the start in seconds, by some clock of whole quarters of an hour from UTC.
        kind: what the file is: ``text``, ``page`` or ``line``.
    """

    player: str
    start: int
    kind: str

    @property
    def key(self) -> tuple[str, int]:
        """What is the same in all time zones."""
        return self.player.casefold(), self.start % _QUARTER


# Clocks differ by whole quarters of an hour, at most by so many seconds.
_QUARTER = 15 * 60
_FARTHEST = 26 * 3600


@dataclass(slots=True)
class _Part:
    game: Game
    identity: Identity
    source: Source
    record: Record | None


@dataclass(slots=True)
class Gathering:
    """The games of one run that several files may tell of."""

    _parts: dict[tuple[str, str, int], list[list[_Part]]] = field(default_factory=dict)

    def take(self, game: Game, source: Source, record: Record, content: Content) -> bool:
        """Put a record aside if its game may have others; whether it was put aside."""
        identity = game.identity(record)
        if identity is None:
            return False
        in_memory = identity.kind == "line" or content.held
        part = _Part(game, identity, source, record if in_memory else None)
        groups = self._parts.setdefault((game.name, *identity.key), [])
        for group in groups:
            if _belongs(part, group):
                group.append(part)
                return True
        groups.append([part])
        return True

    def games(self, reread: Callable[[Game, Source], Record | None]) -> Iterator[tuple[Game, Record]]:
        """Each game with the record that all its files make up, in the order in which they came."""
        for groups in self._parts.values():
            for group in groups:
                found = [part.record or reread(part.game, part.source) for part in sorted(group, key=_rank)]
                records = [record for record in found if record is not None]
                if records:
                    yield group[0].game, records[0] if len(records) == 1 else JointRecord(records)


_ORDER = ("text", "page", "line")


def _rank(part: _Part) -> int:
    return _ORDER.index(part.identity.kind)


def _belongs(part: _Part, group: list[_Part]) -> bool:
    """Whether a file can be another one of the same game: of a kind that the group has not yet."""
    if any(other.identity.kind == part.identity.kind for other in group):
        return False
    return all(abs(other.identity.start - part.identity.start) <= _FARTHEST for other in group)
