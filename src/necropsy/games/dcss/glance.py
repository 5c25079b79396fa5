"""A glance at a log line: whether its score fits and nothing about it is odd.

Of the million lines of a log nearly all are so, and one pattern reads them
(:mod:`necropsy.games.dcss.plain_line`). A glance says yes or does not know: a line that it
does not settle is read in full and judged by the rules, and tests hold the two together.
What it asks is what the rules about lines ask (:mod:`necropsy.games.dcss.rules.line`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from necropsy.breakdown import Breakdown, Term
from necropsy.games.dcss import score
from necropsy.games.dcss.facts import GEMS_SINCE
from necropsy.games.dcss.limits import MOST_GEMS, MOST_RUNES
from necropsy.games.dcss.line_reckon import kin_of, reckon_line
from necropsy.games.dcss.rules.book import RUNES_ARE_FLAGS
from necropsy.games.dcss.rules.line import out_since
from necropsy.games.dcss.version import Version
from necropsy.span import Span

if TYPE_CHECKING:
    from necropsy.games.dcss.line import CrawlLine
    from necropsy.games.dcss.plain_line import PlainLine

__all__ = ["glance"]

_FAST_TURNS = 5000


class _Fit(NamedTuple):
    """What lines of one kin, level, treasures and ending have in common.

    Attributes:
        low: the least that such a game scores without its gold.
        high: the most.
        gold: how much gold counts at most; 0 for none.
        out: the second before which no such game can have ended.
        gold_found: whether all gold was found.
        timed: whether a turn takes time in the game.
        regime: the name of the formula.
        title: the formula in words.
    """

    low: int
    high: int
    gold: int
    out: int
    gold_found: bool
    timed: bool
    regime: str
    title: str


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
    if fit.gold and plain.gold is None:
        return None
    points, gold = int(plain.sc), min(int(plain.gold or 0), fit.gold)
    if not fit.low <= points - gold <= fit.high:
        return None
    total = Span(fit.low + gold, fit.high + gold)
    return points, Breakdown(fit.regime, fit.title, _Terms(line), total)


def _fit_of(line: CrawlLine, plain: PlainLine) -> _Fit | None:
    """What scores a line can have; ``None`` where that takes a longer look."""
    kin = kin_of(line)
    if kin is None:
        return None
    key = plain.xl, plain.nrune, plain.ktyp, plain.fgem
    if key not in kin.fits:
        kin.fits[key] = _fit(line, plain, kin.version)
    found: _Fit | None = kin.fits[key]
    return found


_MOST_GOLD = {"none": 0, "million": 1_000_000, "all": 10**18}


def _fit(line: CrawlLine, plain: PlainLine, text: str) -> _Fit | None:
    if plain.ktyp in ("winning", "leaving", "wizmode", "exploremode"):
        return None
    reckoning = reckon_line(line)
    if not reckoning.candidates or reckoning.doubts:
        return None
    version = Version.parse(text)
    regimes = score.regimes(version)
    if len(regimes) > 1 or not version.since(RUNES_ARE_FLAGS):
        return None
    if plain.fgem is not None and (not version.since(GEMS_SINCE) or int(plain.fgem) >= MOST_GEMS):
        return None
    # The first is what level and version say; others allow for a save of another version.
    found = reckoning.candidates[0]
    low, high, out = found.total.low, found.total.high, out_since(text)
    most = _MOST_GOLD[regimes[0].gold]
    if low is None or high is None or (most and plain.gold is None):
        return None
    gold = min(int(plain.gold or 0), most)
    return _Fit(
        low - gold,
        high - gold,
        most,
        out[0] if out else 0,
        version.may_be_since("0.14-a0-450"),
        version.may_be_since("0.12-a0-2785"),
        found.regime,
        found.title,
    )


def _character_is(plain: PlainLine) -> bool:
    if plain.urune != plain.nrune or int(plain.nrune or 0) > MOST_RUNES:
        return False
    if plain.igem is not None and (plain.fgem is None or int(plain.igem) > int(plain.fgem)):
        return False
    if not int(plain.hp) <= int(plain.mhp) <= int(plain.mmhp) or not 1 <= int(plain.xl) <= 27:
        return False
    if plain.mp is not None and (plain.mmp is None or int(plain.mp) > int(plain.mmp)):
        return False
    best = int(plain.sklev)
    return best < 27 and (plain.fifteenskills is not None) == (best >= 15) and plain.maxskills is None


def _ending_is(plain: PlainLine) -> bool:
    if plain.br == "D" and plain.lvl != plain.absdepth:
        return False
    if plain.ktyp == "quitting" and plain.killer is not None:
        return False
    if plain.tmsg is not None and plain.tmsg.startswith("escaped"):
        return False
    return plain.vlong is None or plain.vlong.startswith(plain.v)


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
