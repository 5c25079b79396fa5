"""The same input gives the same bytes, whatever the machine, its clock and its settings are like."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parent.parent / "sample_morgues"
FILES = (
    "dcss/logfile",
    "dcss/morgue-Gasomu10-20261130-103526.txt",
    "dcss/morgue-Qlutapa68-20261130-104734.txt.gz",
    "dcss/morgue-Rijodo-20261130-104529.txt",
    "gnollhack/gnollhack.barka.1796036227.html",
    "gnollhack/gnollhack.barka.1796036227.txt",
    "gnollhack/xlogfile",
    "hengband/dump-deadA-2.1.5.txt",
    "tampered/turns-in-title-line.txt",
)
# What is run in one process: each command, with what it writes.
_PROGRAM = """
import contextlib, io, json, os, random, sys
jobs, shuffled = sys.argv[1:3]
if shuffled == "yes":
    class Shuffled:
        def __init__(self, path):
            with plain(path) as entries:
                self.entries = list(entries)
            random.SystemRandom().shuffle(self.entries)
        def __enter__(self):
            return self
        def __exit__(self, *_):
            pass
        def __iter__(self):
            return iter(self.entries)
        def __next__(self):
            if not self.entries:
                raise StopIteration
            return self.entries.pop()
        def close(self):
            pass
    plain, listed = os.scandir, os.listdir
    os.scandir = lambda path=".": Shuffled(path)
    os.listdir = lambda path=".": random.SystemRandom().sample(found := listed(path), len(found))
from necropsy.cli import app

def main():
    common = ["--jobs", jobs, "-q"]
    audit = ["audit", "--no-config", "--exit-zero", *common, "tree"]
    runs = [[*audit, "-o", f"audit.{form}"] for form in FORMS if form not in ("sarif", "junit", "table")]
    runs += [[*audit, "--format", form, "-o", f"audit-{form}.out"] for form in ("sarif", "junit", "table")]
    runs += [[*audit, "--store", "store.duckdb", "-o", "stored.jsonl"]]
    runs += [["report", "store.duckdb", "-o", f"report.{form}"] for form in ("csv", "html", "jsonl")]
    runs += [["query", "store.duckdb", SQL, "-o", "query.csv"]]
    runs += [["extract", *common, "tree", "-o", f"facts.{form}"] for form in ("csv", "json", "jsonl")]
    board = ["leaderboard", "--no-config", "tree"]
    runs += [[*board, "-o", f"board.{form}"] for form in ("csv", "json", "jsonl")]
    for arguments in runs:
        app(arguments, standalone_mode=False)
    for name in EXPLAINED:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            app(["explain", f"tree/{name}"], standalone_mode=False)
        with open(f"explained-{len(os.listdir('.'))}.out", "w", encoding="utf-8") as file:
            file.write(said.getvalue())

if __name__ == "__main__":
    main()
"""
_FORMS = ("json", "jsonl", "csv", "parquet", "html", "md", "sarif", "junit", "table")
_SQL = "SELECT source, line, verdict, recorded FROM games ORDER BY ALL"


def tree(folder: Path, names: Sequence[str]) -> None:
    """The files in a directory, made in the order of their names."""
    for name in names:
        target = folder / "tree" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SAMPLES / name, target)


def kept() -> dict[str, str]:
    """What of the environment has to do with finding the program."""
    return {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}


def written(folder: Path, *, jobs: int, shuffled: bool, **environment: str) -> dict[str, bytes]:
    """What all commands write about the tree of a directory, by the name of the file."""
    program = folder / "program.py"
    head = f"FORMS, SQL, EXPLAINED = {_FORMS!r}, {_SQL!r}, {FILES[1::2]!r}\n"
    program.write_text(head + _PROGRAM, "utf-8")
    subprocess.run(
        [sys.executable, str(program), str(jobs), "yes" if shuffled else "no"],
        cwd=folder,
        env={**kept(), "COLUMNS": "100", **environment},
        check=True,
        capture_output=True,
    )
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith(("tree/", "store.", "program")):
            found[name] = path.read_bytes()
    return found


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What is written by one process with nothing odd about it."""
    folder = tmp_path_factory.mktemp("plain")
    tree(folder, FILES)
    return written(folder, jobs=1, shuffled=False, LC_ALL="C.UTF-8", TZ="UTC", PYTHONHASHSEED="0")


def test_each_form_is_written(plain: dict[str, bytes]) -> None:
    endings = {Path(name).suffix for name in plain}
    assert {".json", ".jsonl", ".csv", ".parquet", ".html", ".md", ".out"} <= endings
    assert all(content for content in plain.values())


@cache
def other_locale() -> str:
    """A locale whose letters are not those of English, if there is one."""
    listed = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout.split()
    return next((name for name in listed if name.lower().startswith(("tr_", "az_", "lt_"))), "C.UTF-8")


_MACHINES: dict[str, dict[str, str]] = {
    "far in the east, with nothing but ASCII": {
        "LC_ALL": "C",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONUTF8": "0",
        "PYTHONHASHSEED": "1",
        "TZ": "Pacific/Kiritimati",
    },
    "off by half an hour, with colours": {
        "PYTHONUTF8": "1",
        "PYTHONHASHSEED": "random",
        "TZ": "America/St_Johns",
        "FORCE_COLOR": "1",
    },
}
_FOR_PEOPLE = ("audit-table", "explained")


@pytest.mark.parametrize("machine", _MACHINES)
def test_another_machine_writes_the_same(machine: str, plain: dict[str, bytes], tmp_path: Path) -> None:
    """Other jobs, hashes, zone and locale; another directory, whose entries come in another order."""
    number = list(_MACHINES).index(machine)
    tree(tmp_path, FILES[::-1] if number else FILES[3:] + FILES[:3])
    environment = {"LC_ALL": other_locale(), **_MACHINES[machine]}
    found = written(tmp_path, jobs=2 + number, shuffled=True, **environment)
    assert sorted(found) == sorted(plain)
    other = [name for name in plain if found[name] != plain[name]]
    # Who asks for colours has them in what is for people.
    assert [name for name in other if not (number and name.startswith(_FOR_PEOPLE))] == []


ODD = ("Ünïcode — é.txt", "日本.txt", "İstanbul I.txt")
"""Names that not every locale has."""


def told(folder: Path, **environment: str) -> list[str]:
    """The names in the audits of what lies in a directory."""
    done = subprocess.run(
        [sys.executable, "-m", "necropsy", "audit", "--no-config", "-q", "-j", "1", "--format", "jsonl", "."],
        cwd=folder,
        env={**kept(), **environment},
        check=True,
        capture_output=True,
    )
    return [
        json.loads(line)["source"] for line in done.stdout.decode("ascii", "surrogateescape").splitlines()
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files have an encoding of their own")
def test_names_that_a_locale_has_not_are_told_all_the_same(tmp_path: Path) -> None:
    for name in ODD:
        shutil.copy(SAMPLES / FILES[3], tmp_path / name)
    expected = sorted(f"./{name}" for name in ODD)
    for locale in ("C", "POSIX", "C.UTF-8"):
        found = told(tmp_path, LC_ALL=locale)
        assert sorted(name.encode("utf-8", "surrogateescape").decode() for name in found) == expected
    # Without Python's own coercion a name stands there byte by byte, and no file is lost.
    bytewise = told(tmp_path, LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    assert sorted(name.encode("ascii", "surrogateescape").decode() for name in bytewise) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_terminal_gets_what_a_file_gets(form: str, plain: dict[str, bytes], tmp_path: Path) -> None:
    pty, tty = pytest.importorskip("pty"), pytest.importorskip("tty")
    tree(tmp_path, FILES)
    ours, its = pty.openpty()
    tty.setraw(its)
    audit = [sys.executable, "-m", "necropsy", "audit", "--no-config", "--exit-zero", "tree"]
    with subprocess.Popen(
        [*audit, "--format", form],
        cwd=tmp_path,
        env={**kept(), "TERM": "xterm"},
        stdout=its,
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(its)
        read = b""
        while piece := _piece(ours):
            read += piece
        assert process.wait() == 0
    os.close(ours)
    assert read == plain[f"audit.{form}"]


def _piece(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # the other end was closed
        return b""
