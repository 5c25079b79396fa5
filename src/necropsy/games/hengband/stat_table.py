"""The stat table: base, race, class, personality and what else there is, the actual and the current value."""

from __future__ import annotations

import re
from typing import NamedTuple

from necropsy.games.hengband import grammar
from necropsy.games.hengband.document import Dump
from necropsy.games.hengband.sheet import SEXES, stat_number
from necropsy.games.hengband.stat import STATS, stat_span
from necropsy.record import Record, Standing
from necropsy.span import Span

__all__ = ["PLACE", "StatRow", "read_stat_table"]

PLACE = "stat table"


class StatRow(NamedTuple):
    """A row of the table.

    Attributes:
        stat: ``STR`` to ``CHR``.
        base: the natural value at its best, as the game counts (18/43 is 61).
        race, profession, personality, others: what each adds to it.
        actual: what comes out; 18/*** is a span without an end.
        current: what is in force, where less than that.
        printed: base, actual and current as they stand.
        drained: whether the row is marked as drained.
        capped: whether it is marked as standing at its cap.
        summary: what each worn thing does, a character each.
        line: the line (from 1).
    """

    stat: str
    base: int
    race: int
    profession: int
    personality: int
    others: int
    actual: Span
    current: Span | None
    printed: tuple[str, str, str]
    drained: bool
    capped: bool
    summary: str
    line: int

    @property
    def added(self) -> int:
        """All columns together."""
        return self.race + self.profession + self.personality + self.others

    def to_text(self) -> str:
        """``STR 18/57 +2 +4 +2 +5 = 18/188``."""
        columns = " ".join(f"{n:+d}" for n in (self.race, self.profession, self.personality, self.others))
        base, actual, current = self.printed
        return f"{self.stat} {base} {columns} = {actual}" + (f" now {current}" if current else "")


_BESIDE = {
    **dict.fromkeys(("性別", "Sex"), "sex"),
    **dict.fromkeys(("種族", "Race"), "race"),
    **dict.fromkeys(("職業", "Class"), "class"),
    **dict.fromkeys(("レベル", "Level"), "level"),
    **dict.fromkeys(("ＨＰ", "Hits"), "hp"),
    **dict.fromkeys(("ＭＰ", "Mana"), "mp"),
}


def read_stat_table(record: Record) -> None:
    """State the rows of the table, and what stands beside them."""
    dump: Dump = record.document
    if dump.table is None:
        return
    rows: list[StatRow] = []
    first = dump.table + 2
    for at in range(first - 1, min(first + len(STATS), dump.end)):
        _read_beside(record, dump.lines[at], at + 1)
    for at in range(first, min(first + len(STATS), dump.end)):
        match = grammar.read(grammar.STAT_ROW, dump.lines[at])
        row = None if match is None else _row(match, at + 1)
        if row is None or row.stat != STATS[len(rows)]:
            record.flaw("F302", "stat table: a row cannot be read", at + 1)
            return
        rows.append(row)
    if len(rows) < len(STATS):
        record.flaw("F302", "stat table: it is cut off", dump.table + 1)
        return
    record.state("stat_rows", tuple(rows), rows[0].line, PLACE)
    record.state("stats", tuple(row.to_text() for row in rows), rows[0].line, PLACE)


def _row(match: grammar.Match, line: int) -> StatRow | None:
    parts = [match["parts"][at : at + 3].strip() for at in (0, 3, 6, 9)]
    try:
        race, profession, personality, others = map(int, parts)
        base = stat_span(match["base"]).exact
        actual = stat_span(match["actual"].strip())
        current = match["current"] and stat_span(match["current"])
    except ValueError:
        return None
    if base is None:
        return None
    word, marks = match["stat"], match["marks"]
    return StatRow(
        STATS[stat_number(word)],
        base,
        race,
        profession,
        personality,
        others,
        actual,
        current or None,
        (match["base"], match["actual"].strip(), match["current"] or ""),
        "x" in marks or word[1:].islower(),
        "!" in marks,
        match["summary"],
        line,
    )


def _read_beside(record: Record, line: str, number: int) -> None:
    """State sex, race, class, level or points, which stand left of the table."""
    match = grammar.read(grammar.BESIDE, line)
    if match is None:
        return
    fact, value = _BESIDE[match["label"]], match["value"].strip()
    if fact in ("hp", "mp"):
        points = _POINTS.match(value)
        if points is not None:
            record.state(fact, int(points[1]), number, PLACE, Standing.WITNESS)
            record.state(f"max_{fact}", int(points[2]), number, PLACE, Standing.WITNESS)
    elif fact != "level":
        record.state(fact, SEXES.get(value, value), number, PLACE, Standing.WITNESS)
    elif _NUMBER.match(value):
        record.state(fact, int(value), number, PLACE, Standing.WITNESS)


_POINTS = re.compile(r"(-?\d{1,6})/ *(-?\d{1,6})$", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}$", re.ASCII)
