"""E: games that are honest and yet not for a leaderboard, or not for a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from necropsy.games.gnollhack.rules.book import hint_rule, rule
from necropsy.joint import lines_of
from necropsy.logline import LineRecord
from necropsy.record import Record
from necropsy.rules import Report, Severity

_UNFIT = ("wizard", "explore", "casual", "reloadable")


@rule("E201", "Played in a mode that no leaderboard counts", Severity.HINT)
def unfit_mode(record: Record) -> Iterator[Report]:
    """Wizard, explore, casual and reloadable games; all but the first score 0."""
    if not any(mode in _UNFIT for mode in record.values("mode")):
        return
    said = next(s for s in record.statements("mode") if s.value in _UNFIT)
    yield Report(f"mode: {said.value}, not for a leaderboard", evidence=record.evidence(said))


@rule("E202", "A game that counts for nothing", Severity.HINT)
def unscored(record: Record) -> Iterator[Report]:
    """A game that went on from an imported save is marked non-scoring and scores 0."""
    for statement in record.statements("mode_words") if not isinstance(record, LineRecord) else ():
        if "non-scoring" in statement.value:
            yield Report("mode: non-scoring, not for a leaderboard", evidence=record.evidence(statement))
            return
    for line in lines_of(record):
        if line.value("scoring") is False and line.value("mode") not in _UNFIT:
            yield Report("scoring: no, not for a leaderboard", evidence=line.about("scoring"))


@hint_rule("E203", "Not played in tournament mode")
def no_tournament(record: LineRecord) -> Iterable[Report]:
    """``tournament=no``: nearly every honest line says so; a tournament may ask for it."""
    if record.value("tournament") is False:
        return (Report("tournament: no", evidence=record.about("tournament")),)
    return ()


@hint_rule("E204", "Saves were not tracked", since="4.2.0-31")
def untracked(record: LineRecord) -> Iterable[Report]:
    """``seclvl=0``: nearly every honest line says so; only some ports track the saves of a game."""
    if record.value("seclvl") == 0:
        return (Report("save tracking: none", evidence=record.about("seclvl")),)
    return ()
