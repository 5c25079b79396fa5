"""X: a dumplog and its line in the xlogfile."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from necropsy.games.gnollhack.rules.book import apart, from_on, in_dump, in_line, pair_rule
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference

# The line about Elbereth stands only where the hero knows the word.
_NOT_ALWAYS_PRINTED = {"elberethless"}


_ONLY = ("in the dump only", "in the xlogfile only")


@pair_rule("X210", "Achievements of the dump and of the xlogfile differ", since="4.1.0-B6")
def achievements_agree(record: Record) -> Iterator[Report]:
    """The dump lists in phrases what the line holds in bits.

    Honest exceptions, built in: up to 4.1.3-27 the dump does not list the invocation, and
    4.1.0-B6 has no bits for the role achievement and for being crowned.
    """
    dump, line = in_dump(record, "achieved"), in_line(record, "achieved")
    if dump is None or line is None:
        return
    unlisted = set() if from_on(record, "4.1.3-28") else {"performed_the_invocation_ritual"}
    odd = (set(dump.value) ^ set(line.value)) - unlisted
    if not from_on(record, "4.1.0-B7"):
        # The line has no bit for them, so it never holds what the dump does not list.
        odd -= {"role_achievement", "crowned"} - set(line.value)
    if odd:
        yield Report(
            f"achievements: dump and xlogfile differ in {apart(odd, dump.value, _ONLY)}",
            expected=sorted(line.value),
            found=sorted(dump.value),
            evidence=record.evidence(dump, line),
        )


@pair_rule("X211", "Conducts of the dump and of the xlogfile differ", since="4.1.0-PA4")
def conducts_agree(record: Record) -> Iterator[Report]:
    """The dump lists in sentences what the line holds in bits.

    Honest exceptions, built in: never having died has no sentence, and the one about
    Elbereth stands only where the hero knows the word.
    """
    dump, line = in_dump(record, "kept"), in_line(record, "kept")
    if dump is None or line is None:
        return
    listed, held = set(dump.value), set(line.value) - {"never_died"}
    odd = (listed - held) | (held - listed - _NOT_ALWAYS_PRINTED)
    if odd:
        yield Report(
            f"conducts: dump and xlogfile differ in {apart(odd, dump.value, _ONLY)}",
            expected=sorted(held),
            found=sorted(listed),
            evidence=record.evidence(dump, line),
        )


_QUARTER = 15 * 60


@pair_rule("X212", "Start and end of the dump and of the xlogfile are not one clock's")
def clocks_agree(record: Record) -> Iterator[Report]:
    """The dump has local time, the line has seconds since 1970: start and end differ by one offset.

    Honest exceptions, built in: summer time that began or ended during the game, which moves
    one of them by an hour (half an hour in places). A move of other whole quarters of an
    hour, as of a player who travels, is a warning; anything else is an error.
    """
    offsets = []
    said = []
    for fact in ("started", "ended"):
        dump, line = in_dump(record, fact), in_line(record, fact)
        if dump is None or line is None or not isinstance(dump.value, dt.datetime):
            return
        offsets.append(dump.value - line.value)
        said += [dump, line]
    moved = abs(int((offsets[1] - offsets[0]).total_seconds()))
    if moved <= _TOLERANCE or abs(moved - 1800) <= _TOLERANCE or abs(moved - 3600) <= _TOLERANCE:
        return
    off_quarter = min(moved % _QUARTER, -moved % _QUARTER)
    yield Report(
        f"clock: the dump is {_ahead(offsets[0])} of the xlogfile at the start"
        f" and {_ahead(offsets[1])} at the end ({moved:,} s apart)",
        expected=str(offsets[0]),
        found=str(offsets[1]),
        evidence=record.evidence(*said),
        severity=None if off_quarter > _TOLERANCE else Severity.WARNING,
    )


_TOLERANCE = 2


def _ahead(offset: dt.timedelta) -> str:
    seconds = int(offset.total_seconds())
    return f"{abs(seconds):,} s {'ahead' if seconds >= 0 else 'behind'}"


# From Earth, one above the dungeon, to Astral.
_PLANES = {
    "Plane of Earth": -1,
    "Plane of Air": -2,
    "Plane of Fire": -3,
    "Plane of Water": -4,
    "Astral Plane": -5,
}
_QUEST, _LUDIOS = "The Quest", "Fort Ludios"


@pair_rule("X214", "Depth of the end: dump and xlogfile differ", since="4.1.0-B1")
def depth_of_the_end_agrees(record: Record) -> Iterator[Report]:
    """The mark in the dump's overview stands at the level whose depth the line gives.

    The Quest's levels are counted from the level of its portal, where the dump names it; the
    Planes lie above the dungeon, Earth at -1 to Astral at -5. Honest exceptions, built in: Fort
    Ludios, whose depth no dump tells.
    """
    here, line = in_dump(record, "here"), in_line(record, "death_depth")
    if here is None or line is None:
        return
    branch, _, level = here.value.partition(", level ")
    depth = _PLANES.get(branch, int(level) if level else None)
    if branch == _QUEST:
        portal = record.value("quest_portal")
        depth = portal + int(level) - 1 if portal and level else None
    if depth is None or branch == _LUDIOS or depth == line.value:
        return
    yield Report(
        f"place: the {here.place} marks {here.value}, the xlogfile says depth {line.value}"
        f" {difference(line.value, depth)}",
        expected=depth,
        found=line.value,
        evidence=record.evidence(here, line),
    )


@pair_rule("X213", "Place of the end: dump and xlogfile differ", since="4.1.0-B1")
def place_agrees(record: Record) -> Iterator[Report]:
    """Both say in which branch the game ended and, outside of the Quest, on which level.

    Honest exceptions, built in: who went out of the dungeon has no place in the dump.
    """
    dump, line = in_dump(record, "place"), in_line(record, "place")
    if dump is None or line is None or dump.value == line.value:
        return
    # The dump counts the Quest's levels from 1, the line by their depth.
    if dump.value.partition(",")[0] == line.value:
        return
    yield Report(
        f"place: the {dump.place} says {dump.value}, the xlogfile {line.value}",
        expected=line.value,
        found=dump.value,
        evidence=record.evidence(dump, line),
    )
