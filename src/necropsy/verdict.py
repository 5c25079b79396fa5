"""What an audit comes to: one verdict for one game, with all that it rests on."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from necropsy.breakdown import Breakdown
from necropsy.fact import facts_of
from necropsy.logline import Rejected
from necropsy.record import Record
from necropsy.rules import Finding, Severity
from necropsy.span import Span

__all__ = ["IN_ORDER", "Audit", "Verdict", "plain"]


class Verdict(StrEnum):
    """What can be said of one game, in the order in which one outranks the next."""

    UNREADABLE = "unreadable"
    UNFINISHED = "unfinished"
    UNDECIDED = "undecided"
    MISMATCH = "mismatch"
    TAMPERED = "tampered"
    INELIGIBLE = "ineligible"
    MATCH = "match"
    SKIPPED = "skipped"

    @property
    def meaning(self) -> str:
        """One line for people."""
        return _MEANINGS[self]


_MEANINGS = {
    Verdict.UNREADABLE: "no file of a game known here, damaged, or over a limit",
    Verdict.UNFINISHED: "the dump of a running game: nothing to audit yet",
    Verdict.UNDECIDED: "something needed is missing or unknown; it says what",
    Verdict.MISMATCH: "the recorded score is not what the formula gives",
    Verdict.TAMPERED: "the file contradicts itself, or another one on the same game",
    Verdict.INELIGIBLE: "wizard, explore or the like: not for a leaderboard",
    Verdict.MATCH: "the recorded score is what the formula gives, and nothing contradicts it",
    Verdict.SKIPPED: "a file beside dumps or to be skipped, or a game that was told already",
}


IN_ORDER = (
    Verdict.MATCH,
    Verdict.MISMATCH,
    Verdict.TAMPERED,
    Verdict.INELIGIBLE,
    Verdict.UNFINISHED,
    Verdict.UNDECIDED,
    Verdict.UNREADABLE,
    Verdict.SKIPPED,
)
"""The verdicts in the order in which a summary counts them."""


# Not frozen: a log gives millions, and a frozen one takes four times as long to make.
@dataclass(slots=True)
class Audit:
    """One game examined. Nothing changes it once it is made.

    Attributes:
        source: the file's name as it was given.
        verdict: what it comes to.
        game: short name of the game, or ``None`` if it is not known.
        variant: why this is a fork of the game; ``None`` for the game itself.
        recorded: the score in the file.
        breakdown: the score recomputed, or ``None`` where nothing could be.
        findings: what the rules found, worst first.
        reasons: why the verdict is what it is, in words, where the findings do not say it.
        record: the facts, for who wants to look further.
        rejected: the line of a log, if that is what could not be read.
        repeats: where the same game was told already, if it was.
    """

    source: str
    verdict: Verdict
    game: str | None = None
    variant: str | None = None
    recorded: int | None = None
    breakdown: Breakdown | None = None
    findings: tuple[Finding, ...] = ()
    reasons: tuple[str, ...] = ()
    record: Record | None = field(default=None, compare=False, repr=False)
    rejected: Rejected | None = None
    repeats: str | None = None

    def __repr__(self) -> str:
        """In one line: what it came to, and of which file."""
        player = self.fact("player")
        said = filter(None, (self.verdict.value, self.game, player and repr(player)))
        scores = "" if self.recorded is None else f", recorded {self.recorded:,}"
        scores += "" if self.recomputed is None else f", recomputed {self.recomputed}"
        rules = ", ".join(dict.fromkeys(finding.rule for finding in self.findings))
        found = f", finds {rules}" if rules else ""
        return f"<Audit {' '.join(said)}{scores}{found}: {self.source!r}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from necropsy.reports.notebook import audit_html

        return audit_html(self)

    @property
    def recomputed(self) -> Span | None:
        """What the formula gives."""
        return self.breakdown.total if self.breakdown else None

    @property
    def slack(self) -> int | None:
        """The width of :attr:`recomputed`: 0 where the score is pinned to the point."""
        return self.breakdown.slack if self.breakdown else None

    @property
    def worst(self) -> Severity | None:
        """The severity of the worst finding."""
        return max(finding.severity for finding in self.findings) if self.findings else None

    def fact(self, name: str) -> Any:
        """The value of a fact, or ``None``."""
        return None if self.record is None else self.record.value(name)

    def facts(self) -> dict[str, Any]:
        """The public facts of the game as plain data; ``None`` where the file says nothing."""
        if self.record is None or self.game is None:
            return {}
        return {
            fact.name: plain(self.record.value(fact.name))
            for fact in facts_of(self.game).values()
            if fact.public
        }

    def to_dict(self) -> dict[str, Any]:
        """The audit as the machine output has it: one JSON object a game."""
        breakdown = self.breakdown
        return {
            "source": self.source,
            "game": self.game,
            "version": self.fact("version"),
            "variant": self.variant,
            "mode": self.fact("mode"),
            "player": self.fact("player"),
            "verdict": self.verdict.value,
            "recorded": self.recorded,
            "recomputed": plain(self.recomputed),
            "slack": self.slack,
            "assumed": breakdown.note or None if breakdown else None,
            "reasons": list(self.reasons),
            "terms": breakdown.to_dict()["terms"] if breakdown else [],
            "findings": [finding.to_dict() for finding in self.findings],
            "rejected": self.rejected.to_dict() if self.rejected else None,
            "repeats": self.repeats,
            "facts": self.facts(),
        }


def plain(value: Any) -> Any:
    """A fact's value as plain data: a span is a list of its two ends, a day or moment its ISO text."""
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Span):
        return [value.low, value.high]
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value
