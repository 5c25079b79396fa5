"""The species, in each place that names it."""

from __future__ import annotations

import re

from necropsy.games.dcss import experience, names
from necropsy.games.dcss.forger.notebook import rewritten_row, rows_of
from necropsy.games.dcss.forger.page import chained, lines_of, said_by, with_lines
from necropsy.games.dcss.overview import TITLE_LINE
from necropsy.games.dcss.score_block import PLACE as SCORE_BLOCK
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.tamper.original import Sheet

__all__ = [
    "abbreviation",
    "quest_note",
    "slow_learners",
    "species_everywhere",
    "species_in_block",
    "species_in_title",
]


def slow_learners(species: str, build: Version) -> list[str]:
    """Species of a version whose levels stand for more experience, the slowest first."""

    def threshold(name: str) -> int:
        span = experience.xp_span(20, None, name, build, percent_known=False)
        return 0 if span is None or span.low is None else span.low

    known = {
        row["name"]
        for row in names.rows("species")
        if VersionRange(row["since"], row["until"]).holds(build) and "Draconian" not in row["name"]
    }
    better = [name for name in known if threshold(name) > threshold(species)]
    return sorted(better, key=lambda name: (-threshold(name), name))


def species_everywhere(sheet: Sheet, species: str) -> str | None:
    """Another species in score block, title line and the first note."""
    return chained(
        sheet,
        lambda each: species_in_block(each, species),
        lambda each: species_in_title(each, species),
        lambda each: quest_note(each, species),
    )


def species_in_block(sheet: Sheet, species: str) -> str | None:
    """``Began as an Ogre Fighter on ...``."""
    stated, background = said_by(sheet, "character", SCORE_BLOCK), sheet.record.value("background")
    if stated is None or background is None:
        return None
    article = "an" if species[0] in "AEIOU" else "a"
    line = lines_of(sheet)[stated.line - 1]
    line = re.sub(rf"as an? {re.escape(stated.value)}", f"as {article} {species} {background}", line)
    return with_lines(sheet, stated.line - 1, stated.line, [line])


def species_in_title(sheet: Sheet, species: str) -> str | None:
    """The title line's bracket, shortened where it was."""
    stated, background = said_by(sheet, "character_shown", TITLE_LINE), sheet.record.value("background")
    if stated is None or background is None:
        return None
    line = lines_of(sheet)[stated.line - 1]
    who, _, rest = line.partition(f"({stated.value})")
    tail = rest.lstrip()
    full = f"({species} {background})"
    room = len(line) - len(who) - len(tail)
    shown = full if len(full) < room and " " in stated.value else f"({abbreviation(species, background)})"
    return with_lines(sheet, stated.line - 1, stated.line, [f"{who}{shown:<{room}}{tail}"])


def abbreviation(species: str, background: str) -> str:
    """The short form of a species and background: ``OgFi``."""
    short = [row["abbreviation"] for row in names.rows("species") if row["name"] == species]
    of_background = [row["abbreviation"] for row in names.rows("backgrounds") if row["name"] == background]
    return short[-1] + (of_background[-1] if of_background else "??")


def quest_note(sheet: Sheet, species: str) -> str | None:
    """``Sapling the Ogre Fighter began the quest for the Orb.``."""
    background, noted = sheet.record.value("background"), sheet.record.first("character_noted")
    if noted is None or background is None:
        return None
    at, row = next((n, row) for n, row in enumerate(rows_of(sheet)) if row.start == noted.line - 1)
    text = row.text.replace(noted.value, f"{species} {background}", 1)
    return rewritten_row(sheet, at, row.turn, row.place, text)
