"""What is worn, as far as it changes Will.

 t - the ring of Goguz (worn) {rN++ Will+ Dex-4 Stlth+}
   (You found it on level 2 of the Depths)

   rN++:      It greatly protects you from negative energy.
   Will+:     It increases your willpower.
 y - a +2 cloak of willpower (haunted) {iWill+++}

Of an ordinary item its name counts and nothing else: the braces hold what a player inscribed. Of
an artefact (it has the article "the", or properties described below it) the description counts;
the braces hold its properties and then the inscription, so alone they prove nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar
from necropsy.games.dcss.inventory import INVENTORY
from necropsy.games.dcss.sections import lines_with

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["FOLLY", "UNREAD", "read_worn"]

FOLLY = "folly"
"""The value's name for the robe of Folly, which takes all Will."""

UNREAD = "unread"
"""The value's name for a row of the inventory that is no item as the game writes one."""

Worn = tuple[str, tuple[int, ...]]
"""A source of ``will_sources.csv`` and how many steps of it the item may have."""

_ROW = re.compile(r"\s{0,8}\S\s{1,4}-\s")
_LONGEST_KEY = 8 + 1 + 4 + 1
_IN_USE = re.compile(
    r"worn|weapon|offhand|haunted|installed|around (?:neck|mantle)|on tentacle|(?:left|right) [a-z -]{3,20}"
)
_IN_NO_USE = re.compile(r"melded|inert|quivered(?: ammo)?|[\d/?]{1,7}")
_NAMES = (
    (re.compile(r"\bring of (?:willpower|protection from magic)$"), ("ring", (1,))),
    (re.compile(r" of (?:willpower|magic resistance)$"), ("armour", (1,))),
    (re.compile(r"\bquicksilver dragon (?:scales|armour)$"), ("scales", (1,))),
    # Whether a hide does what the scales made of it do was not read.
    (re.compile(r"\bquicksilver dragon hide$"), ("scales", (0, 1))),
    (re.compile(r" of guile$"), ("guile", (1,))),
    (re.compile(r"\bstaff of enchantment$"), ("staff", (1,))),
)
_TELLING = ("will", "magic", "uile", "quicksilver", "Folly", "enchantment", "Will", "MR")
_PROPERTY = re.compile(r"(?<![^ {])(?:Will|MR)(?P<signs>\+{0,3}|-{1,3})(?![^ ,}])")
_MOST_STEPS = 3


def read_worn(record: Record) -> None:
    """State each thing that is worn, or may be, and changes Will, or may."""
    section = record.document.sections.only("inventory")
    if section is None:
        return
    # Few packs hold anything that has to do with it, and the others need not be taken apart.
    lines = record.lines
    start = section.start + 1
    text = "\n".join(lines[start : section.end])
    words = [word for word in _TELLING if word in text]
    if not words:
        return
    telling = {start + index for word in words for index in lines_with(text, word)}
    within = enumerate(lines[start : section.end], start)
    rows = [index for index, line in within if "-" in line[:_LONGEST_KEY] and _ROW.match(line)]
    for index, following in pairwise((*rows, section.end)):
        below = index + 1
        if following == below:
            if index not in telling:
                continue
        else:
            below = _below(lines, index, following)
            if telling.isdisjoint(range(index, below)):
                # Whether it is an item as the game writes one counts all the same where it is described.
                if below > index + 1 and grammar.read(grammar.ITEM, grammar.squeezed(lines[index])) is None:
                    record.state("will_item", (UNREAD, ()), index + 1, INVENTORY)
                continue
        for what in _worn(grammar.squeezed(lines[index]), lines[index + 1 : below]):
            record.state("will_item", what, index + 1, INVENTORY)


def _below(lines: Sequence[str], index: int, following: int) -> int:
    """The index after the description of an item."""
    below = index + 1
    for at in range(below, following):
        if lines[at].startswith("   "):
            below = at + 1
        elif lines[at].strip():
            break
    return below


def _worn(line: str, description: Sequence[str]) -> Iterator[Worn]:
    match = grammar.read(grammar.ITEM, line)
    if match is None:
        yield UNREAD, ()
        return
    marks = match["marks"][2:-1].split(") (") if match["marks"] else []
    marks = [mark for mark in marks if not _IN_NO_USE.fullmatch(mark)]
    if not marks or "(melded)" in match["marks"]:
        return
    surely = any(_IN_USE.fullmatch(mark) for mark in marks)
    for source, counts in _sources(match["name"], match["braces"] or "", description):
        yield source, counts if surely else tuple(sorted({0, *counts}))


def _sources(name: str, braces: str, description: Sequence[str]) -> Iterator[Worn]:
    described = _described(description)
    if name.startswith("the ") or described is not None:
        yield from _of_artefact(name, braces, described, description)
        return
    for pattern, worn in _NAMES:
        if pattern.search(name):
            yield worn
            return


def _described(description: Sequence[str]) -> tuple[str, str] | None:
    """The signs and the verb of the line that describes what an artefact does to Will."""
    for line in description:
        if "willpower" in line or "magic resistance" in line or "hostile ench" in line:
            match = grammar.read(grammar.WILL_DESCRIBED, grammar.squeezed(line))
            if match is not None:
                return match["signs"] or "", match["how"]
    return None


def _of_artefact(
    name: str, braces: str, described: tuple[str, str] | None, description: Sequence[str]
) -> Iterator[Worn]:
    if name.endswith(" robe of Folly"):
        yield FOLLY, (1,)
        return
    counts = _steps(braces, described)
    if counts != (0,):
        yield "artefact", counts
    if "quicksilver dragon" in name:
        # Whether the property that is shown has the scales' own in it depends on the version.
        yield "scales", (0, 1)
    if "uile" in name or "uile" in braces or any("uile" in line for line in description):
        yield "guile", (0, 1)


def _steps(braces: str, described: tuple[str, str] | None) -> tuple[int, ...]:
    # Up to 0.13 a raw number stands behind the property, and one sign may be left out.
    shown = {_signed(match["signs"]) if match["signs"] else 1 for match in _PROPERTY.finditer(braces)}
    if described is None:
        return tuple(sorted({0, *shown}))
    signs, how = described
    if signs:
        return (_signed(signs),)
    told = {
        "increases": {1},
        "greatly increases": {2, 3},
        "decreases": {-1},
        "greatly decreases": {-2, -3},
        "affects": set(range(-_MOST_STEPS, _MOST_STEPS + 1)) - {0},
    }[how]
    return tuple(sorted(told & shown or told))


def _signed(signs: str) -> int:
    return len(signs) if signs[0] == "+" else -len(signs)
