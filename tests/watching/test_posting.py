"""How reports reach people."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest
from watched import FORGED, Clock, Reader, a_case, a_finding

from necropsy.engine import audit_text
from necropsy.plan import Plan
from necropsy.sources import Source
from necropsy.store import Store
from necropsy.telling import Origin
from necropsy.watching.case import case_of
from necropsy.watching.desk import Desk
from necropsy.watching.posting import NotPosted, PrintedLines, PrintedTable, ToCommand
from necropsy.watching.reported import Reported


class Full(io.StringIO):
    """A stream on a disk that is full."""

    def flush(self) -> None:
        raise OSError(28, "No space left on device")


class Closed(io.StringIO):
    """A pipe that nobody reads."""

    def flush(self) -> None:
        raise BrokenPipeError


def forged() -> object:
    path = FORGED / "turns-in-title-line.txt"
    audit = next(audit_text(path.read_text("utf-8"), "x\x1b[31m.txt", Plan(pair=False)))
    return case_of(json.dumps(audit.to_dict()), "dump", (Origin(Source("x"), "d"),), 3)


def test_lines_of_json() -> None:
    stream = io.StringIO()
    posting = PrintedLines(stream)
    case = a_case(findings=[a_finding()])
    posting.post(case)
    posting.post(case)
    assert [json.loads(line) for line in stream.getvalue().splitlines()] == [case.data] * 2


def test_a_table_for_people() -> None:
    stream = io.StringIO()
    PrintedTable(stream, 80).post(forged())  # type: ignore[arg-type]
    shown = stream.getvalue()
    assert shown.startswith("TAMPERED  x\\x1b[31m.txt\n")
    assert "error C101 turns: the score block says 50,003" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_full_disk_is_told_and_a_closed_pipe_ends_it() -> None:
    with pytest.raises(NotPosted, match="standard output: No space left"):
        PrintedLines(Full()).post(a_case())
    with pytest.raises(BrokenPipeError):
        PrintedLines(Closed()).post(a_case())


def python(code: str, seconds: float = 60, **more: object) -> ToCommand:
    return ToCommand([sys.executable, "-c", code], seconds, **more)  # type: ignore[arg-type]


class TestCommand:
    def test_it_gets_the_audit_as_json(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        case = a_case("dir/x\udcff.txt", findings=[a_finding()], reasons=["é"])
        python(f"import sys; open({str(out)!r}, 'wb').write(sys.stdin.buffer.read())").post(case)
        assert json.loads(out.read_text("utf-8"))["reasons"] == ["é"]
        assert out.read_bytes().endswith(b"}\n")

    def test_one_that_does_not_read_is_no_failure(self) -> None:
        python("pass").post(a_case(reasons=["x" * 1_000_000]))

    def test_exit_code_and_last_words(self) -> None:
        code = "import sys; sys.stderr.write('a' * 10**6 + '\\nno such\\nhost\\n'); sys.exit(3)"
        with pytest.raises(NotPosted) as raised:
            python(code).post(a_case())
        assert str(raised.value).startswith(f"{sys.executable}: exit code 3: aaa")
        assert str(raised.value).endswith("aaa / no such / host")
        assert len(str(raised.value)) < 700

    def test_one_that_is_killed(self) -> None:
        with pytest.raises(NotPosted, match="ended by signal 9"):
            python("import os; os.kill(os.getpid(), 9)").post(a_case())

    def test_one_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(NotPosted, match="nothing: No such file"):
            ToCommand([str(tmp_path / "nothing")], 60).post(a_case())

    def test_one_that_hangs_is_ended_with_all_that_it_started(self, tmp_path: Path) -> None:
        pid = tmp_path / "pid"
        code = (
            "import subprocess, sys, time\n"
            "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
            f"open({str(pid)!r}, 'w').write(str(child.pid))\n"
            "time.sleep(600)"
        )

        def clock() -> float:
            # Time goes on as soon as the child is there.
            return 100.0 if pid.exists() and pid.read_text() else 0.0

        with pytest.raises(NotPosted, match="ended after 5 seconds without an answer"):
            python(code, 5, clock=clock).post(a_case())
        assert is_gone(int(pid.read_text()))

    def test_when_the_watch_stops_it_has_one_second_left(self) -> None:
        times = iter([0.0, 0.0, 0.9, *[1.5] * 1000])
        with pytest.raises(NotPosted, match="ended, as the watch is to stop"):
            python("import time; time.sleep(600)", stopped=lambda: True, clock=lambda: next(times)).post(
                a_case()
            )

    def test_what_was_interrupted_leaves_no_process(self, tmp_path: Path) -> None:
        pid = tmp_path / "pid"

        def stopped() -> bool:
            if pid.exists() and pid.read_text():
                raise KeyboardInterrupt
            return False

        code = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
        with pytest.raises(KeyboardInterrupt):
            python(code, stopped=stopped).post(a_case())
        assert is_gone(int(pid.read_text()))


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has asked after is a zombie."""
    for _ in range(200):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    return False


class TestDesk:
    @pytest.fixture
    def path(self, tmp_path: Path) -> str:
        return str(tmp_path / "a.duckdb")

    def desk(self, path: str, reader: Reader) -> tuple[Desk, list[str]]:
        said: list[str] = []
        reported = Reported(path)
        with Store(path) as store:
            reported.load(store)
        return Desk(reader, reported, said.append, Clock()), said

    def test_a_case_is_delivered_once_in_all_lives(self, path: str) -> None:
        reader = Reader()
        for _ in range(2):
            desk, said = self.desk(path, reader)
            assert desk.take(a_case())
            assert desk.take(a_case("elsewhere.txt"))
            assert not said
        assert reader.seen == [("x.txt", "tampered")]

    def test_what_fails_is_told_and_new_still(self, path: str) -> None:
        reader = Reader()
        reader.asleep = True
        desk, said = self.desk(path, reader)
        for number in range(5):
            assert not desk.take(a_case(f"x{number}\n.txt", str(number)))
        # Who does not answer three times is not asked again before the next pass.
        assert said == [f"not delivered, to be tried again: x{n}\\n.txt: nobody there" for n in range(3)]
        assert (desk.posted, desk.failed) == (0, 5)
        reader.asleep = False
        desk.open()
        assert all(desk.take(a_case(f"x{n}", str(n))) for n in range(5))
        assert (desk.posted, desk.failed) == (5, 0)
