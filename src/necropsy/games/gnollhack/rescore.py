"""What a game would have scored by the formula of another version.

What the hero did stays as it was. What it is worth is looked up anew: which achievements
are notable, what the conducts and the role's deeds pay. What the own version's files do not
record (conducts and achievements that came later, what a role was not paid for then) may or
may not have been: that leaves a span. Where a role's deeds are paid alike in both versions,
the recorded score tells what they came to.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_

from necropsy.breakdown import Breakdown, RescoreError, widest
from necropsy.games.gnollhack import achievements, conducts, roles, score
from necropsy.games.gnollhack.build import build_of, has_dump
from necropsy.games.gnollhack.choices import achievements_of, conducts_of
from necropsy.games.gnollhack.earnings import role_quest, role_scores
from necropsy.games.gnollhack.reckon import Way, games_of, reckon, ways_of
from necropsy.games.gnollhack.regimes import Regime, regimes, unscorable
from necropsy.games.gnollhack.version import Build
from necropsy.record import Record
from necropsy.span import Span

__all__ = ["formula", "rescore"]

NOTHING = Span.exactly(0)
_UNKNOWN = Span.at_least(0)


def formula(version: str) -> str:
    """The formula that a version counts by, with the builds that follow it.

    Raises:
        ValueError: if the version is not known, has no formula, or may follow one of several.
    """
    return _regime(version).title


def rescore(record: Record, version: str) -> Breakdown:
    """What a game would have scored by the formula of a version.

    Args:
        record: the game; its recorded score must fit its own formula, else it narrows nothing.
        version: the version to score by, as a tag (``4.2.0-133``) or as a dump prints it.

    Raises:
        ValueError: if the version is not known, has no formula, or may follow one of several.
        RescoreError: if the game cannot be scored by it.
    """
    regime = _regime(version)
    build = build_of(record)
    if build is None or not reckon(record).candidates:
        raise RescoreError("the game's own score cannot be worked out")
    games: dict[score.Game, None] = {}
    for kept in _histories(record, build):
        games[_as_of(record, kept, regime)] = None
    return widest([score.breakdown(regime, game) for game in games])


@lru_cache(maxsize=1024)
def _regime(version: str) -> Regime:
    build = Build.parse(version)
    found, problems = regimes(build), unscorable(build)
    if not found:
        raise ValueError("; ".join((f"no formula is known for version {version}", *problems)))
    if len(found) > 1 or problems:
        names = ", ".join(regime.builds.since for regime in found)
        raise ValueError(f"version {version} may follow several formulas, from {names} on: name one build")
    return found[0]


# ------------------------------------------------------------------------- what was done


@dataclass(frozen=True, slots=True)
class _History:
    """One way in which a recorded score came about: its numbers, and the deeds behind them."""

    build: Build
    game: score.Game
    earned: frozenset[str]
    kept: frozenset[str]


def _histories(record: Record, build: Build) -> Iterator[_History]:
    """The ways that give the recorded score by the likeliest formula that fits; where none does, one."""
    recorded = record.value("score")
    ways = ways_of(record, build)
    for way in ways:
        found = False
        for history in _histories_of(record, way):
            if recorded in score.breakdown(way.regime, history.game).total:
                found = True
                yield replace(history, game=_narrowed(way.regime, history.game, recorded))
        if found:
            return
    yield next(_histories_of(record, ways[0]))


def _histories_of(record: Record, way: Way) -> Iterator[_History]:
    """Every choice of what the files leave open, by one formula."""
    build = way.build
    basis, _ = next(games_of(record, build))
    amounts = role_scores(record, build, basis.role, basis.role_quest)
    surely, kept = achievements_of(record, build), conducts_of(record, build)
    for amount in dict.fromkeys(span for span, _ in amounts):
        for earned in _choices(*surely):
            for conduct in _choices(*kept) if basis.ascended else (frozenset[str](),):
                game = basis._replace(
                    role_score=amount,
                    achievements=achievements.count(achievements.NOTABLE, earned, build),
                    small_achievements=achievements.count(achievements.SMALL, earned, build),
                    conduct_points=conducts.points(conduct, build) if basis.ascended else NOTHING,
                )
                yield _History(build, game, earned, conduct)


def _choices(surely: Iterable[str], doubtful: Iterable[str]) -> Iterator[frozenset[str]]:
    names = sorted(doubtful)
    for count in range(len(names) + 1):
        for chosen in combinations(names, count):
            yield frozenset(surely) | frozenset(chosen)


_MOST = 10_000_000
"""More than any role earned while there was no cap."""


def _narrowed(regime: Regime, game: score.Game, recorded: int) -> score.Game:
    """The game with that role amount alone that gives the recorded score."""
    span = game.role_score
    top = (regime.cap or _MOST) if span.high is None else span.high
    if regime.role == "none" or game.zeroed & regime.zeroed or span.exact is not None or span.low is None:
        return game
    amounts = range(span.low, top + 1)

    def low(amount: int) -> int:
        return score.total(regime, game._replace(role_score=Span.exactly(amount))).low or 0

    def high(amount: int) -> int:
        end = score.total(regime, game._replace(role_score=Span.exactly(amount))).high
        return recorded if end is None else end

    first, last = bisect_left(amounts, recorded, key=high), bisect_right(amounts, recorded, key=low) - 1
    if first > last:
        return game
    # What lies above the cap gives no more: it may be anything.
    most = span.high if last == len(amounts) - 1 else amounts[last]
    return game._replace(role_score=Span(amounts[first], most))


# ---------------------------------------------------------------------- what it is worth


def _as_of(record: Record, history: _History, regime: Regime) -> score.Game:
    """The game with what its deeds are worth by another formula."""
    target, game = regime.build, history.game
    surely, maybe = _achieved(record, history, target)
    points = NOTHING
    if game.ascended:
        kept, doubtful = _conducts(record, history, target)
        points = conducts.points(kept, target, doubtful)
    return game._replace(
        achievements=achievements.count(achievements.NOTABLE, surely, target, maybe),
        small_achievements=achievements.count(achievements.SMALL, surely, target, maybe),
        conduct_points=points,
        role_score=_role_score(record, history, regime),
        role_quest=role_quest(record, target, game.role) if regime.role == "quest" else NOTHING,
    )


_ENTERED = {
    achievements.ENDED_IN_ENDGAME: "entered_elemental_planes",
    achievements.ENDED_ON_ASTRAL: "entered_astral_plane",
}
"""Who ended there had been there; what a file tells itself counts more."""

_CODEX = "obtained_the_prime_codex"


def _achieved(record: Record, history: _History, target: Build) -> tuple[set[str], set[str]]:
    """The achievements that were surely and possibly earned, of all that another version counts."""
    surely, own = set(history.earned), history.build
    told = {row.token for row in achievements.achievements(own) if row.phrase or row.bit is not None}
    told |= _ENTERED.keys()
    if record.value("role_quest_done") is not None:
        told.add(achievements.ROLE_ACHIEVEMENT)
    ended = set(_ENTERED) if history.game.ascended else surely & _ENTERED.keys()
    surely |= ended | ({_ENTERED[place] for place in ended} - told)
    maybe = {row.token for row in achievements.achievements(target)} - told
    if not own.before("4.1.3-30"):
        # To 4.1.3-29 the Codex counted once more for who carried it at the end.
        maybe.discard(achievements.CODEX_CARRIED)
        if _CODEX in surely:
            (surely if record.value("codex_carried") else maybe).add(achievements.CODEX_CARRIED)
    elif achievements.CODEX_CARRIED not in surely:
        maybe.discard(achievements.CODEX_CARRIED)
    return surely, maybe - surely


_NEVER_DIED = "never_died"
_GENOCIDELESS = "genocideless"
_OWN_GENOCIDES = "4.2.0-3"
"""From here on genocideless asks what the hero did; before, whether any species was wiped out."""


def _conducts(record: Record, history: _History, target: Build) -> tuple[set[str], set[str]]:
    """The conducts that were surely and possibly kept, of all that another version counts."""
    kept = set(history.kept)
    listed = has_dump(record)
    told = {row.token for row in conducts.conducts(history.build) if listed or row.bit is not None}
    told |= {conducts.BASE_CHANGED, conducts.IN_FORCE_CHANGED}
    killed = record.value("umortality")
    if killed is not None:
        told.add(_NEVER_DIED)
        kept |= {_NEVER_DIED} if killed == 0 else set()
    maybe = {row.token for row in conducts.conducts(target)} - told
    if history.build.before(_OWN_GENOCIDES) != target.before(_OWN_GENOCIDES):
        kept.discard(_GENOCIDELESS)
        maybe.add(_GENOCIDELESS)
    return kept, maybe - kept


# ---------------------------------------------------------------------------- the role

_COUNTED_ANEW = {
    "Rog": ("4.1.3-38", "4.1.3-42", "4.1.3-43"),
    "Val": ("4.1.3-42", "4.1.3-43", "4.1.3-45", "4.1.3-55"),
    "Kni": ("4.1.3-42", "4.1.3-43", "4.1.3-46", "4.1.3-49"),
}
"""Where it changed what a role is paid for: which things in containers (Rogues, Valkyries), whose deaths."""

_PRICES_COUNTED = ("4.1.3-42", "4.1.3-43")
"""In 4.1.3-42 alone the collectors were paid the prices of their things."""

_COLLECTORS = ("Arc", "Bar", "Cav", "Ran", "Rog", "Sam", "Val")


def _role_score(record: Record, history: _History, regime: Regime) -> Span:
    """What the role's deeds are worth by another formula."""
    role, own, target = history.game.role, history.build, regime.build
    if regime.role == "none" or (role is not None and roles.unknown(role, target) == NOTHING):
        return NOTHING
    changes = _COUNTED_ANEW.get(role or "", _PRICES_COUNTED)
    alike = all(own.since(tag) == target.since(tag) for tag in changes)
    if role is not None and alike and _paid(role, own) == _paid(role, target):
        return history.game.role_score
    if role is None or not has_dump(record):
        return _UNKNOWN
    if role in _COLLECTORS:
        return _collected(record, role, own, target, alike=alike)
    listed = _paid(role, own) and (alike or role != "Kni")
    return _listed(record, role, target) if listed else _UNKNOWN


def _listed(record: Record, role: str, target: Build) -> Span:
    """What the creatures or spells of the block are worth, whichever way they were counted."""
    bonus = role_quest(record, target, role)
    amounts = role_scores(record, target, role, bonus, by_percentage=False)
    return reduce(or_, (span for span, _ in amounts))


def _collected(record: Record, role: str, own: Build, target: Build, *, alike: bool) -> Span:
    """What was collected, at the prices of another version; its block lists what its own paid for."""
    counts: dict[str, int] = {}
    for count in record.value("role_counts") or ():
        if roles.counts_for(role, count.what):
            counts[count.what] = counts.get(count.what, 0) + count.amount
    in_containers = role in _COUNTED_ANEW and record.value("containers") and not alike
    if _POINTS in counts or _by_price(role, own) or _by_price(role, target) or in_containers:
        return _UNKNOWN
    amount = roles.items(role, target, counts)
    listed = _paid(role, target).keys() <= _paid(role, own).keys()
    return amount if listed else Span(amount.low, None)


_POINTS = "points"
"""A line of the block that gives the amount itself, in 4.1.3-42 to -44."""


def _by_price(role: str, build: Build) -> bool:
    """Whether a role is paid the prices of its things, which no block lists one by one."""
    return not _paid(role, build) and roles.worth(role, _POINTS, build) != NOTHING


@lru_cache(maxsize=512)
def _paid(role: str, build: Build) -> dict[str, Span]:
    """What each thing is worth to a role, of those that are worth something."""
    worths = {what: roles.worth(role, what, build) for what in roles.kinds(role) if what != _POINTS}
    return {what: span for what, span in worths.items() if span != NOTHING}
