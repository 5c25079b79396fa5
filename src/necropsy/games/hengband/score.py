"""The score of Hengband, term by term, for every version from 1.0.10 to 3.0.2.2-Beta.

No dump prints it; the game shows it in its own list and sends it to a score server. What the
dump hides makes the terms spans. Sources: ``files.c total_points`` (1.0.10 to 2.2.1),
``player-status.cpp calc_score`` (3.x).

>>> from necropsy.games.hengband.bodies import class_named, personality_named
>>> from necropsy.games.hengband.options import usual_settings
>>> version, warrior, ordinary = Version.parse("2.1.5"), class_named("戦士"), personality_named("Ordinary")
>>> game = Game(Span.exactly(1_000_000), Span.exactly(50), usual_settings(version), Span.exactly(41))
>>> breakdown(version, game._replace(profession=warrior, personality=ordinary)).total
Span(low=2686000, high=2686000)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial, reduce
from operator import or_
from typing import NamedTuple

from necropsy.breakdown import Breakdown, Term
from necropsy.games.hengband.bodies import CharacterClass, Personality, Race
from necropsy.games.hengband.experience import MOST
from necropsy.games.hengband.options import DOWNWARD, LEAST_PERCENT, multiplier, options
from necropsy.games.hengband.tables_csv import rows
from necropsy.games.hengband.version import Version, VersionRange
from necropsy.span import ANY, Span

__all__ = [
    "Game",
    "arena_bonus",
    "breakdown",
    "counted_experience",
    "fewest_of_a_champion",
    "has_easy_band",
    "most_of_a_fighter",
]

_NOTHING = Span.exactly(0)
_SOURCE = "files.c total_points (1.0.10 to 2.2.1), player-status.cpp calc_score (3.x)"


class Game(NamedTuple):
    """What goes into a score.

    Attributes:
        experience: the experience that counts (:func:`counted_experience`).
        depth: the deepest level ever reached in any dungeon, 0 for the surface.
        settings: the options (``tables/options.csv``): ``True``, ``False``, or ``None`` where
            not known; also ``ironman_downward``. One that is left out is not known.
        arena: fights won in the arena.
        arena_lost: whether one was lost; ``None`` where not known.
        race: the race, ``None`` where a form hides it.
        profession: the class, ``None`` where not known.
        personality: the personality, ``None`` where not known.
        winner: whether the hero won the game; ``None`` where not known.
        easy_band: whether the game was played with this option, which turns a score negative.
    """

    experience: Span
    depth: Span
    settings: Mapping[str, bool | None]
    arena: Span = _NOTHING
    arena_lost: bool | None = False
    race: Race | None = None
    profession: CharacterClass | None = None
    personality: Personality | None = None
    winner: bool | None = False
    easy_band: bool = False


def breakdown(version: Version, game: Game) -> Breakdown:
    """The score of a game with the formula of a version.

    With ``easy_band`` the total is unknown: the game makes it negative, and what a list or a
    server keeps of a negative score was not recorded.
    """
    terms, total, note = *_reckoned(version, game), ""
    if game.easy_band and _may(version, "easy_band"):
        total, note = ANY, "easy_band makes the score negative"
    return Breakdown(version.text, f"formula of Hengband {version}", terms, total, note)


def counted_experience(version: Version, max_exp: int) -> Span:
    """The experience that counts for a hero whose dump shows this maximum.

    Up to 1.5.3 it is that maximum. Later it is the most that ever was, which a permanent loss
    leaves as it is and no dump shows.
    """
    kinds = _values(version, "experience")
    return Span(max_exp, MOST if "max_max_exp" in kinds else max_exp)


def has_easy_band(version: Version) -> bool:
    """Whether a version may have the option ``easy_band``."""
    return _may(version, "easy_band")


# ------------------------------------------------------- the other way round: from a score back


def is_given(version: Version, game: Game, score: int, depth: Span) -> bool | None:
    """Whether a score comes out at some depth, whatever the options are that are not known.

    A score is a whole step of the multiplier away from its neighbours, so most are given by none.

    Args:
        version: the version.
        game: what is known; its depth has no part in it.
        score: the score.
        depth: the depths that are possible.

    Returns:
        ``None`` where something else than options and depth is not known: experience, arena, victory.
    """
    experience, arena = game.experience.exact, _arena(version, game).span.exact
    may_be_munchkin = game.personality is None or game.personality.english == "Munchkin"
    if experience is None or arena is None or may_be_munchkin or depth.low is None or depth.high is None:
        return None
    deepest, shallowest = experience + 100 * depth.high, experience + 100 * depth.low
    for points in _before_arena(version, game, score):
        for percent in _percents(version, game.settings):
            # Rounded down: so many experience points, 100 for each level among them, come to these points.
            least = max(-(-(points - arena) * 100 // percent), shallowest)
            most = min(((points - arena + 1) * 100 - 1) // percent, deepest)
            if most >= least + (experience - least) % 100:
                return True
    return False


def _before_arena(version: Version, game: Game, score: int) -> Iterator[int]:
    """The points, arena included, that can have become a score by the last factors."""
    surely, may_be = _is_poor(version, game)
    downward = game.settings.get(DOWNWARD)
    for fifth in (True,) if surely else (True, False) if may_be else (False,):
        for points in range(5 * score, 5 * score + 5) if fifth else (score,):
            if downward is not True:
                yield points
            if downward is not False and points % 2 == 0:
                yield points // 2


def _percents(version: Version, settings: Mapping[str, bool | None]) -> frozenset[int]:
    """Every multiplier that the options can make, as far as they are known."""
    sums = {100}
    for option in options(version):
        span = option.counts(settings.get(option.name), version)
        sums = {total + added for total in sums for added in {span.low or 0, span.high or 0}}
    return frozenset(max(total, LEAST_PERCENT) for total in sums)


# ------------------------------------------------------------------------------ terms


def _reckoned(version: Version, game: Game) -> tuple[tuple[Term, ...], Span]:
    """The terms in the game's order, and what they come to."""
    terms = [*_base(version, game), _arena(version, game)]
    points = terms[-2].span + terms[-1].span
    for step in (_downward, partial(_berserker, version), _munchkin):
        term = step(game, points)
        if term is not None:
            points = term.span
            terms.append(term)
    return tuple(terms), points


def _base(version: Version, game: Game) -> Iterator[Term]:
    experience, depth = game.experience, 100 * game.depth
    percent = multiplier(version, game.settings)
    points = (experience + depth) * percent // 100
    wording = "({} + {}) x {} %, rounded down: " + _in_words(version, game.settings)
    yield _term("experience", experience, "{} experience points", experience)
    yield _term("depth", depth, "100 x {}, the deepest level", game.depth)
    yield _factor("options", points, percent, 100, wording, experience, depth, percent)


def _in_words(version: Version, settings: Mapping[str, bool | None]) -> str:
    """The options that count, each with what it adds."""
    added = {option.name: option.counts(settings.get(option.name), version) for option in options(version)}
    parts = [f"{name.replace('_', ' ')} {_signed(span)}" for name, span in added.items() if span != _NOTHING]
    return "100" + "".join(f", {part}" for part in parts)


def _signed(span: Span) -> str:
    if span.exact is not None:
        return f"{span.exact:+d}"
    return f"{span.low:+d} or 0" if span.high == 0 else f"0 or {span.high:+d}"


def arena_bonus(wins: int, most: int) -> int:
    """Points for fights won in the arena, of which so many count."""
    counted = min(wins, most)
    return counted**2 * (1000 if counted > 29 else 100)


def fewest_of_a_champion(version: Version) -> int:
    """The fights that make a champion of the arena; more count no more."""
    return min(map(int, _values(version, "arena_most")))


def most_of_a_fighter(version: Version) -> int:
    """The fights that one can have won who is no champion yet."""
    return max(map(int, _values(version, "arena_most"))) - 1


def _arena(version: Version, game: Game) -> Term:
    mosts = [int(value) for value in _values(version, "arena_most")]
    bonus = reduce(or_, (_bonus(game.arena, most) for most in mosts))
    if game.arena_lost is not False:
        counts = _values(version, "lost_arena")
        if counts == {"no"} and game.arena_lost:
            return _term("arena", _NOTHING, "nothing after a defeat")
        bonus = bonus if counts == {"yes"} else bonus | _NOTHING
    wording = "min({}, {})^2 x 100, x 1,000 from 30 wins on"
    return _term("arena", bonus, wording, game.arena, " or ".join(map(str, mosts)))


def _bonus(wins: Span, most: int) -> Span:
    return wins.clamped(high=most).increasing(lambda number: arena_bonus(number, most))


def _downward(game: Game, points: Span) -> Term | None:
    setting = game.settings.get(DOWNWARD)
    if setting is False:
        return None
    times = Span.exactly(2) if setting else Span(1, 2)
    return _factor("downward", points * times, times, 1, "2 with ironman downward")


def _berserker(version: Version, game: Game, points: Span) -> Term | None:
    """The Berserkers of some races, who cannot be hurt so easily, get a fifth."""
    surely, may_be = _is_poor(version, game)
    if not may_be:
        return None
    fifth = points // 5
    span, times = (fifth, Span.exactly(1)) if surely else (fifth | points, Span(1, 5))
    return _factor("berserker", span, times, 5, "1/5 for a Berserker of this race")


def _is_poor(version: Version, game: Game) -> tuple[bool, bool]:
    """Whether a hero is surely, and whether he may be, of a race and class with a fifth."""
    if game.profession is not None and game.profession.english != "Berserker":
        return False, False
    poor = {row.value: row.versions.holds(version) for row in _rows(version, "poor_berserker")}
    if game.race is not None and game.race.english not in poor:
        return False, False
    surely = game.race is not None and game.profession is not None and poor[game.race.english]
    return surely, True


def _munchkin(game: Game, points: Span) -> Term | None:
    """A Munchkin's score is 1, a winner's 2, where there is one at all."""
    if game.personality is not None and game.personality.english != "Munchkin":
        return None
    if points == _NOTHING:
        return None
    reward = Span(1, 2) if game.winner is None else Span.exactly(2 if game.winner else 1)
    if 0 in points:
        reward |= _NOTHING
    span = reward if game.personality is not None else reward | points
    return _term("munchkin", span, "1 for a Munchkin, 2 for one that won")


def _term(name: str, span: Span, wording: str, *inputs: object) -> Term:
    return Term(name, span, wording, _SOURCE, _FACTS[name], None, inputs)


def _factor(name: str, span: Span, times: Span, divisor: int, wording: str, *inputs: object) -> Term:
    assert times.low is not None
    assert times.high is not None
    factor = times.low / divisor, times.high / divisor
    return Term(name, span, wording, _SOURCE, _FACTS[name], factor, inputs)


_FACTS = {
    "experience": ("max_exp", "exp"),
    "depth": ("depths",),
    "options": ("options",),
    "arena": ("arena",),
    "downward": ("options",),
    "berserker": ("race", "class"),
    "munchkin": ("personality",),
}


# --------------------------------------------------------------- what the versions differ in


class _Row(NamedTuple):
    value: str
    versions: VersionRange


@lru_cache(maxsize=8)
def _all(what: str) -> tuple[_Row, ...]:
    return tuple(
        _Row(row["value"], VersionRange(row["since"], row["before"]))
        for row in rows("scoring")
        if row["what"] == what
    )


def _rows(version: Version, what: str) -> tuple[_Row, ...]:
    return tuple(row for row in _all(what) if row.versions.overlaps(version))


def _values(version: Version, what: str) -> set[str]:
    return {row.value for row in _rows(version, what)}


def _may(version: Version, what: str) -> bool:
    return bool(_rows(version, what))
