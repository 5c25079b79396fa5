"""Pages of GnollHack: the dumplogs as HTML."""

from __future__ import annotations

import re

from fuzz.gnollhack_dumplogs import pages
from fuzz.invariants import Sample
from fuzz.subjects import Subject, truth

_STYLE = re.compile(rb"<style.*?</style>", re.DOTALL)
_ROWS = 4
"""Rows of the map that are kept: each has thousands of characters of tooltips."""


def originals() -> tuple[Sample, ...]:
    """The engines' pages without their style sheet and without the most of their map."""
    return tuple(
        Sample(page.name, _shorter(page.data)) for page in truth("gnollhack", "*.html", largest=250_000)
    )


def _shorter(page: bytes) -> bytes:
    rows = 0
    lines = []
    for line in _STYLE.sub(b"", page).split(b"\n"):
        rows += b'class="tooltip"' in line
        if b'class="tooltip"' not in line or rows <= _ROWS:
            lines.append(line)
    return b"\n".join(lines)


SUBJECT = Subject("gnollhack-pages", "gnollhack", originals, pages())
