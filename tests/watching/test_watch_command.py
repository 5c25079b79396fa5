"""``necropsy watch``, as a program with real files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from watched import FORGED, HONEST, LINES, copied, forged_line

from necropsy.cli import app
from necropsy.extras import MissingExtra

PATIENCE = 120


class Program:
    """A watch in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = folder / "files"
        self.files.mkdir()
        self.out, self.err = folder / "out", folder / "err"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *options: str) -> None:
        command = [sys.executable, "-m", "necropsy", "watch", "files", "--store", "a.duckdb"]
        command += ["--format", "jsonl", "--settle", "0.3", *options]
        with self.out.open("ab") as out, self.err.open("ab") as err:
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=out, stderr=err)

    def stop(self, number: int = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def reports(self) -> list[dict[str, Any]]:
        lines = self.out.read_text("utf-8").splitlines(keepends=True) if self.out.exists() else []
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def told(self) -> list[tuple[str, str]]:
        return [(report["source"], report["verdict"]) for report in self.reports()]

    def passes(self) -> int:
        return self.err.read_text("utf-8").count(" as they were")

    def until(self, done: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, self.err.read_text("utf-8")
            assert self.process is not None
            assert self.process.poll() is None, self.err.read_text("utf-8")
            time.sleep(0.05)

    def pass_by(self, number: int = 1) -> None:
        """Wait for some passes."""
        before = self.passes()
        self.until(lambda: self.passes() >= before + number)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path)
    yield made
    if made.process is not None and made.process.poll() is None:
        made.process.kill()
        made.process.wait()


def test_a_day_of_a_server(program: Program) -> None:
    """Files arrive, a log grows and is turned over, the watch is stopped and started again."""
    copied(HONEST, program.files)
    program.start()
    program.until(program.passes)
    assert program.told() == []
    copied(FORGED / "score-raised.txt", program.files)
    program.until(program.reports)
    assert program.told() == [("files/score-raised.txt", "mismatch")]

    dump = copied(FORGED / "with-log" / "morgue-Kopadu-20261130-191718.txt", program.files)
    log = program.files / "logfile"
    log.write_text(LINES[0])
    program.until(lambda: len(program.reports()) == 2)
    assert program.told()[1] == (f"files/{dump.name}", "tampered")
    with log.open("a") as stream:
        stream.write(forged_line(1))
    program.until(lambda: len(program.reports()) == 3)
    assert program.told()[2] == ("files/logfile:2", "mismatch")

    log.rename(program.files / "logfile.1")
    log.write_text(LINES[1])
    program.pass_by()
    assert program.stop() == 0
    assert "Traceback" not in program.err.read_text("utf-8")
    (program.files / "logfile.1").rename(program.files / "logfile.2")
    program.start()
    program.pass_by()
    assert program.stop(signal.SIGINT) == 0
    assert len(program.reports()) == 3


def test_a_watch_that_is_killed_loses_nothing(program: Program) -> None:
    """It is killed by the command that it calls, so at the worst of all moments."""
    for path in sorted(FORGED.glob("[deg]*.txt"))[:4]:
        copied(path, program.files)
    got = program.folder / "got"
    got.mkdir()
    script = program.folder / "take.py"
    script.write_text(
        "import json, os, sys\n"
        "source = os.path.basename(json.load(sys.stdin)['source'])\n"
        f"open(os.path.join({str(got)!r}, source), 'a').write('x')\n"
        f"count = len(os.listdir({str(got)!r}))\n"
        "if count == 2 and not os.path.exists('killed'):\n"
        "    open('killed', 'w')\n"
        "    os.kill(os.getppid(), 9)\n"
    )
    command = f"'{sys.executable}' '{script}'"
    program.start("--exec", command)
    assert program.process is not None
    assert program.process.wait(PATIENCE) == -signal.SIGKILL
    program.start("--exec", command)
    program.pass_by()
    assert program.stop() == 0
    times = {path.name: len(path.read_text()) for path in got.iterdir()}
    assert sorted(times) == sorted(path.name for path in program.files.iterdir())
    assert sorted(times.values()) == [1, 1, 1, 2]
    assert program.reports() == []


def test_a_command_that_fails_gets_the_audit_again(program: Program) -> None:
    copied(FORGED / "score-raised.txt", program.files)
    script = program.folder / "take.py"
    script.write_text(
        "import json, sys\n"
        "audit = json.load(sys.stdin)\n"
        "print(json.dumps(audit), flush=True)\n"
        "if not __import__('os').path.exists('up'):\n"
        "    open('up', 'w')\n"
        "    sys.exit('no connection\\x1b[0m')\n"
    )
    program.start("--exec", f"'{sys.executable}' '{script}'")
    program.until(lambda: len(program.reports()) == 2)
    program.until(lambda: program.passes() >= 2)
    first, second = program.reports()
    assert first == second
    assert (first["verdict"], first["findings"][0]["rule"]) == ("mismatch", "S101")
    assert program.stop() == 0
    said = program.err.read_text("utf-8")
    assert "not delivered, to be tried again: files/score-raised.txt" in said
    assert "exit code 1: no connection\\x1b[0m" in said


# ------------------------------------------------------------------- in this process


def invoke(*arguments: object, code: int = 0) -> tuple[str, str]:
    """What a watch prints that ends with a code."""
    result = CliRunner().invoke(app, ["watch", *map(str, arguments)], env={"COLUMNS": "80"})
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stdout, result.stderr


def test_once_reports_what_is_new(tmp_path: Path) -> None:
    files, store = tmp_path / "files", tmp_path / "a.duckdb"
    files.mkdir()
    copied(HONEST, files)
    assert invoke(files, "--store", store, "--once") == (
        "",
        "necropsy: 1 file and 0 lines are new: 0 reported; 0 as they were\n",
    )
    copied(FORGED / "score-raised.txt", files)
    out, err = invoke(files, "--store", store, "--once", "--quiet", code=1)
    assert out.startswith(f"MISMATCH  {files}/score-raised.txt\n")
    assert err == ""
    assert invoke(files, "--store", store, "--once", "--quiet", code=1) == ("", "")
    out, _ = invoke(files, "--store", tmp_path / "b", "--once", "--format", "jsonl", code=1)
    assert json.loads(out)["verdict"] == "mismatch"
    out, _ = invoke(files, "--store", tmp_path / "c", "--once", "--report", "tampered")
    assert out == ""


def test_once_with_a_log_from_elsewhere(tmp_path: Path) -> None:
    dump = FORGED / "with-log" / "morgue-Kopadu-20261130-191718.txt"
    log = FORGED / "with-log" / "logfile"
    out, _ = invoke(dump, "--store", tmp_path / "a", "--log", log, "--once", "--format", "jsonl", code=1)
    assert json.loads(out)["verdict"] == "tampered"


def test_once_with_a_command_that_fails(tmp_path: Path) -> None:
    path = FORGED / "score-raised.txt"
    _, err = invoke(path, "--store", tmp_path / "a", "--once", "--exec", "false", code=2)
    assert "not delivered, to be tried again" in err
    invoke(path, "--store", tmp_path / "a", "--once", "--exec", "true", code=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--exec", "no-such-program-here -x"], "--exec no-such-program-here -x: there is no such program"),
        (["--exec", "a 'b"], "--exec a 'b: No closing quotation"),
        (["--exec", ""], "there is no such program"),
        (["--report", "forged"], "--report forged: not a verdict"),
        (["--report", "never"], "--report never: then there is nothing to watch for"),
        (["--no-pair", "--expect-files"], "--no-pair: leaves nothing"),
        (["--log", "no-such-log"], "no such file or directory: no-such-log"),
        (["--game", "nethack"], "--game nethack"),
        (["--max-file", "much"], "--max-file"),
    ],
)
def test_a_wrong_call_is_told(tmp_path: Path, options: list[str], message: str) -> None:
    _, err = invoke(tmp_path, "--store", tmp_path / "a.duckdb", *options, code=2)
    assert message in err
    assert not (tmp_path / "a.duckdb").exists()


@pytest.mark.parametrize("options", [[], ["--once"]])
def test_a_store_that_is_none_is_told(tmp_path: Path, options: list[str]) -> None:
    (tmp_path / "a.txt").write_text("no store")
    _, err = invoke(tmp_path, "--store", tmp_path / "a.txt", *options, code=2)
    assert "is no DuckDB file" in err


@pytest.mark.parametrize(
    ("package", "extra", "options"), [("watchfiles", "watch", []), ("duckdb", "store", ["--once"])]
)
def test_an_extra_that_is_missing(tmp_path: Path, package: str, extra: str, options: list[str]) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from necropsy.cli import main\n"
        f"sys.argv = {['necropsy', 'watch', str(tmp_path), '--store', str(tmp_path / 'a'), *options]!r}\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"pip install 'necropsy[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("module", ["necropsy.watching.watch", "necropsy.watching.changes"])
def test_a_module_that_needs_an_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    def missing(name: str, *_: object) -> None:
        if name == module:
            raise MissingExtra("this needs the extra 'watch'")

    class Finder:
        find_spec = staticmethod(missing)

    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    monkeypatch.delitem(sys.modules, module, raising=False)
    _, err = invoke(tmp_path, "--store", tmp_path / "a.duckdb", code=2)
    assert err == "necropsy: this needs the extra 'watch'\n"


def test_once_with_a_path_that_vanishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    monkeypatch.setattr("necropsy.given.is_there", lambda _: True)
    _, err = invoke(gone, "--store", tmp_path / "a.duckdb", "--once", code=2)
    assert f"no such file or directory: {gone}" in err


def test_a_watch_that_is_stopped_ends_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal comes while it waits."""
    from necropsy.watching import changes

    waited: list[int] = []
    wait = changes.FileChanges.wait

    def stopping(self: changes.FileChanges) -> set[str]:
        waited.append(1)
        os.kill(os.getpid(), signal.SIGTERM)
        return wait(self)

    monkeypatch.setattr(changes.FileChanges, "wait", stopping)
    copied(FORGED / "score-raised.txt", tmp_path)
    # So long it must have been left alone.
    time.sleep(0.2)
    out, _ = invoke(tmp_path, "--store", tmp_path / "a.duckdb", "--format", "jsonl", "--settle", "0.1")
    assert json.loads(out)["verdict"] == "mismatch"
    assert waited == [1]


def test_once_that_is_stopped_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from necropsy.watching.watch import Watch

    once = Watch.once

    def stopping(self: Watch) -> object:
        os.kill(os.getpid(), signal.SIGTERM)
        return once(self)

    monkeypatch.setattr(Watch, "once", stopping)
    copied(HONEST, tmp_path)
    invoke(tmp_path, "--store", tmp_path / "a.duckdb", "--once", code=128 + signal.SIGTERM)
