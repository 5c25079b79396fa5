"""To put another value in one place of a text, and in that place alone.

Where a value stands in its line the readers of the games know best: so each spot where it could
stand is tried, and the text read back. The edit that counts is the one by which the statement says
the new value, all other statements of the fact what they said, and the fewest other facts change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from necropsy.fact import facts_of
from necropsy.record import Record, Statement
from necropsy.span import Span
from necropsy.tamper.forger import Forger
from necropsy.tamper.original import Sheet

__all__ = ["rewritten", "rewritten_everywhere", "stated"]

_FURTHER_LINES = 3
"""Sentences are wrapped: what a statement rests on may stand on a line behind its first."""


def stated(sheet: Sheet, fact: str) -> Sequence[Statement]:
    """The statements of a fact that stand in the text itself, and not in the file's name."""
    return [statement for statement in sheet.record.statements(fact) if statement.line]


def rewritten(forger: Forger, sheet: Sheet, statement: Statement, value: Any) -> Sheet | None:
    """The sheet with another value in the place of one statement; ``None`` if that cannot be done."""
    before = _said(sheet.record)
    at = next(n for n, each in enumerate(sheet.record.statements(statement.fact)) if each is statement)
    wanted = list(before[statement.fact])
    wanted[at] = value
    best: tuple[int, Sheet] | None = None
    for text in _candidates(forger, sheet, statement, value):
        edited = sheet.with_text(text)
        try:
            after = _said(edited.record)
        except ValueError:
            continue
        if list(after.get(statement.fact, ())) != wanted:
            continue
        harm = sum(before.get(fact) != after.get(fact) for fact in before.keys() | after.keys())
        if best is None or harm < best[0]:
            best = harm, edited
    return best[1] if best else None


def rewritten_everywhere(forger: Forger, sheet: Sheet, fact: str, value: Any) -> Sheet | None:
    """The sheet with another value in every place that states a fact; ``None`` if one is left."""
    for _ in range(len(stated(sheet, fact))):
        left = next((each for each in stated(sheet, fact) if each.value != value), None)
        if left is None:
            break
        edited = rewritten(forger, sheet, left, value)
        if edited is None:
            return None
        sheet = edited
    values = [each.value for each in stated(sheet, fact)]
    return sheet if values and all(each == value for each in values) else None


def _candidates(forger: Forger, sheet: Sheet, statement: Statement, value: Any) -> Iterator[str]:
    """The text with the value in each spot where the old one may stand, the columns kept if possible."""
    lines = sheet.text.split("\n")
    first = 0 if sheet.line else statement.line - 1
    spellings = list(
        zip(
            forger.texts_of(statement.value, statement),
            forger.texts_of(value, statement),
            strict=False,
        )
    )
    for number in range(first, min(first + _FURTHER_LINES, len(lines))):
        line = lines[number]
        for old, new in spellings:
            for edited in _edits_of(line, old, new):
                yield "\n".join((*lines[:number], edited, *lines[number + 1 :]))


def _edits_of(line: str, old: str, new: str) -> Iterator[str]:
    edge = r"(?<![0-9A-Za-z])" if old[:1].isalnum() else ""
    end = r"(?![0-9A-Za-z])" if old[-1:].isalnum() else ""
    longer = len(new) - len(old)
    for match in re.finditer(edge + re.escape(old) + end, line):
        head, tail = line[: match.start()], line[match.end() :]
        if longer > 0 and head.endswith(" " * (longer + 1)):
            yield head[:-longer] + new + tail
        if longer > 0 and tail.startswith(" " * (longer + 1)):
            yield head + new + tail[longer:]
        if longer < 0 and head.endswith("  "):
            yield head + " " * -longer + new + tail
        if longer < 0 and tail.startswith("  "):
            yield head + new + " " * -longer + tail
        yield head + new + tail


_COMPARABLE = (int, str, tuple, Span)


def _said(record: Record) -> dict[str, tuple[Any, ...]]:
    """What a record says of each fact, where that can be compared."""
    said = {}
    for fact in facts_of(record.game):
        values = tuple(value for value in record.values(fact) if isinstance(value, _COMPARABLE))
        if values:
            said[fact] = values
    return said
