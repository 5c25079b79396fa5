"""Gold in hand, and the sentence on what was collected."""

from __future__ import annotations

import re

from necropsy.games.dcss.forger.page import chained, lines_of, plainly, said_by, with_lines
from necropsy.games.dcss.misc_block import MISC
from necropsy.tamper.original import Sheet

__all__ = ["collected", "gold_everywhere"]


def gold_everywhere(sheet: Sheet, gold: int) -> str | None:
    """Gold in hand, and as much more collected."""
    more = gold - sheet.record.value("gold", 0)
    return chained(sheet, plainly("gold", gold), lambda each: _more_collected(each, more))


def collected(sheet: Sheet, gold: int) -> str | None:
    """The sentence alone, as if so much were in hand."""
    return _more_collected(sheet, gold - sheet.record.value("gold", 0))


def _more_collected(sheet: Sheet, more: int) -> str | None:
    stated, visited = said_by(sheet, "gold_collected", MISC), said_by(sheet, "branches", MISC)
    lines = lines_of(sheet)
    if stated is not None:
        line = re.sub(r"\d+", str(max(stated.value + more, 0)), lines[stated.line - 1], count=1)
        return with_lines(sheet, stated.line - 1, stated.line, [line])
    if visited is None or more <= 0:
        return None
    return with_lines(sheet, visited.line, visited.line, [f"You collected {more} gold pieces."])
