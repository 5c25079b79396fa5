"""One game for a person: where each point came from, and the line that each fact stands on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from rich.text import Text

from necropsy.breakdown import Breakdown, Term
from necropsy.record import Evidence, Record
from necropsy.reports.bars import bars
from necropsy.reports.terminal import Page, audit_text, evidence_text, finding_text
from necropsy.reports.visible import visible
from necropsy.span import Span
from necropsy.steps import factor_text
from necropsy.verdict import Audit

__all__ = ["write_breakdown", "write_explanation"]


def write_explanation(
    audit: Audit, remarks: Iterable[str], stream: TextIO, *, width: int | None = None
) -> None:
    """Print an audit term by term.

    Args:
        audit: the audit.
        remarks: what the game has to say beyond the terms, a paragraph each.
        stream: where to print.
        width: columns; the terminal's own where it is ``None``.
    """
    page = Page(stream, width)
    page.put_line(audit_text(audit))
    page.put(_who(audit))
    for reason in audit.reasons:
        page.put(Text(visible(reason)), indent=2)
    page.put()
    if audit.breakdown is not None and audit.record is not None:
        _print_bars(page, audit.breakdown)
        _print_terms(page, audit.breakdown, audit.record)
        _print_sum(page, audit)
    for remark in remarks:
        for line in remark.split("\n"):
            page.put(Text(visible(line)))
        page.put()
    _print_findings(page, audit)


def write_breakdown(breakdown: Breakdown, stream: TextIO, *, width: int | None = None) -> None:
    """Print a breakdown that no file stands behind (the calculator)."""
    page = Page(stream, width)
    _print_terms(page, breakdown, None)
    said = _slack(breakdown.total, breakdown.note)
    page.put(Text.assemble("score  ", (page.own(str(breakdown.total)), "bold"), said))


def _who(audit: Audit) -> Text:
    facts = audit.facts()
    version = facts.get("version")
    parts = [facts.get("player"), version and f"version {version}", facts.get("mode"), facts.get("ending")]
    said = ", ".join(visible(str(part)) for part in parts if part)
    return Text(f"{audit.game}: {said}", style="dim")


def _print_bars(page: Page, breakdown: Breakdown) -> None:
    lines = bars(breakdown, page.width, ascii_only=page.ascii_only)
    for line in lines:
        page.put(line)
    if lines:
        page.put()


def _print_terms(page: Page, breakdown: Breakdown, record: Record | None) -> None:
    page.put(Text(f"{breakdown.title}{', ' if breakdown.note else ''}{breakdown.note}", style="dim"))
    page.put()
    seen: set[Evidence] = set()
    home = record.source if record else None
    for term in breakdown.terms:
        page.put(_headline(page, term))
        page.put(Text(page.own(term.formula)), _INDENT)
        for evidence in _lines(term, record, seen):
            page.put(evidence_text(evidence, page.width - _INDENT, home), _INDENT)
    page.put(Text(page.own("─" * min(page.width, 80)), style="dim"))


_INDENT = 4


def _headline(page: Page, term: Term) -> Text:
    """The term's name at the left, its points at the right; a factor with what it makes of them."""
    points = str(term.span) if term.factor is None else f"x {factor_text(term.factor)} = {term.span}"
    points = page.own(points)
    gap = max(min(page.width, 80) - len(term.name) - len(points), 2)
    dots = page.own("·" * (gap - 2))
    return Text.assemble((term.name, "bold"), (f" {dots} ", "dim"), (points, "bold"))


def _lines(term: Term, record: Record | None, seen: set[Evidence]) -> Iterator[Evidence]:
    """The evidence of a term's facts; a line that an earlier term showed is not repeated."""
    if record is None:
        return
    for fact in term.facts:
        for evidence in record.evidence(record.first(fact)):
            if evidence.line and evidence not in seen:
                seen.add(evidence)
                yield evidence


def _print_sum(page: Page, audit: Audit) -> None:
    assert audit.breakdown is not None
    total = audit.breakdown.total
    gives = page.own(str(total))
    page.put(Text.assemble("the formula gives  ", (gives, "bold"), _slack(total, audit.breakdown.note)))
    if audit.recorded is None:
        return
    off = total.excess(audit.recorded)
    said = "fits the formula" if not off else f"{abs(off):,} too {'much' if off > 0 else 'little'}"
    style = "green" if not off else "red"
    page.put(Text.assemble("the file says      ", (f"{audit.recorded:,}", "bold"), (f"  ({said})", style)))
    if audit.record is not None:
        for evidence in audit.record.evidence(audit.record.first("score")):
            page.put(evidence_text(evidence, page.width - _INDENT, audit.record.source), _INDENT)
    page.put()


def _slack(total: Span, assumed: str) -> str:
    if total.width == 0:
        return "  (pinned to the point" + (", with what was assumed)" if assumed else ")")
    if total.width is None:
        return "  (open: a term is unknown)"
    return f"  (known to within {total.width:,})"


def _print_findings(page: Page, audit: Audit) -> None:
    if not audit.findings:
        page.put(Text("No finding: nothing in the file contradicts the rest.", style="green"))
        return
    for finding in audit.findings:
        page.put(finding_text(finding))
        for evidence in finding.evidence:
            page.put(evidence_text(evidence, page.width, audit.record.source if audit.record else None))
