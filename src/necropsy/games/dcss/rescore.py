"""What a game would have scored by the formula of another version.

What the hero did stays as it was: experience, runes, gems, gold, turns. A formula that
counts what the file does not tell leaves a span. The recorded score is the best witness of
the experience, of which a file shows a percentage only: of all experience that level and
percentage allow, only that which gives the recorded score by the game's own formula counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from necropsy.breakdown import Breakdown, RescoreError, widest
from necropsy.games.dcss import experience, score
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.limits import MOST_RUNES
from necropsy.games.dcss.line import CrawlLine
from necropsy.games.dcss.line_reckon import games_of_line
from necropsy.games.dcss.reckon import own_scores_of, ways
from necropsy.games.dcss.version import Version
from necropsy.record import Record
from necropsy.span import Span

__all__ = ["formula", "rescore"]


def formula(version: str) -> str:
    """The formula that a version counts by, with the builds that follow it.

    Raises:
        ValueError: if the version is not known, or its builds follow one of several formulas.
    """
    return _regime(version).title


def rescore(record: Record, version: str) -> Breakdown:
    """What a game would have scored by the formula of a version.

    Args:
        record: the game; its recorded score must fit its own formula, else it narrows nothing.
        version: the version to score by (``0.34.1``).

    Raises:
        ValueError: if the version is not known, or its builds follow one of several formulas.
        RescoreError: if the game cannot be scored by it.
    """
    regime = _regime(version)
    own = version_of(record)
    if own is None or not score.regimes(own):
        raise RescoreError("the game's own version is not known")
    games = list(dict.fromkeys(_games(record, own, version)))
    return widest([score.breakdown(regime, game) for game in games])


@lru_cache(maxsize=1024)
def _regime(text: str) -> score.Regime:
    found = score.regimes(Version.parse(text))
    if not found:
        raise ValueError(f"no formula is known for version {text} (known are 0.1 to {score.NEWEST_READ})")
    if len({regime.formula for regime in found}) > 1:
        names = ", ".join(f"{regime.title}" for regime in found)
        raise ValueError(f"version {text} may follow several formulas: {names}; name one build")
    return found[0]


def _games(record: Record, own: Version, version: str) -> Iterator[score.Game]:
    """The games that the record may be of, with what the formula of the version asks for."""
    if isinstance(record, CrawlLine):
        possible = games_of_line(record)
    else:
        possible = [way.game for way in ways(record, own)]
    recorded = record.value("score")
    regimes = score.regimes(own)
    fitting = [game for game in possible if recorded in score.breakdown_of_any(regimes, game).total]
    # What the score rules out the hero cannot have had; a score that fits nothing rules out nothing.
    for game in fitting or possible[:1]:
        narrowed = _narrowed(regimes, game, recorded) if fitting else game
        yield _as_of(record, own, narrowed, Version.parse(version))


def _narrowed(regimes: tuple[score.Regime, ...], game: score.Game, recorded: int) -> score.Game:
    """The game with that experience alone that gives the recorded score by its own formula."""
    own = score.breakdown_of_any(regimes, game)
    points = own.term("experience")
    kinds = {regime.experience for regime in regimes}
    taken = own.term("wrap")
    # A cap, or a wrap of some of the sums alone, hides what the sum was.
    if points is None or len(kinds) > 1 or (taken is not None and taken.span.exact is None):
        return game
    others = _minus(own.total, points.span)
    earned = (Span.exactly(recorded) - others) & points.span
    xp = None if earned is None else _experience(earned, flat=kinds == {"flat"}) & game.xp
    return game if xp is None else replace(game, xp=xp)


def _minus(total: Span, part: Span) -> Span:
    """The sum without one of its parts: end by end, as it was added."""
    low = None if total.low is None or part.low is None else total.low - part.low
    high = None if total.high is None or part.high is None else total.high - part.high
    return Span(low, high)


def _experience(points: Span, *, flat: bool) -> Span:
    """All experience that is worth so many points."""
    low, high = max(points.low or 0, 0), points.high
    assert high is not None  # no experience is worth more than the cap's
    if flat:
        return Span(-(-low * 10 // 7), ((high + 1) * 10 - 1) // 7)
    return experience.tiered_inverse(low) | experience.tiered_inverse(high)


def _as_of(record: Record, own: Version, game: score.Game, version: Version) -> score.Game:
    """The game with what counts in another version and not in its own."""
    rules, own_rules = ({rule for rule, _ in own_scores_of(record, each)} for each in (version, own))
    if rules == {""}:
        game = _by_formula(record, game)
    elif rules not in (own_rules, {game.own_score}):
        raise RescoreError(f"in {version} the sprint's map may score itself")
    if own.before("0.9") and game.ending in ("death", "quit"):
        # To 0.8 the dead got nothing for runes, and no line counts them.
        game = replace(game, runes=Span(0, MOST_RUNES))
    return game


def _by_formula(record: Record, game: score.Game) -> score.Game:
    """A game whose map scored itself, with what its file says of the rest."""
    if not game.own_score:
        return game
    gems = record.value("gems")
    return replace(
        game,
        own_score="",
        xp=record.value("xp_span") or game.xp,
        gems=game.gems if gems is None else Span.exactly(gems),
    )
