"""A glance at a line of the xlogfile: whether its score fits and nothing about it is odd.

Nearly every line of a log is so, but for two hints that say how it was played. What a line says
in words and in bits has few values, so for these the rules are asked once (:class:`_Kin`,
:func:`_deeds_of`); what it says in numbers is compared here, as the rules about lines do
(:mod:`necropsy.games.gnollhack.rules.line`). A glance says yes or does not know: a line that it
does not settle is read in full and judged by the rules, and tests hold the two together.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from necropsy.breakdown import Breakdown
from necropsy.games.gnollhack.eligibility import ineligible
from necropsy.games.gnollhack.line import PLANES, QUEST, WORDS, XlogRecord, depths, ending_of
from necropsy.games.gnollhack.line_reckon import alike_lines
from necropsy.games.gnollhack.numbers import are_numbers
from necropsy.games.gnollhack.reckon import doubts_of, lacks_scoring
from necropsy.games.gnollhack.regimes import day_like
from necropsy.games.gnollhack.rules.book import RULEBOOK, holds
from necropsy.games.gnollhack.rules.line import day_of
from necropsy.games.gnollhack.version import Build
from necropsy.logline import Line
from necropsy.record import Evidence
from necropsy.rules import Finding, Severity
from necropsy.span import Span

__all__ = ["glance"]

_KIN = (*WORDS, "tournament", "seclvl", "demo")
"""The fields that are words, or one of few numbers."""

_ERA = ("version", "edit", "scoring", "demo", "flags", "achieveX")
"""Those by which the rules take words and bits for the hero's deeds; the last is there or not, no more."""

_NUMBERS = itemgetter(
    *("points", "deathdnum", "deathlev", "maxlvl", "hp", "deaths"),
    *("starttime", "endtime", "realtime", "turns", "maxhp"),
)
_MORE_NUMBERS = ("xplvl", "collapse", "editstart", "starttimeUTC", "endtimeUTC")
_ZEROS = ("0",) * len(_MORE_NUMBERS)
"""The numbers of every line, of which the first ten are compared, and those of some lines."""

_WORDED = frozenset(("role", "alignment", "alignment_original", "difficulty_level", "modern", "mode"))


class _Kin:
    """What lines with the same words have in common; two that are alike are the same object.

    Attributes:
        era: the fields of :data:`_ERA`.
        build: the build that finished the games.
        facts: what the words say.
        counts_deaths: whether their conducts say that the hero never died, if so.
        is_modern: whether deaths count.
        is_placed: whether the build has a number.
        lacks_scoring: whether they end before the field that tells whether points count.
    """

    __slots__ = (
        "_hints",
        "build",
        "counts_deaths",
        "era",
        "facts",
        "is_modern",
        "is_placed",
        "lacks_scoring",
    )

    def __init__(self, record: XlogRecord, build: Build, hints: Sequence[Finding]) -> None:
        facts = record.facts
        self.era = tuple(map(record.fields.get, _ERA))
        self.build = build
        self.is_placed = build.placed
        self.counts_deaths = holds(RULEBOOK[_NEVER_DIED], build)
        self.facts: dict[str, Any] = facts
        self.is_modern: bool = facts["modern"]
        self.lacks_scoring = lacks_scoring(record, build)
        self._hints = [(hint, hint.evidence[0].text) for hint in hints]

    def findings_in(self, line: XlogRecord) -> tuple[Finding, ...]:
        """What the rules find in one of the lines."""
        return tuple(
            [
                Finding(
                    hint.rule,
                    hint.severity,
                    hint.message,
                    hint.expected,
                    hint.found,
                    (Evidence(line.source, line.line, text),),
                )
                for hint, text in self._hints
            ]
        )


def glance(line: XlogRecord) -> tuple[int, Breakdown, tuple[Finding, ...]] | None:
    """Score, breakdown and hints of a line that is in order; ``None`` where a glance does not settle it."""
    if not line.is_plain:
        return None
    fields = line.fields
    kin = _kin_of(tuple(map(fields.get, _KIN)), "achieveX" in fields)
    numbers = None if kin is None else _numbers_of(fields)
    if kin is None or numbers is None:
        return None
    ways = _ways_to(kin, fields, numbers)
    if ways is None:
        return None
    # Whatever the score is: all else was looked at, and no rule has to look again.
    line.is_in_order = True
    points = numbers[0]
    if points == 0 and kin.lacks_scoring:
        return None
    for fit in ways:
        if points in fit.total:
            return None if fit.slack is None else (points, fit, kin.findings_in(line))
    return None


def _ways_to(kin: _Kin, fields: dict[str, str], numbers: Sequence[int]) -> Iterable[Breakdown] | None:
    """The ways to the score of a line; ``None`` where its deeds or its end are odd."""
    _, branch, depth, most, hp, deaths, end, turns = numbers
    get, ending = fields.get, ending_of(fields["death"])
    won = ending == "ascended"
    achieved = _achieved_in(kin.era, get("achieve"), get("achieveX"), won)
    conducts = _conducts_in(kin.era, get("conduct"), get("conductX"))
    if achieved is None or conducts is None or not _end_is(ending, branch, deaths, hp):
        return None
    kept, deathless = conducts
    if kin.counts_deaths and deathless != (deaths == 0):
        return None
    day = None if kin.is_placed else day_like(_EPOCH + dt.timedelta(seconds=end))
    in_quest, counted = branch == QUEST, deaths if kin.is_modern else 0
    if won:
        return _breakdowns(kin, day, *achieved, kept, depths(in_quest, depth, most), turns, counted)
    # Turns and conducts add nothing then.
    return _fits(kin, day, *achieved, in_quest, depth, most, counted)


_EPOCH = dt.date(1970, 1, 1)


def _numbers_of(fields: dict[str, str]) -> tuple[int, ...] | None:
    """Points, branch, depth, deepest level, hit points, deaths, end, turns; ``None`` if one is odd."""
    try:
        texts = _NUMBERS(fields) + tuple(map(fields.get, _MORE_NUMBERS, _ZEROS))
        first, last = day_of(fields["birthdate"]), day_of(fields["deathdate"])
    except KeyError:
        return None
    if not are_numbers(texts) or first is None or last is None:
        return None
    points, branch, depth, most, hp, deaths, start, end, played, turns = map(int, texts[:10])
    if points < 0 or most < 1 or (depth > most and branch != QUEST):
        return None
    if not 0 <= start <= end < _LATEST or played > end - start + 60:
        return None
    if abs(first - start // _A_DAY) > 1 or abs(last - end // _A_DAY) > 1:
        return None
    return points, branch, depth, most, hp, deaths, end, turns


_A_DAY = 86_400
# No clock of a game is wrong by thousands of years, and no calendar has more of them.
_LATEST = 7_000 * 365 * _A_DAY


def _end_is(ending: str, branch: int, deaths: int, hp: int) -> bool:
    """Whether the end fits the place and what is left of the hero."""
    if ending == "death":
        return deaths >= 1 and hp <= 0
    return deaths >= 0 and (ending != "ascended" or branch == PLANES)


_NEVER_DIED = "C213"
"""The rule that holds that conduct against the deaths."""

_HINTS = frozenset({"E203", "E204"})
"""The rules that find something in nearly every line."""


@lru_cache(maxsize=16_384)
def _kin_of(texts: tuple[str | None, ...], in_words: bool) -> _Kin | None:
    """The kin of a line; ``None`` where something about it is odd, or its formula is not known for sure."""
    record = _with_fields(_KIN, texts)
    if in_words:
        record.fields["achieveX"] = ""
    hints, build = _found_in(record), record.build
    if any(hint.rule not in _HINTS or hint.severity is not Severity.HINT for hint in hints):
        return None
    if build is None or doubts_of(build) or not record.facts.keys() >= _WORDED:
        return None
    if ineligible(record) is not None:
        return None
    return _Kin(record, build, hints)


@lru_cache(maxsize=16_384)
def _achieved_in(
    era: tuple[str | None, ...], bits: str | None, words: str | None, won: bool
) -> tuple[int, bool | None] | None:
    """The bits of the achievements, and whether the role's is among them; ``None`` if something is odd."""
    death = "ascended" if won else ""
    record = _with_fields((*_ERA, "achieve", "achieveX", "death"), (*era, bits, words, death))
    # Without words beside them the bits of the first builds tell nothing.
    if not record.has("achieved") or _found_in(record):
        return None
    return record.value("achieve_bits"), record.value("role_quest_done")


@lru_cache(maxsize=16_384)
def _conducts_in(era: tuple[str | None, ...], bits: str | None, words: str | None) -> tuple[int, bool] | None:
    """The bits of the conducts, and whether the hero never died by them; ``None`` if something is odd."""
    record = _with_fields((*_ERA, "conduct", "conductX"), (*era, bits, words))
    mask = record.value("conduct_bits")
    return None if mask is None or _found_in(record) else (mask, "never_died" in record.value("kept"))


def _with_fields(keys: Sequence[str], texts: Sequence[str | None]) -> XlogRecord:
    """The record of a line that has some of the fields alone."""
    fields = {key: text for key, text in zip(keys, texts, strict=True) if text is not None}
    return XlogRecord("", Line("", 0), fields)


def _found_in(record: XlogRecord) -> list[Finding]:
    """What the rules find in some fields of a line. A rule that needs others has nothing to say."""
    rules = [rule for rule in RULEBOOK if rule.part in ("", "line") and holds(rule, record.build)]
    return [rule.finding(report) for rule in rules for report in rule.check(record)]


@lru_cache(maxsize=16_384)
def _fits(
    kin: _Kin,
    day: dt.date | None,
    earned: int,
    done: bool | None,
    in_quest: bool,
    depth: int,
    most: int,
    deaths: int,
) -> tuple[Breakdown, ...]:
    """The ways to the score of a hero who did not ascend, which many lines have in common."""
    return tuple(_breakdowns(kin, day, earned, done, None, depths(in_quest, depth, most), 1, deaths))


def _breakdowns(
    kin: _Kin,
    day: dt.date | None,
    earned: int,
    done: bool | None,
    kept: int | None,
    depth: Span,
    turns: int,
    deaths: int,
) -> Iterator[Breakdown]:
    """The ways to a score; ``kept`` are the conducts of a hero who ascended."""
    facts = kin.facts
    alike = alike_lines(
        kin.build,
        day,
        done,
        facts.get("scoring"),
        facts["role"],
        kept is not None,
        earned,
        kept or 0,
        facts["alignment"],
        facts["alignment_original"],
        facts["difficulty_level"],
        facts["modern"],
        facts["mode"],
        facts["mode_words"],
    )
    return (way.breakdown(depth, turns, Span(0, deaths)) for way in alike)
