"""What the tests of a watch share: files to watch, a clock, and a reader of reports."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from necropsy.sources import Source
from necropsy.telling import Origin
from necropsy.watching.case import Case, case_of
from necropsy.watching.posting import NotPosted

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_morgues"
FORGED = SAMPLES / "tampered"
GNOLLHACK = ROOT / "tests" / "engine_truth" / "gnollhack" / "honest"
HONEST = SAMPLES / "dcss" / "morgue-H14rimur-20261130-112439.txt"
LOG = FORGED / "with-log" / "logfile"
LINES = LOG.read_text("utf-8").splitlines(keepends=True)


def forged_line(number: int = 0, score: int = 99999) -> str:
    """A line of the log whose score cannot be."""
    fields = LINES[number].split(":")
    return ":".join(f"sc={score}" if field.startswith("sc=") else field for field in fields)


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Reader:
    """Takes reports, but not while it is asleep."""

    def __init__(self) -> None:
        self.cases: list[Case] = []
        self.asleep = False

    def post(self, case: Case) -> None:
        if self.asleep:
            raise NotPosted("nobody there")
        self.cases.append(case)

    @property
    def seen(self) -> list[tuple[str, str]]:
        """What was read: name and verdict."""
        return [(Path(case.data["source"]).name, case.data["verdict"]) for case in self.cases]

    def taken(self) -> list[tuple[str, str]]:
        """What was read since the last time."""
        seen = self.seen
        self.cases.clear()
        return seen


class Script:
    """Changes that happen one after another; behind the last one the watch is to stop.

    Args:
        clock: goes on by so many seconds with each step.
        steps: what happens; gives the files that have changed.
    """

    def __init__(self, clock: Clock, steps: Iterable[tuple[float, Callable[[], Iterable[Path]]]]) -> None:
        self._clock = clock
        self._steps = list(steps)
        self.closed = False

    def stopped(self) -> bool:
        return not self._steps

    def wait(self) -> set[str]:
        seconds, happen = self._steps.pop(0)
        changed = {str(path) for path in happen()}
        self._clock.now += seconds
        return changed

    def close(self) -> None:
        self.closed = True


def copied(path: Path, folder: Path, name: str = "") -> Path:
    """A copy of a file in a folder."""
    return Path(shutil.copy(path, folder / (name or path.name)))


def nothing() -> Iterable[Path]:
    return ()


def a_case(source: str = "x.txt", digest: str = "d", verdict: str = "tampered", **data: Any) -> Case:
    """A case that was made by hand."""
    audit = {
        "source": source,
        "verdict": verdict,
        "player": "someone",
        "reasons": [],
        "findings": [],
        **data,
    }
    return case_of(json.dumps(audit), "dump", (Origin(Source(source), digest),), 3)


def a_finding(rule: str = "C101", message: str = "turns: 5 and 6", found: Any = 5) -> dict[str, Any]:
    return {"rule": rule, "severity": "error", "message": message, "expected": 6, "found": found}
