"""The table of experience by level (0.21 to 0.25 alpha, or by option).

    Table legend:
     A = Non-vault XP
     B = Vault XP
    ...
          Total |      69 |      21 |  23.3 |      45 |       7 |  13.5

Its total is all experience that monsters gave. It misses what potions and runes gave and
counts what the character got only in part, so it is a witness and never the experience
that the score counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["read_xp_by_level"]


def read_xp_by_level(record: Record) -> None:
    """State the sum of the total row's first two columns."""
    for section in record.document.sections.all("table"):
        legend = record.lines[section.start + 1 : section.start + 2]
        if not legend or "Non-vault XP" not in legend[0]:
            continue
        for index in range(section.start + 2, section.end):
            line = grammar.squeezed(record.lines[index])
            if match := grammar.read(grammar.XP_TOTAL, line):
                total = int(match["plain"]) + int(match["vault"])
                record.state("xp_by_level", total, index + 1, "experience table", Standing.WITNESS)
                return
