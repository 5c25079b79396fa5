"""What birth gives a body: age, height and weight by race and sex, and the realms of magic by class.

Sources: ``birth.c get_ahw``, ``z-rand.c randnor`` and ``tables.c realm_choices1, realm_choices2``
(1.0.10 to 2.2.1), ``birth-body-spec.cpp`` and ``player-realm.cpp`` (3.x).

>>> from necropsy.games.hengband.bodies import race_named
>>> human = birth_of(race_named("Human"))
>>> human.ages, human.heights("female"), human.weights("female", [66])
(Span(low=15, high=20), Span(low=51, high=81), Span(low=127, high=173))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from necropsy.games.hengband.bodies import CharacterClass, Race
from necropsy.games.hengband.tables_csv import rows
from necropsy.span import Span

__all__ = ["Birth", "Realms", "birth_of", "centimetres", "kilograms", "realm_named", "realms_of"]

_LAST, _STEPS = 255, 64
"""The table of the bell curve has 256 rows, 64 for each spread: none lies farther out."""


@dataclass(frozen=True, slots=True)
class Birth:
    """What a race is born with.

    Attributes:
        ages: years.
        height: of each sex the mean and the spread in inches.
        weight: of each sex the mean and three times the spread in pounds.
    """

    ages: Span
    height: dict[str, tuple[int, int]]
    weight: dict[str, tuple[int, int]]

    def heights(self, sex: str) -> Span:
        """The heights in inches that the bell curve of up to 2.2.1 gives."""
        return _around(*self.height[sex])

    def weights(self, sex: str, heights: Iterable[int]) -> Span:
        """The weights in pounds of people who may be so many inches tall; weight goes with height."""
        mean, spread = self.weight[sex]
        shares = (height * 100 // self.height[sex][0] for height in heights)
        return reduce(or_, (_around(mean * share // 100, spread * share // 300) for share in shares))


def _around(mean: int, spread: int) -> Span:
    most = spread * _LAST // _STEPS if spread > 0 else 0
    return Span(mean - most, mean + most)


def birth_of(race: Race) -> Birth:
    """What a race is born with."""
    return _births()[race.english]


@lru_cache(maxsize=1)
def _births() -> dict[str, Birth]:
    return {
        row["race"]: Birth(
            Span(int(row["age"]) + 1, int(row["age"]) + int(row["ages"])),
            {sex: (int(row[f"{sex}_height"]), int(row[f"{sex}_height_spread"])) for sex in _SEXES},
            {sex: (int(row[f"{sex}_weight"]), int(row[f"{sex}_weight_spread"])) for sex in _SEXES},
        )
        for row in rows("births")
    }


_SEXES = ("male", "female")


def centimetres(inches: int) -> int:
    """What a Japanese dump prints for a height."""
    return inches * 254 // 100


def kilograms(pounds: int) -> int:
    """What a Japanese dump prints for a weight."""
    return pounds * 4536 // 10000


# ----------------------------------------------------------------------------------- realms


@dataclass(frozen=True, slots=True)
class Realms:
    """What a class learns of magic; realms by their English names, none where it learns none.

    Attributes:
        first: one of these it always has.
        second: one of these it may have besides.
        mana: the level from which it has spell points; ``None`` if it never has.
    """

    first: frozenset[str]
    second: frozenset[str]
    mana: int | None


def realms_of(profession: CharacterClass) -> Realms | None:
    """The magic of a class in any version; ``None`` for one whose realms have other names."""
    return _realms().get(profession.english)


@lru_cache(maxsize=1)
def _realms() -> dict[str, Realms]:
    return {
        row["class"]: Realms(
            frozenset(row["first"].split("|")) - {""},
            frozenset(row["second"].split("|")) - {""},
            int(row["mana"]) if row["mana"] else None,
        )
        for row in rows("realms")
    }


def realm_named(name: str) -> str | None:
    """The English name of a realm that dumps print so, in either language; ``None`` if there is none."""
    return _realm_names().get(name)


@lru_cache(maxsize=1)
def _realm_names() -> dict[str, str]:
    return {name: row["english"] for row in rows("realm_names") for name in (row["japanese"], row["english"])}
