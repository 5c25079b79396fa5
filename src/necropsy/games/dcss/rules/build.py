"""B: a character that the rules of the game cannot give."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.dcss import bearer, will
from necropsy.games.dcss.by_version import choices
from necropsy.games.dcss.rules.book import dump_rule
from necropsy.games.dcss.will_account import account_of
from necropsy.record import Record
from necropsy.rules import Report

# Evidence that a person reads: level, species, and as many items as a body wears.
_SHOWN = 24


@dump_rule("B101", "Will shown and Will recomputed differ", since="0.14.0")
def pips_fit_character(record: Record) -> Iterator[Report]:
    """Will follows from level, species, what is worn, mutations, statuses and form alone.

    The overview shows it as a pip for each 40 (to 0.25 as MR). Everything that changes it
    stands in the same file: worn items by their names and described properties, never by what a
    player inscribed. Silent where a section is missing or a form, a mutation or a row of the
    inventory is not known. Up to 0.27 Trog's Hand is only called "regenerating", as other things
    are, so there the Will may be with it or without. A pip is 40, so a raised level is seen only
    where it crosses one.
    """
    shown, told = record.first("will_pips"), bearer.told_of(record)
    if shown is None or told is None:
        return
    wills = will.will_of(told.bearer, told.version)
    allowed = will.pips_of(wills, told.version)
    if shown.value not in allowed:
        (label, *_) = choices("will_rules", "label", told.version)
        yield Report(
            f"{label}: the overview shows {shown.value}, {account_of(told)} gives {' or '.join(allowed)}",
            expected=list(allowed),
            found=shown.value,
            evidence=record.evidence(shown, *told.statements[:_SHOWN]),
        )
