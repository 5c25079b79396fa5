"""Texts as Arrow strings, which are UTF-8 (:mod:`necropsy.storable`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyarrow as pa

from necropsy.storable import MARK, escaped, restored

__all__ = ["is_marked", "text_array", "texts_of"]

_MARK_BYTES = MARK.encode()


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
