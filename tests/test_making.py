"""What is in the making, and what killed processes leave of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from necropsy import making
from necropsy.making import Making
from necropsy.parquet import Dataset
from necropsy.reports.output import opened
from necropsy.store import Store

HOLD = """
import os, sys
from necropsy.making import Making
with Making(sys.argv[1]) as making:
    open(making.new, "w").write("half")
    if "old" in sys.argv:
        os.rename(sys.argv[1], making.old)
    print(flush=True)
    input()
"""


def maker(path: Path, *words: str) -> subprocess.Popen[str]:
    """A process that makes something, and waits in the middle of it."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path), *words], stdin=pipe, stdout=pipe, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def make_report(path: Path) -> None:
    with opened(str(path)) as stream:
        stream.write("whole")


def make_store(path: Path) -> None:
    Store(path).close()


def make_dataset(path: Path) -> None:
    with Dataset(path):
        pass


@pytest.mark.parametrize("make", [make_report, make_store, make_dataset])
def test_what_a_killed_process_left_goes(make: Callable[[Path], None], tmp_path: Path) -> None:
    path, other = tmp_path / "a.out", tmp_path / "b.out"
    killed = [maker(path), maker(path), maker(other), maker(tmp_path / "a.out.csv")]
    living = maker(path)
    for process in killed:
        kill(process)
    assert len(os.listdir(tmp_path)) == 5
    make(path)
    # What a living process makes stays, and what is left of something else.
    assert len(list(tmp_path.glob(".a.out.????????.tmp/new"))) == 1
    assert len(os.listdir(tmp_path)) == 4
    living.communicate("\n")
    make_report(other)
    make_report(tmp_path / "a.out.csv")
    assert sorted(os.listdir(tmp_path)) == ["a.out", "a.out.csv", "b.out"]


def test_files_of_somebody_else_stay(tmp_path: Path) -> None:
    for name in (".a.csv.original", ".a.csv.0123abcd.old", ".a.csv.0123abcd.tmp", ".a.csv.tmp"):
        (tmp_path / name).write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / ".a.csv.00000000.tmp").symlink_to("folder")
    make_report(tmp_path / "a.csv")
    assert len(os.listdir(tmp_path)) == 7


def test_the_older_one_comes_back_where_nothing_new_came(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("older")
    kill(maker(path, "old"))
    assert not path.exists()
    with pytest.raises(RuntimeError), Making(str(path)):
        raise RuntimeError
    assert path.read_text() == "older"
    assert os.listdir(tmp_path) == ["a.csv"]


def test_without_locks_nothing_is_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(9, "Bad file descriptor")

    path = tmp_path / "a.csv"
    kill(maker(path))
    monkeypatch.setattr("fcntl.flock", refuse)
    make_report(path)
    assert path.read_text() == "whole"
    assert len(os.listdir(tmp_path)) == 2


def test_one_that_is_taken_for_a_left_one_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = making._locked
    taken: list[str] = []

    def late(directory: str, *, wait: bool = False) -> int | None:
        if not taken:
            taken.append(directory)
            os.rmdir(directory)
        return locked(directory, wait=wait)

    monkeypatch.setattr("necropsy.making._locked", late)
    make_report(tmp_path / "a.csv")
    assert os.listdir(tmp_path) == ["a.csv"]
    assert taken
