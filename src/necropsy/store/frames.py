"""What a store answers, as pandas tables with types that can hold what is missing."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pyarrow as pa

from necropsy.columns.schema import kinds
from necropsy.dtypes import TIME, as_category, is_category
from necropsy.store.answers import unique

__all__ = ["frame_of", "typed"]

_LARGEST = 2**63


def frame_of(table: Any) -> pd.DataFrame:
    """An Arrow table as a pandas table; of columns with one name the second gets a number."""
    frame = pd.DataFrame(
        {
            name: _series(column)
            for name, column in zip(unique(table.column_names), table.columns, strict=True)
        }
    )
    return frame if table.num_columns else pd.DataFrame(index=range(table.num_rows))


def typed(frame: pd.DataFrame, table: str) -> pd.DataFrame:
    """A table of a store with categories and times as such, and its lists of texts as tuples."""
    for name in frame.columns:
        if is_category(name) and frame[name].dtype == "string":
            frame[name] = as_category(name, frame[name])
        elif frame[name].dtype == "object":
            frame[name] = pd.Series(list(map(_as_tuple, frame[name])), dtype="object")
    for name in ("started", "ended"):
        if name not in frame:
            continue
        if table == "runs":
            frame[name] = pd.to_datetime(frame[name]).dt.tz_localize("UTC")
        elif frame[name].dtype == "string":
            assert kinds()[name] == "date"
            times = pd.to_datetime(frame[name], format="ISO8601", errors="coerce")
            frame[name] = pd.Series(times, dtype=TIME)
    return frame


def _as_tuple(value: Any) -> Any:
    """A list of texts as what can be counted and grouped by; anything else as it is."""
    texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return tuple(value) if texts else value


def _series(column: Any) -> pd.Series[Any]:
    kind = column.type
    if pa.types.is_decimal(kind):
        return _decimals(column)
    if pa.types.is_map(kind):
        return pd.Series(
            [None if each is None else dict(each) for each in column.to_pylist()], dtype="object"
        )
    if pa.types.is_nested(kind):
        return pd.Series(column.to_pylist(), dtype="object")
    return pd.Series(column.to_pandas(types_mapper=_dtype))


def _dtype(kind: Any) -> Any:
    """The pandas type of a column; its own choice for the others."""
    if pa.types.is_integer(kind):
        return pd.Int64Dtype()
    if pa.types.is_boolean(kind):
        return pd.BooleanDtype()
    return pd.StringDtype() if pa.types.is_string(kind) else None


def _decimals(column: Any) -> pd.Series[Any]:
    """Sums, which are wider than 64 bits and mostly fit them."""
    if column.type.scale:
        return pd.Series(column.cast(pa.float64()).to_pandas())
    values = [None if value is None else int(value) for value in column.to_pylist()]
    fit = all(value is None or -_LARGEST <= value < _LARGEST for value in values)
    return pd.Series(values, dtype="Int64" if fit else "object")
