"""Stats, experience, recall and scores without a file, for what-if questions.

Names may be Japanese or English, in capitals or not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import NamedTuple

from necropsy.breakdown import Breakdown
from necropsy.games.hengband import bodies, options, recall, stat
from necropsy.games.hengband.bodies import Body, Kind
from necropsy.games.hengband.experience import MOST, experience_factor, level_of, threshold
from necropsy.games.hengband.score import Game, breakdown, has_easy_band
from necropsy.games.hengband.version import Version
from necropsy.span import Span

__all__ = ["HIDDEN", "Progress", "decreased", "increased", "modified", "progress", "recall_texts", "score_of"]

HIDDEN = "hidden"
"""The word for all options that no dump shows."""

UNKNOWN = "unknown"
"""The word for a race, class or personality that is not known."""


# ----------------------------------------------------------------------------- stats


def modified(base: str, amount: int) -> int:
    """The value of a stat after so many steps up or down.

    Raises:
        ValueError: if ``base`` is no stat, or hides its value.
    """
    return stat.modify_stat_value(stat.parse_stat(base), amount)


def increased(base: str, cap: str) -> dict[int, Fraction]:
    """What a natural stat can become when it is raised, with the probability of each value.

    Raises:
        ValueError: if ``base`` is no stat, or ``cap`` cannot be a personal cap.
    """
    highest = stat.parse_stat(cap)
    if highest not in stat.CAPS:
        known = ", ".join(stat.stat_text(value) for value in stat.CAPS)
        raise ValueError(f"no stat has the cap {cap}; caps are {known}")
    value = stat.parse_stat(base)
    if value > highest:
        raise ValueError(f"no natural stat lies above its cap: {base} is more than {cap}")
    return stat.inc_stat(value, highest)


def decreased(base: str, amount: int) -> dict[int, Fraction]:
    """What a natural stat can become when it is lowered, with the probability of each value.

    Raises:
        ValueError: if ``base`` is no stat, or hides its value.
    """
    return stat.dec_stat(stat.parse_stat(base), amount)


# ------------------------------------------------------------------------- experience


class Progress(NamedTuple):
    """Where a hero stands: level, the points that lead to the next (``None`` at 50), and the factor."""

    level: int
    next: int | None
    factor: int


def progress(race: str, profession: str, exp: int) -> Progress:
    """The level of a hero with so many experience points.

    Raises:
        ValueError: if there is no such race or class, or no hero has so many points.
    """
    _check_experience(exp)
    own, learnt = _find("race", race, bodies.races()), _find("class", profession, bodies.classes())
    factor, android = experience_factor(own, learnt), own.english == "Android"
    level = level_of(exp, factor, android=android)
    return Progress(level, threshold(level, factor, android=android), factor)


def recall_texts(exp: int, monster_level: int, level: int, version: str) -> tuple[str, ...]:
    """What recall says a monster is worth; two texts where a version's builds differ.

    Raises:
        ValueError: if Hengband prints no such version.
    """
    texts = (
        recall.recall_text(exp, monster_level, level, era) for era in recall.eras(Version.parse(version))
    )
    return tuple(dict.fromkeys(texts))


def _check_experience(exp: int) -> None:
    if not 0 <= exp <= MOST:
        raise ValueError(f"experience runs from 0 to {MOST:,}, not {exp:,}")


# ------------------------------------------------------------------------------ scores


def score_of(
    version: str,
    *,
    exp: int,
    depth: int,
    race: str = "Human",
    profession: str = "Warrior",
    personality: str = "Ordinary",
    arena: int = 0,
    arena_lost: bool = False,
    winner: bool = False,
    settings: Mapping[str, bool] | None = None,
    unknown: Collection[str] = (),
    easy_band: bool = False,
) -> Breakdown:
    """The score of a game with the formula of a version.

    Args:
        version: the version, as a dump prints it or as a tag.
        exp: the most experience points ever.
        depth: the deepest level reached in any dungeon.
        race: the race, or ``unknown``.
        profession: the class, or ``unknown``.
        personality: the personality, or ``unknown``.
        arena: fights won in the arena.
        arena_lost: whether one was lost.
        winner: whether the game was won.
        settings: options that are not as in a new game.
        unknown: options that are not known; ``hidden`` stands for all that no dump shows.
        easy_band: whether the game was played with this option.

    Raises:
        ValueError: if the version, a name or an option is unknown, or the version has not got it.
    """
    parsed = Version.parse(version)
    _check_experience(exp)
    if easy_band and not has_easy_band(parsed):
        raise ValueError(f"version {version} has no option easy_band: it went with 3.0.0Alpha40")
    game = Game(
        Span.exactly(exp),
        Span.exactly(depth),
        _settings(parsed, settings or {}, unknown),
        arena=Span.exactly(arena),
        arena_lost=arena_lost,
        race=_of_version("race", race, bodies.races(), parsed),
        profession=_of_version("class", profession, bodies.classes(), parsed),
        personality=_of_version("personality", personality, bodies.personalities(), parsed),
        winner=winner,
        easy_band=easy_band,
    )
    return breakdown(parsed, game)


def _settings(
    version: Version, settings: Mapping[str, bool], unknown: Collection[str]
) -> dict[str, bool | None]:
    usual = options.usual_settings(version)
    hidden = [
        name for name, value in options.usual_settings(version, of_a_dump=True).items() if value is None
    ]
    not_known = [name for given in unknown for name in (hidden if given == HIDDEN else [given])]
    for name in (*settings, *not_known):
        if name not in usual:
            raise ValueError(
                f"no option {name!r} changes a score of version {version}; known: {', '.join(usual)}"
            )
    return usual | dict(settings) | dict.fromkeys(not_known)


def _of_version(what: str, name: str, known: Sequence[Kind], version: Version) -> Kind | None:
    """The row of this name, which the version must have; ``None`` for ``unknown``."""
    if name.strip().casefold() == UNKNOWN:
        return None
    body = _find(what, name, known)
    if body.since and not version.may_be_since(body.since):
        raise ValueError(f"version {version} has no {what} {body.english}: it came after {body.since[:-1]}")
    return body


def _find(what: str, name: str, known: Iterable[Kind]) -> Kind:
    named = {text.casefold(): body for body in known for text in _names(body)}
    found = named.get(name.strip().casefold())
    if found is None:
        close = get_close_matches(name.strip().casefold(), named, n=3)
        hint = " or ".join(dict.fromkeys(named[text].english for text in close))
        every = ", ".join(dict.fromkeys(body.english for body in named.values()))
        raise ValueError(
            f"no {what} is called {name!r}; " + (f"do you mean {hint}?" if hint else f"known: {every}")
        )
    return found


def _names(body: Body) -> tuple[str, str]:
    return body.japanese, body.english
