"""Facts that the tables tell: which achievements are notable, what the conducts and the role are worth."""

from __future__ import annotations

from necropsy.games.gnollhack import achievements, conducts
from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.deeds import CONDUCTS
from necropsy.games.gnollhack.dump_record import DumpReaders
from necropsy.games.gnollhack.dumplog import READERS as DUMP_READERS
from necropsy.games.gnollhack.line import PLACE
from necropsy.games.gnollhack.line import READERS as LINE_READERS
from necropsy.games.gnollhack.reckon import likeliest
from necropsy.logline import LineReaders
from necropsy.record import Record

__all__ = ["DUMP", "LINE"]


def derive_achievements(record: Record) -> None:
    """State the notable and the small achievements by their words in the xlogfile."""
    said, build = record.first("achieved"), build_of(record)
    if said is None or build is None:
        return
    kinds = {row.token: row.kind for row in achievements.achievements(build)}
    for fact, kind in (("achievements", achievements.NOTABLE), ("small_achievements", achievements.SMALL)):
        tokens = tuple(token for token in said.value if kinds.get(token) == kind)
        record.state(fact, tokens, said.line, said.place)


def derive_conducts(record: Record) -> None:
    """State the conducts that were kept, and what they are worth to a game that ascended."""
    said, build = record.first("kept"), build_of(record)
    if said is None:
        return
    kept = said.value
    if said.place != PLACE and record.value("umortality") == 0 and build and build.since("4.2.0-3"):
        # No sentence of a dump says it.
        kept = tuple(sorted({*kept, "never_died"}, key=CONDUCTS.index))
    record.state("conducts", kept, said.line, said.place)
    if build is None:
        return
    surely, possibly = conducts.alignment_changes(
        record.value("alignment"), record.value("alignment_current"), record.value("alignment_original")
    )
    doubtful = possibly if said.place == PLACE else possibly | ({"elberethless"} - set(kept))
    points = conducts.points({*kept, *surely}, build, doubtful)
    record.state("conduct_points", points, said.line, said.place)


def derive_role(record: Record) -> None:
    """State what the role earned, and its bonus, as the likeliest way to the score has them."""
    found = likeliest(record)
    role = record.first("role")
    if found is None or role is None:
        return
    for fact, span in (("role_score", found.role_score), ("role_quest", found.role_quest)):
        record.state(fact, span, role.line, role.place)


_DERIVED = {
    **dict.fromkeys(("achievements", "small_achievements"), (derive_achievements,)),
    **dict.fromkeys(("conducts", "conduct_points"), (derive_conducts,)),
    **dict.fromkeys(("role_score", "role_quest"), (derive_role,)),
}

DUMP = DumpReaders({**DUMP_READERS, **_DERIVED}, _DERIVED)
"""The readers of a dumplog."""

LINE = LineReaders(LINE_READERS, {fact: reader for fact, (reader,) in _DERIVED.items()})
"""The readers of a line of the xlogfile."""
