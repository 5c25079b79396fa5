"""Which files tell of one game: a dump, the page of the same dump, and a line in the log.

A game names each of its records by player and moment. Dumps are put aside by that name and
read again when their game's turn comes, and a log is read when all dumps are known by name,
line by line: a walk over many files needs memory for names only.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from necropsy.card import identity_of
from necropsy.given import is_called_log
from necropsy.identity import Identity, Match
from necropsy.joint import JointRecord
from necropsy.record import Record, Standing
from necropsy.verdict import Audit

if TYPE_CHECKING:
    from necropsy.games import Game
    from necropsy.sources import Source

__all__ = ["Gathering"]


PLACE = "other files of the run"


@dataclass(frozen=True, slots=True)
class _Part:
    identity: Identity
    source: Source
    content: Any


@dataclass(slots=True)
class _Group:
    """The dumps of one game.

    Attributes:
        game: the game that wrote them.
        parts: the dumps.
        claimed: whether a line took them.
        line: the line of their game that took another dump of it; two tell of one game then.
        entries: lines of their game that tell of something before its end.
        marks: what the first of them says that lines are compared with, once one was.
    """

    game: Game
    parts: list[_Part]
    claimed: bool = False
    line: Record | None = None
    entries: list[Record] = field(default_factory=list)
    marks: dict[str, Any] | None = None

    def holds_twin_of(self, identity: Identity, source: Source) -> bool:
        """Whether a dump is the other form of one here: both are written at once, by one clock, to one place.

        Elsewhere anybody could have made it, and what two forms differ in is held against the game.
        """
        folder = os.path.dirname(source.name)
        return identity.start is not None and all(
            other.identity.kind != identity.kind
            and other.identity.start == identity.start
            and os.path.dirname(other.source.name) == folder
            for other in self.parts
        )


ReadDump = Callable[["Game", "Source", Any], "Record | Audit"]
"""Reads the record of a dump again, from its content where that was kept."""

ReadLog = Callable[["Game", "Source", Any], Iterator[Any]]
"""Reads the records of a log's lines; what else it gives is no game and is handed on."""


_Held = tuple["Game", Record, Identity, "Source"]
"""A line that may be of a dump and is not surely, and its log."""


@dataclass(slots=True)
class Gathering:
    """The games of one run that several files may tell of.

    Attributes:
        pair: whether dumps wait for the lines of logs; ``None`` is from the first log on.
        expect_files: whether a line without a dump is a fault.
        logs: files that were given as logs of the server.
    """

    pair: bool | None = None
    expect_files: bool = False
    logs: frozenset[str] = frozenset()
    _groups: list[_Group] = field(default_factory=list)
    _by_key: dict[tuple[str, Hashable], list[_Group]] = field(default_factory=dict)
    _met: set[str] = field(default_factory=set)
    _logs: list[tuple[Game, Source, Any]] = field(default_factory=list)

    @property
    def looks(self) -> bool:
        """Whether there are dumps for which the lines of logs are looked through."""
        return bool(self._by_key) and self.pair is not False

    @property
    def pairs(self) -> bool:
        """Whether dumps wait for the lines of logs, as far as is known."""
        return bool(self._logs) if self.pair is None else self.pair

    def take(self, game: Game, source: Source, record: Record, content: Any) -> bool:
        """Put a dump aside if its game may have other files; whether it was put aside.

        Args:
            game: the game that wrote it.
            source: the file.
            record: its record, which is not kept.
            content: what the dump is read from again, beside its file.
        """
        identity = identity_of(game, record)
        keys = () if identity is None else game.keys(identity)
        if identity is None or not keys:
            return False
        part = _Part(identity, source, content)
        known = () if identity.start is None else self._by_key.get((game.name, keys[0]), ())
        group = next((group for group in known if group.holds_twin_of(identity, source)), None)
        if group is not None:
            group.parts.append(part)
            return True
        group = _Group(game, [part])
        self._groups.append(group)
        self._met.add(game.name)
        for key in keys:
            self._by_key.setdefault((game.name, key), []).append(group)
        return True

    def take_log(self, game: Game, source: Source, content: Any) -> None:
        """Put a log aside, whose games may have dumps that the walk has yet to meet."""
        self._logs.append((game, source, content))

    def counts(self, source: Source) -> bool:
        """Whether the lines of a log are held against dumps: whether it is the server's, for all we know.

        Anybody's file can have the lines of a log in it, on games of anybody. Where logs of the server
        were given no others count but those that were named themselves, else all that are called as
        logs are.
        """
        if self.logs:
            return source.asked or source.name in self.logs
        return source.asked or is_called_log(source.name)

    def _in_order(self) -> list[tuple[Game, Source, Any]]:
        """The logs, those first that say most surely what the server knows: the first line takes a dump."""
        return sorted(self._logs, key=lambda log: self._remoteness(log[1]))

    def _remoteness(self, source: Source) -> tuple[int, int]:
        if source.name in self.logs:
            return 0, 0
        if source.asked:
            return 1, 0
        # A server's log does not lie in the directories of its players.
        return (2, source.name.count("/")) if self.counts(source) else (3, 0)

    def games(self, read: ReadDump, read_log: ReadLog) -> Iterator[Any]:
        """Each game once, with the record that all its files make up.

        The games of the logs come in the order of their lines, the logs of the server first, but
        for lines that may be of a dump and are not surely: these come when all logs were read. Then
        come the dumps that no line belongs to, in the order in which they were met. A game comes as
        a pair of it and its record; what could not be read comes as ``read`` and ``read_log`` give
        it.
        """
        held: list[_Held] = []
        for game, source, content in self._in_order():
            looks = self.looks and self.counts(source)
            for line in read_log(game, source, content):
                if not isinstance(line, Record):
                    yield line
                    continue
                identity = identity_of(game, line) if looks else None
                if identity is None:
                    yield game, self._alone(game, line, source)
                elif identity.kind == "entry":
                    self._take_entry(game, line, identity)
                    yield game, line
                elif (group := self._sure(game, identity, line)) is not None:
                    yield from self._told(group, line, read)
                elif self._candidates(game, identity):
                    # Another line may be more surely of the dumps that could be this one's.
                    held.append((game, line, identity, source))
                else:
                    yield game, self._alone(game, line, source)
        yield from self._told_perhaps(held, read)
        for group in self._groups:
            if not group.claimed:
                yield from self._left_over(group, read)

    def _told(self, group: _Group, line: Record, read: ReadDump) -> Iterator[tuple[Game, Record] | Audit]:
        """A line's game with the dumps that it claimed."""
        gone: list[Audit] = []
        yield group.game, _joined([*_read(group, read, gone), line])
        yield from gone

    def _told_perhaps(self, held: list[_Held], read: ReadDump) -> Iterator[tuple[Game, Record] | Audit]:
        """The games of the lines that no dump is surely of."""
        for game, line, identity, source in held:
            gone: list[Audit] = []
            group = self._likeliest(game, line, identity, read, gone)
            if group is None:
                yield game, self._alone(game, line, source)
            else:
                yield from self._told(group, line, read)
            yield from gone

    def _sure(self, game: Game, identity: Identity, line: Record) -> _Group | None:
        """The first dumps that a line is surely of, which no other line can have then."""
        groups = [
            group
            for key in game.keys(identity)[:1]
            for group in self._by_key.get((game.name, key), ())
            if group.parts and group.parts[0].identity.matches(identity) is Match.SURE
        ]
        free = [group for group in groups if not group.claimed]
        if not free:
            return None
        self._claim(game, free[0], line)
        for other in free[1:]:
            other.line = line
        return free[0]

    def _claim(self, game: Game, group: _Group, line: Record) -> None:
        group.claimed = True
        own = group.parts[0].identity
        for key in game.keys(own):
            for other in self._by_key.get((game.name, key), ()):
                if not other.claimed and other.parts and other.parts[0].identity.is_same_game(own):
                    other.line = line

    def _likeliest(
        self, game: Game, line: Record, identity: Identity, read: ReadDump, gone: list[Audit]
    ) -> _Group | None:
        """The dumps that are most likely a line's, if they have enough in common with it."""
        for match, group in self._candidates(game, identity):
            if group.marks is None:
                # Many lines may be compared with the dumps of one day, each of which is read once for that.
                group.marks = _marks_of(_read(group, read, gone))
            if group.marks and _agree(group.marks, line, match):
                self._claim(game, group, line)
                return group
        return None

    def _candidates(self, game: Game, identity: Identity) -> list[tuple[Match, _Group]]:
        """The dumps that can be a line's and are no other's yet, the likeliest first."""
        free = {
            id(group): group
            for key in game.keys(identity)
            for group in self._by_key.get((game.name, key), ())
            if group.parts and not group.claimed and group.line is None
        }
        ranked = [(group.parts[0].identity.matches(identity), group) for group in free.values()]
        return sorted((each for each in ranked if each[0] is not Match.NO), key=itemgetter(0))

    def _alone(self, game: Game, line: Record, source: Source) -> Record:
        """A line without a dump, which says so if a dump was expected or others have some."""
        said = self.said_alone(game, source)
        if said:
            line.state("alone", said, line.line, PLACE)
        return line

    def said_alone(self, game: Game, source: Source) -> str:
        """What a game's line in a log says of itself where it has no dump."""
        if self.pair is False or not (self.expect_files or game.name in self._met):
            return ""
        if not self.counts(source):
            return ""
        return "line, file expected" if self.expect_files else "line"

    def _left_over(self, group: _Group, read: ReadDump) -> Iterator[tuple[Game, Record] | Audit]:
        """The dumps that no line took; of a game that has a line they are compared with it all the same."""
        gone: list[Audit] = []
        dumps = _read(group, read, gone)
        if dumps and group.line is not None:
            yield group.game, _joined([*dumps, group.line])
        elif dumps:
            if self.pair is not False and self._has_log(group.game):
                alone = "dump, mode entered" if group.entries else "dump"
                dumps[0].state("alone", alone, 0, PLACE, Standing.WITNESS)
            yield group.game, _joined(dumps, group.entries)
        yield from gone

    def _has_log(self, game: Game) -> bool:
        return any(each is game and self.counts(source) for each, source, _ in self._logs)

    def _take_entry(self, game: Game, line: Record, identity: Identity) -> None:
        """Keep a line that is no end for the dumps of its game."""
        for key in game.keys(identity):
            for group in self._by_key.get((game.name, key), ()):
                group.entries.append(line)


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


def _joined(records: list[Record], beside: Sequence[Record] = ()) -> Record:
    return records[0] if len(records) == 1 and not beside else JointRecord(records, beside)


# So many turns and so few points are nobody's mark.
_FEW_TURNS = 100


def _marks_of(dumps: list[Record]) -> dict[str, Any]:
    """What the first of some dumps says that lines are compared with; empty where there is none."""
    return {fact: dumps[0].value(fact) for fact in (*_COMPARED, "duration_s")} if dumps else {}


def _agree(marks: dict[str, Any], line: Record, match: Match) -> bool:
    """Whether a dump and a line have something in common that two games of a player have not."""
    same: dict[str, bool] = {fact: marks[fact] == line.value(fact) for fact in _COMPARED}
    character = same["role"] and same["species"] and same["background"]
    same["score"] = same["score"] and bool(line.value("score"))
    long: bool = same["turns"] and (line.value("turns") or 0) > _FEW_TURNS
    if match is Match.SEED:
        return character or same["turns"] or same["score"]
    if match is Match.LIKELY:
        return same["turns"] or same["score"]
    if match is Match.BY_DAY:
        # Who plays short games all day has many of one class and one score.
        return character and long and (same["score"] or _lasted_alike(marks["duration_s"], line))
    return long or (same["score"] and character)


_COMPARED = ("score", "turns", "role", "species", "background")


def _lasted_alike(mine: int | None, line: Record) -> bool:
    its = line.value("duration_s")
    return mine is not None and its is not None and abs(mine - its) <= _CLOCK_WENT_ON


_CLOCK_WENT_ON = 2
