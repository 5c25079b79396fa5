"""One record of a game that several files tell of."""

from __future__ import annotations

from typing import Any

from necropsy.joint import JointRecord, told_by
from necropsy.record import Record, Standing


def part(source: str, facts: dict[str, Any], standing: Standing = Standing.TESTIMONY) -> Record:
    lines = [f"{name} = {value}" for name, value in facts.items()]
    record = Record("gnollhack", source, lines)
    for number, (name, value) in enumerate(facts.items(), 1):
        record.state(name, value, number, source, standing)
    return record


TEXT = part("a.txt", {"score": 500, "turns": 20, "kept": ("pacifist",)})
PAGE = part("a.html", {"turns": 20, "score": 500})
LINE = part("xlogfile", {"score": 600, "seclvl": 1})
JOINT = JointRecord([TEXT, PAGE, LINE])


def test_a_fact_has_the_statements_of_every_file_in_their_order() -> None:
    assert [statement.value for statement in JOINT.statements("score")] == [500, 500, 600]
    assert [statement.place for statement in JOINT.statements("score")] == ["a.txt", "a.html", "xlogfile"]
    assert JOINT.statements("score") == JOINT.statements("score")
    assert not JOINT.statements("gold")


def test_the_first_file_counts_and_the_others_fill_its_gaps() -> None:
    assert JOINT.value("score") == 500
    assert JOINT.value("seclvl") == 1
    assert JOINT.value("kept") == ("pacifist",)
    assert not JOINT.has("gold")


def test_testimony_of_any_file_outranks_a_witness_of_the_first() -> None:
    joint = JointRecord([part("a.txt", {"score": 1}, Standing.WITNESS), part("b.txt", {"score": 2})])
    assert joint.value("score") == 2


def test_each_statement_keeps_the_evidence_of_its_file() -> None:
    text, page, line = JOINT.statements("score")
    found = JOINT.evidence(text, None, page, line, text)
    assert [(e.source, e.line, e.text) for e in found] == [
        ("a.txt", 1, "score = 500"),
        ("a.html", 2, "score = 500"),
        ("xlogfile", 1, "score = 600"),
    ]
    assert [JOINT.owner_of(statement) for statement in (text, page, line)] == [TEXT, PAGE, LINE]


def test_equal_statements_of_two_files_are_two() -> None:
    first, second = part("a.txt", {"score": 5}), part("b.txt", {"score": 5})
    joint = JointRecord([first, second])
    one, other = joint.statements("score")
    # They are equal but for their place; only which one it is tells the file.
    assert joint.owner_of(one) is first
    assert joint.owner_of(other) is second
    assert [e.source for e in joint.evidence(one, other)] == ["a.txt", "b.txt"]


def test_it_is_named_after_the_first_file() -> None:
    assert JOINT.source == "a.txt"
    assert [name for name, _ in JOINT.places] == ["a.txt", "a.html", "xlogfile"]
    assert JOINT.parts == (TEXT, PAGE, LINE)


def test_flaws_of_all_files_are_pooled() -> None:
    def reader(record: Record) -> None:
        record.flaw("F224", f"odd in {record.source}", 1)
        record.state("score", 5, 1, "here")

    parts = [Record("gnollhack", source, ["x"], {"score": (reader,)}) for source in ("a.txt", "xlogfile")]
    joint = JointRecord(parts)
    assert joint.flaws == []
    assert joint.value("score") == 5
    assert [flaw.message for flaw in joint.flaws] == ["odd in a.txt", "odd in xlogfile"]
    joint = JointRecord([Record("gnollhack", source, ["x"], {"score": (reader,)}) for source in ("a", "b")])
    joint.read_all()
    assert [flaw.message for flaw in joint.flaws] == ["odd in a", "odd in b"]


def test_what_is_stated_of_the_whole_is_kept() -> None:
    joint = JointRecord([part("a.txt", {"score": 5}), part("b.txt", {})])
    joint.state("encoding", "cp1252", 0, "file")
    assert joint.value("encoding") == "cp1252"
    assert joint.value("score") == 5


def test_by_what_kind_of_file_a_game_is_told() -> None:
    line = part("xlogfile", {"score": 1})
    line.line = 4
    assert told_by(line) == "line"
    assert told_by(TEXT) == told_by(JointRecord([TEXT, PAGE])) == "dump"
    assert told_by(JointRecord([TEXT, line])) == "both"
