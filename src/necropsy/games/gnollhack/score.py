"""The score of GnollHack: every formula from 4.1.0-PA2 to 4.3.0, term by term.

The formula stands in ``src/end.c`` (``get_current_game_score``). It adds up a base of
whole points and multiplies it with three doubles, for the turns of an ascension, the
difficulty and modern mode; only the last product is rounded.

>>> from necropsy.games.gnollhack.regimes import regimes
>>> from necropsy.games.gnollhack.version import Build
>>> newest = regimes(Build.parse("4.3.0 (Build 10)"))[0]
>>> deepest, notable, turns = (Span.exactly(number) for number in (43, 12, 45_678))
>>> game = Game(deepest, notable, turns=turns, ascended=True)
>>> breakdown(newest, game).total
Span(low=2686745, high=2686745)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from necropsy.breakdown import Breakdown, Term
from necropsy.games.gnollhack import difficulties
from necropsy.games.gnollhack.product import (
    ONCE,
    Factor,
    ascension_factor,
    falling,
    final_points,
    modern_divisor,
    modern_factor,
    points_so_far,
)
from necropsy.games.gnollhack.regimes import Regime
from necropsy.games.gnollhack.version import BuildRange
from necropsy.span import Span

__all__ = ["Game", "breakdown", "total"]

NOTHING = Span.exactly(0)
ONE = Span.exactly(1)


class Game(NamedTuple):
    """What goes into a score.

    Attributes:
        depth: deepest level of all branches, the Quest's levels with their real depth.
        achievements: notable achievements.
        small_achievements: small achievements.
        conduct_points: conduct points; they count if the game ascended.
        role_score: points of the role-specific amount, without the share of the conducts.
        role_quest: points of the bonus for the role achievement.
        turns: turns at the end.
        true_deaths: deaths that no life saving averted.
        role: the role (``"Mon"``), where it is known.
        difficulty: level of difficulty, -4 to 2.
        ascended: whether the game ended by ascending.
        modern: whether it was played in modern mode.
        zeroed: why it scores nothing, if it does: ``explore``, ``casual`` (reloadable games,
            too) or ``non-scoring`` (continued from an imported save).
    """

    depth: Span
    achievements: Span = NOTHING
    small_achievements: Span = NOTHING
    conduct_points: Span = NOTHING
    role_score: Span = NOTHING
    role_quest: Span = NOTHING
    turns: Span = ONE
    true_deaths: Span = NOTHING
    role: str | None = None
    difficulty: int = 0
    ascended: bool = False
    modern: bool = False
    zeroed: frozenset[str] = frozenset()


def breakdown(regime: Regime, game: Game) -> Breakdown:
    """The score of a game under one formula."""
    note = zeroed_note(regime, game)
    return broken_down(regime, game, NOTHING if note else total(regime, game), note)


def broken_down(regime: Regime, game: Game, points: Span, note: str) -> Breakdown:
    """The breakdown of a game whose points are known."""
    return Breakdown(regime.formula, regime.title, _Steps(regime, game), points, note)


def zeroed_note(regime: Regime, game: Game) -> str:
    """Why the game scores nothing, in words; "" if it scores."""
    zeroed = sorted(game.zeroed & regime.zeroed)
    return f"a game that is {' and '.join(zeroed)} scores 0" if zeroed else ""


@dataclass(frozen=True, slots=True)
class _Steps:
    """The terms of a game, made when they are asked for."""

    regime: Regime
    game: Game

    def __call__(self) -> tuple[Term, ...]:
        return _terms(self.regime, self.game)


def _terms(regime: Regime, game: Game) -> tuple[Term, ...]:
    terms = [_depth(regime, game), _achievements(regime, game)]
    if regime.small:
        terms.append(_small_achievements(regime, game))
    terms.append(_conducts(regime, game))
    if regime.role != "none":
        terms.append(_role_score(regime, game))
    if regime.role == "quest":
        terms.append(_role_quest(regime, game))
    terms.append(_base(regime, {term.name: term.span for term in terms}))
    base, factors = terms[-1].span, list[Factor]()
    points = base
    for name, factor, facts, wording, inputs in _factors(regime, game):
        factors.append(factor)
        points = points if factor == ONCE else points_so_far(base, factors)
        terms.append(_term(regime, name, points, wording, facts, inputs, factor))
    zeroed = game.zeroed & regime.zeroed
    if zeroed:
        wording = f"0: the game is {' and '.join(sorted(zeroed))}"
        terms.append(_term(regime, "scoring", NOTHING, wording, ("mode", "scoring"), (), (0.0, 0.0)))
    return tuple(terms)


def total(regime: Regime, game: Game) -> Span:
    """The score alone, without its terms: both ends of the base through the factors.

    The same sum as the terms give, put together by end (a test holds the two together):
    everything rises with each of its parts.
    """
    return multiplied(regime, game, base_of(regime, earned(regime, game), game.depth))


Ends = tuple[int | None, int | None]
"""The least and the most; ``None`` is open."""


def earned(regime: Regime, game: Game) -> Ends:
    """What all but the depth adds to the base."""
    conduct = game.conduct_points if game.ascended else NOTHING
    parts = (game.achievements, game.small_achievements, conduct, game.role_score, game.role_quest)
    low = _sum(regime, game.role, [part.low for part in parts])
    # A role's amount has a cap, so an open end of it is none.
    return low, _sum(regime, game.role, [part.high for part in parts], regime.cap)


def _sum(regime: Regime, role: str | None, ends: Sequence[int | None], most: int | None = None) -> int | None:
    """One end of each part together; ``None`` where that is open."""
    notable, small, conduct, own, bonus = ends
    if not regime.small:
        small = 0
    if notable is None or small is None or conduct is None:
        return None
    points = regime.notable * notable + regime.small * small + regime.conduct_of(role) * conduct
    if regime.role == "none":
        return points
    if regime.role != "quest":
        bonus = 0
    if own is None or bonus is None:
        return None if most is None else points + most
    amount = own + regime.share_of(role) * conduct + bonus
    return points + (amount if regime.cap is None else min(amount, regime.cap))


def base_of(regime: Regime, rest: Ends, depth: Span) -> Span:
    """The base: what the depth adds, and the rest."""
    low = _with_depth(regime, rest[0], depth.low)
    if depth.low == depth.high and rest[0] == rest[1]:
        return Span(low, low)
    return Span(low, _with_depth(regime, rest[1], depth.high))


def _with_depth(regime: Regime, points: int | None, depth: int | None) -> int | None:
    if points is None or depth is None:
        return None
    base = regime.depth * (depth - 1) + points
    return max(base, 0) if regime.floor else base


def multiplied(regime: Regime, game: Game, base: Span) -> Span:
    """The base with its factors. A factor of 1 changes nothing, and most games have no other."""
    factors = [_ascension(game)] if game.ascended else []
    if game.difficulty:
        factors.append(_difficulty(game))
    if regime.modern and game.modern:
        factors.append(_modern(regime, game))
    return final_points(base, factors) if factors else base


# ------------------------------------------------------------------------------- base


def _depth(regime: Regime, game: Game) -> Term:
    """The Elemental Planes have depths below 1 and never raise the deepest level."""
    span = regime.depth * (game.depth - 1)
    return _term(
        regime, "depth", span, "{:,} x ({} - 1)", ("max_depth", "depth_span"), (regime.depth, game.depth)
    )


def _achievements(regime: Regime, game: Game) -> Term:
    span = regime.notable * game.achievements
    inputs = regime.notable, game.achievements
    return _term(regime, "achievements", span, "{:,} x {}", ("achievements",), inputs)


def _small_achievements(regime: Regime, game: Game) -> Term:
    span, inputs = regime.small * game.small_achievements, (regime.small, game.small_achievements)
    return _term(regime, "small_achievements", span, "{:,} x {}", ("small_achievements",), inputs)


def _conducts(regime: Regime, game: Game) -> Term:
    if not game.ascended:
        return _term(regime, "conducts", NOTHING, "nothing unless the hero ascended", ("ending",))
    each = regime.conduct_of(game.role)
    span, facts = each * game.conduct_points, ("conduct_points", "conducts")
    return _term(regime, "conducts", span, "{:,} x {} conduct points", facts, (each, game.conduct_points))


_ROLE_FACTS = ("role_counts", "slain", "selfies", "spells", "role")


def _role_score(regime: Regime, game: Game) -> Term:
    """The role's own deeds; before the cap."""
    share = regime.share_of(game.role)
    own, facts = game.role_score, _ROLE_FACTS
    if not share or not game.ascended:
        return _term(regime, "role_score", own, "{} for the role's own deeds", facts, (own,))
    span, inputs = own + share * game.conduct_points, (own, share, game.conduct_points)
    wording = "{} + {:,} x {} conduct points"
    return _term(regime, "role_score", span, wording, (*facts, "conduct_points"), inputs)


def _role_quest(regime: Regime, game: Game) -> Term:
    """The bonus for the role's optional quest; before the cap."""
    bonus, facts = game.role_quest, ("role_quest_done",)
    if bonus == NOTHING:
        return _term(regime, "role_quest", bonus, "0: no role achievement", facts)
    return _term(regime, "role_quest", bonus, "{} for the role achievement", facts, (bonus,))


def _base(regime: Regime, spans: dict[str, Span]) -> Term:
    amounts = [
        spans[name] for name in ("depth", "achievements", "small_achievements", "conducts") if name in spans
    ]
    role = [spans[name] for name in ("role_score", "role_quest") if name in spans]
    wording = " + ".join(["{}"] * len(amounts))
    inputs: tuple[object, ...] = (*amounts, *role)
    if role:
        amounts.append(sum(role, start=NOTHING).clamped(high=regime.cap))
        both = " + ".join(["{}"] * len(role))
        wording += f" + {both}" if regime.cap is None else f" + min({both}, {regime.cap:,})"
    base = sum(amounts, start=NOTHING)
    if regime.floor:
        base, wording = base.clamped(low=0), f"{wording}, at least 0"
    return _term(regime, "base", base, wording, (), inputs)


# ---------------------------------------------------------------------------- factors


class _Factor(NamedTuple):
    name: str
    factor: Factor
    facts: tuple[str, ...]
    wording: str
    inputs: tuple[object, ...] = ()


def _factors(regime: Regime, game: Game) -> Iterator[_Factor]:
    """The factors in the order in which the game multiplies, each with its formula and facts."""
    wording, inputs = "1 unless the hero ascended", tuple[object, ...]()
    if game.ascended:
        wording, inputs = "4 x sqrt(50,000 / {} turns), from 2 to 16", (game.turns,)
    yield _Factor("ascension", _ascension(game), ("turns", "ending"), wording, inputs)
    facts: tuple[str, ...] = ("difficulty_level", "difficulty")
    yield _Factor("difficulty", _difficulty(game), facts, "10^({} / 2)", (game.difficulty,))
    if not regime.modern:
        return
    wording, facts, inputs = "1 unless in modern mode", ("mode",), ()
    if game.modern:
        tripled = regime.modern
        beyond = f"{modern_divisor(tripled, tripled)} x (n - {tripled - 1})"
        wording = f"1 / {{}}: 3^(n + 1) up to {tripled} true deaths, {beyond} beyond; n = {{}}"
        facts = ("true_deaths", "mode")
        divisor = game.true_deaths.increasing(lambda number: modern_divisor(number, regime.modern))
        inputs = divisor, game.true_deaths
    yield _Factor("modern", _modern(regime, game), facts, wording, inputs)


def _ascension(game: Game) -> Factor:
    return falling(ascension_factor, game.turns, end=2.0) if game.ascended else ONCE


def _difficulty(game: Game) -> Factor:
    times = difficulties.factor(game.difficulty)
    return times, times


def _modern(regime: Regime, game: Game) -> Factor:
    if not game.modern:
        return ONCE
    return falling(lambda number: modern_factor(number, regime.modern), game.true_deaths, end=0.0)


def _term(
    regime: Regime,
    name: str,
    span: Span,
    wording: str,
    facts: tuple[str, ...],
    inputs: tuple[object, ...] = (),
    factor: Factor | None = None,
) -> Term:
    return Term(name, span, wording, _source(regime.builds), facts, factor, inputs)


@lru_cache(maxsize=64)
def _source(builds: BuildRange) -> str:
    return f"end.c, {builds}"
