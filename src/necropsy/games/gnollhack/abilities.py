"""Skills that the hero was not barred from, and the spells known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from necropsy.games.gnollhack import grammar

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["Skill", "read_skills", "read_spells"]


class Skill(NamedTuple):
    """A skill of the list, its level and the most that the hero can reach."""

    name: str
    level: str
    most: str


_SCHOOL = " spell"


def read_skills(record: Record) -> None:
    """State the list of skills, and the schools of spells among them: those are unrestricted."""
    document = record.document
    section = document.sections.last("skills")
    if section is None:
        return
    skills = []
    for _, line in document.body(section):
        if match := grammar.read(grammar.SKILL, line):
            skills.append(Skill(match["skill"], match["level"], match["most"]))
    number = document.number(section.start)
    record.state("skills", tuple(skills), number, "skills")
    schools = tuple(s.name.removesuffix(_SCHOOL).lower() for s in skills if s.name.endswith(_SCHOOL))
    record.state("spell_schools", schools, number, "skills")


def read_spells(record: Record) -> None:
    """State the names of the spells known."""
    document = record.document
    section = document.sections.last("spells")
    if section is None:
        return
    spells = []
    for _, line in document.body(section):
        if match := grammar.read(grammar.SPELL, line):
            spells.append(match["spell"])
    record.state("spells", tuple(spells), document.number(section.start), "spells")
