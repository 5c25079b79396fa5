"""C: the gold in hand against what was collected and spent."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from necropsy.games.dcss import names
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.rules.book import from_on, rule
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference

_OUTGOINGS = ("gold_spent", "gold_donated", "gold_paid", "gold_used")


@rule("C150", "Gold in hand is not what was collected less what was spent")
def gold_adds_up(record: Record) -> Iterator[Report]:
    """Gold = start + collected - spent - donated - paid - used; the start is 0 from 0.14 on.

    Stolen gold is taken from what was collected. Before 0.14 the start depends on the
    background and, to 0.5, on chance, so a difference there is a warning.

    Honest exceptions: gold set by wizard command (then the file is marked), and a trunk
    build of 0.14 from before the change.
    """
    gold = record.first("gold")
    if gold is None or not record.has("escaped") or record.value("wizard"):
        return
    flows = [record.first("gold_collected"), *(record.first(fact) for fact in _OUTGOINGS)]
    collected = flows[0].value if flows[0] else 0
    balance = collected - sum(flow.value for flow in flows[1:] if flow)
    start = _start(record)
    if start is None or gold.value in {balance + amount for amount in start}:
        return
    expected = balance + min(start)
    yield Report(
        f"gold: the overview says {gold.value:,}, collected less spent leaves {expected:,}"
        f" {difference(gold.value, expected)}",
        expected=expected,
        found=gold.value,
        evidence=record.evidence(gold, *flows),
        severity=None if from_on(record, "0.14.0") else Severity.WARNING,
    )


def _start(record: Record) -> set[int] | None:
    """The gold that a character may have begun with; ``None`` where anything is possible."""
    version, background = version_of(record), record.value("background")
    if version is None:
        return None
    if version.since("0.14-a0"):
        return {0} if version.since("0.14.0") else None
    return _starting_gold(background, version)


@lru_cache(maxsize=256)
def _starting_gold(background: str | None, version: Version) -> set[int] | None:
    amounts = set()
    for row in names.rows("starting_gold"):
        if row["background"] == background and VersionRange(row["since"], row["until"]).overlaps(version):
            if not row["gold"]:
                return None
            amounts.add(int(row["gold"]))
    return amounts or None
