"""What changes on a real disk."""

from __future__ import annotations

import errno
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from necropsy.watching import changes as module
from necropsy.watching.changes import FileChanges


class Listening:
    """Changes that are waited for as long as it takes."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.stop = threading.Event()
        self.open: list[FileChanges] = []

    def begin(self, *paths: Path | str, own: tuple[str, ...] = ()) -> FileChanges:
        made = FileChanges(map(str, paths), self.stop.is_set, own, self.said.append)
        self.open.append(made)
        return made

    def until(self, changes: FileChanges, *wanted: Path | str) -> set[str]:
        """All that changes until some files were among it."""
        missing, found = set(map(str, wanted)), set[str]()
        end = time.monotonic() + 60
        while missing - found:
            assert time.monotonic() < end, (missing, found)
            found |= changes.wait()
        return found


@pytest.fixture
def listening() -> Iterator[Listening]:
    made = Listening()
    yield made
    for changes in made.open:
        changes.close()


def test_files_below_a_directory(listening: Listening, tmp_path: Path) -> None:
    changes = listening.begin(tmp_path)
    (tmp_path / "a.txt").write_text("a")
    listening.until(changes, tmp_path / "a.txt")
    folder = tmp_path / "new" / "deep"
    folder.mkdir(parents=True)
    listening.until(changes, tmp_path / "new")
    (folder / "b.txt").write_text("b")
    listening.until(changes, folder / "b.txt")
    (tmp_path / "a.txt").rename(tmp_path / "c.txt")
    listening.until(changes, tmp_path / "a.txt", tmp_path / "c.txt")
    (tmp_path / "c.txt").unlink()
    listening.until(changes, tmp_path / "c.txt")


def test_names_are_those_of_a_run(
    listening: Listening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "files" / "inner").mkdir(parents=True)
    (tmp_path / "link").symlink_to("files")
    changes = listening.begin("link/", "files/inner")
    (tmp_path / "files" / "inner" / "a.txt").write_text("a")
    assert listening.until(changes, "link/inner/a.txt") <= {"link/inner/a.txt", "link/inner"}


def test_what_the_program_writes_is_no_news(listening: Listening, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    changes = listening.begin(tmp_path, own=(str(store),))
    (tmp_path / ".a.duckdb.1234.tmp").mkdir()
    for name in ("a.duckdb", "a.duckdb.wal", ".a.duckdb.1234.tmp/new", "z.txt"):
        (tmp_path / name).write_text("x")
    found = listening.until(changes, tmp_path / "z.txt")
    assert {Path(path).name for path in found} <= {"z.txt", tmp_path.name}


def test_reading_is_no_change(listening: Listening, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a")
    changes = listening.begin(tmp_path)
    while changes.wait():
        pass
    path.read_text()
    os.listdir(tmp_path)
    assert changes.wait() == set()


def test_a_directory_that_vanishes_and_comes_back(listening: Listening, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    changes = listening.begin(folder)
    shutil.rmtree(folder)
    listening.until(changes, folder)
    assert changes.wait() == set()
    folder.mkdir()
    listening.until(changes, folder)
    (folder / "a.txt").write_text("a")
    listening.until(changes, folder / "a.txt")
    # Another directory in its place.
    folder.rename(tmp_path / "old")
    folder.mkdir()
    listening.until(changes, folder)
    (folder / "b.txt").write_text("b")
    listening.until(changes, folder / "b.txt")


def test_a_file_that_is_given_itself(listening: Listening, tmp_path: Path) -> None:
    log = tmp_path / "logfile"
    log.write_text("one\n")
    changes = listening.begin(log, "https://example.org/logfile")
    assert changes.wait() == set()
    log.write_text("one\ntwo\n")
    assert listening.until(changes, log) == {str(log)}
    log.rename(tmp_path / "logfile.1")
    assert listening.until(changes, log) == {str(log)}
    log.write_text("three\n")
    assert listening.until(changes, log) == {str(log)}
    assert changes.wait() == set()


def test_it_ends_when_it_is_to_stop(listening: Listening, tmp_path: Path) -> None:
    changes = listening.begin(tmp_path)
    listening.stop.set()
    assert changes.wait() == set()
    assert changes.wait() == set()
    changes.close()
    changes.close()


class Refusing:
    """In the place of the library: refuses a few times."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.real: Callable[..., Any] = watchfiles.watch

    def __call__(self, *paths: str, **options: Any) -> Any:
        if self.errors:
            return self.refuse(self.errors.pop(0))
        return self.real(*paths, **options)

    def refuse(self, error: Exception) -> Iterator[set[tuple[Any, str]]]:
        raise error
        yield set()


def test_a_system_that_refuses_is_asked_again(
    listening: Listening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing = Refusing(OSError(errno.ENOSPC, "OS file watch limit reached"))
    monkeypatch.setattr(module.watchfiles, "watch", refusing)
    monkeypatch.setattr(module, "_TRY_AGAIN", 0.0)
    changes = listening.begin(tmp_path)
    assert len(listening.said) == 1
    assert "OS file watch limit reached); all files are looked at every few minutes" in listening.said[0]
    changes.wait()
    (tmp_path / "a.txt").write_text("a")
    listening.until(changes, tmp_path / "a.txt")
    assert len(listening.said) == 1


def test_a_directory_that_goes_in_this_moment(
    listening: Listening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module.watchfiles, "watch", Refusing(FileNotFoundError(2, "No path was found.")))
    changes = listening.begin(tmp_path)
    assert not listening.said
    changes.wait()
    (tmp_path / "a.txt").write_text("a")
    listening.until(changes, tmp_path / "a.txt")


@pytest.mark.skipif(os.name != "posix", reason="needs the file names of Unix")
def test_a_name_that_is_no_text_does_not_end_it(listening: Listening, tmp_path: Path) -> None:
    changes = listening.begin(tmp_path)
    for number in range(2):
        with open(os.path.join(os.fsencode(tmp_path), b"bad\xff%d.txt" % number), "wb") as file:
            file.write(b"a")
        # All below the directory may have changed, and is told of again from now on.
        listening.until(changes, tmp_path)
        (tmp_path / f"{number}.txt").write_text("a")
        assert listening.until(changes, tmp_path / f"{number}.txt")
    assert not listening.said
