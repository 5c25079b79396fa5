"""Where things stand in a TOML file."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.config.places import Path, places_in

TEXT = '''# a remark of its own
fail-on = "mismatch"  # the host's choice
ignore = [
    "C160",  # rebuilt
    { rule = "F108", why = "old" },

    "X", "E",  ## both
]
since = 2026-11-01 20:00:00  # the start
a.b."c d" = """
# no remark
""" # behind
[audit]
players = 'no # remark'
[[override]]
paths = ["old/**"]
[[override]] # the second
paths = ["a]=#", 'b']
skip = true
[override.more]
x = {y = {z = [1, [2]]}}
'''


@pytest.mark.parametrize(
    ("path", "line", "remark"),
    [
        (("fail-on",), 2, "the host's choice"),
        (("ignore",), 3, ""),
        (("ignore", 0), 4, "rebuilt"),
        (("ignore", 1), 5, ""),
        (("ignore", 1, "why"), 5, ""),
        (("ignore", 2), 7, "both"),
        (("ignore", 3), 7, "both"),
        (("since",), 9, "the start"),
        (("a", "b", "c d"), 10, ""),
        (("audit", "players"), 14, ""),
        (("override", 0), 15, ""),
        (("override", 1), 17, "the second"),
        (("override", 1, "paths", 1), 18, ""),
        (("override", 1, "more", "x", "y", "z", 1, 0), 21, ""),
        (("override", 1, "nothing"), 17, ""),
        (("nothing",), 1, ""),
    ],
)
def test_each_key_has_its_line_and_the_remark_on_it(path: Path, line: int, remark: str) -> None:
    places = places_in(TEXT)
    assert (places.line(path), places.remark(path)) == (line, remark)


def paths_in(value: Any, path: Path = ()) -> set[Path]:
    """The paths to all that a value holds."""
    if isinstance(value, dict):
        items: list[tuple[Any, Any]] = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    else:
        return {path}
    return {path}.union(*(paths_in(inner, (*path, key)) for key, inner in items))


KEYS = st.text("ab-_1 .\"'#=[]é", min_size=1, max_size=4)
SCALARS = st.one_of(
    st.text("ab #\"'\\[]{}=,\n", max_size=6).map(json.dumps),
    st.text('ab #"\\[]{}=,', max_size=6).map(lambda text: f"'{text}'"),
    st.text("ab #'[]{}=,\n", max_size=6).map(lambda text: f'"""{text}"""'),
    st.text('ab #"[]{}=,\n', max_size=6).map(lambda text: f"'''{text}'''"),
    st.sampled_from(["1", "-1.5", "true", "2026-11-01", "2026-11-01 20:00:00", "inf", "0x1F"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[" + ",\n # x\n".join(items) + " # y\n]"),
        st.dictionaries(KEYS, inner, max_size=2).map(
            lambda table: (
                "{" + ", ".join(f"{json.dumps(key)} = {value}" for key, value in table.items()) + "}"
            )
        ),
    ),
    max_leaves=6,
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=3).map(
    lambda table: "".join(f"{json.dumps(key)} = {value} # z\n" for key, value in table.items())
)


@given(
    TABLES,
    st.lists(st.tuples(st.sampled_from(["[t{}]", "[[t]]", "[[t]]\n[t.u]", "[v{}.w]"]), TABLES), max_size=5),
)
def test_whatever_tomllib_reads_has_all_its_places(first: str, tables: list[tuple[str, str]]) -> None:
    text = first + "".join(f"{head.format(number)}\n{body}" for number, (head, body) in enumerate(tables))
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    found = places_in(text)
    assert {(), *found.lines} == paths_in(value)
    assert max(found.lines.values(), default=1) <= text.count("\n") + 1
