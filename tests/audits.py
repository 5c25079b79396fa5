"""Audits made of facts, for tests of what stands above them."""

from __future__ import annotations

import datetime as dt
from typing import Any

from necropsy.breakdown import Breakdown
from necropsy.record import Record
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

__all__ = ["audit_of"]


def audit_of(
    source: str = "game.txt",
    verdict: Verdict = Verdict.MATCH,
    *,
    game: str = "dcss",
    slack: int | None = 0,
    **facts: Any,
) -> Audit:
    """A game with these facts; one that is ``None`` is stated nowhere.

    Times given as texts become days or moments.
    """
    known: dict[str, Any] = {
        "player": "Sapling",
        "score": 1000,
        "version": "0.34.1",
        "mode": "normal",
    } | facts
    record = Record(game, source)
    for name, value in known.items():
        if value is not None:
            moment = name in ("started", "ended") and isinstance(value, str)
            record.state(name, _time(value) if moment else value, 1, "score block")
    score = known["score"]
    span = None if score is None else Span(score, None if slack is None else score + slack)
    breakdown = None if span is None else Breakdown("F13", "formula F13", (), span)
    return Audit(source, verdict, game, None, score, breakdown, record=record)


def _time(text: str) -> dt.date:
    return dt.date.fromisoformat(text) if len(text) == 10 else dt.datetime.fromisoformat(text)
