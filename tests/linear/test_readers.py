"""What the readers and rules do grows with the length of a file and no faster.

It is counted in calls, of Python's functions and of those below: the count is the same on every
machine and at every time.
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from grown import Grown, grown

import necropsy

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
FEW = 60
SIZES = (FEW, 2 * FEW, 4 * FEW)
_MOST = 1.4
"""Where the work grows with the square of the length, :func:`excess` is 2."""


def calls(work: Callable[[], object], name: str = "") -> int:
    """How many functions are called, or how often the one with a name is."""
    count = 0

    def add(frame: types.FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code.co_name == name if name else event in ("call", "c_call")

    sys.setprofile(add)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def growth(path: Path, make: Grown) -> float:
    """The excess of the work for a file some part of which is long."""
    counts = []
    for times in SIZES:
        path.write_bytes(make(times).encode("utf-8", "surrogateescape"))
        necropsy.audit(path)
        counts.append(calls(lambda: necropsy.audit(path)))
    return excess(counts)


def excess(counts: list[int]) -> float:
    """What the second doubling of a length adds, as a part of twice what the first added.

    A step, such as a line that has become too long to be one, is no growth.
    """
    few, more, most = counts
    return (most - more) / (2 * max(more - few, few))


FILES = [
    "dcss/morgue-H31kosof-20261130-112527.txt",
    "gnollhack/gnollhack.barka.1796036227.txt",
    "gnollhack/gnollhack.barka.1796036227.html",
    "hengband/dump-deadA-2.1.5.txt",
]


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_which_some_part_is_long(name: str, tmp_path: Path) -> None:
    text = (SAMPLES / name).read_text("utf-8", errors="surrogateescape")
    path = tmp_path / Path(name).name
    told = {what: growth(path, make) for what, make in grown(text)}
    assert len(told) > 4 * 10
    assert {what: times for what, times in told.items() if times > _MOST} == {}


# ------------------------------------------------------------------------------- logs and runs

LOGS = ["dcss/logfile", "gnollhack/xlogfile"]
_EDITS: dict[str, tuple[str, str]] = {
    "the same games": ("", ""),
    "games of many players": (r"(?<=name=)\w+", r"\g<0>{number}"),
    "games of one player at once": (r"(?<=turn[s=])=?\d+", r"\g<0>{number}"),
    "games that are no match": (r"(:sc=|points=)\d+", r"\g<1>{number}"),
    "lines that cannot be read": (r"^\w+", "{number}"),
}


def log_of(path: Path, times: int, edit: tuple[str, str]) -> bytes:
    """The lines of a log so many times, each edited with its number."""
    lines = path.read_text("utf-8").splitlines(keepends=True) * times
    pattern, value = edit
    if pattern:
        lines = [re.sub(pattern, value.format(number=100 + at), line) for at, line in enumerate(lines)]
    return "".join(lines).encode()


@pytest.mark.parametrize("edit", _EDITS.values(), ids=_EDITS)
@pytest.mark.parametrize("name", LOGS)
def test_a_log_of_many_lines(name: str, edit: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / Path(name).name
    counts = []
    for times in (15, 30, 60):
        path.write_bytes(log_of(SAMPLES / name, times, edit))
        list(necropsy.audit_paths(path))
        counts.append(calls(lambda: list(necropsy.audit_paths(path))))
    assert excess(counts) < _MOST


def test_many_dumps_of_one_player_beside_a_log(tmp_path: Path) -> None:
    """The dumps have the names that the game gives them, and the lines are of other games of that day."""
    name = "morgue-Rijodo-20261130-104529.txt"
    text = (SAMPLES / "dcss" / name).read_text("utf-8")
    line = next(
        line for line in (SAMPLES / "dcss/logfile").read_text("utf-8").splitlines() if "Rijodo" in line
    )
    counts = []
    for times in (30, 60, 120):
        folder = tmp_path / str(times)
        folder.mkdir()
        for at in range(times):
            moment = f"10{at // 60:02}{at % 60:02}"
            (folder / f"morgue-Rijodo-20261130-{moment}.txt").write_text(text, "utf-8")
        lines = [
            re.sub(
                r"(?<=:seed=)\d+",
                str(at),
                re.sub(r"(?<=:end=\d{8})\d+", f"11{at // 60:02}{at % 60:02}", line),
            )
            for at in range(times)
        ]
        (folder / "logfile").write_text("\n".join(lines), "utf-8")
        work = partial(list, necropsy.audit_paths(folder))
        counts.append(calls(work, "matches"))
    # Only those are compared whose seconds are the same.
    assert counts[-1] <= 3 * 120


def test_what_is_not_linear_is_seen() -> None:
    def work(times: int) -> None:
        for at in range(times):
            for _ in range(at):
                len("")

    assert excess([calls(partial(work, times)) for times in SIZES]) > _MOST
