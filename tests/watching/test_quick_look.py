"""The quick look at what was just written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from watched import FORGED, GNOLLHACK, HONEST, LINES, LOG, Clock, Reader, copied, forged_line

from necropsy.loglines import Piece
from necropsy.plan import Plan
from necropsy.sources import Source
from necropsy.store import Store
from necropsy.watching.desk import Desk
from necropsy.watching.glance import Glance
from necropsy.watching.reported import Reported
from necropsy.watching.tail import AT_ONCE
from necropsy.watching.wanted import Wanted

ALL = Wanted.of({"mismatch", "tampered", "undecided", "unreadable"})


class Looking:
    """A glance with all that it needs."""

    def __init__(self, folder: Path, wanted: Wanted = ALL) -> None:
        self.reader = Reader()
        self.said: list[str] = []
        self.store = str(folder / "a.duckdb")
        self.desk = Desk(self.reader, Reported(self.store), self.said.append, Clock())
        self.glance = Glance(Plan(pair=False), wanted, self.desk, self.store, 2, self.said.append)

    def look(self, now: float, *changed: Path) -> list[tuple[str, str]]:
        """What is reported when some files have changed."""
        for path in changed:
            self.glance.note(str(path), now)
        self.glance.look(now)
        return self.reader.taken()

    def follow(self, log: Path) -> None:
        """Let a pass have read a log."""
        data = log.read_bytes()
        self.glance.tails.see("dcss", Source(str(log)), Piece(data[:-1], 1, 0, True))
        self.glance.tails.know_files()


@pytest.fixture
def looking(tmp_path: Path) -> Looking:
    return Looking(tmp_path)


def test_a_forged_file_is_told_when_it_has_settled(looking: Looking, tmp_path: Path) -> None:
    path = copied(FORGED / "score-raised.txt", tmp_path)
    assert looking.look(10, path) == []
    assert looking.look(11.9) == []
    assert looking.look(12) == [("score-raised.txt", "mismatch")]
    assert looking.look(20, path) == looking.look(30) == []


def test_an_honest_file_is_not(looking: Looking, tmp_path: Path) -> None:
    looking.look(10, copied(HONEST, tmp_path))
    assert looking.look(12) == []


def test_what_is_open_is_left_to_a_pass(looking: Looking, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("nothing that is known\n")
    path = copied(HONEST, tmp_path)
    path.write_bytes(path.read_bytes()[:200])
    looking.look(10, tmp_path / "a.txt", path)
    assert looking.look(12) == []


def test_a_file_that_is_being_written_is_left_alone(looking: Looking, tmp_path: Path) -> None:
    """A morgue that is cut off contradicts itself: runes without notes."""
    whole = (FORGED / "score-raised.txt").read_bytes()
    path = tmp_path / "morgue.txt"
    path.write_bytes(whole[:4000])
    looking.look(10, path)
    path.write_bytes(whole[:8000])
    # Nobody told of the last write.
    assert looking.look(12) == []
    assert looking.look(13.9) == []
    path.write_bytes(whole)
    assert looking.look(14.5, path) == looking.look(16) == []
    assert looking.look(16.5) == [("morgue.txt", "mismatch")]


def test_what_is_no_file_of_its_own_is_left_to_a_pass(looking: Looking, tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(FORGED / "score-raised.txt")
    folder = tmp_path / "folder"
    folder.mkdir()
    archive = Path(shutil.make_archive(str(tmp_path / "a"), "zip", FORGED / "with-log"))
    gone = tmp_path / "gone.txt"
    looking.look(10, link, folder, archive, gone)
    assert looking.look(12) == []
    assert not looking.said


def test_a_file_that_cannot_be_read(looking: Looking, tmp_path: Path) -> None:
    path = copied(FORGED / "score-raised.txt", tmp_path)
    path.chmod(0)
    looking.look(10, path)
    if os.access(path, os.R_OK):
        pytest.skip("nothing is forbidden to this user")
    assert looking.look(12) == []


def test_two_files_of_one_game_are_told_once(looking: Looking, tmp_path: Path) -> None:
    """A text and its page, a dump and its line: what they say is the same."""
    first = copied(FORGED / "score-raised.txt", tmp_path, "first.txt")
    second = tmp_path / "second.txt"
    second.write_bytes(first.read_bytes() + b"\n")
    assert looking.look(10, first) + looking.look(12, second) == [("first.txt", "mismatch")]
    assert looking.look(14) == []
    # A pass knows whether they are one game; what it leaves is told.
    looking.glance.rest()
    assert looking.look(15, second) + looking.look(17) == [("second.txt", "mismatch")]


class TestLogs:
    @pytest.fixture
    def log(self, tmp_path: Path, looking: Looking) -> Path:
        path = copied(LOG, tmp_path)
        looking.follow(path)
        return path

    def grow(self, log: Path, text: str) -> Path:
        with log.open("a", encoding="utf-8") as stream:
            stream.write(text)
        return log

    def test_a_new_line_is_told_at_once(self, looking: Looking, log: Path) -> None:
        assert looking.look(10, self.grow(log, forged_line())) == [("logfile:3", "mismatch")]
        assert looking.look(11, log) == []

    def test_an_honest_line_is_not(self, looking: Looking, log: Path) -> None:
        assert looking.look(10, self.grow(log, LINES[0])) == []

    def test_a_line_without_its_end_waits(self, looking: Looking, log: Path) -> None:
        line = forged_line()
        assert looking.look(10, self.grow(log, line[:-1])) == looking.look(20, log) == []
        assert looking.look(30, self.grow(log, "\n")) == [("logfile:3", "mismatch")]

    def test_a_line_that_is_none_is_left_to_a_pass(self, looking: Looking, log: Path) -> None:
        assert looking.look(10, self.grow(log, "what is this\n")) == []

    def test_a_log_that_is_turned_over(self, looking: Looking, log: Path) -> None:
        looking.look(10, self.grow(log, forged_line()))
        old = log.rename(log.with_name("logfile.1"))
        assert looking.look(20, log, old) == looking.look(22) == []
        log.write_text(LINES[1] + forged_line(1))
        assert looking.look(30, log) == []
        assert looking.look(32) + looking.look(32.1) == [("logfile:2", "mismatch")]

    def test_a_new_log_is_read_from_its_beginning(self, looking: Looking, tmp_path: Path) -> None:
        log = tmp_path / "logfile"
        log.write_text(LINES[1] + forged_line(1))
        assert looking.look(10, log) == looking.look(12) == []
        assert looking.look(12.1) == [("logfile:2", "mismatch")]
        assert looking.look(13, self.grow(log, forged_line(0))) == [("logfile:3", "mismatch")]

    def test_a_log_that_was_emptied(self, looking: Looking, log: Path) -> None:
        log.write_text(forged_line(1))
        assert looking.look(10, log) == [("logfile:1", "mismatch")]

    def test_a_long_new_log_is_left_to_a_pass(self, looking: Looking, log: Path) -> None:
        log.write_text(forged_line() * (AT_ONCE // len(forged_line()) + 1))
        assert looking.look(10, log) == []
        assert str(log) not in looking.glance.tails
        assert looking.look(11, log) == looking.look(13) == looking.look(14) == []
        assert str(log) not in looking.glance.tails

    def test_a_log_that_has_gone_and_comes_back(self, looking: Looking, log: Path) -> None:
        data = log.read_bytes()
        log.unlink()
        assert looking.look(10, log) == []
        log.write_bytes(data + forged_line().encode())
        assert looking.look(11, log) == [("logfile:3", "mismatch")]

    def test_much_at_once_is_read_in_several_turns(self, looking: Looking, log: Path) -> None:
        self.grow(log, LINES[0] * (AT_ONCE // len(LINES[0])) + forged_line())
        first = looking.look(10, log)
        assert first + looking.look(10.1) == [(f"logfile:{AT_ONCE // len(LINES[0]) + 3}", "mismatch")]

    def test_the_line_and_the_dump_of_a_game_are_told_once(self, looking: Looking, tmp_path: Path) -> None:
        """What both say a pass will know of one game."""
        log = tmp_path / "xlogfile"
        lines = (GNOLLHACK / "xlogfile").read_text("utf-8").splitlines(keepends=True)
        log.write_text(lines[1], "utf-8")
        looking.glance.tails.see("gnollhack", Source(str(log)), Piece(lines[1][:-1].encode(), 1, 0, True))
        text = lines[0].replace("points=", "points=9")
        assert looking.look(10, self.grow(log, text)) == [("xlogfile:2", "mismatch")]
        assert looking.look(11, self.grow(log, text.replace("deathlev", "deathlew"))) == []
        looking.glance.rest()


def test_what_cannot_be_noted_is_told_and_noted_later(looking: Looking, tmp_path: Path) -> None:
    path = copied(FORGED / "score-raised.txt", tmp_path)
    (tmp_path / "a.duckdb").mkdir()
    looking.look(10, path)
    assert looking.look(12) == [("score-raised.txt", "mismatch")]
    assert len(looking.said) == 1
    assert looking.said[0].startswith(f"{looking.store}: not noted yet: ")
    (tmp_path / "a.duckdb").rmdir()
    looking.look(20, copied(FORGED / "turns-in-title-line.txt", tmp_path))
    assert looking.look(22) == [("turns-in-title-line.txt", "tampered")]
    with Store(looking.store) as store:
        sources = store.run("SELECT DISTINCT source FROM reported")
    assert len(sources) == 2


def test_only_what_is_wanted_is_told(tmp_path: Path) -> None:
    looking = Looking(tmp_path, Wanted.of({"tampered"}))
    names = "score-raised.txt", "turns-in-title-line.txt"
    looking.look(10, *(copied(FORGED / name, tmp_path) for name in names))
    assert looking.look(12) == [("turns-in-title-line.txt", "tampered")]


def test_of_too_many_files_some_are_left_to_a_pass(looking: Looking, tmp_path: Path) -> None:
    for number in range(10_000):
        looking.glance.note(str(tmp_path / f"{number}.txt"), 10)
    path = copied(FORGED / "score-raised.txt", tmp_path)
    looking.glance.note(str(path), 10)
    for _ in range(200):
        assert looking.look(20) == []
    assert looking.look(30, path) == []
    assert looking.look(32) == [("score-raised.txt", "mismatch")]
