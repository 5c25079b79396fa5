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
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from necropsy.games.dcss import grammar
from necropsy.games.dcss.inventory import INVENTORY

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["FOLLY", "UNREAD", "read_worn"]

FOLLY = "folly"
"""The value's name for the robe of Folly, which takes all Will."""

UNREAD = "unread"
"""The value's name for a row of the inventory that is no item as the game writes one."""

Worn = tuple[str, tuple[int, ...]]
"""A source of ``will_sources.csv`` and how many steps of it the item may have."""

_DASHED = r"\S[^\S\n]{1,4}-[^\S\n]"
_ROW = re.compile(rf"[^\S\n]{{0,8}}{_DASHED}")
# Descriptions are indented, and blank lines do not end them.
_INDENTED = "\n   "
_BEYOND = re.compile(rf"\n(?:   [^\S\n]{{0,5}}{_DASHED}|(?!   )[^\S\n]*\S)")
_BLANK = re.compile(r"[^\S\n]*\n")
# Surely an item as the game writes one, though its blanks were not squeezed: nearly all of a pack.
_PLAIN = re.compile(
    r" {0,8}\S {1,4}- {1,8}[^\s(){}\x00-\x1f][^(){}\x00-\x1f]{0,200}"
    r"(?P<marks>(?: \([^(){}\n]{1,40}\)){0,4})(?: \{[^\x00-\x1f]{0,400}\})?(?![^\n])"
)
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
    # Few lines have to do with it, and the others need not be taken apart.
    text = "\n".join(("", *record.lines[section.start + 1 : section.end], ""))
    places = _telling_places(text)
    if not places:
        return
    ends = _described_items(text)
    telling = _telling_items(text, places, ends)
    number = section.start + 2
    counted = 0
    for start in sorted(ends):
        item = text[start + 1 : ends[start]]
        plain = _PLAIN.match(item)
        if not _ROW.match(item) if plain is None else start not in telling or not plain["marks"]:
            continue
        line, _, description = item.partition("\n")
        line = grammar.squeezed(line)
        number += text.count("\n", counted, start)
        counted = start
        if start in telling:
            for what in _worn(line, description):
                record.state("will_item", what, number, INVENTORY)
        elif grammar.read(grammar.ITEM, line) is None:
            # Whether it is an item as the game writes one counts all the same where it is described.
            record.state("will_item", (UNREAD, ()), number, INVENTORY)


def _telling_places(text: str) -> list[int]:
    """Where, at first in its line, a word stands that is in whatever changes Will."""
    found = []
    for word in _TELLING:
        at = text.find(word)
        while at >= 0:
            found.append(at)
            at = text.find(word, text.find("\n", at))
    return found


def _described_items(text: str) -> dict[int, int]:
    """Where each line begins that is described below, and where its description ends."""
    ends = {}
    indented = text.find(_INDENTED, 1)
    while indented >= 0:
        beyond = _BEYOND.search(text, indented)
        end = beyond.start() if beyond else len(text)
        if end == indented:
            # A row may be indented as well.
            end += 1
        else:
            start = text.rfind("\n", 0, indented)
            # Blank lines above a description: it may be of what stands above them.
            while start > 0 and text[start + 1].isspace() and _BLANK.match(text, start + 1):
                start = text.rfind("\n", 0, start)
            ends[start] = end
        indented = text.find(_INDENTED, end)
    return ends


def _telling_items(text: str, places: Iterable[int], ends: dict[int, int]) -> set[int]:
    """Where the items begin that hold one of the places; those without a description are added."""
    starts = sorted(ends)
    telling = set()
    for place in places:
        above = bisect_right(starts, place)
        start = starts[above - 1] if above else -1
        if place >= ends.get(start, 0):
            start = text.rfind("\n", 0, place)
            ends[start] = text.find("\n", place)
        telling.add(start)
    return telling


def _worn(line: str, description: str) -> Iterator[Worn]:
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


def _sources(name: str, braces: str, description: str) -> Iterator[Worn]:
    described = _described(description)
    if name.startswith("the ") or described is not None:
        yield from _of_artefact(name, braces, described, description)
        return
    for pattern, worn in _NAMES:
        if pattern.search(name):
            yield worn
            return


def _described(description: str) -> tuple[str, str] | None:
    """The signs and the verb of the line that describes what an artefact does to Will."""
    for line in description.split("\n"):
        if "willpower" in line or "magic resistance" in line or "hostile ench" in line:
            match = grammar.read(grammar.WILL_DESCRIBED, grammar.squeezed(line))
            if match is not None:
                return match["signs"] or "", match["how"]
    return None


def _of_artefact(
    name: str, braces: str, described: tuple[str, str] | None, description: str
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
    if "uile" in name or "uile" in braces or "uile" in description:
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
