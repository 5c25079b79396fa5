"""The list of vault maps: the only place that names the map of a sprint that was won.

Levels and vault maps discovered:
D:        dungeon_sprint_1 [red_sonja_temple_1, red_sonja_temple_small_1]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["read_vaults"]

VAULTS = "vault list"


def read_vaults(record: Record) -> None:
    """State the maps of the one level of a sprint, and the marks that only wizard mode prints."""
    section = record.document.sections.only("vaults")
    if section is None:
        return
    for index in range(section.start + 1, section.end):
        line = record.lines[index]
        if line.startswith(("[+gen", "[-gen")):
            record.state("generation_marks", True, index + 1, VAULTS, Standing.WITNESS)
            line = line.partition("]")[2].lstrip()
        if line.startswith("D:") and (len(line) < 3 or line[2].isspace()):
            first = line[2:].strip().split(" ", 1)[0].rstrip(",[")
            if first:
                record.state("sprint_vault", first, index + 1, VAULTS, Standing.WITNESS)
