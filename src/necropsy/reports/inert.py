"""Text from a file in a Markdown document, where nothing in it may act.

A backslash is not enough: GitHub and forums look for mentions (``@name``), issues (``#1``),
addresses and ``:emoji:`` in the text that is left once Markdown was read. They leave code alone, so
whatever comes from a file is put into code spans and fenced blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count

from necropsy.reports.visible import visible

__all__ = ["code", "escaped", "fenced", "table"]

_TICKS = re.compile("`+")
_LIVE = re.compile(r"([\\`*_\[\]<>|&~$])")


def code(text: str) -> str:
    """A text as a code span, which ends where the text does, whatever backticks are in it.

    >>> code("@everyone")
    '`@everyone`'
    >>> code("a`b")
    '``a`b``'
    """
    shown = visible(text)
    if not shown.strip(" "):
        return "(empty)" if not shown else f"({len(shown)} blanks)"
    runs = set(map(len, _TICKS.findall(shown)))
    fence = "`" * next(length for length in count(1) if length not in runs)
    # One blank on either side is not shown, and keeps backticks and blanks of the text off the fence.
    pad = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def fenced(lines: Iterable[str]) -> str:
    """Lines as a block of code."""
    shown = [visible(line) for line in lines]
    longest = max((len(ticks) for line in shown for ticks in _TICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}text", *shown, fence])


def escaped(text: str) -> str:
    """A text of the program's own (a title, a sentence of a manual), with nothing in it read as Markdown."""
    return _LIVE.sub(r"\\\1", text)


def table(header: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> str:
    """A table of the program's own texts.

    Nothing from a file is for a cell: renderers do not agree on a pipe behind a backslash there.

    Args:
        header: the names of the columns.
        rows: the texts.
        right: which columns are set to the right, from 0.
    """
    rule = ["---:" if at in right else "---" for at in range(len(header))]
    cells = (header, rule, *([escaped(text) for text in row] for row in rows))
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)
