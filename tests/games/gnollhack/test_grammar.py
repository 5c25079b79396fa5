"""The line grammars: what each reads, what none sees, and how long a refusal takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pyparsing as pp
import pytest

from necropsy.games.gnollhack import grammar

REGEXES = {name: token for name, token in vars(grammar).items() if isinstance(token, pp.Regex)}


def test_there_are_grammars_to_test() -> None:
    assert len(REGEXES) > 35


@pytest.mark.parametrize("name", REGEXES)
def test_each_reads_the_line_that_it_is_named_after(name: str) -> None:
    match = grammar.read(REGEXES[name], str(REGEXES[name].name))
    assert match is not None
    assert match[0]


@pytest.mark.parametrize("name", REGEXES)
def test_none_sees_a_line_that_is_too_long(name: str) -> None:
    assert grammar.read(REGEXES[name], str(REGEXES[name].name) + " " * grammar.LONGEST_LINE) is None


@pytest.mark.parametrize("name", REGEXES)
def test_digits_are_the_digits_that_the_game_prints(name: str) -> None:
    example = str(REGEXES[name].name)
    if name in (
        "CHARACTER",
        "OWNER",
        "FAREWELL",
        "KILL",
        "SKILL",
        "SPELL",
        "HEADER",
        "TITLE",
        "GAME_DIFFICULTY",
    ) or not re.search(r"\d", example):
        pytest.skip("the line has no number, or a name that can hold any digit")
    assert (
        grammar.read(REGEXES[name], example.translate({ord(str(d)): chr(0x660 + d) for d in range(10)}))
        is None
    )


@pytest.mark.parametrize(
    ("line", "version"),
    [
        (
            "Unix GnollHack Version 4.3.0 (Build 10) - last build Mon Nov 30 10:19:59 2026 (9676ab7a4d).",
            "4.3.0 (Build 10)",
        ),
        ("Unix GnollHack Version 4.1.0 Beta 6 - last build Mon Nov 30 11:04:26 2026.", "4.1.0 Beta 6"),
        ("Unix GnollHack Version 4.1.2 - last build Mon Nov 30 11:12:42 2026.", "4.1.2"),
        ("Windows GnollHack Version 4.1.0 Beta 8 (Hot Fix 1) - last build x.", "4.1.0 Beta 8 (Hot Fix 1)"),
        (
            "Android GnollHack Version 4.1.0 Release Candidate 2* - last revision x.",
            "4.1.0 Release Candidate 2*",
        ),
        (
            "MS-DOS GnollHack Version 4.1.1 (Revision 5) - last build x (deadbeef, branch:master).",
            "4.1.1 (Revision 5)",
        ),
        ("NetHack, Version 3.7.0 - last build x.", None),
        (" Unix GnollHack Version 4.3.0 - last build x.", None),
        ('You read: "Unix GnollHack Version 4.3.0 - last build x."', None),
    ],
)
def test_headers(line: str, version: str | None) -> None:
    match = grammar.read(grammar.HEADER, line)
    assert (match and match["version"]) == version


@pytest.mark.parametrize(
    ("line", "percent"),
    [
        ("You had gained 8% of your maximum role score.", 8),
        (
            (
                "You would have gained 81% of your maximum role score upon ascension with"
                " current conducts intact."
            ),
            81,
        ),
        ("You would have gained 81% of your maximum role score.", None),
        ("You had gained 8% of your maximum role score upon ascension with current conducts intact.", None),
    ],
)
def test_percentages(line: str, percent: int | None) -> None:
    match = grammar.read(grammar.PERCENTAGE, line)
    assert (match and int(match["percent"])) == percent


@pytest.mark.parametrize(
    ("text", "place", "level"),
    [
        ("died in The Dungeons of Doom on dungeon level 3", "The Dungeons of Doom", "3"),
        ("quit in Gehennom on dungeon level 41", "Gehennom", "41"),
        ("died in The Astral Plane", "The Astral Plane", None),
        ("turned to stone in Vlad's Tower on dungeon level 38", "Vlad's Tower", "38"),
        ("passed away beyond the confines of the dungeon", None, None),
        ("were crushed in Sokoban on dungeon level 3", "Sokoban", "3"),
    ],
)
def test_endings(text: str, place: str | None, level: str | None) -> None:
    match = grammar.read(grammar.ENDED_IN, text)
    assert match is not None
    assert (match["place"], match["level"]) == (place, level)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("You used 1 wish.", ("1", None, None)),
        ("You used 1 wish (for an artifact).", ("1", None, "artifact")),
        ("You used 8 wishes (1 for an artifact).", ("8", "1", None)),
        ("You used 3 wishes (2 for artifacts).", ("3", "2", None)),
        ("You used 3 wishes (all for artifacts).", ("3", "all", None)),
        ("You used 2 wishes (both for artifacts).", ("2", "both", None)),
        ("You used no wishes.", (None, None, None)),
    ],
)
def test_wishes(line: str, expected: tuple[str | None, ...]) -> None:
    match = grammar.read(grammar.WISHES, line)
    assert match is not None
    assert (match["wishes"], match["artifacts"], match["one"]) == expected


def _fragments(example: str) -> list[str]:
    """Beginnings of the line that a token reads: what makes it start in earnest."""
    words = example.split(" ")
    return [*(" ".join(words[:count]) for count in range(1, len(words) + 1)), example[:-1]]


def _worst_cases(token: pp.Regex) -> Iterator[Callable[[int], str]]:
    """Lines of a given length, made to be refused as late as possible."""
    example = str(token.name)
    units = {
        " ",
        "a",
        "A",
        "0",
        ".",
        "(",
        ")",
        ":",
        " the ",
        " (",
        "a ",
        "A ",
        " 0",
        " in ",
        " - ",
        "0,",
        " with ",
        ", and ",
    }
    units |= set(re.findall(r"[^\w\s]", example)) | {f" {word}" for word in example.split()}
    for unit in sorted(units):
        for beginning in ("", *_fragments(example)):
            yield lambda size, b=beginning, u=unit: (b + u * (size // len(u) + 1))[: size - 1] + "\x00"
    near = f"{example[:-1]}\x00 "
    yield lambda size: (near * (size // len(near) + 1))[:size]
    yield lambda size: (example * (size // len(example) + 1))[: size - 1] + "\x00"


OPEN_ENDED = {
    "STATUS",
    "MISSION",
    "EXPERIENCE",
    "WALLET",
    "GAME_DIFFICULTY",
    "GAME_MODE",
    "SPELL",
    "EVENT",
    "WISH",
    "KILL",
    "LEVEL",
    "LOG_LINE",
    "TITLE",
}
"""Patterns that take any rest of a line."""


@pytest.mark.parametrize("name", REGEXES)
def test_a_line_that_is_nearly_right_is_refused_however_long_it_is(name: str) -> None:
    """A pattern that reads a line more than once would not come to the end of these."""
    token = REGEXES[name]
    attempt = token.re.match
    for line_of in _worst_cases(token):
        assert attempt(line_of(100_000)) is None or name in OPEN_ENDED, line_of(80)
