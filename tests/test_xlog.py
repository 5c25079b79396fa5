"""The fields of a log line, in both ways of separating them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.xlog import Fields, read_colons, read_tabs


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", Fields({}, (), ("",))),
        ("a=1", Fields({"a": "1"})),
        ("a=1\tb=", Fields({"a": "1", "b": ""})),
        ("a=1=2\tb= x ", Fields({"a": "1=2", "b": " x "})),
        ("a=1\tb", Fields({"a": "1"}, (), ("b",))),
        ("a=1\t\tb=2", Fields({"a": "1", "b": "2"}, (), ("",))),
        ("a=1\tb=2\t", Fields({"a": "1", "b": "2"}, (), ("",))),
        ("a=1\ta=1", Fields({"a": "1"})),
        ("a=1\tb=2\ta=3\ta=4", Fields({"a": "1", "b": "2"}, ("a", "a"))),
        ("=x", Fields({"": "x"})),
        ("a=1\x00\tb=\x1b[0m", Fields({"a": "1\x00", "b": "\x1b[0m"})),
    ],
)
def test_tabs(line: str, expected: Fields) -> None:
    assert read_tabs(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", Fields({}, (), ("",))),
        ("v=0.34.1:sc=12", Fields({"v": "0.34.1", "sc": "12"})),
        ("place=D::2:sc=12", Fields({"place": "D:2", "sc": "12"})),
        ("tmsg=a:::sc=1", Fields({"tmsg": "a:", "sc": "1"})),
        ("tmsg=a::::b:sc=1", Fields({"tmsg": "a::b", "sc": "1"})),
        ("tmsg=a::", Fields({"tmsg": "a:"})),
        ("a=1:b", Fields({"a": "1"}, (), ("b",))),
        ("a=1:a=2", Fields({"a": "1"}, ("a",))),
        ("a=1:b=:c=2", Fields({"a": "1", "b": "", "c": "2"})),
        ("a=x::y::z:b=::", Fields({"a": "x:y:z", "b": ":"})),
        ("a::b=1:c=2", Fields({"a:b": "1", "c": "2"})),
        ("a=1:a=x::y", Fields({"a": "1"}, ("a",))),
        ("a=\x00::b:c=\x00", Fields({"a": "\x00:b", "c": "\x00"})),
        ("\x00:::\x00:", Fields({}, (), ("\x00:", "\x00", ""))),
    ],
)
def test_colons(line: str, expected: Fields) -> None:
    assert read_colons(line) == expected


# A value that begins with a colon looks as if the one before it ended with one.
_VALUES = st.text(st.characters(exclude_characters="\t\n"), max_size=12).filter(lambda text: text[:1] != ":")
_FIELDS = st.dictionaries(st.from_regex(r"[a-z]{1,6}", fullmatch=True), _VALUES, min_size=1, max_size=8)


@given(_FIELDS)
def test_what_is_written_is_read(fields: dict[str, str]) -> None:
    assert read_tabs("\t".join(f"{key}={value}" for key, value in fields.items())).values == fields
    escaped = (f"{key}={value.replace(':', '::')}" for key, value in fields.items())
    assert read_colons(":".join(escaped)).values == fields


@pytest.mark.parametrize("unit", [":", "::", "a:", "=:", "a=1:", ":::", "\t", "a=1\t"])
def test_a_long_line_is_read_whole(unit: str) -> None:
    line = unit * 200_000
    for fields in (read_colons(line), read_tabs(line)):
        # Nothing of the line is lost. A pass that is not linear would not end in a day's work.
        assert fields.values or fields.broken


@given(st.text(":=ab\x00", max_size=24))
def test_a_run_of_colons_is_read_from_left_to_right(line: str) -> None:
    parts, part, at = [], "", 0
    while at < len(line):
        if line[at : at + 2] == "::":
            part, at = part + ":", at + 2
        elif line[at] == ":":
            parts, part, at = [*parts, part], "", at + 1
        else:
            part, at = part + line[at], at + 1
    parts.append(part)
    fields = read_colons(line)
    assert list(fields.broken) == [part for part in parts if "=" not in part]
    first: dict[str, str] = {}
    for key, _, value in (part.partition("=") for part in parts if "=" in part):
        first.setdefault(key, value)
    assert fields.values == first
