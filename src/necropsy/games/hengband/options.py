"""The options that change a score: what each adds to the multiplier, and in which versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from necropsy.games.hengband.tables_csv import rows
from necropsy.games.hengband.version import Version, VersionRange
from necropsy.span import Span

__all__ = ["DOWNWARD", "LEAST_PERCENT", "Option", "multiplier", "options", "usual_settings"]

LEAST_PERCENT = 5
"""The multiplier never falls below it."""

DOWNWARD = "ironman_downward"
"""The option that doubles the score, in all versions; it has no part in the multiplier."""

_NOTHING = Span.exactly(0)


@dataclass(frozen=True, slots=True)
class Option:
    """A row of ``tables/options.csv``.

    Attributes:
        name: the game's name for it, without ``_mode``.
        counts_when: the setting that counts.
        percent: what is then added to the multiplier.
        usual: the setting of a new game.
        hidden: whether no dump shows it.
        versions: the versions whose score asks for it.
    """

    name: str
    counts_when: bool
    percent: int
    usual: bool
    hidden: bool
    versions: VersionRange

    def counts(self, setting: bool | None, version: Version) -> Span:
        """What it adds with this setting, in percent; ``None`` allows both settings."""
        surely = setting is self.counts_when and self.versions.holds(version)
        if surely:
            return Span.exactly(self.percent)
        if setting is (not self.counts_when) or not self.versions.overlaps(version):
            return _NOTHING
        return Span.exactly(self.percent) | _NOTHING


@lru_cache(maxsize=1)
def _all() -> tuple[Option, ...]:
    return tuple(
        Option(
            row["option"],
            row["counts_when"] == "on",
            int(row["percent"]),
            row["usual"] == "on",
            row["hidden"] == "yes",
            VersionRange(row["since"], row["before"]),
        )
        for row in rows("options")
    )


def options(version: Version) -> tuple[Option, ...]:
    """The options that may count in a version, in the order in which the game asks for them."""
    return tuple(option for option in _all() if option.versions.overlaps(version))


def usual_settings(version: Version, *, of_a_dump: bool = False) -> dict[str, bool | None]:
    """The settings of a new game; with ``of_a_dump`` those that no dump shows are ``None``."""
    settings: dict[str, bool | None] = {option.name: option.usual for option in options(version)}
    if of_a_dump:
        settings |= {option.name: None for option in options(version) if option.hidden}
    return settings | {DOWNWARD: False}


def multiplier(version: Version, settings: Mapping[str, bool | None]) -> Span:
    """The multiplier in percent.

    Args:
        version: the version.
        settings: ``True`` (on), ``False`` (off) or ``None`` (not known) for each option; one
            that is left out is not known.
    """
    added = (option.counts(settings.get(option.name), version) for option in options(version))
    return (100 + sum(added, start=_NOTHING)).clamped(low=LEAST_PERCENT)
