"""A GnollHack xlogfile: one line a game, and each line a :class:`~necropsy.record.Record`.

Lines come from the game itself, from the account server (which writes the fields anew, in
another order and with some of its own), and from scoreboards (which put a column in front
or behind). The order of the fields therefore means nothing, except where a line was cut off.

A name from a server can hold a tab and so bring fields of its own: of a field that stands
twice with different values, nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from necropsy import xlog
from necropsy.games.gnollhack.line import READERS, VERSION, LineRecord, XlogLine
from necropsy.record import Readers, Record

__all__ = ["is_xlogfile", "read_xlogfile"]

LONGEST_LINE = 64 * 1024
"""Characters; the longest line of a game has a thirtieth of that."""

_ALWAYS = frozenset(
    {
        "version",
        "points",
        "deathdnum",
        "deathlev",
        "maxlvl",
        "hp",
        "maxhp",
        "deaths",
        "deathdate",
        "birthdate",
        "uid",
        "role",
        "race",
        "gender",
        "align",
        "name",
        "death",
        "conduct",
        "turns",
        "achieve",
        "realtime",
        "starttime",
        "endtime",
        "gender0",
        "align0",
        "flags",
        "difficulty",
        "mode",
    }
)
_SOMETIMES = frozenset(
    {
        "edit",
        "versionstart",
        "editstart",
        "cname",
        "while",
        "achieveX",
        "conductX",
        "starttimeUTC",
        "endtimeUTC",
        "xplvl",
        "demo",
        "scoring",
        "tournament",
        "seclvl",
        "collapse",
        "platform",
        "platformversion",
        "port",
        "portversion",
        "portbuild",
        "portseclvl",
        "store",
        "server",
        "src",
    }
)
_KNOWN = _ALWAYS | _SOMETIMES

_DIFFICULTY = re.compile(r"-?\d$", re.ASCII)
_MARKS = ("points", "deathlev", "role")
_FIRST_LINES = 50


def is_xlogfile(_name: str, text: str) -> bool:
    """Whether a line is a GnollHack game: NetHack's, which may come first, have no version 4."""
    at = -1
    for _ in range(_FIRST_LINES):
        at = text.find("version=4.", at + 1)
        if at < 0:
            return False
        start, end = (
            text.rfind("\n", max(at - LONGEST_LINE, 0), at) + 1,
            text.find("\n", at, at + LONGEST_LINE),
        )
        line = text[start : end if end >= 0 else at + LONGEST_LINE]
        if "difficulty=" in line and _is_game(xlog.read_tabs(line).values):
            return True
    return False


def _is_game(fields: dict[str, str]) -> bool:
    return (
        VERSION.match(fields.get("version", "")) is not None
        and _DIFFICULTY.match(fields.get("difficulty", "")) is not None
        and all(mark in fields for mark in _MARKS)
    )


def read_xlogfile(text: str, source: str = "", readers: Readers | None = None) -> Iterator[Record]:
    """The record of each game, in the file's order. Lines of other games are passed over.

    A line that may be one of GnollHack's and is damaged becomes a record with a flaw.

    Args:
        text: the file's text.
        source: its name, for evidence.
        readers: :data:`READERS` and what somebody adds to them.
    """
    readers = READERS if readers is None else readers
    lines = text.split("\n")
    whole = text.endswith("\n")
    last = len(lines) - 1
    for at, raw in enumerate(lines):
        line = raw[:-1] if raw.endswith("\r") else raw
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            record = LineRecord("gnollhack", source, lines, readers, document=XlogLine({}, at + 1))
            record.line = at + 1
            record.flaw("F220", "the line is too long to be one", at + 1)
            yield record
            continue
        record_of = _record(line, at + 1, source, lines, readers, cut_off=at == last and not whole)
        if record_of is not None:
            yield record_of


def _record(
    line: str, number: int, source: str, lines: Sequence[str], readers: Readers, *, cut_off: bool
) -> Record | None:
    fields, repeated, broken = xlog.read_tabs(line)
    version = fields.get("version")
    if version is not None and not (version.startswith("4.") or (cut_off and len(fields) == 1)):
        return None
    if version is None and len(_ALWAYS & fields.keys()) < _FEWEST and not cut_off:
        return None
    record = LineRecord("gnollhack", source, lines, readers, document=XlogLine(fields, number))
    record.line = number
    missing = _ALWAYS - fields.keys()
    if missing:
        _state_missing(record, missing, line, cut_off=cut_off)
    for key in repeated:
        fields.pop(key, None)
        record.flaw("F221", f"the field {key!r} stands twice with different values", number)
    if broken and not (missing and cut_off):
        record.flaw("F220", f"there is no field in {broken[0][:40]!r}", number)
    if not fields.keys() <= _KNOWN:
        unknown = ", ".join(repr(key[:40]) for key in fields if key not in _KNOWN)
        record.flaw("F222", f"GnollHack has no such fields: {unknown}", number)
    if not line.replace("\t", " ").isprintable() and _CONTROL.search(line):
        record.flaw("F223", "the line has control characters", number)
    return record


# A line with fewer fields of a game, and no version, is nobody's game.
_FEWEST = 3

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


_NAMED = 5


def _state_missing(record: Record, missing: frozenset[str], line: str, *, cut_off: bool) -> None:
    fields, number = record.document
    if cut_off:
        # The last value may have lost its end.
        fields.pop(line.rpartition("\t")[2].partition("=")[0], None)
        record.flaw("F220", "the last line is cut off", number)
    else:
        names = ", ".join(sorted(missing)[:_NAMED])
        if len(missing) > _NAMED:
            names += f" and {len(missing) - _NAMED} more"
        record.flaw("F220", f"fields that every game has are missing: {names}", number)
