"""What was decided for some files holds for them and no others, whoever does the work."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import necropsy
from necropsy.card import KEY
from necropsy.cluster import Cluster
from necropsy.engine import audit_each
from necropsy.executors import Executor, Inline
from necropsy.given import find_once
from necropsy.memory import Memory
from necropsy.order import Order
from necropsy.override import NO_OVERRIDES, Overridden, Override, Overrides
from necropsy.plan import Plan
from necropsy.pool import Pool
from necropsy.reports.written import JsonWriter
from necropsy.run import Run
from necropsy.store import Store

SAMPLES = Path(__file__).parents[1] / "sample_morgues"
TURNS = SAMPLES / "tampered" / "turns-in-title-line.txt"
HONEST = SAMPLES / "dcss" / "morgue-Rijodo-20261130-104529.txt"


def overrides(*each: Override, root: str = "/house", start: str = "/house") -> Overrides:
    return Overrides(each, root, start)


class TestPaths:
    @pytest.mark.parametrize(
        ("pattern", "name", "holds"),
        [
            ("old/**", "old/a.txt", True),
            ("old/**", "old/deep/a.txt", True),
            ("old/**", "new/old/a.txt", False),
            ("old/", "new/old/a.txt", True),
            ("*.txt", "a.txt", True),
            ("*.txt", "deep/down/a.txt", True),
            ("*.txt", "a.txt.gz", False),
            ("/a.txt", "a.txt", True),
            ("/a.txt", "deep/a.txt", False),
            ("**/logs/x*", "a/logs/xlogfile", True),
            ("old/**", "/house/old/a.txt", True),
            ("old/**", "../house/old/a.txt", True),
            ("old/**", "file:///house/old/a.txt", True),
            ("old/**", "./old//a.txt", True),
            ("old/**", "/elsewhere/old/a.txt", False),
            ("/a.txt", "/a.txt", False),
            ("*.txt", "/elsewhere/a.txt", True),
            ("old", "/elsewhere/old/a.txt", True),
            ("*.txt", "s3://bucket/a.txt", True),
            ("bucket/*", "s3://bucket/a.txt", False),
            ("old.zip/**", "old.zip/a.txt", True),
        ],
    )
    def test_they_are_matched_as_git_does_it(self, pattern: str, name: str, holds: bool) -> None:
        assert bool(overrides(Override((pattern,), skip=True)).of([name])) == holds

    def test_a_later_pattern_takes_a_file_out_again(self) -> None:
        made = overrides(Override(("*.txt", "!keep.txt"), skip=True))
        assert made.skipping("a.txt") is not None
        assert made.skipping("keep.txt") is None

    def test_the_working_directory_may_lie_below_the_root(self) -> None:
        made = overrides(Override(("old/**",), skip=True), start="/house/old")
        assert made.skipping("a.txt") is not None
        assert made.skipping("../new/a.txt") is None

    @given(st.text(max_size=30))
    def test_any_name_can_be_asked(self, name: str) -> None:
        assert overrides(Override(("old/**", "*.html"), skip=True)).of([name]) in (
            (),
            (Override(("old/**", "*.html"), skip=True),),
        )


class TestCodes:
    def test_what_is_ignored_adds_up_and_the_last_selection_holds(self) -> None:
        made = overrides(
            Override(("*",), select=("S",), ignore=("S103",)),
            Override(("a.txt",), select=("C",), ignore=("C104",)),
        )
        assert made.codes(["a.txt"], (), ("X",)) == (("C",), ("X", "S103", "C104"))
        assert made.codes(["b.txt"], (), ("X",)) == (("S",), ("X", "S103"))
        assert NO_OVERRIDES.codes(["b.txt"], ("S",), ()) == (("S",), ())

    def test_one_file_of_a_game_is_enough(self) -> None:
        made = overrides(Override(("xlogfile",), ignore=("X",)))
        assert made.codes(["a.txt", "xlogfile"], (), ()) == ((), ("X",))

    def test_a_key_changes_with_what_was_decided_and_not_with_its_place(self) -> None:
        one = Override(("*",), ignore=("C1",), why="a", where="a:1")
        assert one.key == Override(("*",), ignore=("C1",), why="b", where="a:2").key
        assert one.key != Override(("*",), ignore=("C2",), why="a", where="a:1").key
        assert Override(("*",), skip=True, why="a").key != Override(("*",), skip=True, why="b").key

    def test_more_than_scores_is_asked_where_an_override_does(self) -> None:
        assert Plan(select=("S",)).scores_alone
        assert not Plan(select=("S",), overrides=overrides(Override(("*",), select=("C",)))).scores_alone


def plan(folder: Path, *each: Override, **others: object) -> Plan:
    return Plan(overrides=Overrides(each, str(folder), os.getcwd()), **({"pair": True} | others))  # type: ignore[arg-type]


def told(
    made: Plan, folder: Path, store: Path | None = None, executor: type[Executor] | None = None
) -> list[str]:
    """What a run tells."""
    if store is not None:
        with Store(store) as opened:
            memory = Memory(opened, made)
            order = Order(made, JsonWriter(), memory.key, kept=True)
            again = memory.told_before(find_once([folder]))
            tellings = Run(order, Inline(order), memory).over(find_once([folder])) if again is None else again
            texts = [each.payload[each.row] for each in memory.recalled(tellings, order)]
            memory.finish(complete=True)
            return [text for text in texts if text]
    order = Order(made, JsonWriter(), KEY)
    worker = Inline(order) if executor is None else _opened(executor, order)
    try:
        texts = [each.payload[each.row] for each in Run(order, worker).over(find_once([folder]))]
    finally:
        worker.close()
    return [text for text in texts if text]


def _opened(executor: type[Executor], order: Order) -> Executor:
    return executor(order, "local:1" if executor is Cluster else 2)  # type: ignore[call-arg]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    there = tmp_path / "files"
    for name in ("old", "new"):
        (there / name).mkdir(parents=True)
        shutil.copy(TURNS, there / name / f"{name}.txt")
    shutil.copy(HONEST, there / "new" / HONEST.name)
    for name in ("gnollhack.valma.1796036912.txt", "xlogfile"):
        shutil.copy(SAMPLES / "gnollhack" / name, there)
    return there


IGNORING = Override(("old/**",), ignore=("C",), why="rebuilt", where="necropsy.toml:3")
SKIPPING = Override(("new/*.txt",), skip=True, why="not ours")
OF_LOGS = Override(("xlogfile",), select=("S",))


def verdicts(texts: list[str]) -> dict[str, str]:
    return {os.path.basename(each["source"]): each["verdict"] for each in map(json.loads, texts)}


def test_rules_are_left_out_where_it_was_decided_and_nowhere_else(folder: Path) -> None:
    # Both copies tell of one game; alone each is what it is.
    (folder / "new" / "new.txt").unlink()
    assert verdicts(told(plan(folder), folder))["old.txt"] == "tampered"
    assert verdicts(told(plan(folder, IGNORING), folder))["old.txt"] == "match"
    wrong = Override(("old/**",), ignore=("C999",))
    assert verdicts(told(plan(folder, wrong), folder))["old.txt"] == "tampered"


def test_a_skipped_file_is_told_with_the_reason_and_not_read(folder: Path) -> None:
    os.chmod(folder / "new" / "new.txt", 0)
    texts = told(plan(folder, SKIPPING), folder)
    skipped = [each for each in map(json.loads, texts) if each["verdict"] == "skipped"]
    assert [os.path.basename(each["source"]) for each in skipped] == [HONEST.name, "new.txt"]
    assert {*skipped[0]["reasons"]} == {"skipped by an override: not ours"}


def test_a_skipped_log_is_as_if_it_were_not_there(folder: Path) -> None:
    skipped = told(plan(folder, Override(("xlogfile",), skip=True)), folder)
    (folder / "xlogfile").unlink()
    assert [text for text in skipped if '"skipped by' not in text] == told(plan(folder), folder)


@pytest.mark.parametrize("executor", [None, Pool, Cluster])
def test_it_holds_whoever_does_the_work(folder: Path, executor: type[Executor] | None) -> None:
    made = plan(folder, IGNORING, SKIPPING, OF_LOGS)
    by_engine = [audit.to_dict() for audit in audit_each(find_once([folder]), made)]
    assert [json.loads(text) for text in told(made, folder, executor=executor)] == by_engine


def test_it_holds_for_the_lines_of_a_log_by_its_name(folder: Path) -> None:
    ran = {
        finding["rule"][0]
        for text in told(plan(folder, OF_LOGS), folder)
        if "xlogfile" in text
        for finding in json.loads(text)["findings"]
    }
    assert ran <= {"S"}


STEPS = [
    (),
    (IGNORING,),
    (IGNORING, OF_LOGS),
    (SKIPPING,),
    (Override(("xlogfile",), skip=True),),
    (Override(("new/*.txt",), skip=True, why="another reason"),),
    (Override(("old/**",), ignore=("S",)),),
    (),
]


def test_with_a_store_each_change_is_as_if_there_were_none(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    for each in STEPS:
        made = plan(folder, *each)
        fresh = told(made, folder)
        assert told(made, folder, store) == fresh
        assert told(made, folder, store) == fresh
        with Store(store, read_only=True) as opened:
            stored = sorted(source for (source,) in opened.run("SELECT source FROM games"))
        assert stored == sorted(json.loads(text)["source"] for text in fresh)


def test_only_the_games_that_it_concerns_are_judged_again(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "a.duckdb"
    told(plan(folder), folder, store)
    with Store(store) as opened:
        memory = Memory(opened, plan(folder, IGNORING))
        order = Order(plan(folder, IGNORING), JsonWriter(), memory.key, kept=True)
        assert memory.told_before(find_once([folder])) is None
        list(memory.recalled(Run(order, Inline(order), memory).over(find_once([folder])), order))
        memory.finish(complete=True)
    assert (memory.read, memory.fresh) == (0, 1)


def test_a_brief_names_the_overrides_of_its_game(folder: Path) -> None:
    made = plan(folder, IGNORING, SKIPPING)
    order = Order(made, JsonWriter(), KEY)
    counted = Overridden(pickle.loads(pickle.dumps(made)).overrides)
    for each in Run(order, Inline(order)).over(find_once([folder])):
        counted.see(each.brief.overrides)
    assert list(counted.said()) == [
        "1 game was judged by other rules, as necropsy.toml:3 has it (ignore C for old/**): rebuilt.",
        "2 files were skipped by an override (new/*.txt): not ours.",
    ]


def test_the_summary_has_no_sentence_on_what_had_no_effect() -> None:
    assert list(Overridden(overrides(IGNORING)).said()) == []


def test_the_api_is_as_it_was() -> None:
    assert necropsy.audit(TURNS).verdict == "tampered"
