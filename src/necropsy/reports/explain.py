"""One game for a person: where each point came from, and the line that each fact stands on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from necropsy.breakdown import Breakdown, Term
from necropsy.record import Evidence, Record
from necropsy.reports.terminal import console_on, evidence_text, finding_text, verdict_text
from necropsy.reports.visible import visible
from necropsy.span import Span
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
    console = console_on(stream, width)
    console.print(Text.assemble(verdict_text(audit.verdict), "  ", (visible(audit.source), "bold")))
    console.print(_who(audit))
    for reason in audit.reasons:
        console.print(Text(f"  {reason}"))
    console.print()
    if audit.breakdown is not None and audit.record is not None:
        _print_terms(console, audit.breakdown, audit.record)
        _print_sum(console, audit)
    for remark in remarks:
        console.print(Text(remark))
        console.print()
    _print_findings(console, audit)


def write_breakdown(breakdown: Breakdown, stream: TextIO, *, width: int | None = None) -> None:
    """Print a breakdown that no file stands behind (the calculator)."""
    console = console_on(stream, width)
    _print_terms(console, breakdown, None)
    console.print(Text.assemble("score  ", (str(breakdown.total), "bold"), _slack(breakdown.total)))


def _who(audit: Audit) -> Text:
    facts = audit.facts()
    version = facts.get("version")
    parts = [facts.get("player"), version and f"version {version}", facts.get("mode"), facts.get("ending")]
    said = ", ".join(visible(str(part)) for part in parts if part)
    return Text(f"{audit.game}: {said}", style="dim")


def _print_terms(console: Console, breakdown: Breakdown, record: Record | None) -> None:
    console.print(Text(f"{breakdown.title}{', ' if breakdown.note else ''}{breakdown.note}", style="dim"))
    console.print()
    seen: set[int] = set()
    for term in breakdown.terms:
        console.print(_headline(term, console.width))
        console.print(Padding(Text(term.formula), (0, 0, 0, _FORMULA_INDENT)))
        for evidence in _lines(term, record, seen):
            line = evidence_text(evidence, console.width - _FORMULA_INDENT)
            console.print(Padding(line, (0, 0, 0, _FORMULA_INDENT)))
    console.print(Text("─" * min(console.width, 80), style="dim"))


_FORMULA_INDENT = 4


def _headline(term: Term, width: int) -> Text:
    """The term's name at the left, its points at the right."""
    points = str(term.span)
    gap = max(min(width, 80) - len(term.name) - len(points), 2)
    return Text.assemble((term.name, "bold"), (" " + "·" * (gap - 2) + " ", "dim"), (points, "bold"))


def _lines(term: Term, record: Record | None, seen: set[int]) -> Iterator[Evidence]:
    """The evidence of a term's facts; a line that an earlier term showed is not repeated."""
    if record is None:
        return
    for fact in term.facts:
        for evidence in record.evidence(record.first(fact)):
            if evidence.line and evidence.line not in seen:
                seen.add(evidence.line)
                yield evidence


def _print_sum(console: Console, audit: Audit) -> None:
    assert audit.breakdown is not None
    total = audit.breakdown.total
    console.print(Text.assemble("the formula gives  ", (str(total), "bold"), _slack(total)))
    if audit.recorded is None:
        return
    off = total.excess(audit.recorded)
    said = "as the formula can give" if not off else f"{abs(off):,} too {'much' if off > 0 else 'little'}"
    style = "green" if not off else "red"
    console.print(
        Text.assemble("the file says      ", (f"{audit.recorded:,}", "bold"), (f"  ({said})", style))
    )
    if audit.record is not None:
        for evidence in audit.record.evidence(audit.record.first("score")):
            console.print(
                Padding(evidence_text(evidence, console.width - _FORMULA_INDENT), (0, 0, 0, _FORMULA_INDENT))
            )
    console.print()


def _slack(total: Span) -> str:
    if total.width == 0:
        return "  (pinned to the point)"
    if total.width is None:
        return "  (open: a term is unknown)"
    return f"  (known to within {total.width:,})"


def _print_findings(console: Console, audit: Audit) -> None:
    if not audit.findings:
        console.print(Text("No finding: nothing in the file contradicts the rest.", style="green"))
        return
    for finding in audit.findings:
        console.print(Text.assemble((finding.severity.label, "bold"), " ").append_text(finding_text(finding)))
        for evidence in finding.evidence:
            console.print(evidence_text(evidence, console.width))
