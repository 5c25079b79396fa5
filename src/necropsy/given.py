"""The paths that a run was given: each real file under them once, in a fixed order."""

from __future__ import annotations

import errno
import glob
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from necropsy.sources import Limits, Source
from necropsy.sources.local import archive_in, path_of, scheme_of
from necropsy.sources.remote import is_url
from necropsy.sources.walk import expanded, files_at, matches, may_be_archive, walked

__all__ = ["Path", "existing", "find_once", "holds_logs", "is_called_log", "is_there", "several"]

Path = str | os.PathLike[str]


def several(paths: Iterable[Path] | Path) -> tuple[Path, ...]:
    """One path or many, as a tuple."""
    return (paths,) if isinstance(paths, str | os.PathLike) else tuple(paths)


def existing(paths: Iterable[Path] | Path) -> tuple[Path, ...]:
    """One path or many, as a tuple.

    Raises:
        FileNotFoundError: if one does not exist.
    """
    given = several(paths)
    for path in given:
        if not is_there(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))
    return given


def is_there(path: Path) -> bool:
    """Whether there is a file at a path, the archive of a member, or what a glob matches; a URL always is."""
    name = os.fspath(path)
    if is_url(name) or os.path.lexists(path_of(name)) or archive_in(name):
        return True
    return glob.has_magic(name) and bool(matches(name))


def find_once(paths: Iterable[Path] | Path, limits: Limits = Limits()) -> Iterator[Source]:
    """The files under some paths; one that is named twice, or linked to, comes once.

    Args:
        paths: files, directories, archives and their members, globs, URLs.
        limits: how much of an archive is looked at.

    Only what was given is kept in memory, not what is found: a directory that lies in
    another one is left to that one, and a link to a file that is found anyway is passed over.
    """
    given = _Given(several(paths))
    remote: list[str] = []
    for real, name in given.names.items():
        if is_url(name):
            found = (source for source in files_at(name, limits) if not _lies_in_one(source.name, remote))
            yield from given.opened(found, limits)
            remote.append(real)
        elif real not in given.directories:
            yield from given.opened(files_at(name, limits), limits)
        elif not given.below.holds(os.path.dirname(real)):
            yield from given.opened(given.walked(name, real), limits)


def _lies_in_one(url: str, others: list[str]) -> bool:
    return any(url == other or url.startswith(other + "/") for other in others)


def _real(path: Path) -> str:
    name = os.fspath(path)
    if is_url(name):
        return name.rstrip("/")
    try:
        return os.path.realpath(path_of(name))
    except ValueError:
        # No file can have such a name; reading it says so.
        return name


class _Given:
    """The paths of a run by their real names.

    Attributes:
        names: as they were given, or as a glob matched them.
        directories: the directories among them.
        below: tells what lies in those.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self.names: dict[str, str] = {}
        self._members: set[str] = set()
        self._matched: set[str] = set()
        for path in paths:
            self._take(os.fspath(path))
        self.directories = {real for real, name in self.names.items() if _is_directory(name)}
        self.below = _Below(self.directories)
        self._taken = self.names.keys() - self.directories

    def _take(self, name: str) -> None:
        real = _real(name)
        if is_url(name) or os.path.lexists(real):
            self.names.setdefault(real, name)
        elif archive_in(name):
            self.names.setdefault(real, name)
            self._members.add(real)
        else:
            found = matches(name) if glob.has_magic(name) else []
            for each in found or [name]:
                self.names.setdefault(_real(each), each)
            self._matched.update(found)

    def walked(self, directory: str, real: str) -> Iterator[Source]:
        """The files in a directory but for those that were taken; files outside to which links lead are."""
        head = len(scheme_of(directory)) + len(os.path.join(path_of(directory), ""))
        for source, is_link in walked(directory):
            if is_link:
                target = _real(source.name)
                if target not in self._taken and not self.below.holds(os.path.dirname(target)):
                    self._taken.add(target)
                    yield source
            elif not self._taken or os.path.join(real, source.name[head:]) not in self._taken:
                yield source

    def opened(self, found: Iterator[Source], limits: Limits) -> Iterator[Source]:
        """The files, of an archive its members but for those that were named themselves."""
        for one in found:
            source = replace(one, asked=False) if one.name in self._matched else one
            if not may_be_archive(source):
                yield source
                continue
            for each in expanded(source, limits):
                if not self._members or _real_member(each) not in self._members:
                    yield each


def _is_directory(name: str) -> bool:
    return not is_url(name) and os.path.isdir(path_of(name))


def _real_member(source: Source) -> str:
    return os.path.join(_real(source.inside), source.name[len(source.inside) + 1 :])


# What servers and games call their logs, and how a dump is called that bears its player's name and
# its moment: where dumps wait for a log each is read twice, and a player may be called Logan.
_LOG = re.compile(r"log|scores|record")
_DUMP = re.compile(r"(?:^morgue-.+|-\d{8}-\d{6}|^gnollhack\..+\.\d{9,10})\.(?:txt|html?|lst|map)(?:\.\w+)?$")


def holds_logs(paths: Iterable[Path] | Path, limits: Limits = Limits()) -> bool:
    """Whether some file is called as logs are (``logfile34``, ``scores``, ``xlogfile.gz``)."""
    return any(is_called_log(source.name) for source in find_once(paths, limits))


def is_called_log(name: str) -> bool:
    """Whether a file's name is one that logs have."""
    base = os.path.basename(name).lower()
    return _LOG.search(base) is not None and _DUMP.search(base) is None


class _Below:
    """Whether a directory is one of some, or lies in one of them."""

    def __init__(self, directories: Iterable[str]) -> None:
        self._directories = frozenset(directories)
        self.holds = lru_cache(maxsize=1024)(self._holds)

    def _holds(self, directory: str) -> bool:
        while directory not in self._directories:
            above = os.path.dirname(directory)
            if above == directory:
                return False
            directory = above
        return True
