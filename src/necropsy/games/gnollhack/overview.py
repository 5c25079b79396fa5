"""The dungeon overview: how deep the hero got in each branch.

    The Dungeons of Doom: Levels 1 to 24
       Level 1:
          An altar to Huan Ti, an entrance to the Dungeons of Doom.
       Level 12: "Vault" <- You were here.
          Portal to The Quest.
    The Quest: Levels 1 to 5

Annotations stand in quotes behind a level, and the graves of other players name them; a
line is read only where it is as a whole what the game writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from necropsy.games.gnollhack import grammar
from necropsy.span import Span

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from necropsy.games.gnollhack.document import Dumplog
    from necropsy.games.gnollhack.sections import Section
    from necropsy.record import Record

    Levels = Sequence[re.Match[str] | None]

__all__ = ["Branch", "read_overview"]

PLACE = "dungeon overview"

MAIN, QUEST, LUDIOS, PLANES = "The Dungeons of Doom", "The Quest", "Fort Ludios", "The Elemental Planes"

# Levels on which the portal to the Quest can lie since 4.1.0.
_PORTAL_HIGHEST, _PORTAL_LOWEST = 11, 14

# How deep Fort Ludios lies is drawn when the game begins, wherever its portal will be found.
_LUDIOS_HIGHEST, _LUDIOS_LOWEST = 12, 21


class Branch(NamedTuple):
    """A branch of the dungeon as the overview shows it.

    Attributes:
        name: as printed.
        first: the level at which the range begins; of a branch without one, the level listed.
        last: the level at which it ends.
        listed: the numbers of the levels that are listed.
        here: the level where the game ended; 0 if it ended elsewhere.
        line: where it stands.
    """

    name: str
    first: int
    last: int
    listed: tuple[int, ...]
    here: int
    line: int


_MARKS = (" <- You were here.", " <- You are here.", " <- You left from here.")
_FEATURE = "      "
_GRAVE = "Final resting place for you, "
_OLD_GRAVE = "Final resting place for"
_OLD_GRAVE_FEATURE = "   you, "


def read_overview(record: Record) -> None:
    """State the branches, the deepest level, the Quest's portal, where the game ended, and the grave."""
    document = record.document
    branches = []
    for section in document.sections.all("branch"):
        levels = [_level(line.rstrip()) for line in document.lines[section.start + 1 : section.end]]
        branch = _read_branch(document, section, levels)
        here = _read_levels(record, section, branch, levels)
        if here or branch.last or branch.name == PLANES:
            branches.append(branch._replace(here=here))
    if branches:
        record.state("branches", tuple(branches), branches[0].line, PLACE)
        _state_depth(record, branches)


def _read_branch(document: Dumplog, section: Section, levels: Levels) -> Branch:
    """The branch with its range, and the numbers of the levels listed."""
    lines = document.lines
    match = grammar.read(grammar.BRANCH, lines[section.start].rstrip())
    assert match is not None, "the cutter lets only names of branches open a branch"
    first, last = match["first"], match["last"]
    if match["colon"] is None and section.start + 1 < section.end:
        # On mobile systems the range has a line of its own.
        below = grammar.read(grammar.LEVELS, lines[section.start + 1].rstrip())
        if below is not None:
            first, last = below["first"], below["last"]
    listed = tuple([int(level["level"]) for level in levels if level and level["level"]])
    if first is None:
        low, high = min(listed, default=0), max(listed, default=0)
    else:
        low, high = int(first), int(last or first)
    return Branch(match["branch"], low, high, listed, 0, document.number(section.start))


def _level(line: str) -> re.Match[str] | None:
    indented = line.startswith("   ") and line[3:4] > " "
    return grammar.read(grammar.LEVEL, line[3:]) if indented else None


def _read_levels(record: Record, section: Section, branch: Branch, levels: Levels) -> int:
    """State what the levels of a branch say; the level where the game ended, 0 without."""
    document = record.document
    here, level, old_grave = 0, 0, False
    for at, found in enumerate(levels, section.start + 1):
        line = document.lines[at].rstrip()
        if found:
            level = int(found["level"] or 0)
            if line.endswith(_MARKS):
                here = level
                place = f"{branch.name}, level {level}" if level else str(found["plane"])
                record.state("here", place, document.number(at), PLACE)
        elif line.startswith(_FEATURE):
            feature = line[len(_FEATURE) :]
            grave = _grave(feature, old=old_grave)
            if grave is not None:
                record.state("grave", grave, document.number(at), PLACE)
            elif branch.name == MAIN and _names_portal(feature):
                record.state("quest_portal", level, document.number(at), PLACE)
            old_grave = feature == _OLD_GRAVE or (old_grave and feature[:1] == " ")
    return here


def _grave(feature: str, *, old: bool) -> str | None:
    """What the hero's own grave says; up to 4.1.2-4 it stands on a line below."""
    beginning = _OLD_GRAVE_FEATURE if old else _GRAVE
    return feature[len(beginning) :].removesuffix(".") if feature.startswith(beginning) else None


def _names_portal(feature: str) -> bool:
    """Both stand under the level of the portal: the portal itself, and the call of the Quest's leader."""
    return feature == "Portal to The Quest." or (feature.startswith("Summoned by ") and feature[-1] == ".")


def _state_depth(record: Record, branches: list[Branch]) -> None:
    """The deepest level, with and without the Quest."""
    outside = [b for b in branches if b.name not in (QUEST, LUDIOS, PLANES)]
    if not outside:
        return
    # "6 up to 3" is entered on 6, which need not have been visited: only the second number counts.
    deepest = max(outside, key=lambda b: b.last)
    low = high = max(deepest.last, 1)
    record.state("max_level", low, deepest.line, PLACE)
    line = deepest.line
    quest = next((b for b in branches if b.name == QUEST), None)
    if quest is not None:
        levels = max(quest.last, 1)
        record.state("quest_levels", levels, quest.line, PLACE)
        portal = next((s.value for s in record.statements("quest_portal")), 0)
        low = max(low, (portal or _PORTAL_HIGHEST) + levels - 1)
        high = max(high, (portal or _PORTAL_LOWEST) + levels - 1)
        line = quest.line if high > deepest.last else line
    if any(b.name == LUDIOS for b in branches):
        low, high = max(low, _LUDIOS_HIGHEST), max(high, _LUDIOS_LOWEST)
    record.state("depth_span", Span(low, high), line, PLACE)
    if low == high:
        record.state("max_depth", low, line, PLACE)
