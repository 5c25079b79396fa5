"""The audit of many files for a person: what needs attention, then the verdicts counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from necropsy.brief import Brief, brief_of, needs_attention
from necropsy.reports.plain import scores_of
from necropsy.reports.preface import Note
from necropsy.reports.tally import Tally
from necropsy.reports.terminal import Page, audit_text, evidence_text, finding_text, verdict_text
from necropsy.reports.visible import visible
from necropsy.rules import Severity
from necropsy.verdict import IN_ORDER, Audit, Verdict

__all__ = ["AuditTable", "print_audit", "write_table"]

# A finding shows its first lines of evidence; `explain` shows all.
_LINES_SHOWN = 4


class AuditTable:
    """The table of a run: each game that needs attention as it comes, then a summary.

    Args:
        stream: where to print.
        warnings: whether games that carry only warnings are shown, too.
        width: columns; the terminal's own where it is ``None``.
    """

    def __init__(self, stream: TextIO, *, warnings: bool = False, width: int | None = None) -> None:
        self._page = Page(stream, width)
        self._warnings = warnings
        self._counts: Counter[Verdict] = Counter()
        self._tally = Tally()
        self._warned = 0
        self._found = False

    def add(self, brief: Brief, audit: Callable[[], Audit]) -> None:
        """Count an audit, and print it if it needs attention.

        Args:
            brief: what it came to.
            audit: gives the audit itself; asked only if it is printed.
        """
        self._counts[brief.verdict] += 1
        self._tally.add(brief)
        if needs_attention(brief, warnings=self._warnings):
            self._found |= brief.game is not None
            print_audit(self._page, audit())
        elif brief.news >= Severity.WARNING:
            self._warned += 1

    def close(
        self,
        *,
        select: Sequence[str] = (),
        ignore: Sequence[str] = (),
        further: Iterable[str] = (),
        notes: Iterable[Note] = (),
    ) -> None:
        """Print the summary.

        Args:
            select: the rules that were asked for, to say so.
            ignore: the rules that were left out, to say so.
            further: what else there is to say below the summary.
            notes: why something was decided.
        """
        page, warned = self._page, self._warned
        if self._counts:
            _print_summary(page, self._counts)
        for said in (*self._tally.said(), *further):
            _foot(page, visible(said))
        if warned and not self._warnings:
            more = "more " if self._found else ""
            _foot(page, f"{warned:,} {more}{_carry(warned)} warnings; --warnings shows them.")
        if select:
            _foot(page, f"Only these rules ran: {', '.join(select)}.")
        if ignore:
            _foot(page, f"These rules were left out: {', '.join(ignore)}.")
        for note in notes:
            where = f" ({note.where})" if note.where else ""
            _foot(page, visible(f"{note.what}: {note.why}{where}"))
        if self._found:
            _foot(page, _FURTHER)


def write_table(
    audits: Iterable[Audit],
    stream: TextIO,
    *,
    warnings: bool = False,
    width: int | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    further: Iterable[str] = (),
) -> None:
    """Print the table of some audits; the arguments are those of :class:`AuditTable`."""
    table = AuditTable(stream, warnings=warnings, width=width)
    for audit in audits:
        table.add(brief_of(audit), lambda shown=audit: shown)  # type: ignore[misc]
    table.close(select=select, ignore=ignore, further=further)


_FURTHER = (
    "`necropsy explain FILE` shows a score term by term, `necropsy rules CODE` a rule's reason and"
    " its honest exceptions."
)


def _foot(page: Page, text: str) -> None:
    page.put()
    page.put(Text(text, style="dim"))


def _carry(count: int) -> str:
    return "carry" if count > 1 else "carries"


def print_audit(page: Page, audit: Audit) -> None:
    """Print one audit: verdict, scores, and what is worth a warning."""
    page.put_line(audit_text(audit))
    scores = scores_of(audit)
    if scores:
        page.put(Text(scores), indent=2)
    for reason in audit.reasons:
        page.put(Text(visible(reason)), indent=2)
    if audit.rejected is not None:
        text = f"at byte {audit.rejected.offset:,}: {visible(audit.rejected.text)}"
        page.put(Text(text, style="dim", no_wrap=True, overflow="ellipsis"), indent=4)
    for finding in sorted(audit.findings, key=lambda finding: -finding.severity):
        if finding.severity < Severity.WARNING:
            continue
        page.put(finding_text(finding), indent=2)
        shown = finding.evidence[:_LINES_SHOWN]
        home = audit.record.source if audit.record else None
        for evidence in shown:
            page.put(evidence_text(evidence, page.width - 4, home), indent=4)
        if len(finding.evidence) > len(shown):
            more = len(finding.evidence) - len(shown)
            text = f"       and {more} more {'lines' if more > 1 else 'line'}"
            page.put(Text(text, style="dim"), indent=4)
    page.put()


def _print_summary(page: Page, counts: Counter[Verdict]) -> None:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("verdict")
    table.add_column("count", justify="right")
    table.add_column("what it means", style="dim")
    for verdict in IN_ORDER:
        if counts[verdict]:
            table.add_row(verdict_text(verdict), f"{counts[verdict]:,}", verdict.meaning)
    page.put(table)
