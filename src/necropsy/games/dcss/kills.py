"""The kill lists: vanquished creatures by line, by category, and in all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["KILLS", "read_kills"]

KILLS = "kill list"

_WORDS = {"twice": 2, "thrice": 3}


def read_kills(record: Record) -> None:
    """State, for each category, the sum of its lines and the total under it; then the grand total."""
    sections = record.document.sections
    for section in sections.all("grand_total"):
        line = grammar.squeezed(record.lines[section.start])
        if match := grammar.read(grammar.KILL_TOTAL, line):
            record.state("kills", int(match["kills"]), section.start + 1, KILLS)
            record.state("kills_in_all", int(match["kills"]), section.start + 1, KILLS, Standing.WITNESS)
    categories = sections.all("kills")
    for section in categories:
        # One category alone has no grand total.
        _read_category(record, section.start + 1, section.end, alone=len(categories) == 1)


def _read_category(record: Record, start: int, end: int, *, alone: bool) -> None:
    lines = record.lines[start:end]
    text = "\n".join(("", *lines, ""))
    listed = text.count(_MARGIN)
    if any(line.startswith("  ") for line in lines[listed:]):
        # Blank lines stand within the list, or indented ones below it.
        listed = next((at for at, line in enumerate(lines) if line[:2] != "  " and line.strip()), len(lines))
        text = "\n".join(("", *lines[:listed], ""))
    total = next((at for at, line in enumerate(lines[listed:], listed) if line.strip()), listed)
    if total == len(lines) or "vanquished" not in lines[total]:
        return
    match = grammar.read(grammar.KILL_TOTAL, grammar.squeezed(lines[total]))
    if match:
        kills, number = int(match["kills"]), start + total + 1
        record.state("kills_listed", (_summed(text), kills), number, KILLS, Standing.WITNESS)
        if alone:
            record.state("kills", kills, number, KILLS)


_MARGIN = "\n  "
_COUNTED = re.compile(r"\n  [^\S\n]*(\d{1,9})(?: |[^\S\n]*(?![^\n]))")


def _summed(text: str) -> int:
    """How many creatures the lines of a list stand for: ``3 ogres``, ``An ogre``, ``Natasha (twice)``."""
    counts = _COUNTED.findall(text)
    summed = text.count(_MARGIN) - len(counts) + _sum_of(counts)
    for start in _with_times(text):
        if text.startswith(_MARGIN, start) and not _COUNTED.match(text, start):
            summed += _times(text[start + 1 : text.find("\n", start + 1)]) - 1
    return summed


def _sum_of(counts: Iterable[str]) -> int:
    # Few kinds of monsters are met by the hundred, and to look a number up is quicker than to read it.
    try:
        return sum(map(_SMALL.__getitem__, counts))
    except KeyError:
        return sum(map(int, counts))


_SMALL = {str(number): number for number in range(200)}


def _with_times(text: str) -> set[int]:
    """Where the lines begin that tell, behind a name, how often it was vanquished."""
    found = set()
    for sign in ("ce)", "times)"):
        at = text.find(sign)
        while at >= 0:
            found.add(text.rfind("\n", 0, at))
            at = text.find(sign, text.find("\n", at))
    return found


def _times(line: str) -> int:
    """How often a line's creature was vanquished: ``Natasha (twice) (D:2)``."""
    head, _, rest = line.strip().partition(" ")
    if head.isdecimal() or not ("twice)" in rest or "thrice)" in rest or " times)" in rest):
        return 1
    match = grammar.read(grammar.KILL_LINE, f"{head} {rest}")
    if match is None:
        return 1
    return int(match["times"]) if match["times"] else _WORDS.get(match["word"] or "", 1)
