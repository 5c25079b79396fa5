"""Packed files of every kind: whole, in parts, damaged, and without what unpacks them."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from necropsy.loglines import Broken
from necropsy.sources import Limits, Source, blocks, read, size_of

PACKERS = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "Zstandard": zstandard.ZstdCompressor(write_checksum=True).compress,
}
EACH = pytest.mark.parametrize("kind", PACKERS)


def write(path: Path, data: bytes) -> Source:
    path.write_bytes(data)
    return Source(str(path))


@EACH
def test_packed_files_are_known_by_their_bytes(tmp_path: Path, kind: str) -> None:
    text = "".join(f"line {n}\n" for n in range(50_000))
    source = write(tmp_path / "x", PACKERS[kind](text.encode()))
    assert read(source).text == text
    assert b"".join(blocks(source)).decode() == text
    assert read(write(tmp_path / "x", PACKERS[kind](b""))).text == ""


@EACH
def test_several_parts(tmp_path: Path, kind: str) -> None:
    pack: Callable[[bytes], bytes] = PACKERS[kind]
    data = b"".join(map(pack, (b"one ", b"", b"two ", b"x" * 100_000)))
    assert read(write(tmp_path / "x", data)).text == "one two " + "x" * 100_000
    content = read(write(tmp_path / "x", pack(b"") * 999))
    assert content.problem == f"a {kind} file of more than 64 empty parts"


@EACH
def test_a_packed_file_that_is_cut_or_damaged(tmp_path: Path, kind: str) -> None:
    data = PACKERS[kind](b"".join(b"%d\n" % (n * n) for n in range(30_000)))
    content = read(write(tmp_path / "x", data[:-20]))
    assert content.problem == f"a {kind} file that ends too early"
    assert kind in ("xz", "bzip2") or content.text.startswith("0\n1\n4\n")
    damaged = bytearray(data)
    damaged[100:140] = bytes(40)
    source = write(tmp_path / "x", bytes(damaged))
    assert "damaged" in read(source).problem or "early" in read(source).problem
    with pytest.raises(Broken):
        list(blocks(source))
    assert "damaged" in read(write(tmp_path / "x", PACKERS[kind](b"x") + b"more" * 9)).problem


def test_letters_alone_are_no_bzip2_file(tmp_path: Path) -> None:
    assert read(write(tmp_path / "x", b"BZh9 the Great")).text == "BZh9 the Great"


def test_a_packed_file_over_the_limit_is_read_from_the_disk(tmp_path: Path) -> None:
    content = read(write(tmp_path / "x", gzip.compress(bytes(range(256)) * 40)), Limits(file_bytes=100))
    assert content.partial
    assert not content.problem


def test_a_part_that_needs_too_much_memory(tmp_path: Path) -> None:
    data = lzma.compress(b"text", preset=0, filters=None)
    huge = lzma.compress(b"text", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}])
    assert read(write(tmp_path / "x", data)).text == "text"
    problem = read(write(tmp_path / "x", huge)).problem
    assert problem == "needs more memory to unpack than the limit of 134,217,728 bytes (--max-memory)"
    assert read(write(tmp_path / "x", huge), Limits(memory_bytes=1 << 31)).text == "text"
    settings = zstandard.ZstdCompressionParameters(window_log=28)
    packer = zstandard.ZstdCompressor(compression_params=settings).compressobj()
    wide = packer.compress(b"text") + packer.flush()
    assert "(--max-memory)" in read(write(tmp_path / "x", wide)).problem
    assert read(write(tmp_path / "x", wide), Limits(memory_bytes=1 << 28)).text == "text"


def test_without_zstandard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    problem = read(write(tmp_path / "x", zstandard.compress(b"text"))).problem
    assert problem == "needs the extra 'remote': pip install 'necropsy[remote]'"


def test_a_problem_that_is_known_stops_a_log() -> None:
    with pytest.raises(Broken, match="known"):
        list(blocks(Source("x", problem="known")))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("8MB", 8 << 20),
        ("512K", 1 << 19),
        ("1G", 1 << 30),
        ("2 GiB", 1 << 31),
        ("1.5k", 1536),
        ("7", 7),
        (" 1t ", 1 << 40),
    ],
)
def test_sizes(text: str, size: int) -> None:
    assert size_of(text) == size


@pytest.mark.parametrize("text", ["", "0", "-1", "MB", "1Q", "1e3", "9" * 99, "1 2", "0.1"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="is no size: give bytes"):
        size_of(text)
