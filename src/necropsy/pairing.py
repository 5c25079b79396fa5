"""Which files tell of one game: a dump, the page of the same dump, and a line in the log.

A game names each of its records by player and moment. Dumps are put aside by that name and
read again when their game's turn comes, and a log is read when all dumps are known by name,
line by line: a walk over many files needs memory for names only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from necropsy.joint import JointRecord
from necropsy.record import Record, Standing
from necropsy.verdict import Audit

if TYPE_CHECKING:
    from necropsy.games import Game
    from necropsy.sources import Content, Source

__all__ = ["Gathering", "Identity"]


PLACE = "other files of the run"


class Identity(NamedTuple):
    """What names a game in every file that tells of it.

    Attributes:
        player: the character's name, as all files of the game have it.
        kind: what the file is: ``text``, ``page``, ``line``, or ``entry`` for a line that tells of
            something before the end of its game.
        keys: under what a dump is put aside, and where a line looks for its dumps.
        start: the start in seconds: of a line by UTC, of a dump by a clock of whole quarters of
            an hour from it; ``None`` where only the day is known.
        end: the end in seconds by the same clock, where it is known.
        stamps: the moments by which servers name the files of this game.
        days: the days of start and end, counted, where a dump has no moments.
        seed: the seed of the dungeon, where it is known.
        slot: what can hold one running game of a player: a version, a kind of game.
    """

    player: str
    kind: str
    keys: tuple[Hashable, ...]
    start: int | None = None
    end: int | None = None
    stamps: tuple[int, ...] = ()
    days: tuple[int | None, int | None] = (None, None)
    seed: str | None = None
    slot: str = ""

    def matches(self, line: Identity) -> Match:
        """How surely a dump and a line that share a key are of one game.

        A player who plays often has games whose starts differ by whole quarters of an hour.
        """
        if any(stamp in line.stamps for stamp in self.stamps):
            return Match.SURE
        if self.start is None or line.start is None:
            return self._matches_days(line)
        if self.stamps or not _WEST <= self.start - line.start <= _EAST:
            return Match.NO
        if self.end is None or line.end is None:
            return Match.PERHAPS
        moved = abs((self.end - self.start) - (line.end - line.start))
        return Match.LIKELY if any(abs(moved - hour) <= 2 for hour in _SUMMER_TIME) else Match.PERHAPS

    def _matches_days(self, line: Identity) -> Match:
        if self.seed and line.seed and self.seed != line.seed:
            return Match.NO
        both = zip(self.days, line.days, strict=True)
        near = all(own is None or its is None or abs(own - its) <= 1 for own, its in both)
        return Match.PERHAPS if near else Match.NO


class Match(IntEnum):
    """How surely two files tell of one game."""

    SURE = 0
    LIKELY = 1
    PERHAPS = 2
    NO = 3


# Clocks differ by whole quarters of an hour, at most by so many seconds from UTC.
QUARTER = 15 * 60
_WEST, _EAST = -12 * 3600, 14 * 3600
_SUMMER_TIME = (0, 1800, 3600)


@dataclass(frozen=True, slots=True)
class _Part:
    identity: Identity
    source: Source
    content: Content | None


@dataclass(slots=True)
class _Group:
    """The dumps of one game."""

    game: Game
    parts: list[_Part]
    claimed: bool = False
    entries: list[Record] = field(default_factory=list)

    def holds_twin_of(self, identity: Identity) -> bool:
        """Whether a dump is the other form of one here: both are written at once, by one clock."""
        return identity.start is not None and all(
            other.identity.kind != identity.kind and other.identity.start == identity.start
            for other in self.parts
        )


ReadDump = Callable[["Game", "Source", "Content | None"], "Record | Audit"]
"""Reads the record of a dump again, from its content where that was kept."""

ReadLog = Callable[["Game", "Source", "Content | None"], "Iterator[Record | Audit]"]
"""Reads the records of a log's lines, and what is no game there."""


@dataclass(slots=True)
class Gathering:
    """The games of one run that several files may tell of.

    Attributes:
        pair: whether dumps wait for the lines of logs; ``None`` is from the first log on.
        expect_files: whether a line without a dump is a fault.
    """

    pair: bool | None = None
    expect_files: bool = False
    _groups: list[_Group] = field(default_factory=list)
    _by_key: dict[tuple[str, Hashable], list[_Group]] = field(default_factory=dict)
    _logs: list[tuple[Game, Source, Content | None]] = field(default_factory=list)

    def take(self, game: Game, source: Source, record: Record, content: Content | None) -> bool:
        """Put a dump aside if its game may have other files; whether it was put aside."""
        waits = bool(self._logs) if self.pair is None else self.pair
        if not (waits or game.writes_twins):
            return False
        identity = game.identity(record)
        if identity is None or not identity.keys:
            return False
        part = _Part(identity, source, content)
        known = self._by_key.get((game.name, identity.keys[0]), ())
        group = next((group for group in known if group.holds_twin_of(identity)), None)
        if group is not None:
            group.parts.append(part)
            return True
        group = _Group(game, [part])
        self._groups.append(group)
        for key in identity.keys:
            self._by_key.setdefault((game.name, key), []).append(group)
        return True

    def take_log(self, game: Game, source: Source, content: Content | None) -> None:
        """Put a log aside, whose games may have dumps that the walk has yet to meet."""
        self._logs.append((game, source, content))

    def games(self, read: ReadDump, read_log: ReadLog) -> Iterator[tuple[Game, Record] | Audit]:
        """Each game once, with the record that all its files make up.

        The games of the logs come in the order of their lines, then the dumps that no line
        belongs to in the order in which they were met. What could not be read comes as an audit.
        """
        for game, source, content in self._logs:
            for line in read_log(game, source, content):
                if isinstance(line, Audit):
                    yield line
                    continue
                gone: list[Audit] = []
                identity = game.identity(line) if self._by_key and self.pair is not False else None
                if identity is not None and identity.kind == "entry":
                    self._take_entry(game, line, identity)
                    yield game, line
                    continue
                dumps = [] if identity is None else self._claimed(game, line, identity, read, gone)
                if not dumps and self.pair is not False:
                    self._mark_alone(game, line)
                yield game, _joined([*dumps, line])
                yield from gone
        for group in self._groups:
            if not group.claimed:
                gone = []
                dumps = _read(group, read, gone)
                if dumps:
                    if any(game is group.game for game, _, _ in self._logs) and self.pair is not False:
                        dumps[0].state("alone", "dump", 0, PLACE, Standing.WITNESS)
                    yield group.game, _joined([*dumps, *group.entries])
                yield from gone

    def _take_entry(self, game: Game, line: Record, identity: Identity) -> None:
        """Keep a line that is no end for the dumps of its game."""
        for key in identity.keys:
            for group in self._by_key.get((game.name, key), ()):
                group.entries.append(line)

    def _mark_alone(self, game: Game, line: Record) -> None:
        if self.expect_files:
            line.state("alone", "line, file expected", line.line, PLACE)
        elif any(name == game.name for name, _ in self._by_key):
            line.state("alone", "line", line.line, PLACE)

    def _claimed(
        self, game: Game, line: Record, identity: Identity, read: ReadDump, gone: list[Audit]
    ) -> list[Record]:
        """The dumps of a line's game, which no other line can have then."""
        ranked: list[tuple[Match, int, _Group]] = []
        for key in identity.keys:
            for group in self._by_key.get((game.name, key), ()):
                match = group.parts[0].identity.matches(identity)
                if match is not Match.NO and not group.claimed:
                    ranked.append((match, len(ranked), group))
        for match, _, group in sorted(ranked, key=lambda ranking: ranking[:2]):
            dumps = _read(group, read, gone)
            if match is Match.SURE or _agree(dumps, line, likely=match is Match.LIKELY):
                group.claimed = True
                return [*dumps, *group.entries]
        return []


_ORDER = ("text", "page", "line")


def _read(group: _Group, read: ReadDump, gone: list[Audit]) -> list[Record]:
    """The records of some dumps; nothing of a file that has gone since."""
    records = []
    for part in sorted(group.parts, key=lambda part: _ORDER.index(part.identity.kind)):
        record = read(group.game, part.source, part.content)
        if isinstance(record, Audit):
            group.parts.remove(part)
            gone.append(record)
        else:
            records.append(record)
    return records


def _joined(records: list[Record]) -> Record:
    return records[0] if len(records) == 1 else JointRecord(records)


# So many turns and so few points are nobody's mark.
_FEW_TURNS = 100


def _agree(dumps: list[Record], line: Record, *, likely: bool) -> bool:
    """Whether a dump and a line have something in common that two games of a player have not."""
    if not dumps:
        return False
    dump = dumps[0]
    same = {fact: dump.value(fact) == line.value(fact) for fact in ("score", "turns", "role", "species")}
    character = same["role"] and same["species"]
    if dump.value("seed") is not None and dump.value("seed") == line.value("seed"):
        return True
    if same["score"] and line.value("score") and character:
        return True
    if same["turns"] and (line.value("turns") or 0) > _FEW_TURNS:
        return True
    return likely and (character or same["turns"] or same["score"])
