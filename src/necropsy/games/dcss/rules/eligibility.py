"""E: games that are honest and yet not for a leaderboard."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.dcss.rules.book import rule
from necropsy.record import Record
from necropsy.rules import Report, Severity


@rule("E101", "Played in wizard mode", Severity.HINT)
def wizard_mode(record: Record) -> Iterator[Report]:
    """The score line is marked ``*WIZ*``. The game itself keeps such games out of its list."""
    mark = record.first("wizard")
    if mark is not None and mark.value:
        yield Report("mode: wizard mode (*WIZ*), not for a leaderboard", evidence=record.evidence(mark))


@rule("E102", "Played in explore mode", Severity.HINT)
def explore_mode(record: Record) -> Iterator[Report]:
    """The score line is marked ``*EXPLORE*`` (0.16 on). The game keeps such games out of its list."""
    mark = record.first("explore")
    if mark is not None and mark.value:
        yield Report("mode: explore mode (*EXPLORE*), not for a leaderboard", evidence=record.evidence(mark))


@rule("E103", "A tutorial or an arena fight", Severity.HINT)
def never_scored(record: Record) -> Iterator[Report]:
    """The game scores neither: they end without a score block, so one in such a file is odd."""
    kind = record.first("game_type")
    if kind is not None and kind.value in ("tutorial", "arena"):
        yield Report(f"kind of game: {kind.value}, never scored", evidence=record.evidence(kind))


@rule("E104", "A seed that the player chose", Severity.HINT)
def chosen_seed(record: Record) -> Iterator[Report]:
    """A seed can be explored beforehand, so tournaments look at these games apart."""
    seed = record.first("seed_custom")
    kind = record.first("game_type")
    if (seed is not None and seed.value) or (kind is not None and kind.value == "seeded"):
        yield Report("seed: chosen by the player", evidence=record.evidence(kind, seed))
