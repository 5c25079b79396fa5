"""Files out of all proportion, within the limits and over them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from confined import BASE, FILE, MEMORY, MIB, SAMPLES, audited

MORGUE = (SAMPLES / "dcss" / "morgue-Rijodo-20261130-104529.txt").read_text("utf-8")
DUMPLOG = (SAMPLES / "gnollhack" / "gnollhack.valma.1796036912.txt").read_text("utf-8")
CHARACTER = (SAMPLES / "hengband" / "dump-en22116-2.2.1.txt").read_text("utf-8")
LOG_LINE = (SAMPLES / "tampered" / "with-log" / "logfile").read_text("utf-8").splitlines()[0]

GIB = 1024 * MIB
MILLION = 1_000_000

TOO_LONG = "longer than the limit of 8,388,608 bytes (--max-file)"
TOO_MANY_LINES = "lines, more than the limit of 200,000 (--max-lines)"
NO_GAME = "no dump of a game known here"

NOTE = "     0 | D:1      | Encountered an orc\n"
SECTION = "\nNotes\nTurn   | Place    | Note\n"


def sparse(path: Path, beginning: str = "", pattern: str = "") -> None:
    """A file of a GiB that takes no room: a beginning, zeros, and here and there a pattern."""
    with path.open("wb") as file:
        file.write(beginning.encode())
        for at in range(1, 1 + 15 * bool(pattern)):
            file.seek(at * 64 * MIB)
            file.write(pattern.encode())
        file.truncate(GIB)


def with_notes(notes: str) -> str:
    rule = MORGUE.index("\n", MORGUE.index("-+-")) + 1
    return MORGUE[:rule] + notes + MORGUE[rule:]


def filled(unit: str, size: int = FILE) -> str:
    """As much of a text as leaves room for a dump beside it."""
    return unit * ((size - 128 * 1024) // len(unit.encode()))


WRITTEN: dict[str, Callable[[], str]] = {
    "nul.txt": lambda: "\0" * FILE,
    "nul-over.txt": lambda: "\0" * (FILE + 1),
    "line.txt": lambda: "x" * FILE,
    "morgue-notes.txt": lambda: with_notes(NOTE * 150_000),
    "morgue-notes-of-lines.txt": lambda: with_notes(filled(NOTE)),
    "morgue-notes-over.txt": lambda: with_notes(NOTE * MILLION),
    "morgue-sections.txt": lambda: MORGUE + SECTION * 50_000,
    "morgue-sections-over.txt": lambda: MORGUE + SECTION * MILLION,
    "morgue-line.txt": lambda: MORGUE + filled("x"),
    "morgue-nul.txt": lambda: MORGUE + filled("\0"),
    "morgue-lines.txt": lambda: MORGUE + "\n" * 190_000,
    "gnollhack-lines.txt": lambda: DUMPLOG.replace("Inventory:", "The Quest\n" * 190_000 + "Inventory:", 1),
    "gnollhack-lines-over.txt": lambda: DUMPLOG + filled("The Quest\n"),
    "hengband-lines.txt": lambda: CHARACTER + "\n" * 190_000,
    "hengband-lines-over.txt": lambda: CHARACTER + filled("\n"),
}
SPARSE = {
    "sparse.txt": ("", ""),
    "sparse-pattern.txt": ("", "one line without an end "),
    "sparse-morgue.txt": (MORGUE, ""),
    "sparse-character.txt": (CHARACTER, "x" * 4096),
    "sparse-logfile": (f"{LOG_LINE}\n", ""),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("sizes")
    for name, text in WRITTEN.items():
        (made / name).write_text(text(), "utf-8")
    for name, (beginning, pattern) in SPARSE.items():
        sparse(made / name, beginning, pattern)
    return made


@pytest.fixture(scope="module")
def audits(folder: Path) -> dict[str, Any]:
    return audited([folder], memory=MEMORY)


UNREAD = {
    "nul.txt": NO_GAME,
    "nul-over.txt": TOO_LONG,
    "line.txt": NO_GAME,
    "morgue-notes-of-lines.txt": TOO_MANY_LINES,
    "morgue-notes-over.txt": TOO_LONG,
    "morgue-sections-over.txt": TOO_LONG,
    "gnollhack-lines-over.txt": TOO_MANY_LINES,
    "hengband-lines-over.txt": TOO_MANY_LINES,
    "sparse.txt": TOO_LONG,
    "sparse-pattern.txt": TOO_LONG,
    "sparse-morgue.txt": TOO_LONG,
    "sparse-character.txt": TOO_LONG,
    "sparse-logfile:2": "the line has 131,072 characters, and no game's is longer than 65,536",
}


@pytest.mark.parametrize("name", UNREAD)
def test_what_is_no_dump_or_over_a_limit_says_so(audits: dict[str, Any], name: str) -> None:
    audit = audits[name]
    assert audit["verdict"] == "unreadable"
    [reason] = audit["reasons"]
    assert reason.endswith(UNREAD[name])


@pytest.mark.parametrize("name", [*sorted({*WRITTEN} - {*UNREAD}), "sparse-logfile:1"])
def test_what_is_within_the_limits_is_audited(audits: dict[str, Any], name: str) -> None:
    assert audits[name]["verdict"] == "match"


LARGER = 64 * MIB


def test_limits_are_raised_by_the_options_that_are_named(folder: Path) -> None:
    names = ("morgue-notes-over.txt", "morgue-sections-over.txt")
    larger = ("--max-file", "64MB", "--max-lines", 4 * MILLION)
    audits = audited([folder / name for name in names], *larger, memory=BASE + 10 * LARGER)
    assert [audits[name]["verdict"] for name in names] == ["match", "match"]
    audits = audited([folder / "sparse-logfile"], "--max-log", "1MB")
    assert audits["sparse-logfile:1"]["verdict"] == "match"
    assert audits["sparse-logfile"]["reasons"] == ["longer than the limit of 1,048,576 bytes (--max-log)"]
