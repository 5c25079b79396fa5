"""By what a finding is known again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from some_audits import audit_of, odd_audits, samples

import necropsy
from necropsy.baseline import Mark, marks_in, marks_of
from necropsy.brief import Brief, brief_of
from necropsy.record import Evidence
from necropsy.rules import Finding, Severity
from necropsy.verdict import Audit, Verdict

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
RAISED = SAMPLES / "tampered" / "score-raised.txt"

ERROR = Finding("C104", Severity.ERROR, "runes: 3 and 4", evidence=(Evidence("a.txt", 3, "three"),))
WARNING = Finding("C125", Severity.WARNING, "treasure")
HINT = Finding("F101", Severity.HINT, "nothing")


def made(*findings: Finding, verdict: Verdict = Verdict.TAMPERED, **others: object) -> Audit:
    return audit_of(
        {"player": "Sapling", "turns": 12}, findings=findings, verdict=verdict, recorded=5, **others
    )


@given(odd_audits())
def test_what_the_machine_output_has_is_known_by_the_same_marks(audit: Audit) -> None:
    assert marks_in(json.loads(json.dumps(audit.to_dict()))) == marks_of(audit)


def test_so_it_is_of_the_samples() -> None:
    for audit in samples():
        assert marks_in(json.loads(json.dumps(audit.to_dict()))) == marks_of(audit)


def test_a_match_without_findings_has_none() -> None:
    assert marks_of(made(verdict=Verdict.MATCH)) == ()
    assert marks_of(made(verdict=Verdict.SKIPPED)) == ()


def test_a_verdict_has_one_of_its_own_where_no_proof_stands_for_it() -> None:
    assert marks_of(made(ERROR))[0] == Mark("tampered", 0, "")
    own = marks_of(made(WARNING, verdict=Verdict.UNDECIDED, reasons=("a",)))[0]
    assert own.digest
    assert own != marks_of(made(WARNING, verdict=Verdict.UNDECIDED, reasons=("b",)))[0]


def test_a_hint_never_counts_and_has_no_digest() -> None:
    assert marks_of(made(HINT, verdict=Verdict.MATCH))[1] == Mark("F101", 1, "")


@pytest.mark.parametrize(
    "other",
    [
        made(replace(ERROR, message="runes: 3 and 5")),
        made(replace(ERROR, evidence=(Evidence("a.txt", 3, "four"),))),
        made(replace(ERROR, rule="C105")),
        replace(made(ERROR), recorded=6),
        audit_of({"player": "Oak", "turns": 12}, findings=(ERROR,), verdict=Verdict.TAMPERED, recorded=5),
        audit_of({"player": "Sapling", "turns": 13}, findings=(ERROR,), verdict=Verdict.TAMPERED, recorded=5),
    ],
)
def test_what_has_changed_is_new(other: Audit) -> None:
    assert marks_of(made(ERROR))[1].digest != marks_of(other)[1].digest


def test_where_a_game_lies_and_on_which_line_it_says_so_does_not_matter() -> None:
    moved = replace(ERROR, evidence=(Evidence("b.txt", 7, "three"),))
    assert marks_of(made(ERROR)) == marks_of(made(moved, source="b.txt"))


def test_a_finding_that_names_another_file_is_known_wherever_that_is() -> None:
    one, other = (Finding("X150", Severity.WARNING, f"{name} tells of the same game") for name in "ab")
    assert marks_of(made(one)) == marks_of(made(other))


def test_what_holds_no_game_is_known_by_its_name_and_why() -> None:
    lost = Audit("a/b.txt", Verdict.UNREADABLE, reasons=("empty",))
    assert marks_of(lost) == marks_of(replace(lost, source="a//b.txt"))
    assert marks_of(lost) != marks_of(replace(lost, source="b.txt"))
    assert marks_of(lost) != marks_of(replace(lost, reasons=("damaged",)))


def test_a_moved_file_is_known_and_a_changed_one_is_not(tmp_path: Path) -> None:
    moved, changed = tmp_path / "moved.txt", tmp_path / "changed.txt"
    text = RAISED.read_text("utf-8")
    moved.write_text(text, "utf-8")
    changed.write_text(text.replace("2944911", "2944912"), "utf-8")
    before = marks_of(necropsy.audit(RAISED))
    assert before == marks_of(necropsy.audit(moved))
    assert not {mark.digest for mark in before if mark.digest} & {
        mark.digest for mark in marks_of(necropsy.audit(changed))
    }


class TestBrief:
    def brief(self, *known: bool, findings: tuple[Finding, ...], verdict: Verdict) -> Brief:
        return brief_of(made(*findings, verdict=verdict), marked=True)._replace(known=known)

    @pytest.mark.parametrize(
        ("findings", "verdict", "known", "settled", "news", "is_known"),
        [
            ((ERROR, WARNING), Verdict.TAMPERED, (), False, 3, False),
            ((ERROR, WARNING), Verdict.TAMPERED, (False, True, False), True, 2, False),
            ((ERROR, WARNING), Verdict.TAMPERED, (False, True, True), True, 0, True),
            ((ERROR, WARNING), Verdict.TAMPERED, (False, False, True), False, 3, False),
            ((ERROR, ERROR), Verdict.TAMPERED, (False, True, False), False, 3, False),
            ((WARNING, HINT), Verdict.MATCH, (False, True, False), False, 1, True),
            ((), Verdict.UNDECIDED, (True,), True, 0, True),
            ((WARNING,), Verdict.UNDECIDED, (False, True), False, 0, False),
            ((WARNING,), Verdict.UNDECIDED, (True, False), True, 2, False),
        ],
    )
    def test_what_is_left_when_some_of_it_is_known(
        self,
        findings: tuple[Finding, ...],
        verdict: Verdict,
        known: tuple[bool, ...],
        settled: bool,
        news: int,
        is_known: bool,
    ) -> None:
        brief = self.brief(*known, findings=findings, verdict=verdict)
        assert (brief.is_settled, brief.news, brief.is_known) == (settled, news, is_known)
