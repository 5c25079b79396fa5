"""Paths, bytes and texts: every kind of file, and none that harms."""

from __future__ import annotations

import gzip
import os
import socket
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from necropsy.engine import Plan, audit_each
from necropsy.sources import Limits, Source, decode, find, read

SMALL = Limits(file_bytes=1_000)
UNIX = pytest.mark.skipif(os.name != "posix", reason="needs the files of Unix")


def names(path: Path) -> list[str]:
    return [os.path.relpath(source.name, path) for source in find([path])]


def write(path: Path, data: bytes) -> Source:
    path.write_bytes(data)
    return Source(str(path))


# Finding


def test_a_directory_in_the_order_of_its_names(tmp_path: Path) -> None:
    for name in ("b/2.txt", "b/10.txt", "a.txt", "c.txt", "b/deep/er/x.txt", "B.txt", "b.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert names(tmp_path) == ["B.txt", "a.txt", "b/10.txt", "b/2.txt", "b/deep/er/x.txt", "b.txt", "c.txt"]
    assert all(not source.asked for source in find([tmp_path]))


def test_files_that_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_text("x")
    assert list(find([path, str(path)])) == [Source(str(path)), Source(str(path))]


def test_what_is_not_there(tmp_path: Path) -> None:
    for name in ("none.txt", "none/none.txt", "x" * 300, "nul\x00byte"):
        [source] = find([os.path.join(tmp_path, name)])
        assert source.asked
        assert source.problem == "there is no such file or directory"
        assert read(source).problem == source.problem


def test_an_empty_directory(tmp_path: Path) -> None:
    assert list(find([tmp_path])) == []
    assert list(find([])) == []


def test_finding_is_lazy(tmp_path: Path) -> None:
    found = find([tmp_path / "none", tmp_path])
    assert isinstance(found, Iterator)
    next(found)


@UNIX
def test_a_directory_deeper_than_the_calls_of_python(tmp_path: Path) -> None:
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        for _ in range(1_500):
            os.mkdir("d")
            os.chdir("d")
        Path("deep.txt").write_text("x")
        os.chdir(tmp_path)
        found = list(find(["."]))
        assert len(found) == 1
        assert found[0].name.endswith("deep.txt")
    finally:
        os.chdir(tmp_path)
        # rmtree itself would go too deep.
        depth = 0
        while os.path.isdir("d"):
            os.chdir("d")
            depth += 1
        for name in os.listdir():
            os.unlink(name)
        for _ in range(depth):
            os.chdir("..")
            os.rmdir("d")
        os.chdir(before)


@UNIX
def test_links(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "x.txt").write_text("x")
    os.symlink(tmp_path / "real", tmp_path / "linked")
    os.symlink(tmp_path, tmp_path / "real" / "up")
    os.symlink(tmp_path / "real" / "x.txt", tmp_path / "file")
    os.symlink(tmp_path / "nothing", tmp_path / "broken")
    os.symlink(tmp_path / "loop", tmp_path / "loop")
    os.symlink(tmp_path / "ping", tmp_path / "pong")
    os.symlink(tmp_path / "pong", tmp_path / "ping")
    assert names(tmp_path) == ["file", "real/x.txt"]
    for name in ("loop", "ping"):
        [source] = find([tmp_path / name])
        assert "symbolic links" in read(source).problem
    assert read(next(find([tmp_path / "broken"]))).problem == "no such file or directory"


@UNIX
def test_pipes_sockets_and_devices(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    listener = socket.socket(socket.AF_UNIX)
    here = Path.cwd()
    os.chdir(tmp_path)  # a socket's path is short
    try:
        listener.bind("socket")
    finally:
        os.chdir(here)
        listener.close()
    problems = {os.path.basename(s.name): read(s).problem for s in find([tmp_path])}
    assert problems["fifo"] == "not a regular file"
    assert problems["socket"]
    assert read(Source(str(tmp_path / "fifo"))).problem == "not a regular file"
    assert read(Source("/dev/zero")).problem == "not a regular file"
    assert read(Source("/dev/null")).problem == "not a regular file"


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    handles = _open_handles()
    for _ in range(10):
        assert read(Source(str(tmp_path))).problem
    assert _open_handles() == handles


def _open_handles() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


@UNIX
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root reads everything")
def test_what_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed" / "x").write_text("x")
    (tmp_path / "secret.txt").write_text("x")
    (tmp_path / "closed").chmod(0)
    (tmp_path / "secret.txt").chmod(0)
    try:
        assert {read(source).problem for source in find([tmp_path])} == {"permission denied"}
    finally:
        (tmp_path / "closed").chmod(0o700)


def test_a_system_that_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "x.txt"
    path.write_text("x")
    monkeypatch.setattr(os, "open", refuse)
    assert read(Source(str(path))).problem == "permission denied"
    monkeypatch.setattr(os, "scandir", refuse)
    [source] = find([tmp_path])
    assert (source.problem, source.asked) == ("permission denied", False)
    monkeypatch.setattr(os, "open", lambda *_: (_ for _ in ()).throw(OSError("worn out")))
    assert read(Source(str(path))).problem == "worn out"


@pytest.mark.parametrize("name", ["nul\x00byte", "half\ud800"])
def test_names_that_no_file_can_have(name: str) -> None:
    assert read(Source(name)).problem


# Decoding


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"", "", "utf-8"),
        (b"plain", "plain", "utf-8"),
        ("∞ Æsc 樹".encode(), "∞ Æsc 樹", "utf-8"),
        (b"\xef\xbb\xbfplain", "plain", "utf-8"),
        (b"\xef\xbb\xbf\xef\xbb\xbfplain", "\ufeffplain", "utf-8"),
        (b"map \x98\xa7\x86\xf7", "map ˜§†÷", "cp1252"),
        (b"\xef\xbb\xbfmap \x98", "map ˜", "cp1252"),
        (b"no character \x81\x8d", "no character \ufffd\ufffd", "cp1252"),
        # a surrogate, which is no character in UTF-8
        (b"half \xed\xa0\x80", "half í\xa0€", "cp1252"),
        (b"cut off \xe2\x88", "cut off âˆ", "cp1252"),
        (b"nul \x00 byte", "nul \x00 byte", "utf-8"),
        (b"a\r\nb\rc\n", "a\r\nb\rc\n", "utf-8"),
    ],
)
def test_decoding(data: bytes, text: str, encoding: str) -> None:
    content = decode(data)
    assert (content.text, content.encoding, content.problem) == (text, encoding, "")
    content.text.encode("utf-8")


# Reading


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    assert len(read(write(tmp_path / "a", b"x" * 1_000), SMALL).text) == 1_000
    content = read(write(tmp_path / "b", b"x" * 1_001), SMALL)
    assert (content.text, content.partial) == ("x" * 1_000, True)
    [audit] = audit_each([Source(str(tmp_path / "b"))], Plan(limits=SMALL))
    assert (audit.verdict, audit.reasons) == (
        "unreadable",
        ("longer than the limit of 1,000 bytes (--max-file)",),
    )


def test_a_very_long_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(1 << 34)
    content = read(Source(str(path)))
    assert (len(content.text), content.partial) == (65_536, True)


class _Slow:
    """A file system that gives seven bytes at a time, and says that a file has more than it gives."""

    says: int | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def read(self, handle: int, size: int) -> bytes:
        return os.read(handle, min(size, 7))

    def fstat(self, handle: int) -> os.stat_result:
        true = os.fstat(handle)
        return true if self.says is None else os.stat_result((true.st_mode, *[0] * 5, self.says, 0, 0, 0))


def test_a_file_that_comes_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, slow = write(tmp_path / "a", b"text of some length"), _Slow()
    # Not in os itself: other threads of the tests read, too.
    monkeypatch.setattr("necropsy.sources.reading.os", slow)
    assert read(source).text == "text of some length"
    slow.says = 99
    # It was longer when it was opened.
    assert read(source).text == "text of some length"


def test_an_empty_file(tmp_path: Path) -> None:
    content = read(write(tmp_path / "a.txt.gz", b""))
    assert (content.text, content.problem) == ("", "")


def test_a_problem_that_is_known_already() -> None:
    assert read(Source("x", problem="known")).problem == "known"


# Compressed files


@pytest.mark.parametrize("name", ["a.txt.gz", "a.gz", "a.txt", "a"])
def test_compressed_or_not_is_seen_in_the_bytes(tmp_path: Path, name: str) -> None:
    assert read(write(tmp_path / name, gzip.compress(b"text"))).text == "text"
    assert read(write(tmp_path / name, b"text")).text == "text"


def test_several_parts(tmp_path: Path) -> None:
    parts = gzip.compress(b"one ") + gzip.compress(b"") + gzip.compress("∞ three".encode())
    assert read(write(tmp_path / "a", parts)).text == "one ∞ three"


@pytest.mark.parametrize("padding", [b"\x00", b"\x00" * 10_000])
def test_zeros_behind_the_last_part(tmp_path: Path, padding: bytes) -> None:
    assert read(write(tmp_path / "a", gzip.compress(b"text") + padding)).text == "text"


def test_too_many_parts(tmp_path: Path) -> None:
    content = read(write(tmp_path / "a", gzip.compress(b"") * 400_000))
    assert content.problem == "a gzip file of more than 64 empty parts"


@pytest.mark.parametrize("kept", [2, 5, 10, 15, 25, -9, -8, -4, -1])
def test_a_gzip_file_that_is_cut(tmp_path: Path, kept: int) -> None:
    content = read(write(tmp_path / "a", gzip.compress(b"text of some length" * 3)[:kept]))
    assert ("text of some length" * 3).startswith(content.text)
    assert "gzip file" in content.problem


@pytest.mark.parametrize("at", range(0, 40, 3))
def test_a_gzip_file_with_a_damaged_byte(tmp_path: Path, at: int) -> None:
    data = bytearray(gzip.compress(b"some text", mtime=0))
    at %= len(data)
    data[at] ^= 0xFF
    content = read(write(tmp_path / "a", bytes(data)))
    # Time stamp, flags and system are no part of the text.
    assert content.problem or content.text == "some text" or at < 10


def test_text_behind_a_gzip_file(tmp_path: Path) -> None:
    assert "damaged" in read(write(tmp_path / "a", gzip.compress(b"text") + b"more")).problem


def test_a_gzip_file_in_a_gzip_file_is_not_unpacked_twice(tmp_path: Path) -> None:
    assert "text" not in read(write(tmp_path / "a", gzip.compress(gzip.compress(b"text" * 99)))).text


def test_a_bomb(tmp_path: Path) -> None:
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(b"\x00" * (1 << 20)) for _ in range(300)) + packer.flush()
    assert len(bomb) < 400_000
    content = read(write(tmp_path / "a", bomb))
    assert content.problem.startswith("unpacks to ")
    assert content.problem.endswith("the limit is 500 times (--max-ratio)")
    content = read(write(tmp_path / "a", bomb), Limits(ratio=2_000))
    assert (len(content.text), content.partial) == (65_536, True)


def test_a_bomb_in_parts(tmp_path: Path) -> None:
    content = read(write(tmp_path / "a", gzip.compress(b"x" * 400) * 3), SMALL)
    assert (len(content.text), content.partial) == (1_000, True)


def test_the_limit_is_for_the_text(tmp_path: Path) -> None:
    assert len(read(write(tmp_path / "a", gzip.compress(b"x" * 1_000)), SMALL).text) == 1_000
    noise = struct.pack("<1200Q", *(pow(5, n, 1 << 61) for n in range(1200)))
    # Packed it is longer than the limit, too, and unpacked by no more than a byte of it.
    assert not read(write(tmp_path / "b", gzip.compress(noise)), SMALL).problem


def test_a_line_in_another_encoding_leaves_the_others_alone(tmp_path: Path) -> None:
    content = read(write(tmp_path / "a", "日本\n".encode() + b"J\xf6rg\n" + "ö".encode()))
    assert (content.text, content.encoding) == ("日本\nJörg\nö", "cp1252")
