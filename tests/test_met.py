"""The table of what was met, held against a dictionary."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from necropsy.met import Met


@given(
    st.lists(
        st.tuples(
            st.tuples(st.sampled_from("abc"), st.integers(0, 30)),
            st.integers(0, 2),
            st.integers(0, 2**32 - 1),
        )
    )
)
def test_it_says_what_a_dictionary_says(noted: list[tuple[tuple[str, int], int, int]]) -> None:
    met, known = Met(), dict[tuple[str, int], tuple[int, int]]()
    for key, mark, number in noted:
        before = known.setdefault(key, (mark, number))
        found = met.note(key, mark, number)
        if found is None:
            assert before == (mark, number)
        else:
            assert found == (before[0] == mark, before[1])
    assert len(met) == len(known)


def test_it_grows_and_loses_nothing() -> None:
    met = Met()
    for number in range(20_000):
        assert met.note(("player", number), number % 7, number) is None
    assert len(met) == 20_000
    for number in range(0, 20_000, 97):
        assert met.note(("player", number), number % 7, 0) == (True, number)
        assert met.note(("player", number), number % 7 + 1, 0) == (False, number)
    assert len(met) == 20_000


def test_a_key_whose_hash_is_nothing_is_a_key() -> None:
    met = Met()
    assert met.note(0, "a", 5) is None
    assert met.note(0, "a", 6) == (True, 5)
