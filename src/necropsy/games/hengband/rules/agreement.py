"""C: places of one dump that state the same fact."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.fact import facts_of
from necropsy.games.hengband.rules.book import rule
from necropsy.record import Record
from necropsy.rules import Report

_IN_WORDS = {
    "hp": "hit points",
    "max_hp": "maximum hit points",
    "mp": "spell points",
    "max_mp": "maximum spell points",
}


@rule("C301", "Places of one dump that state one fact differ")
def places_agree(record: Record) -> Iterator[Report]:
    """Sex, race, class, level and points stand on the character screen and beside the stat table.

    Both are drawn from the same variables in one moment. Honest exceptions: none.
    """
    for fact in facts_of("hengband").values():
        if not fact.compared:
            continue
        first, *others = record.statements(fact.name) or (None,)
        for other in others:
            assert first is not None
            assert other is not None
            if other.value != first.value:
                what = _IN_WORDS.get(fact.name, fact.name)
                yield Report(
                    f"{what}: the {first.place} says {first.value}, the {other.place} {other.value}",
                    expected=first.value,
                    found=other.value,
                    evidence=record.evidence(first, other),
                )
