"""Experience: the points it is worth, and what a level and a percentage say of it.

A dump prints ``XL: 20   Next: 37%`` and no experience at all (up to 0.8 it prints the
number). The experience term of the score is therefore a span: a level begins at a
threshold that depends on the species and the version, and the percentage says how far
the way to the next one had been gone.

>>> span = xp_span(20, 37, "Minotaur", Version.parse("0.34.1"))
>>> span
Span(low=515405, high=516507)
>>> experience_points(span, flat=False)
Span(low=281162, high=281602)

Three things moved over the years and are tables here: the base table of thresholds, the
scale on which a species stretches it (:class:`Curve`), and what Ru's sacrifice of
experience does (:class:`Sacrifice`). The species' aptitudes are ``tables/aptitudes.csv``.
"""

from __future__ import annotations

import math
import struct
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from necropsy.games.dcss.names import rows
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.span import Span

__all__ = [
    "XP_CAP",
    "Aptitude",
    "Ladder",
    "aptitudes",
    "experience_points",
    "flat_points",
    "ladders",
    "max_level",
    "tiered_inverse",
    "tiered_points",
    "xp_span",
]

XP_CAP = 8_999_999
"""The most experience a character can have: ``MAX_EXP_TOTAL`` in defines.h, a literal in
player.cc before 0.9; the same in every version."""

LAST_LEVEL = 27

# ---------------------------------------------------------------------------- points

_TIERS = ((0, 0, 7), (250_000, 175_000, 4), (1_000_000, 475_000, 2), (3_000_000, 875_000, 1))
"""From this experience on (with these points) each 10 more are worth so many points."""
_TIER_STARTS = tuple(start for start, _, _ in _TIERS)


def tiered_points(xp: int) -> int:
    """What experience adds to the score since the trunk of 0.4.

    0.7 a point up to 250,000, then 0.4 up to 1,000,000, 0.2 up to 3,000,000 and 0.1, each
    tier floored (hiscores.cc, ``_award_modified_experience``, 0.4-a0-1350 and later).

    >>> [tiered_points(xp) for xp in (250_000, 250_003, 1_000_000, 3_000_000, XP_CAP)]
    [175000, 175001, 475000, 875000, 1474999]
    """
    start, points, rate = _TIERS[bisect_right(_TIER_STARTS, xp) - 1]
    return points + (xp - start) * rate // 10


def flat_points(xp: int) -> int:
    """What experience adds to the score up to 0.3.4: ``xp * 7 // 10`` (hiscores.cc; ouch.cc)."""
    return xp * 7 // 10


def tiered_inverse(points: int) -> Span:
    """All experience that gives exactly these points; every number up to the cap's has some.

    >>> tiered_inverse(682_339)
    Span(low=2036695, high=2036699)

    Raises:
        ValueError: if no experience gives these points (below 0, above 1,474,999).
    """
    most = tiered_points(XP_CAP)
    if not 0 <= points <= most:
        raise ValueError(f"experience gives 0 to {most:,} points, not {points:,}")
    return Span(_least_xp(points), _least_xp(points + 1) - 1)


def _least_xp(points: int) -> int:
    """The least experience that is worth at least so many points."""
    start, base, rate = max(tier for tier in _TIERS if tier[1] < points or tier[0] == 0)
    return start + _ceil_div((points - base) * 10, rate)


def experience_points(xp: Span, flat: bool) -> Span:
    """The experience term of the score: ``flat`` up to 0.3.4, in tiers since."""
    return xp.increasing(flat_points if flat else tiered_points)


# ------------------------------------------------------------------------ thresholds


@dataclass(frozen=True, slots=True)
class Aptitude:
    """One row of ``tables/aptitudes.csv``: how a species stretches the thresholds."""

    species: str
    scale: str
    value: int
    builds: VersionRange


def aptitudes(species: str, version: Version) -> tuple[Aptitude, ...]:
    """The experience aptitudes that a species may have in the builds that ``version`` may be."""
    return tuple(row for row in _aptitudes().get(species, ()) if row.builds.overlaps(version))


@lru_cache(maxsize=1)
def _aptitudes() -> dict[str, list[Aptitude]]:
    table: dict[str, list[Aptitude]] = {}
    for row in rows("aptitudes"):
        builds = VersionRange(row["since"], row["until"])
        aptitude = Aptitude(row["species"], row["scale"], int(row["value"]), builds)
        table.setdefault(aptitude.species, []).append(aptitude)
    return table


def _base(level: int, steep: tuple[int, int, int]) -> int:
    """The threshold of a species that neither stretches nor shrinks it (player.cc, ``exp_needed``).

    Levels 1 to 4 are a list; from 5 the step doubles, from 13 it grows by a constant, with
    the coefficients ``steep``.
    """
    if level <= 4:
        needed = (1, 10, 30, 70)[level - 1]
    elif level <= 12:
        k = level - 4
        needed = 10 + 10 * k + 60 * 2**k
    else:
        k = level - 12
        needed = steep[0] + steep[1] * k + steep[2] * k * k
    return needed - 1


def _in_tenths(base: int, tenths: int) -> int:
    """``base * tenths / 10`` in integers."""
    return base * tenths // 10


def _in_double(base: int, aptitude: int) -> int:
    """``base * exp(-log(2) * (aptitude - 1) / 4)`` in double, truncated."""
    return int(base * math.exp(-math.log(2.0) * (aptitude - 1) / 4))


def _in_single(base: int, aptitude: int) -> int:
    """The 32-bit float ``1 / exp(log(2) * (aptitude - 1) / 4)`` times ``base`` as a float.

    The factor is ``apt_to_factor`` in skills.cc. Both factors have 24 bits, so their
    product is exact in a double and is rounded once, as the processor does.
    """
    factor = _single(1 / math.exp(math.log(2.0) * (aptitude - 1) / 4))
    return int(_single(base * factor))


def _single(value: float) -> float:
    """The 32-bit float next to ``value``."""
    rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return rounded


@dataclass(frozen=True, slots=True)
class Curve:
    """How a threshold was computed in a range of builds (player.cc, ``exp_needed``)."""

    builds: VersionRange
    scale: str
    steep: tuple[int, int, int]
    scaled: Callable[[int, int], int]

    def threshold(self, level: int, modifier: int) -> int:
        """The experience at which a species with this modifier reaches ``level``."""
        return self.scaled(_base(level, self.steep), modifier)


_OLD_STEEP = (15_500, 10_500, 3_000)
_STEEP = (16_675, 5_985, 4_235)  # f54e3ca8, 2013-07-05

_CURVES = (
    Curve(VersionRange("", "0.12-a0-230"), "tenths", _OLD_STEEP, _in_tenths),
    # dd2c8e4f, 2012-08-27: aptitudes as for skills, four of them double the threshold
    Curve(VersionRange("0.12-a0-231", "0.13-a0-2255"), "aptitude", _OLD_STEEP, _in_double),
    Curve(VersionRange("0.13-a0-2256", "0.18-a0-1228"), "aptitude", _STEEP, _in_double),
    # e9a1a012: apt_to_factor returns a float
    Curve(VersionRange("0.18-a0-1229", ""), "aptitude", _STEEP, _in_single),
    # A compiler for the x87 may keep that float in a wider register. No threshold up to 29
    # differs; above, a sacrificing Demigod or Meteoran needs 1 more or less.
    Curve(VersionRange("0.18-a0-1229", ""), "aptitude", _STEEP, _in_double),
)

_HELD_FROM_THRESHOLD = "0.8.0-a0-5225"
"""477ff89b, 2011-02-14: a level is held at its threshold; before, only above it."""


# -------------------------------------------------------------------------- sacrifice


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """What each level of the mutation "inexperienced" does (Ru's sacrifice of experience).

    Attributes:
        builds: where this holds.
        levels: how many levels it takes from the maximum (``RU_SAC_XP_LEVELS``).
        shifts: whether a level also costs as much as one that many levels higher.
    """

    builds: VersionRange
    levels: int
    shifts: bool


_SACRIFICES = (
    Sacrifice(VersionRange("", "0.27-a0-1159"), 2, shifts=False),  # Ru came in the trunk of 0.16
    Sacrifice(VersionRange("0.27-a0-1160", "0.29-a0-616"), 2, shifts=True),  # c127bba4
    Sacrifice(VersionRange("0.29-a0-617", ""), 1, shifts=True),
)

_SACRIFICES_AT_MOST = 3
_RU = "0.16-a0"

_HIGHEST = LAST_LEVEL + _SACRIFICES_AT_MOST * 2
"""The highest threshold that a shift can ask for."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The thresholds of one species in one version.

    Attributes:
        thresholds: the experience that levels 1 to 27 need.
        beyond: the same for levels that do not exist, which a shift asks for (28 to 33).
        exclusive: whether a level is held only above its threshold (before 0.8.0-a0-5225).
    """

    thresholds: tuple[int, ...]
    beyond: tuple[int, ...]
    exclusive: bool

    def needed(self, level: int) -> int:
        """The threshold of a level, ``exp_needed(level)`` of player.cc.

        Raises:
            ValueError: for a level that no version asks for (below 1, above 33).
        """
        if not 1 <= level <= _HIGHEST:
            raise ValueError(f"levels go from 1 to {_HIGHEST}, not {level}")
        if level <= LAST_LEVEL:
            return self.thresholds[level - 1]
        return self.beyond[level - LAST_LEVEL - 1]

    def held(self, level: int, shift: int = 0, *, top: bool = False) -> Span | None:
        """The experience at which exactly this level is held; at the ``top`` it has no end.

        Level 1 is held from 0 on, whatever it costs: there is none below.
        """
        low = 0 if level == 1 else self.needed(level + shift) + self.exclusive
        high = XP_CAP if top else self.needed(level + 1 + shift) - 1 + self.exclusive
        return _span(low, high)

    def at_percent(self, level: int, percent: int, shift: int = 0) -> Span | None:
        """The experience that prints ``percent`` at this level, or ``None`` where none does.

        ``percent = (xp - current) * 100 // (next - current)``: player.cc,
        ``get_exp_progress``; printed since 0.9. On the first levels, where a percent is less
        than one point, most percentages do not occur.
        """
        current = self.needed(level + shift)
        step = self.needed(level + 1 + shift) - current
        low = current + _ceil_div(percent * step, 100)
        high = current + _ceil_div((percent + 1) * step, 100) - 1
        held = self.held(level, shift)
        printed = _span(low, high)
        return held & printed if held is not None and printed is not None else None


@lru_cache(maxsize=4096)
def ladders(species: str, version: Version) -> tuple[Ladder, ...]:
    """Every ladder that a species may have in the builds that ``version`` may be.

    It is one where the version names its build, but for Demigods and Meteorans since 0.18,
    whose ladders differ above level 29 with the compiler, and for species whose aptitude of
    the time is known by release only. None: the version does not have this species.
    """
    known = aptitudes(species, version)
    return tuple(
        dict.fromkeys(
            _ladder(curve, aptitude.value, exclusive)
            for curve in _CURVES
            if curve.builds.overlaps(version)
            for aptitude in known
            if aptitude.scale == curve.scale
            for exclusive in _exclusive(version)
        )
    )


def _ladder(curve: Curve, modifier: int, exclusive: bool) -> Ladder:
    needed = tuple(curve.threshold(level, modifier) for level in range(1, _HIGHEST + 1))
    return Ladder(needed[:LAST_LEVEL], needed[LAST_LEVEL:], exclusive)


def _exclusive(version: Version) -> Iterator[bool]:
    if version.may_be_before(_HELD_FROM_THRESHOLD):
        yield True
    if version.may_be_since(_HELD_FROM_THRESHOLD):
        yield False


# -------------------------------------------------------------------------- inversion


def max_level(version: Version, inexperienced: int) -> Span:
    """The highest level a character can reach: 27, less what was sacrificed to Ru.

    ``27 - s * inexperienced``, s = 2 up to 0.29-a0-616, then 1 (player-act.cc,
    ``get_max_xl``, since 0.16). A span where the build is not placed.
    """
    levels = [row.levels for row in _SACRIFICES if row.builds.overlaps(version)]
    return LAST_LEVEL - inexperienced * Span(min(levels), max(levels))


@lru_cache(maxsize=65_536)
def xp_span(
    level: int,
    next_pct: int | None,
    species: str,
    version: Version,
    inexperienced: int = 0,
    *,
    percent_known: bool = True,
) -> Span | None:
    """The experience of a character that is shown at ``level`` and ``next_pct``.

    Args:
        level: the level, "XL".
        next_pct: the percentage after "Next:", ``None`` where the dump has none. It has
            none at the maximum; below it the whole level is meant.
        species: as printed.
        version: the version that wrote the file.
        inexperienced: levels of the mutation "inexperienced", 0 to 3.
        percent_known: false for a log line, which shows neither percentage nor mutation:
            both are then taken as unknown, whatever the other arguments say.

    Returns:
        The hull over every build that the version may be, or ``None`` if the version does
        not have the species or no experience can print this.

    A character can stand above its maximum: who sacrifices at level 27 with more than
    level 27 then costs keeps the level (``level_change`` only takes levels that are not
    paid for), and is shown without a percentage.

    >>> version = Version.parse("0.30.0")
    >>> xp_span(26, None, "Gargoyle", version, inexperienced=1)
    Span(low=1259755, high=8999999)
    >>> xp_span(25, None, "Gargoyle", version)
    Span(low=963488, high=1106584)
    """
    if not 1 <= level <= LAST_LEVEL or not 0 <= inexperienced <= _SACRIFICES_AT_MOST:
        return None
    if next_pct is not None and not 0 <= next_pct <= 99:
        return None
    mutations: tuple[int, ...] = (inexperienced,)
    if not percent_known:
        next_pct = None
        mutations = tuple(range(_SACRIFICES_AT_MOST + 1)) if version.may_be_since(_RU) else (0,)
    hull: Span | None = None
    for ladder in ladders(species, version):
        for sacrifice in _SACRIFICES:
            if sacrifice.builds.overlaps(version):
                for mutation in mutations:
                    span = _shown(ladder, sacrifice, mutation, level, next_pct)
                    if span is not None:
                        hull = span if hull is None else hull | span
    return hull


def _shown(
    ladder: Ladder, sacrifice: Sacrifice, mutation: int, level: int, next_pct: int | None
) -> Span | None:
    """The experience that shows ``level`` and ``next_pct`` in builds of one kind."""
    lost = sacrifice.levels * mutation
    shift = lost if sacrifice.shifts else 0
    top = level >= LAST_LEVEL - lost
    if next_pct is None:
        return ladder.held(level, shift, top=top)
    return None if top else ladder.at_percent(level, next_pct, shift)


def _span(low: int, high: int) -> Span | None:
    return Span(low, high) if low <= high else None


def _ceil_div(a: int, b: int) -> int:
    return -(-a // b)
