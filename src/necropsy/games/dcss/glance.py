"""A glance at a log line: whether its score fits and nothing about it is odd.

Of the million lines of a log nearly all are so, and one pattern reads them
(:mod:`necropsy.games.dcss.plain_line`). A glance says yes or does not know: a line that it
does not settle is read in full and judged by the rules, and tests hold the two together.
What it asks is what the rules about lines ask (:mod:`necropsy.games.dcss.rules.line` and its neighbours).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from necropsy.breakdown import Breakdown, Term
from necropsy.games.dcss import names, score
from necropsy.games.dcss.facts import GEMS_SINCE
from necropsy.games.dcss.limits import MOST_GEMS, MOST_RUNES
from necropsy.games.dcss.line_reckon import kin_of, reckon_line
from necropsy.games.dcss.rules.book import RUNES_ARE_FLAGS
from necropsy.games.dcss.rules.line_clock import out_since
from necropsy.games.dcss.version import Version

if TYPE_CHECKING:
    from necropsy.games.dcss.line import CrawlLine
    from necropsy.games.dcss.plain_line import PlainLine

__all__ = ["glance"]

_FAST_TURNS = 5000


class _Fit(NamedTuple):
    """What lines of one kin, level, treasures and ending have in common.

    Attributes:
        breakdown: the score taken apart, of a game without gold where gold counts.
        low: the least that such a game scores without its gold.
        high: the most.
        gold: how much gold counts at most; 0 for none.
        out: the second before which no such game can have ended.
        gold_found: whether all gold was found.
        timed: whether a turn takes time in the game.
    """

    breakdown: Breakdown
    low: int
    high: int
    gold: int
    out: int
    gold_found: bool
    timed: bool


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms of a line's score, made when they are asked for."""

    line: CrawlLine

    def __call__(self) -> tuple[Term, ...]:
        return reckon_line(self.line).candidates[0].terms


def glance(line: CrawlLine) -> tuple[int, Breakdown] | None:
    """The score and breakdown of a line that is in order; ``None`` where a glance does not settle it."""
    plain = line.plain
    if plain is None or not line.is_untold:
        return None
    fit = _fit_of(line, plain)
    if fit is None or not (_character_is(plain) and _ending_is(plain) and _clock_is(line, plain, fit)):
        return None
    points = int(plain.sc)
    if not fit.gold:
        return (points, fit.breakdown) if fit.low <= points <= fit.high else None
    if plain.gold is None:
        return None
    gold = min(int(plain.gold), fit.gold)
    if not fit.low <= points - gold <= fit.high:
        return None
    return points, replace(fit.breakdown, steps=_Terms(line), total=fit.breakdown.total + gold)


def _fit_of(line: CrawlLine, plain: PlainLine) -> _Fit | None:
    """What scores a line can have; ``None`` where that takes a longer look."""
    kin = kin_of(line)
    if kin is None or any(key in line.text for key in kin.foreign):
        return None
    ending = plain.ktyp
    # What a winner gets depends on the turns, and hardly two have the same.
    if ending == "winning":
        return _fit(line, plain, kin.version)
    key = plain.xl, plain.nrune, ending, plain.fgem
    if key not in kin.fits:
        kin.fits[key] = _fit(line, plain, kin.version)
    found: _Fit | None = kin.fits[key]
    return found


_MOST_GOLD = {"none": 0, "million": 1_000_000, "all": 10**18}


def _fit(line: CrawlLine, plain: PlainLine, text: str) -> _Fit | None:
    reckoning = reckon_line(line) if line.entry is None else None
    if reckoning is None or not reckoning.candidates or reckoning.doubts:
        return None
    version = Version.parse(text)
    regimes = score.regimes(version)
    if len(regimes) > 1 or not version.since(RUNES_ARE_FLAGS) or not _gems_can_be(plain, version):
        return None
    # The first is what level and version say; others allow for a save of another version.
    found = reckoning.candidates[0]
    most, out = _MOST_GOLD[regimes[0].gold], out_since(text)
    # A cap or a wrap takes off what gold adds.
    if found.total.width is None or (most and (plain.gold is None or found.term("wrap") is not None)):
        return None
    total = found.total - min(int(plain.gold or 0), most)
    return _Fit(
        Breakdown(found.regime, found.title, _Terms(line), total),
        total.low or 0,
        total.high or 0,
        most,
        out[0] if out else 0,
        version.may_be_since("0.14-a0-450"),
        version.may_be_since("0.12-a0-2785"),
    )


def _gems_can_be(plain: PlainLine, version: Version) -> bool:
    return plain.fgem is None or (version.since(GEMS_SINCE) and int(plain.fgem) < MOST_GEMS)


def _character_is(plain: PlainLine) -> bool:
    nrune, igem, mp = plain.nrune, plain.igem, plain.mp
    if plain.char is not None and not names.short_form_can_be(plain.char, plain.race, plain.cls):
        return False
    if plain.urune != nrune or (nrune is not None and int(nrune) > MOST_RUNES):
        return False
    if igem is not None and (plain.fgem is None or int(igem) > int(plain.fgem)):
        return False
    if not int(plain.hp) <= int(plain.mhp) <= int(plain.mmhp) or not 1 <= int(plain.xl) <= 27:
        return False
    if mp is not None and (plain.mmp is None or int(mp) > int(plain.mmp)):
        return False
    best = int(plain.sklev)
    return best < 27 and (plain.fifteenskills is not None) == (best >= 15) and plain.maxskills is None


def _ending_is(plain: PlainLine) -> bool:
    ending, message, long = plain.ktyp, plain.tmsg, plain.vlong
    if ending in ("winning", "leaving"):
        if plain.br != "D" or int(plain.lvl):
            return False
    elif plain.br == "D" and plain.lvl != plain.absdepth:
        return False
    if ending == "quitting" and plain.killer is not None:
        return False
    if message is not None and message.startswith("escaped") != (ending == "winning"):
        return False
    return long is None or long == plain.v or long.startswith(f"{plain.v}-")


def _clock_is(line: CrawlLine, plain: PlainLine, fit: _Fit) -> bool:
    start, end = line.moments
    if start is None or end is None or start > end or end < fit.out:
        return False
    turns, played = int(plain.turn), int(plain.dur)
    if played > end - start + 60 or (turns >= _FAST_TURNS and turns > 100 * max(played, 1)):
        return False
    if fit.timed and (plain.aut is None or turns > int(plain.aut)):
        return False
    if not fit.gold_found:
        return True
    if plain.gold is None or plain.goldfound is None or plain.goldspent is None:
        return False
    found = int(plain.goldfound)
    return int(plain.gold) <= found and int(plain.goldspent) <= found
