"""From a record to the ways in which its score can have come about.

A dump, its page and its line in the xlogfile settle different terms: the overview the
depth, the line the achievements and conducts, the role block what a role earned. Where
one file leaves a span, the span is cut down by what the others allow.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from necropsy.breakdown import Reckoning
from necropsy.games.gnollhack import difficulties, score
from necropsy.games.gnollhack.build import build_of, has_dump
from necropsy.games.gnollhack.choices import choices_of
from necropsy.games.gnollhack.line import XlogRecord
from necropsy.games.gnollhack.regimes import Regime, regimes, unscorable, upcoming
from necropsy.games.gnollhack.version import NEWEST_READ, Build, place
from necropsy.record import Record
from necropsy.span import Span

__all__ = ["Way", "games_of", "likeliest", "reckon", "ways_of"]

ANY_NUMBER = Span.at_least(0)
LINE_ALONE = ("needs the dumplog, which tells what the role earned and how deep the Quest was",)


def _asked(record: Record) -> Callable[[str], Any]:
    """How to ask a record for what a score needs: a line has read that at once."""
    return record.facts.get if isinstance(record, XlogRecord) else record.value


def reckon(record: Record) -> Reckoning:
    """Every breakdown that the facts of a record allow, or what is missing for one."""
    build = build_of(record)
    # A score that fits the formula of one build says nothing where another may have written it.
    if build is not None and unscorable(build):
        return Reckoning(missing=unscorable(build))
    missing = tuple(_missing(record, build))
    if missing or build is None:
        return Reckoning(missing=missing)
    ways, unread = ways_of(record, build), doubts_of(build)
    if not ways:
        return Reckoning(missing=unread or (f"needs a formula: none is known for version {build.text}",))
    recorded = _asked(record)("score")
    candidates = []
    for way in ways:
        for game, remark in games_of(record, way.build):
            candidate = score.breakdown(way.regime, game)
            if note := note_of(way, remark):
                candidate = replace(candidate, note=note)
            candidates.append(candidate)
            if recorded in candidate.total:
                # The likeliest way that fits is the one that is shown: the others are not needed.
                return Reckoning(tuple(candidates), _gaps(record), unread)
    return Reckoning(tuple(candidates), _gaps(record), unread)


def note_of(way: Way, remark: str) -> str:
    """What a formula and a choice take for granted."""
    return "; ".join(filter(None, (way.note, remark)))


def likeliest(record: Record) -> score.Game | None:
    """The likeliest game that a record may be of, where its build can be told."""
    build = build_of(record)
    if build is None or record.value("turns") is None or not regimes(build):
        return None
    regime = regimes(build, day_of(record))[0]
    game, _ = next(games_of(record, build if build.placed else regime.build))
    return game


@dataclass(frozen=True, slots=True)
class Way:
    """A formula that a build may follow.

    Attributes:
        regime: the formula.
        build: the build to ask the other tables for.
        note: what is taken for granted, if anything.
    """

    regime: Regime
    build: Build
    note: str = ""


def ways_of(record: Record, build: Build) -> tuple[Way, ...]:
    """The formulas that the build of a record may follow, the likeliest first."""
    return ways_of_build(build, None if build.placed else day_of(record))


@lru_cache(maxsize=4096)
def ways_of_build(build: Build, ended: dt.date | None) -> tuple[Way, ...]:
    """The formulas that a build may follow; the day of the end narrows only a build without a number."""
    ways = [Way(regime, build if build.placed else regime.build) for regime in regimes(build, ended)]
    coming = upcoming(build) if ways else None
    if coming is not None:
        note = "if the build was made after the next formula was written and before it had a number"
        ways.append(Way(coming, coming.build, note))
    return tuple(ways)


def day_of(record: Record) -> dt.date | None:
    ended = record.value("ended")
    return ended.date() if isinstance(ended, dt.datetime) else None


def _missing(record: Record, build: Build | None) -> Iterator[str]:
    """What stands in the way of any computation."""
    get = _asked(record)
    if build is None:
        yield "needs the header or the fields that name the version"
    if get("score") is None:
        yield "needs the closing block, which gives the recorded score"
    elif get("ending") is None:
        yield "needs the line that says how the game ended"
    if get("turns") is None:
        yield "needs the turns"
    if build is not None and _difficulty(record, build) is None:
        yield "needs the difficulty"
    # Every dump has these: one without them was cut, and what is left fits too many scores.
    if get("depth_span") is None:
        yield "needs the dungeon overview, which tells the deepest level"
    if get("achieved") is None:
        yield "needs the list of achievements"
    if build is not None and cut_before_scoring(record, build):
        yield "needs the end of the line, which tells whether the game counts for points"


_TELLS_SCORING = "4.1.0-B14"
_NON_SCORING = 32
"""The bit of the flags, for lines that leave open from which build they are."""


def cut_before_scoring(record: Record, build: Build) -> bool:
    """Whether a line without points ends before the field that tells whether they count.

    A game that does not count has no points, and one that does may have none.
    """
    get = _asked(record)
    if get("score") != 0 or get("achieve_bits") is None or has_dump(record):
        return False
    return lacks_scoring(record, build)


def lacks_scoring(record: Record, build: Build) -> bool:
    """Whether a line ends before the field that tells whether its game counts for points."""
    get = _asked(record)
    if get("mode") is None:
        return True
    is_due = build.since(_TELLS_SCORING) or bool((get("flags") or 0) & _NON_SCORING)
    return is_due and get("scoring") is None


@lru_cache(maxsize=256)
def doubts_of(build: Build) -> tuple[str, ...]:
    """Whether the build may be newer than those whose formula is known."""
    if build.last > place(NEWEST_READ):
        return (f"builds after {NEWEST_READ} were not read; their formula may be another one",)
    return ()


def _gaps(record: Record) -> tuple[str, ...]:
    """What is missing but leaves the score a span."""
    if not has_dump(record):
        return LINE_ALONE
    if not record.has("conduct_bits") and not record.has("kept"):
        return ("needs the voluntary challenges, which tell the conducts",)
    return ()


def games_of(record: Record, build: Build) -> Iterator[tuple[score.Game, str]]:
    """The games that the record may be of, the likeliest first, with what was taken for granted."""
    get = _asked(record)
    depth, turns = _depth(record), Span.exactly(max(get("turns"), 1))
    difficulty = _difficulty(record, build) or 0
    role, ascended, modern, zeroed = get("role"), bool(get("won")), bool(get("modern")), _zeroed(record)
    # Deaths count in modern mode alone.
    deaths = _cut_down(record, "true_deaths", ANY_NUMBER) if modern else ANY_NUMBER
    for notable, small, points, own, bonus, remark in choices_of(record, build):
        game = score.Game(
            depth,
            notable,
            small,
            points,
            own,
            bonus,
            turns,
            deaths,
            role,
            difficulty,
            ascended,
            modern,
            zeroed,
        )
        yield game, remark


_ANY_DEPTH = Span.at_least(1)
_QUEST_BRANCH = 4
_QUEST = "The Quest"


def _depth(record: Record) -> Span:
    """The deepest level. A game that ended in the Quest tells how deep the Quest lies.

    The overview counts the Quest's levels from 1, the line in the xlogfile gives the depth
    of the level where the game ended; together they place the portal.
    """
    allowed = _cut_down(record, "depth_span", _ANY_DEPTH)
    if isinstance(record, XlogRecord):
        return allowed
    quest = next((b for b in record.value("branches") or () if b.name == _QUEST), None)
    depth, outside = record.value("death_depth"), record.value("max_level")
    if quest is None or not quest.here or record.value("death_branch") != _QUEST_BRANCH or depth is None:
        return allowed
    placed = Span.exactly(max(outside or 1, depth - quest.here + max(quest.last, 1)))
    return allowed & placed or allowed


def _cut_down(record: Record, fact: str, widest: Span) -> Span:
    """What all places together allow; where they contradict each other, what any allows."""
    spans: Sequence[Span] = record.values(fact)
    if len(spans) < 2:
        return spans[0] if spans else widest
    together: Span | None = spans[0]
    hull = spans[0]
    for span in spans[1:]:
        together = None if together is None else together & span
        hull = hull | span
    return hull if together is None else together


def _difficulty(record: Record, build: Build) -> int | None:
    get = _asked(record)
    level: int | None = get("difficulty_level")
    if level is not None:
        return level
    word = get("difficulty")
    return None if word is None else difficulties.level_of(word, build)


_UNSCORED_MODES = {"explore": "explore", "casual": "casual", "reloadable": "casual"}


def _zeroed(record: Record) -> frozenset[str]:
    """Why the game scores nothing, in the words of the regimes."""
    if isinstance(record, XlogRecord):
        get = record.facts.get
        return unscored(get("mode"), get("mode_words"), get("scoring"))
    reasons = frozenset[str]()
    for mode, words in zip_longest(record.values("mode"), record.values("mode_words")):
        reasons |= unscored(mode, words, None)
    return reasons or unscored(None, None, record.value("scoring"))


@lru_cache(maxsize=256)
def unscored(mode: str | None, words: str | None, scoring: bool | None) -> frozenset[str]:
    reasons = {_UNSCORED_MODES[mode]} if mode in _UNSCORED_MODES else set[str]()
    if words is not None and "non-scoring" in words:
        reasons.add("non-scoring")
    if scoring is False and not reasons:
        reasons.add("non-scoring")
    return frozenset(reasons)
