"""What monster recall says a monster is worth.

The points are experience x monster level / (highest level reached + 2). The game prints the
level now beside it but divides by the highest. Sources: ``monster1.c`` (1.0.10 to 2.2.1),
``view/display-lore.cpp`` (3.x).

>>> recall_text(14, 4, 1, Era.PLAIN), recall_text(14, 4, 30, Era.PLAIN), recall_text(14, 4, 1, Era.FULL)
('18.67', '1.75', '28.00')
"""

from __future__ import annotations

from enum import StrEnum

from necropsy.games.hengband.version import Version, VersionRange

__all__ = ["Era", "eras", "recall_text"]


class Era(StrEnum):
    """How the text is put together."""

    PLAIN = "to 2.2.1"
    """The nominal points."""
    LATE = "2.2.1.5 to 3.0.0Alpha6"
    """Half as much again, put on after each division."""
    FULL = "since 3.0.0Alpha7"
    """Half as much again, put on before the division."""


_VERSIONS = {
    Era.PLAIN: VersionRange("", "2.2.1.5"),
    Era.LATE: VersionRange("2.2.1.5", "3.0.0.6+"),
    Era.FULL: VersionRange("3.0.0.6+", ""),
}
"""Builds on the way to 3.0.0Alpha7 printed Alpha6."""


def eras(version: Version) -> tuple[Era, ...]:
    """The eras that a version may belong to, the earliest first; one where its text is clear."""
    return tuple(era for era, versions in _VERSIONS.items() if versions.overlaps(version))


def recall_text(exp: int, monster_level: int, level: int, era: Era) -> str:
    """The points that recall prints for a monster.

    Args:
        exp: the monster's experience value.
        monster_level: the monster's level.
        level: the highest level that the hero has reached.
        era: the era of the version. Up to 3.0.0Alpha6 the hundredths can be 100 and more.
    """
    nominal, divisor = exp * monster_level, level + 2
    if era is Era.LATE:
        whole, rest = nominal // divisor * 3 // 2, nominal % divisor * 3 // 2
    else:
        whole, rest = divmod(nominal * 3 // 2 if era is Era.FULL else nominal, divisor)
    return f"{whole}.{(rest * 1000 // divisor + 5) // 10:02d}"
