"""The sentences on mutations that follow the overview further down.

Innate Abilities, Weirdness & Mutations

You are somewhat inexperienced. (-1 XL)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["MUTATIONS", "read_inexperience"]

MUTATIONS = "mutations"

_DEGREES = {"somewhat ": 1, "": 2, "extremely ": 3}
_SENTENCE = re.compile(r"\({0,2}You are (?P<degree>somewhat |extremely )?inexperienced\b")


def read_inexperience(record: Record) -> None:
    """State how much Ru's sacrifice of experience took, by its sentence; 0 where there is none.

    A section at the end of a file that was cut off may have lost its sentences.
    """
    section = record.document.sections.only("mutations")
    if section is None:
        return
    for index, line in enumerate(record.lines[section.start + 1 : section.end], section.start + 1):
        match = _SENTENCE.match(grammar.squeezed(line)) if "inexperienced" in line else None
        if match is not None:
            level = _DEGREES[match["degree"] or ""]
            record.state("inexperience_told", level, index + 1, MUTATIONS, Standing.WITNESS)
            return
    if section.end < len(record.lines) or not record.lines[-1]:
        record.state("inexperience_told", 0, section.start + 1, MUTATIONS, Standing.WITNESS)
