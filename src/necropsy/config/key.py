"""The keys that a config may have, and the values that each takes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

__all__ = ["Key", "Kind", "Value"]

Value = str | int | float | bool | list[str]
"""A value as an option has it."""


class Kind(Enum):
    """What a key takes; the text is how a person is told."""

    FLAG = "true or false"
    INTEGER = "a whole number"
    NUMBER = "a number"
    TEXT = "a text in quotes"
    SIZE = 'a size, such as "8MB"'
    MOMENT = 'a day or a moment, such as "2026-11-01 20:00"'
    WORDS = "a text in quotes, or a list of texts"
    LIST = "a list of texts"
    RULES = 'a list of rule codes, each a text or { rule = "C160", why = "..." }'


@dataclass(frozen=True, slots=True)
class Key:
    """A key.

    Attributes:
        name: its name, which is that of the option.
        kind: what it takes.
        is_path: whether it names files.
        check: raises a :exc:`ValueError` that says what is wrong with a value of the right kind.
        tells: whether what a report says depends on it, so that a remark on it belongs there.
    """

    name: str
    kind: Kind
    is_path: bool = False
    check: Callable[[Any], object] | None = None
    tells: bool = False

    def read(self, value: Any) -> Value:
        """A value from the file as the option has it.

        Raises:
            TypeError: if it is of another kind.
        """
        read = _READERS[self.kind](value)
        if read is None:
            raise TypeError(f"{self.name}: expected {self.kind.value}, and this is {_kind_of(value)}")
        return read


def _flag(value: Any) -> Value | None:
    return value if isinstance(value, bool) else None


def _integer(value: Any) -> Value | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: Any) -> Value | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _text(value: Any) -> Value | None:
    return value if isinstance(value, str) else None


def _size(value: Any) -> Value | None:
    return value if isinstance(value, str) else None if _integer(value) is None else str(value)


def _moment(value: Any) -> Value | None:
    if isinstance(value, dt.datetime):
        # The clock is that of the files, whichever it is.
        return None if value.tzinfo else value.isoformat(" ", "seconds")
    return value.isoformat() if isinstance(value, dt.date) else _text(value)


def _list(value: Any) -> list[str] | None:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return list(value)
    return None


def _words(value: Any) -> Value | None:
    words = _list(value)
    return None if words is None else ",".join(words)


_READERS: dict[Kind, Callable[[Any], Value | None]] = {
    Kind.FLAG: _flag,
    Kind.INTEGER: _integer,
    Kind.NUMBER: _number,
    Kind.TEXT: _text,
    Kind.SIZE: _size,
    Kind.MOMENT: _moment,
    Kind.WORDS: _words,
    Kind.LIST: _list,
    # Its entries are read one by one, as each has a place and a reason.
    Kind.RULES: _list,
}


def _kind_of(value: Any) -> str:
    """What a value is, in words."""
    if isinstance(value, dt.datetime) and value.tzinfo:
        return "one of a time zone (the clock is that of the files)"
    names: tuple[tuple[type, str], ...] = (
        (bool, "true or false"),
        (int, "a whole number"),
        (float, "a number"),
        (str, "a text"),
        (list, "a list"),
        (dict, "a table"),
    )
    return next((name for kind, name in names if isinstance(value, kind)), "a date or a time")
