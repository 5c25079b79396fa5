"""What a run's verdicts leave unsaid: how sure the matches are, and what games lack a dump or a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from necropsy.joint import told_by
from necropsy.verdict import Audit, Verdict

__all__ = ["Tally"]


# A member of an enumeration is looked up with code of Python's own each time.
_MATCH = Verdict.MATCH
_UNCOUNTED = (Verdict.UNFINISHED, Verdict.SKIPPED)


class Tally:
    """Counts over the audits of a run."""

    def __init__(self) -> None:
        self._matches = 0
        self._open, self._widest, self._endless = 0, 0, 0
        self._told: Counter[tuple[str, str]] = Counter()
        self._repeated = 0
        self._unscored = 0

    def add(self, audit: Audit) -> None:
        """Count one audit."""
        verdict, record = audit.verdict, audit.record
        if verdict is _MATCH:
            self._matches += 1
            if audit.recorded is None:
                self._unscored += 1
            elif audit.breakdown is not None:
                self._add_slack(audit.breakdown.total.width)
        if audit.repeats is not None:
            self._repeated += 1
        if audit.game is not None and record is not None and verdict not in _UNCOUNTED:
            self._told[audit.game, told_by(record)] += 1

    def _add_slack(self, slack: int | None) -> None:
        if slack is None:
            self._open += 1
            self._endless += 1
        elif slack:
            self._open += 1
            self._widest = max(self._widest, slack)

    def said(self) -> Iterator[str]:
        """What is worth a sentence; nothing where every match is pinned and there was no log."""
        if self._open:
            widest = f"the widest: {self._widest:,} points"
            if self._endless:
                widest = f"{self._endless:,} without an end"
            yield (
                f"{self._open:,} of {self._matches:,} matches {_are(self._open)} known only to within a span"
                f" ({widest}); `--format csv` has each one's slack."
            )
        if self._unscored:
            record = "dumps record" if self._unscored > 1 else "dump records"
            yield f"{self._unscored:,} {record} no score: only the build of the character was examined."
        for game in sorted({game for game, told in self._told if told != "dump"}):
            both, line, dump = (self._told[game, told] for told in ("both", "line", "dump"))
            only = f"{line:,} with a line only, {dump:,} with a dump only"
            yield f"{game}: {both:,} with dump and log line, {only}."
        if self._repeated:
            stand = "games were" if self._repeated > 1 else "game was"
            yield f"{self._repeated:,} {stand} told already, in a line or a copy, and not counted again."


def _are(count: int) -> str:
    return "are" if count > 1 else "is"
