"""What all terminal reports share: a console, and the colours of the verdicts."""

from __future__ import annotations

from typing import TextIO

from rich.console import Console
from rich.text import Text

from necropsy.record import Evidence
from necropsy.reports.visible import clipped, visible
from necropsy.rules import Finding, Severity
from necropsy.verdict import Verdict

__all__ = ["SEVERITY_STYLES", "console_on", "evidence_text", "finding_text", "verdict_text"]

VERDICT_STYLES = {
    Verdict.MATCH: "green",
    Verdict.MISMATCH: "bold red",
    Verdict.TAMPERED: "bold magenta",
    Verdict.INELIGIBLE: "yellow",
    Verdict.UNDECIDED: "cyan",
    Verdict.UNFINISHED: "blue",
    Verdict.UNREADABLE: "red",
    Verdict.SKIPPED: "dim",
}
SEVERITY_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.HINT: "dim"}


def console_on(stream: TextIO, width: int | None = None) -> Console:
    """A console that never reads markup or emoji out of a text, 80 columns wide where it is no terminal."""
    console = Console(file=stream, width=width, markup=False, emoji=False, highlight=False)
    if width is None and not console.is_terminal:
        console.width = 80
    return console


def verdict_text(verdict: Verdict) -> Text:
    """A verdict in its colour."""
    return Text(verdict.value.upper(), style=VERDICT_STYLES[verdict])


def finding_text(finding: Finding) -> Text:
    """A rule's code and message."""
    style = SEVERITY_STYLES[finding.severity]
    return Text.assemble((finding.rule, style), " ", visible(finding.message))


def evidence_text(evidence: Evidence, width: int) -> Text:
    """A line of evidence: its number and what stands there, cut to the width."""
    number = f"{evidence.line:>5}: " if evidence.line else " name: "
    return Text.assemble((number, "dim"), (clipped(evidence.text, max(width - len(number), 10)), "italic"))
