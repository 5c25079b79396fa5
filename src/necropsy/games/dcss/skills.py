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
    for index in range(section.start + 1, section.end):
        if "Level " not in record.lines[index]:
            continue
        line = grammar.squeezed(record.lines[index])
        if match := grammar.read(grammar.SKILL, line):
            level = (match["skill"], float(match["level"]))
            record.state("skill", level, index + 1, "skills")


def read_skill_gains(record: Record) -> None:
    """State the last column of the table of skill gains."""
    section = record.document.sections.only("skill_gains")
    if section is None:
        return
    for index in range(section.start + 2, section.end):
        line = grammar.squeezed(record.lines[index])
        if not line:
            break
        if match := grammar.read(grammar.SKILL_GAIN, line):
            level = (match["skill"], float(match["level"]))
            record.state("skill_gained", level, index + 1, "skill table", Standing.WITNESS)


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
