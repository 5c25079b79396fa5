"""Texts that take a pattern the longest, made from its parse tree, and how its time grows with them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

from automaton import Automaton

__all__ = ["grows_too_fast"]

SMALL, BIG = 2_000, 8_000
"""Characters; the longest line that a grammar sees lies between them."""

_FLOOR = 0.003
"""Seconds; a linear pass over the big text takes a tenth of it."""

_MOST = 9
"""What takes four times the text may take so many times the time: in a square it would be 16 times."""

_TRIES = 5
_ENDS = ("", "\x00", "\n", "!")

Text = Callable[[int], str]
"""A text of about so many characters."""


def texts(automaton: Automaton) -> Iterator[Text]:
    """Each loop pumped behind what leads to it, with each end that may make the match fail."""
    loops = dict.fromkeys(automaton.loops())
    pairs = [(before, pump) for before, pump in loops if pump]
    words = dict.fromkeys(pairs)
    # What one loop reads and its neighbour, in turns.
    for (before, one), (_, two) in pairwise(pairs):
        words[before, one + two] = None
    for found in automaton.ambiguities():
        words[found.before, found.pump] = None
    for before, pump in words:
        for end in _ENDS:
            yield _pumped(before, pump, end)
        if before and automaton.use == "search":
            yield _pumped("", before + pump, "")


def _pumped(before: str, pump: str, end: str) -> Text:
    return lambda size: before + pump * (size // len(pump)) + end


def seconds(pattern: re.Pattern[str], use: str, text: str) -> float:
    """The processor's time for all matches in a text."""
    start = time.process_time()
    if use == "search":
        for _ in pattern.finditer(text):
            pass
    else:
        getattr(pattern, use)(text)
    return time.process_time() - start


def grows_too_fast(automaton: Automaton) -> str | None:
    """The beginning of a text whose time grows faster than the text; ``None`` if there is none."""
    pattern = re.compile(automaton.pattern, automaton.flags)
    for text in texts(automaton):
        if seconds(pattern, automaton.use, text(BIG)) < _FLOOR:
            continue
        # The best of some is what the matcher needs; more are only asked for while they are too slow.
        small = big = float("inf")
        for _ in range(_TRIES):
            small = min(small, seconds(pattern, automaton.use, text(SMALL)))
            big = min(big, seconds(pattern, automaton.use, text(BIG)))
            if big <= max(_MOST * small, _FLOOR):
                break
        else:
            return text(60)
    return None
