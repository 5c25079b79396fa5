"""The kill lists: vanquished creatures by line, by category, and in all."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    summed, plain = _sum_of_plain(lines)
    for index, line in enumerate(lines[plain:], start + plain):
        if line[:2] == "  ":
            count = line[2:6].partition(" ")[0]
            summed += int(count) if count.isdecimal() and len(count) < 4 else _count(line)
        elif "vanquished" in line:
            match = grammar.read(grammar.KILL_TOTAL, grammar.squeezed(line))
            if match:
                total = int(match["kills"])
                record.state("kills_listed", (summed, total), index + 1, KILLS, Standing.WITNESS)
                if alone:
                    record.state("kills", total, index + 1, KILLS)
            return
        elif line.strip():
            return


def _sum_of_plain(lines: Sequence[str]) -> tuple[int, int]:
    """What the lines of a list add up to, and how many they are; nothing where one is not plain.

    It is the longest list of most files: ``  12 rats (D)``, ``  An ogre (Orc:1)``.
    """
    count = "\n".join(("", *lines)).count(_MARGIN)
    listed = "\n".join(("", *lines[:count]))
    if "ce)" in listed or "times)" in listed or listed.count(_MARGIN) != count:
        return 0, 0
    counts: list[str] = _PLAIN.findall(listed)
    if len(counts) != count:
        return 0, 0
    return counts.count("") + sum(map(int, filter(None, counts))), count


_MARGIN = "\n  "
_PLAIN = re.compile(r"\n  (?:([0-9]{1,3}) |[A-Za-z])")


def _count(line: str) -> int:
    """How many creatures a line stands for: ``3 ogres``, ``An ogre``, ``Natasha (twice)``."""
    if line[2:3].isalpha() and "ce)" not in line and "times)" not in line:
        return 1
    head, _, rest = line.strip().partition(" ")
    if head.isdecimal():
        return int(head) if len(head) <= _LONGEST_COUNT else 1
    if "twice)" not in rest and "thrice)" not in rest and " times)" not in rest:
        return 1
    match = grammar.read(grammar.KILL_LINE, f"{head} {rest}")
    if match is None:
        return 1
    return int(match["times"]) if match["times"] else _WORDS.get(match["word"] or "", 1)


_LONGEST_COUNT = 9
