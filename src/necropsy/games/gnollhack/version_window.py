"""Whether a game's build lies between two others, in the order of GnollHack."""

from __future__ import annotations

from collections.abc import Callable

from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.version import BuildRange
from necropsy.record import Record

__all__ = ["version_window"]


def version_window(since: str, until: str) -> Callable[[Record], bool | None]:
    """A test for records: is the build one of those from ``since`` to ``until``?

    Both are tags (``4.2.0-120``, ``4.1.0-B17``) and included, an empty text is an open end.
    A bare version means all its builds.

    Returns:
        The test. It gives ``None`` for a build that cannot be placed.

    Raises:
        ValueError: if a text is no tag, or the first lies behind the last.
    """
    window = BuildRange(since, until)
    if window.first > window.last:
        raise ValueError(f"version {since} is later than {until}")

    def lies_inside(record: Record) -> bool | None:
        build = build_of(record)
        if build is None:
            return None
        return window.holds(build) or (None if window.overlaps(build) else False)

    return lies_inside
