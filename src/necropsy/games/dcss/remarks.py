"""What an explanation says beyond the terms: the score solved for its experience, and the gaps."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.breakdown import Breakdown
from necropsy.games.dcss import experience
from necropsy.games.dcss.reckon import reckon
from necropsy.games.dcss.rules.book import dump_of
from necropsy.games.dcss.will_account import will_remark
from necropsy.record import Record
from necropsy.span import Span

__all__ = ["implied_experience", "remarks_on"]


def remarks_on(record: Record) -> Iterator[str]:
    """Paragraphs on a record that was judged."""
    yield from _on_score(record)
    dump = dump_of(record)
    said = None if dump is None else will_remark(dump)
    if said is not None:
        yield said


def _on_score(record: Record) -> Iterator[str]:
    breakdown = record.breakdown
    if breakdown is None:
        return
    for gap in reckon(record).missing:
        yield _sentence(gap)
    implied = implied_experience(breakdown, record.value("score"))
    if implied is None:
        return
    shown: Span | None = record.value("xp_span")
    inside = shown is None or (shown & implied) is not None
    level = record.value("xl")
    percent = record.value("next_pct")
    says = f"level {level} allows" if percent is None else f"level {level} and {percent}% allow"
    allowed = f"; {says} {shown}" if shown is not None else ""
    yield (
        f"Solved the other way round, with all other terms as above, the score would need {implied}"
        f" experience points{allowed}" + ("." if inside else ", so they cannot both be right.")
    )


def _sentence(gap: str) -> str:
    """What is missing, as a sentence of its own."""
    for opening, instead in (("needs to know ", "Left open: "), ("needs ", "Not in the file: ")):
        if gap.startswith(opening):
            return f"{instead}{gap.removeprefix(opening)}."
    return f"{gap[:1].upper()}{gap[1:]}."


def implied_experience(breakdown: Breakdown, recorded: int | None) -> Span | None:
    """The experience for which a formula gives exactly the recorded score.

    ``None`` where another term than the experience is open, where a cap hides the sum, or
    where no experience gives that score.
    """
    term = breakdown.term("experience")
    if (
        recorded is None
        or term is None
        or breakdown.regime.startswith("F1 ")
        or breakdown.regime in ("F1", "F1b")
    ):
        return None
    rest = Span.exactly(0)
    for other in breakdown.terms:
        if other.name != term.name:
            rest = rest + other.span
    if rest.exact is None:
        return None
    points = recorded - rest.exact
    try:
        return experience.tiered_inverse(points)
    except ValueError:
        return None
