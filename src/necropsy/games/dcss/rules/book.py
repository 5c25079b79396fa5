"""The registry of DCSS rules, and what several of them ask."""

from __future__ import annotations

from necropsy.games.dcss.facts import version_of
from necropsy.record import Record
from necropsy.rules import Rulebook

__all__ = ["RULEBOOK", "before", "from_on", "in_special_mode", "left_the_dungeon", "rule"]

RULEBOOK = Rulebook()
rule = RULEBOOK.rule

_SPECIAL_MARKS = ("wizard", "explore", "wizard_noted", "explore_noted", "generation_marks")


def in_special_mode(record: Record) -> bool:
    """Whether anything says that wizard or explore mode was on: then facts can be set at will."""
    return any(record.value(mark) for mark in _SPECIAL_MARKS) or record.has("piety_in_numbers")


def left_the_dungeon(record: Record) -> bool:
    """Whether the game ended outside the dungeon, with the Orb or without it."""
    return record.value("ending") in ("win", "left")


def from_on(record: Record, build: str) -> bool:
    """Whether the record's version is surely ``build`` or later."""
    version = version_of(record)
    return version is not None and version.since(build)


def before(record: Record, build: str) -> bool:
    """Whether the record's version surely came before ``build``."""
    version = version_of(record)
    return version is not None and version.before(build)
