"""Many files: processes, clusters, stores, data sets, and how a run is stopped."""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest
from typer.testing import CliRunner

from necropsy.cli import app
from necropsy.cli import labour as cli_labour
from necropsy.cluster import Cluster
from necropsy.interrupt import Interrupt
from necropsy.store import Store

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_morgues"
DCSS = SAMPLES / "dcss"

runner = CliRunner()


def run(*arguments: object, code: int | None = None) -> tuple[str, str]:
    """Standard output and error of a call."""
    result = runner.invoke(app, list(map(str, arguments)), env={"COLUMNS": "80"})
    if code is not None:
        assert result.exit_code == code, result.output
    return result.stdout, result.stderr


@pytest.mark.parametrize("form", ["table", "jsonl", "json", "csv", "sarif", "junit", "md"])
def test_all_ways_of_working_write_the_same_bytes(form: str, tmp_path: Path) -> None:
    call = ["audit", SAMPLES, "--format", form, "-q"]
    expected = run(*call, "--jobs", "1", code=1)
    assert run(*call, "--jobs", "2", code=1) == expected
    assert run(*call, "--store", tmp_path / "a.duckdb", code=1) == expected
    assert run(*call, "--store", tmp_path / "a.duckdb", "--jobs", "2", code=1) == expected
    assert run(*call, code=1) == expected


@pytest.mark.parametrize("form", ["jsonl", "sarif", "junit", "md"])
def test_a_cluster_writes_the_same_bytes(form: str) -> None:
    call = ["audit", DCSS, "--format", form, "-q"]
    assert run(*call, "--cluster", "local:1", code=0) == run(*call, code=0)


def test_the_processes_of_a_cluster_are_silent() -> None:
    with closing(Cluster(None, "local:1")) as cluster:
        for name in ("distributed.worker", "distributed.nanny", "tornado.application"):
            level = cluster._client.submit(_level_of, name).result(60)
            assert level == logging.CRITICAL, name


def _level_of(name: str) -> int:
    return logging.getLogger(name).getEffectiveLevel()


@pytest.mark.parametrize("way", [["--jobs", "2"], ["--cluster", "local:1"]], ids=" ".join)
@pytest.mark.parametrize(
    "options",
    [
        ["--format", "json", "--min-turns", "100"],
        ["--rescore", "0.34.1", "--per-player"],
        ["--by", "turns", "--format", "csv"],
        ["--streaks", "--format", "json"],
    ],
    ids=" ".join,
)
def test_a_leaderboard_is_the_same_in_every_way(way: list[str], options: list[str]) -> None:
    call = ["leaderboard", SAMPLES, *options]
    alone = run(*call, "--jobs", "1", code=0)
    assert len(alone[0].splitlines()) > 1
    assert run(*call, *way, code=0) == alone


@pytest.mark.parametrize("form", ["csv", "jsonl", "json"])
def test_facts_are_extracted_in_every_way(form: str) -> None:
    call = ["extract", SAMPLES, "--format", form]
    assert run(*call, "--jobs", "2", code=0) == run(*call, code=0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--jobs", "2", "--cluster", "local"], "--jobs and --cluster: give one of them"),
        (["--cluster", "here"], "expected tcp://host:8786, local or local:N"),
        (["--format", "parquet"], "give its name with -o audits.parquet"),
        (["-o", "-", "--format", "parquet"], "give its name with -o audits.parquet"),
    ],
)
def test_wrong_calls(options: list[str], said: str) -> None:
    assert said in run("audit", DCSS, *options, code=2)[1]


def test_a_store_that_is_none(tmp_path: Path) -> None:
    other = tmp_path / "a.duckdb"
    other.write_text("no database\n" * 1000)
    _, error = run("audit", DCSS, "--store", other, code=2)
    assert "is no DuckDB file" in error
    assert other.read_text().startswith("no database")


def test_the_store_says_what_was_new(tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    _, error = run("audit", DCSS, "--store", store, code=0)
    assert f"{store}: 0 of 20 files are as they were and were not read again;" in error
    _, error = run("audit", DCSS, "--store", store, "--select", "S", code=0)
    assert " 0 of 20 files" in error
    _, error = run("audit", DCSS, "--store", store, "--select", "S", code=0)
    assert " 20 of 20 files" in error
    _, error = run("audit", DCSS, "--store", store, "--select", "S", "--rehash", code=0)
    assert " 20 of 20 files" in error
    with Store(store, read_only=True) as opened:
        frame = opened.to_frame("runs")
        assert list(frame.reused > 0) == [False, False, True, True]
        assert list(frame.files) == [20] * 4
        assert frame.options[1] == f"{DCSS} --select S"
        assert frame.complete.all()


def test_filters_of_what_is_in_the_store(tmp_path: Path) -> None:
    call = ["audit", DCSS, "--min-turns", "20000", "--format", "jsonl"]
    expected = run(*call)
    for _ in range(2):
        out, error = run(*call, "--store", tmp_path / "a.duckdb")
        assert out == expected[0]
        assert expected[1].splitlines()[0] in error


def test_a_data_set_has_what_json_lines_have(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in run("audit", SAMPLES, "--format", "jsonl", code=1)[0].splitlines()]
    verdicts = {line["source"]: (line["verdict"], line["recorded"], len(line["terms"])) for line in lines}
    target, store = tmp_path / "a.parquet", tmp_path / "a.duckdb"
    for options in (["--jobs", "1"], ["--jobs", "2"], ["--store", store], ["--store", store]):
        run("audit", SAMPLES, "-o", target, *options, code=1)
        rows = ds.dataset(target, partitioning="hive").to_table().to_pylist()
        assert {
            row["source"]: (row["verdict"], row["recorded"], len(row["terms"])) for row in rows
        } == verdicts
        assert len(rows) == len(lines)
    assert [name for name in os.listdir(tmp_path) if name.startswith(".")] == []


def test_a_data_set_of_nothing_and_one_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    run("audit", tmp_path / "files", "-o", tmp_path / "a.parquet", code=0)
    assert ds.dataset(tmp_path / "a.parquet", partitioning="hive").count_rows() == 0
    (tmp_path / "b.parquet").write_text("mine\n")
    _, error = run("audit", DCSS, "-o", tmp_path / "b.parquet", code=2)
    assert "is no data set of audits" in error
    assert (tmp_path / "b.parquet").read_text() == "mine\n"


def test_a_slash_behind_the_name_of_a_data_set(tmp_path: Path) -> None:
    run("audit", DCSS, "-o", f"{tmp_path}/a.parquet/", code=0)
    assert ds.dataset(tmp_path / "a.parquet", partitioning="hive").count_rows() > 0
    _, error = run("audit", DCSS, "-o", f"{tmp_path}/a.csv/", code=2)
    assert "the name of a directory" in error
    assert os.listdir(tmp_path) == ["a.parquet"]


def test_games_that_are_left_out_are_in_no_data_set(tmp_path: Path) -> None:
    out, _ = run("audit", SAMPLES, "--min-turns", "20000", "--format", "jsonl")
    run("audit", SAMPLES, "--min-turns", "20000", "-o", tmp_path / "a.parquet")
    rows = ds.dataset(tmp_path / "a.parquet", partitioning="hive").to_table().to_pylist()
    assert sorted(row["source"] for row in rows) == sorted(json.loads(x)["source"] for x in out.splitlines())


def test_a_run_that_fails_leaves_no_data_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> Any:
        raise RuntimeError("broken")
        yield

    monkeypatch.setattr("necropsy.cli.auditing.telling", failing)
    result = runner.invoke(app, ["audit", str(DCSS), "-o", str(tmp_path / "a.parquet")])
    assert isinstance(result.exception, RuntimeError)
    assert list(tmp_path.iterdir()) == []


def test_little_is_done_here_and_much_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    from necropsy.sources import Source

    few, many = iter([Source("a")] * 3), iter([Source("a")] * 600)
    assert cli_labour._enough_for(few)[0] == 1
    jobs, sources = cli_labour._enough_for(many)
    assert jobs == 0
    assert len(list(sources)) == 600
    large = iter([Source("a", size=10**9), Source("b")])
    jobs, sources = cli_labour._enough_for(large)
    assert (jobs, len(list(sources))) == (0, 2)


# ------------------------------------------------------------------------- being stopped


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So many files that a run can be stopped in their middle."""
    there = tmp_path_factory.mktemp("many")
    for number in range(60):
        shutil.copytree(SAMPLES / "dcss", there / f"{number:03}")
    return there


def started(*arguments: object, **options: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "necropsy", *map(str, arguments)]
    # What is read line by line here must not be lost to who reads the rest.
    return subprocess.Popen(command, bufsize=0, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def wait_for(folder: Path, name: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a run has begun to write a file."""
    while process.poll() is None and not any(folder.glob(name)):
        time.sleep(0.01)
    time.sleep(0.5)
    assert process.poll() is None, "the run ended before it could be stopped"


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_was_told_until_somebody_stopped_it_is_whole(many: Path, jobs: str, number: int) -> None:
    expected, _ = run("audit", many, "--format", "jsonl", "-q")
    process = started("audit", many, "--format", "jsonl", "--jobs", jobs)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(number)
    rest, error = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    told = (first + rest).decode()
    assert told.endswith("\n")
    assert expected.startswith(told)
    assert len(told) < len(expected)
    assert b"Stopped before the end, after " in error
    assert b"Traceback" not in error


def test_a_report_that_was_stopped_is_whole(many: Path, tmp_path: Path) -> None:
    for form in ("json", "csv", "table", "parquet"):
        target, store = tmp_path / f"a.{form}", tmp_path / f"{form}.duckdb"
        process = started(
            "audit", many, "--format", form, "-o", target, "--jobs", "2", "--store", store, "--exit-zero"
        )
        wait_for(tmp_path, f".a.{form}*", process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        assert process.returncode == 130
        assert target.exists()
        with Store(store, read_only=True) as opened:
            ((complete,),) = opened.run("SELECT complete FROM runs")
            assert not complete
    assert isinstance(json.loads((tmp_path / "a.json").read_text()), list)
    assert "Stopped before the end" in (tmp_path / "a.table").read_text()
    ds.dataset(tmp_path / "a.parquet", partitioning="hive").to_table()


def test_a_run_that_is_killed_is_completed_by_the_next(many: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    expected, _ = run("audit", many, "--format", "jsonl", "-q")
    process = started("audit", many, "--store", store, "--jobs", "2", "--format", "jsonl", "-q")
    assert process.stdout is not None
    for _ in range(400):
        process.stdout.readline()
    process.kill()
    process.communicate()
    with Store(store) as opened:
        ((games, places),) = opened.run("SELECT count(*), count(DISTINCT source) FROM games")
        assert games == places
    out, _ = run("audit", many, "--store", store, "--format", "jsonl", "-q")
    assert out == expected
    with Store(store, read_only=True) as opened:
        names = sorted(name for (name,) in opened.run("SELECT source FROM games"))
    assert names == sorted(json.loads(line)["source"] for line in expected.splitlines())


def test_workers_end_with_the_process_that_was_killed(many: Path) -> None:
    process = started("audit", many, "--jobs", "2", "--format", "jsonl", "-q", start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    session = process.pid
    assert len(_of_session(session)) > 2
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 30
    while _of_session(session) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _of_session(session) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("group", [False, True])
def test_a_cluster_can_be_stopped_while_it_starts(many: Path, number: int, group: bool) -> None:
    process = started(
        "audit", many, "--cluster", "local:1", "--format", "jsonl", "-q", start_new_session=True
    )
    # The first is the server of which the workers are copies.
    while process.poll() is None and sum(map(_is_worker, _of_session(process.pid))) < 2:
        time.sleep(0.01)
    (os.killpg if group else os.kill)(process.pid, number)
    _, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (128 + number, b"")


def test_a_cluster_that_is_stopped_at_work_says_nothing(many: Path) -> None:
    process = started("audit", many, "--cluster", "local:1", "--format", "jsonl", "-q")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, b"")


def _is_worker(process: int) -> bool:
    try:
        return b"multiprocessing.forkserver" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def _of_session(session: int) -> list[int]:
    """The processes that belong to a session and are not dead."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                after = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(after[3]) == session and after[0] != "Z":
                found.append(int(entry.name))
    return found


def test_the_second_wish_to_stop_is_a_command() -> None:
    with Interrupt() as interrupt:
        assert not interrupt.asked()
        os.kill(os.getpid(), signal.SIGTERM)
        assert (interrupt.asked(), interrupt.signal) == (True, signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(SystemExit) as ended:
            os.kill(os.getpid(), signal.SIGTERM)
        assert ended.value.code == 143
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_extract_can_be_stopped(many: Path) -> None:
    process = started("extract", many, "--format", "jsonl")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert not rest or rest.endswith(b"\n")
    assert b"stopped before the end; the rest is not here" in error


def test_half_a_leaderboard_is_none(many: Path, tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_text("the one of yesterday\n")
    process = started("leaderboard", many, "--jobs", "2", "-o", board)
    # The new board is begun under another name.
    while process.poll() is None and len(list(tmp_path.iterdir())) < 2:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    told, error = process.communicate(timeout=60)
    assert (process.returncode, told) == (143, b"")
    assert b"stopped before the end: of some of the games there is no leaderboard" in error
    assert [path.read_text() for path in tmp_path.iterdir()] == ["the one of yesterday\n"]
