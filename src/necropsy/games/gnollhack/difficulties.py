"""Difficulty levels: -4 to 2, their names by version, and what they multiply a score with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from necropsy.games.gnollhack.tables_csv import rows
from necropsy.games.gnollhack.version import Build, BuildRange

__all__ = ["Difficulty", "difficulties", "factor", "level_of"]


@dataclass(frozen=True, slots=True)
class Difficulty:
    """One row of ``tables/difficulties.csv``; the factor is ``None`` where no score is recomputed."""

    level: int
    name: str
    factor: float | None
    builds: BuildRange


def difficulties(build: Build) -> tuple[Difficulty, ...]:
    """The difficulties of a build, the easiest first."""
    return tuple(row for row in _all() if row.builds.overlaps(build))


def level_of(name: str, build: Build) -> int | None:
    """The level that a name means in a build; ``None`` if it means none, or may mean two.

    >>> level_of("adept", Build.parse("4.2.0 (Build 85)"))
    -2
    """
    levels = {row.level for row in difficulties(build) if row.name == name}
    return levels.pop() if len(levels) == 1 else None


@lru_cache(maxsize=16)
def factor(level: int) -> float:
    """``pow(10.0, 0.5 * level)`` as a C program computes it.

    Raises:
        ValueError: if there is no such level.
    """
    for row in _all():
        if row.level == level and row.factor is not None:
            return row.factor
    raise ValueError(f"difficulty levels run from -4 to 2, not {level}")


@lru_cache(maxsize=1)
def _all() -> tuple[Difficulty, ...]:
    return tuple(
        Difficulty(
            int(row["level"]),
            row["name"],
            float(row["factor"]) if row["factor"] else None,
            BuildRange(row["since"], row["until"]),
        )
        for row in rows("difficulties")
    )
