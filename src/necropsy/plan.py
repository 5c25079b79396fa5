"""What to audit and how: what every part of a run is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from necropsy.games import game
from necropsy.override import NO_OVERRIDES, Overrides, files_of
from necropsy.sources import Limits

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["EVERYTHING", "Plan"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to audit and how.

    Attributes:
        select: beginnings of the rule codes to run; all where it is empty.
        ignore: beginnings of the rule codes to leave out.
        game: the one game to look for; every game where it is ``None``.
        limits: how much of a file is read.
        pair: whether dumps wait for the log line of their game; ``None`` is from the first log on.
        expect_files: whether a line of a log without its dump is a fault.
        logs: files that were given as logs; one that is none is told, and not taken for something else.
        overrides: what was decided for some files alone.
        facts_alone: whether no game is judged, and of many only a few facts are asked for.

    Raises:
        KeyError: if ``game`` is not known.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    game: str | None = None
    limits: Limits = field(default_factory=Limits)
    pair: bool | None = None
    expect_files: bool = False
    logs: frozenset[str] = frozenset()
    overrides: Overrides = NO_OVERRIDES
    facts_alone: bool = False

    @property
    def scores_alone(self) -> bool:
        """Whether no rules are to run but those about the score."""
        asked = [*self.select, *(code for each in self.overrides.each for code in each.select)]
        return bool(self.select) and all(beginning.startswith("S") for beginning in asked)

    def codes(self, record: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Beginnings of the rule codes to run on a game, and of those to leave out."""
        if not self.overrides:
            return self.select, self.ignore
        return self.overrides.codes(files_of(record), self.select, self.ignore)

    def __post_init__(self) -> None:
        if self.game is not None:
            game(self.game)


EVERYTHING = Plan()
"""Every rule of every game."""
