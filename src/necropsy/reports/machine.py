"""JSON, JSON Lines and CSV: one object or row a game, written as the audits come."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from necropsy.fact import facts_of
from necropsy.reports.visible import cell
from necropsy.verdict import Audit, plain

__all__ = ["audit_columns", "fact_columns", "write_csv", "write_json", "write_jsonl"]

_HEAD = (
    "source",
    "game",
    "version",
    "variant",
    "mode",
    "player",
    "verdict",
    "recorded",
    "recomputed",
    "slack",
)
_TAIL = ("rules", "findings", "reasons")


def write_jsonl(objects: Iterable[Mapping[str, Any]], stream: TextIO) -> None:
    """One JSON object on each line."""
    for item in objects:
        stream.write(json.dumps(item, ensure_ascii=False) + "\n")


def write_json(objects: Iterable[Mapping[str, Any]], stream: TextIO) -> None:
    """One JSON array."""
    stream.write("[")
    for at, item in enumerate(objects):
        stream.write(",\n" if at else "\n")
        stream.write(json.dumps(item, ensure_ascii=False, indent=2))
    stream.write("\n]\n")


def write_csv(rows: Iterable[Mapping[str, Any]], columns: Iterable[str], stream: TextIO) -> None:
    """A table that a spreadsheet can open without running anything in it."""
    writer = csv.writer(stream, lineterminator="\n")
    names = list(columns)
    writer.writerow(names)
    for row in rows:
        writer.writerow([cell(row.get(name)) for name in names])


def fact_columns(games: Iterable[str]) -> list[str]:
    """The public facts of some games, each once."""
    return list(dict.fromkeys(f.name for game in games for f in facts_of(game).values() if f.public))


def audit_columns(games: Iterable[str]) -> list[str]:
    """The columns of an audit's row: the verdict, what was found, then the facts."""
    return [*_HEAD, *_TAIL, *(name for name in fact_columns(games) if name not in _HEAD)]


def audit_row(audit: Audit) -> dict[str, Any]:
    """An audit as one flat row."""
    head = {
        "source": audit.source,
        "game": audit.game,
        "variant": audit.variant,
        "verdict": audit.verdict.value,
        "recorded": audit.recorded,
        "recomputed": plain(audit.recomputed),
        "slack": audit.slack,
        "rules": [finding.rule for finding in audit.findings],
        "findings": [finding.message for finding in audit.findings],
        "reasons": list(audit.reasons),
    }
    return audit.facts() | head
