"""Whether a game's version lies between two others, in the order of DCSS."""

from __future__ import annotations

from collections.abc import Callable

from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.version import Version, VersionRange, bound
from necropsy.record import Record

__all__ = ["version_window"]


def version_window(since: str, until: str) -> Callable[[Record], bool | None]:
    """A test for records: is the version one of those from ``since`` to ``until``?

    Both are included, an empty text is an open end. A minor means all that is labelled so:
    ``0.34`` begins with the trunk that became it, and ends with the last 0.34.x.

    Returns:
        The test. It gives ``None`` for a version that cannot be placed.

    Raises:
        ValueError: if a text is no version of DCSS, or the first lies behind the last.
    """
    window = VersionRange(since, until)
    first = Version(since, bound(since), bound(since)) if since else None
    if until:
        bound(until)
    if first is not None and not VersionRange("", until).holds(first):
        raise ValueError(f"version {since} is later than {until}")

    def lies_inside(record: Record) -> bool | None:
        version = version_of(record)
        if version is None:
            return None
        return window.holds(version) or (None if window.overlaps(version) else False)

    return lies_inside
