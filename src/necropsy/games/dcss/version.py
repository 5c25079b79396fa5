"""DCSS version strings and their order.

The game prints what ``git describe`` says of its build: ``0.34.1`` is a release,
``0.34.1-3-ga2c7840`` three commits after it on the release's branch,
``0.31-a0-496-gabc1234`` 496 commits into the trunk that became 0.31. Rules and
formulas switch inside those trunk cycles, so a :class:`Version` knows the first and
the last build that its text can mean, and a comparison has three answers.

>>> Version.parse("0.31-a0-1300-gaa4636e842").since("0.31-a0-1265")
True
>>> Version.parse("0.31-a0").may_be_since("0.31-a0-1265")   # which of its builds is unknown
True
>>> Version.parse("0.31-a0").since("0.31-a0-1265")
False
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["FIRST", "Build", "Version", "VersionRange", "is_release"]

Build = tuple[int, int, int, int]
"""The place of a build in the order: minor, stage (alpha 0, beta 1, rc 2, release 3),
number of the stage or patch level, commits since that tag."""

_STAGES = {"a": 0, "b": 1, "rc": 2}
_RELEASE = 3
_ENDLESS = 10**9

FIRST: Build = (0, 0, 0, 0)

_TEXT = re.compile(
    r"0\.(?P<minor>\d{1,3})(?:\.(?P<patch>\d{1,3}))?(?:\.\d{1,3})?"
    r"(?:-(?P<stage>rc|a|b)(?P<number>\d{1,3}))?"
    r"(?:-(?P<commits>\d{1,6})(?:-g(?P<hash>[0-9a-f]{4,40}))?)?(?:-dirty)?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Version:
    """A version as a file prints it, with the builds that it may be.

    Attributes:
        text: the version as printed.
        first: the earliest build that prints so.
        last: the latest build that prints so. It is another one than ``first`` only
            where a trunk build names its tag without the commits since (``0.31-a0``).
    """

    text: str
    first: Build
    last: Build

    @classmethod
    def parse(cls, text: str) -> Version:
        """Read a version.

        Raises:
            ValueError: if ``text`` is not a version that DCSS itself can print (a fork's
                ``2.3.0-a0-568-g…`` is none).
        """
        version = _parse(text)
        if version is None:
            raise ValueError(f"not a DCSS version: {text!r} (expected e.g. 0.34.1 or 0.31-a0-496-gabc1234)")
        return version

    @property
    def minor(self) -> int:
        """The ``N`` of ``0.N``."""
        return self.first[0]

    @property
    def placed(self) -> bool:
        """Whether the text names one build."""
        return self.first == self.last

    @property
    def trunk(self) -> bool:
        """Whether this is a development build (alpha, beta or rc) and no release."""
        return self.first[1] < _RELEASE

    def since(self, build: str) -> bool:
        """Whether this version is surely ``build`` or a later one."""
        return self.first >= bound(build)

    def may_be_since(self, build: str) -> bool:
        """Whether this version may be ``build`` or a later one."""
        return self.last >= bound(build)

    def before(self, build: str) -> bool:
        """Whether this version surely came before ``build``."""
        return self.last < bound(build)

    def may_be_before(self, build: str) -> bool:
        """Whether this version may have come before ``build``."""
        return self.first < bound(build)

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        # Every table that goes by version is looked up by this.
        return hash(self.text)


def is_release(version: Version) -> bool:
    """Whether the text names a release and no commit after it, so that its code is known to the letter.

    >>> is_release(Version.parse("0.34.1")), is_release(Version.parse("0.34.1-3-ga2c7840"))
    (True, False)
    """
    return not version.trunk and "-" not in version.text


@dataclass(frozen=True, slots=True)
class VersionRange:
    """The builds from ``since`` to ``until``, both included; an empty text is an open end.

    ``until`` given as a minor (``0.14``) or a release means all that is labelled so:
    ``0.14`` ends with the last 0.14.x, ``0.14-a0`` with the last build of that trunk.
    """

    since: str = ""
    until: str = ""

    def overlaps(self, version: Version) -> bool:
        """Whether the version may lie in the range."""
        return version.last >= self._low and version.first <= self._high

    def holds(self, version: Version) -> bool:
        """Whether the version surely lies in the range."""
        return version.first >= self._low and version.last <= self._high

    @property
    def _low(self) -> Build:
        return bound(self.since) if self.since else FIRST

    @property
    def _high(self) -> Build:
        return _upper_bound(self.until) if self.until else (_ENDLESS, 0, 0, 0)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Version | None:
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    minor, commits = int(match["minor"]), int(match["commits"] or 0)
    if match["stage"] is None:
        build = (minor, _RELEASE, int(match["patch"] or 0), commits)
        return Version(text, build, build)
    stage, number = _STAGES[match["stage"]], int(match["number"])
    first = (minor, stage, number, commits)
    last = first if match["commits"] else (minor, stage, number, _ENDLESS)
    return Version(text, first, last)


@lru_cache(maxsize=1024)
def bound(text: str) -> Build:
    """The build that a rule means by ``text``: ``0.16`` is the first of the 0.16 trunk.

    Raises:
        ValueError: if ``text`` is no DCSS version.
    """
    if re.fullmatch(r"0\.\d{1,3}", text):
        return (int(text[2:]), 0, 0, 0)
    return Version.parse(text).first


@lru_cache(maxsize=1024)
def _upper_bound(text: str) -> Build:
    if re.fullmatch(r"0\.\d{1,3}", text):
        return (int(text[2:]), _RELEASE, _ENDLESS, _ENDLESS)
    version = Version.parse(text)
    if version.trunk:
        return version.last
    return (*version.first[:3], _ENDLESS)
