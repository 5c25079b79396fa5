"""How the HTML report of many games opens: its size, and the time to a table that can be used.

    python tests/benchmarks/page.py [--games 50000] [--files 3000] [--keep report.html]

Honest files and the samples, edited ones among them, are audited, and told again and again of
other players, days and scores until there are so many games as are wanted. The page that the
report makes of them is opened in a headless Chromium, three times: from the call to the first
row of the table, to a search in it, and to the drawing of the chart that has a point a game.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpus import make

import necropsy
from necropsy.brief import Brief, brief_of
from necropsy.order import Order
from necropsy.plan import EVERYTHING
from necropsy.reports.page.report import HtmlReport
from necropsy.reports.preface import Preface
from necropsy.telling import Told

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser import chromium, opened

SAMPLES = Path(__file__).parents[2] / "sample_morgues"

_HONEST_TO_FLAGGED = 40
"""How many honest games come to one that needs attention."""


def tellings(files: int) -> Iterator[tuple[Brief, str]]:
    """What is told of the samples and of an honest corpus, without an end."""
    with tempfile.TemporaryDirectory() as folder:
        make(folder, files)
        writer = HtmlReport(Preface()).writer
        order = Order(EVERYTHING, writer, b"")
        told: dict[bool, list[tuple[Brief, str]]] = {True: [], False: []}
        for audit in necropsy.audit_paths([SAMPLES, folder]):
            (text,) = order.batch([audit]).payload
            if text is not None:
                told[json.loads(text)[1] is not None].append((brief_of(audit), text))
    honest, flagged = itertools.cycle(told[False]), itertools.cycle(told[True])
    while True:
        yield from itertools.islice(honest, _HONEST_TO_FLAGGED)
        yield next(flagged)


def varied(text: str, number: int, chance: random.Random) -> str:
    """The same game of another player, with another score, on another day."""
    row, case = json.loads(text)
    row[0] = f"morgues/player{number % 4000:04}/{number:06}-{row[0].rpartition('/')[2]}"
    row[3] = f"player{number % 4000:04}"
    factor = 10 ** chance.uniform(-1, 2)
    row[5:8] = [None if points is None else int(points * factor) for points in row[5:8]]
    if row[9]:
        row[9] = f"{2020 + number % 6}-{number % 12 + 1:02}-{number % 28 + 1:02}"
    return json.dumps([row, case], ensure_ascii=False, separators=(",", ":"))


def page_of(games: int, files: int) -> str:
    """The report of so many games."""
    chance = random.Random(0)
    report, stream = HtmlReport(Preface("morgues/")), io.StringIO()
    report.begin(stream)
    for number, (brief, text) in enumerate(itertools.islice(tellings(files), games)):
        report.add(Told(brief, [varied(text, number, chance)], 0))
    start = time.perf_counter()
    report.end()
    print(f"page put together in {time.perf_counter() - start:.1f} s")
    return stream.getvalue()


def measure(path: Path) -> None:
    """Open the page and print how long it took."""
    with opened() as browser:
        for _ in range(3):
            page = browser.new_page()
            start = time.perf_counter()
            page.goto(path.as_uri(), wait_until="commit")
            page.wait_for_selector("html[data-ready] #table tbody tr:nth-child(25)")
            table = time.perf_counter() - start
            start = time.perf_counter()
            page.evaluate("document.getElementById('charts').scrollIntoView({behavior: 'instant'})")
            page.wait_for_selector("[data-chart=scores][data-drawn]")
            drawn = time.perf_counter() - start
            start = time.perf_counter()
            page.fill(".dt-search input", "player0042")
            _wait_until(page, "document.querySelector('.dt-info').textContent.includes('of 13')")
            search = time.perf_counter() - start
            start = time.perf_counter()
            page.click("#table thead th:nth-child(5)")
            page.wait_for_selector("#table thead th[aria-sort]")
            sort = time.perf_counter() - start
            print(
                f"table {table:.2f} s, search {search:.2f} s, sort {sort:.2f} s,"
                f" a point a game drawn in {drawn:.2f} s"
            )
            page.close()


def _wait_until(page: Any, script: str) -> None:
    # Asked from outside: the page's own policy forbids it to evaluate text.
    while not page.evaluate(script):
        page.wait_for_timeout(20)


def main() -> None:
    """Read the arguments, make the page, and measure it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--files", type=int, default=3_000)
    parser.add_argument("--keep", type=Path, help="where to keep the page")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = (arguments.keep or Path(folder) / "report.html").absolute()
        path.write_text(page_of(arguments.games, arguments.files), "utf-8")
        print(f"{arguments.games:,} games, {path.stat().st_size / 1e6:.1f} MB")
        if chromium() is None:
            print("no Chromium here: how it opens is not measured")
            return
        measure(path)


if __name__ == "__main__":
    main()
