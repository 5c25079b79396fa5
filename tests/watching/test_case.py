"""By what an audit is known again, and what was reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from watched import FORGED, SAMPLES, a_case, a_finding

from necropsy.brief import brief_of
from necropsy.card import KEY
from necropsy.engine import audit_text
from necropsy.loglines import Piece
from necropsy.order import Order
from necropsy.plan import Plan
from necropsy.sources import Source
from necropsy.store import Store
from necropsy.telling import Origin
from necropsy.verdict import Audit, Verdict
from necropsy.watching.case import case_of
from necropsy.watching.reported import Reported
from necropsy.watching.wanted import Wanted, WantedWriter, is_accusation


def keys(case) -> set[str]:
    return {key for mark in case.marks for key in mark.keys}


def test_the_place_is_no_part_of_it() -> None:
    here, there = (a_case(name, findings=[a_finding()]) for name in ("a/x.txt", "b/y.zip/x.txt"))
    assert here.marks == there.marks
    assert [mark.rule for mark in here.marks] == ["", "C101"]


@pytest.mark.parametrize(
    "other",
    [
        {"digest": "e"},
        {"verdict": "mismatch"},
        {"findings": [a_finding("C102")]},
        {"findings": [a_finding(message="runes: 5 and 6")]},
        {"findings": [a_finding(found=4)]},
    ],
)
def test_what_makes_another(tmp_path: Path, other: dict[str, object]) -> None:
    reported = Reported(str(tmp_path / "a.duckdb"))
    reported.add(a_case(findings=[a_finding()]))
    assert not reported.is_new(a_case(findings=[a_finding()]))
    assert reported.is_new(a_case(**{"findings": [a_finding()], **other}))


def test_what_would_be_right_is_no_part_of_it() -> None:
    one, other = (a_case(findings=[a_finding(message=f"turns: {n}")]) for n in (1, 2))
    assert one.marks == other.marks


def test_a_finding_that_has_gone_is_no_news(tmp_path: Path) -> None:
    reported = Reported(str(tmp_path / "a.duckdb"))
    reported.add(a_case(findings=[a_finding(), a_finding("C102")]))
    assert not reported.is_new(a_case(findings=[a_finding("C102")]))


def test_a_warning_counts_where_it_is_asked_for() -> None:
    warning = {**a_finding(), "severity": "warning"}
    assert len(a_case(findings=[warning]).marks) == 1
    text = a_case(findings=[warning]).text
    assert len(case_of(text, "dump", (Origin(Source("x"), "d"),), 2).marks) == 2


def test_the_other_file_that_a_rule_names_is_no_part_of_it() -> None:
    one, other = (a_case(findings=[a_finding("X150", f"game: {n} tells", n)]) for n in ("a/x", "b/x"))
    assert one.marks == other.marks


def line(text: str, name: str = "logfile", before: str = "") -> Origin:
    piece = Piece((before + text).encode(), 1, 0, True)
    return Origin(Source(name), piece=piece, line=2 if before else 1, offset=len(before.encode()))


def test_a_line_is_known_by_its_text() -> None:
    text = a_case(findings=[a_finding()]).text
    one = case_of(text, "line", (line("a=b"),), 3)
    assert one.marks == case_of(text, "line", (line("a=b\r", "logfile.1", "c=d\n"),), 3).marks
    assert one.marks != case_of(text, "line", (line("a=c"),), 3).marks


def test_a_game_of_several_files_is_known_by_any_of_them(tmp_path: Path) -> None:
    text = a_case(findings=[a_finding()]).text
    dump = Origin(Source("x.txt"), "d")
    reported = Reported(str(tmp_path / "a.duckdb"))
    reported.add(case_of(text, "line", (line("a=b"),), 3))
    both = case_of(text, "both", (dump, line("a=b")), 3)
    assert not reported.is_new(both)
    assert reported.is_new(case_of(text, "dump", (dump,), 3))
    reported.add(both)
    assert not reported.is_new(case_of(text, "dump", (dump,), 3))


def test_another_dump_that_contradicts_the_same_line_is_news(tmp_path: Path) -> None:
    text = a_case(findings=[a_finding("X101", "score: 5, the log line 6")]).text
    first, second = (
        case_of(text, "both", (Origin(Source("x.txt"), digest), line("a=b")), 3) for digest in "de"
    )
    reported = Reported(str(tmp_path / "a.duckdb"))
    reported.add(first)
    assert not reported.is_new(first)
    assert reported.is_new(second)


def test_what_cannot_be_read_is_known_by_name_and_reason() -> None:
    def unread(source: str, why: str) -> set[str]:
        return keys(a_case(source, "", "unreadable", reasons=[why]))

    assert unread("x", "permission denied") == unread("x", "permission denied")
    assert unread("x", "permission denied") != unread("x", "input/output error")
    assert unread("x", "permission denied") != unread("y", "permission denied")


def test_alone_and_in_a_full_pass_a_forged_file_says_the_same() -> None:
    """Of all edited samples, whatever else the others know of them."""
    for path in sorted(FORGED.glob("*.txt")):
        text = path.read_text("utf-8")
        alone, paired = (
            next(audit_text(text, str(path), Plan(pair=pair))).to_dict() for pair in (False, True)
        )
        cases = [
            case_of(json.dumps(each), "dump", (Origin(Source("x"), "d"),), 3) for each in (alone, paired)
        ]
        assert cases[0].marks == cases[1].marks


class TestReported:
    def test_it_stays(self, tmp_path: Path) -> None:
        path = str(tmp_path / "a.duckdb")
        case = a_case("dir/x\udcff.txt", findings=[a_finding()])
        reported = Reported(path)
        reported.add(case)
        reported.save()
        again = Reported(path)
        assert again.is_new(case)
        with Store(path) as store:
            again.load(store)
            rows = store.run("SELECT source, verdict, rule, told IS NOT NULL FROM reported ORDER BY rule")
        assert not again.is_new(case)
        assert [row[1:] for row in rows] == [("tampered", "", True), ("tampered", "C101", True)]

    def test_what_could_not_be_saved_is_saved_later(self, tmp_path: Path) -> None:
        path = str(tmp_path / "a.duckdb")
        reported = Reported(path)
        reported.add(a_case())
        with Store(path) as store:
            reported.load(store)
            assert store.run("SELECT count(*) FROM reported") == [(1,)]
            reported.add(a_case())
            reported.save(store)
            assert store.run("SELECT count(*) FROM reported") == [(1,)]


class TestWanted:
    def audit(self, name: str) -> Audit:
        return next(audit_text((SAMPLES / name).read_text("utf-8"), name, Plan(pair=False)))

    def test_by_verdict_and_by_severity(self) -> None:
        forged = brief_of(self.audit("tampered/turns-in-title-line.txt"))
        warned = brief_of(self.audit("dcss/morgue-Pfijohu52-20261130-104519.txt"))
        assert (forged.verdict, warned.verdict) == (Verdict.TAMPERED, Verdict.MATCH)
        for words, expected in (
            ({"tampered"}, (True, False)),
            ({"mismatch"}, (False, False)),
            ({"error"}, (True, False)),
            ({"warning"}, (True, True)),
            ({"match", "undecided"}, (False, True)),
        ):
            wanted = Wanted.of(words)
            assert (wanted.meets(forged), wanted.meets(warned)) == expected
        assert Wanted.of({"warning", "error"}).counted == 2
        assert Wanted.of({"tampered"}).counted == 3
        assert is_accusation(forged)
        assert not is_accusation(warned)

    def test_only_those_are_written(self) -> None:
        writer = WantedWriter(wanted=Wanted.of({"tampered"}))
        forged, honest = (
            self.audit(name)
            for name in ("tampered/turns-in-title-line.txt", "dcss/morgue-H14rimur-20261130-112439.txt")
        )
        first, second = Order(Plan(pair=False), writer, KEY).batch([forged, honest]).payload
        assert json.loads(first) == json.loads(json.dumps(forged.to_dict()))
        assert second is None
