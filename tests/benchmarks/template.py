"""A text cut where it names its game, so that it is quickly told of another one."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["PLAYED", "Making", "Template"]


class Making(NamedTuple):
    """What one copy has of its own.

    Attributes:
        player: the name, as long as that of the original's player.
        day: the day on which the game began and ended.
        seed: the seed of the dungeon; empty where the original states none.
        checksum: what a Hengband dump ends with.
        message: a line among the messages of the game.
        note: a line among the notes.
    """

    player: str
    day: dt.date
    seed: str
    checksum: str
    message: str
    note: str


_Fill = Callable[[Making, bytes], bytes]
"""What a copy has where the original has these bytes."""


class Template:
    """A text whose places for name, days, seed and remarks are known.

    Args:
        data: the text of the original.
        player: the name of its player.
        seed: its seed, or an empty text.

    >>> template = Template(b"zeno06 began 2026-11-30 10:03:28", "zeno06")
    >>> template.fill(Making("bari42", dt.date(2027, 1, 2), "", "", "", ""))
    b'bari42 began 2027-01-02 10:03:28'
    """

    __slots__ = ("_fills", "_pieces")

    def __init__(self, data: bytes, player: str, seed: str = "") -> None:
        found = [
            (match.start(), match[0], fill)
            for pattern, fill in _fills_of(player, seed)
            for match in re.finditer(pattern, data)
        ]
        self._pieces: list[bytes] = []
        self._fills: list[_Fill] = []
        end = 0
        for start, was, fill in sorted(found, key=_by_place):
            self._pieces += (data[end:start], was)
            self._fills.append(fill)
            end = start + len(was)
        self._pieces.append(data[end:])

    def fill(self, making: Making) -> bytes:
        """The text as one of another game."""
        pieces = self._pieces.copy()
        originals = pieces[1::2]
        pieces[1::2] = [fill(making, was) for fill, was in zip(self._fills, originals, strict=True)]
        return b"".join(pieces)


def _by_place(found: tuple[int, bytes, _Fill]) -> int:
    return found[0]


def _fills_of(player: str, seed: str) -> list[tuple[bytes, _Fill]]:
    """What is written where a pattern is found; no two are found in one place."""
    fills = [(_word(player), _player), *_FILLS]
    if player != _capital(player):
        fills.append((_word(_capital(player)), _capital_player))
    if seed:
        fills.append((_word(seed), _seed))
    return fills


def _word(word: str) -> bytes:
    """A word by itself. It begins with its letters, which are found faster than what is around them."""
    return rb"%b(?<![A-Za-z0-9]%b)(?![A-Za-z0-9])" % ((re.escape(word).encode(),) * 2)


def _capital(player: str) -> str:
    return player[0].upper() + player[1:]


def _player(making: Making, _: bytes) -> bytes:
    return making.player.encode()


def _capital_player(making: Making, _: bytes) -> bytes:
    return _capital(making.player).encode()


def _seed(making: Making, _: bytes) -> bytes:
    return making.seed.encode()


def _checksum(making: Making, _: bytes) -> bytes:
    return b'"%b"' % making.checksum.encode()


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec")


def _long_day(making: Making, _: bytes) -> bytes:
    return f"{_MONTHS[making.day.month - 1]} {making.day.day}, {making.day.year}".encode()


def _iso_day(making: Making, _: bytes) -> bytes:
    return making.day.isoformat().encode()


def _short_day(making: Making, _: bytes) -> bytes:
    return f"-{making.day:%Y%m%d}".encode()


def _log_day(making: Making, _: bytes) -> bytes:
    """Crawl's logs count the months from 0."""
    return f"{making.day.year}{making.day.month - 1:02}{making.day.day:02}".encode()


def _year(making: Making, _: bytes) -> bytes:
    return str(making.day.year).encode()


def _seconds(making: Making, was: bytes) -> bytes:
    return str(int(was) + (making.day - PLAYED).days * 86_400).encode()


PLAYED = dt.date(2026, 11, 30)
"""The day on which every original was played."""


def _further_message(making: Making, was: bytes) -> bytes:
    return was + making.message.encode() + b"\n"


def _message(making: Making, _: bytes) -> bytes:
    return making.message.encode()


def _and_note(making: Making, was: bytes) -> bytes:
    """A note behind a note, on the same turn and level."""
    return was + was[: was.index(b"Reached")] + making.note.encode() + b"\n"


_FILLS: list[tuple[bytes, _Fill]] = [
    (rb"Nov 30, 2026\b", _long_day),
    (rb"2026-11-30(?=[ T]\d\d:)", _iso_day),
    (rb"-20261130(?=-\d{6}\.)", _short_day),
    (rb"20261030(?:(?<=:start=20261030)|(?<=:end=20261030))(?=\d{6}S)", _log_day),
    # On a tombstone, and on that of a page.
    (rb'2026(?:(?<=\| {7}2026)(?= {7}\|)|(?<="ts_row ts_year">2026))', _year),
    # In the name of a dumplog.
    (rb"1796\d{6}(?=\.(?:txt|html)\Z)", _seconds),
    # One line more in the history of Crawl, and one for the oldest of those that GnollHack keeps.
    (rb"\nMessage History\n\n", _further_message),
    (rb"(?<=\nLatest messages:\n )\S[^\n]*(?=(?:\n \S[^\n]*){10})", _message),
    (rb"     0 \| D(?::1)? +\| Reached XP level 1\.[^\n]*\n", _and_note),
    (rb'"[0-9a-f]{48}"(?=\])', _checksum),
]
