"""What a game would have scored by the formula of another version."""

from __future__ import annotations

from necropsy.breakdown import Breakdown, RescoreError
from necropsy.games.hengband import score
from necropsy.games.hengband.counted_game import game_of
from necropsy.games.hengband.reckon import reckon
from necropsy.games.hengband.rules.book import READ
from necropsy.games.hengband.version import Version
from necropsy.record import Record

__all__ = ["formula", "rescore"]


def formula(version: str) -> str:
    """The formula that a version counts by.

    Raises:
        ValueError: if the version is not known.
    """
    return f"formula of Hengband {_parse(version)}"


def rescore(record: Record, version: str) -> Breakdown:
    """What a game would have scored by the formula of a version; what a dump hides leaves a wide span.

    Raises:
        ValueError: if the version is not known.
        RescoreError: if the game's own score cannot be worked out.
    """
    if not reckon(record).candidates:
        raise RescoreError("the game's own score cannot be worked out")
    parsed = _parse(version)
    return score.breakdown(parsed, game_of(record, parsed))


def _parse(version: str) -> Version:
    parsed = Version.parse(version)
    if not READ.overlaps(parsed):
        raise ValueError(f"no formula is known for version {version}; those up to 3.0.2 are")
    return parsed
