"""The long runs: what breaks a promise is found, made small and kept, and the next file is tried."""

from __future__ import annotations

import json
import sys
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("resource", reason="memory is limited on Unix alone")

from fuzz import guided, run
from fuzz.crashers import Crasher, crashers
from fuzz.invariants import Sample, Violation
from fuzz.subjects import FOLDER, names, subjects_of, truth

LINES = Sample("logfile", b"".join(b"v=0.34.1:name=n%d:xl=1:sc=3\n" % number for number in range(10)))


def broken_by(culprit: bytes) -> Any:
    def check(sample: Sample, _folder: str) -> list[Any]:
        if culprit in sample.data:
            raise Violation("no exception", "planted", "by a test")
        return []

    return check


@pytest.fixture
def tally() -> run.Tally:
    return run.Tally()


def run_of(folder: Path, tally: run.Tally) -> run.Run:
    (subject,) = subjects_of("dcss-lines")
    (folder / "files").mkdir()
    return run.Run(subject, str(folder / "files"), 60.0, folder / "kept", tally)


def test_what_breaks_a_promise_is_kept_small_and_once(
    tmp_path: Path, tally: run.Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "check_any", broken_by(b"n7:"))
    monkeypatch.setattr("fuzz.crashers.CRASHERS", tmp_path / "kept")
    tried = run_of(tmp_path, tally)
    tried.each(LINES, LINES, 1)
    tried.each(LINES, LINES, 2)
    assert dict(tally.broken) == {"no exception: planted": 2}
    (kept,) = crashers()
    assert isinstance(kept, Crasher)
    assert kept.sample == Sample("logfile", b"n7:")
    assert kept.did == "no exception: planted: by a test"
    assert tally.kept == {"no exception: planted": kept.title.partition("/")[2]}


def test_files_that_keep_their_promises_are_counted(tmp_path: Path, tally: run.Tally) -> None:
    run_of(tmp_path, tally).each(LINES, LINES, 3)
    assert tally.inputs == 2 + run.HARMS + 1
    assert not tally.broken
    assert sum(tally.verdicts.values()) >= tally.inputs


def test_too_much_time_is_a_broken_promise(tmp_path: Path) -> None:
    with pytest.raises(Violation, match="time is bounded"), run.limited(0.01):
        all(True for _ in repeat(0))


def test_games_are_asked_for_by_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"dcss-lines", "dcss-morgues"} <= set(names())
    assert [found.name for found in subjects_of("dcss")] == ["dcss-lines", "dcss-morgues"]
    for main in (run.main, guided.main):
        with pytest.raises(SystemExit):
            main(["tetris", "--seed", "1"])
        assert "nothing to fuzz is called 'tetris'" in capsys.readouterr().err
    assert len(truth("dcss", "morgue-*.txt", largest=1_000)) == 2


def test_without_atheris_no_run_is_guided(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    assert guided.main(["dcss-lines", "--seed", "1"]) == 2
    assert capsys.readouterr().err == "atheris is not installed: nothing was run\n"


def test_a_guided_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("atheris", reason="atheris, which guides the runs, is not installed")
    assert guided.main(["dcss-lines", "--minutes", "0.05", "--seed", "1", "--keep", str(tmp_path)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["subject"], said["broken"]) == ("dcss-lines", [])
    assert said["inputs"] > 0
    assert (FOLDER / "guided_child.py").exists()
