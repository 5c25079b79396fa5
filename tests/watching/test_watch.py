"""The watch as a whole, with a clock and changes that the test makes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from watched import FORGED, GNOLLHACK, HONEST, LINES, LOG, Clock, Reader, Script, copied, forged_line, nothing

from necropsy.executors import cores
from necropsy.plan import Plan
from necropsy.sources import Source
from necropsy.store import Store, StoreError
from necropsy.watching.gradual import Gradual
from necropsy.watching.sweep import Swept
from necropsy.watching.wanted import Wanted
from necropsy.watching.watch import Watch, is_fresh

WANTED = Wanted.of({"mismatch", "tampered", "undecided", "unreadable"})
Step = tuple[float, Callable[[], Iterable[Path]]]
LONG = 10_000.0


class Stage:
    """A directory that is watched, and what is heard of it."""

    def __init__(self, there: Path) -> None:
        self.folder = there / "files"
        self.folder.mkdir()
        self.store = str(there / "a.duckdb")
        self.reader = Reader()
        self.said: list[str] = []
        self.remarks: list[str] = []
        self.fresh: set[str] = set()

    def watch(self, *steps: Callable[[], Iterable[Path]], **more: Any) -> list[tuple[str, str]]:
        """Watch, while something happens; what is reported then."""
        clock = Clock()
        script = Script(clock, [(LONG, step) for step in steps])
        plan = more.pop("plan", Plan())
        watch = Watch(
            tuple(more.pop("paths", [str(self.folder)])),
            plan,
            self.store,
            more.pop("wanted", WANTED),
            self.reader,
            stopped=more.pop("stopped", script.stopped),
            say=self.said.append,
            remark=self.remarks.append,
            clock=clock,
            fresh=lambda source, _: os.path.basename(source.name) in self.fresh,
        )
        watch.keep(script)
        return self.reader.taken()

    def once(self, **more: Any) -> Swept:
        """One pass."""
        return Watch(
            (str(self.folder),), more.pop("plan", Plan()), self.store, WANTED, self.reader, jobs=1, **more
        ).once()

    def copy(self, *paths: Path, name: str = "") -> Callable[[], list[Path]]:
        """A step that copies files to the directory."""
        return lambda: [copied(path, self.folder, name) for path in paths]

    def write(self, name: str, text: str) -> Callable[[], list[Path]]:
        """A step that writes behind a file."""

        def happen() -> list[Path]:
            with (self.folder / name).open("a", encoding="utf-8") as stream:
                stream.write(text)
            return [self.folder / name]

        return happen

    def rename(self, old: str, new: str) -> Callable[[], list[Path]]:
        def happen() -> list[Path]:
            (self.folder / old).rename(self.folder / new)
            return [self.folder / old, self.folder / new]

        return happen


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def test_what_is_there_is_reported_and_then_what_comes(stage: Stage) -> None:
    copied(HONEST, stage.folder)
    copied(FORGED / "turns-in-title-line.txt", stage.folder)
    told = stage.watch(nothing, stage.copy(FORGED / "score-raised.txt"), nothing)
    assert told == [("turns-in-title-line.txt", "tampered"), ("score-raised.txt", "mismatch")]
    assert stage.remarks[0] == "2 files and 0 lines are new: 1 reported; 0 as they were"
    assert not stage.said


def test_a_restart_reports_nothing_twice(stage: Stage) -> None:
    copied(FORGED / "score-raised.txt", stage.folder)
    assert len(stage.watch(nothing)) == 1
    assert stage.watch(nothing, nothing) == []
    assert stage.remarks[-1] == "0 files and 0 lines are new: 0 reported; 1 as they were"


def test_a_line_that_contradicts_a_dump_that_was_consistent(stage: Stage) -> None:
    dump = FORGED / "with-log" / "morgue-Kopadu-20261130-191718.txt"
    assert stage.watch(stage.copy(dump), nothing) == []
    told = stage.watch(stage.write("logfile", LINES[0]), nothing)
    assert told == [(dump.name, "tampered")]
    # It is turned over, and the dump is moved: that is no news.
    assert stage.watch(stage.rename("logfile", "logfile.1"), nothing) == []
    assert stage.watch(stage.rename(dump.name, "morgue-Kopadu-x.txt"), nothing) == []


def test_a_line_that_was_told_alone_is_not_told_with_its_dump(stage: Stage) -> None:
    """The line alone shows that its score cannot be, and so does the game of both."""
    lines = (GNOLLHACK / "xlogfile").read_text("utf-8").splitlines(keepends=True)
    stage.write("xlogfile", "".join(lines[:20]).replace("points=", "points=9", 1))()
    told = stage.watch(nothing)
    assert told == [("xlogfile:1", "mismatch")]
    player = lines[0].partition("\tname=")[2].partition("\t")[0]
    dumps = list(GNOLLHACK.glob(f"*{player}*.txt"))
    assert dumps
    again = stage.watch(stage.copy(*dumps), nothing)
    # The dump, which is honest, and the line contradict each other: that is new.
    assert [verdict for _, verdict in again] in ([], ["mismatch"], ["tampered"])
    assert stage.watch(nothing, nothing) == []


def test_a_file_that_was_told_alone_is_not_told_with_its_line(stage: Stage) -> None:
    forged = stage.write("logfile", forged_line())
    assert stage.watch(stage.copy(LOG), nothing, forged, nothing) == [("logfile:3", "mismatch")]


def test_what_may_still_be_written_waits(stage: Stage) -> None:
    whole = (FORGED / "score-raised.txt").read_bytes()
    path = stage.folder / "morgue.txt"
    path.write_bytes(whole[:3000])
    stage.fresh.add("morgue.txt")

    def settled() -> Iterator[Path]:
        stage.fresh.clear()
        yield path

    def finished() -> Iterator[Path]:
        path.write_bytes(whole)
        yield path

    first = stage.watch(nothing)
    assert first == []
    assert stage.remarks[0].startswith(
        "1 file and 0 lines are new: 0 reported, 1 left until no more is written there;"
    )
    assert stage.watch(finished, settled, nothing, nothing) == [("morgue.txt", "mismatch")]


def test_the_last_line_of_a_log_waits_until_it_is_whole(stage: Stage) -> None:
    line = forged_line()
    stage.write("logfile", LINES[0] + line[:-1])()
    stage.fresh.add("logfile")
    told = stage.watch(nothing, nothing, stage.write("logfile", "\n"), nothing)
    assert told == [("logfile:2", "mismatch")]


def test_a_file_that_is_expected_may_come_a_moment_later(stage: Stage) -> None:
    plan = Plan(expect_files=True)
    wanted = Wanted.of({"error"})
    dump = next(path for path in (FORGED / "with-log").glob("*.txt") if "Tibaru" in path.name)
    honest = (FORGED.parent / "dcss") / "morgue-Rijodo-20261130-104529.txt"
    stage.copy(honest)()
    told = stage.watch(
        nothing, stage.write("logfile", LINES[1]), stage.copy(dump), nothing, plan=plan, wanted=wanted
    )
    assert told == [(dump.name, "tampered")]
    told = stage.watch(nothing, stage.write("logfile", LINES[0]), nothing, nothing, plan=plan, wanted=wanted)
    assert told == [("logfile:2", "match")]


def test_a_report_that_fails_is_repeated(stage: Stage) -> None:
    copied(FORGED / "score-raised.txt", stage.folder)
    stage.reader.asleep = True

    def wakes() -> Iterable[Path]:
        stage.reader.asleep = False
        return ()

    told = stage.watch(nothing, wakes, nothing)
    assert told == [("score-raised.txt", "mismatch")]
    assert stage.said[0].endswith("score-raised.txt: nobody there")
    assert stage.remarks[0] == "1 file and 0 lines are new: 0 reported, 1 not delivered; 0 as they were"


def test_a_report_of_the_quick_look_that_fails_is_repeated(stage: Stage) -> None:
    def asleep() -> Iterable[Path]:
        stage.reader.asleep = True
        return [copied(FORGED / "score-raised.txt", stage.folder)]

    def wakes() -> Iterable[Path]:
        stage.reader.asleep = False
        return ()

    assert stage.watch(nothing, asleep, nothing, wakes, nothing) == [("score-raised.txt", "mismatch")]


def test_a_directory_that_vanishes_and_comes_back(stage: Stage) -> None:
    away = stage.folder.with_name("away")
    copied(FORGED / "score-raised.txt", stage.folder)

    def leaves() -> Iterable[Path]:
        stage.folder.rename(away)
        return [stage.folder]

    def returns() -> Iterable[Path]:
        away.rename(stage.folder)
        return [stage.folder]

    assert len(stage.watch(nothing)) == 1
    assert stage.watch(leaves, nothing, nothing, returns, nothing) == []
    assert stage.said == [f"{stage.folder} is not there; it is watched when it comes"]
    assert stage.remarks[-1] == "0 files and 0 lines are new: 0 reported; 1 as they were"


def test_a_pass_that_fails_is_made_again(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    copied(FORGED / "score-raised.txt", stage.folder)
    begin, errors = Store.begin_run, [StoreError("disk full"), ValueError("a fault\n")]

    def failing(*given: Any, **more: Any) -> Any:
        if errors:
            raise errors.pop(0)
        return begin(*given, **more)

    monkeypatch.setattr(Store, "begin_run", failing)
    told = stage.watch(*[nothing] * 4)
    assert told == [("score-raised.txt", "mismatch")]
    assert stage.said == [
        "a pass has failed and is tried again: disk full",
        "a pass has failed and is tried again: ValueError: a fault\\n",
    ]


def test_a_disk_that_is_full_for_a_while_loses_nothing(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    copied(FORGED / "score-raised.txt", stage.folder)
    insert, errors = Store.insert, [StoreError("disk full")]

    def failing(*given: Any) -> Any:
        if errors:
            raise errors.pop()
        return insert(*given)

    monkeypatch.setattr(Store, "insert", failing)
    assert stage.watch(nothing, nothing) == [("score-raised.txt", "mismatch")]
    assert stage.said == ["a pass has failed and is tried again: disk full"]
    assert stage.watch(nothing) == []
    with Store(stage.store) as store:
        assert store.run("SELECT count(*) FROM games") == [(1,)]


def test_a_store_that_cannot_be_opened_at_all(stage: Stage) -> None:
    Path(stage.store).write_text("no database")
    with pytest.raises(StoreError, match="is no DuckDB file"):
        stage.watch(nothing)


def test_a_reader_that_is_gone_ends_it(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    copied(FORGED / "score-raised.txt", stage.folder)

    def gone(_case: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(stage.reader, "post", gone)
    with pytest.raises(BrokenPipeError):
        stage.watch(nothing)


@pytest.mark.parametrize("before", range(8))
def test_a_pass_is_broken_off_wherever_it_is(stage: Stage, before: int) -> None:
    for path in sorted(FORGED.glob("[de]*.txt"))[:4]:
        copied(path, stage.folder)
    asked: list[int] = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > before

    first = stage.watch(nothing, stopped=stopped)
    assert not stage.said
    rest = stage.watch(nothing)
    assert sorted(name for name, _ in first + rest) == sorted(path.name for path in stage.folder.iterdir())


def test_archives_are_left_to_passes(stage: Stage, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    copied(FORGED / "score-raised.txt", inside)
    archive = stage.folder / "a.zip"

    def packed() -> list[Path]:
        shutil.make_archive(str(archive)[:-4], "zip", inside)
        return [archive]

    def replaced() -> list[Path]:
        copied(FORGED / "turns-in-title-line.txt", inside)
        return packed()

    assert stage.watch(packed, nothing) == [("score-raised.txt", "mismatch")]
    assert stage.watch(replaced, nothing) == [("turns-in-title-line.txt", "tampered")]
    assert stage.watch(stage.copy(FORGED / "score-raised.txt"), nothing) == []


def test_many_audits_of_earlier_passes_are_looked_through(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("necropsy.watching.sweep._FETCHED", 2)
    files = sorted(FORGED.glob("[deg]*.txt"))[:5]
    for path in files:
        copied(path, stage.folder)
    stage.reader.asleep = True
    stage.once()
    stage.reader.asleep = False
    assert len(stage.watch(nothing)) == 5


def test_each_path_is_named_as_it_was_given(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(stage.folder.parent)
    copied(FORGED / "score-raised.txt", stage.folder)
    stage.reader.cases.clear()
    Watch(("files",), Plan(), stage.store, WANTED, stage.reader).once()
    assert [case.data["source"] for case in stage.reader.cases] == ["files/score-raised.txt"]


def test_only_what_is_done_again_counts_for_the_pace() -> None:
    assert Swept().share_kept == 1
    assert Swept(files=1000, lines=200).share_kept == 0
    assert Swept(files=1, lines=9, kept=90).share_kept == 0.9


def test_once(stage: Stage) -> None:
    copied(HONEST, stage.folder)
    assert not stage.once().found
    copied(FORGED / "score-raised.txt", stage.folder)
    first, second = stage.once(), stage.once()
    assert (first.found, first.posted, second.found, second.posted) == (True, 1, True, 0)


def test_without_pairing_nothing_is_compared(stage: Stage) -> None:
    for path in (FORGED / "with-log").iterdir():
        copied(path, stage.folder)
    assert stage.once(plan=Plan(pair=False)).posted == 0
    assert stage.once().posted == 2


# ------------------------------------------------------------------------- any story

FILES = [
    FORGED / "score-raised.txt",
    FORGED / "turns-in-title-line.txt",
    HONEST,
    *sorted((FORGED / "with-log").glob("*.txt")),
    FORGED / "gnollhack" / "points-everywhere.txt",
    FORGED / "gnollhack" / "points-everywhere.html.gz",
]
TEXTS = [*LINES, forged_line(0), forged_line(1), "what is this\n", LINES[0][:100]]
HAPPENINGS = st.tuples(
    st.sampled_from(["put", "put", "line", "line", "turn", "move", "take", "cut", "tell"]),
    st.integers(0, len(FILES) - 1),
)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.lists(st.lists(HAPPENINGS, max_size=3), max_size=3), min_size=1, max_size=3))
def test_what_was_reported_is_what_a_fresh_run_would_report(
    tmp_path_factory: pytest.TempPathFactory, lives: list[list[list[tuple[str, int]]]]
) -> None:
    """All of it, and nothing twice, over restarts, whatever happens to the files."""
    stage = Stage(tmp_path_factory.mktemp("story"))
    seen: list[frozenset[object]] = []
    for life in lives:
        steps = [lambda step=step: list(_happen(stage.folder, step)) for step in life]
        stage.reader.cases.clear()
        clock = Clock()
        script = Script(clock, [(LONG, step) for step in (*steps, nothing, nothing)])
        Watch(
            (str(stage.folder),),
            Plan(),
            stage.store,
            WANTED,
            stage.reader,
            stopped=script.stopped,
            say=stage.said.append,
            clock=clock,
            fresh=lambda *_: False,
        ).keep(script)
        seen += [frozenset(case.marks) for case in stage.reader.cases]
    assert not stage.said
    assert len(set(seen)) == len(seen)
    # Whoever has reported nothing yet reports no more than what was reported.
    fresh = Reader()
    Watch((str(stage.folder),), Plan(), f"{stage.store}.fresh", WANTED, fresh).once()
    keys = _keys(stage.store)
    for case in fresh.cases:
        assert all(not keys.isdisjoint(mark.keys) for mark in case.marks), case.data["source"]


def _keys(path: str) -> set[str]:
    with Store(path, read_only=True) as store:
        return {key for (key,) in store.run("SELECT key FROM reported")}


def _happen(folder: Path, step: list[tuple[str, int]]) -> Iterator[Path]:
    for what, number in step:
        dump = FILES[number]
        path, log = folder / dump.name, folder / "logfile"
        if what == "put":
            shutil.copy(dump, path)
            yield path
        elif what == "line":
            with log.open("a", encoding="utf-8") as stream:
                stream.write(TEXTS[number % len(TEXTS)])
            yield log
        elif what == "turn" and log.exists():
            log.rename(folder / "logfile.1")
            yield folder / "logfile.1"
            yield log
        elif what == "tell":
            # A change of which nobody tells, or a change that was none.
            yield path
            shutil.copy(dump, folder / f"copy-{dump.name}")
        elif path.exists():
            yield from _happen_to(path, what)


def _happen_to(path: Path, what: str) -> Iterator[Path]:
    yield path
    if what == "move":
        yield path.rename(path.with_name(f"moved-{path.name}"))
    elif what == "take":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:500])


# --------------------------------------------------------------------------- the rest


def test_what_is_fresh(tmp_path: Path) -> None:
    path = copied(HONEST, tmp_path)
    os.utime(path, (1, 1))
    changed = path.stat().st_ctime
    source = Source(str(path))
    assert is_fresh(source, 2, changed + 1.9)
    assert not is_fresh(source, 2, changed + 2)
    # A clock that is far off holds nothing up.
    assert not is_fresh(source, 2, changed - 3)
    assert not is_fresh(source, 0)
    assert is_fresh(Source(f"{path}.gone"), 2, changed)
    assert not is_fresh(Source("https://example.org/logfile"), 2, changed)
    assert not is_fresh(Source(f"{path}/member", inside=str(path)), 2, changed + 2)


class Counting:
    """An executor that counts."""

    width, chunk_bytes, chunk_files = 3, 7, 9

    def __init__(self) -> None:
        self.jobs: list[object] = []
        self.closed = False

    def submit(self, job: object) -> str:
        self.jobs.append(job)
        return "promise"

    def close(self) -> None:
        self.closed = True


class Job:
    idle = False

    def do(self, order: object) -> object:
        return order


def test_the_first_jobs_are_done_here_and_the_rest_by_many(monkeypatch: pytest.MonkeyPatch) -> None:
    counting, opened = Counting(), []
    monkeypatch.setattr(
        "necropsy.watching.gradual.open_executor",
        lambda order, jobs, stopped: opened.append((order, jobs)) or counting,
    )
    executor = Gradual("order", 0)
    assert executor.width == 0
    for _ in range(64):
        assert executor.submit(Job()).result() == "order"  # type: ignore[arg-type]
    assert not opened
    assert executor.submit(Job()) == executor.submit(Job()) == "promise"  # type: ignore[arg-type, comparison-overlap]
    assert opened == [("order", cores())]
    assert (executor.width, executor.chunk_bytes, executor.chunk_files) == (3, 7, 9)
    executor.close()
    assert counting.closed
