"""The audit of many files for a person: what needs attention, then the verdicts counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from necropsy.reports.terminal import console_on, evidence_text, finding_text, verdict_text
from necropsy.reports.visible import visible
from necropsy.rules import Severity
from necropsy.verdict import Audit, Verdict

__all__ = ["write_table"]

_ATTENTION = (Verdict.MISMATCH, Verdict.TAMPERED, Verdict.UNDECIDED, Verdict.UNREADABLE)

# A finding shows its first lines of evidence; `explain` shows all.
_LINES_SHOWN = 4


def write_table(
    audits: Iterable[Audit], stream: TextIO, *, warnings: bool = False, width: int | None = None
) -> None:
    """Print each game that needs attention as it comes, then a summary.

    Args:
        audits: the audits, in their order.
        stream: where to print.
        warnings: whether games that carry only warnings are shown, too.
        width: columns; the terminal's own where it is ``None``.
    """
    console = console_on(stream, width)
    counts: Counter[Verdict] = Counter()
    warned = 0
    for audit in audits:
        counts[audit.verdict] += 1
        lowest = Severity.WARNING if audit.verdict in _ATTENTION or warnings else Severity.ERROR
        only_warned = audit.verdict not in _ATTENTION and _has(audit, Severity.WARNING)
        warned += only_warned
        if audit.verdict in _ATTENTION or (warnings and only_warned):
            _print_audit(console, audit, lowest)
    _print_summary(console, counts)
    if warned and not warnings:
        console.print(f"{warned:,} of these carry warnings; --warnings shows them.", style="dim")


def _has(audit: Audit, severity: Severity) -> bool:
    return any(finding.severity >= severity for finding in audit.findings)


def _print_audit(console: Console, audit: Audit, lowest: Severity) -> None:
    console.print(Text.assemble(verdict_text(audit.verdict), "  ", (visible(audit.source), "bold")))
    scores = _scores(audit)
    if scores:
        console.print(_indented(Text(scores), 2))
    for reason in audit.reasons:
        console.print(_indented(Text(f"needs {reason}" if _missing(audit) else visible(reason)), 2))
    for finding in audit.findings:
        if finding.severity < lowest:
            continue
        console.print(_indented(finding_text(finding), 2))
        shown = finding.evidence[:_LINES_SHOWN]
        lines = [evidence_text(evidence, console.width - 4) for evidence in shown]
        if len(finding.evidence) > len(shown):
            more = len(finding.evidence) - len(shown)
            lines.append(Text(f"       and {more} more {'lines' if more > 1 else 'line'}", style="dim"))
        console.print(_indented(Group(*lines), 4))
    console.print()


def _missing(audit: Audit) -> bool:
    return audit.verdict is Verdict.UNDECIDED and not any(r.startswith("unknown") for r in audit.reasons)


def _scores(audit: Audit) -> str:
    if audit.recorded is None:
        return ""
    recomputed = f", recomputed {audit.recomputed}" if audit.recomputed is not None else ""
    return f"recorded {audit.recorded:,}{recomputed}"


def _indented(content: Text | Group, by: int) -> Table:
    grid = Table.grid(padding=0)
    grid.add_column(width=by)
    grid.add_column(overflow="fold")
    grid.add_row("", content)
    return grid


def _print_summary(console: Console, counts: Counter[Verdict]) -> None:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("verdict")
    table.add_column("files", justify="right")
    table.add_column("what it means", style="dim")
    for verdict in (*reversed(_BY_STANDING), Verdict.SKIPPED):
        if counts[verdict]:
            table.add_row(verdict_text(verdict), f"{counts[verdict]:,}", verdict.meaning)
    console.print(table)


_BY_STANDING = [verdict for verdict in Verdict if verdict is not Verdict.SKIPPED]
