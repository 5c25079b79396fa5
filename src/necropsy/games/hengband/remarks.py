"""What an explanation says of a hero beyond the terms: the stats, step by step, and what was examined."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.hengband.experience import threshold
from necropsy.games.hengband.hero import factors_of
from necropsy.games.hengband.stat import modify_stat_value, stat_text
from necropsy.games.hengband.stat_table import StatRow
from necropsy.record import Record

__all__ = ["remarks_on"]


def remarks_on(record: Record) -> Iterator[str]:
    """Paragraphs on a record that was judged."""
    rows: tuple[StatRow, ...] = record.value("stat_rows", ())
    if rows:
        yield "\n".join([_HEADING, _COLUMNS, *map(_stat, rows)])
    said = _experience(record)
    if said:
        yield said
    if rows and not record.has("score"):
        yield (
            "A dump records no score, and most of what makes one up is known from below only. What was"
            " examined is the character: stats, level, experience, hit points, deeds."
        )


_HEADING = "Stats, each base moved by the steps of its columns:"
_COLUMNS = "        base race cls per oth   actual"


def _stat(row: StatRow) -> str:
    value = modify_stat_value(row.base, row.added)
    columns = "".join(f"{steps:>+4}" for steps in (row.race, row.profession, row.personality, row.others))
    current = f", now {row.printed[2]}" if row.current else ""
    return (
        f"  {row.stat} {row.printed[0]:>6} {columns} = {stat_text(value):>6}"
        f"  (the file says {row.printed[1]}{current}, line {row.line})"
    )


def _experience(record: Record) -> str:
    level, exp, factors = record.value("level"), record.value("exp"), factors_of(record)
    if level is None or exp is None or len(factors) != 1:
        return ""
    factor, android = factors[0]
    ends = threshold(min(level, 50), factor, android=android) if level >= 1 else None
    text = f"Experience {exp:,} at {factor} % is level {level}"
    return text + ("." if ends is None else f", which ends at {ends:,}.")
