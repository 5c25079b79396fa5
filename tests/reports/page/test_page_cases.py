"""The case of a game: what speaks against what, and the chart of its score."""

from __future__ import annotations

from typing import Any

import pytest

from necropsy.breakdown import Breakdown, Term
from necropsy.logline import Rejected
from necropsy.record import Evidence
from necropsy.reports.page.cases import case_of, sides, steps_of
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

_ANY = Verdict.TAMPERED


def case(**parts: Any) -> dict[str, Any]:
    return case_of(Audit(**{"source": "a.txt", "verdict": _ANY, "game": "dcss"} | parts).to_dict())


def finding(rule: str = "C101", severity: Severity = Severity.ERROR, **parts: Any) -> Finding:
    return Finding(rule, severity, f"{rule} speaks", **parts)


def shown(**parts: Any) -> dict[str, Any]:
    (only,) = case(findings=(finding(**parts),))["findings"]
    assert isinstance(only, dict)
    return only


def score(*terms: Term, total: Span, recorded: int | None = None) -> dict[str, Any]:
    return Audit(
        "a.txt", _ANY, "dcss", None, recorded, Breakdown("F", "f", terms, total, "a guess")
    ).to_dict()


def term(name: str, low: int | None, high: int | None, factor: tuple[float, float] | None = None) -> Term:
    return Term(name, Span(low, high), "formula", "source", factor=factor)


HOME = Evidence("a.txt", 5, "1000 Sapling")


def test_lines_of_one_file_are_parted_behind_the_first() -> None:
    left, right = sides([{"source": "a", "line": n, "text": ""} for n in (5, 7, 9)])
    assert [each["line"] for each in left] == [5]
    assert [each["line"] for each in right] == [7, 9]


def test_lines_of_two_files_are_parted_by_file() -> None:
    left, right = sides([{"source": s, "line": n, "text": ""} for n, s in enumerate("aba")])
    assert [each["line"] for each in left] == [0, 2]
    assert [each["line"] for each in right] == [1]


def test_a_finding_without_lines_has_no_sides() -> None:
    assert sides([]) == ([], [])


def test_what_is_shown_of_many_lines_is_limited_and_said() -> None:
    only = shown(evidence=(HOME, *(Evidence("a.txt", n, "x" * 900) for n in range(40))))
    assert len(only["right"]) == 12
    assert only["more"] == 28
    assert len(only["right"][0][2]) == 400


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "yes"),
        (False, "no"),
        (12345, "12,345"),
        ([1000, 2000], "1,000 … 2,000"),
        ([None, 7], "at most 7"),
        ([7, 3], "7, 3"),
        ("a\x1b[31m", "a\\x1b[31m"),
        ({"a": 1}, "a: 1"),
        (list("abcdefghij"), "a, b, c, d, e, f, g, h and 2 more"),
        (1.5, "1.5"),
    ],
)
def test_values_are_put_in_words(value: Any, text: str) -> None:
    assert shown(expected=value)["follows"] == text


def test_of_long_lists_only_the_difference_is_shown() -> None:
    both = list("abcdefgh")
    only = shown(found=both, expected=[*both, "z"])
    assert (only["says"], only["follows"]) == ("does not have it", "only here: z")


def test_equal_long_lists_are_shown_as_they_are() -> None:
    both = list("abcde")
    assert shown(found=both, expected=both)["says"] == "a, b, c, d, e"


def test_another_place_stands_on_the_side_of_what_speaks_against_the_file() -> None:
    only = shown(rule="X150", severity=Severity.WARNING, found="b.txt", evidence=(HOME, HOME))
    assert (only["says"], only["follows"]) == ("", "b.txt")
    assert len(only["left"]) == 2
    assert only["right"] == []


def test_the_summary_is_the_gravest_finding_and_of_equals_the_one_on_the_score() -> None:
    found = (finding("C101"), finding("S101"), finding("X150", Severity.WARNING))
    assert case(findings=found)["summary"] == "S101 S101 speaks"
    assert [each["rule"] for each in case(findings=found)["findings"]] == ["S101", "C101", "X150"]


def test_without_a_proof_the_reason_is_the_summary() -> None:
    hint = finding("F101", Severity.HINT)
    assert case(findings=(hint,), reasons=("no version",))["summary"] == "no version"
    assert case(findings=(hint,))["summary"] == "F101 F101 speaks"
    assert case()["summary"] == ""


def test_a_line_that_could_not_be_read_is_shown() -> None:
    rejected = Rejected("log", 3, 1234, "no score", "v=0.34\x07")
    assert case(rejected=rejected)["rejected"] == ["byte 1,234", "3", "v=0.34\\x07"]


def test_scores_and_their_difference_are_told() -> None:
    data = score(term("gold", 10, 20), total=Span(10, 20), recorded=25)
    assert case_of(data)["scores"] == [
        ("the file says", "25"),
        ("the formula gives", "10 … 20"),
        ("difference", "5 too much"),
        ("known to within", "10"),
        ("taken for granted", "a guess"),
    ]
    assert case_of(score(total=Span(5, 5), recorded=5))["scores"][2][1].startswith("none")
    assert case_of(score(total=Span(5, 5)))["scores"][0] == ("the formula gives", "5")


def test_each_term_is_a_bar_from_the_sum_before_it() -> None:
    steps = steps_of(score(term("gold", 10, 10), term("runes", 5, 8), total=Span(15, 18), recorded=16))
    assert steps == [
        ["gold", "sure", 0, 10, "10"],
        ["runes", "sure", 10, 15, "5 … 8"],
        ["runes", "open", 15, 18, "5 … 8"],
        ["the formula gives", "total", 0, 15, "15 … 18"],
        ["the formula gives", "open", 15, 18, "15 … 18"],
        ["the file says", "file", 0, 16, "16"],
    ]


def test_a_subtotal_begins_anew_and_a_factor_multiplies_it() -> None:
    terms = (term("depth", 10, 10), term("base", 8, 8), term("modern", 4, 4, (0.5, 0.5)))
    steps = steps_of(score(*terms, total=Span(4, 4), recorded=9))
    assert steps is not None
    assert steps[1:3] == [["base", "total", 0, 8, "8"], ["modern", "sure", 8, 4, "× 0.5"]]
    assert steps[-1] == ["the file says", "off", 0, 9, "9"]


@pytest.mark.parametrize(
    "data",
    [
        Audit("a.txt", _ANY).to_dict(),
        score(term("gold", 1, None), total=Span(1, 9)),
        score(term("gold", 1, 1), total=Span(1, None)),
    ],
)
def test_what_has_no_end_has_no_chart(data: dict[str, Any]) -> None:
    assert steps_of(data) is None
