"""Columns from Python's values, and what does not fit them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from types import NoneType
from typing import Any

import numpy as np
import pyarrow as pa

from necropsy.columns.text import text_array
from necropsy.span import Span
from necropsy.verdict import plain

__all__ = ["Builder", "as_json", "list_array", "texts_lists"]

_LARGEST = 2**63
_LISTS = frozenset((tuple, list, NoneType))


def as_json(value: Any) -> str:
    """A value as JSON text; what JSON does not know is written as its text."""
    return json.dumps(value, ensure_ascii=False, default=str)


def list_array(lengths: Sequence[int], values: Any) -> Any:
    """A list for each length, cut in turn from an array of values."""
    offsets = np.zeros(len(lengths) + 1, dtype=np.int32)
    np.cumsum(lengths, dtype=np.int32, out=offsets[1:])
    return pa.ListArray.from_arrays(pa.array(offsets), values)


def texts_lists(lists: Sequence[Sequence[str]]) -> Any:
    """Lists of texts; none of them is missing."""
    return list_array([len(each) for each in lists], text_array(chain.from_iterable(lists)))


class Builder:
    """A table in the making: one Arrow array a column, made once from all its values.

    Values that a column's type cannot hold are null there, or their text, and stand in the
    column ``rest`` as JSON under the names of the machine output.

    Args:
        rows: how many rows it has.
    """

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.arrays: dict[str, Any] = {}
        self._rest: dict[int, dict[str, Any]] = {}

    def add(self, name: str, values: Sequence[Any], kind: str, key: str = "") -> None:
        """Add the column or columns of some values.

        Args:
            name: the column's name.
            values: a value for each row; ``None`` where there is none.
            kind: as a table of facts has it: ``text``, ``integer``, ``yes-no``, ``date``, ``span``, ``list``;
                or ``numeral``, an integer in a column of texts.
            key: the name in the machine output, if it is another one.
        """
        _ADDERS[kind](self, name, values, key or name)

    def table(self, schema: Any) -> Any:
        """The table; columns that were not added are null."""
        self.arrays["rest"] = self._rest_array()
        columns = [self.arrays.get(field.name) for field in schema]
        filled = [
            pa.nulls(self.rows, field.type) if column is None else column
            for field, column in zip(schema, columns, strict=True)
        ]
        return pa.Table.from_arrays(filled, schema=schema)

    def keep(self, row: int, key: str, value: Any) -> None:
        """Let a value stand in ``rest``."""
        self._rest.setdefault(row, {})[key] = plain(value)

    def _rest_array(self) -> Any:
        if not self._rest:
            return pa.nulls(self.rows, pa.string())
        rest = self._rest
        return text_array([as_json(rest[row]) if row in rest else None for row in range(self.rows)])

    def _add_texts(self, name: str, values: Sequence[Any], key: str) -> None:
        if not set(map(type, values)) <= {str, NoneType}:
            values = [self._text(row, value, key) for row, value in enumerate(values)]
        self.arrays[name] = text_array(values)

    def _text(self, row: int, value: Any, key: str) -> str | None:
        if value is None or isinstance(value, str):
            return value
        self.keep(row, key, value)
        return str(plain(value))

    def _add_numerals(self, name: str, values: Sequence[Any], key: str) -> None:
        self._add_texts(name, [str(value) if type(value) is int else value for value in values], key)
        for row, value in enumerate(values):
            if isinstance(value, str):
                self.keep(row, key, value)

    def _add_dates(self, name: str, values: Sequence[Any], key: str) -> None:
        self._add_texts(name, [value if type(value) is str else plain(value) for value in values], key)

    def _add_integers(self, name: str, values: Sequence[Any], key: str) -> None:
        if not set(map(type, values)) <= {int, NoneType} or not _all_fit(values):
            values = [self._if(_is_integer, row, value, key) for row, value in enumerate(values)]
        self.arrays[name] = pa.array(values, pa.int64())

    def _add_flags(self, name: str, values: Sequence[Any], key: str) -> None:
        if not set(map(type, values)) <= {bool, NoneType}:
            values = [self._if(_is_flag, row, value, key) for row, value in enumerate(values)]
        self.arrays[name] = pa.array(values, pa.bool_())

    def _if(self, fits: Callable[[Any], bool], row: int, value: Any, key: str) -> Any:
        if value is None or fits(value):
            return value
        self.keep(row, key, value)
        return None

    def _add_spans(self, name: str, values: Sequence[Any], key: str) -> None:
        if not set(map(type, values)) <= {Span, NoneType}:
            values = [self._if(_is_span, row, value, key) for row, value in enumerate(values)]
        lows = [None if value is None else value.low for value in values]
        highs = [None if value is None else value.high for value in values]
        whole = [low is not None or high is not None for low, high in zip(lows, highs, strict=True)]
        if not (_all_fit(lows) and _all_fit(highs)):
            whole = [w and _fits(lo) and _fits(hi) for w, lo, hi in zip(whole, lows, highs, strict=True)]
            lows, highs = ([v if _fits(v) else None for v in ends] for ends in (lows, highs))
        for row, value in enumerate(values):
            # Two open ends are more than nothing: the file was read, and anything can be.
            if value is not None and not whole[row]:
                self.keep(row, key, value)
        self.arrays[f"{name}_low"] = pa.array(lows, pa.int64())
        self.arrays[f"{name}_high"] = pa.array(highs, pa.int64())

    def _add_lists(self, name: str, values: Sequence[Any], key: str) -> None:
        if not set(map(type, values)) <= _LISTS:
            values = [self._if(_is_list, row, value, key) for row, value in enumerate(values)]
        items: list[Any] = list(chain.from_iterable(value for value in values if value))
        if not set(map(type, items)) <= {str}:
            values = [self._texts(row, value, key) for row, value in enumerate(values)]
            items = list(chain.from_iterable(value for value in values if value))
        lengths = [len(value) if value else 0 for value in values]
        lists = list_array(lengths, text_array(items))
        missing = np.fromiter((value is None for value in values), dtype=bool, count=len(values))
        if missing.any():
            lists = pa.ListArray.from_arrays(lists.offsets, lists.values, mask=pa.array(missing))
        self.arrays[name] = lists

    def _texts(self, row: int, value: Sequence[Any] | None, key: str) -> list[str] | None:
        """A list's items as texts, and the list as it is in ``rest`` if one of them was none."""
        if value is None:
            return None
        if not all(isinstance(item, str) for item in value):
            self.keep(row, key, tuple(value))
        return [item if isinstance(item, str) else as_json(plain(item)) for item in value]


_ADDERS: dict[str, Callable[[Builder, str, Sequence[Any], str], None]] = {
    "text": Builder._add_texts,
    "date": Builder._add_dates,
    "integer": Builder._add_integers,
    "numeral": Builder._add_numerals,
    "yes-no": Builder._add_flags,
    "span": Builder._add_spans,
    "list": Builder._add_lists,
}


def _fits(value: int | None) -> bool:
    return value is None or -_LARGEST <= value < _LARGEST


def _all_fit(values: Iterable[int | None]) -> bool:
    known = [value for value in values if value is not None]
    return not known or (min(known) >= -_LARGEST and max(known) < _LARGEST)


def _is_integer(value: Any) -> bool:
    return type(value) is int and _fits(value)


def _is_flag(value: Any) -> bool:
    return type(value) is bool


def _is_span(value: Any) -> bool:
    return isinstance(value, Span)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)
