"""A glance at a line of the xlogfile: whether its score fits and nothing about it is odd.

Nearly every line of a log is so, but for two hints that say how it was played. What a line says
in words and in bits has few values, so for these the rules are asked once (:class:`_Kin`,
:func:`_deeds_of`); what it says in numbers is compared here, as the rules about lines do
(:mod:`necropsy.games.gnollhack.rules.line`). A glance says yes or does not know: a line that it
does not settle is read in full and judged by the rules, and tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from necropsy.breakdown import Breakdown
from necropsy.games.gnollhack.eligibility import ineligible
from necropsy.games.gnollhack.line import QUEST, WORDS, XlogRecord, depths, ending_of
from necropsy.games.gnollhack.line_reckon import alike_lines
from necropsy.games.gnollhack.numbers import are_numbers
from necropsy.games.gnollhack.reckon import doubts_of, lacks_scoring
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

_ERA = ("version", "edit", "scoring", "demo", "flags")
"""Those of them by which the rules take the words and bits for the hero's deeds."""

_NUMBERS = itemgetter(
    *("points", "deathdnum", "deathlev", "maxlvl", "hp", "deaths"),
    *("starttime", "endtime", "realtime", "turns", "maxhp"),
)
_MORE_NUMBERS = ("xplvl", "collapse", "editstart", "starttimeUTC", "endtimeUTC")
_ZEROS = ("0",) * len(_MORE_NUMBERS)
"""The numbers of every line, of which the first nine are compared, and those of some lines."""

_WORDED = frozenset(("role", "alignment", "alignment_original", "difficulty_level", "modern", "mode"))


class _Kin:
    """What lines with the same words have in common; two that are alike are the same object.

    Attributes:
        era: the fields of :data:`_ERA`.
        build: the build that finished the games.
        facts: what the words say.
        is_modern: whether deaths count.
        lacks_scoring: whether they end before the field that tells whether points count.
    """

    __slots__ = ("_hints", "build", "era", "facts", "is_modern", "lacks_scoring")

    def __init__(self, record: XlogRecord, build: Build, hints: Sequence[Finding]) -> None:
        facts = record.facts
        self.era = tuple(map(record.fields.get, _ERA))
        self.build = build
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
    get = fields.get
    kin = _kin_of(tuple(map(get, _KIN)), "achieveX" in fields)
    if kin is None:
        return None
    achieved = _achieved_in(kin.era, get("achieve"), get("achieveX"))
    deathless = _deathless_in(kin.era, get("conduct"), get("conductX"))
    numbers = _numbers_of(fields)
    if achieved is None or deathless is None or numbers is None:
        return None
    points, branch, depth, most, deaths = numbers
    if deaths < 0 or deathless != (deaths == 0) or (points == 0 and kin.lacks_scoring):
        return None
    for fit in _fits(kin, *achieved, branch == QUEST, depth, most, deaths if kin.is_modern else 0):
        if points in fit.total:
            return None if fit.slack is None else (points, fit, kin.findings_in(line))
    return None


def _numbers_of(fields: dict[str, str]) -> tuple[int, int, int, int, int] | None:
    """Points, branch, depth, deepest level and deaths; ``None`` if something about the numbers is odd."""
    try:
        texts = _NUMBERS(fields) + tuple(map(fields.get, _MORE_NUMBERS, _ZEROS))
        cause, first, last = fields["death"], day_of(fields["birthdate"]), day_of(fields["deathdate"])
    except KeyError:
        return None
    if not are_numbers(texts) or first is None or last is None:
        return None
    points, branch, depth, most, hp, deaths, start, end, played = map(int, texts[:9])
    if points < 0 or most < 1 or (depth > most and branch != QUEST) or not _end_is(cause, deaths, hp):
        return None
    if not 0 <= start <= end < _LATEST or played > end - start + 60:
        return None
    if abs(first - start // _A_DAY) > 1 or abs(last - end // _A_DAY) > 1:
        return None
    return points, branch, depth, most, deaths


_A_DAY = 86_400
# No clock of a game is wrong by thousands of years, and no calendar has more of them.
_LATEST = 7_000 * 365 * _A_DAY


def _end_is(cause: str, deaths: int, hp: int) -> bool:
    """Whether the end fits what is left of the hero; ascending takes a longer look."""
    ending = ending_of(cause)
    return ending != "ascended" and (ending != "death" or (deaths >= 1 and hp <= 0))


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
    if build is None or not build.placed or doubts_of(build) or not record.facts.keys() >= _WORDED:
        return None
    if ineligible(record) is not None:
        return None
    return _Kin(record, build, hints)


@lru_cache(maxsize=16_384)
def _achieved_in(
    era: tuple[str | None, ...], bits: str | None, words: str | None
) -> tuple[int, bool | None] | None:
    """The bits of the achievements, and whether the role's is among them; ``None`` if something is odd."""
    # What a game is that did not end by ascending.
    record = _with_fields((*_ERA, "achieve", "achieveX", "death"), (*era, bits, words, ""))
    mask = record.value("achieve_bits")
    return None if mask is None or _found_in(record) else (mask, record.value("role_quest_done"))


@lru_cache(maxsize=16_384)
def _deathless_in(era: tuple[str | None, ...], bits: str | None, words: str | None) -> bool | None:
    """Whether the conducts say that the hero never died; ``None`` if something is odd."""
    record = _with_fields((*_ERA, "conduct", "conductX"), (*era, bits, words))
    kept = record.value("kept")
    return None if kept is None or _found_in(record) else "never_died" in kept


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
    kin: _Kin, earned: int, done: bool | None, in_quest: bool, depth: int, most: int, deaths: int
) -> tuple[Breakdown, ...]:
    """The ways to the score of a line, without what the turns make of an ascension."""
    facts, allowed = kin.facts, depths(in_quest, depth, most)
    alike = alike_lines(
        kin.build,
        None,
        done,
        facts.get("scoring"),
        facts["role"],
        False,
        earned,
        0,
        facts["alignment"],
        facts["alignment_original"],
        facts["difficulty_level"],
        facts["modern"],
        facts["mode"],
        facts["mode_words"],
    )
    return tuple(way.breakdown(allowed, 1, Span(0, deaths)) for way in alike)
