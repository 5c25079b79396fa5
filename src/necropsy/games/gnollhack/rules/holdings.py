"""C: what a role is paid for, against the inventory and the gold."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.gnollhack.rules.book import dump_rule, dumps, in_each
from necropsy.games.gnollhack.version import NEWEST_READ
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference

_HELD_BY = {"Arc": ("mummy_wrapping", "sarcophagus", "historic_statue"), "Cav": ("life_saving",)}
_QUALITY = "of_quality"


@dump_rule("C258", "The role score counts more than the inventory holds", since="4.1.3-45", until=NEWEST_READ)
def inventory_holds_what_counts(record: Record) -> Iterator[Report]:
    """The block counts with the hero what the inventory lists, whose words name the kind of thing.

    All of it is identified at the end. Compared are an Archaeologist's statues, wrappings and
    sarcophagi and a Caveman's amulets of life saving. Reported as warnings: the same where
    containers are listed, and a Valkyrie's things, which artifacts with other names can be.
    """

    def in_file(part: Record) -> Iterator[Report]:
        role, counted, held = part.value("role"), part.first("role_counts"), part.first("held")
        if counted is None or held is None or part.value("snapshot"):
            return
        has = dict(held.value)
        with_hero = [count for count in counted.value if not count.chest]
        sure = not part.value("containers")
        if role == "Val":
            amount = sum(count.amount for count in with_hero if count.what in ("item", "ammo"))
            if amount > has.get(_QUALITY, 0):
                yield _more_than_held(part, "things of quality", amount, has.get(_QUALITY, 0), sure=False)
        for count in with_hero:
            if count.what in _HELD_BY.get(role, ()) and count.amount > has.get(count.what, 0):
                what = count.what.replace("_", " ")
                yield _more_than_held(part, what, count.amount, has.get(count.what, 0), sure=sure)

    yield from in_each(dumps(record), in_file)


def _more_than_held(part: Record, what: str, counted: int, held: int, *, sure: bool) -> Report:
    return Report(
        f"role score: the block counts {counted:,} ({what}), the inventory holds {held:,}"
        f" {difference(counted, held, countable=True)}",
        expected=held,
        found=counted,
        evidence=part.evidence(part.first("role_counts"), part.first("held")),
        severity=None if sure else Severity.WARNING,
    )


@dump_rule("C259", "Valuables worth less than the gold", since="4.1.3-45", until=NEWEST_READ)
def gold_is_valuable(record: Record) -> Iterator[Report]:
    """A Rogue's valuables are all gold, with that in containers and the chest, and the gems.

    The closing block counts the same gold, so it never has more. Honest exceptions: none known.
    """

    def in_file(part: Record) -> Iterator[Report]:
        counted, gold = part.first("role_counts"), part.first("gold")
        if counted is None or gold is None or part.value("role") != "Rog":
            return
        worth = sum(count.amount for count in counted.value if count.what == "valuables")
        if worth < gold.value:
            yield Report(
                f"role score: the block counts valuables of {worth:,}, the {gold.place} says"
                f" {gold.value:,} in gold alone {difference(worth, gold.value)}",
                expected=gold.value,
                found=worth,
                evidence=part.evidence(counted, gold),
            )

    yield from in_each(dumps(record), in_file)
