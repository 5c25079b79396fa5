"""Archives that were made to harm: by their size, their members, and the names of these."""

from __future__ import annotations

import gzip
import json
import os
import re
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
from confined import BASE, FILE, MIB, SAMPLES, audited, confined

MEMORY = BASE + 10 * FILE
MORGUE = (SAMPLES / "dcss" / "morgue-Rijodo-20261130-104529.txt").read_bytes()
RATIO = "the limit is 500 times (--max-ratio)"


def header(name: str, kind: bytes = tarfile.REGTYPE, size: int = 0, target: str = "") -> bytes:
    info = tarfile.TarInfo(name)
    info.type, info.size, info.linkname = kind, size, target
    return info.tobuf(tarfile.GNU_FORMAT)


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % tarfile.BLOCKSIZE)


def member(name: str, data: bytes) -> bytes:
    return header(name, size=len(data)) + padded(data)


END = bytes(2 * tarfile.BLOCKSIZE)


def zipped(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def overlapping(path: Path, members: int) -> None:
    """A zip whose members quote the headers of those that follow, so that all end in one kernel."""
    packer = zlib.compressobj(9, wbits=-15)
    kernel = packer.compress(bytes(MIB)) + packer.flush()
    crc = zlib.crc32(bytes(MIB))
    parts, at, size, check = [], 0, MIB, crc
    body, packed = kernel, len(kernel)
    for number in range(members):
        name = b"%08d.txt" % number
        local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 0, check, packed, size, len(name), 0) + name
        quoted = struct.pack("<BHH", 0, len(local), len(local) ^ 0xFFFF) + local
        parts.append((name, local, check, packed, size))
        check, size, packed = zlib.crc32(local), size + len(local), packed + len(quoted)
    # Only the sizes and the places matter: they are what the directory says.
    data, directory = b"", b""
    for name, local, check, packed, size in reversed(parts):
        at = len(data)
        data += local
        directory += (
            struct.pack(
                "<4s6H3L5H2L",
                b"PK\1\2",
                20,
                20,
                0,
                8,
                0,
                0,
                check,
                packed,
                size,
                len(name),
                0,
                0,
                0,
                0,
                0,
                at,
            )
            + name
        )
    data += body
    ending = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, members, members, len(directory), len(data), 0)
    path.write_bytes(data + directory + ending)


def quine(path: Path) -> None:
    """A gzip file that unpacks to what looks like itself, again and again, in a tar."""
    inner = member("inner.tar", MORGUE) + END
    for _ in range(12):
        inner = gzip.compress(member("r.tar.gz", inner) + END)
    path.write_bytes(inner)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("archives")
    honest = member("morgue-honest.txt", MORGUE)
    inner = zipped(made / "inner", {f"{n}.txt": bytes(MIB) for n in range(16)}).read_bytes()
    zipped(made / "nested.zip", {"morgue-honest.txt": MORGUE, **{f"{n}.zip": inner for n in range(16)}})
    (made / "inner").unlink()
    zipped(made / "bomb.zip", {"morgue-honest.txt": MORGUE, "zeros.txt": bytes(256 * MIB)})
    overlapping(made / "overlapping.zip", 2_000)
    quine(made / "quine.tar.gz")
    sparse = bytearray(header("holes.txt", tarfile.GNUTYPE_SPARSE, 0))
    (made / "sparse.tar").write_bytes(honest + _sparse(bytes(sparse)) + honest + END)
    pax = (
        b"22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n29 GNU.sparse.name=holes.txt\n"
        b"37 GNU.sparse.realsize=1099511627776\n"
    )
    pax_header = header("x", tarfile.XHDTYPE, len(pax)) + padded(pax)
    (made / "sparse-pax.tar").write_bytes(
        honest + pax_header + member("holes.txt", b"0\n".ljust(512, b"\0")) + honest + END
    )
    (made / "header.tar").write_bytes(honest + header("x", tarfile.XHDTYPE, 1 << 32) + honest)
    (made / "size.tar").write_bytes(honest + header("huge.txt", size=1 << 60) + honest)
    (made / "long-name.tar").write_bytes(
        honest + header("././@LongLink", tarfile.GNUTYPE_LONGNAME, 1 << 33) + honest
    )
    with (made / "huge-member.tar").open("wb") as file:
        file.write(honest + header("huge.txt", size=1 << 30))
        file.seek(1 << 30, os.SEEK_CUR)
        file.write(honest + END)
    return made


def _sparse(block: bytes) -> bytes:
    """A header of GNU's old sparse form, whose one piece lies at the end of a TiB."""
    made = bytearray(block)
    made[386:410] = b"%011o\0%011o\0" % (0, 0)
    made[483:495] = b"%011o\0" % (1 << 32)
    made[148:156] = b" " * 8
    made[148:156] = b"%06o\0 " % sum(made)
    return bytes(made)


@pytest.fixture(scope="module")
def audits(folder: Path) -> dict[str, dict[str, Any]]:
    before = {path: path.lstat().st_mtime_ns for path in folder.parent.rglob("*")}
    ended = confined("audit", folder, "-j", 1, "--format", "jsonl", memory=MEMORY)
    assert ended.code == 0
    assert {path: path.lstat().st_mtime_ns for path in folder.parent.rglob("*")} == before
    return {audit["source"].removeprefix(f"{folder}/"): audit for audit in ended.audits()}


TOLD = {
    "nested.zip/0.zip": "an archive within an archive, which is not opened",
    "bomb.zip": RATIO,
    "overlapping.zip": "a zip whose members share their bytes, as those of a bomb do",
    "quine.tar.gz/r.tar.gz": "an archive within an archive, which is not opened",
    "sparse.tar/holes.txt": "a sparse member of a tar",
    "sparse-pax.tar/holes.txt": "a sparse member of a tar",
    "size.tar": "the limit is 1,099,511,627,776 bytes (--max-archive)",
    "header.tar": "a damaged tar archive (a header of more than 1,048,576 bytes)",
    "long-name.tar": "a damaged tar archive (a header of more than 1,048,576 bytes)",
    "huge-member.tar/huge.txt": "longer than the limit of 8,388,608 bytes (--max-file)",
}


@pytest.mark.parametrize("name", TOLD)
def test_what_would_harm_is_told(audits: dict[str, dict[str, Any]], name: str) -> None:
    assert audits[name]["verdict"] == "unreadable"
    assert audits[name]["reasons"][0].endswith(TOLD[name])


HONEST = (
    "nested.zip",
    "bomb.zip",
    "sparse.tar",
    "sparse-pax.tar",
    "header.tar",
    "size.tar",
    "long-name.tar",
    "huge-member.tar",
)


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_member_beside_it_is_audited(audits: dict[str, dict[str, Any]], name: str) -> None:
    # All these are copies of one game, of which the first is told.
    assert audits[f"{name}/morgue-honest.txt"]["verdict"] == ("match" if name == "bomb.zip" else "skipped")


# Names and kinds of members

ESC = "\x1b[31m\x1b]0;title\x07"
NAMES = (
    "../../../../tmp/necropsy-escaped.txt",
    "/tmp/necropsy-escaped.txt",
    "..\\..\\necropsy-escaped.txt",
    "C:\\necropsy-escaped.txt",
    "CON",
    "NUL.txt",
    "aux.zip",
    ".",
    "..",
    "new\nline.txt",
    "return\rMATCH.txt",
    f"escape{ESC}.txt",
    "bidi\u202etxt.exe",
    "=HYPERLINK(1).txt",
    "-o",
    "n" * 4000 + ".txt",
)


def tarred(*members: bytes) -> bytes:
    return b"".join(members) + END


def long_named(name: str, data: bytes) -> bytes:
    info = tarfile.TarInfo(name)
    info.size = len(data)
    return info.tobuf(tarfile.PAX_FORMAT) + padded(data)


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_a_name_of_a_member_is_a_label_and_no_path(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = folder / f"names.{kind}"
    if kind == "zip":
        zipped(path, dict.fromkeys(NAMES, MORGUE))
    else:
        path.write_bytes(tarred(*(long_named(name, MORGUE) for name in NAMES)))
    out = tmp_path / "out.jsonl"
    ended = confined("audit", folder, "-j", 1, "-o", out, folder=tmp_path)
    assert ended.code == 0
    sources = [json.loads(line)["source"] for line in out.read_text("utf-8").splitlines()]
    assert sorted(sources) == sorted(f"{path}/{name}" for name in NAMES)
    table = confined("audit", folder, "-j", 1, "--fail-on", "never", "--ignore", "F,C,S", folder=tmp_path).out
    assert not ACTIVE.search(table)
    assert sorted(os.listdir(tmp_path)) == ["in", "out.jsonl"]
    assert os.listdir(folder) == [path.name]
    assert not Path("/tmp/necropsy-escaped.txt").exists()


ACTIVE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def test_links_and_devices_in_a_tar_lead_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_bytes(MORGUE)
    kinds = {
        "symbolic.txt": (tarfile.SYMTYPE, str(secret)),
        "hard.txt": (tarfile.LNKTYPE, "../secret.txt"),
        "fifo.txt": (tarfile.FIFOTYPE, ""),
        "device.txt": (tarfile.CHRTYPE, ""),
        "disk.txt": (tarfile.BLKTYPE, ""),
        "unknown.txt": (b"Z", ""),
    }
    path = tmp_path / "x.tar"
    path.write_bytes(
        tarred(*(header(name, kind, 0, to) for name, (kind, to) in kinds.items()), member("a.txt", MORGUE))
    )
    audits = audited([path])
    assert audits.pop("a.txt")["verdict"] == "match"
    assert {name: audit["reasons"] for name, audit in audits.items()} == {
        name: ["not a regular file"] for name in ("fifo.txt", "device.txt", "disk.txt", "unknown.txt")
    }


MANY = 1_000_000


def test_a_million_tiny_members(tmp_path: Path) -> None:
    """Under the limit each is told, over it the archive is; they need no memory either way."""
    path = tmp_path / "x.tar.gz"
    block = gzip.compress(b"".join(member(f"{n}.map", b"x") for n in range(2_000)))
    honest = gzip.compress(member("morgue-honest.txt", MORGUE))
    path.write_bytes(honest + block * (MANY // 2_000))
    few = 20_000
    audits = audited([path], "--max-members", few, "--max-ratio", 2_000, memory=MEMORY)
    assert audits["morgue-honest.txt"]["verdict"] == "match"
    assert audits["x.tar.gz"]["reasons"] == [
        f"an archive of more members than the limit of {few:,} (--max-members)"
    ]
