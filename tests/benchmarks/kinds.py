"""What a game of each kind of file takes on one core, beside reading it and looking for six lines in it.

    python tests/benchmarks/kinds.py [--files 400] [--rounds 5]

All is measured as CPU time on files that were just written, and the least of several rounds counts.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from consumption import cpu_of, least_cpu
from corpus import copies
from logs import LOGS, NAMES, write_log
from scanning import scanner, scanning
from xlog import write_xlogfile

from necropsy.engine import Plan, audit_each, records_in
from necropsy.fact import facts_of
from necropsy.sources import find, read

__all__ = ["memory_folder", "print_kinds"]

SIZE = 32 * 1024
ENDINGS = {"dcss": ".txt", "gnollhack": ".txt", "hengband": ".txt"}
"""The kinds of dumps, and how their files end: no packed ones, which a search would not see into."""

LINE_BYTES = 500


class Kind(NamedTuple):
    """Files of one kind in a folder of their own.

    Attributes:
        name: ``dcss``, ``gnollhack``, ``hengband``, or ``line`` and ``xline`` for the lines of a log.
        folder: where they lie.
        games: how many games they tell of.
        size: their bytes.
    """

    name: str
    folder: str
    games: int
    size: int


def memory_folder() -> str | None:
    """Where files lie in memory, so that no disk is measured; ``None`` for the usual place."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def print_kinds(files: int, rounds: int) -> None:
    """Print the table: a group of rows for each kind of file."""
    print(f"one core, CPU time, least of {rounds} rounds; rg stands for {scanner()} with six patterns")
    print(f"{'':<30}{'µs a game':>11}{'ms per 32 KB':>14}{'x reading':>11}{'x rg':>8}")
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        for kind in _kinds(folder, files):
            _print_kind(kind, rounds)


def _kinds(folder: str, files: int) -> Iterator[Kind]:
    for game, ending in ENDINGS.items():
        place = os.path.join(folder, game)
        kept = []
        for copy in copies(place, files, game):
            if copy.path.endswith(ending):
                kept.append(os.path.getsize(copy.path))
            else:
                os.remove(copy.path)
        yield Kind(game, place, len(kept), sum(kept))
    place = os.path.join(folder, "line")
    os.mkdir(place)
    log = Path(place, "logfile")
    lines = [line for line in LOGS["dcss"].read_text("utf-8").splitlines() if line]
    yield Kind(
        "line", place, write_log(log, lines, NAMES["dcss"], files * 20 * LINE_BYTES), log.stat().st_size
    )
    place = os.path.join(folder, "xline")
    os.mkdir(place)
    yield Kind("xline", place, files * 20, write_xlogfile(Path(place, "xlogfile"), files * 20))


_TITLES = {
    "dcss": "DCSS morgues",
    "gnollhack": "GnollHack texts",
    "hengband": "Hengband dumps",
    "line": "DCSS log lines",
    "xline": "GnollHack log lines",
}


def _print_kind(kind: Kind, rounds: int) -> None:
    reading = least_cpu(lambda: _read(kind), rounds)
    # What the program takes to start is no part of the search.
    empty = os.path.join(kind.folder, "empty")
    os.mkdir(empty)
    idle = cpu_of(scanning(empty, kind.name), rounds)
    os.rmdir(empty)
    searching = max(cpu_of(scanning(kind.folder, kind.name), rounds) - idle, 1e-6)
    print(f"{_TITLES[kind.name]}: {kind.games:,} of {kind.size / kind.games / 1024:.1f} KB")
    for name, spent in {"rg": searching, "read and decode": reading}.items():
        _print_row(kind, name, spent, reading, searching)
    for name, work in _STEPS.items():
        _print_row(kind, name, least_cpu(partial(work, kind.folder), rounds), reading, searching)


def _print_row(kind: Kind, name: str, spent: float, reading: float, searching: float) -> None:
    each, by_size = spent * 1e6 / kind.games, spent * 1e3 / kind.size * SIZE
    print(f"  {name:<28}{each:>11.1f}{by_size:>14.3f}{spent / reading:>11.1f}{spent / searching:>8.1f}")


def _read(kind: Kind) -> None:
    for source in find([kind.folder]):
        if kind.name.endswith("line"):
            _read_lines(source.name)
        else:
            read(source)


def _read_lines(name: str) -> None:
    with open(name, encoding="utf-8") as log:
        for _ in log:
            pass


def _audit(folder: str) -> None:
    for _ in audit_each(find([folder])):
        pass


def _audit_scores(folder: str) -> None:
    for _ in audit_each(find([folder]), Plan(select=("S",))):
        pass


def _extract(folder: str) -> None:
    for record in records_in([folder]):
        for fact in facts_of(record.game).values():
            if fact.public:
                record.value(fact.name)


_STEPS: dict[str, Callable[[str], None]] = {
    "audit --select S": _audit_scores,
    "audit": _audit,
    "extract": _extract,
}


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, default=400, help="files of each kind")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print_kinds(given.files, given.rounds)


if __name__ == "__main__":
    main()
