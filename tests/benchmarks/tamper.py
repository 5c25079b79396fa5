"""What an audit sees of edited games: every kind of edit, made in honest games, and what becomes of it.

    python tests/benchmarks/tamper.py [PATH...] [--each N] [--seed N] [--jobs N] [--markdown] [--missed]

The games are those under the paths; without any, the engines' own under ``sample_morgues`` and
``tests/engine_truth``. Logs there lend their lines to the dumps. The same run counts what is said
against the honest games: it must be nothing, else it ends with code 1. The same seed makes the same
table.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from necropsy.reports.forgeries import write_forgeries, write_forgeries_markdown
from necropsy.tamper import Honest, Outcome, Tallies, Trial, honest_games, is_accused, trials_of
from necropsy.verdict import Audit

__all__ = ["OWN", "Measure", "honest", "is_patched", "trials"]

TESTS = Path(__file__).parents[1]
OWN = (
    *(TESTS.parent / "sample_morgues" / game for game in ("dcss", "gnollhack", "hengband")),
    TESTS / "engine_truth",
)
"""The files of the engines in this repository."""


_PATCHED = frozenset({"patched", "patched2", "arena", "sprint", "zotdef"})
"""Folders with games that a patched engine wrote: what it set before it counted can contradict the rest."""


def is_patched(audit: Audit) -> bool:
    """Whether a file was written by an engine that was patched, so that what is said against it is true."""
    return not _PATCHED.isdisjoint(Path(audit.source).parts)


def honest(paths: Iterable[str | Path]) -> tuple[list[Honest], list[Honest]]:
    """The games under some paths: those to edit, and those that an audit accuses as they are."""
    games = list(honest_games(paths))
    return [game for game in games if not is_accused(game.audit)], [g for g in games if is_accused(g.audit)]


class Measure:
    """How a game is measured.

    Args:
        games: the honest games.
        seed: what the forgeries depend on.
        each: how many of each kind and game at most; 0 for all.
    """

    def __init__(self, games: Sequence[Honest], seed: int = 0, each: int = 0) -> None:
        self.games, self.seed, self.each = games, seed, each

    def __call__(self, at: int) -> tuple[str, list[Trial]]:
        """The trials of one game, by its place in the list, and the name of what it is a game of."""
        game = self.games[at]
        return game.original.game.name, list(trials_of(game, seed=self.seed, most=self.each))


_AT_WORK: list[Measure] = []
"""What the workers measure. Records do not travel between processes: each worker is a copy that has them."""


def _measured(at: int) -> tuple[str, list[Trial]]:
    return _AT_WORK[-1](at)


def trials(measure: Measure, jobs: int = 1) -> Iterator[tuple[str, Trial]]:
    """Every trial, in the order of the games, and the name of what each is a game of."""
    _AT_WORK.append(measure)
    places = range(len(measure.games))
    if jobs == 1:
        found: Iterable[tuple[str, list[Trial]]] = map(_measured, places)
        yield from ((name, trial) for name, each in found for trial in each)
        return
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        found = pool.imap(_measured, places, chunksize=4)
        yield from ((name, trial) for name, each in found for trial in each)


def _missed(name: str, trial: Trial) -> str:
    forgery = trial.forgery
    edited = " ".join(forgery.edited)
    return f"{trial.outcome} {name} {forgery.kind} ({forgery.stated} places) {forgery.what}: {edited}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="What an audit sees of edited games.")
    parser.add_argument("paths", nargs="*", help="honest games; without any, those of the engines here")
    parser.add_argument("--each", type=int, default=0, help="forgeries of each kind and game at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--markdown", action="store_true", help="one table for a manual")
    parser.add_argument("--missed", action="store_true", help="a line for each forgery that is not caught")
    given = parser.parse_args()
    games, accused = honest(given.paths or OWN)
    tallies = Tallies()
    for name, trial in trials(Measure(games, given.seed, given.each), given.jobs):
        tallies.add(name, trial)
        if given.missed and trial.outcome is not Outcome.CAUGHT:
            print(_missed(name, trial))
    wrongly = [game.audit for game in accused if not is_patched(game.audit)]
    for audit in wrongly:
        rules = " ".join(sorted({finding.rule for finding in audit.findings}))
        print(f"accused: {audit.source}: {audit.verdict} {rules}")
    print(f"{len(games):,} honest games; {len(wrongly):,} accused wrongly", end="")
    print(f"; {len(accused) - len(wrongly):,} that a patched engine wrote are accused, and not edited here\n")
    (write_forgeries_markdown if given.markdown else write_forgeries)(tallies, sys.stdout)
    if wrongly:
        sys.exit(1)


if __name__ == "__main__":
    main()
