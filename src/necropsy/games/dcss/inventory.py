"""The inventory, where runes (to 0.8) and the Orb (to 0.13) stand among the items."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["read_inventory"]

INVENTORY = "inventory"


def read_inventory(record: Record) -> None:
    """State the Orb and the runes that are carried as items. What a player inscribed is no name."""
    section = record.document.sections.only("inventory")
    if section is None:
        return
    if not any(line.strip() for line in islice(record.lines, section.start + 1, None)):
        # The file was cut off under the heading: of what was carried it says nothing.
        return
    record.state("inventory_listed", True, section.start + 1, INVENTORY, Standing.WITNESS)
    carried = record.lines[section.start + 1 : section.end]
    if "Zot" not in "\n".join(carried):
        return
    for number, line in enumerate(carried, section.start + 2):
        if "Zot" not in line:
            continue
        match = grammar.read(grammar.ZOT_ITEM, grammar.squeezed(line))
        if match is None:
            continue
        if match["orb"]:
            record.state("orb_item", True, number, INVENTORY, Standing.WITNESS)
        else:
            stack = (match["rune"], int(match["count"] or 1))
            record.state("rune_item", stack, number, INVENTORY, Standing.WITNESS)
