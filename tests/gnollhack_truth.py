"""The terms that the engines of GnollHack printed while they counted, in one reading for all versions.

The newer engines print amounts in points. The older ones print how many achievements and
conduct points there were, and the role's amounts under other names. What a thing is worth
stands here once more, so that the formulas are not tested against themselves.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

__all__ = ["Terms", "terms_below"]


@dataclass(frozen=True)
class Weights:
    """What the engine of a folder pays."""

    depth: int
    notable: int
    conduct: int
    monk_conduct: int
    cap: int | None
    tripling: int
    small: int = 5000


_FIRST = Weights(5000, 10_000, 5000, 5000, None, 6)
_SECOND = Weights(1000, 10_000, 5000, 5000, None, 6)
_THIRD = Weights(1000, 50_000, 10_000, 10_000, 600_000, 6)
_NEWEST = Weights(1000, 50_000, 10_000, 10_000, 600_000, 2)
_OLD = {
    "4.1.0.26": _FIRST,
    "4.1.0.27": _FIRST,
    "4.1.0.37": _FIRST,
    "4.1.2.0": _SECOND,
    "4.1.3.24": _SECOND,
    "4.1.3.42": Weights(1000, 10_000, 5000, 7500, None, 6),
    "4.1.3.43": _THIRD,
    "4.1.3.44": _THIRD,
    "4.1.3.45": _THIRD,
    "4.2.0.8": _THIRD,
}


@dataclass(frozen=True)
class Terms:
    """The engine's own account of one game."""

    path: Path
    data: dict[str, Any]

    @property
    def text(self) -> Path:
        """The dump that belongs to it."""
        return self.path.with_name(self.path.name.replace(".terms.json", ".txt"))

    @property
    def name(self) -> str:
        """Folder and hero."""
        return f"{self.path.parent.name}/{self.path.name.split('.')[1]}"

    @property
    def engine(self) -> str:
        """The engine: ``4.1.3.45``."""
        return str(self.data["engine"])

    @property
    def is_old(self) -> bool:
        """Whether the terms are counts."""
        return "achievements_score" in self.data or self.engine in _OLD

    @property
    def points(self) -> int:
        """The score."""
        return int(self.data["score"])

    @property
    def zeroed(self) -> bool:
        """Whether the engine counted nothing."""
        return bool(self.data["zeroed"])

    @property
    def ascended(self) -> bool:
        """Whether the game was won."""
        return int(self.data["how"]) == 21

    @property
    def role(self) -> str:
        """Three letters."""
        return str(self.data["role"])

    @property
    def weights(self) -> Weights:
        """What the engine pays."""
        return _OLD.get(self.engine, _NEWEST)

    @cached_property
    def conducts(self) -> int:
        """The conduct points that counted."""
        key = "conduct_score" if self.is_old else "conduct_points"
        return int(self.data[key])

    @cached_property
    def amounts(self) -> dict[str, int]:
        """The terms in points, by our names; the role's before the cap."""
        data, pay = self.data, self.weights
        if not self.is_old:
            return {
                "depth": data["level_score"],
                "achievements": data["notable_achievement_score"],
                "small_achievements": data["small_achievement_score"],
                "conducts": data["conduct_score"],
                "role_score": data["role_specific_score"],
                "role_quest": data["role_achievement_score"],
                "base": data["base_score"],
            }
        amounts = {
            "depth": pay.depth * (data["deepest_dungeon_level"] - 1),
            "achievements": pay.notable * data["achievements_score"],
            "small_achievements": pay.small * data["small_achievements_score"],
            "conducts": (pay.monk_conduct if self.role == "Mon" else pay.conduct) * self.conducts,
            "role_quest": data.get("role_achievement_score", 0),
        }
        if "role_specific_score" in data:
            amounts["role_score"] = data["role_specific_score"]
        elif self.engine == "4.1.3.42":
            amounts["role_score"] = data["base_score"] - sum(amounts.values())
        else:
            amounts["role_score"] = data.get("rogue_loot_score", 0) + data["tourist_selfie_score"]
        return {**amounts, "base": data["base_score"]}

    @property
    def factors(self) -> dict[str, float]:
        """The multipliers by our names."""
        return {
            name: float(self.data[f"{name}_multiplier"]) for name in ("ascension", "difficulty", "modern")
        }

    def points_with(self, *, deaths: int | None = None, **changes: int) -> int:
        """The score that the game would have had with other amounts or another number of true deaths.

        Args:
            deaths: the true deaths.
            changes: what is added to a term, by our names.
        """
        if self.zeroed:
            return 0
        amounts = {name: amount + changes.get(name, 0) for name, amount in self.amounts.items()}
        role = amounts["role_score"] + amounts["role_quest"]
        if self.weights.cap is not None:
            role = min(role, self.weights.cap)
        base = sum(amounts[name] for name in ("depth", "achievements", "small_achievements", "conducts"))
        base += role
        if self.weights.cap is not None:
            base = max(base, 0)
        factors = dict(self.factors)
        if deaths is not None and self.data["modern_mode"]:
            factors["modern"] = self._modern(deaths)
        product = float(base)
        for factor in factors.values():
            product *= factor
        return math.floor(product + 0.5)

    def _modern(self, deaths: int) -> float:
        first = self.weights.tripling
        if deaths <= first:
            return 1.0 / float(3 ** (deaths + 1))
        return 1.0 / float(3 ** (first + 1) * (deaths - first + 1))


def terms_below(folder: Path) -> list[Terms]:
    """Every account below a folder."""
    paths = sorted(folder.rglob("*.terms.json"))
    return [Terms(path, json.loads(path.read_text("utf-8"))) for path in paths]
