"""An audit in lines of plain text: its scores, its findings, and the lines that they rest on."""

from __future__ import annotations

import os
from collections.abc import Iterator

from necropsy.record import Evidence
from necropsy.reports.visible import visible
from necropsy.rules import Finding, Severity
from necropsy.verdict import Audit

__all__ = ["evidence_line", "findings_of", "home_of", "lines_of", "reasons_of", "scores_of"]


def scores_of(audit: Audit) -> str:
    """What is recorded and what the formula gives; "" for a game without a recorded score."""
    if audit.recorded is None:
        return ""
    recomputed = f", recomputed {audit.recomputed}" if audit.recomputed is not None else ""
    return f"recorded {audit.recorded:,}{recomputed}"


def findings_of(audit: Audit, least: Severity = Severity.WARNING) -> list[Finding]:
    """The findings that are at least so grave, the worst first."""
    grave = [finding for finding in audit.findings if finding.severity >= least]
    return sorted(grave, key=lambda finding: -finding.severity)


def reasons_of(audit: Audit) -> list[str]:
    """Why the verdict is what it is: reasons, a line that was refused, or where the game was told already."""
    reasons = [visible(reason) for reason in audit.reasons]
    if audit.rejected is not None:
        reasons.append(f"at byte {audit.rejected.offset:,}: {visible(audit.rejected.text)}")
    if audit.repeats is not None and not reasons:
        reasons.append(f"the same game as {visible(audit.repeats)}")
    return reasons


def home_of(audit: Audit) -> str:
    """The file that an audit is about, without the line of a log."""
    if audit.rejected is not None:
        return audit.rejected.source
    return audit.source if audit.record is None else audit.record.source


def evidence_line(evidence: Evidence, home: str) -> str:
    """A line's number and text; a line of another file than ``home`` has that file's name in front."""
    number = f"{evidence.line:>5}: " if evidence.line else " name: "
    if evidence.source != home:
        number = f"{visible(os.path.basename(evidence.source))}:{number.lstrip()}"
    return number + visible(evidence.text)


def lines_of(audit: Audit, least: Severity = Severity.WARNING) -> Iterator[str]:
    """All that there is to say of an audit beside its name and verdict."""
    home = home_of(audit)
    if scores := scores_of(audit):
        yield scores
    yield from reasons_of(audit)
    for finding in findings_of(audit, least):
        yield f"{finding.severity.label} {finding.rule} {visible(finding.message)}"
        yield from (evidence_line(evidence, home) for evidence in finding.evidence)
