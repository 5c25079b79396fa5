"""The paths that a run was given: each real file under them once, in a fixed order."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from necropsy.sources import Source, find

__all__ = ["Path", "existing", "find_once", "holds_logs", "several"]

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
        if not os.path.lexists(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))
    return given


def find_once(paths: Iterable[Path] | Path) -> Iterator[Source]:
    """The files under some paths; one that is named twice, or linked to, comes once.

    Only what was given is kept in memory, not what is found: a directory that lies in
    another one is left to that one, and a link to a file that is found anyway is passed over.
    """
    given: dict[str, Path] = {}
    for path in several(paths):
        given.setdefault(_real(path), path)
    directories = {real for real in given if os.path.isdir(real)}
    below = _Below(directories)
    taken = given.keys() - directories
    for real, path in given.items():
        if real not in directories:
            yield from find([path])
        elif not below.holds(os.path.dirname(real)):
            yield from _walked(path, real, below, taken)


def _real(path: Path) -> str:
    try:
        return os.path.realpath(path)
    except ValueError:
        # No file can have such a name; reading it says so.
        return os.fspath(path)


def _walked(directory: Path, real: str, below: _Below, taken: set[str]) -> Iterator[Source]:
    """The files in a directory but for those in ``taken``, to which files outside are added."""
    head = len(os.path.join(os.fspath(directory), ""))
    for source in find([directory]):
        if os.path.islink(source.name):
            target = os.path.realpath(source.name)
            if target not in taken and not below.holds(os.path.dirname(target)):
                taken.add(target)
                yield source
        elif os.path.join(real, source.name[head:]) not in taken:
            yield source


# What servers and games call their logs. A player may be called Logan: then dumps wait in vain.
_LOG = re.compile(r"log|scores|record")


def holds_logs(paths: Iterable[Path] | Path) -> bool:
    """Whether some file is called as logs are (``logfile34``, ``scores``, ``xlogfile.gz``)."""
    return any(is_called_log(source.name) for source in find_once(paths))


def is_called_log(name: str) -> bool:
    """Whether a file's name is one that logs have."""
    return _LOG.search(os.path.basename(name).lower()) is not None


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
