"""S: the recorded score against the formula of its build."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.gnollhack.rules.book import counted_lines, rule
from necropsy.record import Evidence, Record, Statement
from necropsy.rules import Report
from necropsy.span import Span


@rule("S201", "The recorded score is not what the formula gives", decisive=True)
def score_fits(record: Record) -> Iterator[Report]:
    """The score follows from depth, achievements, conducts, role, turns, difficulty and mode.

    The formula is the one of the build that finished the game (end.c). What the files do
    not fix to the point is a span, so a score outside it cannot be honest.

    Honest exceptions, all built in: builds that cannot be placed, unreleased builds that
    count by the next formula already, spells that amnesia made unknown again, a helm's
    change of alignment, and a product next to a half, which other systems may round the
    other way.
    """
    breakdown, score = record.breakdown, record.first("score")
    if breakdown is None or score is None or score.value in breakdown.total:
        return
    total = breakdown.total
    off = total.excess(score.value)
    way = "much" if off > 0 else "little"
    yield Report(
        f"score: the file says {score.value:,}, the formula of {record.value('version')} gives"
        f" {_bound(total, off)} ({abs(off):,} too {way})",
        expected=[total.low, total.high],
        found=score.value,
        evidence=tuple(dict.fromkeys((*record.evidence(score, *_inputs(record)), *_role_lines(record)))),
    )


def _bound(total: Span, off: int) -> str:
    if total.width == 0:
        return f"{total}"
    return f"at most {total.high:,}" if off > 0 else f"at least {total.low:,}"


def _role_lines(record: Record) -> tuple[Evidence, ...]:
    """What the role score counts, where it counts."""
    assert record.breakdown is not None
    term = record.breakdown.term("role_score")
    return () if term is None or term.span.exact == 0 else counted_lines(record)


def _inputs(record: Record) -> Iterator[Statement | None]:
    """The statements that the terms which count were computed from."""
    assert record.breakdown is not None
    for term in record.breakdown.terms:
        if term.factor is not None or term.span.exact != 0:
            for fact in term.facts:
                yield record.first(fact)
