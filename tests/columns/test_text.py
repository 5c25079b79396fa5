"""Texts that are no UTF-8 as Arrow strings."""

from __future__ import annotations

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st
from some_audits import TEXTS

from necropsy.columns.text import is_marked, text_array, texts_of
from necropsy.storable import escaped, restored


@given(st.lists(st.one_of(st.none(), TEXTS)))
def test_every_text_comes_back(texts: list[str | None]) -> None:
    array = text_array(texts)
    assert array.type == pa.string()
    assert texts_of(array) == texts


@given(TEXTS, TEXTS)
def test_two_texts_are_never_stored_as_one(one: str, other: str) -> None:
    assert (escaped(one) == escaped(other)) == (one == other)
    assert restored(escaped(one)) == one
    assert isinstance(escaped(one).encode(), bytes)  # no error


def test_plain_text_is_stored_as_it_is() -> None:
    assert escaped("C:\\morgues\\é\x00") == "C:\\morgues\\é\x00"
    assert restored("\ufdd0 alone") == "\ufdd0 alone"


def test_marks_are_found_in_any_chunk() -> None:
    chunks = pa.chunked_array([text_array(["a"]), text_array(["b\udc80"])])
    assert is_marked(chunks)
    assert not is_marked(chunks.slice(0, 1))
    assert texts_of(chunks) == ["a", "b\udc80"]
    assert not is_marked(text_array([]))
