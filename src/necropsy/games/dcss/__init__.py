"""Dungeon Crawl Stone Soup: morgues of 0.3, and logs of 0.4, to the trunk of 0.35."""

from __future__ import annotations

from necropsy.breakdown import Reckoning
from necropsy.games import Glance
from necropsy.games.dcss.beside import companion_of
from necropsy.games.dcss.glance import glance
from necropsy.games.dcss.glimpse import glimpse_of, seen_in
from necropsy.games.dcss.identity import identity_of, keys_of
from necropsy.games.dcss.line import CrawlLine
from necropsy.games.dcss.logfile import is_logfile, read_logfile
from necropsy.games.dcss.morgue import end_lacking, is_morgue, read_morgue
from necropsy.games.dcss.reckon import reckon, variant_of
from necropsy.games.dcss.remarks import remarks_on
from necropsy.games.dcss.rescore import formula, rescore
from necropsy.games.dcss.rules import RULEBOOK
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.games.dcss.version_window import version_window
from necropsy.joint import dumps_of
from necropsy.record import Record
from necropsy.rules import Rule

__all__ = ["GAME", "Dcss"]


_SPECIAL = {"WIZ": "played in wizard mode (*WIZ*)", "EXPLORE": "played in explore mode (*EXPLORE*)"}
"""Why a game is not for a leaderboard, by the mark of its score line."""

_HEAD = 64 * 1024
"""Characters of a text that show whether it is a log."""


class Dcss:
    """The game's side of the :class:`~necropsy.games.Game` protocol."""

    name = "dcss"
    title = "Dungeon Crawl Stone Soup"
    writes_twins = False
    rulebook = RULEBOOK
    companion = staticmethod(companion_of)
    variant = staticmethod(variant_of)
    remarks = staticmethod(remarks_on)
    version_window = staticmethod(version_window)
    formula = staticmethod(formula)
    rescore = staticmethod(rescore)

    @staticmethod
    def recognises(name: str, text: str) -> bool:
        """Whether a text is a morgue, or the beginning of a log."""
        return is_morgue(name, text) or is_logfile(name, text[:_HEAD])

    @staticmethod
    def is_log(name: str, text: str) -> bool:
        """Whether a text begins a log."""
        return is_logfile(name, text[:_HEAD])

    @staticmethod
    def read(text: str, source: str) -> Record:
        """The record of a morgue."""
        return read_morgue(text, source)

    @staticmethod
    def glance(record: Record) -> Glance | None:
        """The score and breakdown of a line in order, and of a morgue whose score alone is asked for."""
        if isinstance(record, CrawlLine):
            return glance(record)
        seen = seen_in(record)
        return None if seen is None else (seen.score, seen.breakdown)

    @staticmethod
    def glimpse(record: Record) -> None:
        """One pattern over the head of most morgues tells whether the score fits."""
        record.document.glimpse = glimpse_of(record.document.text)

    @staticmethod
    def unfold(record: Record) -> None:
        """Cut the morgue as a whole."""
        record.document.cut_whole()

    read_log = staticmethod(read_logfile)
    identity = staticmethod(identity_of)
    keys = staticmethod(keys_of)

    @staticmethod
    def unfinished(record: Record) -> str | None:
        """A running game's dump speaks in the present; a log has lines for modes that were entered."""
        if isinstance(record, CrawlLine):
            entry = record.entry
            said = f"the line was written when the game entered {entry} mode; it is no end"
            return None if entry is None else said
        if seen_in(record) is not None or record.has("score"):
            return None
        if record.value("alive"):
            return "the file speaks of the game in the present and has no score block"
        return None

    @staticmethod
    def cut_off(record: Record) -> str | None:
        """The game ends each morgue with a blank line (0.3 to the trunk of 0.35)."""
        return next(filter(None, (end_lacking(part.text) for part in dumps_of(record))), None)

    @staticmethod
    def reckon(record: Record) -> Reckoning:
        """The ways in which the score can have come about."""
        return reckon(record)

    @staticmethod
    def unscored(_record: Record) -> str | None:
        """A game of DCSS always has a score."""
        return None

    @staticmethod
    def ineligible(record: Record) -> str | None:
        """Wizard and explore games, tutorials and arena fights are not for a leaderboard."""
        seen = seen_in(record)
        if seen is not None:
            return None if seen.mark is None else _SPECIAL[seen.mark]
        if record.value("wizard"):
            return _SPECIAL["WIZ"]
        if record.value("explore"):
            return _SPECIAL["EXPLORE"]
        if record.value("game_type") in ("tutorial", "arena"):
            return f"a game of kind {record.value('game_type')!r}, which the game itself never scores"
        return None

    @staticmethod
    def edition(record: Record) -> str | None:
        """The version as printed."""
        text: str | None = record.value("version")
        return text

    @staticmethod
    def holds(rule: Rule, text: str | None) -> bool:
        """Whether the rule surely holds for a version."""
        if not rule.since and not rule.until:
            return True
        try:
            return text is not None and VersionRange(rule.since, rule.until).holds(Version.parse(text))
        except ValueError:
            return False


GAME = Dcss()
