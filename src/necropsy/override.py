"""What was decided for some files of a run and no others: rules that are left out there, files to skip.

Paths are matched as git matches those in a ``.gitignore``, and the rules of a game that several
files tell of are those that hold for any of them: what is left out for a log is left out for the
dumps that are compared with its lines.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from necropsy.joint import JointRecord
from necropsy.sources.local import path_of
from necropsy.sources.remote import is_url

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from necropsy.record import Record

__all__ = ["NO_OVERRIDES", "Overridden", "Override", "Overrides", "files_of"]


@dataclass(frozen=True, slots=True)
class Override:
    """What was decided for some files.

    Attributes:
        paths: which files, in the form of a ``.gitignore``.
        select: beginnings of the rule codes to run there, in place of the run's own; "" is no change.
        ignore: beginnings of the rule codes to leave out there, beside the run's own.
        skip: whether the files are not audited at all.
        why: the reason.
        where: the file and line that says so.
    """

    paths: tuple[str, ...]
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    skip: bool = False
    why: str = ""
    where: str = field(default="", compare=False)

    @property
    def key(self) -> str:
        """What changes with what was decided; not with the place where it stands."""
        # The reason is told of a file that is skipped, and of no other.
        told = self.why if self.skip else ""
        content = repr((self.paths, self.select, self.ignore, self.skip, told))
        return blake2b(content.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    @property
    def said(self) -> str:
        """What was decided, in words."""
        parts = ["skip"] if self.skip else []
        parts += [f"select {','.join(self.select)}"] if self.select else []
        parts += [f"ignore {','.join(self.ignore)}"] if self.ignore else []
        return f"{'; '.join(parts)} for {', '.join(self.paths)}"

    @property
    def reason(self) -> str:
        """Why a file was skipped, as its audit tells it."""
        return f"skipped by an override: {self.why or ', '.join(self.paths)}"


@dataclass(frozen=True, slots=True)
class Overrides:
    """The overrides of a run, of which a later one has the last word.

    Attributes:
        each: the overrides.
        root: the directory that paths are relative to.
        start: the working directory of the run, which the names of its files are relative to.
    """

    each: tuple[Override, ...] = ()
    root: str = ""
    start: str = ""

    def __bool__(self) -> bool:
        return bool(self.each)

    def __hash__(self) -> int:
        # It is looked up for each line of a log, and nearly always the very same.
        return hash((self.root, self.start, len(self.each)))

    def of(self, names: Iterable[str]) -> tuple[Override, ...]:
        """Those that hold for a game of which some files tell."""
        if not self.each:
            return ()
        held = {number for name in names for number in _holding(self, name)}
        return tuple(self.each[number] for number in sorted(held))

    def skipping(self, name: str) -> Override | None:
        """The one by which a file is not audited; a later one with ``skip = false`` changes nothing."""
        return next((each for each in self.of([name]) if each.skip), None)

    def keys(self, names: Iterable[str]) -> tuple[str, ...]:
        """The keys of those that change the rules of a game of which some files tell."""
        return tuple(each.key for each in self.of(names) if not each.skip)

    def codes(
        self, names: Iterable[str], select: tuple[str, ...], ignore: tuple[str, ...]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Which rules run on a game.

        Args:
            names: the files that tell of it.
            select: beginnings of the rule codes that the run selects.
            ignore: beginnings of those that it ignores.

        Returns:
            The same two for this game.
        """
        for each in self.of(names):
            select = each.select or select
            ignore += each.ignore
        return select, ignore


NO_OVERRIDES = Overrides()
"""Nothing was decided for some files alone."""


@lru_cache(maxsize=1024)
def _holding(overrides: Overrides, name: str) -> tuple[int, ...]:
    """The numbers of the overrides whose paths a file is among."""
    path, inside = _relative(name, overrides.root, overrides.start)
    return tuple(
        number
        for number, each in enumerate(overrides.each)
        if _spec(each.paths, inside).match_file(path, separators=())
    )


def _relative(name: str, root: str, start: str) -> tuple[str, bool]:
    """A file's path from the root, and whether it lies below the root."""
    if is_url(name):
        return name.partition("://")[2], False
    path = os.path.normpath(os.path.join(start, path_of(name)))
    head = os.path.join(root, "")
    inside = path.startswith(head)
    path = path[len(head) :] if inside else path.lstrip(os.sep)
    return path.replace(os.sep, "/"), inside


@lru_cache(maxsize=256)
def _spec(paths: tuple[str, ...], inside: bool) -> GitIgnoreSpec:
    """What matches some patterns; those that name a place below the root match nothing elsewhere."""
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines([path for path in paths if inside or not _is_anchored(path)])


def _is_anchored(pattern: str) -> bool:
    return "/" in pattern.rstrip("/") and not pattern.lstrip("!").startswith("**/")


def files_of(record: Record) -> list[str]:
    """The files that a game's facts come from; a line that only tells of its course is none."""
    parts = record.parts if isinstance(record, JointRecord) else (record,)
    return [part.source for part in parts]


class Overridden:
    """Counts the games of a run for which something else held than for the others.

    Args:
        overrides: those of the run.
    """

    def __init__(self, overrides: Overrides) -> None:
        self._each = {each.key: each for each in overrides.each}
        self._counts: Counter[str] = Counter()

    def see(self, keys: Collection[str]) -> None:
        """Count a game, or a file that was skipped, by the keys of its overrides."""
        if keys:
            self._counts.update(keys)

    def said(self) -> Iterator[str]:
        """A sentence for each override that had an effect."""
        for key, each in self._each.items():
            count = self._counts[key]
            if not count:
                continue
            place = each.where or "an override"
            why = f": {each.why}" if each.why else ""
            if each.skip:
                files = "files were" if count > 1 else "file was"
                yield f"{count:,} {files} skipped by {place} ({', '.join(each.paths)}){why}."
            else:
                games = "games were" if count > 1 else "game was"
                yield f"{count:,} {games} judged by other rules, as {place} has it ({each.said}){why}."
