"""Hengband: character dumps of 1.0 to 3.0.2, Japanese and English, of the living and the dead."""

from __future__ import annotations

from necropsy.games import Companion
from necropsy.games.hengband.dump import is_dump, is_screen, read_dump
from necropsy.games.hengband.hero import unknown_of, version_of
from necropsy.games.hengband.identity import identity_of
from necropsy.games.hengband.reckon import reckon
from necropsy.games.hengband.remarks import remarks_on
from necropsy.games.hengband.rescore import formula, rescore
from necropsy.games.hengband.rules import RULEBOOK
from necropsy.games.hengband.rules.book import READ
from necropsy.games.hengband.version import Version, VersionRange
from necropsy.games.hengband.version_window import version_window
from necropsy.games.lone import LoneDumps
from necropsy.record import Record
from necropsy.rules import Rule

__all__ = ["GAME", "Hengband"]

_UNSCORED = "a dump records no score: only the build of the character was examined"


class Hengband(LoneDumps):
    """The game's side of the :class:`~necropsy.games.Game` protocol.

    Hengband keeps its scores in a file that is no text. A hero is dumped as often as its player
    likes; only dumps of one moment tell of the same, and no file belongs to another.
    """

    name = "hengband"
    title = "Hengband"
    rulebook = RULEBOOK
    reckon = staticmethod(reckon)
    remarks = staticmethod(remarks_on)
    edition = staticmethod(version_of)
    identity = staticmethod(identity_of)
    version_window = staticmethod(version_window)
    formula = staticmethod(formula)
    rescore = staticmethod(rescore)

    @staticmethod
    def recognises(_name: str, text: str) -> bool:
        """Whether a text is a dump, or what a client sends to the score server."""
        return is_dump(text)

    @staticmethod
    def companion(_name: str, text: str) -> Companion | None:
        """The pictures of a screen that the game writes beside its dumps."""
        return Companion("a picture of Hengband's screen") if is_screen(text) else None

    @staticmethod
    def read(text: str, source: str) -> Record:
        """The record of a dump."""
        return read_dump(text, source)

    @staticmethod
    def unfinished(_record: Record) -> str | None:
        """The character is what is audited, and a living hero's is as good as a dead one's."""
        return None

    @staticmethod
    def cut_off(_record: Record) -> str | None:
        """A dump that was cut proves nothing by what it lacks: each rule sees to that itself."""
        return None

    @staticmethod
    def variant(record: Record) -> str | None:
        """Why this is a fork of the game: a race or a class that no version has."""
        return next(unknown_of(record), None)

    @staticmethod
    def unscored(record: Record) -> str | None:
        """A dump has no score; what a client sends to the score server has one."""
        return None if record.has("score") else _UNSCORED

    @staticmethod
    def ineligible(record: Record) -> str | None:
        """What the game itself keeps off its scores."""
        return "the game says that something illegal was done" if record.value("cheated") else None

    @staticmethod
    def holds(rule: Rule, version: Version | None) -> bool:
        """Whether a rule holds for a version: those about the form always."""
        if rule.code.startswith(("F", "E")):
            return True
        if version is None or not READ.overlaps(version):
            return False
        last = Version.parse(rule.until).last if rule.until else version.last
        return VersionRange(rule.since).holds(version) and version.last <= last


GAME = Hengband()
