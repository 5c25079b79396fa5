"""How many forgeries of each kind are caught, and by which rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from necropsy.engine import audit_texts
from necropsy.tamper.honest import Honest
from necropsy.tamper.kind import KINDS
from necropsy.tamper.making import forgeries
from necropsy.tamper.trial import Outcome, Trial, tried

__all__ = ["Tallies", "Tally", "trials_of"]


@dataclass
class Tally:
    """The outcomes of one kind of edit in one game.

    Attributes:
        outcomes: how many forgeries came to what.
        rules: how many were caught by each rule.
        twice: the same as ``outcomes``, of matches alone, and of facts that they state twice or more.
        missed: how many were missed, by the fact that was edited.
    """

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    twice: Counter[Outcome] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)

    @property
    def made(self) -> int:
        """How many forgeries there were."""
        return self.outcomes.total()

    @property
    def caught(self) -> int:
        """How many were caught."""
        return self.outcomes[Outcome.CAUGHT]

    def add(self, trial: Trial) -> None:
        """Count a trial."""
        self.outcomes[trial.outcome] += 1
        if trial.matched and trial.forgery.stated > 1:
            self.twice[trial.outcome] += 1
        if trial.outcome is Outcome.CAUGHT:
            self.rules.update(trial.rules)
        elif trial.outcome is Outcome.MISSED:
            self.missed[trial.forgery.fact] += 1


class Tallies:
    """The tallies of all kinds and games."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, str], Tally] = {}

    def add(self, game: str, trial: Trial) -> None:
        """Count a trial of a game's forgery."""
        self._tallies.setdefault((trial.forgery.kind, game), Tally()).add(trial)

    def of(self, kind: str, game: str) -> Tally:
        """The tally of a kind in a game; an empty one if there were no such forgeries."""
        return self._tallies.get((kind, game), Tally())

    @property
    def games(self) -> list[str]:
        """The games that there were forgeries of, by name."""
        return sorted({game for _, game in self._tallies})


def trials_of(honest: Honest, kinds: Iterable[str] = KINDS, seed: int = 0, most: int = 0) -> Iterator[Trial]:
    """Forge an honest game in each of some ways, and audit what comes of it.

    Args:
        honest: the game.
        kinds: the names of the kinds.
        seed: what the forgeries depend on.
        most: how many of each kind at most, spread over all there are; 0 for no limit.
    """
    usual = [honest.audit, *(each for file in honest.original.files for each in audit_texts([file]))]
    for kind in kinds:
        made = list(forgeries(honest.original, kind, seed))
        for forgery in made if not most else made[:: -(-len(made) // most) or 1]:
            yield tried(forgery, usual)
