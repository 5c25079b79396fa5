"""The least that a tool can do with files: read and decode them, or look for six lines in each."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence

__all__ = ["PATTERNS", "reading", "scanner", "scanning"]

PATTERNS = {
    "dcss": (
        r"^-?[0-9]+ .* \(level [0-9]+",
        r"Began as an? .* on ",
        r"The game lasted [0-9:]+ \([0-9]+ turns\)",
        r"^Health: |^HP ",
        r"^.: [0-9]+/[0-9]+ runes",
        r"\| Reached XP level [0-9]+",
    ),
    "gnollhack": (
        r"^Game began [0-9-]+ [0-9:]+, ended ",
        r"^Dlvl:|Dlvl:[0-9]+ ",
        r"Your game score was [0-9]+",
        r"with [0-9]+ points, and ",
        r"^You played on [a-z ]+ difficulty",
        r"vanquished\.",
    ),
    "hengband": (
        r"Character Dump\]",
        r"^ (Class|Race) +: ",
        r"Level +[0-9]+ ",
        r"Max Exp +[0-9]+",
        r"^ (Hits|Mana) *: [0-9]+/[0-9]+",
        r"^(STR|INT|WIS|DEX|CON|CHR) :",
    ),
    "line": (r":name=[^:]+", r":sc=[0-9]+", r":xl=[0-9]+", r":turn=[0-9]+", r":end=[0-9]+", r":ktyp=[a-z]+"),
    "xline": (
        r"\bname=",
        r"\bpoints=[0-9]+",
        r"\bxplvl=[0-9]+",
        r"\bturns=[0-9]+",
        r"\bendtime=[0-9]+",
        r"\bdeath=",
    ),
}
PATTERNS["mixed"] = (*PATTERNS["dcss"][:3], *PATTERNS["gnollhack"][:2], PATTERNS["hengband"][1])


def scanner() -> str:
    """The program that looks for lines: ``rg``, or ``grep`` where that is not there."""
    return "rg" if shutil.which("rg") else "grep -E"


def scanning(path: str | os.PathLike[str], kind: str) -> list[str]:
    """A command that finds six lines in each file below a path, on one thread; packed files stay packed."""
    patterns = [part for pattern in PATTERNS[kind] for part in ("-e", pattern)]
    if scanner() == "rg":
        return ["rg", "-j1", "-uuu", "--text", "--no-messages", "--no-config", *patterns, os.fspath(path)]
    return ["grep", "-E", "-r", "-a", "-s", *patterns, os.fspath(path)]


_READ = """
import sys
from necropsy.sources import find, read
for source in find(sys.argv[1:]):
    read(source).text
"""


def reading(path: str | os.PathLike[str]) -> Sequence[str]:
    """A command that finds, reads and decodes each file below a path in Python."""
    return [sys.executable, "-c", _READ, os.fspath(path)]
