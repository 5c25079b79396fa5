"""Records: lazy readers, and statements in the order of their readers."""

from __future__ import annotations

import pytest

from necropsy.record import Evidence, Readers, Record, Standing, Statement


class Diary:
    """Readers that write down when they ran."""

    def __init__(self) -> None:
        self.ran: list[str] = []

    def block(self, record: Record) -> None:
        self.ran.append("block")
        record.state("score", 5, 1, "block")
        record.state("turns", 7, 2, "block")

    def title(self, record: Record) -> None:
        self.ran.append("title")
        record.state("turns", 8, 3, "title")
        record.state("time", 9, 3, "title")

    def notes(self, record: Record) -> None:
        self.ran.append("notes")
        record.state("turns", 6, 4, "notes", Standing.WITNESS)
        record.state("gems", 2, 4, "notes", Standing.WITNESS)

    def derived(self, record: Record) -> None:
        self.ran.append("derived")
        if record.has("score") and not record.has("missing"):
            record.state("double", record.value("score") * 2, 0, "derived")

    def broken(self, record: Record) -> None:
        record.flaw("F110", "cannot be read", 2, 3)


@pytest.fixture
def diary() -> Diary:
    return Diary()


def table(diary: Diary) -> dict[str, tuple[object, ...]]:
    return {
        "score": (diary.block,),
        "turns": (diary.block, diary.title, diary.notes),
        "time": (diary.title,),
        "gems": (diary.notes,),
        "double": (diary.derived,),
        "missing": (diary.broken,),
    }


@pytest.fixture
def record(diary: Diary) -> Record:
    return Record("dcss", "a.txt", ("one  ", "two", "three", "x" * 1_000), Readers(table(diary)))  # type: ignore[arg-type]


def test_nothing_is_read_before_it_is_asked_for(record: Record, diary: Diary) -> None:
    assert diary.ran == []
    assert record.value("score") == 5
    assert diary.ran == ["block"]


def test_a_reader_runs_once(record: Record, diary: Diary) -> None:
    for _ in range(3):
        record.statements("turns")
        record.statements("score")
        record.read_all()
    assert sorted(diary.ran) == ["block", "derived", "notes", "title"]
    assert len(record.statements("turns")) == 3
    assert len(record.flaws) == 1


@pytest.mark.parametrize("first", ["score", "time", "gems", "double", "turns", "missing", "unknown"])
def test_statements_stand_in_the_order_of_their_readers(record: Record, first: str) -> None:
    record.statements(first)
    assert [s.place for s in record.statements("turns")] == ["block", "title", "notes"]
    assert record.value("turns") == 7


def test_a_reader_settles_the_facts_that_no_other_one_states(record: Record, diary: Diary) -> None:
    bounds = Readers(table(diary)).bounds  # type: ignore[arg-type]
    assert {reader: alone for reader, (_, alone) in bounds.items()} == {
        diary.block: ("score",),
        diary.title: ("time",),
        diary.notes: ("gems",),
        diary.derived: ("double",),
        diary.broken: ("missing",),
    }
    record.statements("turns")
    before = list(diary.ran)
    assert (record.value("score"), record.value("time"), record.value("gems")) == (5, 9, 2)
    assert diary.ran == before
    # What is said of them later counts all the same: a run tells a record of other games.
    record.state("gems", 3, 0, "another file", Standing.WITNESS)
    assert record.values("gems") == [2, 3]


def test_a_plain_table_of_readers_does_the_same(diary: Diary) -> None:
    record = Record("dcss", readers=table(diary))  # type: ignore[arg-type]
    assert record.value("gems") == 2
    assert [s.place for s in record.statements("turns")] == ["block", "title", "notes"]


def test_testimony_counts_before_witnesses() -> None:
    record = Record("dcss")
    record.state("kills", 1, 1, "notes", Standing.WITNESS)
    assert record.value("kills") == 1
    record.state("kills", 2, 2, "block")
    record.state("kills", 3, 3, "title")
    assert record.value("kills") == 2
    assert record.first("kills") == Statement("kills", 2, 2, "block")
    assert [s.value for s in record.statements("kills")] == [1, 2, 3]


def test_a_fact_that_nobody_states(record: Record) -> None:
    assert not record.statements("unknown")
    assert record.first("unknown") is None
    assert record.value("unknown") is None
    assert record.value("unknown", 3) == 3
    assert not record.has("unknown")


def test_a_false_value_is_a_value(record: Record) -> None:
    record.state("won", False, 1, "block")
    record.state("runes", 0, 1, "block")
    assert record.has("won")
    assert record.value("won", True) is False
    assert record.value("runes", 3) == 0


def test_a_derived_fact(record: Record) -> None:
    assert record.value("double") == 10


def test_flaws(record: Record) -> None:
    record.read_all()
    [flaw] = record.flaws
    assert (flaw.rule, flaw.message, flaw.lines) == ("F110", "cannot be read", (2, 3))


def test_evidence(record: Record) -> None:
    score, turns = record.first("score"), record.statements("turns")
    assert record.evidence(score, None, *turns[:2], score) == (
        Evidence("a.txt", 1, "one"),
        Evidence("a.txt", 2, "two"),
        Evidence("a.txt", 3, "three"),
    )
    assert list(record.evidence_at(0, 99, -1)) == [
        Evidence("a.txt", 0, "a.txt"),
        Evidence("a.txt", 99, "a.txt"),
        Evidence("a.txt", -1, "a.txt"),
    ]
    [long] = record.evidence_at(4)
    assert long.text == "x" * 400


def test_which_readers_come_first(diary: Diary) -> None:
    bounds = Readers(table(diary)).bounds  # type: ignore[arg-type]
    earlier = {reader: before for reader, (before, _) in bounds.items() if before}
    assert earlier == {diary.title: (diary.block,), diary.notes: (diary.block, diary.title)}
