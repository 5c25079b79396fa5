"""Columns from values of any type."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
import pytest

from necropsy.columns.build import Builder
from necropsy.span import Span

SCHEMA = pa.schema([("x", pa.int64()), ("rest", pa.string())])


def column(kind: str, values: list[Any], name: str = "x") -> tuple[list[Any], dict[int, Any]]:
    """A column's values, and what stands in the rest, by its row."""
    builder = Builder(len(values))
    builder.add("x", values, kind)
    array = builder.arrays[name]
    rest = builder.table(pa.schema([("rest", pa.string())])).column("rest").to_pylist()
    return array.to_pylist(), {row: json.loads(text) for row, text in enumerate(rest) if text is not None}


@pytest.mark.parametrize(
    ("kind", "values", "stored", "rest"),
    [
        ("integer", [1, None, -5], [1, None, -5], {}),
        ("integer", [2**63 - 1, 2**63], [2**63 - 1, None], {1: {"x": 2**63}}),
        ("integer", [True, 1.0, "a"], [None] * 3, {0: {"x": True}, 1: {"x": 1.0}, 2: {"x": "a"}}),
        ("yes-no", [True, None, False], [True, None, False], {}),
        ("yes-no", [1, True], [None, True], {0: {"x": 1}}),
        ("text", ["a", None, ""], ["a", None, ""], {}),
        ("text", [1, "a"], ["1", "a"], {0: {"x": 1}}),
        ("numeral", [1, None, 2**70], ["1", None, str(2**70)], {}),
        ("numeral", ["x", True], ["x", "True"], {0: {"x": "x"}, 1: {"x": True}}),
        ("list", [("a", "b"), None, ()], [["a", "b"], None, []], {}),
        ("list", [(("a", 1),), "no list"], [['["a", 1]'], None], {0: {"x": [["a", 1]]}, 1: {"x": "no list"}}),
        ("list", [("a",), (2,), None], [["a"], ["2"], None], {1: {"x": [2]}}),
    ],
)
def test_a_value_fits_its_column_or_stands_in_the_rest(
    kind: str, values: list[Any], stored: list[Any], rest: dict[int, Any]
) -> None:
    assert column(kind, values) == (stored, rest)


def test_spans_have_two_columns() -> None:
    values = [Span(1, 2), Span(None, 3), None, Span(None, None), Span(-(2**70), 5), 7]
    lows, rest = column("span", values, "x_low")
    highs, _ = column("span", values, "x_high")
    assert lows == [1, None, None, None, None, None]
    assert highs == [2, 3, None, None, 5, None]
    assert rest == {3: {"x": [None, None]}, 4: {"x": [-(2**70), 5]}, 5: {"x": 7}}


def test_columns_that_were_not_added_are_null() -> None:
    table = Builder(2).table(SCHEMA)
    assert table.schema == SCHEMA
    assert table.to_pylist() == [{"x": None, "rest": None}] * 2
