"""From a record to the ways in which its score can have come about.

A dump, its page and its line in the xlogfile settle different terms: the overview the
depth, the line the achievements and conducts, the role block what a role earned. Where
one file leaves a span, the span is cut down by what the others allow.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from necropsy.breakdown import Reckoning
from necropsy.games.gnollhack import achievements, conducts, difficulties, score
from necropsy.games.gnollhack.build import build_of, has_dump
from necropsy.games.gnollhack.earnings import role_quest, role_scores
from necropsy.games.gnollhack.line import PLACE
from necropsy.games.gnollhack.regimes import Regime, regimes, unscorable, upcoming
from necropsy.games.gnollhack.version import NEWEST_READ, Build, place
from necropsy.logline import LineRecord
from necropsy.record import Record
from necropsy.span import Span

__all__ = ["Way", "achievements_of", "conducts_of", "games_of", "likeliest", "reckon", "ways_of"]

NOTHING = Span.exactly(0)
ANY_NUMBER = Span.at_least(0)
NO_CONDUCTS = ((NOTHING, ""),)


def reckon(record: Record) -> Reckoning:
    """Every breakdown that the facts of a record allow, or what is missing for one."""
    build = build_of(record)
    # A score that fits the formula of one build says nothing where another may have written it.
    if build is not None and unscorable(build):
        return Reckoning(missing=unscorable(build))
    missing = tuple(_missing(record, build))
    if missing or build is None:
        return Reckoning(missing=missing)
    ways, unread = ways_of(record, build), tuple(_unread(build))
    if not ways:
        return Reckoning(missing=unread or (f"needs a formula: none is known for version {build.text}",))
    recorded = record.value("score")
    candidates = []
    for way in ways:
        for game, remark in games_of(record, way.build):
            candidate = score.breakdown(way.regime, game)
            if way.note or remark:
                candidate = replace(candidate, note="; ".join(filter(None, (way.note, remark))))
            candidates.append(candidate)
            if recorded in candidate.total:
                # The likeliest way that fits is the one that is shown: the others are not needed.
                return Reckoning(tuple(candidates), tuple(_gaps(record)), unread)
    return Reckoning(tuple(candidates), tuple(_gaps(record)), unread)


def likeliest(record: Record) -> score.Game | None:
    """The likeliest game that a record may be of, where its build can be told."""
    build = build_of(record)
    if build is None or record.value("turns") is None or not regimes(build):
        return None
    regime = regimes(build, _day(record))[0]
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
    return _ways(build, None if build.placed else _day(record))


@lru_cache(maxsize=4096)
def _ways(build: Build, ended: dt.date | None) -> tuple[Way, ...]:
    """The formulas that a build may follow; the day of the end narrows only a build without a number."""
    ways = [Way(regime, build if build.placed else regime.build) for regime in regimes(build, ended)]
    coming = upcoming(build) if ways else None
    if coming is not None:
        note = "if the build was made after the next formula was written and before it had a number"
        ways.append(Way(coming, coming.build, note))
    return tuple(ways)


def _day(record: Record) -> dt.date | None:
    ended = record.value("ended")
    return ended.date() if isinstance(ended, dt.datetime) else None


def _missing(record: Record, build: Build | None) -> Iterator[str]:
    """What stands in the way of any computation."""
    if build is None:
        yield "needs the header or the fields that name the version"
    if record.value("score") is None:
        yield "needs the closing block, which gives the recorded score"
    elif record.value("ending") is None:
        yield "needs the line that says how the game ended"
    if record.value("turns") is None:
        yield "needs the turns"
    if build is not None and _difficulty(record, build) is None:
        yield "needs the difficulty"
    # Every dump has these: one without them was cut, and what is left fits too many scores.
    if not record.has("depth_span"):
        yield "needs the dungeon overview, which tells the deepest level"
    if not record.has("achieved"):
        yield "needs the list of achievements"


def _unread(build: Build) -> Iterator[str]:
    """Whether the build may be newer than those whose formula is known."""
    if build.last > place(NEWEST_READ):
        yield f"builds after {NEWEST_READ} were not read; their formula may be another one"


def _gaps(record: Record) -> Iterator[str]:
    """What is missing but leaves the score a span."""
    if not has_dump(record):
        yield "needs the dumplog, which tells what the role earned and how deep the Quest was"
    elif not _has_line(record) and not record.has("kept"):
        yield "needs the voluntary challenges, which tell the conducts"


def _has_line(record: Record) -> bool:
    return record.has("conduct_bits")


def games_of(record: Record, build: Build) -> Iterator[tuple[score.Game, str]]:
    """The games that the record may be of, the likeliest first, with what was taken for granted."""
    role = record.value("role")
    bonus = role_quest(record, build, role)
    ascended = bool(record.value("won"))
    depth, turns = _depth(record), Span.exactly(max(record.value("turns"), 1))
    deaths = _cut_down(record, "true_deaths", ANY_NUMBER)
    difficulty = _difficulty(record, build) or 0
    modern, zeroed = bool(record.value("modern")), _zeroed(record)
    earned_ways = _earned_ways(record, build)
    conduct_ways = _conduct_points(record, build) if ascended else NO_CONDUCTS
    for amount, remark in role_scores(record, build, role, bonus):
        for points, doubt in conduct_ways:
            for notable, small in earned_ways:
                game = score.Game(
                    depth,
                    notable,
                    small,
                    points,
                    amount,
                    bonus,
                    turns,
                    deaths,
                    role,
                    difficulty,
                    ascended,
                    modern,
                    zeroed,
                )
                yield game, f"{remark}; {doubt}" if remark and doubt else remark or doubt


_ANY_DEPTH = Span.at_least(1)
_QUEST_BRANCH = 4
_QUEST = "The Quest"


def _depth(record: Record) -> Span:
    """The deepest level. A game that ended in the Quest tells how deep the Quest lies.

    The overview counts the Quest's levels from 1, the line in the xlogfile gives the depth
    of the level where the game ended; together they place the portal.
    """
    allowed = _cut_down(record, "depth_span", _ANY_DEPTH)
    if isinstance(record, LineRecord):
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
    level: int | None = record.value("difficulty_level")
    if level is not None:
        return level
    word = record.value("difficulty")
    return None if word is None else difficulties.level_of(word, build)


_UNSCORED_MODES = {"explore": "explore", "casual": "casual", "reloadable": "casual"}
_CASUAL, _NON_SCORING, _EXPLORE = 16, 32, 2


def _zeroed(record: Record) -> frozenset[str]:
    """Why the game scores nothing, in the words of the regimes."""
    reasons = {_UNSCORED_MODES[mode] for mode in record.values("mode") if mode in _UNSCORED_MODES}
    if any("non-scoring" in said for said in record.values("mode_words")):
        reasons.add("non-scoring")
    if record.value("scoring") is False and not reasons:
        reasons.add("non-scoring")
    return frozenset(reasons)


# ------------------------------------------------------------- achievements and conducts


def _earned_ways(record: Record, build: Build) -> Sequence[tuple[Span, Span]]:
    """The notable and small achievements, for each choice of those that the files leave open."""
    mask = record.value("achieve_bits")
    if mask is not None and isinstance(record, LineRecord):
        return _earned_by_bits(mask, build)
    return _choices_of_earned(*achievements_of(record, build), build)


@lru_cache(maxsize=8192)
def _earned_by_bits(mask: int, build: Build) -> Sequence[tuple[Span, Span]]:
    """The same for a lone line, of which a log has many with the same bits."""
    earned = set(achievements.in_bits(mask, build))
    doubtful = set(_not_in_bits((), build, earned, dumped=False))
    return _choices_of_earned(*_with_codex(earned, doubtful, build, carried=False), build)


def _choices_of_earned(
    earned: frozenset[str], doubtful: frozenset[str], build: Build
) -> Sequence[tuple[Span, Span]]:
    """The counts with all, some and none of the doubtful ones, each different pair of counts once."""
    choices = (
        chosen for count in range(len(doubtful), -1, -1) for chosen in combinations(sorted(doubtful), count)
    )
    return tuple(dict.fromkeys(_counts(earned.union(chosen), build) for chosen in choices))


def _counts(earned: frozenset[str], build: Build) -> tuple[Span, Span]:
    notable = achievements.count(achievements.NOTABLE, earned, build)
    return notable, achievements.count(achievements.SMALL, earned, build)


def achievements_of(record: Record, build: Build) -> tuple[frozenset[str], frozenset[str]]:
    """The achievements that were surely, and that may have been earned."""
    mask = record.value("achieve_bits")
    if mask is not None:
        earned = set(achievements.in_bits(mask, build))
        lines = [token for s in record.statements("achieved") if s.place != PLACE for token in s.value]
        doubtful = set(_not_in_bits(lines, build, earned, dumped=has_dump(record)))
    else:
        earned = {token for s in record.statements("achieved") for token in s.value}
        earned |= set(_place_at_the_end(record))
        doubtful = set(_not_in_lines(record, build, earned))
    return _with_codex(earned, doubtful, build, carried=bool(record.value("codex_carried")))


def _with_codex(
    earned: set[str], doubtful: set[str], build: Build, *, carried: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Up to 4.1.3-29 who carries the codex at the end has an achievement more."""
    if "obtained_the_prime_codex" in earned and not build.since("4.1.3-30"):
        # Inside a container the inventory line is another one.
        (earned if carried else doubtful).add(achievements.CODEX_CARRIED)
    return frozenset(earned), frozenset(doubtful - earned)


def _not_in_bits(lines: Sequence[str], build: Build, earned: set[str], *, dumped: bool) -> Iterator[str]:
    """4.1.0-B6 has no bits for the role achievement and for being crowned; the dump has lines."""
    if build.since("4.1.0-B7"):
        return
    for token in (achievements.ROLE_ACHIEVEMENT, "crowned"):
        if token in lines:
            earned.add(token)
        elif not dumped:
            yield token


_TOOLS = (
    "obtained_the_bell_of_opening",
    "obtained_the_candelabrum_of_invocation",
    "obtained_the_book_of_the_dead",
)
_INVOCATION = "performed_the_invocation_ritual"


def _not_in_lines(record: Record, build: Build, earned: set[str]) -> Iterator[str]:
    """Up to 4.1.3-27 the list leaves out the invocation, which the diary has (since 4.1.1-4).

    Without a diary, who has the Amulet or all tools may have done it.
    """
    if build.since("4.1.3-28"):
        return
    invoked = record.value("invoked")
    if invoked:
        earned.add(_INVOCATION)
    elif invoked is None and (
        "obtained_the_amulet_of_yendor" in earned or all(tool in earned for tool in _TOOLS)
    ):
        yield _INVOCATION


def _place_at_the_end(record: Record) -> Iterator[str]:
    """The tests of place that counted up to 4.1.3-42, from the closing line."""
    ascended, place = record.value("won"), record.value("place") or ""
    astral = "Astral Plane" in place
    if ascended or astral or "Elemental Planes" in place:
        yield achievements.ENDED_IN_ENDGAME
    if ascended or astral:
        yield achievements.ENDED_ON_ASTRAL


def _conduct_points(record: Record, build: Build) -> Sequence[tuple[Span, str]]:
    """The conduct points, each with what was taken for granted where the files do not say it."""
    return _conduct_ways(*_conducts_told(record), build)


def conducts_of(record: Record, build: Build) -> tuple[frozenset[str], frozenset[str]]:
    """What was surely kept, or costs points, and what may have been."""
    return _conducts(*_conducts_told(record), build)


_Alignments = tuple[str | None, ...]


def _conducts_told(record: Record) -> tuple[int | None, frozenset[str], _Alignments]:
    """The bits of a line, what a dump lists where there is none, and the alignments."""
    alignments = tuple(map(record.value, ("alignment", "alignment_current", "alignment_original")))
    mask, listed = record.value("conduct_bits"), frozenset[str]()
    if mask is None:
        listed = frozenset(token for kept in record.values("kept") for token in kept)
        if record.value("umortality") == 0:
            listed |= {"never_died"}
    return mask, listed, alignments


def _conducts(
    mask: int | None, listed: frozenset[str], alignments: _Alignments, build: Build
) -> tuple[frozenset[str], frozenset[str]]:
    kept = listed if mask is None else conducts.in_bits(mask, build)
    # The line of a dump stands only where the hero knows the word.
    doubtful = frozenset({"elberethless"} - kept if mask is None else ())
    surely, possibly = conducts.alignment_changes(*alignments)
    return kept | surely, doubtful | possibly


@lru_cache(maxsize=8192)
def _conduct_ways(
    mask: int | None, listed: frozenset[str], alignments: _Alignments, build: Build
) -> Sequence[tuple[Span, str]]:
    """The ways for the bits of a line, or for what a dump lists where there is none."""
    kept, doubtful = _conducts(mask, listed, alignments, build)
    ways: dict[tuple[Span, str], None] = {}
    for count in range(len(doubtful) + 1):
        for chosen in combinations(sorted(doubtful), count):
            told = [_DOUBTS[token][token in chosen] for token in sorted(doubtful)]
            ways[conducts.points(kept | set(chosen), build), "; ".join(filter(None, told))] = None
    return tuple(ways)


_DOUBTS = {
    "elberethless": ("if Elbereth was engraved", "if Elbereth was never engraved"),
    conducts.BASE_CHANGED: ("", "if the hero was converted for good"),
    conducts.IN_FORCE_CHANGED: ("", "if the alignment was another one at the end"),
}
