r"""Texts as a database can hold them: as UTF-8, though a file's name may hold bytes that are none.

Python reads such a byte as a lone surrogate. It is stored as U+FDD0, which no text may use
between programs, and the surrogate's four hexadecimal digits; U+FDD0 itself likewise.

>>> escaped("a\udc80b"), restored(escaped("a\udc80b")) == "a\udc80b"
('a\ufdd0dc80b', True)
"""

from __future__ import annotations

import re

__all__ = ["MARK", "escaped", "restored"]

MARK = "\ufdd0"
"""What an escape begins with."""

_UNSTORABLE = re.compile(r"[\ud800-\udfff\ufdd0]")
_MARKED = re.compile(r"\ufdd0(d[89a-f][0-9a-f]{2}|fdd0)")


def escaped(text: str) -> str:
    """The text as it is stored."""
    return _UNSTORABLE.sub(lambda found: f"{MARK}{ord(found[0]):04x}", text)


def restored(text: str) -> str:
    """The text that was stored."""
    return _MARKED.sub(lambda found: chr(int(found[1], 16)), text)
