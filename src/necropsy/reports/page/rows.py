"""What the page has of each game: one line of its table, and a case where it needs attention."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from necropsy.brief import brief_of, needs_attention
from necropsy.reports.page.cases import case_of
from necropsy.reports.visible import visible
from necropsy.reports.written import TextWriter
from necropsy.verdict import Audit, Verdict, plain

__all__ = ["ADDED_UP", "HtmlWriter", "Row", "loaded"]

_NO_AMOUNTS = frozenset({"base", "wrap"})
"""Terms that sum others up, or take off what is too much."""

ADDED_UP = 10
"""A score is taken apart in a chart where its span is no wider than this part of it."""


class Row(NamedTuple):
    """A game in the page's table; all text can be shown as it is.

    Attributes:
        source: the file's name.
        game: short name of the game; ``None`` where it is not known.
        version: the version that wrote the file.
        player: the player's name.
        verdict: the verdict.
        recorded: the score in the file, in points.
        low: the least that the formula gives.
        high: the most that it gives; both ends are ``None`` where nothing was recomputed.
        recomputed: whether something was.
        ended: the day on which the game ended, as ``2026-11-30``.
        rules: code and severity of what was found, each once, the worst first.
        parts: name and points (the middle of the span) of the terms that add up to the score,
            where they are known closely enough (:data:`ADDED_UP`) and fit it.
    """

    source: str
    game: str | None
    version: str | None
    player: str | None
    verdict: str
    recorded: int | None
    low: int | None
    high: int | None
    recomputed: bool
    ended: str | None
    rules: list[tuple[str, int]]
    parts: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class HtmlWriter(TextWriter):
    """Each audit as a line of the page's table, with the case of one that needs attention."""

    def text(self, audit: Audit) -> str | None:
        """Line and case as JSON, for :func:`loaded`."""
        flagged = needs_attention(brief_of(audit), warnings=False)
        case = case_of(audit.to_dict()) if flagged else None
        return json.dumps([_row_of(audit), case], ensure_ascii=False, separators=(",", ":"))


def loaded(text: str) -> tuple[Row, dict[str, Any] | None]:
    """A line and its case, from what the writer made of them."""
    row, case = json.loads(text)
    return Row(*row), case


def _row_of(audit: Audit) -> Row:
    span, ended = audit.recomputed, plain(audit.fact("ended"))
    worst: dict[str, int] = {}
    for finding in audit.findings:
        worst[finding.rule] = max(worst.get(finding.rule, 0), finding.severity)
    return Row(
        visible(audit.source),
        audit.game,
        _shown(audit.fact("version")),
        _shown(audit.fact("player")),
        audit.verdict.value,
        audit.recorded,
        None if span is None else span.low,
        None if span is None else span.high,
        span is not None,
        ended[:10] if isinstance(ended, str) else None,
        sorted(worst.items(), key=lambda item: (-item[1], item[0])),
        list(_parts(audit)),
    )


def _shown(value: Any) -> str | None:
    return None if value is None else visible(str(value))


def _parts(audit: Audit) -> list[tuple[str, int]]:
    """The terms of a score that fits, where they are known closely enough to be drawn."""
    recorded, breakdown = audit.recorded, audit.breakdown
    if audit.verdict is not Verdict.MATCH or not recorded or recorded < 0 or breakdown is None:
        return []
    slack = breakdown.slack
    if slack is None or slack * ADDED_UP > recorded:
        return []
    return [
        (visible(term.name), (term.span.low + term.span.high) // 2)
        for term in breakdown.terms
        if term.factor is None
        and term.name not in _NO_AMOUNTS
        and term.span.low is not None
        and term.span.high is not None
    ]
