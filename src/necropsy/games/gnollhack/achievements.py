"""Achievements: which are notable and which small, by version, and how the files name them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from necropsy.games.gnollhack.tables_csv import rows
from necropsy.games.gnollhack.version import Build, BuildRange
from necropsy.span import Span

__all__ = [
    "CODEX_CARRIED",
    "ENDED_IN_ENDGAME",
    "ENDED_ON_ASTRAL",
    "NOTABLE",
    "ROLE_ACHIEVEMENT",
    "SMALL",
    "Achievement",
    "achievements",
    "by_phrase",
    "count",
    "in_bits",
]

NOTABLE, SMALL = "notable", "small"

ROLE_ACHIEVEMENT = "role_achievement"
ENDED_IN_ENDGAME = "ended_in_the_endgame"
ENDED_ON_ASTRAL = "ended_on_the_astral_plane"
CODEX_CARRIED = "carried_the_prime_codex"


@dataclass(frozen=True, slots=True)
class Achievement:
    """One row of ``tables/achievements.csv``.

    Attributes:
        token: its word in ``achieveX`` of the xlogfile.
        kind: ``notable``, ``small``, ``role`` (it pays the role's bonus) or ``none``.
        bit: its bit in ``achieve``; ``None`` where it has none.
        flag: its bit in the game's own word of flags.
        phrase: what the dump says after "You had"; "" where it says nothing.
        builds: the builds for which this holds.
    """

    token: str
    kind: str
    bit: int | None
    flag: int | None
    phrase: str
    builds: BuildRange

    def matches(self, phrase: str) -> bool:
        """Whether a line of the dump, without "You had" and the full stop, speaks of it."""
        if self.phrase.endswith("*"):
            return phrase.startswith(self.phrase[:-1])
        return bool(self.phrase) and phrase == self.phrase


@lru_cache(maxsize=256)
def achievements(build: Build) -> tuple[Achievement, ...]:
    """The achievements that a build knows, in the order of its list."""
    return tuple(row for row in _all() if row.builds.overlaps(build))


@lru_cache(maxsize=4096)
def in_bits(mask: int, build: Build) -> frozenset[str]:
    """The achievements whose bits are set in ``achieve`` of an xlogfile line.

    >>> sorted(in_bits(0x6, Build.parse("4.2.0-133")))
    ['entered_gehennom', 'obtained_the_candelabrum_of_invocation']
    """
    return frozenset(row.token for row in achievements(build) if row.bit is not None and mask >> row.bit & 1)


def by_phrase(phrase: str, build: Build) -> str | None:
    """The achievement that a line of the dump speaks of, given without "You had" and the full stop.

    ``None`` for a line that the build has no achievement for; up to 4.1.3-54 the role
    achievement is such a line (:func:`necropsy.games.gnollhack.roles.deeds`).

    >>> by_phrase("become the Hand of Elbereth", Build.parse("4.2.0-133"))
    'crowned'
    """
    return next((row.token for row in achievements(build) if row.matches(phrase)), None)


def count(kind: str, earned: Collection[str], build: Build, doubtful: Collection[str] = ()) -> Span:
    """How many of the earned achievements are of a kind.

    Args:
        kind: ``notable`` or ``small``.
        earned: tokens of the achievements earned.
        build: the build that finished the game.
        doubtful: tokens of those that may have been earned.

    >>> count(NOTABLE, ["defeated_medusa", "entered_a_shop", CODEX_CARRIED], Build.parse("4.1.3-24"))
    Span(low=2, high=2)
    """
    return _count(kind, frozenset(earned), build, frozenset(doubtful))


@lru_cache(maxsize=4096)
def _count(kind: str, earned: frozenset[str], build: Build, doubtful: frozenset[str]) -> Span:
    least, most = 0, 0
    for token, kinds in _kinds(build).items():
        if kind in kinds and (token in earned or token in doubtful):
            most += 1
            least += token in earned and len(kinds) == 1
    return Span(least, most)


@lru_cache(maxsize=256)
def _kinds(build: Build) -> dict[str, frozenset[str]]:
    """What each achievement may count as."""
    kinds: dict[str, frozenset[str]] = {}
    for row in achievements(build):
        kinds[row.token] = kinds.get(row.token, frozenset()) | {row.kind}
    return kinds


@lru_cache(maxsize=1)
def _all() -> tuple[Achievement, ...]:
    return tuple(
        Achievement(
            row["token"],
            row["class"],
            int(row["bit"]) if row["bit"] else None,
            int(row["flag"]) if row["flag"] else None,
            row["phrase"],
            BuildRange(row["since"], row["until"]),
        )
        for row in rows("achievements")
    )
