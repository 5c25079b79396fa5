"""What a forger of GnollHack games knows. A testing aid; no audit uses it."""

from __future__ import annotations

from necropsy.games.gnollhack.forger.aims import AIMS, spellings
from necropsy.games.gnollhack.forger.recipes import RECIPES
from necropsy.games.gnollhack.forger.story import score_everywhere
from necropsy.tamper.forger import Forger

__all__ = ["FORGER"]


def _renamed(name: str, old: str, new: str) -> str:
    return name.replace(f"gnollhack.{old}.", f"gnollhack.{new}.")


FORGER = Forger(aims=AIMS, renamed=_renamed, spellings=spellings, scored=score_everywhere, recipes=RECIPES)
