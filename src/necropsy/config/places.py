"""Where the keys and entries of a TOML file stand, and the remarks on their lines.

``tomllib`` gives the values and says nothing of lines. A text that it has read is walked here once
more, for the places alone; so nothing has to be checked again.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Path", "Places", "places_in"]

Path = tuple[str | int, ...]
"""The keys that lead to a value, and its number in a list."""

_TOKEN = re.compile(
    r"""
      (?P<blank>[ \t\r]+)
    | (?P<break>\n)
    | (?P<remark>\#[^\n]*)
    | (?P<text>\"{3}(?:\\.|[^\\"]|"{1,2}(?!"))*"{3,5}
             | '{3}(?:[^']|'{1,2}(?!'))*'{3,5}
             | "(?:\\.|[^"\\])*"
             | '[^']*')
    | (?P<mark>[\[\]{}=,])
    | (?P<bare>[^\s\[\]{}=,\#"']+)
    """,
    re.VERBOSE | re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Places:
    """Where things stand in a file.

    Attributes:
        lines: the line of each key, table and entry.
        remarks: what stands behind ``#`` on a line.
    """

    lines: dict[Path, int] = field(default_factory=dict)
    remarks: dict[int, str] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """The line of a key or entry; of one that has none, that of what it stands in."""
        while path not in self.lines and path:
            path = path[:-1]
        return self.lines.get(path, 1)

    def remark(self, path: Path) -> str:
        """What is remarked on the line of a key or entry; "" for nothing."""
        return self.remarks.get(self.lines.get(path, 0), "")


def places_in(text: str) -> Places:
    """The places in a text that ``tomllib`` can read."""
    places = Places()
    _Walk(_tokens(text, places), places).document()
    return places


def _tokens(text: str, places: Places) -> Iterator[_Token]:
    """The tokens that carry meaning; remarks are put among the places."""
    line = 1
    for match in _TOKEN.finditer(text):
        kind, found = str(match.lastgroup), match[0]
        if kind == "remark":
            places.remarks[line] = found.lstrip("#").strip()
        elif kind != "blank":
            yield _Token(kind, found, line)
        line += found.count("\n")
    yield _Token("end", "", line)


class _Walk:
    """A walk over the tokens of a text."""

    def __init__(self, tokens: Iterator[_Token], places: Places) -> None:
        self._tokens = tokens
        self._next = next(tokens)
        self._lines = places.lines
        self._tables: dict[Path, int] = {}

    def document(self) -> None:
        """Tables with their keys."""
        table: Path = ()
        while self._next.kind != "end":
            if self._next.kind == "break":
                self._take()
            elif self._next.text == "[":
                table = self._header()
            else:
                self._pair(table)

    def _take(self) -> _Token:
        token = self._next
        self._next = next(self._tokens, token)
        return token

    def _header(self) -> Path:
        """``[table]`` or ``[[list of tables]]``."""
        line = self._take().line
        several = self._next.text == "["
        if several:
            self._take()
        path: Path = ()
        for key in self._keys("]"):
            path += (key,)
            self._lines.setdefault(path, line)
            if path in self._tables:
                path += (self._tables[path],)
        self._take()
        if several:
            self._take()
            # Of a table that was met before, the path leads to its last entry, and the next is begun.
            name = path[:-1] if path and isinstance(path[-1], int) else path
            self._tables[name] = self._tables.get(name, -1) + 1
            path = (*name, self._tables[name])
        self._lines.setdefault(path, line)
        return path

    def _keys(self, end: str) -> tuple[str, ...]:
        """The parts of a key, which stands before a mark."""
        text = ""
        while self._next.text != end:
            text += self._take().text
        table = tomllib.loads(f"{text} = 0")
        keys: list[str] = []
        while isinstance(table, dict):
            ((key, table),) = table.items()
            keys.append(key)
        return tuple(keys)

    def _pair(self, table: Path) -> None:
        """``key = value``."""
        line, path = self._next.line, table
        for key in self._keys("="):
            path += (key,)
            self._lines.setdefault(path, line)
        self._take()
        self._value(path)

    def _value(self, path: Path) -> None:
        token = self._take()
        if token.text == "[":
            self._list(path)
        elif token.text == "{":
            self._inline(path)
        # A day and its hour have a blank between them.
        while token.kind == "bare" and self._next.kind == "bare":
            self._take()

    def _list(self, path: Path) -> None:
        number = 0
        while self._next.text != "]":
            if self._next.kind == "break" or self._next.text == ",":
                self._take()
                continue
            self._lines[*path, number] = self._next.line
            self._value((*path, number))
            number += 1
        self._take()

    def _inline(self, path: Path) -> None:
        while self._next.text != "}":
            if self._next.kind == "break" or self._next.text == ",":
                self._take()
            else:
                self._pair(path)
        self._take()
