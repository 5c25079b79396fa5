"""The sprint maps that score themselves, and the bug by which one of them once scored other games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from necropsy.breakdown import Breakdown
from necropsy.games.dcss.facts import sprints, version_of
from necropsy.games.dcss.version import Version, VersionRange
from necropsy.record import Record

__all__ = ["LEAK", "explained_by_sprint_rule", "own_rules", "own_scores"]


@lru_cache(maxsize=1024)
def own_rules(version: Version) -> dict[str, str]:
    """The maps that may score themselves in a version, and how they do."""
    return {
        name: row["own_score"]
        for name, row in sprints().items()
        if row["own_score"] and VersionRange(row["own_since"], row["own_until"]).overlaps(version)
    }


def own_scores(name: str | None, version: Version) -> Iterator[tuple[str, str]]:
    """The ways in which a sprint's map may have scored it ("" is the formula), with a remark each.

    Args:
        name: the map's name (``"meatsprint"``); ``None`` where no file surely says it.
        version: the version that finished the game.
    """
    rules = own_rules(version)
    if not rules:
        yield "", ""
    elif name is None:
        yield "", ""
        for one, own_score in rules.items():
            yield own_score, f"if the map was {one}, which scores itself"
    else:
        if name in rules:
            yield rules[name], f"the map {name} scores itself"
        if name not in rules or not _surely_scores_itself(name, version):
            yield "", "by the formula of other maps" if name in rules else ""


def _surely_scores_itself(name: str, version: Version) -> bool:
    """Within the trunk of 0.34 the maps stopped to: there the formula is possible, too."""
    row = sprints()[name]
    builds = VersionRange(row["own_since"], row["own_until"])
    return builds.holds(version) and version.before("0.34")


LEAK = VersionRange("0.12-a0-1565", "0.18-a0-1625")
"""Builds whose hook for sprint maps was not tied to sprints (65af6d36 added the check)."""


def explained_by_sprint_rule(record: Record, breakdown: Breakdown) -> bool:
    """Whether a normal game's score is what Arena of Blood's rule gives for its turns.

    At least one public game was scored by it.
    """
    recorded = record.value("score")
    if recorded is None or recorded in breakdown.total:
        return False
    version, turns = version_of(record), record.value("turns")
    if version is None or not LEAK.overlaps(version):
        return False
    if record.value("game_type") == "sprint" or turns is None:
        return False
    each = 200_000 if record.value("won") else 100_000
    return bool((recorded - each * turns) % 2**32 == 0)
