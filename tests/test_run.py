"""A run whose work is done elsewhere tells what one in this process tells, whoever dies meanwhile."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path

import pytest

from necropsy import labour
from necropsy import order as order_module
from necropsy.brief import brief_of
from necropsy.card import KEY
from necropsy.cluster import Cluster
from necropsy.engine import audit_each
from necropsy.executors import Executor, Inline, Stopped, open_executor
from necropsy.filters import Filters
from necropsy.given import find_once
from necropsy.labour import LogLines, Look, Request, Resolve, Survey
from necropsy.loglines import Piece
from necropsy.order import Order
from necropsy.plan import Plan
from necropsy.pool import Pool
from necropsy.reports.written import JsonWriter
from necropsy.run import Run
from necropsy.sources import Source
from necropsy.telling import Told
from necropsy.verdict import Audit

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "sample_morgues"
TRUTH = Path(__file__).parent / "engine_truth" / "gnollhack" / "honest"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of every kind: twins, logs with and without dumps, copies, a game told in two ways, no games."""
    there = tmp_path_factory.mktemp("files")
    shutil.copytree(SAMPLES, there / "samples")
    (there / "copies").mkdir()
    for path in [*sorted(TRUTH.glob("*.txt"))[:6], *sorted((SAMPLES / "dcss").glob("morgue-P*.txt"))]:
        shutil.copy(path, there / "copies" / path.name)
        shutil.copy(path, there / "copies" / f"again-{path.name}")
    shutil.copytree(there / "copies", there / "more copies")
    lines = (TRUTH / "xlogfile").read_text("utf-8").splitlines(keepends=True)
    twice = [*lines, *lines[:5], lines[7].replace("points=", "points=1"), "no line of a game\n"]
    (there / "xlogfile").write_text("".join(twice), "utf-8")
    for path in sorted(TRUTH.glob("*.txt"))[3:9]:
        shutil.copy(path, there / f"mine {path.stem}.txt")
    (there / "empty.txt").write_bytes(b"")
    (there / "nothing.txt").write_text("nothing of a game\n", "utf-8")
    (there / "picture.png").write_bytes(b"\x89PNG\r\n")
    return there


def order_of(writer: object = None, **plan: object) -> Order:
    plan.setdefault("pair", True)
    return Order(Plan(**plan), writer or JsonWriter(), KEY)  # type: ignore[arg-type]


def texts(told: Iterable[Told]) -> list[str]:
    return [each.payload[each.row] for each in told if each.payload[each.row] is not None]


def live(paths: Sequence[Path], plan: Plan) -> list[str]:
    """What the engine of one process tells."""
    writer = JsonWriter()
    audits = [audit for audit in audit_each(find_once(paths), plan) if writer.wants(brief_of(audit))]
    return [text for text in writer.write(audits) if text is not None]


@pytest.mark.parametrize("pair", [True, False])
@pytest.mark.parametrize("expect_files", [True, False])
def test_one_process_and_the_engine_tell_the_same(folder: Path, pair: bool, expect_files: bool) -> None:
    order = order_of(pair=pair, expect_files=expect_files and pair)
    told = texts(Run(order, Inline(order)).over(find_once([folder])))
    assert told == live([folder], order.plan)
    assert len(told) > 120
    assert any('"repeats": "' in text for text in told)


def test_several_processes_tell_the_same(folder: Path) -> None:
    order = order_of()
    expected = texts(Run(order, Inline(order)).over(find_once([folder])))
    with closing(Pool(order, 2)) as pool:
        pool.chunk_files = 7  # type: ignore[attr-defined]
        assert texts(Run(order, pool).over(find_once([folder]))) == expected


def test_a_cluster_tells_the_same(folder: Path) -> None:
    order = order_of()
    expected = texts(Run(order, Inline(order)).over(find_once([folder])))
    with closing(Cluster(order, "local:1")) as cluster:
        assert cluster.width == 1
        assert texts(Run(order, cluster).over(find_once([folder]))) == expected


def test_only_some_rules_of_one_game(folder: Path) -> None:
    order = order_of(select=("S", "X"), game="gnollhack", logs=frozenset({str(folder / "nothing.txt")}))
    assert texts(Run(order, Inline(order)).over(find_once([folder]))) == live([folder], order.plan)


def test_filters_are_asked_where_a_game_is_read(folder: Path) -> None:
    order = Order(Plan(pair=True), JsonWriter(), KEY, Filters.of(min_turns=1000))
    told = list(Run(order, Inline(order)).over(find_once([folder])))
    left_out = [each for each in told if each.brief.objection is not None]
    assert {each.brief.objection for each in left_out} == {
        ("--min-turns", "fewer than 1,000 turns"),
        ("--min-turns", "the turns are not known"),
    }
    assert all(each.payload[each.row] is None for each in left_out)
    counted = [json.loads(text) for text in texts(told)]
    assert all(not each["facts"] or each["facts"]["turns"] >= 1000 for each in counted)
    assert len(left_out) + len(counted) < len(told)  # what is no game is neither


class closing:  # noqa: N801 - contextlib's has no type for a protocol
    """An executor that is closed at the end."""

    def __init__(self, executor: Pool | Cluster) -> None:
        self.executor = executor

    def __enter__(self) -> Pool | Cluster:
        return self.executor

    def __exit__(self, *_: object) -> None:
        self.executor.close()


# ------------------------------------------------------------------- workers that die


@dataclass(frozen=True)
class Killer(JsonWriter):
    """A writer whose process is killed: once, or by each audit of one file."""

    flag: str = ""
    victim: str = ""

    def write(self, audits: Iterable[Audit | None], number: int = 0) -> list[str | None]:
        audits = list(audits)
        if (
            self.victim
            and parent_process()
            and any(audit and self.victim in audit.source for audit in audits)
        ):
            os.kill(os.getpid(), signal.SIGKILL)
        if self.flag:
            try:
                Path(self.flag).rmdir()
            except OSError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return super().write(audits)


def test_a_worker_that_is_killed_loses_nothing(folder: Path, tmp_path: Path) -> None:
    expected = texts(Run(order_of(), Inline(order_of())).over(find_once([folder])))
    (tmp_path / "flag").mkdir()
    order = order_of(Killer(flag=str(tmp_path / "flag")))
    with closing(Pool(order, 2)) as pool:
        pool.chunk_files = 20  # type: ignore[attr-defined]
        assert texts(Run(order, pool).over(find_once([folder]))) == expected
    assert not (tmp_path / "flag").exists()


def test_a_worker_of_a_cluster_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    expected = texts(Run(order_of(), Inline(order_of())).over(find_once([SAMPLES])))
    (tmp_path / "flag").mkdir()
    order = order_of(Killer(flag=str(tmp_path / "flag")))
    with closing(Cluster(order, "local:1")) as cluster:
        assert texts(Run(order, cluster).over(find_once([SAMPLES]))) == expected
    assert not (tmp_path / "flag").exists()


def test_a_file_that_kills_every_worker_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    for path in sorted((SAMPLES / "dcss").glob("morgue-*.txt"))[:5]:
        shutil.copy(path, tmp_path / path.name)
    victim = sorted(tmp_path.iterdir())[2].name
    order = order_of(Killer(victim=victim), pair=False)
    with closing(Pool(order, 2)) as pool:
        told = list(Run(order, pool).over(find_once([tmp_path])))
    assert [each.brief.verdict.value for each in told].count("unreadable") == 1
    (lost,) = (each for each in told if each.brief.verdict.value == "unreadable")
    assert lost.brief.source.endswith(victim)
    assert "each process that read it ended" in lost.payload[lost.row]


# ------------------------------------------------------------------------- jobs


def test_work_is_cut_in_two_until_it_is_one_thing() -> None:
    one, two = Source("a"), Source("b")
    looks = Look(one, "x"), Look(Source("k"), kept=1), Look(two, "y")
    first, second = Survey(looks, hashed=True, number=5).halves()
    assert (first.looks, second.looks) == (looks[:1], looks[1:])
    assert first.hashed
    assert second.hashed
    assert len({5, first.number, second.number}) == 3
    assert first.halves() == second.halves() == ()
    assert pickle.loads(pickle.dumps(second)).looks == (Look(two, "y"),)
    assert Survey(looks[1:2]).idle
    assert not second.idle
    piece = Piece(b"first\nsecond\nthird", 5, 100, False)
    upper, lower = LogLines("dcss", "logfile", piece).halves()
    assert upper.piece == Piece(b"first\nsecond", 5, 100, True)
    assert lower.piece == Piece(b"third", 7, 113, False)
    assert lower.halves() == ()
    assert [half.piece.data for half in upper.halves()] == [b"first", b"second"]
    request = Request("dcss", (labour.Part(one, None, ()),))
    assert [half.requests for half in Resolve((request, request)).halves()] == [(request,), (request,)]
    assert Resolve((request,)).halves() == ()


def test_what_nobody_could_do_is_told() -> None:
    order = order_of()
    survey = Survey((Look(Source("k"), kept=1), Look(Source("a.txt")))).lost(order, "why")
    assert "why" in survey.batch.payload[survey.seen[0].row]
    lines = LogLines("dcss", "logfile", Piece(b"x", 5, 100, True)).lost(order, "why")
    assert '"logfile:5"' in lines.batch.payload[0]
    request = Request("dcss", (labour.Part(Source("b.txt"), None, ()),))
    resolved = Resolve((request,)).lost(order, "why")
    assert resolved.rows == [(0,)]
    assert '"b.txt"' in resolved.batch.payload[0]


@pytest.mark.filterwarnings("default")
def test_a_fault_of_the_program_costs_one_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = order_module.judge

    def failing(game: object, record: object, *arguments: object) -> Audit:
        if "Rijodo" in record.label or record.label.endswith("xlogfile:3"):  # type: ignore[attr-defined]
            raise KeyError("x")
        return judge(game, record, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(order_module, "judge", failing)
    for pair in (True, False):
        order = order_of(pair=pair)
        told = [json.loads(text) for text in texts(Run(order, Inline(order)).over(find_once([folder])))]
        faults = [each for each in told if "a fault of this program" in "".join(each["reasons"])]
        assert len(faults) >= 2
        assert {each["verdict"] for each in faults} == {"unreadable"}
        assert "KeyError: 'x'" in faults[0]["reasons"][0]


def test_a_line_on_which_the_reader_fails_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    game = labour.game("gnollhack")
    read_log = game.read_log

    def failing(lines: list[object], source: str) -> Iterator[object]:
        for line in lines:
            if line.number == 2:  # type: ignore[attr-defined]
                raise ValueError("y")
            yield from read_log([line], source)  # type: ignore[list-item]

    monkeypatch.setattr(game, "read_log", failing, raising=False)
    log = TRUTH / "xlogfile"
    order = order_of(pair=False)
    told = [json.loads(text) for text in texts(Run(order, Inline(order)).over(find_once([log])))]
    assert told[1]["reasons"] == ["a fault of this program, please report it (ValueError: y)"]
    assert [each["verdict"] for each in told].count("unreadable") == 1
    assert len(told) == len(log.read_text("utf-8").splitlines())


def test_dumps_that_have_gone_are_told(tmp_path: Path) -> None:
    dump = sorted(TRUTH.glob("gnollhack.bren01.*.txt"))[0]
    path = tmp_path / dump.name
    shutil.copy(dump, path)

    def sources() -> Iterator[Source]:
        yield from find_once([tmp_path])
        path.unlink()

    order = order_of()
    (told,) = Run(order, Inline(order)).over(sources())
    assert told.brief.verdict.value == "unreadable"
    assert told.brief.source == str(path)


# ------------------------------------------------------------------------ executors


def test_which_executor_is_opened() -> None:
    order = order_of()
    assert isinstance(open_executor(order, 1), Inline)
    with closing(open_executor(order, 3)) as pool:  # type: ignore[arg-type]
        assert isinstance(pool, Pool)
        assert pool.width == 3
    for address in ("local:0", "somewhere"):
        with pytest.raises(ValueError, match="expected tcp://host:8786"):
            open_executor(order, cluster=address)
    with pytest.raises(ValueError, match="no scheduler answers there"):
        open_executor(order, cluster="tcp://127.0.0.1:1")


@pytest.mark.parametrize("make", [Inline, lambda order, stopped: Pool(order, 1, stopped)])
def test_a_run_that_is_stopped_ends(folder: Path, make: type[Executor]) -> None:
    order = order_of()
    wishes = iter([False] * 3)
    executor = make(order, lambda: next(wishes, True))  # type: ignore[call-arg]
    with pytest.raises(Stopped):
        list(Run(order, executor).over(find_once([folder])))
    executor.close()
