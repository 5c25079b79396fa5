"""URLs of any kind that fsspec knows: S3 and its like, the web, and many more."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from necropsy.sources.source import Broken, Source, Stream, reason

__all__ = ["archive_in_url", "find_remote", "is_url", "open_remote", "remote_signature"]

_URL = re.compile(r"(?!(?:file|local)://)[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_WEB = ("http://", "https://")
NEEDS_EXTRA = "needs the extra 'remote': pip install 'necropsy[remote]'"


def is_url(name: str) -> bool:
    """Whether a name is a URL that leads away from this machine's files."""
    return "://" in name and _URL.match(name) is not None


_ARCHIVE = re.compile(
    r"(.+?\.(?:zip|tar|tgz|tbz2|txz|tzst|tar\.(?:gz|bz2|xz|zst)))/.", re.IGNORECASE | re.DOTALL
)


def archive_in_url(url: str) -> str:
    """The part of a URL that is called as archives are, with a member behind it; "" where there is none."""
    match = _ARCHIVE.match(url)
    return match[1] if match else ""


@contextmanager
def _told() -> Iterator[None]:
    """Make an OSError of whatever a driver throws; they have errors of their own."""
    try:
        yield
    except ImportError:
        raise OSError(None, NEEDS_EXTRA) from None
    except FileNotFoundError as error:
        why = _behind(error)
        if why:
            raise OSError(None, why) from None
        raise FileNotFoundError(None, "there is no such file or directory") from None
    except OSError as error:
        raise OSError(error.errno, _words(error)) from None
    except Exception as error:
        raise OSError(None, _words(error)) from None


_NOT_FOUND = (404, 410)


def _behind(error: FileNotFoundError) -> str:
    """What is wrong where a driver calls it not found; "" where that is all: on the web they call all so."""
    cause = error.__cause__
    status = getattr(cause, "status", None)
    if isinstance(status, int):
        words = " ".join(str(getattr(cause, "message", "")).split())[:100]
        return "" if status in _NOT_FOUND else f"the server answers {status} {words}".rstrip()
    if not isinstance(cause, OSError) or isinstance(cause, FileNotFoundError):
        return ""
    if cause.errno and isinstance(getattr(cause, "os_error", cause), ConnectionError):
        return os.strerror(cause.errno)
    return _words(cause)


def _words(error: Exception) -> str:
    told = error.strerror if isinstance(error, OSError) else ""
    return " ".join((told or str(error) or type(error).__name__).split())[:500]


def _store(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the URL's path in it."""
    from fsspec.core import url_to_fs

    if "::" in url or url.lower().startswith(("file:", "local:")):
        # What is behind a chain, or spelled otherwise, could be a pipe or a device of this machine.
        raise OSError(None, "a URL that leads through others, or to this machine: give the path")
    store, path = url_to_fs(url)
    return store, path


def open_remote(url: str, *, whole: bool) -> Stream:
    """Open a URL as a stream.

    Args:
        url: where the file is.
        whole: whether it is read from its start to its end; otherwise any part can be had,
            which not every server of the web allows.

    Raises:
        OSError: if it cannot be opened.
    """
    with _told():
        store, path = _store(url)
        # A page of the web comes in one answer, and not block by block.
        options = {"block_size": 0} if whole and url.lower().startswith(_WEB) else {}
        return _Remote(store.open(path, "rb", **options))


class _Remote:
    """A stream whose errors are told in words."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        return bytes(self._try(lambda: self._stream.read(size)))

    def seek(self, offset: int, whence: int = 0, /) -> int:
        self._try(lambda: self._stream.seek(offset, whence))
        return self.tell()

    def tell(self) -> int:
        return int(self._stream.tell())

    def close(self) -> None:
        self._try(self._stream.close)

    @staticmethod
    def _try(call: Callable[[], Any]) -> Any:
        try:
            with _told():
                return call()
        # zipfile takes an OSError for a sign that there is no zip.
        except OSError as error:
            raise Broken(reason(error)) from None


def find_remote(url: str) -> Iterator[Source]:
    """The files at a URL: itself, or those below it in the order of their names.

    One that cannot be looked at is a source with its problem.
    """
    try:
        with _told():
            store, path = _store(url)
            if _is_glob(url):
                found = sorted(store.glob(path))
                if not found:
                    yield Source(url, problem="nothing matches")
                for each in found:
                    yield Source(str(store.unstrip_protocol(each)), asked=False)
                return
            info = _directory_or_file(store, path, url)
    except OSError as error:
        yield Source(url, problem=reason(error))
        return
    if info["type"] == "directory":
        yield from _below(store, path, url)
    else:
        yield Source(url, size=_size(info))


def _is_glob(url: str) -> bool:
    # On the web a question mark begins the parameters.
    return "*" in url or (not url.lower().startswith(_WEB) and any(each in url for each in "?["))


def _directory_or_file(store: Any, path: str, url: str) -> dict[str, Any]:
    if url.lower().startswith(_WEB):
        # Asking would read a dump as a page and take its links for files.
        return {"type": "directory"} if url.endswith("/") else dict(store.info(path), type="file")
    return dict(store.info(path))


_DEEPEST = 64


def _below(store: Any, path: str, url: str) -> Iterator[Source]:
    # What is found is called as what was given, however the store calls that.
    given, head = url.rstrip("/"), len(path.rstrip("/"))
    waiting: list[tuple[dict[str, Any], int]] = [({"name": path, "type": "directory"}, 0)]
    while waiting:
        entry, depth = waiting.pop()
        name = entry["name"]
        if entry["type"] != "directory":
            yield Source(given + name[head:], asked=False, size=_size(entry))
            continue
        try:
            with _told():
                entries = store.ls(name, detail=True)
        except OSError as error:
            yield Source(given + name[head:], asked=False, problem=reason(error))
            continue
        below = [each for each in entries if _lies_below(each["name"], name)]
        if depth < _DEEPEST:
            waiting += [(each, depth + 1) for each in sorted(below, key=_name, reverse=True)]


def _lies_below(name: str, directory: str) -> bool:
    """Whether a listing's entry is one of its directory: pages link to others, stores list themselves."""
    directory = directory.rstrip("/")
    below = name.rstrip("/")
    if below == directory or (directory and not below.startswith(directory + "/")):
        return False
    return not (name.lower().startswith(_WEB) and any(mark in name for mark in "?#"))


def _name(entry: dict[str, Any]) -> str:
    return str(entry["name"])


def _size(info: dict[str, Any]) -> int:
    size = info.get("size")
    return size if isinstance(size, int) else -1


_CHANGING = (
    "ETag", "etag", "LastModified", "Last-Modified", "last_modified", "mtime", "modified", "updated",
    "created", "VersionId", "generation", "md5Hash", "Content-MD5",
)  # fmt: skip
"""What the drivers call that which changes with the content."""


def remote_signature(url: str) -> str:
    """What changes with the content at a URL; "" where the store tells nothing that does."""
    # Asked once a minute, as each member of an archive asks.
    return _signature(url, int(time.monotonic()) // 60, os.getpid())


@lru_cache(maxsize=256)
def _signature(url: str, _minute: int, _process: int) -> str:
    try:
        with _told():
            store, path = _store(url)
            info = store.info(path)
    except OSError:
        return ""
    told = [f"{key}={info[key]}" for key in _CHANGING if info.get(key)]
    return ":".join([str(_size(info)), *told]) if told else ""
