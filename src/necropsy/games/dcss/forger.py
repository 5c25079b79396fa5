"""What a forger of DCSS games knows. A testing aid; no audit uses it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from necropsy.record import Record
from necropsy.tamper.forger import Aim, Forger

__all__ = ["FORGER"]


def _turns(record: Record, _: random.Random) -> Sequence[int]:
    turns = record.value("turns")
    return [] if not turns else [turns - 1, turns // 2, turns + 1000]


def _xl(record: Record, _: random.Random) -> Sequence[int]:
    xl = record.value("xl")
    return [] if not xl or xl >= 27 else [xl + 1, 27]


def _renamed(name: str, old: str, new: str) -> str:
    return name.replace(f"morgue-{old}-", f"morgue-{new}-")


FORGER = Forger(aims=(Aim("turns", _turns), Aim("xl", _xl)), renamed=_renamed)
