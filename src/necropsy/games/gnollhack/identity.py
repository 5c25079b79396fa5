"""What names a game of GnollHack in its dumplog, on its page and in its line of the xlogfile.

All three state player and start; the dump has local time, the line seconds since 1970.
"""

from __future__ import annotations

import datetime as dt
import os
import re

from necropsy.games.gnollhack.document import Dumplog
from necropsy.games.gnollhack.line import XlogRecord, hero_in
from necropsy.identity import Identity
from necropsy.record import Record

__all__ = ["closes", "identity_of"]

_EPOCH, _SECOND = dt.datetime(1970, 1, 1), dt.timedelta(seconds=1)

_PAGE = re.compile(r"\.html?(?:\.\w{2,4})?$", re.I)


def identity_of(record: Record) -> Identity | None:
    """Player and start, which the dump, its page and its line state alike."""
    if isinstance(record, XlogRecord):
        return _of_line(record)
    player, start = record.value("player"), _seconds(record, "started")
    if player is None or start is None:
        return None
    kind = "page" if _PAGE.search(record.source) and closes(record) else "text"
    return Identity(player, kind, start, _seconds(record, "ended"), _named(record.source, start))


def closes(record: Record) -> bool:
    """Whether a record has a closing block; of a dump that is seen without reading it."""
    document = record.document
    return document.closes if isinstance(document, Dumplog) else record.has("closing")


def _of_line(line: XlogRecord) -> Identity | None:
    """The identity of a line, by its fields: reading it is left to who judges it."""
    fields = line.fields
    player, start = hero_in(fields), _clock(line, "starttime", "starttime_s")
    if player is None or start is None:
        return None
    utc = _clock(line, "starttimeUTC", "starttime_utc_s")
    stamps = (start, start if utc is None else utc)
    slot = f"{fields.get('version', '')} {fields.get('server', '')}"
    return Identity(player, "line", start, _clock(line, "endtime", "endtime_s"), stamps, slot=slot)


def _clock(line: XlogRecord, key: str, fact: str) -> int | None:
    text = line.fields.get(key)
    if text is None:
        return None
    if text.isdecimal() and text.isascii() and len(text) <= _LONGEST:
        return int(text)
    # What is no number is a flaw of the line.
    seconds: int | None = line.value(fact)
    return seconds


# A clock of this millennium has ten digits.
_LONGEST = 12

_STAMP = re.compile(r"(?<!\d)\d{9,11}(?!\d)", re.ASCII)
_A_DAY = 26 * 3600


def _seconds(record: Record, fact: str) -> int | None:
    moment = record.value(fact)
    return (moment - _EPOCH) // _SECOND if isinstance(moment, dt.datetime) else None


def _named(source: str, start: int) -> tuple[int, ...]:
    """The starts in the name of a dump: ``gnollhack.sapling.1796032441.txt``, ``1796032441.gnoll.txt``."""
    numbers = map(int, _STAMP.findall(os.path.basename(source)))
    return tuple(number for number in numbers if abs(number - start) <= _A_DAY)
