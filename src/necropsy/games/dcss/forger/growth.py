"""Experience levels and experience, in each place that tells of them."""

from __future__ import annotations

import re
from functools import partial

from necropsy.games.dcss import experience
from necropsy.games.dcss.forger.notebook import rows_of, with_rows
from necropsy.games.dcss.forger.page import chained, lines_of, plainly, said_by, version, with_lines
from necropsy.games.dcss.overview import OVERVIEW
from necropsy.tamper.original import Sheet

__all__ = [
    "actions_of_level",
    "inexperience_described",
    "inexperience_listed",
    "level_everywhere",
    "level_notes",
    "xp_everywhere",
]

_HIGHEST = 27


def level_everywhere(sheet: Sheet, level: int) -> str | None:
    """The level on the sheet, its notes and its columns of actions; no progress at the highest level."""
    return chained(
        sheet,
        plainly("xl", level),
        lambda each: _xp_of_level(each, level),
        lambda each: _without_progress(each) if level == _HIGHEST else None,
        lambda each: _hit_points(each, level - (sheet.record.value("xl") or level)),
        lambda each: level_notes(each, level),
        lambda each: actions_of_level(each, level),
    )


_HP_OF_LEVEL = 7


def _hit_points(sheet: Sheet, levels: int) -> str | None:
    """So many more levels give a higher maximum."""
    most = sheet.record.value("max_hp")
    return None if not most else plainly("max_hp", most + _HP_OF_LEVEL * levels)(sheet)


def _without_progress(sheet: Sheet) -> str | None:
    stated = sheet.record.first("next_pct")
    if stated is None:
        return None
    line = re.sub(r" +Next: *\d+%", "", lines_of(sheet)[stated.line - 1])
    return with_lines(sheet, stated.line - 1, stated.line, [line])


def _xp_of_level(sheet: Sheet, level: int) -> str | None:
    """Experience in figures (to 0.8) that stands for the level."""
    species = sheet.record.value("species")
    if not sheet.record.has("xp") or species is None:
        return None
    span = experience.xp_span(level, None, species, version(sheet), percent_known=False)
    return None if span is None or span.low is None else xp_everywhere(sheet, span.low + 10)


def xp_everywhere(sheet: Sheet, xp: int) -> str | None:
    """Experience in figures, and what is needed for the next level."""
    needed, had = sheet.record.value("xp_needed"), sheet.record.value("xp")
    level, species = sheet.record.value("xl"), sheet.record.value("species")
    if needed is None or had is None or species is None:
        return plainly("xp", xp)(sheet)
    span = experience.xp_span(level, None, species, version(sheet), percent_known=False)
    top = had + needed - 2 if span is None or span.high is None else span.high
    return chained(sheet, plainly("xp", xp), plainly("xp_needed", max(top + 2 - xp, 1)))


def level_notes(sheet: Sheet, level: int) -> str | None:
    """The notes of the levels up to one, those that are missing above the last row."""
    rows, noted = rows_of(sheet), sheet.record.values("level_noted")
    if not rows or not noted:
        return None
    last = next(row for row in reversed(rows) if row.text.startswith("Reached XP level"))
    turn, place = (rows[-2].turn, rows[-2].place) if len(rows) > 1 else (0, "D:1")
    reached = range(max(noted) + 1, level + 1)
    told = [re.sub(r"level \d+", f"level {each}", last.text, count=1) for each in reached]
    return with_rows(sheet, -1, [(turn, place, text) for text in told])


def actions_of_level(sheet: Sheet, level: int) -> str | None:
    """The table of actions with a column for every three levels (0.14 on)."""
    table = sheet.record.first("action_columns")
    blocks = (level - 1) // 3
    wanted = blocks + 1 if blocks else 0
    if table is None or table.value >= wanted:
        return None
    lines, start = lines_of(sheet), table.line - 1
    end = next((at for at in range(start, len(lines)) if not lines[at].strip()), len(lines))
    more = range(table.value, wanted)
    heads = "".join(f"| {3 * block + 1:>2}-{min(3 * block + 3, _HIGHEST):>2} " for block in more)
    cells = partial(re.sub, r"\|\|", lambda _: "|       " * len(more) + "||")
    new = [
        lines[start].replace("||", f"{heads}||"),
        lines[start + 1].replace("++", "+-------" * len(more) + "++"),
    ]
    new += [cells(line) for line in lines[start + 2 : end]]
    return with_lines(sheet, start, end, new)


def inexperience_listed(sheet: Sheet, levels: int) -> str | None:
    """The mutation of Ru's sacrifice in the overview's list."""
    stated = said_by(sheet, "mutations", OVERVIEW)
    if stated is None:
        return None
    lines = lines_of(sheet)
    line, count = re.subn(r"inexperienced(?: \d)?", f"inexperienced {levels}", lines[stated.line - 1])
    if not count:
        line = re.sub(r"^A: (?:no striking features)?", f"A: inexperienced {levels}, ", line).rstrip(", ")
    return with_lines(sheet, stated.line - 1, stated.line, [line])


_DEGREES = {1: "somewhat", 2: "", 3: "extremely"}


def inexperience_described(sheet: Sheet, levels: int) -> str | None:
    """The sentence on the same mutation further down."""
    section = sheet.record.document.sections.only("mutations")
    if section is None:
        return None
    lost = levels * (1 if version(sheet).since("0.29") else 2)
    sentence = f"You are {_DEGREES[levels]} inexperienced. (-{lost} XL)".replace("  ", " ")
    kept = [line for line in lines_of(sheet)[section.start : section.end] if "inexperienced" not in line]
    return with_lines(sheet, section.start, section.end, [*kept[:2], sentence, *kept[2:]])
