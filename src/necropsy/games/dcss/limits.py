"""How many treasures there are."""

from __future__ import annotations

__all__ = ["MOST_GEMS", "MOST_RUNES", "MOST_RUNES_IN_A_SPRINT"]

MOST_RUNES = 15
"""Runes that one dungeon holds from 0.9 on (one branch of each pair is left out)."""

MOST_RUNES_IN_A_SPRINT = 19
"""Kinds of runes there are at all (item-prop-enum.h); a sprint's map can hold any of them."""

MOST_GEMS = 12
"""Gems that one dungeon can hold: 11; 12 while the Orcish Mines had one (0.31-a0-1239 to 1281)."""
