"""Skills: the list of the character sheet, the table of gains, and the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["read_actions", "read_skill_gains", "read_skills"]


def read_skills(record: Record) -> None:
    """State each skill's real level; a boosted level in brackets is not read."""
    section = record.document.sections.only("skills")
    if section is None:
        return
    for number, line in enumerate(record.lines[section.start + 1 : section.end], section.start + 2):
        if "Level " in line and (match := grammar.read(grammar.SKILL, grammar.squeezed(line))):
            level = (match["skill"], float(match["level"]))
            record.state("skill", level, number, "skills")


def read_skill_gains(record: Record) -> None:
    """State the last column of the table of skill gains."""
    section = record.document.sections.only("skill_gains")
    if section is None:
        return
    rows = map(grammar.squeezed, record.lines[section.start + 2 : section.end])
    for number, line in enumerate(rows, section.start + 3):
        if not line:
            break
        if match := grammar.read(grammar.SKILL_GAIN, line):
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
