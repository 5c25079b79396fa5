"""URLs and globs: stores, the web, files; what is missing and what refuses."""

from __future__ import annotations

import functools
import gzip
import http.server
import os
import pickle
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest
from test_archives import TEXTS, tarred, zipped

from necropsy.given import existing, find_once, holds_logs, is_there
from necropsy.loglines import Broken, lines_in
from necropsy.sources import Limits, Source, find, read, remote, signature


@pytest.fixture
def store() -> Iterator[Any]:
    """A store in memory."""
    store = fsspec.filesystem("memory")
    store.pipe({f"/bucket/{name}": data for name, data in TEXTS.items()})
    yield store
    store.rm("/bucket", recursive=True)
    remote._signature.cache_clear()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server without ranges, as Python has it."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Ranges(Quiet):
    """A server that gives parts of files."""

    def do_GET(self) -> None:
        asked = self.headers.get("Range")
        if not asked:
            super().do_GET()
            return
        first, last = asked.removeprefix("bytes=").split("-")
        data = Path(self.translate_path(self.path)).read_bytes()
        part = data[int(first) : int(last) + 1]
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {first}-{int(first) + len(part) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)


def served(folder: Path, handler: type[http.server.BaseHTTPRequestHandler]) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=str(folder))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def web(tmp_path: Path) -> Iterator[str]:
    """A server of a folder, without ranges."""
    yield from served(tmp_path, Quiet)


@pytest.fixture
def ranges(tmp_path: Path) -> Iterator[str]:
    """A server of a folder, with ranges."""
    yield from served(tmp_path, Ranges)


class Answering(Quiet):
    """A server that answers with the number that is asked for."""

    def do_HEAD(self) -> None:
        self.send_response(int(self.path[1:4]))
        self.end_headers()

    def do_GET(self) -> None:
        self.do_HEAD()


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("404", "there is no such file or directory"),
        ("410", "there is no such file or directory"),
        ("403", "the server answers 403 forbidden"),
        ("500", "the server answers 500 internal server error"),
    ],
)
def test_what_a_server_answers_is_told(tmp_path: Path, path: str, problem: str) -> None:
    for web in served(tmp_path, Answering):
        [source] = find([f"{web}/{path}"])
        assert (source.problem, source.asked) == (problem, True)
        assert read(Source(source.name)).problem == problem


def test_a_server_that_refuses_and_one_that_is_not_known() -> None:
    with socket.socket() as own:
        # A port that is bound and does not listen is nobody else's.
        own.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{own.getsockname()[1]}/x.txt"
        [source] = find([url])
        assert source.problem == read(Source(url)).problem == "connection refused"
    [source] = find(["http://nowhere.invalid/x.txt"])
    assert source.problem
    assert "no such file" not in source.problem


# Stores


def test_a_file_in_a_store(store: Any) -> None:
    [source] = find(["memory://bucket/two.txt"])
    assert (source.name, source.asked, source.size) == ("memory://bucket/two.txt", True, 10)
    assert read(source).text == read(Source(source.name)).text == "∞ second"
    assert [line.text for line in lines_in("memory://bucket/a/logfile", Limits())] == ["x=1"] * 3


def test_a_folder_in_a_store(store: Any) -> None:
    found = list(find(["memory://bucket"]))
    assert [source.name for source in found] == [
        f"memory://bucket/{name}" for name in ("a/logfile", "a/one.txt", "two.txt")
    ]
    assert not any(source.asked for source in found)
    assert [read(pickle.loads(pickle.dumps(source))).text[:5] for source in found] == [
        "x=1\nx",
        "first",
        "∞ sec",
    ]
    assert holds_logs(["memory://bucket"])
    assert not holds_logs(["memory://bucket/two.txt"])


def test_an_archive_in_a_store(store: Any, tmp_path: Path) -> None:
    store.pipe(
        {
            "/bucket/x.zip": zipped(tmp_path / "x", TEXTS).read_bytes(),
            "/bucket/y.tgz": gzip.compress(tarred(TEXTS)),
        }
    )
    for name in ("x.zip", "y.tgz"):
        url = f"memory://bucket/{name}"
        found = list(find([url]))
        assert [source.name for source in found] == [f"{url}/{member}" for member in TEXTS]
        assert [read(source).text.encode() for source in found] == list(TEXTS.values())
        [source] = find([f"{url}/two.txt"])
        assert (source.asked, read(source).text, read(Source(source.name)).text) == (
            True,
            "∞ second",
            "∞ second",
        )
        assert len({signature(source) for source in found} - {""}) == 3
        [source] = find([f"{url}/none"])
        assert source.problem == "the archive has no such member"


def test_the_signature_in_a_store(store: Any) -> None:
    source = Source("memory://bucket/two.txt")
    before = signature(source)
    assert before.startswith("10:")
    store.pipe("/bucket/two.txt", b"other text")
    remote._signature.cache_clear()
    assert signature(source) not in ("", before)
    assert signature(Source("memory://bucket/none")) == ""


def test_a_glob_in_a_store(store: Any) -> None:
    store.pipe("/bucket/b/three.txt", b"third")
    found = list(find(["memory://bucket/*/*.txt"]))
    assert [source.name.rpartition("/")[2] for source in found] == ["one.txt", "three.txt"]
    assert [read(source).text for source in found] == ["first", "third"]
    assert not any(source.asked for source in found)
    [source] = find(["memory://bucket/*.none"])
    assert source.problem == "nothing matches"


def test_urls_come_once(store: Any) -> None:
    two = "memory://bucket/two.txt"
    assert [source.name for source in find_once([two, two, f"{two}/"])] == [two]
    assert (
        len(list(find_once(["memory://bucket", two]))) == len(list(find_once([two, "memory://bucket/"]))) == 3
    )


def test_what_is_not_in_a_store(store: Any) -> None:
    for url in ("memory://bucket/none", "memory://nowhere/"):
        [source] = find([url])
        assert (source.name, source.asked) == (url, True)
        assert source.problem == "there is no such file or directory"
        assert read(Source(url)).problem == source.problem


def test_a_kind_of_store_that_nobody_knows() -> None:
    [source] = find(["nothing://x"])
    assert "nothing" in source.problem
    assert "nothing" in read(Source("nothing://x")).problem


def test_without_fsspec(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    [source] = find(["s3://bucket/x.txt"])
    assert source.problem == read(Source("s3://b/y")).problem == remote.NEEDS_EXTRA
    assert signature(Source("s3://bucket/z")) == ""


def test_a_store_that_refuses(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Access\n denied")

    monkeypatch.setattr(type(store), "ls", refuse)
    [source] = find(["memory://bucket"])
    assert (source.asked, source.problem) == (False, "access denied")
    monkeypatch.setattr(type(store), "_open", refuse)
    assert read(Source("memory://bucket/two.txt")).problem == "access denied"


def test_a_store_that_breaks_off(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Torn:
        def read(self, size: int) -> bytes:
            raise RuntimeError

        def close(self) -> None:
            """Nothing to close."""

    monkeypatch.setattr(type(store), "_open", lambda *_, **__: Torn())
    assert read(Source("memory://bucket/two.txt")).problem == "runtimeerror"
    with pytest.raises(Broken, match="runtimeerror"):
        list(lines_in("memory://bucket/a/logfile", Limits()))


def test_folders_that_lie_in_themselves(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        type(store), "ls", lambda _, path, **__: [{"name": f"{path}/on", "type": "directory"}]
    )
    assert list(find(["memory://bucket"])) == []


# The web


def test_a_file_on_the_web(web: str, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("see http://nowhere.example/y.txt")
    (tmp_path / "y.txt.gz").write_bytes(gzip.compress(b"packed"))
    [source] = find([f"{web}/x.txt"])
    assert (source.name, source.size, source.asked) == (f"{web}/x.txt", 32, True)
    assert read(source).text == "see http://nowhere.example/y.txt"
    assert read(source, Limits(file_bytes=3)).partial
    assert read(Source(f"{web}/y.txt.gz")).text == "packed"
    assert signature(source)
    assert [line.text for line in lines_in(source, Limits())] == ["see http://nowhere.example/y.txt"]


def test_a_page_that_lists_a_folder(web: str, tmp_path: Path) -> None:
    (tmp_path / "d" / "e").mkdir(parents=True)
    for name in ("b.txt", "a.txt", "e/c.txt"):
        (tmp_path / "d" / name).write_text(name)
    found = list(find([f"{web}/d/"]))
    assert [source.name for source in found] == [f"{web}/d/{name}" for name in ("a.txt", "b.txt", "e/c.txt")]
    assert [read(source).text for source in found] == ["a.txt", "b.txt", "e/c.txt"]


def test_what_is_not_on_the_web(web: str) -> None:
    [source] = find([f"{web}/none.txt"])
    assert source.problem == "there is no such file or directory"
    [source] = find([f"{web}/none/"])
    assert (source.problem, source.asked) == ("there is no such file or directory", False)
    [source] = find(["http://127.0.0.1:9/x.txt"])
    assert source.problem


def test_archives_on_the_web(ranges: str, tmp_path: Path) -> None:
    zipped(tmp_path / "x.zip", TEXTS)
    (tmp_path / "y.tar").write_bytes(tarred(TEXTS))
    for name in ("x.zip", "y.tar"):
        found = list(find([f"{ranges}/{name}"]))
        assert [read(source).text.encode() for source in found] == list(TEXTS.values())
        assert read(Source(f"{ranges}/{name}/two.txt")).text == "∞ second"


def test_an_archive_on_a_server_without_ranges(web: str, tmp_path: Path) -> None:
    zipped(tmp_path / "x.zip", {f"{n}": os.urandom(9_000) for n in range(9)})
    assert all(source.problem or read(source).problem or source.inside for source in find([f"{web}/x.zip"]))


# Files by URL, and globs


def test_a_file_by_its_url(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "x.txt").write_text("text")
    zipped(tmp_path / "y.zip", TEXTS)
    url = f"file://{tmp_path}"
    for path in (url, f"{url}/d"):
        assert f"{url}/d/x.txt" in [source.name for source in find([path])]
    assert read(Source(f"{url}/d/x.txt")).text == "text"
    assert signature(Source(f"{url}/d/x.txt")) == signature(Source(f"{tmp_path}/d/x.txt")) != ""
    assert read(Source(f"{url}/y.zip/two.txt")).text == "∞ second"
    assert [source.name for source in find([f"{url}/d/*.txt"])] == [f"{url}/d/x.txt"]
    assert len(list(find_once([url, tmp_path, f"{url}/d/x.txt"]))) == 4
    assert is_there(f"{url}/d/x.txt")


@pytest.mark.skipif(os.name != "posix", reason="needs the files of Unix")
def test_a_pipe_by_its_url(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    assert read(Source(f"file://{tmp_path}/fifo")).problem == "not a regular file"
    assert [read(source).problem for source in find([tmp_path, tmp_path / "fifo"])] == [
        "not a regular file"
    ] * 2
    assert signature(Source(str(tmp_path / "fifo"))) == ""


def test_globs(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "d/c.txt", "d/e/f.txt", "g.dat", "h[1].txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)

    def found(pattern: str) -> list[str]:
        sources = [list(each([f"{tmp_path}/{pattern}"])) for each in (find, find_once)]
        assert sources[0] == sources[1]
        return [os.path.relpath(source.name, tmp_path) for source in sources[0]]

    assert found("*.txt") == ["a.txt", "b.txt", "h[1].txt"]
    assert found("**/*.txt") == ["a.txt", "b.txt", "d/c.txt", "d/e/f.txt", "h[1].txt"]
    assert found("[dg]*") == ["d/c.txt", "d/e/f.txt", "g.dat"]
    assert found("h[1].txt") == ["h[1].txt"]
    assert not any(source.asked for source in find([f"{tmp_path}/*"]))
    assert next(find([tmp_path / "h[1].txt"])).asked
    [source] = find_once([f"{tmp_path}/*.none"])
    assert (source.asked, source.problem) == (True, "nothing matches")
    assert existing(f"{tmp_path}/*.txt") == (f"{tmp_path}/*.txt",)
    with pytest.raises(FileNotFoundError):
        existing(f"{tmp_path}/*.none")


def test_no_url_leads_around_the_look_at_a_file(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo.txt"
    os.mkfifo(fifo)
    for scheme in ("file", "local"):
        assert read(Source(f"{scheme}://{fifo}")).problem == "not a regular file"
    for chain in (f"zip://x::file://{fifo}", f"filecache://x::local://{fifo}"):
        assert "leads through others" in read(Source(chain)).problem
