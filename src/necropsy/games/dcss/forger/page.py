"""A morgue as lines that can be rewritten, and edits one after the other."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Any

from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.version import Version
from necropsy.record import Statement
from necropsy.tamper.forger import Forger
from necropsy.tamper.original import Sheet
from necropsy.tamper.places import rewritten_everywhere

__all__ = ["PLAIN", "Step", "chained", "lines_of", "listed", "plainly", "said_by", "version", "with_lines"]

PLAIN = Forger(aims=(), renamed=lambda name, _old, _new: name)
"""Enough of a forger to rewrite numbers and words that stand as they are."""

Step = Callable[[Sheet], "str | None"]
"""An edit of a sheet: its new text, or ``None`` where the sheet has nothing to edit."""

_WIDTH = 79


def chained(sheet: Sheet, *steps: Step) -> str | None:
    """The text after one edit and the next; ``None`` if none of them found anything."""
    made = None
    for step in steps:
        text = step(sheet)
        if text is not None:
            made, sheet = text, sheet.with_text(text)
    return made


def lines_of(sheet: Sheet) -> list[str]:
    """The lines of a sheet, counted as its statements count them."""
    return sheet.text.split("\n")


def with_lines(sheet: Sheet, start: int, end: int, lines: Sequence[str]) -> str:
    """The text with other lines in place of those from index ``start`` to before ``end``."""
    old = lines_of(sheet)
    return "\n".join((*old[:start], *lines, *old[end:]))


def listed(text: str) -> list[str]:
    """A list of the overview as the game wraps it."""
    return textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def said_by(sheet: Sheet, fact: str, place: str) -> Statement | None:
    """What one place of a sheet says of a fact."""
    return next((each for each in sheet.record.statements(fact) if each.place == place), None)


def plainly(fact: str, value: Any) -> Step:
    """The edit that puts a value into every statement of a fact."""

    def step(sheet: Sheet) -> str | None:
        edited = rewritten_everywhere(PLAIN, sheet, fact, value)
        return None if edited is None else edited.text

    return step


def version(sheet: Sheet) -> Version:
    """The version of a sheet; the first of all where it names none."""
    return version_of(sheet.record) or Version.parse("0.0")
