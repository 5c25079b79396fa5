"""Hengband versions: how dumps print them, and their order.

A version has four numbers and a stage. Up to 2.2.1, and until 24 January 2021 in builds of
development, a dump prints the first three numbers alone (``2.1.5``); later ones print
``3.0.2Beta2`` for 3.0.2.2-Beta and ``3.0.1.8(安定版)`` or ``3.0.1.8(Stable)`` for a release.
Builds of development print the number before them until the next one is given out, so a
:class:`Version` knows the first and the last build that prints its text, and a comparison
has three answers.

>>> Version.parse("3.0.2Beta2").since("3.0.1.16")
True
>>> plain = Version.parse("2.2.1")   # the release, or a build on the way to 3.0.0
>>> plain.since("2.2.1.5"), plain.may_be_since("2.2.1.5")
(False, True)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

__all__ = ["NEWEST_READ", "Build", "Version", "VersionRange"]

NEWEST_READ = "3.0.2.2-Beta"
"""The newest version whose source was read; later ones may count otherwise."""

Build = tuple[int, int, int, int, int]
"""The place of a build in the order: the four numbers, then the stage."""

_STAGES = {"alpha": 1, "beta": 2, "rc": 3}
_RELEASE = 4
_ENDLESS = 10**9
_FIRST: Build = (0, 0, 0, 0, 0)
_LAST: Build = (_ENDLESS, 0, 0, 0, 0)

_NUMBERS = r"(?P<major>\d{1,3})\.(?P<minor>\d{1,3})\.(?P<patch>\d{1,3})"
_STAGE = r"(?P<stage>Alpha|Beta|RC)"

_STATUS = r"(?P<status>安定版|開発版|Stable|Developing)"

_PRINTED = re.compile(
    _NUMBERS + rf"(?:{_STAGE}(?P<number>\d{{1,4}})|\.(?P<extra>\d{{1,4}})\({_STATUS}\))?", re.ASCII
)

_NAMED = re.compile(
    _NUMBERS
    + rf"\.(?P<extra>\d{{1,4}})(?:-{_STAGE}|\({_STAGE.replace('stage', 'bracketed')}\)|(?P<after>\+))?",
    re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """A version as a dump prints it, with the builds that print so.

    Versions are equal, and ordered, by these builds; the text has no part in it.

    Attributes:
        first: the earliest build.
        last: the latest build, that of the development that followed included.
        text: the version as printed.
    """

    first: Build
    last: Build
    text: str = field(compare=False)

    @classmethod
    def parse(cls, text: str) -> Version:
        """Read the version of a dump's first line, or the name of a tag.

        ``2.1.5``, ``3.0.0Alpha6``, ``3.0.2Beta2``, ``3.0.1.8(安定版)``, ``3.0.1.8(Stable)``; and
        ``3.0.2.2-Beta`` or ``3.0.1.16`` as people and tables write them.

        Raises:
            ValueError: if Hengband prints no such version.
        """
        version = _parse(text)
        if version is None:
            raise ValueError(
                f"not a Hengband version: {text!r} (expected e.g. 2.1.5, 3.0.2Beta2 or 3.0.1.8(Stable))"
            )
        return version

    @property
    def numbers(self) -> tuple[int, int, int]:
        """The first three numbers."""
        return self.first[:3]

    def since(self, build: str) -> bool:
        """Whether this version is surely ``build`` or a later one.

        Raises:
            ValueError: if ``build`` names no version.
        """
        return self.first >= bound(build)

    def may_be_since(self, build: str) -> bool:
        """Whether this version may be ``build`` or a later one.

        Raises:
            ValueError: if ``build`` names no version.
        """
        return self.last >= bound(build)

    def before(self, build: str) -> bool:
        """Whether this version surely came before ``build``."""
        return not self.may_be_since(build)

    def may_be_before(self, build: str) -> bool:
        """Whether this version may have come before ``build``."""
        return not self.since(build)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class VersionRange:
    """The builds from ``since`` on that came before ``before``; an empty text is an open end.

    Each is a version, or one with a plus sign: ``1.5.4+`` is a build of the development that
    followed 1.5.4 and still printed it.
    """

    since: str = ""
    before: str = ""

    def overlaps(self, version: Version) -> bool:
        """Whether the version may lie in the range."""
        return version.last >= self._low and version.first < self._high

    def holds(self, version: Version) -> bool:
        """Whether the version surely lies in the range."""
        return version.first >= self._low and version.last < self._high

    @property
    def _low(self) -> Build:
        return bound(self.since) if self.since else _FIRST

    @property
    def _high(self) -> Build:
        return bound(self.before) if self.before else _LAST

    def __str__(self) -> str:
        if not self.before:
            return f"since {self.since}" if self.since else "all versions"
        return f"{self.since} to before {self.before}" if self.since else f"before {self.before}"


@lru_cache(maxsize=1024)
def _parse(text: str) -> Version | None:
    match = _PRINTED.fullmatch(text) or _NAMED.fullmatch(text)
    if match is None:
        return None
    parts = match.groupdict()
    numbers = (int(parts["major"]), int(parts["minor"]), int(parts["patch"]))
    extra = parts.get("number") or parts.get("extra")
    if extra is None:
        return Version((*numbers, 0, 0), (*numbers, _ENDLESS, _ENDLESS), text)
    place = (*numbers, int(extra))
    if parts.get("after"):
        return Version((*place, _ENDLESS), (*place, _ENDLESS), text)
    return Version((*place, _stage(parts)), (*place, _ENDLESS), text)


def _stage(parts: dict[str, str | None]) -> int:
    word = parts.get("stage") or parts.get("bracketed")
    if word is not None:
        return _STAGES[word.lower()]
    return _RELEASE if parts.get("status") else 0


@lru_cache(maxsize=1024)
def bound(text: str) -> Build:
    """The first build that a table or rule means by ``text``.

    Raises:
        ValueError: if ``text`` names no version.
    """
    if text.endswith("+") and _PRINTED.fullmatch(text[:-1]):
        return Version.parse(text[:-1]).last
    return Version.parse(text).first
