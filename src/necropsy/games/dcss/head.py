"""The head of a morgue: header, score block, overview and misc block, above the inventory.

Nearly all that a score follows from stands there, in the first tenth of a long file. What is
read from the head alone must be what the whole file would give, so there is one only where
nothing further down can change it: all three lines that the game writes once are in it, or the
file has no score block at all, and the inventory below it surely opens a section.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from necropsy.games.dcss.sections import Sections, cut

__all__ = ["Head", "head_of"]


class Head(NamedTuple):
    """The first lines of a morgue.

    Attributes:
        lines: the lines.
        sections: the sections that they hold.
        length: how many characters they have; 0 where they are the whole file.
    """

    lines: Sequence[str]
    sections: Sections
    length: int = 0


_INVENTORY = "\nInventory:"

# Below these headings a line that looks like that may be somebody's own text.
_FREE_TEXT = ("Messa", "Annot")

# A header is read together with the lines below it, among which the seed stands.
_BELOW_HEADER = 5


def head_of(text: str) -> Head | None:
    """The head of a morgue; ``None`` where it does not stand by itself."""
    end = text.find(_INVENTORY)
    if end < 0:
        return None
    head = text[:end]
    if any(heading in head for heading in _FREE_TEXT):
        return None
    lines = head.split("\n")
    sections = cut(head, lines)
    if not sections.headers or not sections.title_lines:
        return None
    # The dump of a running game has no score block; another one may have it further down.
    if not sections.score_lines and text.find("Began", end) >= 0:
        return None
    header = next(iter(sections.headers))
    return Head(lines, sections, end) if header + _BELOW_HEADER <= len(lines) else None
