"""What a run has to know of a game to compare it with the others, and a stand-in for its record.

Files are read in many processes, and compared in one. What goes there from each game is a
:class:`Card`; a :class:`StandIn` made of it takes the place of the record where games are
paired (:mod:`necropsy.pairing`) and compared (:mod:`necropsy.history`). What is said of it
there is stated on the real record when the game is told.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

from necropsy.identity import Identity
from necropsy.logline import LineRecord
from necropsy.record import Record, Standing

if TYPE_CHECKING:
    from necropsy.games import Game

__all__ = ["COMPARED", "Card", "StandIn", "card_of", "card_of_line", "identity_of", "is_running", "mark_of"]

KEY = secrets.token_bytes(16)
"""The key of the marks that one process makes for itself."""

COMPARED = ("score", "turns", "role", "species", "background", "duration_s")
"""The facts by which a line finds its dump where their names leave a choice."""


def mark_of(record: Record, key: bytes = KEY) -> int:
    """64 bits that two files share if they tell of a game in the same words.

    Args:
        record: the record of a dump or a line.
        key: what is secret of the mark: nobody can make two texts of one mark without it.
    """
    if isinstance(record, LineRecord):
        words = record.essence().encode("utf-8", "surrogatepass")
    else:
        words = record.utf8 or record.text.encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(key)
    digest.update(words)
    return int.from_bytes(digest.digest()[:8], "big")


class Card(NamedTuple):
    """What a run has to know of one game in one file.

    Attributes:
        game: short name of the game.
        line: the line in a log; 0 in a file of its own.
        identity: what names the game.
        running: whether the file tells of a game that had not ended.
        mark: 64 bits of the text (:func:`mark_of`).
        server: whether the file names a server.
        turns: at the end.
        compared: the values of :data:`COMPARED`, where lines look for their dumps.
    """

    game: str
    line: int
    identity: Identity | None
    running: bool
    mark: int
    server: bool
    turns: int | None
    compared: tuple[Any, ...] = ()

    def packed(self) -> tuple[Any, ...]:
        """The card as plain tuples, which a pipe takes four times as fast."""
        identity = self.identity
        return (*self[:2], None if identity is None else tuple(identity), *self[3:])

    @classmethod
    def unpacked(cls, values: tuple[Any, ...]) -> Card:
        """The card again."""
        game, line, identity, *others = values
        return cls(game, line, None if identity is None else Identity._make(identity), *others)


def card_of(game: Game, record: Record, key: bytes, *, pair: bool, running: bool | None = None) -> Card:
    """The card of a game.

    Args:
        game: the game that the record is of.
        record: the record of a dump.
        key: the run's key for marks.
        pair: whether lines look for dumps.
        running: whether it is a running game's, if that is known already.
    """
    identity = game.identity(record)
    if identity is None:
        return Card(record.game, 0, None, bool(running), 0, False, None)
    if running is None:
        running = game.unfinished(record) is not None
    compared = tuple(map(record.value, COMPARED)) if pair else ()
    # Where the start or a seed is known the turns tell no games apart.
    named = identity.start is not None or (identity.seed and not identity.chosen)
    turns = None if named else record.value("turns")
    return Card(
        record.game, 0, identity, running, mark_of(record, key), record.has("server"), turns, compared
    )


def card_of_line(line: LineRecord, identity: Identity | None, key: bytes, *, pair: bool) -> Card:
    """The card of a log's line; of most lines nothing is read for it.

    Args:
        line: the line.
        identity: what names its game.
        key: the run's key for marks.
        pair: whether lines look for dumps.
    """
    if identity is None:
        return Card(line.game, line.line, None, False, 0, False, None)
    compared = tuple(map(line.value, COMPARED)) if pair else ()
    # Where the start is known the turns tell no games apart.
    turns = line.value("turns") if identity.start is None else None
    server = "server" in line.text and line.has("server")
    return Card(line.game, line.line, identity, False, mark_of(line, key), server, turns, compared)


class StandIn(Record):
    """The stand-in for a record that is in another process.

    Args:
        source: the file's name.
        card: what is known of it.

    Attributes:
        card: the same.
        states: what the run says of the game, as arguments of :meth:`Record.state`.
        told: where its audit is, if it was judged alone already.
        origin: where it is read again.
    """

    __slots__ = ("card", "origin", "states", "told")

    def __init__(self, source: str, card: Card, told: Any = None, origin: Any = None) -> None:
        # What a record has beside this is never asked for.
        self.game = card.game
        self.source = source
        self.line = card.line
        self._lines = ()
        self.text = ""
        self.flaws = []
        self.card = card
        self.told = told
        self.origin = origin
        self.states: list[tuple[str, Any, int, str, Standing]] = []

    def state(
        self, fact: str, value: Any, line: int, place: str, standing: Standing = Standing.TESTIMONY
    ) -> None:
        """Keep what the run says of the game."""
        self.states.append((fact, value, line, place, standing))

    def value(self, fact: str, default: Any = None) -> Any:
        """One of the few facts that are known here."""
        if fact == "turns":
            return self.card.turns
        return self.card.compared[COMPARED.index(fact)] if self.card.compared else default

    def has(self, fact: str) -> bool:
        """Whether the file states a fact: only of its server is that known."""
        return fact == "server" and self.card.server


def identity_of(game: Game, record: Record) -> Identity | None:
    """What names a game, of a record or its stand-in."""
    return record.card.identity if isinstance(record, StandIn) else game.identity(record)


def is_running(game: Game, record: Record) -> bool:
    """Whether a record or its stand-in tells of a running game."""
    return record.card.running if isinstance(record, StandIn) else game.unfinished(record) is not None
