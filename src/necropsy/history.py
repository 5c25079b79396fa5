"""What the games of one run say of each other: the same game again, a seed twice, two games at once.

Each game gets what is known from those before it as facts of its own, and rules report them
(:mod:`necropsy.rules_between`). A game that only repeats one is told and not audited again.
"""

from __future__ import annotations

import os
from collections import OrderedDict, defaultdict
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from necropsy.card import StandIn, identity_of, is_running, mark_of
from necropsy.joint import JointRecord
from necropsy.met import Met
from necropsy.record import Record, Standing

if TYPE_CHECKING:
    from necropsy.games import Game
    from necropsy.identity import Identity

__all__ = ["FACTS", "History"]

PLACE = "other games of the run"

FACTS = frozenset({"told_before", "told_alike", "seed_before", "overlaps", "overlap_s"})
"""What is known of a game from the others."""


_Last = tuple[int, int, int]
"""Start, end and number of the last game of a player in one slot."""

_LINE_BITS = 24
_MOST_LINES, _MOST_LOGS = (1 << _LINE_BITS) - 1, 1 << (Met.NUMBER_BITS - _LINE_BITS)


class _Places:
    """The places of games as numbers: those in a log by its lines, to need no memory for each."""

    def __init__(self) -> None:
        self._logs: dict[str, int] = {}
        self._files: list[str] = []
        self._first: int = 0
        self._log: str | None = None

    def number(self, source: str, line: int) -> int:
        """The number of a file, or of a line in one."""
        if not line:
            self._files.append(source)
            return len(self._files) - 1
        if source is not self._log:
            self._log = source
            log = self._logs.setdefault(source, len(self._logs) + 1)
            self._first = min(log, _MOST_LOGS - 1) << _LINE_BITS
        return self._first | (line if line < _MOST_LINES else _MOST_LINES)

    def label(self, number: int) -> str:
        """``logfile:12``, or the file's name; of more logs or lines than are kept apart no line."""
        log, line = number >> _LINE_BITS, number & _MOST_LINES
        if not log:
            return self._files[number]
        if log == _MOST_LOGS - 1:
            return "another log"
        source = next(source for source, at in self._logs.items() if at == log)
        return source if line == _MOST_LINES else f"{source}:{line}"


_MOST_PLAYERS = 1 << 14
"""Players whose last game is kept in mind; in a log few games lie between two of one player."""


class History:
    """The games met so far in a run."""

    def __init__(self) -> None:
        self._places = _Places()
        self._games: dict[str, Met] = defaultdict(Met)
        self._seeds = Met()
        # A dict would look for its first entry among all those that left before.
        self._last: OrderedDict[tuple[str, str, str], _Last] = OrderedDict()

    def note(self, game: Game, record: Record) -> str | None:
        """Take a game into the history, and give its record what the earlier ones say of it.

        Returns:
            Where the same game was met before, in a line or in a file of the same name, with the
            same end; ``None`` for a new one.
        """
        if not isinstance(record, JointRecord):
            return self._note(game, record)
        repeats = [self._note(game, told) for told in _speakers(record)]
        return repeats[0] if None not in repeats else None

    def _note(self, game: Game, told: Record) -> str | None:
        """Take in what one file or line tells."""
        identity = identity_of(game, told)
        if identity is None or identity.kind == "entry":
            return None
        if identity.kind != "line" and is_running(game, told):
            return None
        number = self._places.number(told.source, told.line)
        player = identity.player.casefold()
        keys = _keys(told, identity, player)
        if keys:
            mark = told.card.mark if isinstance(told, StandIn) else mark_of(told)
            known = [self._games[game.name].note(key, mark, number) for key in keys]
            met = next(filter(None, known), None)
            if met is not None:
                label = self._repeated(told, met)
                if label is not None:
                    return label
        if identity.seed and not identity.chosen:
            met = self._seeds.note(identity.seed, player, number)
            if met is not None and not met[0]:
                label = self._places.label(met[1])
                told.state("seed_before", label, told.line, PLACE, Standing.WITNESS)
        if told.line:
            self._look_at_time(told, identity, (game.name, player, identity.slot), number)
        return None

    def _repeated(self, told: Record, met: tuple[bool, int]) -> str | None:
        """Where the very same game was told; of another one by that name and start the record is told."""
        same, label = met[0], self._places.label(met[1])
        if same and (told.line or os.path.basename(label) == os.path.basename(told.source)):
            return label
        # Names of players are free on each server.
        if same or not told.has("server"):
            told.state("told_before", label, told.line, PLACE, Standing.WITNESS)
            told.state("told_alike", same, told.line, PLACE, Standing.WITNESS)
        return None

    def _look_at_time(
        self, told: Record, identity: Identity, slot: tuple[str, str, str], number: int
    ) -> None:
        """Compare with the player's last game: a log has its games in the order of their ends."""
        start, end = identity.start, identity.end
        if start is None or end is None:
            return
        last = self._last.get(slot)
        if last is None:
            self._last[slot] = start, end, number
            # The players of late come last, and those of long ago go first.
            if len(self._last) > _MOST_PLAYERS:
                self._last.popitem(last=False)
            return
        began, ended, before = last
        if start < ended and began < end:
            told.state("overlap_s", min(end, ended) - max(start, began), told.line, PLACE)
            told.state("overlaps", self._places.label(before), told.line, PLACE)
        if end >= ended:
            self._last[slot] = start, end, number
            self._last.move_to_end(slot)


def _speakers(record: JointRecord) -> Sequence[Record]:
    """The first dump of a game, and its line."""
    dumps = [part for part in record.parts if not part.line]
    return (*dumps[:1], *(part for part in record.parts if part.line))


# So many turns are nobody's but one game's.
_FEW_TURNS = 100


def _keys(told: Record, identity: Identity, player: str) -> list[Hashable]:
    """What two files that tell of one game share; nothing where nothing tells games apart."""
    if identity.start is not None:
        return [(player, identity.start) if told.line else (player, identity.start, identity.kind)]
    if identity.seed and not identity.chosen:
        return [(player, identity.seed, identity.days[0])]
    # An edited copy may have other turns, or another name.
    keys: list[Hashable] = []
    turns = told.value("turns")
    if turns is not None and turns > _FEW_TURNS:
        keys.append((player, identity.days, turns))
    if identity.end is not None:
        keys.append((player, identity.end, "end"))
    return keys
