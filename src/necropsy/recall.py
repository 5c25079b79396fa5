"""An audit made again from what the machine output has of it, to be shown, filtered or compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from necropsy.breakdown import Breakdown, Term
from necropsy.fact import facts_of
from necropsy.logline import Rejected
from necropsy.record import Evidence, Record
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

__all__ = ["recall", "record_from"]

_SEVERITIES = {severity.label: severity for severity in Severity}


def record_from(game: str, source: str, line: int, facts: Mapping[str, Any]) -> Record:
    """The record of a game's public facts, without the file that they were read from.

    Args:
        game: short name of the game.
        source: the file's name.
        line: the line of a log; 0 in a file of its own.
        facts: the facts as :meth:`~necropsy.verdict.Audit.facts` gives them.
    """
    record = Record(game, source)
    record.line = line
    kinds = facts_of(game)
    for name, value in facts.items():
        if value is not None:
            span = kinds[name].kind == "span"
            record.state(name, Span(*value) if span else _tuples(value), 0, "audit")
    return record


def recall(data: Mapping[str, Any], told: str = "") -> Audit:
    """An audit from its plain data.

    Args:
        data: what :meth:`~necropsy.verdict.Audit.to_dict` gave. The same comes out of the audit
            that is made here.
        told: by what kind of file the game is told (:attr:`~necropsy.brief.Brief.told`).
    """
    name, rejected = data["game"], data["rejected"]
    source, line = _place(data["source"], told)
    return Audit(
        data["source"],
        Verdict(data["verdict"]),
        name,
        data["variant"],
        data["recorded"],
        _breakdown(data),
        tuple(map(_finding, data["findings"])),
        tuple(data["reasons"]),
        record_from(name, source, line, data["facts"]) if name and data["facts"] else None,
        Rejected(**rejected) if rejected else None,
        data["repeats"],
    )


def _place(label: str, told: str) -> tuple[str, int]:
    """The file that a label names, and the line in it."""
    if told != "line":
        return label, 0
    source, _, line = label.rpartition(":")
    return source, int(line)


def _breakdown(data: Mapping[str, Any]) -> Breakdown | None:
    if data["recomputed"] is None:
        return None
    return Breakdown(
        "", "", tuple(map(_term, data["terms"])), Span(*data["recomputed"]), data["assumed"] or ""
    )


def _term(data: Mapping[str, Any]) -> Term:
    factor = data.get("factor")
    # What a multiplication gave is not in the output, only the factor.
    span = Span(None, None) if factor else Span(*data["span"])
    return Term(data["name"], span, data["formula"], data["source"], (), tuple(factor) if factor else None)


def _finding(data: Mapping[str, Any]) -> Finding:
    return Finding(
        data["rule"],
        _SEVERITIES[data["severity"]],
        data["message"],
        data["expected"],
        data["found"],
        tuple(Evidence(**each) for each in data["evidence"]),
    )


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
