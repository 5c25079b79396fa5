"""How a log of any size is audited: CPU time a line, peak memory, and the ratio to splitting its lines.

    python tests/benchmarks/logs.py [--gigabytes 1] [LOG...]

The log is made of the lines of real logs (where none is given, of games that were played
and that engines logged: ``engine_truth``), each with another player. One process audits it,
with all rules. The ratio is what to watch: it compares two figures of one run on one machine.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

TRUTH = Path(__file__).parents[1] / "engine_truth"
LOGS = {
    "dcss": TRUTH / "dcss" / "honest" / "0.34.1" / "logfile",
    "gnollhack": TRUTH / "gnollhack" / "honest" / "xlogfile",
}
NAMES = {"dcss": re.compile(r"((?:^|:)name=)[^:\n]*"), "gnollhack": re.compile(r"((?:^|\t)c?name=)[^\t\n]*")}

SEED = re.compile(r"(?<=:)seed=\d+")


def lines_like(lines: list[str], names: re.Pattern[str]) -> Iterator[str]:
    """Endless lines, each as one of those given but of another player."""
    for number, line in zip(itertools.count(), itertools.cycle(lines)):
        yield SEED.sub(f"seed={number}", names.sub(rf"\g<1>player{number}", line))


def write_log(path: Path, lines: list[str], names: re.Pattern[str], size: int) -> int:
    """Write a log of a size in bytes; how many lines it has."""
    written = 0
    with path.open("w", encoding="utf-8") as log:
        for count, line in enumerate(lines_like(lines, names), 1):
            written += log.write(line + "\n")
            if written >= size:
                return count
    raise AssertionError("the lines have no end")


def split_us(path: Path, separator: str) -> float:
    """The least CPU time for reading a line and splitting it into a dictionary, in microseconds."""
    best = float("inf")
    for _ in range(3):
        start, count = time.process_time(), 0
        with path.open(encoding="utf-8") as log:
            for line in itertools.islice(log, 50_000):
                dict(part.partition("=")[::2] for part in line.split(separator))
                count += 1
        best = min(best, (time.process_time() - start) * 1e6 / count)
    return best


def audited(path: Path) -> tuple[float, float, str]:
    """CPU seconds, peak memory in MB, and the summary of the audit of a log, as a user calls it."""
    command = [sys.executable, "-m", "necropsy", "audit", os.fspath(path), "--jobs", "1", "-q", "--exit-zero"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, after.ru_maxrss / 1024, found[found.rindex("verdict ") :].partition("\n\n")[0]


def measure(game: str, logs: list[Path], size: int) -> None:
    """Make a log, audit it, and print what it took."""
    lines = [line for log in logs for line in log.read_text("utf-8").splitlines() if line.strip()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ("logfile" if game == "dcss" else "xlogfile")
        count = write_log(path, lines, NAMES[game], size)
        split = split_us(path, ":" if game == "dcss" else "\t")
        spent, peak, verdicts = audited(path)
    each = spent * 1e6 / count
    print(
        f"{game:<10} {size / 2**30:5.2f} GB  {count:>9,} lines  {each:6.1f} µs a line"
        f"  {each / split:5.1f} x splitting ({split:.1f} µs)  peak {peak:,.0f} MB"
    )
    print(verdicts)


def main() -> None:
    """Read the arguments and measure each game's logs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--gigabytes", type=float, default=1.0)
    parser.add_argument("logs", nargs="*", type=Path)
    arguments = parser.parse_args()
    size = int(arguments.gigabytes * 2**30)
    given: dict[str, list[Path]] = {"dcss": [], "gnollhack": []}
    for log in arguments.logs:
        given["gnollhack" if "xlogfile" in log.name else "dcss"].append(log)
    for game, log in LOGS.items():
        logs = given[game] or ([log] if not arguments.logs and log.exists() else [])
        if logs:
            measure(game, logs, size)


if __name__ == "__main__":
    main()
