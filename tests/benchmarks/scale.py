"""How an audit grows with the number of files, by one process, a pool, a cluster, and with a store.

    python tests/benchmarks/scale.py [--files 10000 100000] [--game mixed] [--directory /dev/shm]

It makes corpora of honest files, runs the command line over each, and prints what every run
took, beside what it takes to read and decode the same files in Python and to look for six
lines in each. A way that the program refuses is "not available". The ratios are what to
watch: they compare figures of one run on one machine. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import filecmp
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import NamedTuple

from consumption import Consumption, run
from corpus import FORMS, make
from kinds import memory_folder, print_kinds
from scanning import reading, scanner, scanning

__all__ = ["Row", "main"]

READ, SEARCH = "read and decode", "six patterns"

WAYS: dict[str, tuple[str, ...]] = {
    "jsonl": (),
    "jsonl --jobs 1": ("--jobs", "1"),
    "jsonl --jobs 2": ("--jobs", "2"),
    "jsonl --cluster local:2": ("--cluster", "local:2"),
    "jsonl --store, cold": ("--store", "{store}"),
    "jsonl --store, warm": ("--store", "{store}"),
    "table --jobs 1": ("--jobs", "1"),
    "table --jobs 2": ("--jobs", "2"),
    "table --store, cold": ("--store", "{store}2"),
    "table --store, warm": ("--store", "{store}2"),
}
"""The ways to audit the same files, by the form of the report. The first that names a store fills it."""

REFUSED = 2
"""The exit code of a call that the program does not know, or cannot do here."""


class Row(NamedTuple):
    """What one way took on one corpus.

    Attributes:
        way: its name.
        files: how many files there were.
        took: what it took.
        same: whether its report is to the byte that of the first way; ``None`` where it has none.
    """

    way: str
    files: int
    took: Consumption
    same: bool | None = None

    @property
    def done(self) -> bool:
        """Whether it did its work; 1 can mean that an audit found something, or a search nothing."""
        told = self.same is not None or self.way == SEARCH
        return self.took.code == 0 or (self.took.code == 1 and told)

    @property
    def cpu_us(self) -> float:
        """CPU for a file, in µs."""
        return self.took.cpu * 1e6 / self.files


def measured(directory: str, game: str, files: int, ways: str) -> Iterator[Row]:
    """What each way takes on a corpus, of those that have some text in their names."""
    # The first read warms the cache for all.
    run(reading(directory))
    yield Row(SEARCH, files, run(scanning(directory, game)))
    yield Row(READ, files, run(reading(directory)))
    with tempfile.TemporaryDirectory(dir=os.path.dirname(directory)) as reports:
        firsts: dict[str, str] = {}
        for number, (way, options) in enumerate(WAYS.items()):
            if ways not in way:
                continue
            form = way.partition(" ")[0]
            report = os.path.join(reports, f"{number}.{form}")
            took = run(_command(directory, report, form, options, os.path.join(reports, "audits.duckdb")))
            made = os.path.exists(report)
            first = firsts.setdefault(form, report) if made else ""
            yield Row(way, files, took, filecmp.cmp(first, report, shallow=False) if made else None)


def _command(directory: str, report: str, form: str, options: tuple[str, ...], store: str) -> list[str]:
    command = [sys.executable, "-m", "necropsy", "audit", directory, "--format", form, "-o", report]
    return [*command, "--quiet", *(option.format(store=store) for option in options)]


_HEAD = ("wall s", "CPU s", "files/s", "CPU µs/file", "x reading", f"x {scanner()}", "MB", "MB below")
_WIDTHS = (9, 9, 9, 13, 11, 12, 9, 10)


def print_table(rows: Iterator[Row]) -> dict[str, Row]:
    """Print the rows of one corpus as they come; the rows by their ways."""
    print(f"{'':<26}" + "".join(f"{head:>{width}}" for head, width in zip(_HEAD, _WIDTHS, strict=True)))
    met: dict[str, Row] = {}
    for row in rows:
        met[row.way] = row
        print(f"{row.way:<26}{_cells(row, met)}", flush=True)
    audits = [row for row in met.values() if row.done and row.same is not None]
    others = [row.way for row in audits if not row.same]
    if others:
        print(f"the reports of {', '.join(others)} are NOT the bytes of the first of their form")
    else:
        print(f"{len(audits)} ways ran, all that write one form with the same bytes")
    return met


def _cells(row: Row, met: dict[str, Row]) -> str:
    took = row.took
    if took.code == REFUSED:
        return f"  not available ({took.said.strip(' │') or 'refused'})"
    if not row.done:
        return f"  failed with {took.code} ({took.said})"
    values = (
        f"{took.wall:.2f}",
        f"{took.cpu:.2f}",
        f"{row.files / took.wall:,.0f}",
        f"{row.cpu_us:,.0f}",
        f"{took.cpu / met[READ].took.cpu:.1f}" if READ in met else "",
        f"{took.cpu / met[SEARCH].took.cpu:.1f}",
        f"{took.peak:,.0f}",
        f"{took.below:,.0f}",
    )
    return "".join(f"{value:>{width}}" for value, width in zip(values, _WIDTHS, strict=True))


def print_growth(smaller: dict[str, Row], larger: dict[str, Row]) -> None:
    """Print what a file takes in the larger corpus against the smaller one, and what memory grew to."""
    for way, row in larger.items():
        before = smaller.get(way)
        if before is None or not (row.done and before.done):
            continue
        wall = row.took.wall / row.files / (before.took.wall / before.files)
        more = (row.took.peak - before.took.peak) * 1024 * 1024 / (row.files - before.files)
        print(
            f"{before.files:,} -> {row.files:,} files, {way}: a file takes {wall:.2f} x the time and"
            f" {row.cpu_us / before.cpu_us:.2f} x the CPU; memory {row.took.peak / before.took.peak:.2f} x"
            f" ({more:+,.0f} bytes for each file more)"
        )


def print_scale(sizes: list[int], game: str, seed: int, place: str | None, *, logs: bool, ways: str) -> None:
    """Make a corpus of each size and print its table, then what grew from the least to the largest."""
    tables = []
    for files in sizes:
        with tempfile.TemporaryDirectory(dir=place) as folder:
            directory = os.path.join(folder, "corpus")
            start = time.perf_counter()
            make(directory, files, game, seed, logs=logs)
            print(f"\n{files:,} files, {game}, made in {time.perf_counter() - start:.1f} s", flush=True)
            tables.append(print_table(measured(directory, game, files, ways)))
    if len(set(sizes)) > 1:
        print()
        print_growth(tables[sizes.index(min(sizes))], tables[sizes.index(max(sizes))])


def main() -> None:
    """Read the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, nargs="+", default=[10_000, 100_000], help="their sizes")
    parser.add_argument("--game", choices=FORMS, default="mixed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--logs", action="store_true", help="with the server's log beside the files")
    parser.add_argument("--directory", default=memory_folder(), help="where to make the corpora")
    parser.add_argument("--ways", default="", help="only the ways with this text in their names")
    parser.add_argument("--no-kinds", action="store_true", help="leave out the table by kinds of files")
    given = parser.parse_args()
    if not given.no_kinds:
        print_kinds(files=400, rounds=5)
    print_scale(given.files, given.game, given.seed, given.directory, logs=given.logs, ways=given.ways)
    print("\nMB is the peak of the process itself, MB below the sum of the peaks of its workers.")


if __name__ == "__main__":
    main()
