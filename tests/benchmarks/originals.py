"""The honest games of this repository, as patterns for others."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from template import Making, Template

__all__ = ["GAMES", "Original", "originals"]

TESTS = Path(__file__).parents[1]
FOLDERS = (TESTS.parent / "sample_morgues", TESTS / "engine_truth")

GAMES = ("dcss", "gnollhack", "hengband")


@dataclass(frozen=True, slots=True)
class Original:
    """A file that a game wrote.

    Attributes:
        path: where it lies.
        player: who played it.
        seed: the seed that it states, or an empty text.
        name: its name, as a template.
        text: what it holds, as a template.
        log: the name of the log that has the game's line; empty where no log does.
        line: that line, as a template.
    """

    path: Path
    player: str
    seed: str
    name: Template
    text: Template
    log: str
    line: Template

    def write(self, folder: str, making: Making) -> str:
        """Write the file of another game; the path that it got."""
        path = os.path.join(folder, self.name.fill(making).decode())
        data = self.text.fill(making)
        with open(path, "wb") as file:
            file.write(_packed(data) if path.endswith(".gz") else data)
        return path


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, compresslevel=1, mtime=0)


@cache
def originals(game: str) -> tuple[Original, ...]:
    """The honest files of a game whose player has a name that is nothing else, each once.

    Left out are the files with numbers that no game has, those that leave out what an audit
    needs, and those of players like ``the`` and ``wizard``: every text has that word.
    """
    found: dict[bytes, Original] = {}
    for path in _files(game):
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        player = _player_of(path, data)
        if player and data not in found and path.name not in _dishonest():
            found[data] = _original(path, data, player)
    return tuple(found.values())


def _files(game: str) -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((folder / game).rglob("*")):
            if path.name.endswith((".txt", ".txt.gz", ".html")):
                yield path


@cache
def _dishonest() -> frozenset[str]:
    """The files of engines that were told to count what no game has, or to leave out too much."""
    rows = map(json.loads, (TESTS / "engine_truth" / "dcss" / "terms.jsonl").open(encoding="utf-8"))
    found = {os.path.basename(row["file"]): row["verdict"] for row in rows}
    return frozenset(name for name, verdict in found.items() if verdict not in _HONEST)


_HONEST = ("match", "ineligible", "unfinished")

_SHORTEST = 4
_NAMED = re.compile(r"(?:morgue-|gnollhack\.)?([A-Za-z][A-Za-z0-9]+)(?:[-.]\d{6,10}.*)?\.(?:txt|html)")
_TITLED = re.compile(rb"^ +(?:Name|[^ -~]+) +: [^\n]*?([A-Za-z][A-Za-z0-9]+)$", re.MULTILINE)
_COMMON = frozenset({"wizard", "twowords", "xthey"})


def _player_of(path: Path, data: bytes) -> str | None:
    """The player, by the file's name or (of a Hengband dump) by its title."""
    if b"Hengband" in data[:80] or "hengband" in path.parts:
        titled = _TITLED.search(data)
        player = titled[1].decode() if titled else ""
    else:
        named = _NAMED.match(path.name)
        player = named[1] if named else ""
    usable = len(player) >= _SHORTEST and player not in _COMMON and player.encode() in data
    return player if usable else None


_SEED = re.compile(rb"^Game seed: (?:\S+ )??(\d{3,20})\b", re.MULTILINE)


def _original(path: Path, data: bytes, player: str) -> Original:
    stated = _SEED.search(data)
    log, line = _lines().get(path.name.removesuffix(".gz"), ("", b""))
    seeds = stated or re.search(rb":seed=(\d+)", line)
    seed = seeds[1].decode() if seeds else ""
    name = f"{player}.txt" if "hengband" in path.parts else path.name
    templates = [Template(part, player, seed) for part in (name.encode(), data, line)]
    return Original(path, player, seed, templates[0], templates[1], log, templates[2])


_LINE_NAME = re.compile(rb"(?:^|:)name=([^:\n]+):(?=.*:end=(\d{14})S)")


@cache
def _lines() -> dict[str, tuple[str, bytes]]:
    """The lines that the engines wrote at the end of their games, by the names of the morgues."""
    lines = {}
    for folder in FOLDERS:
        for log in sorted((folder / "dcss").rglob("logfile*")):
            for line in log.read_bytes().splitlines(keepends=True):
                if told := _LINE_NAME.search(line):
                    # Crawl's logs count the months from 0.
                    end = str(int(told[2]) + 100_000_000)
                    lines[f"morgue-{told[1].decode()}-{end[:8]}-{end[8:]}.txt"] = log.name, line
    return lines
