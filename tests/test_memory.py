"""A run with a memory tells what a run without one tells, whatever has happened to the files meanwhile."""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from necropsy.card import KEY
from necropsy.executors import Inline
from necropsy.filters import Filters
from necropsy.given import find_once
from necropsy.memory import Memory
from necropsy.order import Order
from necropsy.plan import Plan
from necropsy.reports.written import AttentionWriter, CsvWriter, JsonWriter
from necropsy.run import Run
from necropsy.store import Store, StoreError

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "sample_morgues"
TRUTH = Path(__file__).parent / "engine_truth"
GNOLLHACK = TRUTH / "gnollhack" / "honest"
DUMPS = [
    *sorted(GNOLLHACK.glob("*.txt"))[:3],
    *sorted(GNOLLHACK.glob("*.html"))[:2],
    *sorted((SAMPLES / "dcss").glob("morgue-[HP]*.txt"))[:3],
    SAMPLES / "hengband" / "dump-deadA-2.1.5.txt",
    SAMPLES / "tampered" / "score-raised.txt",
]
LINES = (GNOLLHACK / "xlogfile").read_text("utf-8").splitlines(keepends=True)


def run(
    folder: Path, store: Path | None, *, writer: object = None, rehash: bool = False, **plan: object
) -> tuple[list[str], Memory | None]:
    """What a run tells as text, and its memory."""
    plan.setdefault("pair", True)
    made = Plan(**plan)  # type: ignore[arg-type]
    if store is None:
        order = Order(made, writer or JsonWriter(), KEY)  # type: ignore[arg-type]
        told = list(Run(order, Inline(order)).over(find_once([folder])))
        return [each.payload[each.row] for each in told if each.payload[each.row]], None
    with Store(store) as opened:
        memory = Memory(opened, made, rehash=rehash)
        order = Order(made, writer or JsonWriter(), memory.key, kept=True)  # type: ignore[arg-type]
        again = memory.told_before(find_once([folder]))
        tellings = Run(order, Inline(order), memory).over(find_once([folder])) if again is None else again
        told = list(memory.recalled(tellings, order))
        memory.finish(complete=True)
        return [each.payload[each.row] for each in told if each.payload[each.row]], memory


def stored(path: Path) -> list[str]:
    """The files and lines whose audits are in a store."""
    with Store(path, read_only=True) as store:
        return sorted(source for (source,) in store.run("SELECT source FROM games"))


def sources(texts: list[str]) -> list[str]:
    return sorted(text.split('"')[3] for text in texts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    there = tmp_path / "files"
    there.mkdir()
    for path in DUMPS:
        shutil.copy(path, there / path.name)
    (there / "xlogfile").write_text("".join(LINES[:5]), "utf-8")
    (there / "stash.lst").write_text("nothing\n")
    return there


def test_what_the_store_could_not_take_is_not_counted(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("no space left on device")

    monkeypatch.setattr("necropsy.memory._FULL", 4)
    with Store(tmp_path / "s.duckdb") as store:
        plan = Plan(pair=False)
        memory = Memory(store, plan)
        order = Order(plan, JsonWriter(), memory.key, kept=True)
        tellings = memory.recalled(Run(order, Inline(order), memory).over(find_once([folder])), order)
        for _ in range(4):
            next(tellings)
        monkeypatch.setattr("necropsy.store.memo.Memo.put", full)
        with pytest.raises(StoreError):
            list(tellings)
        memory.finish(complete=False)
        ((audited, reused, verdicts, games),) = store.run(
            "SELECT audited, reused, verdicts, (SELECT count(*) FROM games) FROM runs"
        )
    assert (audited, reused, sum(verdicts.values())) == (4, 0, 4)
    assert games == 4


def test_a_second_run_reads_nothing_and_tells_the_same(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    fresh, _ = run(folder, None)
    first, memory = run(folder, store)
    assert memory is not None
    assert (memory.known, memory.read, memory.reused) == (0, len(DUMPS) + 2, 0)
    second, memory = run(folder, store)
    assert memory is not None
    assert (memory.known, memory.read, memory.fresh) == (len(DUMPS) + 2, 0, 0)
    assert fresh == first == second
    assert stored(store) == sources(fresh)
    assert memory.summary == (
        f"{len(DUMPS) + 2} of {len(DUMPS) + 2} files are as they were and were not read again;"
        f" 0 of {len(fresh) + 1} audits are new"
    )


def test_where_nothing_has_changed_no_file_is_looked_up(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    first, _ = run(folder, store)
    for change in (None, "rehash", "other plan", "store"):
        with Store(store) as opened:
            memory = Memory(opened, Plan(pair=change != "other plan"), rehash=change == "rehash")
            if change == "store":
                opened.forget([str(folder / DUMPS[0].name)])
            assert (memory.told_before(find_once([folder])) is None) == (change is not None)
    again, memory = run(folder, store)
    assert memory is not None
    assert again == first
    assert memory.fresh == 1


def test_what_was_only_touched_is_read_and_not_audited(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    first, _ = run(folder, store)
    for path in folder.iterdir():
        os.utime(path, (1, 1))
    second, memory = run(folder, store)
    assert memory is not None
    assert memory.fresh == 0
    assert memory.known == len(DUMPS) + 2
    third, memory = run(folder, store, rehash=True)
    assert memory is not None
    assert memory.fresh == 0
    assert first == second == third


def test_other_rules_have_other_audits(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    run(folder, store)
    some, memory = run(folder, store, select=("S",))
    assert memory is not None
    assert memory.reused == 0
    assert some == run(folder, None, select=("S",))[0]
    assert stored(store) == sources(some)


def test_with_and_without_pairing(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    for pair in (True, False, True):
        told, _ = run(folder, store, pair=pair)
        assert told == run(folder, None, pair=pair)[0]
        assert stored(store) == sources(told)


@pytest.mark.parametrize(
    "writer", [CsvWriter(), AttentionWriter(), AttentionWriter(warnings=True), JsonWriter(2)]
)
def test_every_form_is_the_same_from_a_store(folder: Path, tmp_path: Path, writer: object) -> None:
    store = tmp_path / "a.duckdb"
    run(folder, store, writer=JsonWriter())
    assert run(folder, store, writer=writer)[0] == run(folder, None, writer=writer)[0]


def test_filters_are_asked_of_what_is_in_the_store(folder: Path, tmp_path: Path) -> None:
    filters = Filters.of(min_turns=2000)
    order = Order(Plan(pair=True), JsonWriter(), KEY, filters)
    without = [
        (told.brief.objection, told.payload[told.row])
        for told in Run(order, Inline(order)).over(find_once([folder]))
    ]
    for _ in range(2):
        with Store(tmp_path / "a.duckdb") as opened:
            memory = Memory(opened, order.plan)
            kept = Order(order.plan, order.writer, memory.key, filters, kept=True)
            run = Run(kept, Inline(kept), memory).over(find_once([folder]))
            told = [(each.brief.objection, each.payload[each.row]) for each in memory.recalled(run, kept)]
            memory.finish(complete=True)
        assert told == without
    assert len(stored(tmp_path / "a.duckdb")) == len(without) - 1
    assert any(objection for objection, _ in without)


def test_a_log_that_grows_has_new_lines_only(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    run(folder, store)
    with (folder / "xlogfile").open("a", encoding="utf-8") as log:
        log.write("".join(LINES[5:9]))
    told, memory = run(folder, store)
    assert memory is not None
    assert memory.fresh == 4
    assert told == run(folder, None)[0]
    _, memory = run(folder, store)
    assert memory is not None
    assert memory.fresh == 0


def test_a_line_that_is_cut_and_then_whole(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    whole = "".join(LINES[:8])
    for text in (whole[:-200], whole, whole[:-1], whole):
        (folder / "xlogfile").write_text(text, "utf-8")
        told, _ = run(folder, store)
        assert told == run(folder, None)[0]
        assert stored(store) == sources(told)


@pytest.mark.parametrize(
    ("old", "new"), [("name=", "name=x"), ("edit=", "edit=1"), ("starttime=", "starttime=x")]
)
def test_a_line_that_was_changed_in_place(folder: Path, tmp_path: Path, old: str, new: str) -> None:
    store = tmp_path / "a.duckdb"
    run(folder, store)
    log = folder / "xlogfile"
    log.write_text(log.read_text("utf-8").replace(f"\t{old}", f"\t{new}", 1), "utf-8")
    told, _ = run(folder, store)
    assert told == run(folder, None)[0]
    assert stored(store) == sources(told)


def test_a_log_that_was_damaged_and_another_kind_of_file(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    whole = gzip.compress("".join(LINES).encode())
    dump = DUMPS[5].read_bytes()
    for content in (whole[:-30], whole, dump, whole, b"nothing\n", whole):
        (folder / "logfile.gz").write_bytes(content)
        told, _ = run(folder, store)
        assert told == run(folder, None)[0]
        assert stored(store) == sources(told)
    for game in ("dcss", None):
        told, _ = run(folder, store, game=game)
        assert stored(store) == sources(told)


def test_how_a_file_was_named_is_part_of_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    other = tmp_path / "files" / "x.bin"
    other.write_text("hello\n")
    assert len(run(other, tmp_path / "a.duckdb")[0]) == 1
    assert run(tmp_path / "files", tmp_path / "a.duckdb")[0] == []


def test_a_log_that_was_turned_over(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    run(folder, store)
    (folder / "xlogfile").rename(folder / "xlogfile.1")
    (folder / "xlogfile").write_text("".join(LINES[5:7]), "utf-8")
    told, _ = run(folder, store)
    assert told == run(folder, None)[0]
    assert stored(store) == sources(told)


def test_an_empty_file_that_becomes_a_log(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    (folder / "xlogfile").write_bytes(b"")
    told, _ = run(folder, store)
    assert stored(store) == sources(told)
    (folder / "xlogfile").write_text(LINES[0], "utf-8")
    told, _ = run(folder, store)
    assert stored(store) == sources(told)


def test_names_that_are_much_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database's own hash of the first two is the same."""
    (tmp_path / "p1").mkdir()
    monkeypatch.chdir(tmp_path)
    for number in (12001, 12801, *range(13000, 13900, 20)):
        shutil.copy(DUMPS[-1], tmp_path / "p1" / f"morgue-P{number}-20261130-0{number}.txt")
    told, _ = run(Path(), tmp_path / "a.duckdb")
    assert stored(tmp_path / "a.duckdb") == sources(told)
    assert len(told) == 47
    again, _ = run(Path(), tmp_path / "a.duckdb")
    assert again == told


def test_games_of_other_files_stay(folder: Path, tmp_path: Path) -> None:
    store, other = tmp_path / "a.duckdb", tmp_path / "other"
    other.mkdir()
    shutil.copy(SAMPLES / "dcss" / "morgue-Rijodo-20261130-104529.txt", other)
    first, _ = run(folder, store)
    second, _ = run(other, store)
    assert stored(store) == sources([*first, *second])


# A step of a story: what happens to the files between two runs.
Step = tuple[str, int, int]
STEPS = st.tuples(
    st.sampled_from(["put", "take", "edit", "copy", "rename", "log", "cut", "line", "touch"]),
    st.integers(0, len(DUMPS) - 1),
    st.integers(0, 8),
)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(stories=st.lists(st.lists(STEPS, max_size=4), min_size=2, max_size=4), pair=st.booleans())
def test_whatever_happens_between_runs(
    tmp_path_factory: pytest.TempPathFactory, stories: list[list[Step]], pair: bool
) -> None:
    there = tmp_path_factory.mktemp("story")
    folder, store = there / "files", there / "a.duckdb"
    folder.mkdir()
    for path in DUMPS[::2]:
        shutil.copy(path, folder / path.name)
    gone: set[str] = set()
    for story in stories:
        for step in story:
            gone |= set(_happen(folder, *step))
        told, _ = run(folder, store, pair=pair)
        assert told == run(folder, None, pair=pair)[0]
        left = {source for source in stored(store) if not _is_of(source, gone)}
        assert left == {source for source in sources(told) if not _is_of(source, gone)}


def _is_of(source: str, names: set[str]) -> bool:
    return any(source == name or source.startswith(f"{name}:") for name in names)


def _happen(folder: Path, what: str, which: int, number: int) -> Iterator[str]:
    """Let something happen to the files; comes with the names that are no more, or mean another file."""
    dump = DUMPS[which]
    path, log = folder / dump.name, folder / "xlogfile"
    if what in ("log", "line", "cut"):
        _happen_to_log(log, what, number)
    elif what == "put":
        shutil.copy(dump, path)
    elif path.exists():
        if what == "edit":
            path.write_bytes(path.read_bytes().replace(b"1", b"2", number))
        elif what == "copy":
            shutil.copy(path, folder / f"copy-{path.name}")
        elif what == "touch":
            os.utime(path, (number, number))
        else:
            path.rename(folder / f"other-{path.name}" if what == "rename" else folder.with_name("gone"))
            yield str(path)


def _happen_to_log(log: Path, what: str, number: int) -> None:
    if what == "log":
        log.write_text("".join(LINES[:number]), "utf-8")
    elif log.exists():
        text = log.read_bytes()
        log.write_bytes(text + LINES[number].encode() if what == "line" else text[: number * 700])
