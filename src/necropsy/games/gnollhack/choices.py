"""What the files leave open of a game's deeds, and each way to settle it.

The deeds are what a game earned beside its depth: achievements, conducts, and what the
role is paid for. A line of the xlogfile gives the first two as bits and of the third only
the bonus, and a log has many lines that say the same: their ways are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from necropsy.games.gnollhack import achievements, conducts, roles
from necropsy.games.gnollhack.build import has_dump
from necropsy.games.gnollhack.earnings import bonus_of, role_quest, role_scores
from necropsy.games.gnollhack.line import PLACE, XlogRecord
from necropsy.games.gnollhack.version import Build
from necropsy.record import Record
from necropsy.span import Span

__all__ = ["Choice", "achievements_of", "choices_of", "choices_of_bits", "conducts_of"]

NOTHING = Span.exactly(0)


class Choice(NamedTuple):
    """One way in which the deeds of a game can have been.

    Attributes:
        notable, small: achievements of the two kinds.
        conducts: conduct points; nothing unless the game ascended.
        own: what the role earned, without its bonus and the share of the conducts.
        bonus: points for the role achievement.
        remark: what is taken for granted.
    """

    notable: Span
    small: Span
    conducts: Span
    own: Span
    bonus: Span
    remark: str


def choices_of(record: Record, build: Build) -> Iterable[Choice]:
    """Each way to settle what the files leave open, the likeliest first."""
    earned, kept = record.value("achieve_bits"), record.value("conduct_bits")
    if isinstance(record, XlogRecord) and earned is not None and kept is not None:
        role, done = record.value("role"), record.value("role_quest_done")
        kept = kept if record.value("won") else None
        alignments = record.value("alignment"), None, record.value("alignment_original")
        return choices_of_bits(build, role, done, earned, kept, alignments)
    return _choices_of_files(record, build)


def choices_of_bits(
    build: Build, role: str | None, done: bool | None, earned: int, kept: int | None, alignments: _Alignments
) -> tuple[Choice, ...]:
    """Each way to settle what a lone line of the xlogfile leaves open.

    Args:
        build: the build that finished the game.
        role: the role, where the line says it.
        done: whether the role achievement was reached, where the line says it.
        earned: the bits of the achievements.
        kept: the bits of the conducts of a game that ascended.
        alignments: at the end, the base alignment at the end, and at the start.
    """
    conduct_ways = _NO_CONDUCTS if kept is None else _conduct_ways(kept, frozenset(), alignments, build)
    own = Span.at_least(0) if role is None else roles.unknown(role, build)
    bonus = bonus_of(done, build, role)
    return tuple(
        Choice(notable, small, points, own, bonus, doubt)
        for points, doubt in conduct_ways
        for notable, small in _earned_by_bits(earned, build)
    )


def _choices_of_files(record: Record, build: Build) -> Iterator[Choice]:
    role = record.value("role")
    bonus = role_quest(record, build, role)
    earned_ways = _earned_ways(record, build)
    told = _conducts_told(record)
    conduct_ways = _conduct_ways(*told, build) if record.value("won") else _NO_CONDUCTS
    for own, remark in role_scores(record, build, role, bonus):
        for points, doubt in conduct_ways:
            both = f"{remark}; {doubt}" if remark and doubt else remark or doubt
            for notable, small in earned_ways:
                yield Choice(notable, small, points, own, bonus, both)


_NO_CONDUCTS = ((NOTHING, ""),)

# --------------------------------------------------------------------------- achievements


def _earned_ways(record: Record, build: Build) -> Sequence[tuple[Span, Span]]:
    """The notable and small achievements, for each choice of those that the files leave open."""
    return _choices_of_earned(*achievements_of(record, build), build)


@lru_cache(maxsize=8192)
def _earned_by_bits(mask: int, build: Build) -> Sequence[tuple[Span, Span]]:
    """The same for a lone line, of which a log has many with the same bits."""
    earned = set(achievements.in_bits(mask, build))
    doubtful = set(_not_in_bits((), build, earned, dumped=False))
    return _choices_of_earned(*_with_codex(earned, doubtful, build, carried=False), build)


def _choices_of_earned(
    earned: frozenset[str], doubtful: frozenset[str], build: Build
) -> Sequence[tuple[Span, Span]]:
    """The counts with all, some and none of the doubtful ones, each different pair of counts once."""
    choices = (
        chosen for count in range(len(doubtful), -1, -1) for chosen in combinations(sorted(doubtful), count)
    )
    return tuple(dict.fromkeys(_counts(earned.union(chosen), build) for chosen in choices))


def _counts(earned: frozenset[str], build: Build) -> tuple[Span, Span]:
    notable = achievements.count(achievements.NOTABLE, earned, build)
    return notable, achievements.count(achievements.SMALL, earned, build)


def achievements_of(record: Record, build: Build) -> tuple[frozenset[str], frozenset[str]]:
    """The achievements that were surely, and that may have been earned."""
    mask = record.value("achieve_bits")
    if mask is not None:
        earned = set(achievements.in_bits(mask, build))
        lines = [token for s in record.statements("achieved") if s.place != PLACE for token in s.value]
        doubtful = set(_not_in_bits(lines, build, earned, dumped=has_dump(record)))
    else:
        earned = {token for s in record.statements("achieved") for token in s.value}
        earned |= set(_place_at_the_end(record))
        doubtful = set(_not_in_lines(record, build, earned))
    return _with_codex(earned, doubtful, build, carried=bool(record.value("codex_carried")))


def _with_codex(
    earned: set[str], doubtful: set[str], build: Build, *, carried: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Up to 4.1.3-29 who carries the codex at the end has an achievement more."""
    if "obtained_the_prime_codex" in earned and not build.since("4.1.3-30"):
        # Inside a container the inventory line is another one.
        (earned if carried else doubtful).add(achievements.CODEX_CARRIED)
    return frozenset(earned), frozenset(doubtful - earned)


def _not_in_bits(lines: Sequence[str], build: Build, earned: set[str], *, dumped: bool) -> Iterator[str]:
    """4.1.0-B6 has no bits for the role achievement and for being crowned; the dump has lines."""
    if build.since("4.1.0-B7"):
        return
    for token in (achievements.ROLE_ACHIEVEMENT, "crowned"):
        if token in lines:
            earned.add(token)
        elif not dumped:
            yield token


_TOOLS = (
    "obtained_the_bell_of_opening",
    "obtained_the_candelabrum_of_invocation",
    "obtained_the_book_of_the_dead",
)
_INVOCATION = "performed_the_invocation_ritual"


def _not_in_lines(record: Record, build: Build, earned: set[str]) -> Iterator[str]:
    """Up to 4.1.3-27 the list leaves out the invocation, which the diary has (since 4.1.1-4).

    Without a diary, who has the Amulet or all tools may have done it.
    """
    if build.since("4.1.3-28"):
        return
    invoked = record.value("invoked")
    if invoked:
        earned.add(_INVOCATION)
    elif invoked is None and (
        "obtained_the_amulet_of_yendor" in earned or all(tool in earned for tool in _TOOLS)
    ):
        yield _INVOCATION


_PLANE = re.compile("Plane(?: of (?:Earth|Air|Fire|Water))?")


def _place_at_the_end(record: Record) -> Iterator[str]:
    """The tests of place that counted up to 4.1.3-42, from the closing line or else the overview.

    Who offers the Amulet to a wrong god escapes from the Astral Plane, and no closing line names it.
    """
    ascended, place = record.value("won"), record.value("place") or record.value("here") or ""
    astral = place.removeprefix("The ") == "Astral Plane"
    in_planes = place == "The Elemental Planes" or _PLANE.fullmatch(place) is not None
    if ascended or astral or in_planes:
        yield achievements.ENDED_IN_ENDGAME
    if ascended or astral:
        yield achievements.ENDED_ON_ASTRAL


# ------------------------------------------------------------------------------- conducts

_Alignments = tuple[str | None, ...]


def conducts_of(record: Record, build: Build) -> tuple[frozenset[str], frozenset[str]]:
    """What was surely kept, or costs points, and what may have been."""
    return _conducts(*_conducts_told(record), build)


def _conducts_told(record: Record) -> tuple[int | None, frozenset[str], _Alignments]:
    """The bits of a line, what a dump lists where there is none, and the alignments."""
    alignments = tuple(map(record.value, ("alignment", "alignment_current", "alignment_original")))
    mask, listed = record.value("conduct_bits"), frozenset[str]()
    if mask is None:
        listed = frozenset(token for kept in record.values("kept") for token in kept)
        if record.value("umortality") == 0:
            listed |= {"never_died"}
    return mask, listed, alignments


def _conducts(
    mask: int | None, listed: frozenset[str], alignments: _Alignments, build: Build
) -> tuple[frozenset[str], frozenset[str]]:
    kept = listed if mask is None else conducts.in_bits(mask, build)
    # The line of a dump stands only where the hero knows the word.
    doubtful = frozenset({"elberethless"} - kept if mask is None else ())
    surely, possibly = conducts.alignment_changes(*alignments)
    return kept | surely, doubtful | possibly


@lru_cache(maxsize=8192)
def _conduct_ways(
    mask: int | None, listed: frozenset[str], alignments: _Alignments, build: Build
) -> Sequence[tuple[Span, str]]:
    """The ways for the bits of a line, or for what a dump lists where there is none."""
    kept, doubtful = _conducts(mask, listed, alignments, build)
    ways: dict[tuple[Span, str], None] = {}
    for count in range(len(doubtful) + 1):
        for chosen in combinations(sorted(doubtful), count):
            told = [_DOUBTS[token][token in chosen] for token in sorted(doubtful)]
            ways[conducts.points(kept | set(chosen), build), "; ".join(filter(None, told))] = None
    return tuple(ways)


_DOUBTS = {
    "elberethless": ("if Elbereth was engraved", "if Elbereth was never engraved"),
    conducts.BASE_CHANGED: ("", "if the hero was converted for good"),
    conducts.IN_FORCE_CHANGED: ("", "if the alignment was another one at the end"),
}
