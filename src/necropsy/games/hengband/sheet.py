"""The character screen: who the hero is, and the numbers beside it."""

from __future__ import annotations

import re
from typing import NamedTuple

from necropsy.games.hengband import grammar
from necropsy.games.hengband.bodies import personalities
from necropsy.games.hengband.document import Dump
from necropsy.games.hengband.stat import STATS, stat_span
from necropsy.record import Record

__all__ = [
    "PLACE",
    "SEXES",
    "ShownStat",
    "read_name",
    "read_numbers",
    "read_shown_stats",
    "read_title",
    "stat_number",
]

PLACE = "character screen"

_STAT_WORDS = {word: at for at, word in enumerate(["腕力", "知能", "賢さ", "器用", "耐久", "魅力"])} | {
    word: at for at, word in enumerate(STATS)
}


def stat_number(word: str) -> int:
    """0 to 5 for the name of a stat in either language, whether drained or not."""
    return _STAT_WORDS[word.upper()]


def read_title(record: Record) -> None:
    """State the version, and the language of the build."""
    dump: Dump = record.document
    if dump.title is None:
        return
    match = grammar.read(grammar.TITLE, dump.lines[dump.title])
    assert match is not None, "the title was found by this pattern"
    number = dump.title + 1
    record.state("version", match["version"], number, "title")
    record.state("language", "English" if match["game"] == "Hengband" else "Japanese", number, "title")


def read_name(record: Record) -> None:
    """State personality and name, which stand together: ``ふつうのSapling``, ``Ordinary Sapling``.

    A title that ends in an adjective is joined to the name with の, others are not.
    """
    dump: Dump = record.document
    if dump.title is None or dump.title + 2 >= dump.end:
        return
    number = dump.title + 3
    match = grammar.read(grammar.NAME, dump.lines[number - 1])
    if match is None:
        record.flaw("F301", "name: the row of the name cannot be read", number)
        return
    rest = match["rest"]
    for each in personalities():
        title = each.english + " " if match["english"] else each.japanese + ("の" if each.joined else "")
        if rest.startswith(title) or rest == title.rstrip():
            record.state("personality", each.english, number, PLACE)
            record.state("player", rest[len(title) :], number, PLACE)
            return
    record.state("player", rest, number, PLACE)
    record.flaw("F301", f"personality: none of the game's stands before the name: {rest[:40]!r}", number)


_TEXTS = (
    ("sex", grammar.SEX),
    ("race", grammar.RACE),
    ("class", grammar.CLASS),
    ("realms", grammar.MAGIC),
    ("patron", grammar.PATRON),
    ("alignment", grammar.ALIGNMENT),
    ("speed", grammar.SPEED),
)
_COMMON = {"level": "xl", "exp": "xp"}
"""What other games call it, too."""

_INTEGERS = (
    ("age", grammar.AGE),
    ("height", grammar.HEIGHT),
    ("weight", grammar.WEIGHT),
    ("social_class", grammar.SOCIAL_CLASS),
    ("level", grammar.LEVEL),
    ("exp", grammar.EXPERIENCE),
    ("max_exp", grammar.MOST_EXPERIENCE),
    ("next_exp", grammar.NEXT_LEVEL),
    ("gold", grammar.GOLD),
)
SEXES = {"女性": "female", "男性": "male", "Female": "female", "Male": "male"}
"""What the two languages call them."""


def read_numbers(record: Record) -> None:
    """State what stands on the screen beside a label."""
    first, text = record.document.screen
    for fact, label in _TEXTS:
        match = grammar.find(label, text)
        if match is not None:
            value = match["value"]
            record.state(fact, SEXES.get(value, value) if fact == "sex" else value, *_at(first, text, match))
    for fact, label in _INTEGERS:
        match = grammar.find(label, text)
        if match is None and fact == "social_class":
            match = grammar.find(grammar.CROWDED_SOCIAL_CLASS, text)
        # Stars stand where the hero has no such number.
        if match is not None and "*" not in match["value"]:
            record.state(fact, int(match["value"]), *_at(first, text, match))
            if fact in _COMMON:
                record.state(_COMMON[fact], int(match["value"]), *_at(first, text, match))
            if fact == "exp":
                record.state("android", _is_android(match[0]), *_at(first, text, match))
    _read_pairs(record, first, text)
    _read_times(record, first, text)
    skills = [(name, match) for name, label in grammar.SKILLS if (match := grammar.find(label, text))]
    if skills:
        said = tuple(f"{name}: {match['value']}" for name, match in skills)
        record.state("skills", said, *_at(first, text, skills[0][1]))


def _is_android(label: str) -> bool:
    """An android's label is another word: what it has of experience comes from what it wears."""
    return "強化度" in label or "Construction" in label


def _read_pairs(record: Record, first: int, text: str) -> None:
    for now, most, label in (("hp", "max_hp", grammar.HIT_POINTS), ("mp", "max_mp", grammar.MANA)):
        match = grammar.find(label, text)
        if match is not None:
            record.state(now, int(match["value"]), *_at(first, text, match))
            record.state(most, int(match["most"]), *_at(first, text, match))
    match = grammar.find(grammar.ARMOUR, text)
    if match is not None:
        record.state("ac", int(match["value"]) + int(match["bonus"]), *_at(first, text, match))


def _read_times(record: Record, first: int, text: str) -> None:
    match = grammar.find(grammar.DAY, text)
    if match is not None and "*" not in match["day"]:
        at = _at(first, text, match)
        record.state("day", int(match["day"]), *at)
        record.state("minute", int(match["hour"]) * 60 + int(match["minute"]), *at)
    match = grammar.find(grammar.PLAY_TIME, text)
    if match is not None:
        seconds = int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + int(match["seconds"])
        record.state("duration_s", seconds, *_at(first, text, match))


def _at(first: int, text: str, match: re.Match[str]) -> tuple[int, str]:
    """The number (from 1) of the line on which the value of a label stands."""
    return first + text.count("\n", 0, match.end()) + 1, PLACE


class ShownStat(NamedTuple):
    """A stat as the screen shows it.

    Attributes:
        use: the value in force, as printed.
        top: the value without what was drained; ``None`` where nothing was.
        drained: whether the row is marked as drained.
        capped: whether the natural value stands at its cap.
        line: the line (from 1).
    """

    use: str
    top: str | None
    drained: bool
    capped: bool
    line: int


def read_shown_stats(record: Record) -> None:
    """State the six stats of the screen, in the order of the game."""
    first, text = record.document.screen
    found: dict[int, ShownStat] = {}
    for at, line in enumerate(text.split("\n")):
        match = grammar.read(grammar.STAT, line)
        if match is None:
            continue
        if not (_is_stat(match["first"]) and _is_stat(match["second"])):
            record.flaw("F301", f"stats: {match['first'][:10]!r} is no value of a stat", first + at + 1)
            continue
        word, marks = match["stat"], match["marks"]
        drained = "x" in marks or word[1:].islower()
        shown = ShownStat(match["first"], match["second"], drained, "!" in marks, first + at + 1)
        if found.setdefault(stat_number(word), shown) is not shown:
            record.flaw("F301", f"stats: {STATS[stat_number(word)]} stands twice", shown.line)
    if len(found) == len(STATS):
        stats = tuple(found[at] for at in range(len(STATS)))
        record.state("shown_stats", stats, stats[0].line, PLACE)


def _is_stat(text: str | None) -> bool:
    if text is None:
        return True
    try:
        stat_span(text)
    except ValueError:
        return False
    return True
