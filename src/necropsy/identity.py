"""What names a game, and how surely two files tell of one."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["QUARTER", "Identity", "Match"]


class Identity(NamedTuple):
    """What names a game in every file that tells of it.

    Attributes:
        player: the character's name, as all files of the game have it.
        kind: what the file is: ``text``, ``page``, ``line``, or ``entry`` for a line that tells of
            something before the end of its game.
        start: the start in seconds: of a line by UTC, of a dump by a clock of whole quarters of
            an hour from it; ``None`` where only the day is known.
        end: the end in seconds by the same clock, where it is known.
        stamps: the moments by which servers name the files of this game.
        days: the days of start and end, counted, where a dump has no moments.
        seed: the seed of the dungeon, where it is known.
        chosen: whether the player chose the seed, so that other games may have it.
        named: the player by the name of the file, where that is another one.
        slot: what can hold one running game of a player: a version, a kind of game.
    """

    player: str
    kind: str
    start: int | None = None
    end: int | None = None
    stamps: tuple[int, ...] = ()
    days: tuple[int | None, int | None] = (None, None)
    seed: str | None = None
    chosen: bool = False
    named: str = ""
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

    def is_same_game(self, other: Identity) -> bool:
        """Whether two dumps of one player tell of one game: by one clock, or by a seed that nobody chose."""
        if self.seed and not self.chosen and self.seed == other.seed:
            return True
        return self.start is not None and (self.start, self.end) == (other.start, other.end)

    def _matches_days(self, line: Identity) -> Match:
        if self.seed and line.seed:
            if self.seed != line.seed:
                return Match.NO
            if not (self.chosen or line.chosen):
                # Whatever the days say: nobody draws the same 64 bits twice.
                return Match.SEED
        if self.stamps and line.stamps:
            return Match.PERHAPS if self._is_in_another_zone(line) else Match.NO
        both = zip(self.days, line.days, strict=True)
        near = all(own is None or its is None or abs(own - its) <= 1 for own, its in both)
        return Match.BY_DAY if near else Match.NO

    def _is_in_another_zone(self, line: Identity) -> bool:
        """Whether the file was named by a clock that is off by whole quarters of an hour."""
        off = [own - its for own in self.stamps for its in line.stamps]
        return any(_WEST <= seconds <= _EAST and seconds % QUARTER == 0 for seconds in off)


class Match(IntEnum):
    """How surely two files tell of one game."""

    SURE = 0
    SEED = 1
    LIKELY = 2
    PERHAPS = 3
    BY_DAY = 4
    NO = 5


# Clocks differ by whole quarters of an hour, at most by so many seconds from UTC.
QUARTER = 15 * 60
_WEST, _EAST = -12 * 3600, 14 * 3600
_SUMMER_TIME = (0, 1800, 3600)
