"""The formulas of the score, from 4.1.0-PA2 to 4.3.0: which builds count how (``tables/regimes.csv``)."""

from __future__ import annotations

import datetime as dt
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache

from necropsy.games.gnollhack.tables_csv import rows
from necropsy.games.gnollhack.version import Build, BuildRange

__all__ = ["Regime", "day_like", "regimes", "unscorable", "upcoming"]


@dataclass(frozen=True)
class Regime:
    """One way of putting the score together (a row of ``tables/regimes.csv``).

    Attributes:
        builds: the builds that count so.
        began: the day on which the formula was written: no game of it ended before.
        depth, notable, small, conduct: points for each.
        monk_conduct: points for each conduct point of a Monk.
        share: points that the role amount gets for each conduct point.
        share_roles: the roles that get them: ``all``, ``Mon`` or ``none``.
        role: ``none``, ``deeds`` (a role-specific amount) or ``quest`` (and a bonus).
        cap: the most that the role's amounts come to.
        floor: whether a base below 0 is 0.
        modern: how many true deaths multiply the divisor of modern mode by 3; 0 if it has none.
        zeroed: the kinds of games that score 0.
    """

    builds: BuildRange
    began: dt.date
    depth: int
    notable: int
    small: int
    conduct: int
    monk_conduct: int
    share: int
    share_roles: str
    role: str
    cap: int | None
    floor: bool
    modern: int
    zeroed: frozenset[str]

    @cached_property
    def formula(self) -> str:
        """The formula's name: the first tag that has it."""
        return self.builds.since

    @cached_property
    def title(self) -> str:
        """The formula in words, with the builds that follow it."""
        return f"formula {self.formula} ({self.builds})"

    @cached_property
    def build(self) -> Build:
        """The first build that counts so: what to ask the other tables for."""
        return Build.of_tag(self.builds.since)

    def conduct_of(self, role: str | None) -> int:
        """Points for each conduct point of a role."""
        return self.monk_conduct if role == "Mon" else self.conduct

    def share_of(self, role: str | None) -> int:
        """Points that a role's amount gets for each conduct point."""
        return self.share if self.share_roles in ("all", role) else 0


@lru_cache(maxsize=4096)
def regimes(build: Build, ended: dt.date | None = None) -> tuple[Regime, ...]:
    """Every formula that a build may follow, the oldest first.

    Args:
        build: the build that finished the game.
        ended: the day on which the game ended; it rules out later formulas where the
            build cannot be placed (with a day to spare, for time zones).
    """
    found = tuple(regime for regime in _all_regimes() if regime.builds.overlaps(build))
    if build.placed or ended is None:
        return found
    latest = ended + dt.timedelta(days=1)
    # A clock that stood wrong may leave none: then the day says nothing.
    return tuple(regime for regime in found if regime.began <= latest) or found


def day_like(ended: dt.date) -> dt.date:
    """The first day from which on games could end by the same formulas as on a day: few stand for all."""
    first_days = _first_days()
    return first_days[bisect_right(first_days, ended) - 1]


@lru_cache(maxsize=1)
def _first_days() -> tuple[dt.date, ...]:
    """The days from which on a game can end by one formula more (:func:`regimes` leaves a day to spare)."""
    a_day = dt.timedelta(days=1)
    return (dt.date.min, *sorted({regime.began - a_day for regime in _all_regimes()}))


@lru_cache(maxsize=256)
def upcoming(build: Build) -> Regime | None:
    """The next formula, where builds between two tags that call themselves so may have it already."""
    if not build.placed:
        return None
    major, minor, patch, edit, _ = build.first
    after = Build(((next_edit := (major, minor, patch, edit + 1, 0), next_edit),), "")
    coming = regimes(after)
    return coming[0] if coming and coming != regimes(build) else None


@lru_cache(maxsize=256)
def unscorable(build: Build) -> tuple[str, ...]:
    """Why no file of this build can be audited; also where it is only one of those that it may be."""
    return tuple(reason for builds, reason in _unscorable() if builds.overlaps(build))


@lru_cache(maxsize=1)
def _all_regimes() -> tuple[Regime, ...]:
    return tuple(
        Regime(
            builds=BuildRange(row["since"], row["until"]),
            began=dt.date.fromisoformat(row["date"]),
            depth=int(row["depth"]),
            notable=int(row["notable"]),
            small=int(row["small"]),
            conduct=int(row["conduct"]),
            monk_conduct=int(row["monk_conduct"]),
            share=int(row["share"]),
            share_roles=row["share_roles"],
            role=row["role"],
            cap=None if row["cap"] == "none" else int(row["cap"]),
            floor=row["floor"] == "yes",
            modern=int(row["modern"]),
            zeroed=frozenset(row["zeroed"].split("|")) - {"none"},
        )
        for row in rows("regimes")
        if not row["unscorable"]
    )


@lru_cache(maxsize=1)
def _unscorable() -> tuple[tuple[BuildRange, str], ...]:
    return tuple(
        (BuildRange(row["since"], row["until"]), row["unscorable"])
        for row in rows("regimes")
        if row["unscorable"]
    )
