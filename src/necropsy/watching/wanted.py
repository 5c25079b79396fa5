"""Which audits a watch reports, and the form in which they come out of a run."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from necropsy.brief import Brief, brief_of
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
class WantedWriter:
    """The audits that are reported, as JSON; of the others nothing.

    Attributes:
        wanted: which are reported.
    """

    wanted: Wanted
    together: ClassVar[int] = 0

    def write(self, audits: Iterable[Audit | None], number: int = 0) -> list[str | None]:  # noqa: ARG002
        """The text of each audit that is reported."""
        return [self._text(audit) if audit is not None else None for audit in audits]

    def write_again(self, _bundle: Any, audits: Iterable[Audit | None]) -> list[str | None]:
        """The text of each audit that comes from a store."""
        return self.write(audits)

    def wants(self, brief: Brief) -> bool:
        """Whether an audit has a text."""
        return self.wanted.meets(brief)

    def _text(self, audit: Audit) -> str | None:
        if not self.wants(brief_of(audit)):
            return None
        return json.dumps(audit.to_dict(), ensure_ascii=False)
