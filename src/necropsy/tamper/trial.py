"""What an audit makes of a forgery."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from necropsy.engine import Plan, audit_texts
from necropsy.rules import Severity
from necropsy.tamper.forgery import Forgery
from necropsy.verdict import Audit, Verdict

__all__ = ["Outcome", "Trial", "tried"]


class Outcome(StrEnum):
    """What became of a forgery.

    ``caught``: the verdict is mismatch or tampered, or a finding is an error. ``noted``: no proof, yet it
    is not believed without a word: another verdict than match, or a warning or hint that the honest
    files do not get. ``missed``: nothing at all.
    """

    CAUGHT = "caught"
    NOTED = "noted"
    MISSED = "missed"


@dataclass(frozen=True)
class Trial:
    """A forgery and what an audit made of it.

    Attributes:
        forgery: the forgery.
        outcome: what became of it.
        rules: the codes of the findings that are errors; of one that is only noted, of the others.
        verdict: the worst verdict.
        matched: whether the honest game was a match: much of what contradicts an ordinary game is
            possible in wizard mode, and of a game whose version is not known little is.
    """

    forgery: Forgery
    outcome: Outcome
    rules: tuple[str, ...]
    verdict: Verdict
    matched: bool = True


_PROVED = frozenset({Verdict.MISMATCH, Verdict.TAMPERED})


def tried(forgery: Forgery, honest: Iterable[Audit] = ()) -> Trial:
    """Audit a forgery.

    Args:
        forgery: the edited files, and those beside them.
        honest: the audits of the honest files, whose warnings count for nothing.
    """
    honest = list(honest)
    audits = list(audit_texts(forgery.files, Plan(pair=len(forgery.files) > 1)))
    known = {finding.rule for audit in honest for finding in audit.findings}
    verdicts = {audit.verdict for audit in audits}
    usual = {audit.verdict for audit in honest}
    matched = usual <= {Verdict.MATCH}
    proofs = _codes(audits, {Severity.ERROR})
    verdict = min(verdicts, key=list(Verdict).index, default=Verdict.UNREADABLE)
    if proofs or verdicts & _PROVED:
        return Trial(forgery, Outcome.CAUGHT, proofs, verdict, matched)
    signs = tuple(rule for rule in _codes(audits, set(Severity)) if rule not in known)
    if signs or verdicts - usual - {Verdict.MATCH, Verdict.SKIPPED}:
        return Trial(forgery, Outcome.NOTED, signs, verdict, matched)
    return Trial(forgery, Outcome.MISSED, (), verdict, matched)


def _codes(audits: Iterable[Audit], severities: set[Severity]) -> tuple[str, ...]:
    return tuple(
        sorted({each.rule for audit in audits for each in audit.findings if each.severity in severities})
    )
