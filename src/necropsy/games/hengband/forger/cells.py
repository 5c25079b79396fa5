"""Where things stand in a dump, and how each is rewritten in its own columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from necropsy.games.hengband import grammar
from necropsy.games.hengband.self_knowledge import Cap
from necropsy.games.hengband.sheet import ShownStat
from necropsy.games.hengband.stat import CAPS, LEAST, modify_stat_value, stat_text, total_modifier
from necropsy.games.hengband.stat_table import StatRow
from necropsy.tamper.forger import Place
from necropsy.tamper.original import Sheet

__all__ = [
    "COLUMNS",
    "cap",
    "claim",
    "everywhere",
    "on_screen",
    "put",
    "row_of",
    "shown_stat",
    "table_cell",
    "with_cap",
    "with_line",
    "with_lines",
    "with_row",
    "with_values",
]


def put(line: str, start: int, end: int, new: str) -> str:
    """A line with other text between two columns; what stands behind moves as little as blanks allow."""
    head, tail, longer = line[:start], line[end:], len(new) - (end - start)
    if longer > 0 and head.endswith(" " * (longer + 1)):
        return head[:-longer] + new + tail
    if longer > 0 and tail.startswith(" " * (longer + 1)):
        return head + new + tail[longer:]
    if longer < 0 and head.endswith(" "):
        return head + " " * -longer + new + tail
    return head + new + (" " * -longer + tail if tail.strip() else tail)


def with_line(sheet: Sheet, number: int, line: str) -> str:
    """The text with another line (counted from 1)."""
    return with_lines(sheet, number, number, [line])


def with_lines(sheet: Sheet, first: int, last: int, lines: Iterable[str]) -> str:
    """The text with some lines (from 1, the last included) replaced; ``last`` below ``first`` puts in."""
    all_lines = sheet.record.lines
    return "\n".join([*all_lines[: first - 1], *lines, *all_lines[last:]])


# ------------------------------------------------------------------------ character screen

_SCREEN: dict[str, tuple[grammar.Label, str]] = {
    "sex": (grammar.SEX, "value"),
    "race": (grammar.RACE, "value"),
    "class": (grammar.CLASS, "value"),
    "level": (grammar.LEVEL, "value"),
    "exp": (grammar.EXPERIENCE, "value"),
    "max_exp": (grammar.MOST_EXPERIENCE, "value"),
    "next_exp": (grammar.NEXT_LEVEL, "value"),
    "hp": (grammar.HIT_POINTS, "value"),
    "max_hp": (grammar.HIT_POINTS, "most"),
    "day": (grammar.DAY, "day"),
}
_BESIDE = {
    "race": (("種族", "Race"), ""),
    "class": (("職業", "Class"), ""),
    "level": (("レベル", "Level"), ""),
    "hp": (("ＨＰ", "Hits"), "now"),
    "max_hp": (("ＨＰ", "Hits"), "most"),
}
_CLAIMS = {
    "race": ("race",),
    "class": ("class",),
    "level": ("level",),
    "max_level": ("maxlv",),
    "max_depth": ("maxdp",),
    "turns": ("turns",),
    "killer": ("killer",),
    "version": ("version",),
    "personality": ("seikaku",),
}


def on_screen(label: grammar.Label, group: str = "value") -> Place:
    """The rewriter of what stands beside a label of the character screen."""

    def rewritten(sheet: Sheet, value: Any) -> str | None:
        first, text = sheet.record.document.screen
        match = grammar.find(label, text)
        if match is None:
            return None
        above = text.count("\n", 0, match.start(group))
        begin = text.rfind("\n", 0, match.start(group)) + 1
        line = sheet.record.lines[first + above]
        return with_line(
            sheet,
            first + above + 1,
            put(line, match.start(group) - begin, match.end(group) - begin, str(value)),
        )

    return rewritten


def _beside(labels: tuple[str, ...], part: str) -> Place:
    """The rewriter of what stands left of the stat table."""

    def rewritten(sheet: Sheet, value: Any) -> str | None:
        table = sheet.record.document.table
        for at in range(table + 1, table + 8) if table is not None else ():
            line = sheet.record.lines[at]
            match = grammar.read(grammar.BESIDE, line)
            if match is None or match["label"] not in labels:
                continue
            start, end = match.span("value")
            if part:
                slash = line.index("/", start)
                start, end = (start, slash) if part == "now" else (slash + 1, end)
            new = str(value)
            # Left-aligned: what is longer eats the blanks behind it.
            room = len(line[end:]) - len(line[end:].lstrip(" "))
            longer = _width(new) - _width(line[start:end])
            tail = line[end:] if longer <= 0 else line[end + min(longer, max(room - 1, 0)) :]
            return with_line(sheet, at + 1, line[:start] + new + " " * max(-longer, 0) + tail)
        return None

    return rewritten


def _width(text: str) -> int:
    """Columns of a screen: a Japanese character takes two."""
    return sum(1 if character < "\u0100" else 2 for character in text)


def claim(key: str) -> Place:
    """The rewriter of a field for the score server."""

    def rewritten(sheet: Sheet, value: Any) -> str | None:
        for at in range(sheet.record.document.title or 0):
            match = grammar.read(grammar.UPLOAD_FIELD, sheet.record.lines[at])
            if match is not None and match["key"] == key:
                return with_line(sheet, at + 1, f"{key}: {value}")
        return None

    return rewritten


def _places(fact: str) -> list[Place]:
    places = [on_screen(*_SCREEN[fact])] if fact in _SCREEN else []
    if fact in _BESIDE:
        places.append(_beside(*_BESIDE[fact]))
    return places + [claim(key) for key in _CLAIMS.get(fact, ())]


def everywhere(sheet: Sheet, places: Iterable[Place], value: Any) -> Sheet:
    """A sheet with a value in all the places that it has."""
    for place in places:
        text = place(sheet, value)
        sheet = sheet if text is None else sheet.with_text(text)
    return sheet


def with_values(sheet: Sheet, values: dict[str, Any]) -> Sheet:
    """A sheet with other values of some facts, wherever they stand: screen, stat table, score server."""
    for fact, value in values.items():
        if sheet.record.value(fact) != value or fact in ("max_level", "killer"):
            sheet = everywhere(sheet, _places(fact), value)
    return sheet


# ------------------------------------------------------------------------------ stat table

COLUMNS = ("race", "profession", "personality", "others")
"""The columns between base and actual value."""


def row_of(sheet: Sheet, number: int) -> StatRow | None:
    """A row of the stat table, by the number of its stat."""
    rows = sheet.record.value("stat_rows")
    return rows[number] if rows else None


def table_cell(number: int, column: str) -> Place:
    """The rewriter of a cell of the stat table; values are as the game counts."""

    def rewritten(sheet: Sheet, value: Any) -> str | None:
        row = row_of(sheet, number)
        match = None if row is None else grammar.read(grammar.STAT_ROW, sheet.record.lines[row.line - 1])
        if row is None or match is None or (column == "current" and row.current is None):
            return None
        line = sheet.record.lines[row.line - 1]
        if column in COLUMNS:
            start = match.start("parts") + 3 * COLUMNS.index(column)
            return with_line(sheet, row.line, f"{line[:start]}{value:3d}{line[start + 3 :]}")
        start, end = match.span(column)
        start = end - len(match[column].strip())
        return with_line(sheet, row.line, put(line, start, end, stat_text(value)))

    return rewritten


def shown_stat(number: int, *, drained: bool = False) -> Place:
    """The rewriter of a stat of the screen: without what was drained, or of a drained one with it."""

    def rewritten(sheet: Sheet, value: Any) -> str | None:
        shown: tuple[ShownStat, ...] | None = sheet.record.value("shown_stats")
        if not shown:
            return None
        line = sheet.record.lines[shown[number].line - 1]
        match = grammar.read(grammar.STAT, line)
        assert match is not None, "it was read by this pattern"
        start, end = match.span("second" if match["second"] and not drained else "first")
        return with_line(sheet, shown[number].line, put(line, start, end, stat_text(value)))

    return rewritten


def cap(number: int) -> Place:
    """The rewriter of a stat's cap, where the hero knows it."""

    def rewritten(sheet: Sheet, value: int) -> str | None:
        caps: tuple[Cap, ...] | None = sheet.record.value("stat_caps")
        if not caps or caps[number].value is None:
            return None
        line = sheet.record.lines[caps[number].line - 1]
        match = grammar.read(grammar.CAP, line)
        assert match is not None, "it was read by this pattern"
        return with_line(sheet, caps[number].line, line[: match.start("cap")] + stat_text(value))

    return rewritten


def with_cap(sheet: Sheet, number: int, value: int) -> str | None:
    """The text with another cap, and the others made to fit: together they are always the same."""
    text = cap(number)(sheet, value)
    if text is None:
        return None
    edited = sheet.with_text(text)
    more = value - sheet.record.value("stat_caps")[number].value
    for other, each in enumerate(edited.record.value("stat_caps")):
        if other != number and each.value is not None and each.value - more in CAPS:
            return cap(other)(edited, each.value - more)
    return text


def with_row(sheet: Sheet, number: int, changes: dict[str, int]) -> Sheet:
    """A sheet with cells of a row changed, and the others and the screen made to fit."""
    row = row_of(sheet, number)
    if row is None:
        return sheet
    cells = {name: getattr(row, name) for name in ("base", *COLUMNS)} | changes
    if "actual" in changes:
        steps = total_modifier(cells["base"], changes["actual"])
        cells["others"] = steps - sum(cells[name] for name in COLUMNS[:3])
    else:
        cells["actual"] = modify_stat_value(cells["base"], sum(cells[name] for name in COLUMNS))
    for name in ("base", *COLUMNS, "actual"):
        before = row.actual.exact if name == "actual" else getattr(row, name)
        if cells[name] != before:
            sheet = everywhere(sheet, [table_cell(number, name)], cells[name])
    if cells["actual"] != row.actual.exact:
        sheet = everywhere(sheet, [shown_stat(number)], cells["actual"])
        if row.current is not None and row.current.exact is not None and row.actual.exact is not None:
            left = max(cells["actual"] - (row.actual.exact - row.current.exact), LEAST)
            drained = [table_cell(number, "current"), shown_stat(number, drained=True)]
            sheet = everywhere(sheet, drained, left)
    return sheet
