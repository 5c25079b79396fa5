"""Which files tell of one game: a dump, the page of the same dump, and a line in the log.

A game names each of its records by player and start. Dumps are put aside by that name and
read again when their game's turn comes, and a log is read when all dumps are known by name,
line by line: a walk over many files needs memory for names only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
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
        start: the start in seconds: of a line by UTC, of a dump by a clock of whole quarters of
            an hour from it.
        kind: what the file is: ``text``, ``page`` or ``line``.
        end: the end in seconds by the same clock, where it is known.
        stamps: the starts by which servers name the files of this game.
    """

    player: str
    start: int
    kind: str
    end: int | None = None
    stamps: frozenset[int] = frozenset()

    @property
    def key(self) -> tuple[str, int]:
        """What is the same in all time zones."""
        return self.player.casefold(), self.start % _QUARTER

    def matches(self, line: Identity) -> _Match:
        """How surely a dump and a line of the same key are of one game.

        A player who plays often has games whose starts differ by whole quarters of an hour.
        """
        if not _WEST <= self.start - line.start <= _EAST:
            return _Match.NO
        if self.stamps:
            return _Match.SURE if self.stamps & line.stamps else _Match.NO
        if self.end is None or line.end is None:
            return _Match.PERHAPS
        moved = abs((self.end - self.start) - (line.end - line.start))
        return _Match.LIKELY if any(abs(moved - hour) <= 2 for hour in _SUMMER_TIME) else _Match.PERHAPS


class _Match(IntEnum):
    SURE = 0
    LIKELY = 1
    PERHAPS = 2
    NO = 3


# Clocks differ by whole quarters of an hour, at most by so many seconds from UTC.
_QUARTER = 15 * 60
_WEST, _EAST = -12 * 3600, 14 * 3600
_SUMMER_TIME = (0, 1800, 3600)


@dataclass(frozen=True, slots=True)
class _Part:
    game: Game
    identity: Identity
    source: Source
    content: Content | None


_Group = list[_Part]

Reread = Callable[["Game", "Source", "Content | None"], Iterator[Record]]
"""Reads the records of a source again, from its content where that was kept."""


@dataclass(slots=True)
class Gathering:
    """The games of one run that several files may tell of."""

    _groups: dict[tuple[str, str, int], list[_Group]] = field(default_factory=dict)
    _logs: list[tuple[Game, Source, Content | None]] = field(default_factory=list)

    def take(self, game: Game, source: Source, record: Record, content: Content) -> bool:
        """Put a dump aside if its game may have other files; whether it was put aside."""
        identity = game.identity(record)
        if identity is None:
            return False
        part = _Part(game, identity, source, content if content.held else None)
        groups = self._groups.setdefault((game.name, *identity.key), [])
        group = next((group for group in groups if _belongs(identity, group)), None)
        if group is None:
            groups.append([part])
        else:
            group.append(part)
        return True

    def take_log(self, game: Game, source: Source, content: Content) -> None:
        """Put a log aside, whose games may have dumps that the walk has yet to meet."""
        self._logs.append((game, source, content if content.held else None))

    def games(self, reread: Reread) -> Iterator[tuple[Game, Record]]:
        """Each game once, with the record that all its files make up.

        The games of the logs come in the order of their lines, then the dumps that no line
        belongs to in the order in which they were met.
        """
        for game, source, content in self._logs:
            for line in reread(game, source, content):
                yield game, _joined([*self._claimed(game, line, reread), line])
        for groups in self._groups.values():
            for group in groups:
                dumps = _reread(group, reread)
                if dumps:
                    yield group[0].game, _joined(dumps)

    def _claimed(self, game: Game, line: Record, reread: Reread) -> list[Record]:
        """The dumps of a line's game, which no other line can have then."""
        identity = game.identity(line)
        groups = self._groups.get((game.name, *identity.key)) if identity else None
        if not groups or identity is None:
            return []
        ranked = [(group[0].identity.matches(identity), at) for at, group in enumerate(groups)]
        for match, at in sorted(ranked):
            if match is _Match.NO:
                break
            dumps = _reread(groups[at], reread)
            if match is _Match.SURE or _agree(dumps, line, likely=match is _Match.LIKELY):
                del groups[at]
                return dumps
        return []


_ORDER = ("text", "page", "line")


def _reread(group: _Group, reread: Reread) -> list[Record]:
    """The records of some dumps; nothing of a file that has gone since."""
    ordered = sorted(group, key=lambda part: _ORDER.index(part.identity.kind))
    return [record for part in ordered for record in reread(part.game, part.source, part.content)]


def _joined(records: list[Record]) -> Record:
    return records[0] if len(records) == 1 else JointRecord(records)


def _belongs(identity: Identity, group: _Group) -> bool:
    """Whether a dump is the other form of one: both are written at once, by one clock."""
    return all(
        other.identity.kind != identity.kind and other.identity.start == identity.start for other in group
    )


# So many turns and so few points are nobody's mark.
_FEW_TURNS = 100


def _agree(dumps: list[Record], line: Record, *, likely: bool) -> bool:
    """Whether a dump and a line have something in common that two games of a player have not."""
    if not dumps:
        return False
    score, turns, role = ((dumps[0].value(fact), line.value(fact)) for fact in ("score", "turns", "role"))
    if score[0] == score[1] and score[0] and role[0] == role[1]:
        return True
    if turns[0] == turns[1] and (turns[0] or 0) > _FEW_TURNS:
        return True
    return likely and (role[0] == role[1] or turns[0] == turns[1] or score[0] == score[1])
