"""JSON, JSON Lines and CSV: one object or row a game, written as the audits come."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TextIO

from necropsy.fact import facts_of
from necropsy.games import games
from necropsy.reports.visible import cell, json_text
from necropsy.verdict import Audit

__all__ = ["audit_columns", "audit_row", "fact_columns", "fact_row", "write_csv", "write_json", "write_jsonl"]

_HEAD = (
    "source",
    "game",
    "version",
    "variant",
    "mode",
    "player",
    "verdict",
    "recorded",
    "recomputed_low",
    "recomputed_high",
    "slack",
    "assumed",
    "severity",
    "rules",
    "findings",
    "reasons",
    "rejected_offset",
    "rejected_text",
)


def write_jsonl(objects: Iterable[Mapping[str, Any]], stream: TextIO) -> None:
    """One JSON object on each line."""
    for item in objects:
        stream.write(json_text(item) + "\n")


def write_json(objects: Iterable[Mapping[str, Any]], stream: TextIO) -> None:
    """One JSON array."""
    stream.write("[")
    for at, item in enumerate(objects):
        stream.write(",\n" if at else "\n")
        stream.write(json_text(item, 2))
    stream.write("\n]\n")


def write_csv(rows: Iterable[Mapping[str, Any]], columns: Iterable[str], stream: TextIO) -> None:
    """A table that a spreadsheet can open without running anything in it."""
    writer = csv.writer(stream, lineterminator="\n")
    names = list(columns)
    # A query may make columns of what a file says: PIVOT games ON player.
    writer.writerow([cell(name) for name in names])
    for row in rows:
        writer.writerow([cell(row.get(name)) for name in names])


@lru_cache(maxsize=8)
def fact_columns(game: str | None = None) -> tuple[str, ...]:
    """The columns of the public facts of a game, or of every game; a span has one for each end."""
    names = [game] if game else [each.name for each in games()]
    facts = [fact for name in names for fact in facts_of(name).values() if fact.public]
    return tuple(dict.fromkeys(name for fact in facts for name in _columns(fact.name, fact.kind)))


@lru_cache(maxsize=8)
def audit_columns(game: str | None = None) -> tuple[str, ...]:
    """The columns of an audit's row: the verdict, what was found, then the facts."""
    return (*_HEAD, *(name for name in fact_columns(game) if name not in _HEAD))


def fact_row(game: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as plain data, as one flat row."""
    known = facts_of(game)
    row: dict[str, Any] = {}
    for name, value in facts.items():
        kind = known[name].kind if name in known else ""
        row |= _ends(name, value) if kind == "span" else {name: value}
    return row


def audit_row(audit: Audit) -> dict[str, Any]:
    """An audit as one flat row."""
    worst, span = audit.worst, audit.recomputed
    head = {
        "source": audit.source,
        "game": audit.game,
        "variant": audit.variant,
        "verdict": audit.verdict.value,
        "recorded": audit.recorded,
        **_ends("recomputed", None if span is None else [span.low, span.high]),
        "slack": audit.slack,
        "assumed": audit.breakdown.note or None if audit.breakdown else None,
        "severity": None if worst is None else worst.label,
        "rules": list(dict.fromkeys(finding.rule for finding in audit.findings)),
        "findings": " | ".join(f"{f.rule} {f.severity.label}: {f.message}" for f in audit.findings),
        "reasons": list(audit.reasons),
        "rejected_offset": audit.rejected.offset if audit.rejected else None,
        "rejected_text": audit.rejected.text if audit.rejected else None,
    }
    return (fact_row(audit.game, audit.facts()) if audit.game else {}) | head


def _columns(name: str, kind: str) -> tuple[str, ...]:
    return (f"{name}_low", f"{name}_high") if kind == "span" else (name,)


def _ends(name: str, span: list[int | None] | None) -> dict[str, int | None]:
    low, high = (None, None) if span is None else span
    return {f"{name}_low": low, f"{name}_high": high}
