"""How long an audit takes, as CPU time for a morgue of 32 KB and as a ratio to reading the file.

    python tests/benchmarks/speed.py [PATH...]

The ratio is what to watch: it compares two figures of one run on one machine.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from necropsy.engine import Plan, audit_each, records_in
from necropsy.fact import facts_of
from necropsy.games.gnollhack import GAME as XLOG
from necropsy.loglines import lines_of_text
from necropsy.record import Record
from necropsy.sources import Source, find, read

SAMPLES = Path(__file__).parents[2] / "sample_morgues" / "dcss"
GNOLLHACK = SAMPLES.parent / "gnollhack"
SIZE = 32 * 1024
ROUNDS = 7


def cpu_ms(work: Callable[[], object], kilobytes: float) -> float:
    """The least CPU time of several rounds, in milliseconds for 32 KB."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best * 1000 / kilobytes * (SIZE / 1024)


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


def main(paths: list[str]) -> None:
    """Print the table."""
    sources = [source for source in find(paths or [SAMPLES]) if next(records_in([source.name]), None)]
    if not sources:
        sys.exit("no morgues there")
    kilobytes = sum(len(read(source).text.encode()) for source in sources) / 1024
    score_only, everything = Plan(select=("S",)), Plan()
    steps: dict[str, Callable[[], object]] = {
        "read and decode": lambda: [read(source) for source in sources],
        "audit --select S": lambda: list(audit_each(sources, score_only)),
        "audit": lambda: list(audit_each(sources, everything)),
        "extract": lambda: [facts_from(source) for source in sources],
    }
    print(f"{len(sources)} files, {kilobytes / len(sources):.1f} KB each, one core, least of {ROUNDS} rounds")
    print(f"{'step':<18}{'ms per 32 KB':>14}{'ratio':>8}")
    reading = 0.0
    for name, work in steps.items():
        spent = cpu_ms(work, kilobytes)
        reading = reading or spent
        print(f"{name:<18}{spent:>14.3f}{spent / reading:>8.1f}")
    print(f"{'necropsy --help':<18}{help_seconds():>12.2f} s")
    for kind, what in ((".txt", "GnollHack dumplog"), (".html", "its page"), ("line", "xlogfile line")):
        games, spent = gnollhack_us(kind)
        print(f"{what:<18}{spent:>11.0f} µs  ({games} games)")
    print(f"{'its score alone':<18}{reckoned_line_us():>11.0f} µs")


if __name__ == "__main__":
    main(sys.argv[1:])
