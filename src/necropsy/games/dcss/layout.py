"""Signs of a version: what only some versions print, in places that no player writes.

A version stands in one line of a morgue; its whole look follows from it. Each sign is known by its
shape at the margin of the overview, or by a fact that some versions alone print. What is missing is
no sign: players can leave sections out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from necropsy.games.dcss import grammar, names
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.score_block import PLACE as SCORE_BLOCK
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record, Statement

__all__ = ["foreign_fields", "foreign_signs", "read_foreign_look", "read_layout"]

_Signs = dict[str, tuple[tuple[str, re.Pattern[str]], ...]]
"""Signs with their patterns, by the first two characters of a line."""

_STATS = (
    ("bare_stats", ("HP", "Go"), re.compile(r"HP -?\d{1,9}/|Gold \d")),
    ("labelled_stats", ("He", "HP", "Go"), re.compile(r"Health: -?\d|HP: -?\d|Gold: \d")),
    ("memorised", ("Go",), re.compile(r"Gold\b.{1,40}? Spells: \d{1,3} memori[sz]ed")),
    ("spell_levels", ("Go",), re.compile(r"Gold\b.{1,40}? Spells: -?\d{1,3}/\d{1,3} levels left")),
)
"""Of the stat lines, squeezed, from their beginning."""

_RESISTS = (
    ("long_resists", ("Re",), re.compile(r"Res\.Fire ?:")),
    ("short_resists", ("rF",), re.compile(r"rFire [x+.∞]")),
    ("magic_resistance", ("MR",), re.compile(r"MR (?:[+.]{5}|∞|inf)(?: |$)")),
    ("willpower", ("Wi",), re.compile(r"Will (?:[+.]{5}|∞|inf)(?: |$)")),
    ("stealth", ("St",), re.compile(r"Stlth(?: |$)")),
    ("regeneration", ("HP",), re.compile(r"HPRegen \d")),
    ("see_invisible", ("rF", "rC"), re.compile(r"r(?:Fire|Cold) (?:(?:[x+.] ?){3}|∞|inf) ?SeeInvis [+.]")),
    ("sees_invisible", ("SI",), re.compile(r"SInv [+.]")),
    ("percent_resists", ("rF",), re.compile(r"rFire (?:(?:[x+.] ?){3}|∞|inf) ?\(-?\d{1,3}%\)")),
)
"""Of the resistances: what stands left of the items, whose names can be anything."""


def _by_beginning(signs: Iterable[tuple[str, tuple[str, ...], re.Pattern[str]]]) -> _Signs:
    found: _Signs = {}
    for sign, beginnings, pattern in signs:
        for beginning in beginnings:
            found[beginning] = (*found.get(beginning, ()), (sign, pattern))
    return found


_HUNGER = re.compile(
    r"You were (?:not hungry|very hungry|hungry|near starving|starving|full|very full|completely stuffed)\.$"
)


class _Sought(NamedTuple):
    """The signs to look for.

    Attributes:
        signs: their names.
        blocks: those of the stat lines and of the resistances: their order, and their patterns.
        facts: those that a fact stands for, as fact and sign.
    """

    signs: frozenset[str]
    blocks: tuple[tuple[list[str], _Signs], ...]
    facts: tuple[tuple[str, str], ...]


@lru_cache(maxsize=512)
def _sought(version: Version | None) -> _Sought:
    """What a version does not show; every sign where there is none."""
    signs = frozenset(
        {row["sign"] for row in names.rows("layout")} if version is None else foreign_signs(version)
    )
    blocks = ([each for each in block if each[0] in signs] for block in (_STATS, _RESISTS))
    return _Sought(
        signs,
        tuple(([sign for sign, *_ in block], _by_beginning(block)) for block in blocks),
        tuple((fact, sign) for fact, sign in _OF_FACTS if sign in signs),
    )


def read_layout(record: Record) -> None:
    """State each sign with its line."""
    _state(record, "layout", _sought(None))


def read_foreign_look(record: Record) -> None:
    """State each sign that the version in the header does not show, with its line."""
    version = version_of(record)
    if version is not None:
        _state(record, "foreign_look", _sought(version))


def _state(record: Record, fact: str, sought: _Sought) -> None:
    if sought.signs:
        for sign, number, place in (*_of_overview(record, sought), *_of_facts(record, sought)):
            record.state(fact, sign, number, place, Standing.WITNESS)


def _of_overview(record: Record, sought: _Sought) -> Iterator[tuple[str, int, str]]:
    lines, sections, _ = record.document.head
    if not sections.title_lines:
        return
    start = next(iter(sections.title_lines))
    stats, resists, rest = _blocks(lines, start + 1, sections.end_of(start))
    for block, (order, signs) in zip((stats, resists), sought.blocks, strict=True):
        shown = _shown(lines, block, signs) if signs else {}
        for sign in order:
            if sign in shown:
                yield sign, shown[sign], "overview"
    if _IN_THE_REST.isdisjoint(sought.signs):
        return
    for index in rest:
        line = lines[index]
        if line.startswith("%: "):
            if "passives" in sought.signs and _PASSIVES.match(line):
                yield "passives", index + 1, "overview"
        elif (
            line.startswith("You were ")
            and "hunger" in sought.signs
            and _HUNGER.match(grammar.squeezed(line))
        ):
            yield "hunger", index + 1, "misc block"


_IN_THE_REST = frozenset(("passives", "hunger"))


def _shown(lines: Sequence[str], block: range, signs: _Signs) -> dict[str, int]:
    """The signs in a block of lines, each with the number of the first line that shows it."""
    found: dict[str, int] = {}
    for index in block:
        line = lines[index]
        possible = signs.get(line.lstrip()[:2])
        if possible:
            line = grammar.squeezed(line)
            for sign, pattern in possible:
                if sign not in found and pattern.match(line):
                    found[sign] = index + 1
    return found


# A player can have the runes listed behind any sign.
_PASSIVES = re.compile(r"%: (?!\d{1,3}/\d{1,3} runes?:)")

_LONGEST = 80
"""Lines from the title line to the end of the misc block."""


def _blocks(lines: Sequence[str], start: int, end: int) -> tuple[range, range, range]:
    """The stats, the resistances and what follows: a blank line stands between them."""
    bounds = [start]
    end = min(end, start + _LONGEST)
    index = start
    for _ in range(2):
        while index < end and not lines[index].strip():
            index += 1
        bounds.append(index)
        while index < end and lines[index].strip():
            index += 1
        bounds.append(index)
    _, first, after_stats, second, after_resists = bounds
    return range(first, after_stats), range(second, after_resists), range(after_resists, end)


_OF_FACTS = (
    ("xp", "xp"),
    ("next_pct", "next_pct"),
    ("build", "build"),
    ("seed", "seed"),
    ("orb_shown", "orb_shown"),
    ("skill_gained", "skill_gains"),
    ("action_columns", "action_columns"),
)


def _of_facts(record: Record, sought: _Sought) -> Iterator[tuple[str, int, str]]:
    for fact, sign in sought.facts:
        stated = record.first(fact)
        if stated is not None:
            yield sign, stated.line, stated.place
    for sign, find in _OF_LINES.items():
        if sign in sought.signs:
            found = find(record)
            if found is not None:
                yield sign, found.line, found.place
    if not _LEVELS.isdisjoint(sought.signs):
        yield from _of_place(record, sought)


def _skill_tenths(record: Record) -> Statement | None:
    tenths = (each for each in record.statements("skill") if "." in _line_of(record, each).partition("(")[0])
    return next(tenths, None)


def _no_build(record: Record) -> Statement | None:
    header = record.first("version")
    if header is None or f" {header.value} character file." not in _line_of(record, header):
        return None
    return header


def _gems_carried(record: Record) -> Statement | None:
    gems = record.first("gems")
    return gems if gems is not None and gems.place == SCORE_BLOCK and gems.value else None


def _short_dungeon(record: Record) -> Statement | None:
    dungeon = record.first("dungeon_levels")
    return dungeon if dungeon is not None and dungeon.value == _SHORT_DUNGEON else None


def _line_of(record: Record, statement: Statement) -> str:
    return record.lines[statement.line - 1]


_OF_LINES: dict[str, Callable[[Record], Statement | None]] = {
    "skill_tenths": _skill_tenths,
    "no_build": _no_build,
    "gems_carried": _gems_carried,
    "short_dungeon": _short_dungeon,
}
"""Signs by how a fact is written, or by its value."""

_SHORT_DUNGEON = 15
"""Levels since 0.14. A deep Dungeon is no sign: a game that began before has it in any later version."""

_PLACE = re.compile(r"(?:\.\.\.|Quit the game) on (?P<word>[Ll]evel) \d")


_LEVELS = frozenset(("capital_level", "small_level"))


def _of_place(record: Record, sought: _Sought) -> Iterator[tuple[str, int, str]]:
    """``Level 3 of the Dungeon`` in the score block, with a capital to 0.15."""
    stated = record.first("place")
    if stated is None or stated.place != SCORE_BLOCK:
        return
    match = _PLACE.match(grammar.squeezed(_line_of(record, stated)))
    sign = "" if match is None else "capital_level" if match["word"] == "Level" else "small_level"
    if sign in sought.signs:
        yield sign, stated.line, stated.place


@lru_cache(maxsize=512)
def foreign_signs(version: Version) -> dict[str, str]:
    """The signs that a version surely does not show, each with what it is in words."""
    rows: dict[str, list[dict[str, str]]] = {}
    for row in names.rows("layout"):
        rows.setdefault(row["sign"], []).append(row)
    return {
        sign: found[0]["what"]
        for sign, found in rows.items()
        if not any(VersionRange(row["since"], row["until"]).overlaps(version) for row in found)
    }


@lru_cache(maxsize=4096)
def foreign_fields(text: str) -> frozenset[str]:
    """The fields of a log line that a version surely does not write; none where it is no version."""
    try:
        version = Version.parse(text)
    except ValueError:
        return frozenset()
    return frozenset(
        row["key"]
        for row in names.rows("fields")
        if not VersionRange(row["since"], row["until"]).overlaps(version)
    )
