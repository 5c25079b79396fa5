"""The terms of a score as bars."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from some_audits import BREAKDOWNS, samples

from necropsy.breakdown import Breakdown, Term
from necropsy.reports.bars import bars
from necropsy.span import Span


def drawn(*spans: Span, width: int = 40, ascii_only: bool = False) -> list[str]:
    """The chart of some terms a, b, c."""
    terms = tuple(Term(name, span, "", "") for name, span in zip("abc", spans, strict=False))
    lines = bars(Breakdown("F", "", terms, Span(0, 0)), width, ascii_only=ascii_only)
    return [line.plain for line in lines]


def test_a_bar_is_solid_to_the_least_and_light_to_the_most() -> None:
    one, other = drawn(Span(10, 20), Span(5, 5), width=33)
    assert one.startswith("a  " + "█" * 10 + "░" * 11 + "  ")
    assert other.split() == ["b", "█████", "5"]
    assert one.endswith("10 … 20")


def test_the_largest_term_fills_the_chart() -> None:
    for audit in samples():
        lines = bars(audit.breakdown, 80) if audit.breakdown else []
        longest = max((line.plain.count("█") + line.plain.count("░") for line in lines), default=0)
        assert all(cell_len(line.plain) == 80 for line in lines)
        if lines and audit.game == "dcss" and audit.breakdown and audit.breakdown.total.high is not None:
            space = 80 - max(len(line.plain.split()[0]) for line in lines)
            assert 8 <= longest < space


def test_what_is_taken_off_lies_left_of_zero() -> None:
    added, taken = drawn(Span(60, 60), Span(-40, -20), width=34)
    assert added.split() == ["a", "│███████████", "60"]
    assert taken.split()[:2] == ["b", "░░░░████│"]
    assert taken.index("█") < taken.index("│")
    assert "█" not in taken[taken.index("│") :]
    assert taken.startswith("b  ")


def test_an_open_end_is_an_arrow() -> None:
    line, _ = drawn(Span(5, None), Span(10, 10), width=42)
    assert line.rstrip().endswith("at least 5")
    assert "░→" in line
    down, _ = drawn(Span(None, -5), Span(-20, -20), width=42)
    assert "←░" in down


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_line_is_wider_than_the_page_or_80_columns(width: int) -> None:
    for audit in samples():
        for line in bars(audit.breakdown, width) if audit.breakdown else ():
            assert cell_len(line.plain) == min(width, 80)


def test_where_there_is_no_room_the_points_give_way() -> None:
    lines = drawn(Span(1_000_000_000_000, 2_000_000_000_000), Span(1, 1), width=40)
    assert lines[0].rstrip() == "a  " + "█" * 18 + "░" * 19
    assert "1" not in lines[1]


def test_a_terminal_without_blocks_gets_signs() -> None:
    lines = drawn(Span(10, 20), Span(-3, None), ascii_only=True)
    assert all(line.isascii() for line in lines)
    assert "#" in lines[0]
    assert "-" in lines[0]
    assert ">" in lines[1]


def test_a_factor_is_written_out_with_what_it_makes() -> None:
    terms = (
        Term("depth", Span(40, 40), "", ""),
        Term("gems", Span(0, 0), "", ""),
        Term("ascension", Span(120, 120), "", "", factor=(3, 3)),
        Term("modern", Span(120, 120), "", "", factor=(1, 1)),
    )
    depth, ascension = bars(Breakdown("F", "", terms, Span(120, 120)), 60)
    assert depth.plain.split()[0] == "depth"
    assert ascension.plain.split() == ["ascension", "x", "3", "=", "120"]


@pytest.mark.parametrize("spans", [(), (Span(5, 5),), (Span(0, 0), Span(0, 0), Span(3, 3))])
def test_a_single_bar_says_nothing(spans: tuple[Span, ...]) -> None:
    assert drawn(*spans) == []


@given(BREAKDOWNS, st.integers(40, 90), st.booleans())
def test_any_breakdown_can_be_drawn(breakdown: Breakdown, width: int, ascii_only: bool) -> None:
    for line in bars(breakdown, width, ascii_only=ascii_only):
        assert "\n" not in line.plain
