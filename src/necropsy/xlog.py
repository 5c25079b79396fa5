"""The line of a log file: ``key=value`` fields behind one another.

DCSS separates its fields with a colon and writes a colon inside a value twice. The
NetHack family separates them with a tab and cleans its values of tabs first; the name of
a player, who can have got it from a server, is not always among them.
"""

from __future__ import annotations

import re
from itertools import repeat
from typing import NamedTuple

__all__ = ["Fields", "read_colons", "read_tabs"]


class Fields(NamedTuple):
    """The fields of a line.

    Attributes:
        values: the value of each key; of a key that stands twice, the first.
        repeated: keys that stand again with another value.
        broken: parts that have no ``=``.
    """

    values: dict[str, str]
    repeated: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()


def read_tabs(line: str) -> Fields:
    r"""The fields of a line of the NetHack family.

    >>> read_tabs("version=4.2.0\tname=a=b").values
    {'version': '4.2.0', 'name': 'a=b'}
    """
    parts = line.split("\t")
    try:
        values = dict(map(str.split, parts, repeat("="), repeat(1)))
    except ValueError:
        return _carefully(parts)
    return Fields(values) if len(values) == len(parts) else _carefully(parts)


_STAND_IN = "\x00"
"""Stands for a colon of a value while a line is cut; no line of a game has it."""

_PART = re.compile(r"(?:[^:]|::)*")


def read_colons(line: str) -> Fields:
    """The fields of a line of DCSS.

    >>> read_colons("v=0.34.1:place=D::2:name=a::").values
    {'v': '0.34.1', 'place': 'D:2', 'name': 'a:'}
    """
    if _STAND_IN in line:
        return _carefully(_slowly_cut(line))
    marked = line.replace("::", _STAND_IN)
    parts = marked.split(":")
    values: dict[str, str] = {}
    for part in parts:
        key, _, value = part.partition("=")
        values[key] = value
    # An empty value may be a part without a sign; a shorter table a key that stood twice.
    plain = len(values) == len(parts) and "" not in values.values()
    if plain and (marked is line or _restored(values, marked)):
        return Fields(values)
    return _carefully([part.replace(_STAND_IN, ":") for part in parts])


def _restored(values: dict[str, str], marked: str) -> bool:
    """Put the colons back into the values; false where a key has one."""
    at = marked.find(_STAND_IN)
    while at >= 0:
        start = marked.rfind(":", 0, at) + 1
        sign = marked.find("=", start)
        if sign > at:
            return False
        key = marked[start:sign]
        values[key] = values[key].replace(_STAND_IN, ":")
        end = marked.find(":", at)
        at = marked.find(_STAND_IN, end) if end >= 0 else -1
    return True


def _slowly_cut(line: str) -> list[str]:
    """The parts of a line that has the stand-in itself."""
    parts, at = [], 0
    while True:
        match = _PART.match(line, at)
        assert match is not None, "it matches nothing, too"
        parts.append(match[0].replace("::", ":"))
        if match.end() == len(line):
            return parts
        at = match.end() + 1


def _carefully(parts: list[str]) -> Fields:
    values: dict[str, str] = {}
    repeated, broken = [], []
    for part in parts:
        key, sign, value = part.partition("=")
        if not sign:
            broken.append(part)
        elif values.setdefault(key, value) != value:
            repeated.append(key)
    return Fields(values, tuple(repeated), tuple(broken))
