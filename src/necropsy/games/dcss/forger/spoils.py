"""Runes, gems and the Orb, in each place that counts or names them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from necropsy.games.dcss import names
from necropsy.games.dcss.forger.block import with_spoils
from necropsy.games.dcss.forger.notebook import rows_of, with_rows, without_row
from necropsy.games.dcss.forger.page import chained, lines_of, listed, said_by, version, with_lines
from necropsy.games.dcss.misc_block import MISC
from necropsy.games.dcss.overview import LIST_KEYS
from necropsy.tamper.original import Sheet

__all__ = [
    "a_new",
    "gem_notes",
    "orb_note",
    "orb_shown",
    "overview_list",
    "rune_line",
    "rune_notes",
    "runes_everywhere",
    "visited",
    "without_orb",
]

_GEM_TURNS = 1800


def a_new(kind: str, count: int, known: Sequence[str]) -> list[str]:
    """Kinds of runes or gems that are not among those known, up to ``count`` in all."""
    rows = names.rows(f"{kind}s")
    usable = [row[kind] for row in rows if row.get("sprint_only", "no") == "no" and not row.get("until")]
    return [name for name in usable if name not in known][: max(count - len(known), 0)]


def _home(kind: str, name: str) -> str:
    """The Place column for the end of the branch where a treasure lies."""
    row = next(row for row in names.rows(f"{kind}s") if row[kind] == name and not row.get("until"))
    branch = row["branch"]
    levels = {each["levels"] for each in names.rows("branches") if each["abbreviation"] == branch}
    return f"{branch}:{min(map(int, levels))}" if levels > {"1"} or min(levels) != "1" else branch


def _found(sheet: Sheet, kind: str, new: Sequence[str]) -> str | None:
    """Notes of treasures picked up in their branches, above the last row."""
    rows = rows_of(sheet)
    if not rows or not new:
        return None
    turn = rows[-2].turn if len(rows) > 1 else 0
    tail = " rune of Zot" if kind == "rune" else f" gem with {_GEM_TURNS} turns to spare"
    article = {True: "an", False: "a"}
    told = [(turn, _home(kind, name), f"Got {article[name[0] in 'aeiou']} {name}{tail}") for name in new]
    return with_rows(sheet, -1, told)


def rune_notes(sheet: Sheet, count: int) -> str | None:
    """The notes of runes that are in the rune line and not in the notes, up to ``count`` runes in all."""
    known = [*sheet.record.values("rune_noted"), *sheet.record.values("rune_bought")]
    shown = [name for name in sheet.record.value("rune_names", ()) if name not in known]
    more = shown or a_new("rune", count, known)
    return _found(sheet, "rune", more[: max(count - len(known), 0)])


def gem_notes(sheet: Sheet, count: int) -> str | None:
    """Notes of so many gems in all."""
    return _found(sheet, "gem", a_new("gem", count, sheet.record.values("gem_noted")))


def rune_line(sheet: Sheet, count: int) -> str | None:
    """The overview's line with so many runes, all named; it is added where there is none (0.9 on)."""
    if version(sheet).before("0.9") or not sheet.record.has("character_shown"):
        return None
    held = list(sheet.record.value("rune_names", ()))
    noted = [name for name in sheet.record.values("rune_noted") if name not in held]
    held += noted[: max(count - len(held), 0)]
    held = [*held, *a_new("rune", count, held)][:count]
    order = [row["rune"] for row in names.rows("runes")]
    held.sort(key=order.index)
    most = sheet.record.value("runes_obtainable", 15)
    text = f"{count}/{most} runes: {', '.join(held)}"
    stated = sheet.record.first("rune_names")
    if stated is None:
        return overview_list(sheet, f"}}: {text}")
    lines = lines_of(sheet)
    start = stated.line - 1
    key = lines[start].partition(": ")[0]
    end = start + 1
    while lines[end].strip() and not lines[end].startswith(LIST_KEYS):
        end += 1
    return with_lines(sheet, start, end, listed(f"{key}: {text}"))


def overview_list(sheet: Sheet, text: str) -> str | None:
    """The text with another list in the overview, above the abilities where these stand last."""
    lines = lines_of(sheet)
    block = said_by(sheet, "turns", "title line")
    if block is None:
        return None
    keyed = [
        at
        for at in range(block.line, min(block.line + 60, len(lines)))
        if lines[at].startswith(("@: ", "A: ", "a: ", "0: ", "%: "))
    ]
    if not keyed:
        return None
    last = keyed[-1]
    if lines[last].startswith("a: ") and version(sheet).since("0.20"):
        return with_lines(sheet, last, last, listed(text))
    end = last + 1
    while lines[end].strip():
        end += 1
    return with_lines(sheet, end, end, listed(text))


def orb_shown(sheet: Sheet) -> str | None:
    """The Orb in the overview (0.14 on) or the pack."""
    if version(sheet).since("0.14.0"):
        return overview_list(sheet, "0: Orb of Zot")
    listed_at = sheet.record.first("inventory_listed")
    if listed_at is None:
        return None
    return with_lines(sheet, listed_at.line + 1, listed_at.line + 1, ["Orbs of Power", " z - the Orb of Zot"])


def without_orb(sheet: Sheet) -> str | None:
    """The text in which nobody carries the Orb or ever picked it up."""
    return chained(sheet, _without_orb_line, _without_orb_note)


def _without_orb_line(sheet: Sheet) -> str | None:
    held = sheet.record.first("orb_shown") or sheet.record.first("orb_item")
    return None if held is None else with_lines(sheet, held.line - 1, held.line, ())


def _without_orb_note(sheet: Sheet) -> str | None:
    at = next((n for n, row in enumerate(rows_of(sheet)) if row.text.startswith("Got the Orb")), None)
    return None if at is None else without_row(sheet, at)


def orb_note(sheet: Sheet) -> str | None:
    """The note that the Orb was picked up, if it is missing."""
    rows = rows_of(sheet)
    if not rows or sheet.record.has("orb_noted"):
        return None
    turn = rows[-2].turn if len(rows) > 1 else 0
    return with_rows(sheet, -1, [(turn, "Zot:5", "Got the Orb of Zot")])


def visited(sheet: Sheet) -> str | None:
    """The number of branches raised to those that the notes name."""
    notes, stated = sheet.record.value("notes"), said_by(sheet, "branches", MISC)
    if notes is None or stated is None:
        return None
    named = {place.partition(":")[0] for place in notes.places if ":" in place and "$" not in place}
    if len(named) <= stated.value:
        return None
    lines = lines_of(sheet)
    line = re.sub(r"visited \d+ branch(?:es)?", f"visited {len(named)} branches", lines[stated.line - 1])
    return with_lines(sheet, stated.line - 1, stated.line, [line])


def runes_everywhere(sheet: Sheet, count: int) -> str | None:
    """So many runes in the score block, the overview and the notes."""
    return chained(
        sheet,
        lambda each: rune_line(each, count),
        lambda each: rune_notes(each, count),
        lambda each: with_spoils(each, runes=count),
        visited,
    )
