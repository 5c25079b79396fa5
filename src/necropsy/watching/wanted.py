"""Which audits a watch reports, and the form in which they come out of a run."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

from necropsy.brief import Brief, brief_of
from necropsy.reports.written import TextWriter
from necropsy.rules import Severity
from necropsy.verdict import Audit, Verdict

__all__ = ["Wanted", "WantedWriter", "is_accusation"]

_NONE = 99
"""A severity that no finding has."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which audits are reported.

    Attributes:
        verdicts: those with one of these verdicts,
        least: and those with a finding of at least this severity.
    """

    verdicts: frozenset[str]
    least: int = _NONE

    @classmethod
    def of(cls, words: Collection[str]) -> Wanted:
        """The conditions as words: verdicts, and ``error`` or ``warning``."""
        severities = [severity for severity in Severity if severity.label in words]
        return cls(frozenset(words), min(severities, default=_NONE))

    def meets(self, brief: Brief) -> bool:
        """Whether an audit is reported."""
        return brief.verdict in self.verdicts or brief.worst >= self.least

    @property
    def counted(self) -> int:
        """The severity from which on a finding counts as news: a proof always does."""
        return min(self.least, Severity.ERROR)


def is_accusation(brief: Brief) -> bool:
    """Whether an audit says that a file was forged, and not only that something is open."""
    return brief.verdict in (Verdict.MISMATCH, Verdict.TAMPERED) or brief.worst >= Severity.ERROR


@dataclass(frozen=True, slots=True)
class WantedWriter(TextWriter):
    """The audits that are reported, as JSON; of the others nothing.

    Attributes:
        wanted: which are reported.
    """

    wanted: Wanted

    def wants(self, brief: Brief) -> bool:
        """Whether an audit has a text."""
        return self.wanted.meets(brief)

    def text(self, audit: Audit) -> str | None:
        """The text of an audit that is reported."""
        if not self.wants(brief_of(audit)):
            return None
        return json.dumps(audit.to_dict(), ensure_ascii=False)
