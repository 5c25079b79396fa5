"""Audits as one table."""

from __future__ import annotations

import pyarrow as pa
from some_audits import bundle, samples

from necropsy.columns import bundle_of, flat, flat_schema
from necropsy.reports.machine import audit_columns, audit_row


def test_the_columns_are_those_of_csv_and_the_nested_ones() -> None:
    names = [name for name in audit_columns() if name != "findings"]
    assert flat_schema().names == [*names, "terms", "findings"]


def test_the_schema_is_always_the_same() -> None:
    for columns in (bundle(), bundle_of([]), bundle_of(samples()[:1])):
        assert flat(columns).schema == flat_schema()
        assert flat(columns).num_rows == len(columns)


def test_the_values_are_those_of_csv() -> None:
    rows = flat(bundle()).to_pylist()
    for audit, row in zip(samples(), rows, strict=True):
        expected = audit_row(audit)
        for name in flat_schema().names:
            if name in ("terms", "findings"):
                continue
            value = expected.get(name)
            if name == "build" and value is not None:
                value = str(value)
            assert row[name] == value, (audit.source, name)


def test_terms_and_findings_are_lists_of_structs() -> None:
    rows = flat(bundle()).select(["terms", "findings"]).to_pylist()
    for audit, row in zip(samples(), rows, strict=True):
        terms = audit.breakdown.terms if audit.breakdown else ()
        assert [term["name"] for term in row["terms"]] == [term.name for term in terms]
        assert [term["low"] for term in row["terms"]] == [term.span.low for term in terms]
        found = [(finding.rule, finding.message, len(finding.evidence)) for finding in audit.findings]
        assert [(each["rule"], each["message"], len(each["evidence"])) for each in row["findings"]] == found


def test_it_is_plain_arrow() -> None:
    assert isinstance(flat(bundle()), pa.Table)
    flat(bundle()).validate(full=True)
