"""Conducts: what each is worth to a game that ascended, by version."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from necropsy.games.gnollhack.tables_csv import rows
from necropsy.games.gnollhack.version import Build, BuildRange
from necropsy.span import Span

__all__ = [
    "BASE_CHANGED",
    "IN_FORCE_CHANGED",
    "Conduct",
    "alignment_changes",
    "conducts",
    "in_bits",
    "points",
]

IN_FORCE_CHANGED = "in_force_changed"
"""The alignment in force at the end (a helm can change it) is not the original one."""

BASE_CHANGED = "base_changed"
"""The hero's base alignment is not the original one."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """One row of ``tables/conducts.csv``.

    Attributes:
        token: its word in ``conductX`` of the xlogfile.
        bit: its bit in ``conduct``; ``None`` where it has none.
        points: conduct points.
        builds: the builds that count it so.
    """

    token: str
    bit: int | None
    points: int
    builds: BuildRange


@lru_cache(maxsize=256)
def conducts(build: Build) -> tuple[Conduct, ...]:
    """The conducts that a build counts."""
    return tuple(row for row in _all() if row.builds.overlaps(build))


@lru_cache(maxsize=4096)
def in_bits(mask: int, build: Build) -> frozenset[str]:
    """The conducts whose bits are set in ``conduct`` of an xlogfile line."""
    return frozenset(row.token for row in conducts(build) if row.bit is not None and mask >> row.bit & 1)


def points(kept: Collection[str], build: Build, doubtful: Collection[str] = ()) -> Span:
    """The conduct points of an ascension, which may be negative.

    Args:
        kept: tokens of the conducts that were kept, and of the changes of alignment
            that cost points (:func:`alignment_changes`).
        build: the build that finished the game.
        doubtful: tokens of those that may have been kept (the dump leaves out the line
            about Elbereth where the hero does not know the word).

    >>> points(["never_died", BASE_CHANGED], Build.parse("4.2.0-133"), doubtful=["elberethless"])
    Span(low=-10, high=0)
    """
    return _points(frozenset(kept), build, frozenset(doubtful))


@lru_cache(maxsize=4096)
def _points(kept: frozenset[str], build: Build, doubtful: frozenset[str]) -> Span:
    worths = _worths(build)
    surely = [worths[token] for token in kept if token in worths]
    maybe = [worths[token] | _NOTHING for token in doubtful - kept if token in worths]
    return sum(surely + maybe, start=_NOTHING)


_NOTHING = Span.exactly(0)


@lru_cache(maxsize=256)
def alignment_changes(
    in_force: str | None, current: str | None, original: str | None
) -> tuple[frozenset[str], frozenset[str]]:
    """The changes of alignment that surely, and that possibly, cost conduct points.

    Args:
        in_force: the alignment at the end, with a helm's change.
        current: the base alignment at the end; ``None`` where the file does not say (an xlogfile).
        original: the alignment at the start.
    """
    surely, possibly = set(), set()
    for token, alignment in ((IN_FORCE_CHANGED, in_force), (BASE_CHANGED, current)):
        if alignment is None or original is None:
            possibly.add(token)
        elif alignment != original:
            surely.add(token)
    return frozenset(surely), frozenset(possibly)


@lru_cache(maxsize=256)
def _worths(build: Build) -> dict[str, Span]:
    """The points of each conduct; all that it may be worth where the build cannot be placed."""
    worths: dict[str, Span] = {}
    for row in conducts(build):
        points = Span.exactly(row.points)
        began = min(other.builds.first for other in _all() if other.token == row.token)
        if build.first < began:
            points |= _NOTHING
        worths[row.token] = worths.get(row.token, points) | points
    return worths


@lru_cache(maxsize=1)
def _all() -> tuple[Conduct, ...]:
    return tuple(
        Conduct(
            row["token"],
            int(row["bit"]) if row["bit"] else None,
            int(row["points"]),
            BuildRange(row["since"], row["until"]),
        )
        for row in rows("conducts")
    )
