"""Versions from one to another, as a host asks for them, and whether a game's lies among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from necropsy.games import Versioned, games, versioned
from necropsy.record import Record

__all__ = ["VersionSpan", "check_versions", "window_of"]


@dataclass(frozen=True, slots=True)
class VersionSpan:
    """Versions from ``since`` to ``until``, both included; an empty text is an open end."""

    since: str = ""
    until: str = ""

    @classmethod
    def of(cls, text: str) -> VersionSpan:
        """Read ``0.30..0.34``, ``0.30..``, ``..0.34``, or ``0.34`` for all that is called so.

        Raises:
            ValueError: if there is no version in it.
        """
        since, dots, until = (part.strip() for part in text.partition(".."))
        if not since and not until:
            raise ValueError(f"{text!r} names no version (expected e.g. 0.30..0.34, 0.30.. or ..0.34)")
        return cls(since, until if dots else since)

    def __str__(self) -> str:
        return self.since if self.since == self.until else f"{self.since}..{self.until}"


def check_versions(versions: VersionSpan, only: str | None) -> None:
    """See that some game knows the versions.

    Raises:
        ValueError: if none does; the text is the reason of the first one.
    """
    named = [only] if only else [each.name for each in games()]
    known = [found for found in map(versioned, named) if found is not None]
    if any(_is_window(found, versions.since, versions.until) for found in known):
        return
    if any(_is_window(found, versions.until, versions.since) for found in known):
        later = f"{versions.since} is later than {versions.until}"
        raise ValueError(f"{later}: give the earlier version first")
    if only and known:
        known[0].version_window(versions.since, versions.until)
    raise ValueError(f"no game has the versions {versions}" if known else "no game here compares versions")


def _is_window(game: Versioned, since: str, until: str) -> bool:
    try:
        game.version_window(since, until)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=64)
def window_of(game: str, versions: VersionSpan) -> Callable[[Record], bool | None] | None:
    """The test of a game for some versions; ``None`` if it compares none or has not these."""
    found = versioned(game)
    try:
        return None if found is None else found.version_window(versions.since, versions.until)
    except ValueError:
        return None
