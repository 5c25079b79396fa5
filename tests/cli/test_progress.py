"""The progress bar: where it shows, and what it says."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from necropsy.cli import app, progress
from necropsy.cli.files import Files

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
WINNER = SAMPLES / "dcss" / "morgue-Pfijohu52-20261130-104519.txt"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("TERM", "xterm"), ("COLUMNS", "80"), ("NO_COLOR", "1")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error as a terminal, and standard output as none, from now on."""
    errors = Terminal()
    monkeypatch.setattr("sys.stderr", errors)
    monkeypatch.setattr("sys.stdout", io.StringIO())
    return errors


def test_it_says_how_many_how_fast_and_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = terminal(monkeypatch)
    times = iter(range(1, 1000))
    monkeypatch.setattr("rich.progress.Progress.get_time", lambda _: next(times), raising=False)
    with progress.reading(4) as step:
        for _ in range(3):
            step()
    said = errors.getvalue()
    assert "reading" in said
    assert "3/4" in said
    assert "files/s" in said
    assert "left" in said


def test_without_a_total_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = terminal(monkeypatch)
    assert list(progress.counted(iter([1, 2, 3]))) == [1, 2, 3]  # type: ignore[list-item]
    assert "3 files" in errors.getvalue()
    assert "left" not in errors.getvalue()
    assert "0:00:00" in errors.getvalue()


def test_names_are_counted_while_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = terminal(monkeypatch)
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    assert list(progress.listing(range(450))) == list(range(450))
    assert "listing 400 names" in errors.getvalue()


def test_a_short_list_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = terminal(monkeypatch)
    assert len(list(progress.listing(range(450)))) == 450
    assert "listing" not in errors.getvalue()


def test_a_list_that_is_left_takes_its_line_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = terminal(monkeypatch)
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    names = progress.listing(range(1000))
    for _ in range(500):
        next(names)
    names.close()  # type: ignore[attr-defined]
    assert errors.getvalue().endswith("\x1b[2K") or errors.getvalue().rstrip().endswith("\x1b[?25h")


def test_files_are_listed_once_and_then_read(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = terminal(monkeypatch)
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setattr(progress, "_STRIDE", 1)
    files = Files([str(SAMPLES / "hengband")], None, quiet=False)
    assert not files.hold_logs()
    with files.sources() as sources:
        count = len(list(sources))
    said = errors.getvalue()
    assert f"listing {count} names" in said
    assert f"{count}/{count}" in said
    assert said.index("listing") < said.index("reading")
    assert "listing" not in said[said.index("reading") :]


def test_what_is_too_much_to_keep_is_counted_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = terminal(monkeypatch)
    monkeypatch.setattr("necropsy.cli.files._MOST_LISTED", 2)
    files = Files([str(SAMPLES / "hengband")], None, quiet=False)
    assert not files.hold_logs()
    with files.sources() as sources:
        count = len(list(sources))
    assert count > 2
    assert f"{count}/{count}" in errors.getvalue()


@pytest.mark.parametrize(("progress_wanted", "quiet"), [(False, False), (True, True)])
def test_nobody_has_to_see_it(progress_wanted: bool, quiet: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    errors = terminal(monkeypatch)
    with Files([str(WINNER)], None, quiet=quiet, progress=progress_wanted).sources() as sources:
        assert len(list(sources)) == 1
    assert errors.getvalue() == ""


def in_a_terminal(arguments: list[str]) -> str:
    """What a call writes to standard error where that is a terminal and standard output is none."""
    import pty
    import subprocess
    import sys

    ours, theirs = pty.openpty()
    env = os.environ | {"TERM": "xterm", "COLUMNS": "80", "PYTHONPATH": os.pathsep.join(sys.path)}
    call = [sys.executable, "-m", "necropsy", *arguments]
    with subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=theirs, env=env) as running:
        os.close(theirs)
        said = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            said += part
    os.close(ours)
    assert running.returncode == 0
    return said.decode("utf-8", "replace")


@pytest.mark.parametrize("command", ["audit", "extract", "leaderboard"])
def test_a_command_shows_it_unless_told_not_to(command: str) -> None:
    call = [command, str(WINNER.parent)]
    assert "reading" in in_a_terminal(call)
    without = in_a_terminal([*call, "--no-progress"])
    assert "reading" not in without
    assert "\x1b" not in without


def test_a_remark_is_made_without_the_bar(tmp_path: Path) -> None:
    call = ["audit", str(WINNER), "-o", str(tmp_path / "a.csv")]
    assert "1 audited" in in_a_terminal([*call, "--no-progress"])
    assert in_a_terminal([*call, "--quiet"]) == ""


def test_a_watch_shows_its_first_pass(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    call = ["watch", str(WINNER.parent), "--once", "--report", "unreadable", "--store"]
    assert "reading" in in_a_terminal([*call, str(tmp_path / "a.duckdb")])
    without = in_a_terminal([*call, str(tmp_path / "b.duckdb"), "--no-progress"])
    assert "reading" not in without
    assert "are new" in without


def test_no_bar_goes_where_no_terminal_is() -> None:
    result = CliRunner().invoke(app, ["audit", str(WINNER)])
    assert "reading" not in result.stderr
