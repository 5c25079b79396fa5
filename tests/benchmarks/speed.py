"""How long an audit takes, as CPU time for a morgue of 32 KB and as a ratio to reading the file.

    python tests/benchmarks/speed.py [--from KB] [--to KB] [PATH...]

The ratios are what to watch: they compare figures of one run on one machine, beside reading and
decoding the files in Python and beside ``rg`` that looks for six patterns in them. Of the files under
the paths those count that hold one honest game of DCSS each and have the size; a packed one is
unpacked before, as that is not reading, and a copy of another one is left out, as it is not audited.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from consumption import cpu_of
from kinds import memory_folder
from scanning import scanner, scanning

from necropsy.engine import Plan, audit_each, records_in
from necropsy.fact import facts_of
from necropsy.games.gnollhack import GAME as XLOG
from necropsy.loglines import lines_of_text
from necropsy.record import Record
from necropsy.sources import Source, find, read
from necropsy.verdict import Verdict

SAMPLES = Path(__file__).parents[2] / "sample_morgues" / "dcss"
GNOLLHACK = SAMPLES.parent / "gnollhack"
SIZE = 32 * 1024
ROUNDS = 7
FEWEST = 10

SCANNED = 400
"""Files that are enough for the start of a program not to count."""

# What is yielded is not kept: a run over a million files does not keep it either.
drain = deque[object](maxlen=0).extend


def cpu_ms(steps: dict[str, Callable[[], object]], kilobytes: float) -> dict[str, float]:
    """The least CPU time of each step in several rounds, in milliseconds for 32 KB.

    Each round has every step: what else runs on the machine then slows all of them.
    """
    best = dict.fromkeys(steps, float("inf"))
    for _ in range(ROUNDS):
        for name, work in steps.items():
            start = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - start)
    return {name: spent * 1000 / kilobytes * (SIZE / 1024) for name, spent in best.items()}


def morgues(paths: list[str | Path], folder: str, sizes: tuple[float, float]) -> list[Source]:
    """The files that are one honest morgue each, unpacked into a folder where they are packed.

    Args:
        paths: where they are looked for.
        folder: where they are unpacked.
        sizes: the least and the most KB of one.
    """
    found = []
    for audit in audit_each(find(paths)):
        record = audit.record
        if record is None or record.line or audit.game != "dcss" or audit.verdict is not Verdict.MATCH:
            continue
        path = Path(audit.source)
        if path.suffix == ".gz":
            path = Path(folder, path.stem)
            path.write_text(read(Source(audit.source)).text, "utf-8")
        if sizes[0] <= path.stat().st_size / 1024 <= sizes[1]:
            found.append(Source(str(path)))
    return found


def scanning_ms(sources: list[Source], kilobytes: float) -> float:
    """What it takes to look for six patterns in the files, in milliseconds for 32 KB."""
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        copies = SCANNED // len(sources) + 1
        for copy in range(copies):
            for number, source in enumerate(sources):
                shutil.copyfile(source.name, Path(folder, f"{copy}-{number}.txt"))
        spent = cpu_of(scanning(folder, "dcss"), ROUNDS)
    return spent * 1000 / (kilobytes * copies) * (SIZE / 1024)


def facts_from(source: Source) -> dict[str, object]:
    """All public facts of a file, as ``extract`` reads them."""
    record = next(records_in([source.name]))
    return {fact.name: record.value(fact.name) for fact in facts_of(record.game).values() if fact.public}


def help_seconds() -> float:
    """The least CPU time of ``necropsy --help`` in seconds, the start of Python included."""
    best = float("inf")
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "necropsy", "--help"], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def gnollhack_us(kind: str) -> tuple[int, float]:
    """How many GnollHack games of a kind there are, and the least CPU time of an audit of one, in µs."""
    if kind == "line":
        sources = [source for source in find([GNOLLHACK]) if "xlogfile" in source.name]
    else:
        sources = [source for source in find([GNOLLHACK]) if source.name.endswith(kind)]
    best, games = float("inf"), 0
    for _ in range(ROUNDS):
        start = time.process_time()
        games = sum(1 for _ in audit_each(sources))
        best = min(best, time.process_time() - start)
    return games, best * 1e6 / max(games, 1)


def reckoned_line_us() -> float:
    """The least CPU time for reading an xlogfile line and recomputing its score, in µs."""
    texts = [read(source).text for source in find([GNOLLHACK]) if "xlogfile" in source.name] * 20
    best, lines = float("inf"), 0
    for _ in range(ROUNDS):
        start, lines = time.process_time(), 0
        for text in texts:
            for record in XLOG.read_log(lines_of_text(text), "xlogfile"):
                if isinstance(record, Record):
                    XLOG.reckon(record)
                    lines += 1
        best = min(best, time.process_time() - start)
    return best * 1e6 / max(lines, 1)


def of_morgues(sources: list[Source]) -> None:
    """Print the rows on morgues."""
    if len(sources) < FEWEST:
        sys.exit(f"{len(sources)} honest morgues there, {FEWEST} are the fewest that tell something")
    sizes = sorted(Path(source.name).stat().st_size / 1024 for source in sources)
    score_only, everything = Plan(select=("S",)), Plan()
    steps: dict[str, Callable[[], object]] = {
        "read and decode": lambda: drain(map(read, find([source.name for source in sources]))),
        "audit --select S": lambda: drain(audit_each(sources, score_only)),
        "audit": lambda: drain(audit_each(sources, everything)),
        "extract": lambda: drain(map(facts_from, sources)),
    }
    size = f"{sizes[0]:.1f} to {sizes[-1]:.1f} KB, {sum(sizes) / len(sizes):.1f} KB each"
    print(f"{len(sources)} morgues of {size}, one core, least of {ROUNDS} rounds")
    scanned = scanning_ms(sources, sum(sizes))
    taken = {f"{scanner()}, six patterns": scanned, **cpu_ms(steps, sum(sizes))}
    print(f"{'step':<18}{'ms per 32 KB':>14}{'x reading':>12}{f'x {scanner()}':>12}")
    for name, spent in taken.items():
        print(f"{name:<18}{spent:>14.3f}{spent / taken['read and decode']:>12.1f}{spent / scanned:>12.1f}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="*", default=[SAMPLES])
    parser.add_argument("--from", dest="least", type=float, default=0, metavar="KB", help="no smaller ones")
    parser.add_argument("--to", dest="most", type=float, default=1e6, metavar="KB", help="no larger ones")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        of_morgues(morgues(given.paths, folder, (given.least, given.most)))
    print(f"{'necropsy --help':<18}{help_seconds():>12.2f} s")
    for kind, what in ((".txt", "GnollHack dumplog"), (".html", "its page"), ("line", "xlogfile line")):
        games, spent = gnollhack_us(kind)
        print(f"{what:<18}{spent:>11.0f} µs  ({games} games)")
    print(f"{'its score alone':<18}{reckoned_line_us():>11.0f} µs")


if __name__ == "__main__":
    main()
