"""Nothing from a file acts on a terminal or a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.reports.visible import cell, clipped, json_text, visible


@given(st.text())
def test_what_is_shown_has_no_control_or_format_character_but_printable_ones(text: str) -> None:
    for character in visible(text):
        assert unicodedata.category(character) not in ("Cc", "Cs")
        assert character not in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200e\u200f\ufeff"


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "Zs"], exclude_characters="\u00ad")))
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]8;;http://x\x07", "\\x1b]8;;http://x\\x07"),
        ("a\nb", "a\\nb"),
        ("\u202eevil", "\\u202eevil"),
        ("\ud800", "\\ud800"),
        ("[bold]", "[bold]"),
    ],
)
def test_active_characters_are_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text(), st.integers(min_value=1, max_value=40))
def test_clipped_text_never_grows_past_its_width(text: str, width: int) -> None:
    columns = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in clipped(text, width))
    assert columns <= max(width, 1) + 1


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, ""),
        (True, "true"),
        (False, "false"),
        (-5, "-5"),
        ("-5", "'-5"),
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+cmd", "'+cmd"),
        ("\tx", "\\tx"),
        (("a", "b"), "a;b"),
        ([1, None], "1;"),
        ("Sapling", "Sapling"),
        (1.5, "1.5"),
        (10**30, str(10**30)),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("\uff0b1", "'\uff0b1"),
        ("\uff0d1", "'\uff0d1"),
        ("\uff20SUM(1)", "'\uff20SUM(1)"),
        ("\u22121", "'\u22121"),
        ("  =1", "  '=1"),
        ('"=1', "\"'=1"),
        ("a;=cmd|' /C calc'!A0", "a;'=cmd|' /C calc'!A0"),
        ('a"; "@SUM(1)', 'a"; "\'@SUM(1)'),
        ("a,=1", "a,'=1"),
        ("\r=1", "\\r=1"),
        ("\n=1", "\\n=1"),
        ("(2 - 3, -1)", "(2 - 3, -1)"),
        ("a=b", "a=b"),
        ("x-y@z", "x-y@z"),
        (["=1", -1, "-1"], "'=1;-1;'-1"),
    ],
)
def test_a_cell_runs_nothing_and_numbers_stay_numbers(value: object, written: str) -> None:
    assert cell(value) == written


SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"
"""What begins a formula, by the list of OWASP; tabs and line breaks are written out."""


@given(st.text(alphabet=st.sampled_from([*SIGNS, *"a1;,\"' \t\r\n"])))
def test_however_a_sheet_parts_a_line_no_cell_of_it_begins_a_formula(text: str) -> None:
    row = io.StringIO()
    csv.writer(row, lineterminator="").writerow(["file.txt", cell(text)])
    assert next(csv.reader([row.getvalue()])) == ["file.txt", cell(text)]
    for delimiter in ";\t":
        for each in row.getvalue().split(delimiter):
            assert not each.strip(' "').startswith(tuple(SIGNS))
    for each in cell(text).split(","):
        assert not each.lstrip('"').startswith(tuple(SIGNS))


@given(st.integers())
def test_a_number_is_a_number_in_the_sheet(number: int) -> None:
    assert int(cell(number)) == number


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from([None, 2]))
def test_json_is_the_same_value_and_acts_on_no_terminal(text: str, indent: int | None) -> None:
    written = json_text({text: [text, 1]}, indent)
    assert json.loads(written) == {text: [text, 1]}
    assert visible(written.replace("\n", " ")) == written.replace("\n", " ")


def test_other_characters_of_json_stay_readable() -> None:
    assert json_text(["é樹😀", 1]) == '["é樹😀", 1]'
