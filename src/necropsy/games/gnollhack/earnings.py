"""What a role earned, from what its files count and name."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.gnollhack import roles
from necropsy.games.gnollhack.build import ALIGNMENTS, has_dump
from necropsy.games.gnollhack.monsters import Entry
from necropsy.games.gnollhack.version import Build
from necropsy.record import Record
from necropsy.span import Span

__all__ = ["bonus_of", "role_quest", "role_scores"]

NOTHING = Span.exactly(0)


def role_quest(record: Record, build: Build, role: str | None) -> Span:
    """The points of the bonus for the role achievement, as far as the files say whether it was reached."""
    return bonus_of(record.value("role_quest_done"), build, role)


def bonus_of(done: bool | None, build: Build, role: str | None) -> Span:
    """The points of the bonus, for a role achievement that was reached, was not, or may have been."""
    if role is None:
        return Span.at_least(0)
    bonus = roles.quest(role, build)
    if done is None:
        return bonus | NOTHING
    return bonus if done else NOTHING


_COLLECTORS = ("Arc", "Bar", "Cav", "Ran", "Rog", "Sam", "Val")
_LEARNERS = ("Hea", "Pri", "Wiz")


def role_scores(
    record: Record, build: Build, role: str | None, bonus: Span, *, by_percentage: bool = True
) -> Iterator[tuple[Span, str]]:
    """What the role can have earned beside its bonus, the tightest way first, each with a remark.

    Without the percentage of the block, which is what the build that wrote the file made of it,
    the amounts are those of the given build.
    """
    if role is None:
        yield Span.at_least(0), ""
        return
    if not has_dump(record):
        yield roles.unknown(role, build), ""
        return
    counts: dict[str, int] = {}
    for count in record.value("role_counts") or ():
        counts[count.what] = counts.get(count.what, 0) + count.amount
    printed = record.value("role_percent") if by_percentage else None
    if role in _COLLECTORS:
        known = {what: amount for what, amount in counts.items() if roles.counts_for(role, what)}
        held = bool(record.value("containers"))
        yield roles.items(role, build, known, containers=held, printed=printed, bonus=bonus), ""
    elif role == "Kni":
        yield _knight(record, build, printed, bonus), ""
    elif role == "Tou":
        yield from _tourist(record, build, printed, bonus)
    elif role in _LEARNERS:
        yield from _learner(record, build, role, counts.get("spell", 0), printed, bonus)
    else:
        yield NOTHING, ""


def _knight(record: Record, build: Build, printed: int | None, bonus: Span) -> Span:
    return roles.knight(
        build,
        record.value("slain") or (),
        alignment=ALIGNMENTS.get(record.value("alignment"), ""),
        vanquished=record.value("vanquished") or (),
        died_out=[Entry(name) for name in record.value("extinct") or ()],
        printed=printed,
        bonus=bonus,
    )


def _tourist(record: Record, build: Build, printed: int | None, bonus: Span) -> Iterator[tuple[Span, str]]:
    selfies = record.value("selfies") or ()
    yield roles.tourist(build, selfies, printed=printed, bonus=bonus), ""
    overwritten = roles.tourist(
        build,
        selfies,
        vanquished=record.value("vanquished") or (),
        alignment=ALIGNMENTS.get(record.value("alignment"), ""),
        printed=printed,
        bonus=bonus,
    )
    yield overwritten, "if a change of alignment gave the Tourist what a Knight would get"


def _learner(
    record: Record, build: Build, role: str, new: int, printed: int | None, bonus: Span
) -> Iterator[tuple[Span, str]]:
    """The block counts the new spells and does not name them."""
    known = record.value("spells") or ()
    schools = record.value("spell_schools") or ()
    alignment = ALIGNMENTS.get(record.value("alignment_original"), "")
    counted = [name for name in known if roles.is_unrestricted(name, build, schools)]
    if 0 < new < len(counted):
        last = roles.spells(role, build, counted[-new:], new, schools, printed=printed, bonus=bonus)
        ones = "spell" if new == 1 else f"{new} spells"
        yield last, f"if the repertoire is in the order of learning, and its last {ones} new"
    for amnesia in (False, True):
        amount = roles.spells(
            role,
            build,
            known,
            new,
            schools,
            alignment=alignment,
            amnesia=amnesia,
            printed=printed,
            bonus=bonus,
        )
        yield amount, "if the repertoire was sorted" if 0 < new < len(counted) else ""
