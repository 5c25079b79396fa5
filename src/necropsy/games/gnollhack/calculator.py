"""The score of a game that is told in numbers, for what-if questions."""

from __future__ import annotations

from necropsy.breakdown import Breakdown, widest
from necropsy.games.gnollhack import difficulties
from necropsy.games.gnollhack.regimes import regimes, unscorable
from necropsy.games.gnollhack.roles import ROLES, quest
from necropsy.games.gnollhack.score import Game, breakdown
from necropsy.games.gnollhack.version import Build
from necropsy.span import Span

__all__ = ["level_of", "score_of"]


def level_of(difficulty: str, version: str) -> int:
    """The level of a difficulty given by name or number.

    Raises:
        ValueError: if the version is unknown, or has no such difficulty.
    """
    build = Build.parse(version)
    number = difficulty.removeprefix("-")
    if number.isdecimal():
        return int(difficulty)
    level = difficulties.level_of(difficulty.lower(), build)
    if level is None:
        names = ", ".join(row.name for row in difficulties.difficulties(build))
        raise ValueError(f"version {version} has no difficulty {difficulty!r}; known: {names}")
    return level


def score_of(
    version: str,
    *,
    role: str | None = None,
    depth: int = 1,
    achievements: int = 0,
    small: int = 0,
    conduct_points: int = 0,
    role_score: int = 0,
    role_quest: int | bool = 0,
    turns: int = 1,
    difficulty: int = 0,
    ascended: bool = False,
    modern: bool = False,
    deaths: int = 0,
) -> Breakdown:
    """The score of a game of these numbers with the formula of a version.

    Args:
        version: the version, as a dump prints it or as a tag.
        role: the role's three letters; without it the role amount has no share of the
            conduct points, but in 4.1.3-43 and -44, where every role's has.
        depth: deepest level of all branches.
        achievements: notable achievements.
        small: small achievements.
        conduct_points: conduct points, which count for an ascension.
        role_score: points of the role-specific amount, without that share.
        role_quest: points for the role achievement; ``True`` for those of the role.
        turns: turns at the end.
        difficulty: -4 (standard) to 2 (grand master).
        ascended: whether the game ended by ascending.
        modern: whether in modern mode.
        deaths: true deaths, for modern mode.

    Raises:
        ValueError: if the version, role or difficulty is unknown, a number is out of its
            range, or no score of the version can be computed.
    """
    build = Build.parse(version)
    candidates = regimes(build)
    if unscorable(build):
        raise ValueError("; ".join(unscorable(build)))
    if not candidates:
        raise ValueError(f"no formula is known for version {version}")
    _check(role, depth=depth, achievements=achievements, small=small, turns=turns, deaths=deaths)
    if role_quest is True and role is None:
        raise ValueError("the bonus for the role achievement needs the role, or its points")
    game = Game(
        depth=Span.exactly(depth),
        achievements=Span.exactly(achievements),
        small_achievements=Span.exactly(small),
        conduct_points=Span.exactly(conduct_points),
        role_score=Span.exactly(role_score),
        turns=Span.exactly(turns),
        true_deaths=Span.exactly(deaths),
        role=role,
        difficulty=difficulty,
        ascended=ascended,
        modern=modern,
    )
    bonus = (
        quest(role, regime.build) if role_quest is True and role else Span.exactly(role_quest)
        for regime in candidates
    )
    pairs = zip(candidates, bonus, strict=True)
    return widest([breakdown(regime, game._replace(role_quest=points)) for regime, points in pairs])


def _check(role: str | None, *, depth: int, turns: int, **counts: int) -> None:
    if role is not None and role not in ROLES:
        raise ValueError(f"no role is called {role!r} (expected one of {', '.join(ROLES)})")
    if depth < 1 or turns < 0:
        raise ValueError("depth begins at 1, turns at 0")
    for name, count in counts.items():
        if count < 0:
            raise ValueError(f"{name} cannot be negative, not {count}")
