"""Which game has a place for its own."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from necropsy.store import owners
from necropsy.store.owners import Owners

KEYS = st.integers(0, 30)
STEPS = st.lists(st.lists(KEYS, max_size=6, unique=True), max_size=12)


def keys_of(keys: list[int]) -> np.ndarray:
    return np.asarray(keys, dtype=np.uint64)


@pytest.mark.parametrize("few", [0, 7, 1000])
@given(st.lists(KEYS, max_size=9), STEPS)
def test_the_latest_game_of_each_place_is_among_those_found(
    few: int, first: list[int], steps: list[list[int]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owners, "_FEW", few)
        known = dict(zip(first, range(len(first)), strict=False))
        found = Owners(keys_of(first), np.arange(len(first)))
        game = len(first)
        for keys in steps:
            assert set(found.of(keys_of(keys))) >= {known[key] for key in keys if key in known}
            found.add(keys_of(keys), np.arange(game, game + len(keys)))
            known.update(zip(keys, range(game, game + len(keys)), strict=True))
            game += len(keys)
        assert not set(found.of(keys_of([31, 2**64 - 1])))
