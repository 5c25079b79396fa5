"""What a notebook shows of an audit, and what is printed of it in one line."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from some_audits import BREAKDOWNS, audit_of, odd_audits, samples

import necropsy
from necropsy import Audit, Breakdown, Evidence, Finding, Severity, Span, Term, Verdict
from necropsy.reports.notebook import audit_html, breakdown_html

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
TAMPERED = SAMPLES / "tampered" / "turns-in-title-line.txt"
HOSTILE = "<script>alert(1)</script>\x1b[2J\u202e\"'onload=x &amp;"


class Page(HTMLParser):
    """The tags, attributes and text of a piece of HTML; each tag must be closed in its turn."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.styles: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._open.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.styles += [value or "" for _, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def assert_harmless(html: str) -> None:
    page = Page(html)
    assert set(page.tags) <= {"div", "span", "code", "b", "table", "tr", "td", "pre"}
    assert page.attributes <= {"style"}
    assert "\x1b" not in html
    assert "\u202e" not in html


def test_it_has_verdict_scores_terms_and_findings() -> None:
    page = Page(necropsy.audit(TAMPERED)._repr_html_())
    for said in (
        "TAMPERED",
        str(TAMPERED),
        "dcss, Pfijohu52, 0.34.1, normal, win",
        "recorded 2,044,911, which fits the formula",
        "6,250,000,000 x 3^2 / (1 + 50,003 turns)",
        "2,044,731 … 2,045,219",
        "known to within 488; formula F13",
        "error C101 turns: the score block says 50,003",
        "   11: The game lasted 00:00:26 (50003 turns).",
        "and 3 more lines",
    ):
        assert said in page.text
    assert page.tags.count("tr") == 6


def test_light_and_dark_are_left_to_the_page() -> None:
    styles = Page(necropsy.audit(TAMPERED)._repr_html_()).styles
    for style in styles:
        for declaration in style.split(";"):
            name, _, value = declaration.partition(":")
            if name == "color":
                assert value == "inherit"
            if name == "background":
                assert value == "none"


def test_it_is_small_and_harmless_for_every_sample() -> None:
    for audit in samples():
        html = audit._repr_html_()
        assert_harmless(html)
        assert len(html) < 12_000, audit.source


def test_a_hostile_file_is_shown_and_does_nothing() -> None:
    finding = Finding("C101", Severity.ERROR, HOSTILE, 1, 2, (Evidence(HOSTILE, 7, HOSTILE),))
    breakdown = Breakdown(
        HOSTILE, HOSTILE, (Term(HOSTILE, Span(1, 2), HOSTILE, HOSTILE),), Span(1, 2), HOSTILE
    )
    audit = audit_of(
        {"player": HOSTILE, "version": HOSTILE},
        source=HOSTILE,
        reasons=(HOSTILE,),
        findings=(finding,),
        breakdown=breakdown,
    )
    html = audit_html(audit)
    assert_harmless(html)
    assert Page(html).text.count("<script>alert(1)</script>\\x1b[2J\\u202e\"'onload=x &amp;") == 10


def test_what_is_endless_is_cut_off() -> None:
    lines = tuple(Evidence("x.txt", line, "y" * 4000) for line in range(1, 99))
    findings = tuple(Finding("C101", Severity.HINT, "z" * 4000, 1, 2, lines) for _ in range(99))
    page = Page(audit_html(audit_of({"player": "x" * 4000}, findings=findings)))
    assert "and 79 more findings" in page.text
    assert page.text.count("and 94 more lines") == 20
    assert "x" * 301 not in page.text
    assert len(page.text) < 40_000


def test_a_line_in_a_name_has_no_number() -> None:
    finding = Finding(
        "C101", Severity.HINT, "so", evidence=tuple(Evidence("x", 0, "x.txt") for _ in range(5))
    )
    text = Page(audit_html(audit_of({}, findings=(finding,)))).text
    assert " name: x.txt" in text
    assert text.endswith("and 1 more line")


@pytest.mark.parametrize(
    ("recorded", "total", "said"),
    [
        (7, Span(5, 9), "recorded 7, which fits the formula"),
        (1_007, Span(5, 7), "recorded 1,007, 1,000 too much"),
        (3, Span(5, None), "recorded 3, 2 too little"),
        (None, Span(5, 5), "score5pinned to the point"),
        (3, Span(0, None), "no end"),
    ],
)
def test_how_the_recorded_score_lies(recorded: int | None, total: Span, said: str) -> None:
    audit = audit_of({}, recorded=recorded, breakdown=Breakdown("", "", (), total))
    assert said in Page(audit_html(audit)).text


def test_what_was_not_recomputed_has_no_table() -> None:
    html = audit_html(Audit("x.txt", Verdict.UNREADABLE, reasons=("a gap at byte 7",)))
    assert "table" not in Page(html).tags
    assert Page(html).text == "UNREADABLE x.txta gap at byte 7"
    assert "recorded 5" in Page(audit_html(audit_of({}, recorded=5))).text


def test_factors_are_shown_with_what_they_make() -> None:
    ardal = necropsy.audit(SAMPLES / "gnollhack" / "gnollhack.ardal.1796036169.txt")
    assert ardal.breakdown is not None
    text = Page(ardal.breakdown._repr_html_()).text
    assert "difficultyx 10 = 1,390,000" in text
    assert "base= 139,000" in text


@given(odd_audits())
def test_any_audit_can_be_shown(audit: Audit) -> None:
    assert_harmless(audit_html(audit))
    assert "\n" not in repr(audit)


@given(BREAKDOWNS)
def test_any_breakdown_can_be_shown(breakdown: Breakdown) -> None:
    assert_harmless(breakdown_html(breakdown))


class TestRepr:
    def test_an_audit_is_one_line(self) -> None:
        assert repr(necropsy.audit(TAMPERED)) == (
            "<Audit tampered dcss 'Pfijohu52', recorded 2,044,911, recomputed 2,044,731 … 2,045,219,"
            f" finds C101, C125: {str(TAMPERED)!r}>"
        )
        assert repr(Audit("x.txt", Verdict.UNREADABLE)) == "<Audit unreadable: 'x.txt'>"

    def test_a_breakdown_is_one_line(self) -> None:
        assert repr(Breakdown("F13", "formula F13", (), Span(5, 9))) == "<Breakdown F13: 5 … 9>"
        assert (
            repr(Breakdown("F13", "", (), Span(5, 5), "with no notes")) == "<Breakdown F13: 5, with no notes>"
        )

    def test_nothing_in_it_acts_on_a_terminal(self) -> None:
        shown = repr(audit_of({"player": HOSTILE}, source=HOSTILE))
        assert "\x1b" not in shown
        assert "\u202e" not in shown
