"""What names a game of DCSS in its morgue and in its log line.

The line has the moments of start and end to the second. A morgue has the end in its file
name, as long as it keeps that name, and the days of start and end in its score block. The
name is in UTC on servers and in local time elsewhere.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import lru_cache

from necropsy.identity import QUARTER, Identity
from necropsy.logline import LineRecord
from necropsy.record import Record

__all__ = ["identity_of", "squeezed_name"]

_LEFT_OUT = str.maketrans("", "", " .&`\"'|;{}()[]<>*%$#@!~?")
"""Characters of a name that the name of a morgue leaves out (files.cc, ``strip_filename_unsafe_chars``)."""

_EPOCH = date(1970, 1, 1)
_DAY = 86_400


def squeezed_name(name: str) -> str:
    """A character's name as it stands in the name of a morgue.

    >>> squeezed_name("12 the Zed")
    '12theZed'
    """
    return name.translate(_LEFT_OUT)


def identity_of(record: Record) -> Identity | None:
    """The identity of a morgue or a line; ``None`` where name or date is missing.

    A line that tells of a mode that was entered is no end: it belongs to the morgue of its seed.
    """
    player = record.value("player")
    if isinstance(record, LineRecord):
        if player is None:
            return None
        return _of_entry(record, player) if "entry" in record.facts else _of_line(record, player)
    # A morgue whose player left out all that names the character has a name of its own.
    named = record.value("file_player")
    return _of_morgue(record, player or named, named or "") if player or named else None


def _of_entry(line: LineRecord, player: str) -> Identity | None:
    seed = line.value("seed")
    return Identity(player, "entry", ((_folded(player), "seed", seed),), seed=seed) if seed else None


def _of_line(line: LineRecord, player: str) -> Identity | None:
    start, end = line.facts["start_s"], line.facts["end_s"]
    if start is None or end is None:
        return None
    name = _folded(player)
    days = start // _DAY, end // _DAY
    near = [(name, "day", days[1] + off) for off in (0, -1, 1)]
    seed, chosen = line.value("seed"), bool(line.value("seed_custom"))
    of_seed = [(name, "seed", seed)] if seed else []
    keys = ((name, "end", end % QUARTER), *near, *of_seed)
    return Identity(player, "line", keys, start, end, (end,), days, seed, chosen, _slot(line))


def _of_morgue(record: Record, player: str, named: str) -> Identity | None:
    name = _folded(player)
    moment = record.value("file_moment")
    end = None
    if isinstance(moment, datetime) and _folded(named) == name:
        end = int((moment - datetime(1970, 1, 1)).total_seconds())
    days = _day(record.value("started")), _day(record.value("ended"))
    if days[1] is None and end is not None:
        days = days[0], end // _DAY
    keys = tuple(
        (name, kind, value)
        for kind, value in (
            ("end", None if end is None else end % QUARTER),
            ("day", days[1]),
            ("seed", record.value("seed")),
        )
        if value is not None
    )
    if not keys:
        return None
    stamps = () if end is None else (end,)
    chosen = bool(record.value("seed_custom"))
    return Identity(player, "text", keys, None, end, stamps, days, record.value("seed"), chosen)


@lru_cache(maxsize=4096)
def _folded(player: str) -> str:
    return squeezed_name(player).casefold()


@lru_cache(maxsize=4096)
def _day(text: str | None) -> int | None:
    return None if text is None else (date.fromisoformat(text) - _EPOCH).days


_MINOR = re.compile(r"0\.\d{1,3}")


def _slot(line: LineRecord) -> str:
    """Each version and kind of game has a save of its own, on each server."""
    return f"{_minor(line.value('version'))} {line.value('game_type')} {line.fields.get('server', '')}"


@lru_cache(maxsize=1024)
def _minor(version: str | None) -> str:
    match = _MINOR.match(version or "")
    return match[0] if match else ""
