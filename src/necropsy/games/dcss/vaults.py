"""The list of vault maps: the only place that names the map of a sprint that was won.

Levels and vault maps discovered:
D:        dungeon_sprint_1 [red_sonja_temple_1, red_sonja_temple_small_1]
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["read_vaults"]

VAULTS = "vault list"

_TELLING = ("D:", "[+gen", "[-gen")
_TOLD = re.compile(r"\n(?:\[|D:\s)")
"""What stands at the margin where one of them tells something; ``D:1:`` is a level of a longer Dungeon."""


def read_vaults(record: Record) -> None:
    """State the maps of the one level of a sprint, and the marks that only wizard mode prints."""
    section = record.document.sections.only("vaults")
    if section is None:
        return
    lines = record.lines[section.start + 1 : section.end]
    # Most games are no sprints, and their lists tell nothing.
    if not _TOLD.search("\n".join(("", *lines, ""))):
        return
    for number, line in enumerate(lines, section.start + 2):
        if not line.startswith(_TELLING):
            continue
        rest = line
        if line.startswith("["):
            record.state("generation_marks", True, number, VAULTS, Standing.WITNESS)
            rest = line.partition("]")[2].lstrip()
        if rest.startswith("D:") and (len(rest) < 3 or rest[2].isspace()):
            first = rest[2:].strip().split(" ", 1)[0].rstrip(",[")
            if first:
                record.state("sprint_vault", first, number, VAULTS, Standing.WITNESS)
