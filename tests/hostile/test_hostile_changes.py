"""Files that come, go, grow and shrink while they are read, and a watch over them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from confined import MIB, SAMPLES, command_of, confined

HONEST = SAMPLES / "dcss" / "morgue-Rijodo-20261130-104529.txt"
FORGED = SAMPLES / "tampered" / "score-raised.txt"
LOG = SAMPLES / "tampered" / "with-log" / "logfile"

WITH_LIBRARIES = 4 * 1024 * MIB
"""DuckDB maps some address space for each core, whatever it does; little of it is ever used."""

PATIENCE = 120


@contextmanager
def meanwhile(change: Callable[[int], None]) -> Iterator[None]:
    """Make a change again and again, until the block ends."""
    over = threading.Event()

    def make() -> None:
        for number in range(1_000_000):
            if over.is_set():
                return
            change(number)

    thread = threading.Thread(target=make)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_files_that_vanish_shrink_and_grow_while_they_are_read(tmp_path: Path) -> None:
    """Whatever is seen of them, each of the others is audited, and no honest game is accused."""
    folder = tmp_path / "files"
    stable, moving = folder / "stable", folder / "moving"
    stable.mkdir(parents=True)
    moving.mkdir()
    text = HONEST.read_bytes()
    for number in range(40):
        (stable / f"s{number:03}.txt").write_bytes(text)
        (moving / f"m{number:03}.txt").write_bytes(text)
        (folder / f"d{number:03}").mkdir()
        (folder / f"d{number:03}" / "x.txt").write_bytes(text)

    def change(number: int) -> None:
        path = moving / f"m{number % 40:03}.txt"
        if number % 4 == 0:
            path.unlink(missing_ok=True)
        elif number % 4 == 1:
            path.write_bytes(text)
        elif number % 4 == 2:
            # As the game writes it: from its beginning on.
            path.write_bytes(text[: number % len(text)])
        else:
            path.write_bytes(text + b"\n" * (number % 9_000))
        away = tmp_path / "away"
        if away.exists():
            away.rename(folder / f"d{(number - 1) % 40:03}")
        (folder / f"d{number % 40:03}").rename(away)

    with meanwhile(change):
        for jobs in (1, 2):
            ended = confined("audit", folder, "-j", jobs, "--format", "jsonl")
            assert ended.code == 0
            audits = {os.path.relpath(audit["source"], folder): audit for audit in ended.audits()}
            for number in range(40):
                assert audits[f"stable/s{number:03}.txt"]["verdict"] == "match"
            assert not {audit["verdict"] for audit in audits.values()} & {"mismatch", "tampered"}


def test_a_log_that_shrinks_and_grows_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "logfile"
    lines = LOG.read_bytes() * 2_000
    path.write_bytes(lines)

    def change(number: int) -> None:
        os.truncate(path, len(lines) // (1 + number % 7) + number % 100)
        time.sleep(0.01)

    with meanwhile(change):
        ended = confined("audit", path, "-j", 1, "--format", "jsonl")
    assert ended.code == 0
    assert not {audit["verdict"] for audit in ended.audits()} & {"mismatch", "tampered"}


class Watch:
    """A watch in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.files = folder / "files"
        self.files.mkdir()
        self.out, self.err = folder / "out", folder / "err"
        command = command_of(
            "watch", self.files, "--store", folder / "a.duckdb", "--format", "jsonl", "--settle", 0.2,
            memory=WITH_LIBRARIES,
        )  # fmt: skip
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(command, stdout=out, stderr=err)

    def reports(self) -> list[dict[str, Any]]:
        lines = self.out.read_text("utf-8").splitlines(keepends=True)
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def until(self, reported: str) -> None:
        """Wait for a report on a file of a name."""
        end = time.monotonic() + PATIENCE
        while not any(reported in report["source"] for report in self.reports()):
            assert time.monotonic() < end, self.err.read_text("utf-8")
            assert self.process.poll() is None, self.err.read_text("utf-8")
            time.sleep(0.05)


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    made = Watch(tmp_path)
    yield made
    made.process.kill()
    made.process.wait()


def test_a_watch_goes_on_whatever_arrives(watch: Watch) -> None:
    files = watch.files
    shutil.copy(FORGED, files / "first.txt")
    watch.until("first.txt")
    # What is no file, what leads in circles, what is called strangely, and what is a bomb.
    os.mkfifo(files / "fifo.txt")
    os.mkfifo(files / "xlogfile")
    os.mkfifo(files / "pipe.tar.gz")
    listener = socket.socket(socket.AF_UNIX)
    here = Path.cwd()
    os.chdir(files)  # a socket's path is short
    try:
        listener.bind("socket.txt")
    finally:
        os.chdir(here)
        listener.close()
    os.symlink("loop.txt", files / "loop.txt")
    os.symlink("..", files / "up")
    (files / "zip.zip").write_bytes(b"PK\3\4" + bytes(1000))
    with (files / "sparse.txt").open("wb") as file:
        file.truncate(1 << 30)
    for name in (
        b"esc\x1b[31m\x1b]0;x\x07.txt",
        b"line\nMATCH  x.txt",
        b"bad\xff.txt",
        b"bidi\xe2\x80\xae.txt",
    ):
        shutil.copy(HONEST, os.path.join(os.fsencode(files), name))
    log = files / "logfile"
    log.write_bytes(LOG.read_bytes())
    shutil.copy(SAMPLES / "tampered" / "turns-in-title-line.txt", files / "second.txt")
    watch.until("second.txt")
    # A log that shrinks, is overwritten, becomes a pipe, and comes back.
    os.truncate(log, 100)
    log.write_bytes(b"x\n" * 200_000)
    log.unlink()
    os.mkfifo(log)
    log.unlink()
    (files / "gone").mkdir()
    shutil.copy(FORGED, files / "gone" / "x.txt")
    shutil.rmtree(files / "gone")
    shutil.copy(SAMPLES / "tampered" / "score-raised-by-one.txt", files / "third.txt")
    watch.until("third.txt")
    watch.process.send_signal(signal.SIGTERM)
    assert watch.process.wait(PATIENCE) == 0
    said = watch.out.read_text("utf-8") + watch.err.read_text("utf-8")
    assert "Traceback" not in said
    assert "a fault of this program" not in said
    assert not {"\x1b", "\x07", "\u202e", "\x7f"} & set(said)
    # Nothing is told of honest games, and each forged one is told once: a copy is the same game.
    accused = [
        report["source"] for report in watch.reports() if report["verdict"] in ("mismatch", "tampered")
    ]
    names = [os.path.basename(name) for name in accused if os.path.basename(name) != "x.txt"]
    assert names == ["first.txt", "second.txt", "third.txt"]
