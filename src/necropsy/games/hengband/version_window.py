"""Whether a hero's version lies between two others, in the order of Hengband."""

from __future__ import annotations

from collections.abc import Callable

from necropsy.games.hengband.hero import version_of
from necropsy.games.hengband.version import Version
from necropsy.record import Record

__all__ = ["version_window"]


def version_window(since: str, until: str) -> Callable[[Record], bool | None]:
    """A test for records: is the version one of those from ``since`` to ``until``, both included?

    An empty text is an open end.

    Returns:
        The test. It gives ``None`` for a version that cannot be placed: a build of development
        prints the number before its own.

    Raises:
        ValueError: if a text is no version, or the first lies behind the last.
    """
    first = Version.parse(since).first if since else None
    last = Version.parse(until).last if until else None
    if first is not None and last is not None and first > last:
        raise ValueError(f"version {since} is later than {until}")

    def lies_inside(record: Record) -> bool | None:
        version = version_of(record)
        if version is None:
            return None
        if (first is None or version.first >= first) and (last is None or version.last <= last):
            return True
        outside = (first is not None and version.last < first) or (last is not None and version.first > last)
        return False if outside else None

    return lies_inside
