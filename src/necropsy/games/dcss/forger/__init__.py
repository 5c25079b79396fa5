"""What a forger of DCSS games knows. A testing aid; no audit uses it."""

from __future__ import annotations

from necropsy.games.dcss.forger.aims import AIMS
from necropsy.games.dcss.forger.recipes import RECIPES
from necropsy.tamper.forger import Forger

__all__ = ["FORGER"]


def _renamed(name: str, old: str, new: str) -> str:
    return name.replace(f"morgue-{old}-", f"morgue-{new}-")


FORGER = Forger(aims=AIMS, renamed=_renamed, recipes=RECIPES)
