"""Audits for tests of columns, stores and data sets: of the committed files, and made up."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import necropsy
from necropsy.breakdown import Breakdown, Term
from necropsy.columns import Bundle, bundle_of
from necropsy.columns.schema import public_facts
from necropsy.logline import Rejected
from necropsy.record import Evidence, Record
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

TESTS = Path(__file__).parent
SAMPLES = TESTS.parent / "sample_morgues"


@lru_cache(maxsize=4)
def audits_of(*folders: Path) -> list[Audit]:
    """The audits of all files below some folders."""
    return list(necropsy.audit_paths(folders))


def samples() -> list[Audit]:
    """The audits of the sample files, with logs, copies and lines that cannot be read."""
    return audits_of(SAMPLES)


@lru_cache(maxsize=1)
def bundle() -> Bundle:
    """The samples as columns."""
    return bundle_of(samples())


def output_of(audits: Sequence[Audit]) -> list[str]:
    """The machine output of some audits."""
    return [json.dumps(audit.to_dict()) for audit in audits]


def output_in(columns: Bundle) -> list[str]:
    """The machine output that some columns give back."""
    return [json.dumps(each) for each in columns.to_dicts()]


def audit_of(facts: dict[str, Any], game: str = "dcss", **parts: Any) -> Audit:
    """An audit of a game that states some facts."""
    record = Record(game, parts.get("source", "a.txt"))
    for name, value in facts.items():
        record.state(name, value, 1, "test")
    return Audit(**{"source": "a.txt", "verdict": Verdict.MATCH, "game": game, "record": record} | parts)


ODD_CHARACTERS = '\x00\x1b\n\ud800\udc80\udfff\ufdd0;\\"dcf80'
TEXTS = st.text(st.one_of(st.characters(exclude_categories=()), st.sampled_from(ODD_CHARACTERS)), max_size=8)
INTEGERS = st.one_of(st.integers(-5, 5), st.sampled_from([2**63, 2**63 - 1, -(2**63), -(2**63) - 1, 10**30]))
ENDS = st.one_of(st.none(), INTEGERS)


def _span(ends: tuple[int | None, int | None]) -> Span:
    low, high = ends
    return Span(high, low) if low is not None and high is not None and low > high else Span(low, high)


SPANS = st.tuples(ENDS, ENDS).map(_span)
LISTS = st.lists(st.one_of(TEXTS, INTEGERS, st.lists(INTEGERS, max_size=2).map(tuple)), max_size=3).map(tuple)
TIMES = st.one_of(st.dates(), st.datetimes(max_value=dt.datetime(2100, 1, 1)))
VALUES = st.one_of(st.none(), TEXTS, INTEGERS, st.booleans(), SPANS, LISTS, TIMES, st.floats())
SIMPLE = st.one_of(st.none(), TEXTS, INTEGERS)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), INTEGERS, st.floats(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=2)),
    max_leaves=5,
)
FACTORS = st.one_of(st.none(), st.tuples(*[st.one_of(st.integers(0, 9), st.floats(0, 9))] * 2))
TERMS = st.builds(Term, TEXTS, SPANS, TEXTS, TEXTS, factor=FACTORS)
BREAKDOWNS = st.builds(Breakdown, TEXTS, TEXTS, st.lists(TERMS, max_size=3).map(tuple), SPANS, TEXTS)
EVIDENCE = st.builds(Evidence, TEXTS, st.integers(0, 99), TEXTS)
FINDINGS = st.builds(
    Finding,
    st.sampled_from(["S101", "C101"]),
    st.sampled_from(Severity),
    TEXTS,
    JSON,
    JSON,
    st.lists(EVIDENCE, max_size=2).map(tuple),
)
REJECTED = st.builds(Rejected, TEXTS, st.integers(1, 99), st.integers(0, 99), TEXTS, TEXTS)


@st.composite
def odd_audits(draw: st.DrawFn) -> Audit:
    """Audits with values of any type in any fact, and with parts that are missing."""
    game = draw(st.sampled_from([None, "dcss", "gnollhack", "hengband"]))
    record = draw(st.one_of(st.none(), st.builds(Record, st.just(game or "dcss"), TEXTS)))
    if record is not None:
        names = [fact.name for fact in public_facts(record.game)]
        for name in draw(st.lists(st.sampled_from(names), max_size=6, unique=True)):
            # These three stand in the output as they are; the others as plain data.
            simple = name in ("version", "mode", "player")
            record.state(name, draw(SIMPLE if simple else VALUES), 1, "test")
    return Audit(
        source=draw(TEXTS),
        verdict=draw(st.sampled_from(Verdict)),
        game=game,
        variant=draw(st.one_of(st.none(), TEXTS)),
        recorded=draw(ENDS),
        breakdown=draw(st.one_of(st.none(), BREAKDOWNS)),
        findings=draw(st.lists(FINDINGS, max_size=2).map(tuple)),
        reasons=draw(st.lists(TEXTS, max_size=2).map(tuple)),
        record=record,
        rejected=draw(st.one_of(st.none(), REJECTED)),
        repeats=draw(st.one_of(st.none(), TEXTS)),
    )
