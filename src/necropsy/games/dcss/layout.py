"""Signs of a version: what only some versions print, in places that no player writes.

A version stands in one line of a morgue; its whole look follows from it. Each sign is known by its
shape at the margin of the overview, or by a fact that some versions alone print. What is missing is
no sign: players can leave sections out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar, names
from necropsy.games.dcss.score_block import PLACE as SCORE_BLOCK
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["foreign_fields", "foreign_signs", "read_layout"]

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


_OF_BLOCKS = tuple(([sign for sign, *_ in signs], _by_beginning(signs)) for signs in (_STATS, _RESISTS))

_HUNGER = re.compile(
    r"You were (?:not hungry|very hungry|hungry|near starving|starving|full|very full|completely stuffed)\.$"
)


def read_layout(record: Record) -> None:
    """State each sign with its line."""
    for sign, number, place in (*_of_overview(record), *_of_facts(record)):
        record.state("layout", sign, number, place, Standing.WITNESS)


def _of_overview(record: Record) -> Iterator[tuple[str, int, str]]:
    lines, sections, _ = record.document.head
    if not sections.title_lines:
        return
    start = next(iter(sections.title_lines))
    stats, resists, rest = _blocks(lines, start + 1, sections.end_of(start))
    for block, (order, signs) in zip((stats, resists), _OF_BLOCKS, strict=True):
        shown = _shown(lines, block, signs)
        for sign in order:
            if sign in shown:
                yield sign, shown[sign], "overview"
    for index in rest:
        line = lines[index]
        if line.startswith("%: "):
            if _PASSIVES.match(line):
                yield "passives", index + 1, "overview"
        elif line.startswith("You were ") and _HUNGER.match(grammar.squeezed(line)):
            yield "hunger", index + 1, "misc block"


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


def _of_facts(record: Record) -> Iterator[tuple[str, int, str]]:
    for fact, sign in _OF_FACTS:
        stated = record.first(fact)
        if stated is not None:
            yield sign, stated.line, stated.place
    for statement in record.statements("skill"):
        if "." in record.lines[statement.line - 1].partition("(")[0]:
            yield "skill_tenths", statement.line, statement.place
            break
    header = record.first("version")
    if header is not None and f" {header.value} character file." in record.lines[header.line - 1]:
        yield "no_build", header.line, header.place
    gems = record.first("gems")
    if gems is not None and gems.place == SCORE_BLOCK and gems.value:
        yield "gems_carried", gems.line, gems.place
    yield from _of_place(record)
    dungeon = record.first("dungeon_levels")
    if dungeon is not None and dungeon.value == _SHORT_DUNGEON:
        yield "short_dungeon", dungeon.line, dungeon.place


_SHORT_DUNGEON = 15
"""Levels since 0.14. A deep Dungeon is no sign: a game that began before has it in any later version."""

_PLACE = re.compile(r"(?:\.\.\.|Quit the game) on (?P<word>[Ll]evel) \d")


def _of_place(record: Record) -> Iterator[tuple[str, int, str]]:
    """``Level 3 of the Dungeon`` in the score block, with a capital to 0.15."""
    stated = record.first("place")
    if stated is None or stated.place != SCORE_BLOCK:
        return
    match = _PLACE.match(grammar.squeezed(record.lines[stated.line - 1]))
    if match is not None:
        yield f"{'capital' if match['word'] == 'Level' else 'small'}_level", stated.line, stated.place


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
