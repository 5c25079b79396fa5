"""Audits into columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa

from necropsy.breakdown import Breakdown, Term
from necropsy.columns.build import Builder, as_json, list_array, texts_lists
from necropsy.columns.bundle import Bundle
from necropsy.columns.schema import (
    EVIDENCE,
    FINDINGS,
    GAMES,
    PLACE,
    REJECTED,
    TERMS,
    facts_schema,
    kinds,
    public_facts,
)
from necropsy.columns.text import text_array
from necropsy.joint import told_by
from necropsy.logline import Rejected
from necropsy.record import Record
from necropsy.rules import Finding
from necropsy.span import Span
from necropsy.verdict import Audit

__all__ = ["bundle_of"]


def bundle_of(audits: Sequence[Audit]) -> Bundle:
    """Some audits as columns; every public fact and every formula is read for it."""
    breakdowns = [audit.breakdown for audit in audits]
    return Bundle(_games(audits, breakdowns), _facts(audits), _terms(breakdowns), _findings(audits))


def _games(audits: Sequence[Audit], breakdowns: Sequence[Breakdown | None]) -> Any:
    builder = Builder(len(audits))
    builder.arrays["id"] = pa.array(np.arange(len(audits), dtype=np.int64))
    for name in ("source", "game", "variant", "repeats"):
        builder.add(name, [getattr(audit, name) for audit in audits], "text")
    for name in ("version", "mode", "player"):
        builder.add(name, [audit.fact(name) for audit in audits], "text")
    builder.add("verdict", [audit.verdict.value for audit in audits], "text")
    builder.add("severity", [_worst(audit) for audit in audits], "text")
    builder.add("told", [_told(audit) for audit in audits], "text")
    builder.add("assumed", [each.note or None if each else None for each in breakdowns], "text")
    builder.add("recorded", [audit.recorded for audit in audits], "integer")
    builder.add("recomputed", [each.total if each else None for each in breakdowns], "span")
    builder.add("slack", [each.slack if each else None for each in breakdowns], "integer")
    rules = [list(dict.fromkeys(finding.rule for finding in audit.findings)) for audit in audits]
    builder.arrays["rules"] = texts_lists(rules)
    builder.arrays["reasons"] = texts_lists([audit.reasons for audit in audits])
    builder.arrays["rejected"] = _rejected([audit.rejected for audit in audits])
    places = [_places(audit) for audit in audits]
    builder.arrays["places"] = list_array(
        [len(each) for each in places], _structs(PLACE, list(chain.from_iterable(places)))
    )
    return builder.table(GAMES)


def _worst(audit: Audit) -> str | None:
    worst = audit.worst
    return None if worst is None else worst.label


def _told(audit: Audit) -> str | None:
    return None if audit.record is None or audit.game is None else told_by(audit.record)


def _places(audit: Audit) -> tuple[tuple[str, int], ...]:
    """Where the game stands; a line that could not be read stands in its log."""
    if audit.record is not None:
        return audit.record.places
    if audit.rejected is not None:
        return ((audit.rejected.source, audit.rejected.line),)
    return ((audit.source, 0),)


def _structs(kind: Any, rows: Sequence[tuple[Any, ...]]) -> Any:
    """Structs of texts and integers, none of them missing."""
    fields = list(kind)
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(fields)
    arrays = [
        text_array(list(column)) if field.type == pa.string() else pa.array(column, field.type)
        for field, column in zip(fields, columns, strict=True)
    ]
    return pa.StructArray.from_arrays(arrays, fields=fields)


_NOTHING = Rejected("", 0, 0, "", "")


def _rejected(lines: Sequence[Rejected | None]) -> Any:
    if not any(lines):
        return pa.nulls(len(lines), REJECTED)
    structs = _structs(REJECTED, [line or _NOTHING for line in lines])
    missing = pa.array([line is None for line in lines])
    return pa.StructArray.from_arrays(structs.flatten(), fields=list(REJECTED), mask=missing)


def _facts(audits: Sequence[Audit]) -> Any:
    """The facts of each game that was read, in the order of the audits."""
    rows: dict[str, list[int]] = {}
    for row, audit in enumerate(audits):
        if audit.record is not None and audit.game is not None:
            rows.setdefault(audit.game, []).append(row)
    if not rows:
        return facts_schema().empty_table()
    tables = [_facts_of(game, of, [audits[row].record for row in of]) for game, of in rows.items()]
    if len(tables) == 1:
        return tables[0]
    order = np.argsort(np.concatenate(list(rows.values())), kind="stable")
    return pa.concat_tables(tables).take(order).combine_chunks()


def _facts_of(game: str, ids: Sequence[int], records: Sequence[Record | None]) -> Any:
    facts = public_facts(game)
    names = [fact.name for fact in facts]
    # Record by record, not fact by fact: what is read together lies together.
    rows = [list(map(record.value, names)) for record in records if record is not None]
    columns = zip(*rows, strict=True)
    builder = Builder(len(ids))
    builder.arrays["id"] = pa.array(ids, pa.int64())
    shared = kinds()
    for fact, values in zip(facts, columns, strict=True):
        kind = shared[fact.name]
        if kind != fact.kind and fact.kind == "integer":
            kind = "numeral"
        builder.add(fact.name, values, kind)
    return builder.table(facts_schema())


def _terms(breakdowns: Sequence[Breakdown | None]) -> Any:
    steps = [each.terms if each else () for each in breakdowns]
    terms: list[Term] = list(chain.from_iterable(steps))
    builder = Builder(len(terms))
    _number(builder, [len(each) for each in steps])
    builder.add("name", [term.name for term in terms], "text")
    builder.add("formula", [term.formula for term in terms], "text")
    builder.add("source", [term.source for term in terms], "text")
    _add_amounts(builder, terms)
    return builder.table(TERMS)


def _add_amounts(builder: Builder, terms: Sequence[Term]) -> None:
    """The points and factors of terms."""
    spans: list[Span] = [term.span for term in terms]
    builder.add("span", spans, "span")
    builder.arrays["low"] = builder.arrays.pop("span_low")
    builder.arrays["high"] = builder.arrays.pop("span_high")
    factors = [term.factor or (None, None) for term in terms]
    builder.arrays["factor_low"] = pa.array([low for low, _ in factors], pa.float64())
    builder.arrays["factor_high"] = pa.array([high for _, high in factors], pa.float64())
    for row, factor in enumerate(factors):
        if type(factor[0]) is int or type(factor[1]) is int:
            builder.keep(row, "factor", factor)


def _findings(audits: Sequence[Audit]) -> Any:
    findings: list[Finding] = list(chain.from_iterable(audit.findings for audit in audits))
    evidence = list(chain.from_iterable(finding.evidence for finding in findings))
    builder = Builder(len(findings))
    _number(builder, [len(audit.findings) for audit in audits])
    builder.add("rule", [finding.rule for finding in findings], "text")
    builder.add("severity", [finding.severity.label for finding in findings], "text")
    builder.add("message", [finding.message for finding in findings], "text")
    builder.add("expected", [_json(finding.expected) for finding in findings], "text")
    builder.add("found", [_json(finding.found) for finding in findings], "text")
    builder.arrays["evidence"] = list_array(
        [len(finding.evidence) for finding in findings],
        _structs(EVIDENCE, [(line.source, line.line, line.text) for line in evidence]),
    )
    return builder.table(FINDINGS)


def _json(value: Any) -> str | None:
    return None if value is None else as_json(value)


def _number(builder: Builder, lengths: Sequence[int]) -> None:
    """The game and the position of each row, where each game has so many."""
    counts = np.asarray(lengths, dtype=np.int64)
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    builder.arrays["id"] = pa.array(np.repeat(np.arange(len(counts), dtype=np.int64), counts))
    builder.arrays["position"] = pa.array((np.arange(len(starts)) - starts).astype(np.int32))
