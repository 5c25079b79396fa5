"""The games that necropsy knows, and how it tells them apart.

A game is a folder here and one line in :data:`MODULES`; no game imports another.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

from necropsy.breakdown import Breakdown, Reckoning
from necropsy.identity import Identity
from necropsy.logline import Line, Rejected
from necropsy.record import Record
from necropsy.rules import Finding, Rule, Rulebook

__all__ = ["MODULES", "Companion", "Game", "Versioned", "game", "games", "recognise", "versioned"]


@dataclass(frozen=True, slots=True)
class Companion:
    """A file that a game writes beside its dumps and that is none.

    Attributes:
        kind: what it is, in words (``"stash list"``).
    """

    kind: str


Glance = tuple[int, Breakdown] | tuple[int, Breakdown, tuple[Finding, ...]]
"""What a glance tells of a game in order: the recorded score, the breakdown, and hints if there are any."""


class Game(Hashable, Protocol):
    """What a game's module offers the rest of the program.

    Attributes:
        name: short name, in options and output.
        title: name for people.
        writes_twins: whether it writes two dumps of one game, a text and a page.
        rulebook: its rules.
    """

    name: str
    title: str
    writes_twins: bool
    rulebook: Rulebook

    def recognises(self, name: str, text: str) -> bool:
        """Whether the text is a dump of this game; of a log only the beginning may be there."""

    def companion(self, name: str, text: str) -> Companion | None:
        """What the file is, if this game writes it beside its dumps."""

    def is_log(self, name: str, text: str) -> bool:
        """Whether the text is (the beginning of) a log of many games, a line each."""

    def read(self, text: str, source: str) -> Record:
        """The record of a dump."""

    def read_log(self, lines: Iterable[Line], source: str) -> Iterator[Record | Rejected]:
        """The record of each line of a log that is a game, and the lines that are none and should be."""

    def identity(self, record: Record) -> Identity | None:
        """What names the game in every file that tells of it; ``None`` if this is the only one."""

    def glance(self, record: Any) -> Glance | None:
        """The score and breakdown of a game that is in order, and the hints that it carries if any.

        ``None`` if that takes a longer look: of a dump always, unless the score alone is asked for.
        """

    def glimpse(self, record: Record) -> None:
        """Have a quick look at a dump of which the score alone is asked for.

        What it settles :meth:`glance`, :meth:`unfinished` and :meth:`identity` take from it.
        """

    def unfold(self, record: Record) -> None:
        """Prepare a dump of which everything is going to be asked; what it says stays the same."""

    def keys(self, identity: Identity) -> Sequence[Hashable]:
        """Under what a dump is put aside, and where a line looks for its dumps."""

    def unfinished(self, record: Record) -> str | None:
        """Why this is a dump of a running game; ``None`` if the game has ended."""

    def cut_off(self, record: Record) -> str | None:
        """Why a file of the game seems to have lost its end; ``None`` if nothing says so."""

    def variant(self, record: Record) -> str | None:
        """Why this is a fork of the game; ``None`` if nothing says so."""

    def unscored(self, record: Record) -> str | None:
        """Why there is no score to check, where the rest is audited all the same; ``None`` if it has one."""

    def reckon(self, record: Record) -> Reckoning:
        """The ways in which the score can have come about."""

    def ineligible(self, record: Record) -> str | None:
        """Why the game is not for a leaderboard; ``None`` if nothing says so."""

    def remarks(self, record: Record) -> Iterator[str]:
        """What an explanation says beyond the terms, a paragraph each."""

    def edition(self, record: Record) -> Hashable:
        """What of a record :meth:`holds` needs: its version."""

    def holds(self, rule: Rule, edition: Any) -> bool:
        """Whether a rule holds for an edition of the game, surely."""


@runtime_checkable
class Versioned(Protocol):
    """What a game's module offers beyond that if its versions have an order and formulas of their own."""

    def version_window(self, since: str, until: str) -> Callable[[Record], bool | None]:
        """Whether a record's version lies in a range; ``None`` where it cannot be placed.

        An empty text is an open end. Raises ValueError if a text is no version of the game.
        """

    def formula(self, version: str) -> str:
        """The name of the one formula that a version counts by.

        Raises ValueError if the version is not known, or follows one of several.
        """

    def rescore(self, record: Record, version: str) -> Breakdown:
        """What a game would have scored by the formula of a version.

        Raises ValueError as :meth:`formula` does, RescoreError if the game cannot be scored by it.
        """


MODULES = {
    "dcss": "necropsy.games.dcss",
    "gnollhack": "necropsy.games.gnollhack",
    "hengband": "necropsy.games.hengband",
}
"""The games' folders, by the short name of the game."""


@lru_cache(maxsize=8)
def game(name: str) -> Game:
    """A game by its short name.

    Raises:
        KeyError: if no game is called so.
    """
    module = import_module(MODULES[name])
    found: Game = module.GAME
    return found


def versioned(name: str) -> Versioned | None:
    """A game by its short name, if it can compare versions and score by another one's formula.

    Raises:
        KeyError: if no game is called so.
    """
    found = game(name)
    return found if isinstance(found, Versioned) else None


def games() -> Iterator[Game]:
    """All games, in the order in which they are tried on a file."""
    return (game(name) for name in MODULES)


def recognise(text: str, name: str = "", only: str | None = None) -> Game | Companion | None:
    """Which game wrote a text, or what it is if it lies beside the dumps of one.

    Args:
        text: the file's text.
        name: the file's name.
        only: the one game to try.

    Raises:
        KeyError: if ``only`` is no game.
    """
    for candidate in [game(only)] if only else games():
        if candidate.recognises(name, text):
            return candidate
    for candidate in [game(only)] if only else games():
        companion = candidate.companion(name, text)
        if companion is not None:
            return companion
    return None
