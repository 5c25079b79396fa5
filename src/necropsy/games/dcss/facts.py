"""Facts that no single line states: they follow from others.

Gems of a dead character stand in the notes alone; experience follows from level and
percentage; a sprint's map is named in one of several places.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from necropsy.games.dcss import experience, names
from necropsy.games.dcss.version import Version
from necropsy.record import Standing
from necropsy.span import Span

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = [
    "GEMS_SINCE",
    "derive_ended",
    "derive_gems",
    "derive_inexperience",
    "derive_map",
    "derive_mode",
    "derive_orb",
    "derive_xp_span",
    "map_of_title",
    "sprints",
    "version_of",
]

# The first build that knows gems (866d48a7, 2023-12-15).
GEMS_SINCE = "0.31-a0-1239"


def version_of(record: Record) -> Version | None:
    """The version of a record, or ``None`` if there is none or it is no version of DCSS."""
    text = record.value("version")
    return None if text is None else _version(text)


@lru_cache(maxsize=4096)
def _version(text: str) -> Version | None:
    try:
        return Version.parse(text)
    except ValueError:
        return None


def derive_mode(record: Record) -> None:
    """State the mode: wizard or explore where the score line is marked, else the kind of game."""
    for mode in ("wizard", "explore"):
        marked = record.first(mode)
        if marked is not None and marked.value:
            record.state("mode", mode, marked.line, marked.place)
            return
    kind = record.first("game_type")
    if kind is not None:
        record.state("mode", kind.value, kind.line, kind.place)


def derive_ended(record: Record) -> None:
    """State the day of the end where the score block prints none: it is the first day then.

    A win or leave without runes and gems prints no date whatever the day, and states nothing.
    """
    dated, started = record.first("end_dated"), record.first("started")
    if dated is None or dated.value or started is None:
        return
    left = record.value("ending") in ("win", "left")
    if not left or record.value("rune_items") or record.value("gems"):
        record.state("ended", started.value, dated.line, "score block, undated")


def derive_gems(record: Record) -> None:
    """State the gems: the score block has them after a win or leave, else the notes count."""
    version = version_of(record)
    if version is None or not version.may_be_since(GEMS_SINCE):
        return
    ending = record.first("ending")
    if ending is not None and ending.value in ("win", "left"):
        if not record.has("gems"):
            record.state("gems", 0, ending.line, ending.place)
        return
    noted = record.first("gem_notes")
    if noted is not None:
        record.state("gems", noted.value, noted.line, noted.place, Standing.WITNESS)


_INEXPERIENCED = re.compile(r"\binexperienced(?: (\d))?")


def derive_orb(record: Record) -> None:
    """State whether the Orb was carried: shown in the overview from 0.14 on, an item before."""
    held = record.first("orb_shown") or record.first("orb_item")
    if held is not None:
        record.state("orb", True, held.line, held.place)
        return
    version = version_of(record)
    if version is None:
        return
    shown_where = "title_lines" if version.since("0.14.0") else "inventory_listed"
    place = record.first(shown_where)
    if place is not None and (version.since("0.14.0") or version.before("0.13")):
        record.state("orb", False, place.line, place.place)


def derive_inexperience(record: Record) -> None:
    """State the levels of the mutation that shifts the thresholds; 0 where the list has none."""
    listed = record.first("mutations")
    if listed is None:
        return
    match = _INEXPERIENCED.search(listed.value)
    levels = int(match[1] or 1) if match else 0
    record.state("inexperienced", levels, listed.line, listed.place)


def derive_xp_span(record: Record) -> None:
    """State the experience that XL and Next% allow, or the printed number itself."""
    level, species, version = record.first("xl"), record.value("species"), version_of(record)
    printed = record.first("xp")
    if printed is not None:
        record.state("xp_span", Span.exactly(printed.value), printed.line, printed.place)
        return
    if level is None or version is None or species is None:
        return
    percent = record.first("next_pct")
    listed = record.value("inexperienced")
    known = listed is not None or version.before("0.16")
    span = experience.xp_span(
        level.value,
        percent.value if percent else None,
        species,
        version,
        listed or 0,
        percent_known=known and record.has("character_shown"),
    )
    if span is not None:
        at = percent or level
        record.state("xp_span", span, at.line, at.place)


@lru_cache(maxsize=1)
def sprints() -> dict[str, dict[str, str]]:
    """The sprint maps by name (``tables/sprints.csv``)."""
    return {row["map"]: row for row in names.rows("sprints")}


_NUMERAL = re.compile(r"Sprint (?P<number>[IVX]{1,5}):")


@lru_cache(maxsize=256)
def map_of_title(title: str) -> str | None:
    """The sprint map that a title stands for (``Sprint VIII: "Arena of Blood"``), by its numeral."""
    match = _NUMERAL.match(title)
    numbered = (name for name, row in sprints().items() if match and row["number"] == match["number"])
    return next(numbered, None)


def derive_map(record: Record) -> None:
    """State a sprint's map: from the place of death, else the vault list, else tell-tale notes."""
    if record.value("game_type") not in ("sprint", "unknown"):
        return
    titled = record.first("map_title")
    name = map_of_title(titled.value) if titled else None
    if name is not None and titled:
        record.state("map", name, titled.line, titled.place)
        return
    vault = record.first("sprint_vault")
    if vault is not None and vault.value in sprints():
        record.state("map", vault.value, vault.line, vault.place)
        return
    for tale, name in (("arena_points", "arena_sprint"), ("axe_of_woe", "meatsprint")):
        noted = record.first(tale)
        if noted is not None:
            record.state("map", name, noted.line, noted.place, Standing.WITNESS)
            return
