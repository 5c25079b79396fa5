"""Scores without a file: what a game of these numbers would get."""

from __future__ import annotations

from difflib import get_close_matches

from necropsy.breakdown import Breakdown
from necropsy.games.dcss import experience, names, score
from necropsy.games.dcss.limits import MOST_RUNES_IN_A_SPRINT
from necropsy.games.dcss.version import Version
from necropsy.span import Span

__all__ = ["score_of", "species_named", "version_named"]


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
        species: the species, which sets the thresholds; in capitals or not.
        runes: different runes.
        gems: gems ever picked up.
        turns: player turns.
        gold: gold in hand.
        won: whether the Orb was carried out.

    Raises:
        ValueError: if the version or species is unknown, no experience gives that level
            and percentage, or there are not so many runes or gems.
    """
    parsed, regimes = _formulas(version)
    _check("runes", runes, MOST_RUNES_IN_A_SPRINT)
    _check("gems", gems, sum(1 for _ in names.rows("gems")))
    game = score.Game(
        xp=_experience(parsed, xp, xl, next_pct, species),
        ending="win" if won else "death",
        runes=Span.exactly(runes),
        gems=Span.exactly(gems),
        turns=Span.exactly(turns),
        gold=Span.exactly(gold),
    )
    return score.breakdown_of_any(regimes, game)


def version_named(text: str) -> Version:
    """A version whose formulas are known.

    Raises:
        ValueError: if it is none of DCSS, or newer than what was read; the text says which are known.
    """
    return _formulas(text)[0]


def _formulas(text: str) -> tuple[Version, tuple[score.Regime, ...]]:
    newest = score.regimes(Version.parse(score.NEWEST_READ))[-1].builds.until
    known = f"known are the versions 0.1 to {newest}"
    try:
        version = Version.parse(text)
    except ValueError as error:
        raise ValueError(f"{error}; {known}") from None
    regimes = score.regimes(version)
    if not regimes:
        raise ValueError(f"no formula is known for version {text}; {known}")
    return version, regimes


def _check(what: str, count: int, kinds: int) -> None:
    if not 0 <= count <= kinds:
        raise ValueError(f"{count:,} {what}: the game knows {kinds} kinds, and each counts once")


def _experience(version: Version, xp: int | None, xl: int | None, next_pct: int | None, species: str) -> Span:
    if xp is not None:
        if not 0 <= xp <= experience.XP_CAP:
            raise ValueError(f"experience runs from 0 to {experience.XP_CAP:,}, not {xp:,}")
        return Span.exactly(xp)
    if xl is None:
        raise ValueError("either xp or xl is needed")
    species = species_named(species, version)
    span = experience.xp_span(xl, next_pct, species, version)
    if span is None:
        raise ValueError(f"no experience of a {species} shows level {xl} and {next_pct}%")
    return span


def species_named(text: str, version: Version) -> str:
    """The species as the tables write it.

    Raises:
        ValueError: if the version has no such species; the text offers what is spelled alike.
    """
    every = dict.fromkeys(row["species"] for row in names.rows("aptitudes"))
    known = {name.casefold(): name for name in every if experience.ladders(name, version)}
    found = known.get(text.strip().casefold())
    if found is None:
        close = get_close_matches(text.casefold(), known, n=3)
        hint = f"; do you mean {' or '.join(known[name] for name in close)}?" if close else ""
        raise ValueError(f"version {version} has no species {text!r}{hint}")
    return found
