"""What the rules about log lines report, and on which fields it rests."""

from __future__ import annotations

from collections.abc import Iterable

from necropsy.games.dcss.line import CrawlLine
from necropsy.games.dcss.line_reckon import variant_of_line
from necropsy.rules import Report, Severity, difference

__all__ = ["NONE", "Reports", "found_in", "more"]

Reports = Iterable[Report]

NONE: tuple[Report, ...] = ()


def found_in(
    line: CrawlLine,
    message: str,
    *facts: str,
    expected: object = None,
    found: object = None,
    severity: Severity | None = None,
) -> Reports:
    """One report, with the fields that the facts rest on; nothing on a fork's line."""
    if variant_of_line(line) is not None:
        return NONE
    evidence = line.evidence(*map(line.first, facts)) or tuple(line.evidence_at(line.line))
    return (Report(message, expected, found, evidence, severity),)


def more(found: int, most: int) -> str:
    """How far one count lies above another."""
    return difference(found, most, countable=True)
