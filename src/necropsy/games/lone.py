"""What a game offers of which each dump stands alone, so that a new game begins with little."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

from necropsy.games import Companion, Glance
from necropsy.identity import Identity
from necropsy.logline import Line, Rejected
from necropsy.record import Record
from necropsy.rules import Rule

__all__ = ["LoneDumps"]


class LoneDumps:
    """The parts of :class:`~necropsy.games.Game` that a game has by default.

    It writes one dump of each game that has ended, no log, and nothing beside; its versions
    share one set of rules. A game overrides what is otherwise, and adds ``name``, ``title``,
    ``rulebook``, ``recognises``, ``read`` and ``reckon``.
    """

    writes_twins = False

    @staticmethod
    def companion(_name: str, _text: str, /) -> Companion | None:
        """Nothing lies beside the dumps."""
        return None

    @staticmethod
    def is_log(_name: str, _text: str, /) -> bool:
        """No text is a log."""
        return False

    @staticmethod
    def read_log(_lines: Iterable[Line], _source: str, /) -> Iterator[Record | Rejected]:
        """There are no lines."""
        return iter(())

    @staticmethod
    def glance(_record: Any, /) -> Glance | None:
        """Each dump is read in full."""
        return None

    @staticmethod
    def glimpse(_record: Record, /) -> None:
        """Each dump is read in full."""

    @staticmethod
    def unfold(_record: Record, /) -> None:
        """Each dump is read in full."""

    @staticmethod
    def identity(_record: Record, /) -> Identity | None:
        """Nothing tells one game of a player from the next."""
        return None

    @staticmethod
    def keys(_identity: Identity, /) -> Sequence[Hashable]:
        """None, as there is no identity."""
        return ()

    @staticmethod
    def unfinished(_record: Record, /) -> str | None:
        """Each dump is of a game that has ended."""
        return None

    @staticmethod
    def cut_off(_record: Record, /) -> str | None:
        """Nothing tells whether a dump has lost its end."""
        return None

    @staticmethod
    def variant(_record: Record, /) -> str | None:
        """No forks are known."""
        return None

    @staticmethod
    def unscored(_record: Record, /) -> str | None:
        """Each game has a score."""
        return None

    @staticmethod
    def ineligible(_record: Record, /) -> str | None:
        """Each game is for a leaderboard."""
        return None

    @staticmethod
    def remarks(_record: Record, /) -> Iterator[str]:
        """The terms say it all."""
        return iter(())

    @staticmethod
    def edition(record: Record, /) -> Hashable:
        """The version as printed."""
        version: str | None = record.value("version")
        return version

    @staticmethod
    def holds(rule: Rule, _edition: Any, /) -> bool:
        """A rule for all versions holds; one for some needs a game that knows their order."""
        return not rule.since and not rule.until
