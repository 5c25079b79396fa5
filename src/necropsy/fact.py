"""What the facts of a game are: their names, types, units and meanings, as a table.

From this one table come the columns of a data frame, the machine output and the manual.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from necropsy.tables import rows_of

__all__ = ["Fact", "facts_of"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact.

    Attributes:
        name: as the machine output calls it.
        kind: ``text``, ``integer``, ``yes-no``, ``date``, ``span`` or ``list``.
        unit: of a number, in words; may be empty.
        public: whether it is in the output; the others serve the rules.
        compared: whether all places that state it must agree.
        meaning: one line for people.
    """

    name: str
    kind: str
    unit: str
    public: bool
    compared: bool
    meaning: str


@lru_cache(maxsize=8)
def facts_of(game: str) -> dict[str, Fact]:
    """The facts of a game by name.

    Raises:
        ModuleNotFoundError: if there is no such game.
    """
    return {
        row["name"]: Fact(
            row["name"],
            row["kind"],
            row["unit"],
            row["public"] == "yes",
            row["compared"] == "yes",
            row["meaning"],
        )
        for row in rows_of(game, "facts")
    }
