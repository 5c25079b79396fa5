"""Skills: the list of the character sheet, the table of gains, and the table of actions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["read_actions", "read_skill_gains", "read_skills"]


# The lines as the game writes them: their blanks need not be squeezed. The grammar reads all others.
_NAME = r"(?P<skill>[A-Z][a-z]{1,30}(?: (?:& )?[A-Z][a-z]{1,30}){0,4})"
_SKILL = re.compile(
    rf" [-+*O ] Level (?P<level>[0-9]{{1,2}}(?:\.[0-9])?)(?: ?\([0-9]{{1,2}}(?:\.[0-9])?\))? {_NAME}$"
)
_SKILL_GAIN = re.compile(rf"{_NAME} {{1,30}}\|[^|]{{0,400}}\|  ?(?P<level>[0-9]{{1,2}}(?:\.[0-9])?)$")


def read_skills(record: Record) -> None:
    """State each skill's real level; a boosted level in brackets is not read."""
    section = record.document.sections.only("skills")
    if section is None:
        return
    for number, line in enumerate(record.lines[section.start + 1 : section.end], section.start + 2):
        match = _SKILL.match(line)
        if match is None and "Level " in line:
            match = grammar.read(grammar.SKILL, grammar.squeezed(line))
        if match:
            level = (match["skill"], float(match["level"]))
            record.state("skill", level, number, "skills")


def read_skill_gains(record: Record) -> None:
    """State the last column of the table of skill gains."""
    section = record.document.sections.only("skill_gains")
    if section is None:
        return
    for number, line in enumerate(record.lines[section.start + 2 : section.end], section.start + 3):
        if not line or line.isspace():
            break
        match = _SKILL_GAIN.match(line) or grammar.read(grammar.SKILL_GAIN, grammar.squeezed(line))
        if match:
            level = (match["skill"], float(match["level"]))
            record.state("skill_gained", level, number, "skill table", Standing.WITNESS)


def read_actions(record: Record) -> None:
    """State how many columns the action table has: one for every three experience levels."""
    section = record.document.sections.only("actions")
    if section is None:
        return
    head = record.lines[section.start].partition("||")[0]
    record.state(
        "action_columns",
        head.count("|"),
        section.start + 1,
        "action table",
        Standing.WITNESS,
    )
