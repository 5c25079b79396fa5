"""The line of a log file: ``key=value`` fields behind one another.

DCSS separates its fields with a colon and writes a colon inside a value twice. The
NetHack family separates them with a tab and cleans its values of tabs first; the name of
a player, who can have got it from a server, is not always among them.
"""

from __future__ import annotations

import re
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
        values = dict([part.split("=", 1) for part in parts])
    except ValueError:
        return _carefully(parts)
    return Fields(values) if len(values) == len(parts) else _carefully(parts)


_SINGLE_COLON = re.compile(r"(?<!:)(?:::)*:(?!:)")


def read_colons(line: str) -> Fields:
    """The fields of a line of DCSS.

    >>> read_colons("v=0.34.1:place=D::2:name=a::").values
    {'v': '0.34.1', 'place': 'D:2', 'name': 'a:'}
    """
    if "::" not in line:
        return _carefully(line.split(":"))
    parts, start = [], 0
    for match in _SINGLE_COLON.finditer(line):
        parts.append(line[start : match.end() - 1])
        start = match.end()
    parts.append(line[start:])
    return _carefully([part.replace("::", ":") for part in parts])


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
