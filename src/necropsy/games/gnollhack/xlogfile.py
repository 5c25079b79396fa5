"""A GnollHack xlogfile: one line a game, and each line a :class:`~necropsy.record.Record`.

Lines come from the game itself, from the account server (which writes the fields anew, in
another order and with some of its own), and from scoreboards (which put a column in front
or behind). The order of the fields therefore means nothing, except where a line was cut off.

A name from a server can hold a tab and so bring fields of its own: of a field that stands
twice with different values, nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from necropsy import xlog
from necropsy.games.gnollhack.line import VERSION, XlogRecord
from necropsy.games.gnollhack.line_fields import ALWAYS, SOMETIMES
from necropsy.logline import Line, LineReaders, Rejected
from necropsy.record import Record

__all__ = ["is_xlogfile", "read_xlogfile"]

LONGEST_LINE = 64 * 1024
"""Characters; the longest line of a game has a thirtieth of that."""

_KNOWN = ALWAYS | SOMETIMES

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


def read_xlogfile(
    lines: Iterable[Line], source: str = "", readers: LineReaders | None = None
) -> Iterator[Record | Rejected]:
    """The record of each game, in the file's order. Lines of other games are passed over.

    A line that may be one of GnollHack's and is damaged becomes a record with a flaw.

    Args:
        lines: the file's lines.
        source: its name, for evidence.
        readers: :data:`READERS` and what somebody adds to them.
    """
    for line in lines:
        text = line.text
        if not text.strip():
            continue
        if len(text) > LONGEST_LINE:
            yield line.rejected(source, f"longer than the {LONGEST_LINE:,} characters that a line may have")
            continue
        record = _record(line, source, readers)
        if record is not None:
            yield record


def _record(line: Line, source: str, readers: LineReaders | None) -> Record | Rejected | None:
    fields, repeated, broken = xlog.read_tabs(line.text)
    version = fields.get("version")
    cut_off = not line.whole
    if version is not None and not (version.startswith("4.") or (cut_off and len(fields) == 1)):
        return None
    if version is None and len(ALWAYS & fields.keys()) < _FEWEST:
        return line.rejected(source, "no line of a game")
    record = XlogRecord(source, line, fields, readers)
    whole = _is_whole(tuple(fields))
    if not whole and not fields.keys() >= ALWAYS:
        _state_missing(record, ALWAYS - fields.keys(), cut_off=cut_off)
    for key in repeated:
        fields.pop(key, None)
        record.flaw("F221", f"the field {key!r} stands twice with different values")
    if broken and not cut_off:
        record.flaw("F220", f"there is no field in {broken[0][:40]!r}")
    if not whole and not fields.keys() <= _KNOWN:
        unknown = ", ".join(repr(key[:40]) for key in fields if key not in _KNOWN)
        record.flaw("F222", f"GnollHack has no such fields: {unknown}")
    if not line.text.replace("\t", " ").isprintable() and _CONTROL.search(line.text):
        record.flaw("F223", "the line has control characters")
    return record


@lru_cache(maxsize=1024)
def _is_whole(keys: tuple[str, ...]) -> bool:
    """Whether there are all fields that every game has, and none that GnollHack has not."""
    return ALWAYS <= frozenset(keys) <= _KNOWN


# A line with fewer fields of a game, and no version, is nobody's game.
_FEWEST = 3

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


_NAMED = 5


def _state_missing(record: XlogRecord, missing: frozenset[str], *, cut_off: bool) -> None:
    if cut_off:
        # The last value may have lost its end.
        record.fields.pop(record.text.rpartition("\t")[2].partition("=")[0], None)
        record.flaw("F220", "the last line is cut off")
    else:
        names = ", ".join(sorted(missing)[:_NAMED])
        if len(missing) > _NAMED:
            names += f" and {len(missing) - _NAMED} more"
        record.flaw("F220", f"fields that every game has are missing: {names}")
