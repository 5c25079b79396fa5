"""The manual pages of the rules."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest

from necropsy.games import games
from necropsy.reports.manual import blocks, write_page


@pytest.mark.parametrize(
    ("manual", "printed"),
    [
        ("One line\nand the next.\n\nAnother.", [["One line and the next."], ["Another."]]),
        ("What ``dump_order`` asks.", [["What dump_order asks."]]),
        ("Cases:\n\n* one that\n  goes on\n* two", [["Cases:"], ["* one that goes on", "* two"]]),
        ("Cases:\n- one\n- two", [["Cases:", "- one", "- two"]]),
        ("So:\n\n    a = b\n    c = d\n\nEnd.", [["So:"], ["    a = b", "    c = d"], ["End."]]),
    ],
)
def test_paragraphs_are_joined_and_lists_and_blocks_kept(manual: str, printed: list[list[str]]) -> None:
    found = list(blocks(manual))
    stripped = [[line.strip() for line in block] for block in found]
    assert stripped == [[line.strip() for line in block] for block in printed]


def test_no_page_is_wrapped_twice_or_shows_backticks() -> None:
    for game in games():
        for rule in game.rulebook:
            stream = io.StringIO()
            write_page(game.name, rule, stream)
            lines = stream.getvalue().splitlines()
            assert "``" not in stream.getvalue()
            for line, after in pairwise(lines[3:]):
                if line and after:
                    # Had the first word of the next line fitted, it would stand here.
                    assert len(line) + 1 + len(after.split()[0]) > 80, rule.code
