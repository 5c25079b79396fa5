"""Files that are a sample's, but for one part that stands there as often as one likes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

__all__ = ["Grown", "blocks_of", "grown"]

Grown = Callable[[int], str]
"""The file with its part so many times."""


def blocks_of(text: str) -> list[tuple[int, int]]:
    """The stretches of lines without a blank line between them: index of the first, and after the last."""
    numbered = groupby(enumerate(text.split("\n")), key=lambda each: bool(each[1].strip()))
    stretches = [[at for at, _ in group] for is_text, group in numbered if is_text]
    return [(stretch[0], stretch[-1] + 1) for stretch in stretches]


def grown(text: str) -> Iterator[tuple[str, Grown]]:
    """Each block again and again, each block's middle line, that line made longer, and blank lines."""
    lines = text.split("\n")
    for start, end in blocks_of(text):
        middle = (start + end) // 2
        yield f"block at line {start + 1}", _repeated(lines, start, end, "")
        yield f"line {middle + 1}", _repeated(lines, middle, middle + 1)
        yield f"long line {middle + 1}", _lengthened(lines, middle)
        yield f"blanks in line {middle + 1}", _spaced(lines, middle)
    yield "blank lines", _repeated(lines, len(lines), len(lines), "")


def _repeated(lines: list[str], start: int, end: int, *between: str) -> Grown:
    part = [*lines[start:end], *between]
    return lambda times: "\n".join((*lines[:start], *part * times, *lines[end:]))


def _lengthened(lines: list[str], at: int) -> Grown:
    return lambda times: "\n".join((*lines[:at], lines[at] * times, *lines[at + 1 :]))


def _spaced(lines: list[str], at: int) -> Grown:
    words = lines[at].split(" ")
    half = len(words) // 2
    return lambda times: "\n".join(
        (*lines[:at], " ".join((*words[:half], " " * 40 * times, *words[half:], "x")), *lines[at + 1 :])
    )
