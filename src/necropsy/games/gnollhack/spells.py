"""Spells: school and level by version, and which ones a hero knows from the start."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from necropsy.games.gnollhack.tables_csv import rows
from necropsy.games.gnollhack.version import Build, BuildRange

__all__ = ["DEFAULT_SCHOOLS", "PRIEST_SCHOOLS", "Spell", "spells", "starting"]

DEFAULT_SCHOOLS: dict[str, tuple[str, ...]] = {
    "Hea": ("abjuration", "divination", "enchantment", "healing"),
    "Pri": ("abjuration", "clerical", "divination", "healing"),
    "Wiz": ("abjuration", "arcane", "conjuration", "divination", "enchantment", "movement", "transmutation"),
}
"""Unrestricted schools of a role, for a dump whose list of skills cannot be read."""

PRIEST_SCHOOLS = {"lawful": "celestial", "neutral": "nature", "chaotic": "necromancy"}
"""The one more that a Priest has, by original alignment."""

_STARTING: dict[str, tuple[str, ...]] = {
    "Hea": ("minor healing", "healing", "extra healing", "cure sickness", "sleep", "probe"),
    "Pri": ("minor healing", "healing", "congregate"),
    "Wiz": ("magic arrow", "shield"),
}

_SUMMONS = {"lawful": "summon celestial dove", "neutral": "stick to snake", "chaotic": "raise minor zombie"}
"""What a Priest can summon from the start."""


@dataclass(frozen=True, slots=True)
class Spell:
    """One row of ``tables/spells.csv``: the school without its prefix, the level from -1 to 12."""

    name: str
    school: str
    level: int
    builds: BuildRange


def spells(name: str, build: Build) -> tuple[Spell, ...]:
    """What a spell's name may mean in a build: one spell, or the two of a change between tags."""
    return _of_build(build).get(name.casefold(), ())


@lru_cache(maxsize=64)
def _of_build(build: Build) -> dict[str, tuple[Spell, ...]]:
    """What each name may mean in a build; one that a build does not have means what it does in others."""
    return {
        name: tuple(spell for spell in found if spell.builds.overlaps(build)) or found
        for name, found in _index().items()
    }


def starting(role: str, alignment: str | None = None) -> frozenset[str]:
    """The spells that every hero of a role knows at the start; each has random ones beside them.

    A Priest's summoning spell goes with the original alignment.
    """
    summons = [_SUMMONS[alignment]] if role == "Pri" and alignment in _SUMMONS else []
    return frozenset((*_STARTING.get(role, ()), *summons))


@lru_cache(maxsize=1)
def _index() -> dict[str, tuple[Spell, ...]]:
    table: dict[str, list[Spell]] = {}
    for row in rows("spells"):
        school = row["school"].removeprefix("P_").removesuffix("_SPELL").lower()
        spell = Spell(
            row["name"],
            "clerical" if school == "cleric" else school,
            int(row["level"]),
            BuildRange(row["first_tag"], row["last_tag"]),
        )
        table.setdefault(spell.name.casefold(), []).append(spell)
    return {name: tuple(found) for name, found in table.items()}
