"""E: games that are honest and yet not for a leaderboard, or not for a tournament."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.gnollhack.rules.book import in_line, rule
from necropsy.record import Record
from necropsy.rules import Report, Severity

_UNFIT = ("wizard", "explore", "casual", "reloadable")


@rule("E201", "Played in a mode that no leaderboard counts", Severity.HINT)
def unfit_mode(record: Record) -> Iterator[Report]:
    """Wizard, explore, casual and reloadable games; all but the first score 0."""
    for statement in record.statements("mode"):
        if statement.value in _UNFIT:
            yield Report(
                f"mode: {statement.value}, not for a leaderboard", evidence=record.evidence(statement)
            )
            return


@rule("E202", "A game that counts for nothing", Severity.HINT)
def unscored(record: Record) -> Iterator[Report]:
    """A game that went on from an imported save is marked non-scoring and scores 0."""
    for statement in record.statements("mode_words"):
        if "non-scoring" in statement.value:
            yield Report("mode: non-scoring, not for a leaderboard", evidence=record.evidence(statement))
            return
    scoring, mode = in_line(record, "scoring"), in_line(record, "mode")
    if scoring is not None and not scoring.value and (mode is None or mode.value not in _UNFIT):
        yield Report("scoring: no, not for a leaderboard", evidence=record.evidence(scoring))


@rule("E203", "Not played in tournament mode", Severity.HINT)
def no_tournament(record: Record) -> Iterator[Report]:
    """``tournament=no``: nearly every honest line says so; a tournament may ask for it."""
    said = in_line(record, "tournament")
    if said is not None and not said.value:
        yield Report("tournament: no", evidence=record.evidence(said))


@rule("E204", "Saves were not tracked", Severity.HINT, since="4.2.0-31")
def untracked(record: Record) -> Iterator[Report]:
    """``seclvl=0``: nearly every honest line says so; only some ports track the saves of a game."""
    said = in_line(record, "seclvl")
    if said is not None and said.value == 0:
        yield Report("save tracking: none", evidence=record.evidence(said))
