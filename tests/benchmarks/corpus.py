"""A directory of as many honest files as are wanted, each of another game.

    python tests/benchmarks/corpus.py DIRECTORY [--files 10000] [--game mixed] [--seed 0] [--logs]

The files are those of the engines in this repository, told of other players, days and
dungeons; whatever else they say is what the games wrote. The same seed makes the same files.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from invented import Players, day_of, remark, seed_like
from originals import GAMES, Original, originals
from template import Making

__all__ = ["FORMS", "Copy", "copies", "make"]

FORMS = (*GAMES, "mixed")

_A_FOLDER = 1_000
"""Files in one directory at most."""

_FIVE = ("dcss",) * 5
_MIXTURE: tuple[str, ...] = (
    *_FIVE,
    "gnollhack",
    *_FIVE,
    "gnollhack",
    *_FIVE,
    "gnollhack",
    "dcss",
    "hengband",
)
"""What comes after what: 80, 15 and 5 in a hundred."""


class Copy(NamedTuple):
    """A file that was made, and the one that it was made of."""

    path: str
    original: Original


def make(
    directory: str | os.PathLike[str], count: int, game: str = "mixed", seed: int = 0, *, logs: bool = False
) -> int:
    """Make a corpus, as :func:`copies` does; how many files it has, its logs not counted."""
    return sum(1 for _ in copies(directory, count, game, seed, logs=logs))


def copies(
    directory: str | os.PathLike[str], count: int, game: str = "mixed", seed: int = 0, *, logs: bool = False
) -> Iterator[Copy]:
    """Make a corpus file by file.

    Args:
        directory: where to; it is made if it is not there.
        count: how many files.
        game: a game, or ``mixed``.
        seed: what the choices depend on.
        logs: whether to write the lines of the games, too, where an engine wrote one of the original.

    Yields:
        Each file when it is written.
    """
    chance = random.Random(seed)
    players = Players(chance.getrandbits(32))
    log = _Logs(os.fspath(directory)) if logs else None
    folder = ""
    for number, original in enumerate(itertools.islice(_chosen(game, chance), count)):
        if number % _A_FOLDER == 0:
            folder = os.path.join(directory, f"{number // _A_FOLDER:04}")
            os.makedirs(folder, exist_ok=True)
        making = Making(
            players.like(original.player),
            day_of(number, count),
            seed_like(original.seed, chance) if original.seed else "",
            f"{chance.getrandbits(192):048x}",
            remark(chance),
            remark(chance),
        )
        yield Copy(original.write(folder, making), original)
        if log is not None and original.log:
            log.take(original, making)
    if log is not None:
        log.write()


def _chosen(game: str, chance: random.Random) -> Iterator[Original]:
    """Endless originals: each of a game comes equally often, in an order of chance."""
    orders = {}
    for each in GAMES:
        order = list(originals(each))
        chance.shuffle(order)
        orders[each] = itertools.cycle(order)
    for each in itertools.cycle(_MIXTURE if game == "mixed" else (game,)):
        yield next(orders[each])


class _Logs:
    """The lines of a server, in the order in which the games ended."""

    def __init__(self, directory: str) -> None:
        self._directory = directory
        self._day: list[tuple[bytes, str, bytes]] = []
        self._making: Making | None = None

    def take(self, original: Original, making: Making) -> None:
        """Take in the line of a game, which is of the day of the last one or a later one."""
        if self._making is not None and self._making.day != making.day:
            self.write()
        self._making = making
        line = original.line.fill(making)
        self._day.append((line.rpartition(b":end=")[2], original.log, line))

    def write(self) -> None:
        """Write the lines of the day."""
        for log, lines in itertools.groupby(sorted(self._day, key=_by_log), key=lambda each: each[1]):
            with open(os.path.join(self._directory, log), "ab") as file:
                file.writelines(line for _, _, line in lines)
        self._day.clear()


def _by_log(line: tuple[bytes, str, bytes]) -> tuple[str, bytes]:
    return line[1], line[0]


def main() -> None:
    """Read the arguments, make a corpus, and say how long it took."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--game", choices=FORMS, default="mixed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--logs", action="store_true", help="write the server's log, too")
    given = parser.parse_args()
    start = time.perf_counter()
    count = make(given.directory, given.files, given.game, given.seed, logs=given.logs)
    spent = time.perf_counter() - start
    print(f"{count:,} files in {spent:.1f} s ({count / spent:,.0f} a second)")


if __name__ == "__main__":
    main()
