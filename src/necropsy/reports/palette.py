"""The colours of verdicts and severities where colours are free: charts and notebooks."""

from __future__ import annotations

from collections.abc import Mapping

from necropsy.rules import Severity
from necropsy.verdict import Verdict

__all__ = ["SEVERITY_COLOURS", "VERDICT_COLOURS"]

# Told apart with any eyes (after Okabe and Ito), on white and on black.
VERDICT_COLOURS: Mapping[str, str] = {
    Verdict.MATCH.value: "#009e73",
    Verdict.MISMATCH.value: "#d55e00",
    Verdict.TAMPERED.value: "#cc79a7",
    Verdict.INELIGIBLE.value: "#e69f00",
    Verdict.UNFINISHED.value: "#0072b2",
    Verdict.UNDECIDED.value: "#56b4e9",
    Verdict.UNREADABLE.value: "#8c510a",
    Verdict.SKIPPED.value: "#999999",
}
SEVERITY_COLOURS: Mapping[str, str] = {
    Severity.ERROR.label: "#d55e00",
    Severity.WARNING.label: "#e69f00",
    Severity.HINT.label: "#999999",
}
