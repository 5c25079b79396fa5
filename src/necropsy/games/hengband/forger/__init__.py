"""What a forger of Hengband heroes knows. A testing aid; no audit uses it.

A dump has no score and no line in a log; what a client sends to a score server has a score
above the dump. So the kinds that need a line make nothing.
"""

from __future__ import annotations

from necropsy.games.hengband import score
from necropsy.games.hengband.counted_game import game_of
from necropsy.games.hengband.forger.aims import AIMS
from necropsy.games.hengband.forger.recipes import RECIPES
from necropsy.games.hengband.hero import version_of
from necropsy.games.hengband.options import usual_settings
from necropsy.games.hengband.reckon import reckon
from necropsy.record import Record
from necropsy.span import Span
from necropsy.tamper.forger import Forger

__all__ = ["FORGER"]


def fitted(record: Record) -> int | None:
    """The score of a hero whose dump hides nothing: options as in a new game, nothing ever lost."""
    version = version_of(record)
    if version is None or reckon(record).missing:
        return None
    game = game_of(record, version)
    usual = usual_settings(version)
    shown = game._replace(
        experience=Span.exactly(game.experience.low or 0),
        depth=Span.exactly(game.depth.low or 0),
        settings=usual | {name: value for name, value in game.settings.items() if value is not None},
        arena=Span.exactly(game.arena.low or 0),
        arena_lost=bool(game.arena_lost),
        winner=bool(game.winner),
    )
    return score.breakdown(version, shown).total.exact


def renamed(name: str, old: str, new: str) -> str:
    """The file's name for another hero: ``NAME.txt``, ``NAME_Autodump_2026-07-11_055710.txt``."""
    return name.replace(old, new, 1) if old else name


FORGER = Forger(aims=AIMS, renamed=renamed, fitted=fitted, recipes=RECIPES)
