"""Scores without a file: what a game of these numbers would get."""

from __future__ import annotations

from necropsy.breakdown import Breakdown
from necropsy.games.dcss import experience, score
from necropsy.games.dcss.version import Version
from necropsy.span import Span

__all__ = ["score_of"]


def score_of(
    version: str,
    *,
    xp: int | None = None,
    xl: int | None = None,
    next_pct: int | None = None,
    species: str = "Human",
    runes: int = 0,
    gems: int = 0,
    turns: int = 0,
    gold: int = 0,
    won: bool = False,
) -> Breakdown:
    """The score of a game with the formula of a version.

    Args:
        version: the version of DCSS.
        xp: experience points; or, in their place,
        xl: experience level, with ``next_pct`` and ``species``.
        next_pct: progress to the next level in percent; the whole level where it is ``None``.
        species: the species, which sets the thresholds.
        runes: different runes.
        gems: gems ever picked up.
        turns: player turns.
        gold: gold in hand.
        won: whether the Orb was carried out.

    Raises:
        ValueError: if the version or species is unknown, or no experience gives that
            level and percentage.
    """
    parsed = Version.parse(version)
    regimes = score.regimes(parsed)
    if not regimes:
        raise ValueError(f"no formula is known for version {version}")
    game = score.Game(
        xp=_experience(parsed, xp, xl, next_pct, species),
        ending="win" if won else "death",
        runes=Span.exactly(runes),
        gems=Span.exactly(gems),
        turns=Span.exactly(turns),
        gold=Span.exactly(gold),
    )
    return score.breakdown_of_any(regimes, game)


def _experience(version: Version, xp: int | None, xl: int | None, next_pct: int | None, species: str) -> Span:
    if xp is not None:
        if not 0 <= xp <= experience.XP_CAP:
            raise ValueError(f"experience runs from 0 to {experience.XP_CAP:,}, not {xp:,}")
        return Span.exactly(xp)
    if xl is None:
        raise ValueError("either xp or xl is needed")
    if not experience.ladders(species, version):
        raise ValueError(f"version {version} has no species {species!r}")
    span = experience.xp_span(xl, next_pct, species, version)
    if span is None:
        raise ValueError(f"no experience of a {species} shows level {xl} and {next_pct}%")
    return span
