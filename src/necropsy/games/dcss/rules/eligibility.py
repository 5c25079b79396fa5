"""E: games that are honest and yet not for a leaderboard."""

from __future__ import annotations

from collections.abc import Iterable

from necropsy.games.dcss.rules.book import rule
from necropsy.record import Record
from necropsy.rules import Report, Severity

_NONE: tuple[Report, ...] = ()


@rule("E101", "Played in wizard mode", Severity.HINT, needs="wizard")
def wizard_mode(record: Record) -> Iterable[Report]:
    """The score line is marked ``*WIZ*``. The game itself keeps such games out of its list."""
    if not record.value("wizard"):
        return _NONE
    evidence = record.evidence(record.first("wizard"))
    return (Report("mode: wizard mode (*WIZ*), not for a leaderboard", evidence=evidence),)


@rule("E102", "Played in explore mode", Severity.HINT, needs="explore")
def explore_mode(record: Record) -> Iterable[Report]:
    """The score line is marked ``*EXPLORE*`` (0.16 on). The game keeps such games out of its list."""
    if not record.value("explore"):
        return _NONE
    evidence = record.evidence(record.first("explore"))
    return (Report("mode: explore mode (*EXPLORE*), not for a leaderboard", evidence=evidence),)


@rule("E103", "A tutorial or an arena fight", Severity.HINT)
def never_scored(record: Record) -> Iterable[Report]:
    """The game scores neither: they end without a score block, so one in such a file is odd."""
    kind = record.value("game_type")
    if kind not in ("tutorial", "arena"):
        return _NONE
    evidence = record.evidence(record.first("game_type"))
    return (Report(f"kind of game: {kind}, never scored", evidence=evidence),)


@rule("E104", "A seed that the player chose", Severity.HINT)
def chosen_seed(record: Record) -> Iterable[Report]:
    """A seed can be explored beforehand, so tournaments look at these games apart."""
    if record.value("game_type") != "seeded" and not record.value("seed_custom"):
        return _NONE
    evidence = record.evidence(record.first("game_type"), record.first("seed_custom"))
    return (Report("seed: chosen by the player", evidence=evidence),)
