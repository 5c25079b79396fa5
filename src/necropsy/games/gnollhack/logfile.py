"""A GnollHack logfile or record file: the lines of old, which say too little for a score."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from necropsy.games.gnollhack import grammar
from necropsy.games.gnollhack.line import XlogRecord
from necropsy.logline import Line, LineReaders, Rejected
from necropsy.record import Record

__all__ = ["is_logfile", "read_logfile"]

# The fields of a logfile's line that mean the same as in an xlogfile.
_LOGGED = (
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
)
_LOG_NAMES = re.compile(r"(?:log|record)(?:file)?(?:[.-][\w.-]{1,40})?$")


def is_logfile(name: str, text: str) -> bool:
    """Whether a text is a logfile or record file: they say so little that their name must agree."""
    first = text[: grammar.LONGEST_LINE].split("\n", 1)[0].rstrip("\r")
    base = os.path.basename(name)
    return _LOG_NAMES.match(base) is not None and _fields(first) is not None


def _fields(line: str) -> dict[str, str] | None:
    match = grammar.read(grammar.LOG_LINE, line)
    if match is None or not match["version"].startswith("4."):
        return None
    return {key: match[key] for key in _LOGGED}


def read_logfile(
    lines: Iterable[Line], source: str = "", readers: LineReaders | None = None
) -> Iterator[Record | Rejected]:
    """The record of each line of a logfile or record file; the name is cut to ten bytes there."""
    for line in lines:
        fields = _fields(line.text[: grammar.LONGEST_LINE])
        if fields is not None:
            # A death says here what the hero was doing; in an xlogfile that is a field of its own.
            fields["death"], _, helpless = fields["death"].partition(", while ")
            if helpless:
                fields["while"] = helpless
            record = XlogRecord(source, line, fields, readers)
            yield record
