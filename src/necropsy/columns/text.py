r"""Texts as Arrow strings, which are UTF-8, though a file's name may hold bytes that are none.

Python reads such a byte as a lone surrogate. It is stored as U+FDD0, which no text may use
between programs, and the surrogate's four hexadecimal digits; U+FDD0 itself likewise.

>>> escaped("a\udc80b"), restored(escaped("a\udc80b")) == "a\udc80b"
('a\ufdd0dc80b', True)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pyarrow as pa

__all__ = ["escaped", "is_marked", "restored", "text_array", "texts_of"]

_MARK = "\ufdd0"
_MARK_BYTES = _MARK.encode()
_UNSTORABLE = re.compile(r"[\ud800-\udfff\ufdd0]")
_MARKED = re.compile(r"\ufdd0(d[89a-f][0-9a-f]{2}|fdd0)")


def escaped(text: str) -> str:
    """The text as it is stored."""
    return _UNSTORABLE.sub(lambda found: f"{_MARK}{ord(found[0]):04x}", text)


def restored(text: str) -> str:
    """The text that was stored."""
    return _MARKED.sub(lambda found: chr(int(found[1], 16)), text)


def text_array(values: Iterable[str | None]) -> Any:
    """Some texts as an Arrow array of strings, escaped where it must be."""
    texts = values if isinstance(values, list) else list(values)
    try:
        array = pa.array(texts, pa.string())
    except UnicodeEncodeError:
        array = None
    if array is None or is_marked(array):
        array = pa.array([None if text is None else escaped(text) for text in texts], pa.string())
    return array


def texts_of(array: Any) -> list[str | None]:
    """The texts of an Arrow array of strings."""
    texts: list[str | None] = array.to_pylist()
    if is_marked(array):
        return [None if text is None else restored(text) for text in texts]
    return texts


def is_marked(array: Any) -> bool:
    """Whether an Arrow array of strings holds an escape anywhere."""
    chunks = array.chunks if isinstance(array, pa.ChunkedArray) else (array,)
    # The bytes as they lie there: a thousand columns are searched while one text is looked at.
    return any(_MARK_BYTES in data.to_pybytes() for chunk in chunks if (data := chunk.buffers()[2]))
