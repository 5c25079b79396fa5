"""C: the gold in hand against what was collected and spent."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from necropsy.games.dcss import names
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.rules.book import dump_rule, from_on, may_be_from_on
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference

_OUTGOINGS = ("gold_spent", "gold_donated", "gold_paid", "gold_used")


# A shop of 0.33-a0-431 (d38a5f2e) and later takes a voucher and counts the price as spent.
_VOUCHERS_SINCE = "0.33-a0-431"

# What characters began with before 0.14-a0-450 (c9b3623f).
_OLD_STARTS = frozenset({20, 50, 100})


@dump_rule("C150", "Gold in hand is not what was collected less what was spent")
def gold_adds_up(record: Record) -> Iterator[Report]:
    """Gold = start + collected - spent - donated - paid - used; the start is 0 from 0.14 on.

    Stolen gold is taken from what was collected. Before 0.14 the start depends on the
    background and, to 0.5, on chance, so a difference there is a warning.

    Honest exceptions: gold set by wizard command (then the file is marked; silent). From
    0.33 on a shop voucher counts as spent without costing gold. Reported as warnings: too
    little gold (cards of old decks took gold unrecorded), the start of a game begun before
    0.14, and gold in a file without any line on it, as ``dump_order`` can leave these out.
    """
    gold, start = record.first("gold"), _start(record)
    balance = record.value("gold_collected", 0) - sum([record.value(fact, 0) for fact in _OUTGOINGS])
    if gold is None or start is None or gold.value - balance in start or record.value("wizard"):
        return
    flows = [record.first("gold_collected"), *(record.first(fact) for fact in _OUTGOINGS)]
    told = any(flows)
    if not (told or record.has("branches")):
        return
    surplus = gold.value - balance
    if 0 < surplus <= record.value("gold_spent", 0) and may_be_from_on(record, _VOUCHERS_SINCE):
        return
    expected = balance + min(start)
    proof = told and surplus > 0 and surplus not in _OLD_STARTS and from_on(record, "0.14.0")
    yield Report(
        f"gold: the overview says {gold.value:,}, collected less spent leaves {expected:,}"
        f" {difference(gold.value, expected)}",
        expected=expected,
        found=gold.value,
        evidence=record.evidence(gold, *flows),
        severity=None if proof else Severity.WARNING,
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
