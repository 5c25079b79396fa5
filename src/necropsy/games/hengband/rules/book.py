"""The registry of Hengband rules, and what several of them ask."""

from __future__ import annotations

from collections.abc import Iterable

from necropsy.games.hengband.stat_table import StatRow
from necropsy.games.hengband.version import VersionRange
from necropsy.record import Evidence, Record
from necropsy.rules import Rulebook

__all__ = ["READ", "RULEBOOK", "lines", "rows_of", "rule"]

RULEBOOK = Rulebook()
rule = RULEBOOK.rule

READ = VersionRange(before="3.0.3")
"""The versions whose tables and rules are known; 3.0.2Beta3 and 3.0.2Beta4 were seen in a thousand dumps."""


def lines(record: Record, numbers: Iterable[int]) -> tuple[Evidence, ...]:
    """Some lines of the dump as evidence, each once."""
    return tuple(dict.fromkeys(record.evidence_at(*numbers)))


def rows_of(record: Record) -> tuple[StatRow, ...]:
    """The rows of the stat table; none where it cannot be read."""
    rows: tuple[StatRow, ...] = record.value("stat_rows", ())
    return rows
