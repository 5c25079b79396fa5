"""From a line of the xlogfile to the ways in which its score can have come about.

A line leaves open what the role earned, and settles the rest in a few fields. Many games
of a log have the same deeds (most end early), so all that does not hang on depth, turns
and deaths is put together once for the lines that are alike.
"""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from necropsy.breakdown import Breakdown, Reckoning
from necropsy.games.gnollhack import score
from necropsy.games.gnollhack.choices import choices_of_bits
from necropsy.games.gnollhack.line import XlogRecord
from necropsy.games.gnollhack.reckon import (
    ANY_NUMBER,
    LINE_ALONE,
    cut_before_scoring,
    day_of,
    doubts_of,
    note_of,
    unscored,
    ways_of_build,
)
from necropsy.games.gnollhack.regimes import Regime, day_like, unscorable
from necropsy.games.gnollhack.version import Build
from necropsy.span import Span

__all__ = ["alike_lines", "reckon_line"]

# Every line of a game has these, and what is computed hangs on no others.
_NEEDED = itemgetter("score", "ending", "turns", "depth_span", "achieved")
_DEEDS = itemgetter(
    "role",
    "won",
    "achieve_bits",
    "conduct_bits",
    "alignment",
    "alignment_original",
    "difficulty_level",
    "modern",
    "mode",
    "mode_words",
)


def reckon_line(record: XlogRecord) -> Reckoning | None:
    """Every breakdown that a whole line allows; ``None`` for one that lacks something or has no formula.

    It gives what :func:`~necropsy.games.gnollhack.reckon.reckon` gives for any record.
    """
    build, facts = record.build, record.facts
    try:
        recorded, _, turns, depth, _ = _NEEDED(facts)
        deeds = _DEEDS(facts)
    except KeyError:
        return None
    if build is None or cut_before_scoring(record, build):
        return None
    day = None if build.placed else day_of(record)
    ended = None if day is None else day_like(day)
    deaths = record.value("true_deaths", ANY_NUMBER) if facts["modern"] else ANY_NUMBER
    candidates = []
    for alike in alike_lines(build, ended, facts.get("role_quest_done"), facts.get("scoring"), *deeds):
        candidate = alike.breakdown(depth, turns, deaths)
        candidates.append(candidate)
        if recorded in candidate.total:
            break
    return Reckoning(tuple(candidates), LINE_ALONE, doubts_of(build)) if candidates else None


class _Alike(NamedTuple):
    """What is the same for all lines with the same deeds.

    Attributes:
        regime: the formula.
        earned: both ends of what all but the depth adds to the base.
        deeds: the fields of a game between depth and turns.
        manner: those behind the deaths.
        zeroed: whether the game scores nothing.
        note: what is taken for granted.
    """

    regime: Regime
    earned: score.Ends
    deeds: tuple[Span, Span, Span, Span, Span]
    manner: tuple[str | None, int, bool, bool, frozenset[str]]
    zeroed: bool
    note: str

    def breakdown(self, depth: Span, turns: int, deaths: Span) -> Breakdown:
        """The score of one of the games; deaths count in modern mode alone."""
        regime, manner = self.regime, self.manner
        game = score.Game(depth, *self.deeds, Span.exactly(max(turns, 1)), deaths, *manner)
        if self.zeroed:
            points = score.NOTHING
        else:
            points = score.multiplied(regime, game, score.base_of(regime, self.earned, depth))
        return score.broken_down(regime, game, points, self.note)


@lru_cache(maxsize=8192)
def alike_lines(
    build: Build,
    ended: dt.date | None,
    done: bool | None,
    scoring: bool | None,
    role: str | None,
    won: bool,
    earned: int,
    kept: int,
    alignment: str | None,
    alignment_original: str | None,
    level: int,
    modern: bool,
    mode: str | None,
    words: str | None,
) -> tuple[_Alike, ...]:
    """The ways of all lines with these fields, the likeliest first."""
    if unscorable(build):
        return ()
    zeroed = unscored(mode, words, scoring)
    alignments = (alignment, None, alignment_original)
    found = []
    for way in ways_of_build(build, ended):
        for choice in choices_of_bits(way.build, role, done, earned, kept if won else None, alignments):
            deeds, manner = choice[:-1], (role, level, won, modern, zeroed)
            game = score.Game(score.ONE, *deeds, score.ONE, score.NOTHING, *manner)
            note = note_of(way, choice.remark) or score.zeroed_note(way.regime, game)
            is_zeroed = not zeroed.isdisjoint(way.regime.zeroed)
            found.append(_Alike(way.regime, score.earned(way.regime, game), deeds, manner, is_zeroed, note))
    return tuple(found)
