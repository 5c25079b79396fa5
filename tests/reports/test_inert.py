"""Nothing from a file is live in Markdown."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from reported import HOSTILE

from necropsy.reports.inert import code, escaped, fenced, table
from necropsy.reports.visible import visible

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
TEXTS = st.one_of(st.text(), st.text(alphabet="`\\ |~@a\n"), st.lists(st.sampled_from(HOSTILE)).map(" ".join))


@given(TEXTS)
def test_a_code_span_holds_the_whole_text_and_nothing_else_is_there(text: str) -> None:
    assume(visible(text).strip(" "))
    _, inline, _ = READER.parse(f"a {code(text)} b")
    before, span, after = inline.children or []
    assert (before.content, after.content) == ("a ", " b")
    assert span.type == "code_inline"
    assert span.content == visible(text)


@pytest.mark.parametrize(("text", "shown"), [("", "(empty)"), ("   ", "(3 blanks)")])
def test_no_text_is_said_to_be_none(text: str, shown: str) -> None:
    assert code(text) == shown


@given(st.lists(TEXTS))
def test_a_block_holds_every_line(lines: list[str]) -> None:
    (block,) = READER.parse(fenced(lines))
    assert block.type == "fence"
    assert block.content == "".join(f"{visible(line)}\n" for line in lines)


def test_a_table_has_its_columns_on_the_right_side() -> None:
    assert table(("a", "b"), [("x|y", "1")], right=[1]) == "| a | b |\n| --- | ---: |\n| x\\|y | 1 |"


@given(st.text(alphabet="ab *_`[]()<>|&\\~$#!"))
def test_a_sentence_of_our_own_is_read_as_it_stands(text: str) -> None:
    shown = " ".join(f"x{text}x".split())
    (_, inline, _) = READER.parse(escaped(shown))
    kinds = {token.type for token in inline.children or []}
    assert kinds <= {"text", "text_special"}
    assert "".join(token.content for token in inline.children or []) == shown
