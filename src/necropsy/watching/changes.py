"""What changes on the disk, as the system tells it; and what it does not tell, asked for."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from necropsy.extras import require
from necropsy.sources import signature
from necropsy.sources.local import path_of
from necropsy.sources.remote import is_url
from necropsy.sources.source import Source

require("watch", "watchfiles")

# pylint: disable=wrong-import-position
import watchfiles  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Generator

__all__ = ["Changes", "FileChanges"]

_WAIT = 0.5
"""Seconds after which a wait ends without a change."""

_TRY_AGAIN = 60.0
"""Seconds after which it is tried again to be told of changes, where the system refuses that."""

_NO_TEXT = "Unable to decode path"
"""What is said of a name whose bytes are none of UTF-8."""


class Changes(Protocol):
    """What changes."""

    def wait(self) -> set[str]:
        """Wait a moment for changes.

        Returns:
            The names of files that have changed, as a run calls them; a directory stands for all below it.
        """

    def close(self) -> None:
        """Wait no more."""


class FileChanges:
    """The changes below some paths.

    Directories are watched with all below them; they may vanish and come back. Files that were
    given themselves are looked at: one that is replaced is another file, which nobody tells of.

    Args:
        paths: the paths as a run is given them.
        stopped: whether the watch is to stop.
        own: files that the program writes itself, whose changes are no news.
        say: tells people of what goes wrong.
    """

    def __init__(
        self,
        paths: Iterable[str],
        stopped: Callable[[], bool],
        own: Iterable[str],
        say: Callable[[str], None],
    ) -> None:
        local = [path for path in dict.fromkeys(paths) if not is_url(path)]
        self._stopped = stopped
        self._own = tuple(map(os.path.realpath, own))
        self._say = say
        self._directories = [path for path in local if not os.path.isfile(path_of(path))]
        self._files = {path: _looks(path) for path in local if path not in self._directories}
        self._roots: dict[str, tuple[str, tuple[int, int]]] = {}
        self._told: Generator[set[tuple[Any, str]], None, None] | None = None
        self._retry = 0.0
        self._begin()

    def wait(self) -> set[str]:
        """Wait a moment for changes."""
        changed = self._heard()
        changed.update(self._begin())
        for path, before in self._files.items():
            looks_so = _looks(path)
            if looks_so != before:
                self._files[path] = looks_so
                changed.add(path)
        return changed

    def close(self) -> None:
        """Wait no more."""
        if self._told is not None:
            self._told.close()
            self._told = None

    def _heard(self) -> set[str]:
        if self._told is None:
            time.sleep(_WAIT)
            return set()
        try:
            found = next(self._told)
        except StopIteration:
            self._told = None
            return set()
        except (OSError, RuntimeError) as error:
            if _NO_TEXT in str(error):
                # Somebody gave a file a name that is no text, which ends the telling: it is begun anew.
                self._told = None
                return {given for given, _ in self._roots.values()}
            self._refused(error)
            return set()
        return {name for _, path in found for name in self._names(path)}

    def _names(self, path: str) -> Iterator[str]:
        """What a run calls a file; nothing of one that the program writes itself."""
        for own in self._own:
            folder, name = os.path.split(own)
            if path.startswith((own, os.path.join(folder, f".{name[:100]}."))):
                return
        for real, (given, _) in sorted(self._roots.items(), key=lambda root: len(root[0])):
            if path == real:
                yield given
                return
            if path.startswith(os.path.join(real, "")):
                yield os.path.join(given, os.path.relpath(path, real))
                return

    def _begin(self) -> list[str]:
        """Watch the directories that are there now.

        Returns:
            Those that have come, gone, or become others.
        """
        roots = {}
        for path in self._directories:
            with suppress(OSError):
                found = os.stat(path_of(path))
                roots[os.path.realpath(path_of(path))] = path, (found.st_dev, found.st_ino)
        lost = self._told is None and not self._stopped() and time.monotonic() >= self._retry
        if roots == self._roots and not (lost and roots):
            return []
        changed = [path for path, _ in {*roots.values()} ^ {*self._roots.values()}]
        self.close()
        self._roots = roots
        if roots:
            self._told = watchfiles.watch(
                *roots,
                watch_filter=None,
                debounce=1000,
                step=100,
                stop_event=_Stop(self._stopped),
                rust_timeout=int(_WAIT * 1000),
                yield_on_timeout=True,
                raise_interrupt=False,
                ignore_permission_denied=True,
            )
            # It begins to listen when it is first asked.
            changed += self._heard()
        return changed

    def _refused(self, error: Exception) -> None:
        """Do without: full passes find what has changed."""
        self._told = None
        if isinstance(error, FileNotFoundError):
            # A directory has gone in this moment.
            self._roots = {}
            return
        self._retry = time.monotonic() + _TRY_AGAIN
        self._say(f"not told of changes ({error}); all files are looked at every few minutes instead")


class _Stop:
    """An event that is set when the watch is to stop."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        self.is_set = stopped


def _looks(path: str) -> str:
    return signature(Source(path))
