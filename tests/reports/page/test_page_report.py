"""The page as a text: what it says of the run, what it holds, and that it is the same each time."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from audits import audit_of
from hypothesis import given
from hypothesis import strategies as st
from pages import data_of, page_of
from some_audits import SAMPLES, odd_audits, samples

from necropsy.breakdown import Breakdown, Term
from necropsy.reports.page.report import HtmlReport
from necropsy.reports.page.rows import HtmlWriter
from necropsy.reports.preface import Note, Preface
from necropsy.reports.visible import visible
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

HOSTILE = "<img src=x onerror=alert(1)>&amp;</script><!--\u202e\x1b[31m'\""
SHOWN = "<img src=x onerror=alert(1)>&amp;</script><!--\\u202e\\x1b[31m'\""


def hostile(verdict: Verdict = Verdict.TAMPERED) -> Audit:
    audit = audit_of(HOSTILE, verdict, player=HOSTILE, version=HOSTILE)
    audit.findings = (Finding("C101", Severity.ERROR, HOSTILE, HOSTILE, HOSTILE),)
    audit.reasons = (HOSTILE,)
    audit.breakdown = Breakdown("F", "f", (Term(HOSTILE, Span(1, 2), HOSTILE, HOSTILE),), Span(1, 2), HOSTILE)
    return audit


def test_the_data_of_the_table_is_columns_with_each_text_once() -> None:
    audits = [
        audit_of("m/a.txt", slack=5, ended="2026-11-30"),
        audit_of("m/b.txt", Verdict.MISMATCH, player="Oak", score=2**60, ended="2026-11-30 12:00:00"),
        Audit("c.txt", Verdict.UNREADABLE),
    ]
    assert data_of(page_of(audits), "games") == {
        "texts": {
            "verdict": ["mismatch", "unreadable", "match"],
            "game": ["dcss", ""],
            "version": ["0.34.1", ""],
            "player": ["Oak", "", "Sapling"],
            "folder": ["m/", ""],
            "ended": ["2026-11-30", ""],
            "rules": [[]],
        },
        "columns": {
            "verdict": [0, 1, 2],
            "game": [0, 1, 0],
            "version": [0, 1, 0],
            "player": [0, 1, 2],
            "folder": [0, 1, 0],
            "ended": [0, 1, 0],
            "rules": [0, 0, 0],
            "file": ["b.txt", "c.txt", "a.txt"],
            "recorded": [str(2**60), None, 1000],
            "low": [str(2**60), None, 1000],
            "high": [str(2**60), None, 1005],
            "recomputed": [1, 0, 1],
            "case": [0, 1, -1],
        },
    }


def test_the_same_audits_make_the_same_page() -> None:
    assert page_of(samples()) == page_of(samples())


def test_cases_are_those_that_need_attention_the_gravest_first() -> None:
    cases = data_of(page_of(samples()), "cases")
    verdicts = list(dict.fromkeys(case["verdict"] for case in cases))
    assert verdicts == ["mismatch", "tampered", "undecided"]
    wanted = {"mismatch", "tampered", "undecided", "unreadable"}
    assert sum(audit.verdict.value in wanted for audit in samples()) == len(cases)


def test_no_text_of_a_file_is_markup() -> None:
    preface = Preface(HOSTILE, notes=(Note(HOSTILE, HOSTILE, HOSTILE),))
    page = page_of([hostile(), hostile(Verdict.MATCH)], preface, [HOSTILE])
    assert "<img src=x" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert data_of(page, "games")["texts"]["player"] == [SHOWN]


def texts_in(value: Any) -> Iterator[str]:
    """Every text in some data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


@given(st.lists(odd_audits(), max_size=4))
def test_no_character_in_the_data_acts_on_the_text_around_it(audits: list[Audit]) -> None:
    writer = HtmlWriter()
    for text in filter(None, (*writer.write([hostile()]), *writer.write(audits))):
        for each in texts_in(json.loads(text)):
            assert each == visible(each)


def test_the_page_says_how_it_was_called_and_what_a_file_cannot_prove() -> None:
    preface = Preface("m/ --ignore C1", ("S", "X1"), ("C1",), (Note("ignore C1", "one bot", "rules.toml:3"),))
    page = page_of([audit_of()], preface, ["1 game of other players was left out."])
    for text in ("m/ --ignore C1", "only S, X1", ", without C1", "one bot", "rules.toml:3", "other players"):
        assert text in page
    assert "never that the game is authentic" in page


def test_a_page_of_nothing_is_a_page() -> None:
    page = page_of([], Preface())
    assert "0 games audited" in page
    assert "nothing in particular" in page
    assert data_of(page, "cases") == []


def test_what_lies_beside_games_is_counted_and_has_no_row() -> None:
    page = page_of([audit_of(), Audit("x.lst", Verdict.SKIPPED)])
    assert "2 games audited" in page
    assert data_of(page, "games")["columns"]["case"] == [-1]


def test_more_games_than_the_page_holds_are_counted_and_said() -> None:
    audits = [audit_of(f"{n}.txt") for n in range(6)]
    audits += [audit_of(f"bad{n}.txt", Verdict.TAMPERED) for n in range(5)]
    audits += [audit_of("worse.txt", Verdict.MISMATCH)]
    page = page_of(audits, most_rows=4, most_cases=3)
    assert [case["verdict"] for case in data_of(page, "cases")] == ["mismatch", "tampered", "tampered"]
    assert "3 more need attention" in page
    games = data_of(page, "games")["columns"]
    assert games["case"][:3] == [0, 1, 2]
    assert f"{12 - len(games['case'])} more games are counted above" in page


def test_a_long_list_is_folded() -> None:
    page = page_of([audit_of(f"{n}.txt", Verdict.TAMPERED) for n in range(25)])
    assert "<summary>5 more</summary>" in page


def test_the_page_is_the_same_however_it_is_made(tmp_path: Path) -> None:
    def made(name: str, *more: str) -> bytes:
        call = [sys.executable, "-m", "necropsy", "audit", str(SAMPLES / "tampered" / "with-log")]
        call += [str(SAMPLES / "gnollhack"), "--exit-zero", "-q", "-o", name, *more]
        subprocess.run(call, check=True, cwd=tmp_path)
        return (tmp_path / name).read_bytes()

    once = made("once.html", "--jobs", "1")
    assert made("jobs.html", "--jobs", "2") == once
    assert made("new.html", "--store", "a.duckdb") == once
    assert made("again.html", "--store", "a.duckdb") == once


def test_without_its_packages_the_command_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['altair'] = None\n"
        "from necropsy.cli import main\n"
        "sys.argv = ['necropsy', 'audit', '.', '--format', 'html']\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "necropsy: this needs the extra 'report': pip install 'necropsy[report]'\n"


def test_where_games_are_audited_the_packages_are_not_needed() -> None:
    code = (
        "import sys, necropsy.reports.page.rows\n"
        "assert not {'altair', 'itables', 'jinja2'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert HtmlReport(Preface()).writer.together == 0
