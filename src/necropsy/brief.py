"""What everything that counts audits needs of one: a few plain values that go through a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from necropsy.baseline.mark import Mark, marks_of
from necropsy.joint import told_by
from necropsy.override import NO_OVERRIDES, Overrides, files_of
from necropsy.rules import Severity
from necropsy.verdict import Audit, Verdict

if TYPE_CHECKING:
    from necropsy.filters import Filters

__all__ = ["ATTENTION", "Brief", "brief_from", "brief_of", "needs_attention"]


class Brief(NamedTuple):
    """What an audit came to.

    Attributes:
        source: the file's name as the audit has it.
        verdict: the verdict.
        game: short name of the game, or ``None`` if it is not known.
        worst: the severity of the worst finding, as a number; 0 without findings.
        scored: whether a score is recorded.
        slack: the width of the recomputed span; ``None`` without an end, or where nothing was recomputed.
        recomputed: whether a score was recomputed.
        told: by what kind of file the game is told: ``line``, ``dump`` or ``both``; "" for no game.
        repeats: where the same game was told already, if it was.
        unread: whether the file itself could not be read: not a line of it, and no game in it.
        overrides: keys of the overrides that have changed its rules, or for which it was skipped.
        objection: option and reason of the filter that leaves the game out; ``None`` if it counts.
        marks: by what its verdict and its findings are known, where a baseline asks for it.
        known: for each mark whether it is in the baseline; nothing where none is.
    """

    source: str
    verdict: Verdict
    game: str | None = None
    worst: int = 0
    scored: bool = False
    slack: int | None = None
    recomputed: bool = False
    told: str = ""
    repeats: str | None = None
    unread: bool = False
    overrides: tuple[str, ...] = ()
    objection: tuple[str, str] | None = None
    marks: tuple[Mark, ...] = ()
    known: tuple[bool, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether the verdict rests on nothing that is not in the baseline."""
        if not self.known:
            return False
        grave = [known for mark, known in self._findings() if mark.severity >= Severity.ERROR]
        return self.known[0] if self.marks[0].digest else bool(grave) and all(grave)

    @property
    def news(self) -> int:
        """The severity of the worst finding that is not in the baseline, as a number; 0 without one."""
        if not self.known:
            return self.worst
        return max((mark.severity for mark, known in self._findings() if not known), default=0)

    @property
    def is_known(self) -> bool:
        """Whether something of the game is in the baseline, and nothing that counts is not."""
        every = zip(self.marks, self.known, strict=False)
        return bool(self.known) and all(known for mark, known in every if mark.digest)

    def _findings(self) -> Iterable[tuple[Mark, bool]]:
        return zip(self.marks[1:], self.known[1:], strict=True)

    @property
    def is_told(self) -> bool:
        """Whether there is an audit to tell; of a file that lies beside dumps there is none."""
        return self.game is not None or self.verdict is not Verdict.SKIPPED or bool(self.overrides)


def brief_of(
    audit: Audit,
    filters: Filters | None = None,
    overrides: Overrides = NO_OVERRIDES,
    *,
    marked: bool = False,
) -> Brief:
    """The brief of an audit.

    Args:
        audit: the audit.
        filters: which games count; ``None`` is all.
        overrides: what was decided for some files alone.
        marked: whether what it is known by is wanted.
    """
    breakdown, record = audit.breakdown, audit.record
    objection = None if filters is None else filters.objection(audit)
    return Brief(
        audit.source,
        audit.verdict,
        audit.game,
        max(finding.severity for finding in audit.findings) if audit.findings else 0,
        audit.recorded is not None,
        None if breakdown is None else breakdown.total.width,
        breakdown is not None,
        "" if audit.game is None or record is None else told_by(record),
        audit.repeats,
        record is None and audit.rejected is None,
        _keys(audit, overrides) if overrides else (),
        None if objection is None else (objection.option, objection.reason),
        marks_of(audit) if marked else (),
    )


def _keys(audit: Audit, overrides: Overrides) -> tuple[str, ...]:
    """The overrides that had a part in an audit; a game that was told already was judged there."""
    if audit.record is not None:
        return overrides.keys(files_of(audit.record)) if audit.repeats is None else ()
    skipping = overrides.skipping(audit.source) if audit.verdict is Verdict.SKIPPED else None
    return () if skipping is None else (skipping.key,)


_VERDICTS = {verdict.value: verdict for verdict in Verdict}


def brief_from(values: Sequence[Any]) -> Brief:
    """A brief from its plain values, the verdict as its word: as a store keeps it."""
    source, verdict, *others = values
    others[-1] = tuple(others[-1])
    return Brief(source, _VERDICTS[verdict], *others)


ATTENTION = frozenset({Verdict.MISMATCH, Verdict.TAMPERED, Verdict.UNDECIDED, Verdict.UNREADABLE})
"""The verdicts that a person is shown."""


def needs_attention(brief: Brief, *, warnings: bool) -> bool:
    """Whether a person is shown an audit, and not only told that there is one more.

    Args:
        brief: what the audit came to.
        warnings: whether a warning is enough.
    """
    if brief.verdict in ATTENTION and not brief.is_settled:
        return True
    return brief.news >= (Severity.WARNING if warnings else Severity.ERROR)
