"""Small files that unpack to gigabytes."""

from __future__ import annotations

import bz2
import gzip
import lzma
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from confined import BASE, FILE, MIB, SAMPLES, audited

UNPACKING = 128 * MIB
"""What one file may take to unpack (``--max-memory``)."""

MEMORY = BASE + 10 * FILE + UNPACKING

MORGUE = (SAMPLES / "dcss" / "morgue-Rijodo-20261130-104529.txt").read_bytes()
PART = 16 * MIB
PARTS = 256
"""So many parts of that size are 4 GiB."""

RATIO = "the limit is 500 times (--max-ratio)"
MOST_MEMORY = "needs more memory to unpack than the limit of 134,217,728 bytes (--max-memory)"


def in_one_frame(beginning: bytes = b"") -> bytes:
    packer = zstandard.ZstdCompressor().compressobj()
    return b"".join(
        [packer.compress(beginning), *(packer.compress(bytes(PART)) for _ in range(64)), packer.flush()]
    )


def deflated(size: int) -> bytes:
    """Zeros, as deflate's best block has them: 258 for each two bits."""
    packer = zlib.compressobj(9, wbits=31)
    return packer.compress(bytes(size)) + packer.flush()


def wide_window() -> bytes:
    settings = zstandard.ZstdCompressionParameters(window_log=29)
    packer = zstandard.ZstdCompressor(compression_params=settings).compressobj()
    return packer.compress(b"x") + packer.flush()


def empty_blocks() -> bytes:
    """A gzip file of stored blocks without content, which have no end."""
    return b"\x1f\x8b\x08" + bytes(7) + struct.pack("<BHH", 0, 0, 0xFFFF) * (FILE // 5)


BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "gzip.gz": (lambda: deflated(PART) * PARTS, RATIO),
    "gzip-morgue.txt.gz": (lambda: gzip.compress(MORGUE) + deflated(PART) * PARTS, RATIO),
    "bzip2.bz2": (lambda: bz2.compress(bytes(PART)) * PARTS, RATIO),
    "xz.xz": (lambda: lzma.compress(bytes(PART)) * PARTS, RATIO),
    "xz-memory.xz": (
        lambda: lzma.compress(b"x", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}]),
        MOST_MEMORY,
    ),
    "zstandard.zst": (lambda: zstandard.compress(bytes(PART)) * PARTS, RATIO),
    "zstandard-frame.zst": (in_one_frame, RATIO),
    "zstandard-morgue.zst": (lambda: in_one_frame(MORGUE), RATIO),
    "zstandard-window.zst": (wide_window, MOST_MEMORY),
    "twice.gz": (lambda: gzip.compress(deflated(PART) * 64), "no dump of a game known here"),
    "empty-parts.gz": (lambda: gzip.compress(b"") * 100_000, "a gzip file of more than 64 empty parts"),
    "empty-parts.bz2": (lambda: bz2.compress(b"") * 100_000, "a bzip2 file of more than 64 empty parts"),
    "empty-blocks.gz": (empty_blocks, "a gzip file that ends too early"),
    "name.gz": (
        lambda: b"\x1f\x8b\x08\x08" + bytes(6) + b"n" * (4 * FILE),
        "a gzip file that ends too early",
    ),
}
"""What is wrong with each; one that keeps below the ratio is cut off by the limit of a file."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("packed")
    for name, (data, _) in BOMBS.items():
        (made / name).write_bytes(data())
    return made


@pytest.fixture(scope="module")
def audits(folder: Path) -> dict[str, Any]:
    return audited(sorted(folder.iterdir()), memory=MEMORY)


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_told_and_cut_off(audits: dict[str, Any], name: str) -> None:
    audit = audits[name]
    assert audit["verdict"] == "unreadable"
    [reason] = audit["reasons"]
    assert reason.endswith(BOMBS[name][1])


def test_a_bomb_that_the_ratio_lets_through_is_cut_off_by_the_limit_of_a_file(folder: Path) -> None:
    audits = audited(sorted(folder.glob("*-morgue*")), "--max-ratio", 10**9, memory=MEMORY)
    assert len(audits) == 2
    for audit in audits.values():
        assert audit["verdict"] == "unreadable"
        assert audit["reasons"] == ["longer than the limit of 8,388,608 bytes (--max-file)"]


def test_memory_is_raised_by_the_option_that_is_named(folder: Path) -> None:
    wide = [folder / "xz-memory.xz", folder / "zstandard-window.zst"]
    audits = audited(wide, "--max-memory", "2GB", memory=4 * 1024 * MIB)
    assert [audit["reasons"] for audit in audits.values()] == [["no dump of a game known here"]] * 2
