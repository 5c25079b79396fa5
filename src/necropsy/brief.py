"""What everything that counts audits needs of one: a few plain values that go through a pipe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from necropsy.joint import told_by
from necropsy.rules import Severity
from necropsy.verdict import Audit, Verdict

if TYPE_CHECKING:
    from necropsy.filters import Filters

__all__ = ["Brief", "brief_from", "brief_of", "needs_attention"]


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
        objection: option and reason of the filter that leaves the game out; ``None`` if it counts.
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
    objection: tuple[str, str] | None = None


def brief_of(audit: Audit, filters: Filters | None = None) -> Brief:
    """The brief of an audit.

    Args:
        audit: the audit.
        filters: which games count; ``None`` is all.
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
        None if objection is None else (objection.option, objection.reason),
    )


_VERDICTS = {verdict.value: verdict for verdict in Verdict}


def brief_from(values: Sequence[Any]) -> Brief:
    """A brief from its plain values, the verdict as its word: as a store keeps it."""
    source, verdict, *others = values
    return Brief(source, _VERDICTS[verdict], *others)


_ATTENTION = frozenset({Verdict.MISMATCH, Verdict.TAMPERED, Verdict.UNDECIDED, Verdict.UNREADABLE})


def needs_attention(brief: Brief, *, warnings: bool) -> bool:
    """Whether a person is shown an audit, and not only told that there is one more.

    Args:
        brief: what the audit came to.
        warnings: whether a warning is enough.
    """
    if brief.verdict in _ATTENTION:
        return True
    return brief.worst >= (Severity.WARNING if warnings else Severity.ERROR)
