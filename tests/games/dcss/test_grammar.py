"""The line grammars: what each reads, what none sees, and how long a refusal takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pyparsing as pp
import pytest

from necropsy.games.dcss import grammar

# Looked for anywhere in a line; the others only where it begins.
INSIDE = {"DATE_AT_END", "DAMAGE", "GOLD", "LIVES"}

REGEXES = {name: token for name, token in vars(grammar).items() if isinstance(token, pp.Regex)}


def test_there_are_grammars_to_test() -> None:
    assert len(REGEXES) > 25


@pytest.mark.parametrize("name", REGEXES)
def test_each_reads_the_line_that_it_is_named_after(name: str) -> None:
    token = REGEXES[name]
    match = grammar.find(token, str(token.name)) if name in INSIDE else grammar.read(token, str(token.name))
    assert match is not None
    assert match.start() == 0
    assert match[0]


@pytest.mark.parametrize("name", REGEXES)
def test_none_sees_a_line_that_is_too_long(name: str) -> None:
    line = str(REGEXES[name].name) + " " * grammar.LONGEST_LINE
    assert grammar.read(REGEXES[name], line) is None
    assert grammar.find(REGEXES[name], line) is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ""),
        ("   ", ""),
        (" a  b \t c\r", "a b c"),
        ("a\u00a0b\u2003c", "a b c"),
        ("a" + " " * 4_000 + "b", "a b"),
        ("a" + " " * 5_000 + "b", "a" + " " * 5_000 + "b"),
    ],
)
def test_squeezing(line: str, expected: str) -> None:
    assert grammar.squeezed(line) == expected


def test_digits_are_the_digits_that_the_game_prints() -> None:
    assert grammar.read(grammar.LEVEL, "XL: 26 Next: 42%")
    assert grammar.read(grammar.LEVEL, "XL: ٢٦ Next: ٤٢%") is None


def _fragments(token: pp.Regex) -> list[str]:
    """Beginnings of the line that the token reads: what makes it start in earnest."""
    example = str(token.name)
    words = example.split(" ")
    beginnings = [" ".join(words[:count]) for count in range(1, len(words) + 1)]
    return [*beginnings, example[:-1]]


def _worst_cases(token: pp.Regex) -> Iterator[Callable[[int], str]]:
    """Lines of a given length, made to be refused as late as possible."""
    example = str(token.name)
    units = {
        " ",
        "a",
        "0",
        ".",
        "*",
        "(",
        ")",
        "|",
        ":",
        " the ",
        " (",
        "a ",
        " 0",
        "..",
        " in ",
        " - ",
        "0,",
    }
    units |= set(re.findall(r"[^\w\s]", example)) | {f" {word}" for word in example.split()}
    for unit in sorted(units):
        for beginning in ("", *_fragments(token)):
            yield lambda size, b=beginning, u=unit: (b + u * (size // len(u) + 1))[: size - 1] + "\x00"
    # Near-matches one behind the other, with the last sign of each changed.
    near = f"{example[:-1]}\x00 "
    yield lambda size: (near * (size // len(near) + 1))[:size]
    yield lambda size: (example * (size // len(example) + 1))[: size - 1] + "\x00"


OPEN_ENDED = {
    "HEALTH",
    "GOD",
    "GOLD",
    "LIVES",
    "RUNE_LINE",
    "COINS",
    "LEVEL_NOTE",
    "ARENA_NOTE",
    "WORSHIP_NOTE",
    "KILL_LINE",
    "PURCHASE_NOTE",
    "RUNE_NAMES",
    "ZOT_ITEM",
    "WILL_DESCRIBED",
    "WILL_PIPS",
    "XP_TOTAL",
}
"""Patterns that take any rest of a line."""


@pytest.mark.parametrize("name", REGEXES)
def test_a_line_that_is_nearly_right_is_refused_however_long_it_is(name: str) -> None:
    """A pattern that reads a line more than once would not come to the end of these."""
    token = REGEXES[name]
    attempt = token.re.search if name in INSIDE else token.re.match
    for line_of in _worst_cases(token):
        assert attempt(line_of(100_000)) is None or name in OPEN_ENDED, line_of(80)


def test_the_list_of_runes() -> None:
    match = grammar.read(grammar.RUNE_NAMES, "silver, golden ,abyssal, milky-white, 7")
    assert match is not None
    parsed = [name.strip() for name in match[0].split(",")]
    assert parsed == ["silver", "golden", "abyssal", "milky-white"]
