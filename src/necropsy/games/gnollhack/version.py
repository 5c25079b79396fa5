"""GnollHack builds: how files name them, and their order.

A build is a version and an *edit*, the number that grows with each change
(``4.1.3 (Build 43)``). Pre-releases count on in the same number: ``4.1.0 Beta 17`` is
edit 37. Some files do not give the edit: the dumps of the first builds of 4.1.0, and
every xlogfile line before 4.1.3-24. A :class:`Build` therefore knows all the places in
the order that it may have, and a comparison has three answers.

The tables name builds by the tags of the game's repository (``4.1.0-B17``, ``4.1.3-43``).

>>> Build.parse("4.1.3 (Revision 45)").since("4.1.3-43")
True
>>> unplaced = Build.of_fields("4.1.0", fields=("achieveX", "demo"))   # some beta, 1 to 8
>>> unplaced.may_be_since("4.1.0-B6"), unplaced.since("4.1.0-B6")
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache

__all__ = ["NEWEST_READ", "Build", "BuildRange", "Place", "place"]

NEWEST_READ = "4.3.0-10"
"""The newest tag whose source was read; later builds may count otherwise."""

Place = tuple[int, int, int, int, int]
"""The place of a build in the order: the version's three numbers, edit, hot fix."""

_ENDLESS = 10**9
_FIRST: Place = (0, 0, 0, 0, 0)
_LAST: Place = (_ENDLESS, 0, 0, 0, 0)

_STAGES = {"PA": 0, "A": 10, "B": 20, "RC": 50}
"""From where a pre-release counts its edits, by the letters of its tag."""

_STAGE_WORDS = {"Pre-Alpha": "PA", "Alpha": "A", "Beta": "B", "Release Candidate": "RC"}

_SKEWED = {
    "4.1.1-4": (4, 1, 1, 5, 0),
    "4.1.2-9": (4, 1, 2, 10, 0),
    "4.1.3": (4, 1, 3, 1, 0),
    "4.2.0-32": (4, 2, 0, 33, 0),
    "4.2.0-48": (4, 2, 0, 49, 0),
    "4.2.0-82": (4, 2, 0, 83, 0),
    "4.2.0-113": (4, 2, 0, 114, 0),
    "4.2.0-141": (4, 2, 0, 142, 0),
    "4.2.1-121": (4, 2, 0, 121, 0),
}
"""Tags whose builds carry another number than the tag."""

_VERSION = r"(?P<major>\d{1,3})\.(?P<minor>\d{1,3})\.(?P<patch>\d{1,3})"

_TAG = re.compile(
    # one tag is spelled 4.1.0.-B10
    _VERSION + r"(?:\.?-(?P<stage>PA|A|B|RC)?(?P<number>\d{1,4})(?:-HF(?P<fix>\d{1,2}))?)?",
    re.ASCII,
)

_PRINTED = re.compile(
    _VERSION + r"(?: \((?:Build|Revision) (?P<edit>\d{1,6})\)"
    r"| (?P<stage>Pre-Alpha|Alpha|Beta|Release Candidate) (?P<number>\d{1,4}))?"
    r"(?: ?\*)?(?: \(Hot Fix (?P<fix>\d{1,3})\))?(?: ?\*)?",
    re.ASCII,
)

_Stretch = tuple[Place, Place]


@dataclass(frozen=True, slots=True, order=True)
class Build:
    """A build as a file names it, with the places in the order that it may have.

    Builds are equal, and ordered, by their places; the text has no part in it.

    Attributes:
        stretches: the first and last place of each run of builds that are called so.
        text: the build as printed.
    """

    stretches: tuple[_Stretch, ...]
    text: str = field(compare=False)
    _hash: int | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        # Builds are the key of most caches, and a log asks them for each line.
        if self._hash is None:
            object.__setattr__(self, "_hash", hash(self.stretches))
        return hash(self._hash)

    @classmethod
    def parse(cls, text: str) -> Build:
        """Read the version part of a dump's header, or a tag.

        ``4.2.0 (Build 120)``, ``4.1.3 (Revision 24)``, ``4.1.0 Beta 17``, ``4.1.0 Beta 8
        (Hot Fix 1)``, ``4.1.2``; ``4.2.0-120`` and ``4.1.0-B17`` are read as tags.

        Raises:
            ValueError: if GnollHack prints no such version.
        """
        match = _PRINTED.fullmatch(text)
        if match is None:
            return cls.of_tag(text)
        version = (int(match["major"]), int(match["minor"]), int(match["patch"]))
        fix = int(match["fix"] or 0)
        if match["edit"] is not None:
            return cls._placed(text, (*version, int(match["edit"]), fix))
        if match["stage"] is not None:
            edit = _STAGES[_STAGE_WORDS[match["stage"]]] + int(match["number"])
            return cls._placed(text, (*version, edit, fix))
        return cls(_bare(version), text)

    @classmethod
    def of_tag(cls, tag: str) -> Build:
        """The build that a tag of the repository names.

        Raises:
            ValueError: if ``tag`` has not the form of one.
        """
        return cls._placed(tag, place(tag))

    @classmethod
    def of_fields(cls, version: str, edit: int | None = None, fields: Collection[str] = ()) -> Build:
        """The build of an xlogfile line.

        Args:
            version: the field ``version``.
            edit: the field ``edit``, which exists since 4.1.3-24.
            fields: the names of the line's fields: which of ``achieveX``, ``demo`` and
                ``scoring`` are there tells the builds of 4.1.0 apart.

        Raises:
            ValueError: if ``version`` is not three numbers.
        """
        match = re.fullmatch(_VERSION, version, re.ASCII)
        if match is None:
            raise ValueError(f"not a GnollHack version: {version!r} (expected e.g. 4.1.3)")
        numbers = (int(match["major"]), int(match["minor"]), int(match["patch"]))
        if edit is not None:
            return cls._placed(f"{version}-{edit}", (*numbers, edit, 0))
        return cls(_without_edit(numbers, fields), version)

    @classmethod
    def _placed(cls, text: str, where: Place) -> Build:
        return cls(((where, where),), text)

    @property
    def first(self) -> Place:
        """The earliest place that it may have."""
        return self.stretches[0][0]

    @property
    def last(self) -> Place:
        """The latest place that it may have."""
        return self.stretches[-1][1]

    @property
    def placed(self) -> bool:
        """Whether the text names one build."""
        return self.first == self.last

    @property
    def version(self) -> tuple[int, int, int]:
        """The version's three numbers."""
        return self.first[:3]

    @property
    def edit(self) -> int | None:
        """The edit, or ``None`` where it is unknown."""
        return self.first[3] if self.placed else None

    def since(self, tag: str) -> bool:
        """Whether this build is surely that of ``tag`` or a later one."""
        return self.first >= place(tag)

    def may_be_since(self, tag: str) -> bool:
        """Whether this build may be that of ``tag`` or a later one."""
        return self.last >= place(tag)

    def before(self, tag: str) -> bool:
        """Whether this build surely came before that of ``tag``."""
        return self.last < place(tag)

    def may_be_before(self, tag: str) -> bool:
        """Whether this build may have come before that of ``tag``."""
        return self.first < place(tag)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class BuildRange:
    """The builds from ``since`` to ``until``, both tags and both included; "" is an open end.

    A bare version as ``until`` (``4.1.2``) means all its builds. ``HEAD`` is an open end, too.
    """

    since: str = ""
    until: str = ""

    def overlaps(self, build: Build) -> bool:
        """Whether the build may lie in the range."""
        return any(first <= self.last and last >= self.first for first, last in build.stretches)

    def holds(self, build: Build) -> bool:
        """Whether the build surely lies in the range."""
        return build.first >= self.first and build.last <= self.last

    @property
    def first(self) -> Place:
        """The place of the first build."""
        return place(self.since) if self.since else _FIRST

    @property
    def last(self) -> Place:
        """The place of the last build."""
        return _end(self.until)

    def __str__(self) -> str:
        if not self.since:
            return f"up to {self.until}"
        if self.since == self.until:
            return self.since
        return f"{self.since} to {self.until}" if self.until else f"since {self.since}"


@lru_cache(maxsize=2048)
def place(tag: str) -> Place:
    """The place of the build that a tag names.

    Raises:
        ValueError: if ``tag`` has not the form of a tag.
    """
    if tag in _SKEWED:
        return _SKEWED[tag]
    match = _TAG.fullmatch(tag)
    if match is None:
        raise ValueError(f"not a GnollHack version: {tag!r} (expected e.g. 4.2.0 (Build 120) or 4.1.0-B17)")
    edit = _STAGES.get(match["stage"] or "", 0) + int(match["number"] or 0)
    return (int(match["major"]), int(match["minor"]), int(match["patch"]), edit, int(match["fix"] or 0))


@lru_cache(maxsize=2048)
def _end(tag: str) -> Place:
    if tag in ("", "HEAD"):
        return _LAST
    major, minor, patch, edit, fix = place(tag)
    if "-" not in tag:
        return (major, minor, patch, _ENDLESS, _ENDLESS)
    return (major, minor, patch, edit, fix or _ENDLESS)


def _bare(version: tuple[int, int, int]) -> tuple[_Stretch, ...]:
    """The builds whose header gives no edit.

    In 4.1.0 the release, the pre-alphas and the first beta; of 4.1.1 and 4.1.2 the first
    build. No other version from 4.1.0 on prints itself so.
    """
    if version == (4, 1, 0):
        return ((place("4.1.0"), _end("4.1.0-B1")),)
    if version in ((4, 1, 1), (4, 1, 2)):
        return (((*version, 0, 0), (*version, 0, 0)),)
    return (((*version, 0, 0), (*version, _ENDLESS, _ENDLESS)),)


def _without_edit(version: tuple[int, int, int], fields: Collection[str]) -> tuple[_Stretch, ...]:
    """The builds whose xlogfile lines have no edit but these fields."""
    if version == (4, 1, 3):
        return ((_stretch("4.1.3-0", "4.1.3-23")),)
    if version != (4, 1, 0):
        return (((*version, 0, 0), (*version, _ENDLESS, _ENDLESS)),)
    if "achieveX" not in fields:
        return (_stretch("4.1.0", "4.1.0-PA3"),)
    if "demo" in fields:
        return ((place("4.1.0-B1"), place("4.1.0-B8")),)
    if "scoring" in fields:
        return (_stretch("4.1.0-B14", "4.1.0"),)
    return (_stretch("4.1.0-PA4", "4.1.0-A10"), _stretch("4.1.0-B8-HF1", "4.1.0-B13"))


def _stretch(since: str, until: str) -> _Stretch:
    return (place(since), _end(until))
