"""A store whose writer is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from necropsy.store import Store

WRITER = """
import sys
sys.path.insert(0, {tests!r})
from necropsy.columns import bundle_of
from necropsy.breakdown import Breakdown, Term
from necropsy.record import Record
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.store import Store
from necropsy.verdict import Audit, Verdict

def audit(name):
    record = Record("dcss", name)
    record.state("score", 5, 1, "test")
    steps = (Term("turns", Span(1, 2), "a", "b"),) * 3
    found = (Finding("C101", Severity.ERROR, "x" * 500),)
    return Audit(name, Verdict.TAMPERED, "dcss", record=record, findings=found,
                 breakdown=Breakdown("r", "t", steps, Span(5, 6)))

with Store(sys.argv[1]) as store:
    for chunk in range(100_000):
        ids = store.insert(bundle_of([audit(f"{{chunk}}/{{n}}") for n in range(20)]), [str(chunk)] * 20)
        print(chunk, ids.stop, flush=True)
"""


def write_and_kill(path: Path, chunks: int, wait_s: float) -> int:
    """Let another process write so many chunks and somewhat on, kill it, and give the last chunk it told."""
    code = WRITER.format(tests=str(Path(__file__).parents[1]))
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        for line in writer.stdout:
            if int(line.split()[0]) >= chunks:
                break
        time.sleep(wait_s)
        os.kill(writer.pid, signal.SIGKILL)
        told = [line, *writer.stdout]
    whole = [line for line in told if line.endswith("\n")]
    return int(whole[-1].split()[0])


@pytest.mark.parametrize("chunks", [0, 25])
def test_all_that_was_committed_is_there(tmp_path: Path, chunks: int) -> None:
    path = tmp_path / "s.duckdb"
    # The third time the writer replaces what the first one wrote.
    for time_ in range(3):
        last = write_and_kill(path, chunks, wait_s=0.004 * time_)
        with Store(path, read_only=True) as store:
            check(store, last)
        with Store(path) as store:
            check(store, last)


def check(store: Store, last: int) -> None:
    counts = store.query(
        "SELECT fingerprint, count(*) AS games, max(id) AS id FROM games GROUP BY fingerprint"
    )
    assert set(counts.games) == {20}
    assert set(range(last + 1)) <= set(counts.fingerprint.astype(int))
    games = int(counts.games.sum())
    for table, each in {"facts": 1, "terms": 3, "findings": 1, "places": 1}.items():
        found = store.query(
            f"SELECT count(*) AS n, count(DISTINCT id) AS ids FROM {table} SEMI JOIN games USING (id)"
        )
        assert (found.n[0], found.ids[0]) == (games * each, games), table
        assert store.query(f"SELECT count(*) AS n FROM {table}").n[0] == games * each, table
    assert store.query("SELECT next_game FROM meta").next_game[0] > counts.id.max()


@pytest.mark.parametrize("wait_s", [0.0, 0.02, 0.1])
def test_one_killed_while_it_is_made_can_be_made(tmp_path: Path, wait_s: float) -> None:
    path = tmp_path / "s.duckdb"
    code = "import sys; from necropsy.store import Store; Store(sys.argv[1]); input()"
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE) as writer:
        while not list(tmp_path.iterdir()):
            assert writer.poll() is None
            time.sleep(0.001)
        time.sleep(wait_s)
        os.kill(writer.pid, signal.SIGKILL)
    with Store(path) as store:
        assert len(store.contents()) == 8
