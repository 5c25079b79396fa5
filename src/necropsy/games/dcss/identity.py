"""What names a game of DCSS in its morgue and in its log line.

The line has the moments of start and end to the second. A morgue has the end in its file
name, as long as it keeps that name, and the days of start and end in its score block. The
name is in UTC on servers and in local time elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from datetime import date, datetime
from functools import lru_cache

from necropsy.games.dcss.glimpse import Glimpse, seen_in
from necropsy.games.dcss.line import LINE_KINDS, CrawlLine
from necropsy.games.dcss.plain_line import PlainLine
from necropsy.identity import QUARTER, Identity
from necropsy.record import Record

__all__ = ["identity_of", "keys_of", "squeezed_name"]

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
    if isinstance(record, CrawlLine):
        plain = record.plain
        name = record.fields.get("name") if plain is None else plain.name
        if name is None:
            return None
        if plain is not None and not record.entry:
            return _of_plain_line(record, plain)
        return _of_entry(record, name) if record.entry else _of_line(record, name)
    seen = seen_in(record)
    if seen is not None:
        return _of_glimpse(record, seen)
    player = record.value("player")
    # A morgue whose player left out all that names the character has a name of its own.
    player = player or record.value("file_player")
    return _of_morgue(record, player) if player else None


def keys_of(identity: Identity) -> Sequence[Hashable]:
    """Under what a morgue is put aside, and where a line looks for it: by end, day and seed."""
    keys: list[Hashable] = []
    for name in map(_folded, filter(None, (identity.named, identity.player))):
        if identity.end is not None:
            keys.append((name, "end", identity.end % QUARTER))
        last = identity.days[1]
        # A morgue that bears its moment is found by that: it is of the same day, to the quarter of an hour.
        if last is not None and (identity.kind == "line" or not identity.stamps):
            # The clock of a morgue can be in another time zone than that of its line.
            near = (last, last - 1, last + 1) if identity.kind == "line" else (last,)
            keys += ((name, "day", day) for day in near)
        if identity.seed:
            keys.append((name, "seed", identity.seed))
    return keys


def _of_entry(line: CrawlLine, player: str) -> Identity | None:
    seed = line.fields.get("seed")
    return Identity(player, "entry", seed=seed) if seed else None


def _of_plain_line(line: CrawlLine, plain: PlainLine) -> Identity | None:
    start, end = line.moments
    if start is None or end is None:
        return None
    days = start // _DAY, end // _DAY
    slot = f"{_minor(plain.v)} {line.kind} "
    # A plain line is of a game on a seed that nobody chose.
    return Identity(plain.name, "line", start, end, (end,), days, plain.seed, False, "", slot)


def _of_line(line: CrawlLine, player: str) -> Identity | None:
    get = line.fields.get
    start, end = line.moments
    if start is None or end is None:
        return None
    kind = LINE_KINDS.get(get("lv", ""), line.kind)
    days = start // _DAY, end // _DAY
    return Identity(
        player, "line", start, end, (end,), days, get("seed"), kind == "seeded", slot=_slot(line, kind)
    )


def _of_glimpse(record: Record, seen: Glimpse) -> Identity:
    days = _day(seen.started), _day(seen.ended)
    return _of_file(record, seen.player, days, seen.seed, seen.chosen)


def _of_morgue(record: Record, player: str) -> Identity:
    days = _day(record.value("started")), _day(record.value("ended"))
    return _of_file(record, player, days, record.value("seed"), bool(record.value("seed_custom")))


def _of_file(
    record: Record, player: str, days: tuple[int | None, int | None], seed: str | None, chosen: bool
) -> Identity:
    """The identity of a morgue, with what its name says: it may be named after somebody else."""
    moment, named = record.value("file_moment"), record.value("file_player") or ""
    end = None
    if isinstance(moment, datetime):
        end = int((moment - datetime(1970, 1, 1)).total_seconds())
        days = days[0], end // _DAY if days[1] is None else days[1]
    stamps = () if end is None else (end,)
    other = named if _folded(named) != _folded(player) else ""
    return Identity(player, "text", None, end, stamps, days, seed, chosen, other)


@lru_cache(maxsize=4096)
def _folded(player: str) -> str:
    return squeezed_name(player).casefold()


@lru_cache(maxsize=4096)
def _day(text: str | None) -> int | None:
    return None if text is None else (date.fromisoformat(text) - _EPOCH).days


_MINOR = re.compile(r"0\.\d{1,3}")


def _slot(line: CrawlLine, kind: str | None) -> str:
    """Each version and kind of game has a save of its own, on each server."""
    return f"{_minor(line.fields.get('v'))} {kind} {line.fields.get('server', '')}"


@lru_cache(maxsize=1024)
def _minor(version: str | None) -> str:
    match = _MINOR.match(version or "")
    return match[0] if match else ""
