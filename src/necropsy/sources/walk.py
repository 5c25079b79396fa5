"""From paths to sources: directories, globs, archives and URLs, lazily and in a fixed order."""

from __future__ import annotations

import glob
import operator
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import replace

from necropsy.sources.archive import is_called_archive, open_archive, place_of, shelved
from necropsy.sources.limits import Limits
from necropsy.sources.local import archive_in, path_of, scheme_of, signature_of
from necropsy.sources.remote import archive_in_url, find_remote, is_url
from necropsy.sources.source import Broken, Source, reason
from necropsy.sources.within import Archive

__all__ = ["expanded", "files_at", "find", "matches", "may_be_archive", "walked"]


def find(paths: Iterable[str | os.PathLike[str]], limits: Limits = Limits()) -> Iterator[Source]:
    """The files under some paths, each directory in the order of its names.

    Args:
        paths: files, directories, archives and their members, globs, URLs.
        limits: how much of an archive is looked at.

    A path that does not exist is a source with its problem, not an exception: one wrong
    argument must not stop a run.
    """
    for path in paths:
        for source in files_at(os.fspath(path), limits):
            if may_be_archive(source):
                yield from expanded(source, limits)
            else:
                yield source


def files_at(name: str, limits: Limits = Limits()) -> Iterator[Source]:
    """The files at one path; an archive is one of them."""
    if is_url(name):
        yield from _at_url(name, limits)
        return
    try:
        found = os.stat(path_of(name))
    except (OSError, ValueError):
        yield from _without_file(name, limits)
        return
    if stat.S_ISDIR(found.st_mode):
        yield from (source for source, _ in walked(name))
    else:
        yield Source(name, size=found.st_size if stat.S_ISREG(found.st_mode) else -1)


def _at_url(url: str, limits: Limits) -> Iterator[Source]:
    inside = archive_in_url(url)
    if inside:
        yield _member(url, inside, limits)
    else:
        yield from find_remote(url)


def _without_file(name: str, limits: Limits) -> Iterator[Source]:
    """What a path stands for at which there is no file: a link to nothing, a member, or a glob."""
    inside = archive_in(name)
    if os.path.lexists(path_of(name)):
        yield Source(name)
    elif inside:
        yield _member(name, inside, limits)
    elif not glob.has_magic(name):
        yield Source(name, problem=NOT_THERE)
    else:
        found = matches(name)
        if not found:
            yield Source(name, problem="nothing matches")
        for each in found:
            for source in files_at(each, limits):
                yield replace(source, asked=False) if source.asked else source


NOT_THERE = "there is no such file or directory"


def matches(pattern: str) -> list[str]:
    """What a glob matches, in the order of the names; ``**`` stands for directories of any depth."""
    scheme = scheme_of(pattern)
    return [scheme + each for each in sorted(glob.glob(path_of(pattern), recursive=True))]


def _member(name: str, inside: str, limits: Limits) -> Source:
    """A member that was named."""
    source = Source(name, inside=inside)
    try:
        with shelved(inside, limits) as archive:
            place = place_of(source, inside, archive)
    except OSError as error:
        return replace(source, problem=reason(error))
    except Broken as error:
        return replace(source, asked=False, problem=str(error))
    return replace(source, place=place, size=place.size)


def walked(directory: str) -> Iterator[tuple[Source, bool]]:
    """The files in a directory with all below it, and whether each is a link."""
    try:
        waiting = _entries(directory)
    except OSError as error:
        yield Source(directory, asked=False, problem=reason(error)), False
        return
    scheme = scheme_of(directory)
    # A stack and no recursion: a path can be deeper than Python's calls.
    while waiting:
        entry = waiting.pop()
        if not entry.is_dir(follow_symlinks=False):
            is_link = entry.is_symlink()
            if not is_link or _leads_to_file(entry):
                yield _found(scheme + entry.path, entry), is_link
            continue
        try:
            waiting += _entries(entry.path)
        except OSError as error:
            yield Source(scheme + entry.path, asked=False, problem=reason(error)), False


def _entries(directory: str) -> list[os.DirEntry[str]]:
    """What lies in a directory, the first at the end."""
    with os.scandir(path_of(directory)) as found:
        return sorted(found, key=_name, reverse=True)


_name = operator.attrgetter("name")


def _leads_to_file(link: os.DirEntry[str]) -> bool:
    """Whether a link leads to nothing, to itself, or to a directory (which is not entered)."""
    try:
        return link.is_file()
    except OSError:
        return False


def _found(name: str, entry: os.DirEntry[str]) -> Source:
    """A file as its directory has it."""
    try:
        seen = entry.stat()
    except OSError:
        return Source(name, asked=False)
    # A directory of Windows has no inodes.
    return Source(name, False, "", seen.st_size, looks=signature_of(seen) if seen.st_ino else "")


# Endings of files that are no archives; asking each of a long list would take as long as reading it.
_PLAIN = (".txt", ".html", ".htm", ".log", ".lst", ".json", ".jsonl", ".csv")


def expanded(source: Source, limits: Limits = Limits()) -> Iterator[Source]:
    """The members of an archive, or the source itself if it is none."""
    try:
        archive, problem = open_archive(source.name, limits), "called as archives are, and none"
    except (OSError, Broken) as error:
        archive, problem = None, reason(error)
    if archive is not None:
        yield from _members(source, archive, limits)
    elif is_called_archive(source.name):
        yield replace(source, asked=False, problem=problem)
    else:
        # Reading it says what is wrong, if anything is.
        yield source


def may_be_archive(source: Source) -> bool:
    """Whether a file has to be opened to see if it is an archive.

    Names are asked first: only files that are called as archives are, or that were named
    themselves, are worth a look.
    """
    name = source.name.lower()
    if source.problem or source.inside:
        return False
    return is_called_archive(name) or (source.asked and not name.endswith(_PLAIN) and not is_url(name))


def _members(source: Source, archive: Archive, limits: Limits) -> Iterator[Source]:
    """The members of an archive; at the end the archive itself, if something is wrong with it."""
    name = source.name
    count = size = 0
    try:
        for member, place, problem in archive.entries():
            # What is not read is not unpacked, however long it says it is.
            count, size = count + 1, size + (0 if problem else place.size)
            limits.check_members(count, size)
            yield Source(f"{name}/{member}", False, problem, place.size, name, place)
    except (OSError, Broken) as error:
        yield replace(source, asked=False, problem=reason(error))
    finally:
        archive.close()
