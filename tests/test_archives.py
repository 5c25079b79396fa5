"""Archives: every kind, whole and damaged, and none that harms."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import pickle
import random
import struct
import tarfile
import tracemalloc
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import zstandard

from necropsy.given import find_once, holds_logs, is_there
from necropsy.loglines import Broken, lines_in
from necropsy.sources import Limits, Source, blocks, close_archives, find, read, signature

TEXTS = {"a/one.txt": b"first", "two.txt": "∞ second".encode(), "a/logfile": b"x=1\n" * 3}
PACKERS = {
    "tar": bytes,
    "tar.gz": gzip.compress,
    "tgz": gzip.compress,
    "tar.bz2": lambda data: bz2.compress(data, 1),
    "tar.xz": lzma.compress,
    "tar.zst": zstandard.compress,
}


def zipped(path: Path, members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def tarred(members: dict[str, bytes], *others: tarfile.TarInfo, form: int = tarfile.PAX_FORMAT) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=form) as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for info in others:
            archive.addfile(info)
    return stream.getvalue()


def made(folder: Path, kind: str, members: dict[str, bytes]) -> Path:
    path = folder / f"old.{kind}"
    if kind == "zip":
        return zipped(path, members)
    path.write_bytes(PACKERS[kind](tarred(members)))
    return path


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def problems(path: Path, limits: Limits = Limits()) -> dict[str, str]:
    """What is wrong with each source, by its name below the path."""
    return {s.name.removeprefix(f"{path}"): read(s, limits).problem for s in find([path], limits)}


@pytest.fixture(params=["zip", *PACKERS])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """An archive of each kind."""
    return made(tmp_path, request.param, TEXTS)


# Every kind


def test_each_member_is_a_source(archive: Path) -> None:
    found = list(find([archive]))
    assert [source.name for source in found] == [f"{archive}/{name}" for name in TEXTS]
    assert [source.size for source in found] == [len(data) for data in TEXTS.values()]
    assert not any(source.asked or source.problem for source in found)
    assert {source.inside for source in found} == {str(archive)}
    assert [read(source).text.encode() for source in found] == list(TEXTS.values())


def test_members_are_read_in_any_order_and_process(archive: Path) -> None:
    found = [pickle.loads(pickle.dumps(source)) for source in find([archive])]
    for source in [*reversed(found), *found]:
        assert read(source).text.encode() == TEXTS[source.name.removeprefix(f"{archive}/")]


def test_a_member_that_is_only_named(archive: Path) -> None:
    for name, data in [*TEXTS.items(), *reversed(TEXTS.items())]:
        [source] = find([f"{archive}/{name}"])
        assert source.asked
        assert (source.name, source.problem) == (f"{archive}/{name}", "")
        assert read(source).text.encode() == data
        assert read(Source(f"{archive}/{name}")).text.encode() == data
        assert is_there(f"{archive}/{name}")
    [source] = find([f"{archive}/none.txt"])
    assert (source.asked, source.problem) == (True, "the archive has no such member")
    assert read(Source(f"{archive}/none.txt")).problem == source.problem


def test_an_archive_in_a_directory_or_under_another_name(archive: Path) -> None:
    assert [s.name for s in find([archive.parent])] == [f"{archive}/{name}" for name in TEXTS]
    other = archive.rename(archive.with_name("backup"))
    assert [s.name for s in find([other])] == [f"{other}/{name}" for name in TEXTS]
    [source] = find([other.parent])
    assert source.name == str(other)
    if not other.read_bytes().startswith(b"PK"):
        assert "give it by itself" in read(source).problem
    assert "give it by itself" in read(Source(str(other))).problem


def test_a_log_in_an_archive_while_others_are_read(archive: Path) -> None:
    found = {source.name: source for source in find([archive])}
    log = found[f"{archive}/a/logfile"]
    lines = lines_in(log, Limits())
    assert next(lines).text == "x=1"
    assert read(found[f"{archive}/two.txt"]).text == "∞ second"
    assert [line.text for line in lines] == ["x=1", "x=1"]
    assert b"".join(blocks(log.name)) == b"x=1\n" * 3
    assert holds_logs([archive])
    assert not holds_logs([f"{archive}/two.txt"])


def test_the_signature_changes_with_the_archive(archive: Path) -> None:
    found = list(find([archive]))
    signatures = [signature(source) for source in found]
    assert len(set(signatures)) == len(TEXTS)
    assert [signature(Source(source.name)) for source in found] == signatures
    os.utime(archive, ns=(0, 0))
    assert not {signature(source) for source in found} & set(signatures)
    assert signature(Source(f"{archive}/none")) == ""
    archive.unlink()
    assert signature(found[0]) == ""
    assert read(found[0]).problem == "no such file or directory"


def test_a_member_comes_once(archive: Path) -> None:
    named = f"{archive}/two.txt"
    for paths in ([named, archive], [archive, named], [archive.parent, named, archive]):
        found = [(source.name, source.asked) for source in find_once(paths)]
        assert sorted(found) == sorted((f"{archive}/{n}", n == "two.txt") for n in TEXTS)
    link = archive.with_name("link." + archive.name.partition(".")[2])
    link.symlink_to(archive)
    assert len(list(find_once([archive.parent]))) == len(list(find_once([link, archive]))) == len(TEXTS)


def test_a_digest_is_that_of_the_unpacked_bytes(archive: Path) -> None:
    found = list(find([archive]))
    plain = archive.with_name("plain.txt")
    plain.write_bytes(TEXTS["two.txt"])
    packed = archive.with_name("plain.txt.gz")
    packed.write_bytes(gzip.compress(TEXTS["two.txt"]))
    digests = {read(s, hashed=True).digest for s in (found[1], Source(str(plain)), Source(str(packed)))}
    assert len(digests) == 1
    assert len(digests.pop()) == 32
    assert read(found[1]).digest == ""
    assert read(Source(str(plain)), Limits(file_bytes=3), hashed=True).digest == ""


@pytest.mark.parametrize("kind", ["zip", *PACKERS])
def test_an_archive_without_members(tmp_path: Path, kind: str) -> None:
    assert list(find([made(tmp_path, kind, {})])) == []


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zstandard.compress])
@pytest.mark.parametrize("kind", ["zip", "tar", "tgz"])
def test_packed_members_are_unpacked_and_archives_are_not(tmp_path: Path, pack, kind: str) -> None:  # type: ignore[no-untyped-def]
    members = {
        "x.txt.p": pack(b"text"),
        "y.tar.p": pack(tarred(TEXTS)),
        "z.zip": zipped(tmp_path / "z", {}).read_bytes(),
    }
    path = made(tmp_path, kind, members)
    text, packed, archive = find([path])
    assert read(text).text == "text"
    assert (
        read(packed).problem == read(archive).problem == "an archive within an archive, which is not opened"
    )


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_long_names_in_a_tar(tmp_path: Path, form: int) -> None:
    path = tmp_path / "x.tar"
    names = {"d" * 80 + "/" + "n" * 90: b"1", **({} if form == tarfile.USTAR_FORMAT else {"ü" * 200: b"2"})}
    path.write_bytes(tarred(names, form=form))
    found = list(find([path]))
    assert [source.name for source in found] == [f"{path}/{name}" for name in names]
    assert [read(source).text for source in found] == ["1", "2"][: len(names)]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_a_zip_packed_in_each_way(tmp_path: Path, method: int) -> None:
    text = "".join(f"line {n}\n" for n in range(9_000))
    [source] = find([zipped(tmp_path / "x.zip", {"x": text.encode()}, method)])
    assert read(source).text == text


def test_a_zip_packed_in_a_way_that_is_not_known(tmp_path: Path) -> None:
    [source] = find([zipped(tmp_path / "x.zip", {"x": b"text"}, zipfile.ZIP_LZMA)])
    assert "method 14" in read(source).problem


def test_two_members_of_one_name_are_both_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("x", "first")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("x", "second")
    (tmp_path / "y.tar").write_bytes(tarred({"x": b"first"})[:1024] + tarred({"x": b"second"}))
    for name in ("x.zip", "y.tar"):
        found = list(find([tmp_path / name]))
        assert [read(source).text for source in found] == ["first", "second"]
        assert len({signature(source) for source in found}) == 2
        assert read(Source(f"{tmp_path / name}/x")).text == "first"


def test_random_order_in_a_packed_tar_of_many_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("necropsy.sources.tarred._MARKS_APART", 5_000)
    monkeypatch.setattr("necropsy.sources.tarred._MOST_MARKS", 4)
    shuffler = random.Random(1)
    members = {f"{n}": shuffler.randbytes(n * 10).hex().encode() for n in range(60)}
    for kind in ("tar.gz", "tar.xz"):
        found = list(find([made(tmp_path, kind, members)]))
        shuffler.shuffle(found)
        assert all(read(s).text.encode() == members[s.name.rpartition("/")[2]] for s in found)


def test_few_archives_stay_open(tmp_path: Path) -> None:
    paths = [zipped(tmp_path / f"{n}.zip", TEXTS) for n in range(9)]
    found = list(find(paths))
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for source in found:
        assert not read(source).problem
    if before:
        assert len(os.listdir("/proc/self/fd")) <= before + 4
        close_archives()
        assert len(os.listdir("/proc/self/fd")) <= before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs the processes of Unix")
def test_a_forked_process_reads_by_itself(archive: Path) -> None:
    found = list(find([archive]))
    assert not read(found[0]).problem
    child = os.fork()
    if not child:
        texts = [read(source).text.encode() for source in found]
        os._exit(0 if texts == list(TEXTS.values()) else 1)
    assert read(found[1]).text == "∞ second"
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_threads_do_not_disturb_each_other(archive: Path) -> None:
    found = list(find([archive])) * 50
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(lambda source: read(source).text.encode(), found))
    assert texts == list(TEXTS.values()) * 50


# Strange members


STRANGE = (
    "../../etc/passwd",
    "/etc/passwd",
    "C:\\x.txt",
    "nul",
    "a/../b",
    "esc\x1b[31m",
    "caf\u00e9",
    "x[1].txt",
)


@pytest.mark.parametrize("kind", ["zip", "tar", "tgz"])
def test_a_strange_name_is_only_a_label(tmp_path: Path, kind: str) -> None:
    path = made(tmp_path, kind, {name: name.encode() for name in STRANGE})
    found = list(find_once([tmp_path]))
    assert [source.name for source in found] == [f"{path}/{name}" for name in STRANGE]
    for source in found:
        assert read(source).text == read(Source(source.name)).text == source.name[len(str(path)) + 1 :]
    assert os.listdir(tmp_path) == [path.name]


def test_links_and_devices_in_a_tar(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    others = (
        special("link", tarfile.SYMTYPE, "/etc/passwd"),
        special("hard", tarfile.LNKTYPE, "a/one.txt"),
        special("fifo", tarfile.FIFOTYPE),
        special("device", tarfile.CHRTYPE),
        special("folder", tarfile.DIRTYPE),
    )
    path.write_bytes(tarred({"a/one.txt": b"x"}, *others))
    assert problems(path) == {
        "/a/one.txt": "",
        "/fifo": "not a regular file",
        "/device": "not a regular file",
    }
    assert read(Source(f"{path}/fifo")).problem == "not a regular file"
    assert read(Source(f"{path}/link")).problem == "the archive has no such member"
    [source] = find([f"{path}/fifo"])
    assert (source.asked, source.problem) == (False, "not a regular file")


def test_a_sparse_member(tmp_path: Path) -> None:
    info = special("holes", tarfile.GNUTYPE_SPARSE)
    path = tmp_path / "x.tar"
    path.write_bytes(tarred({}, info, form=tarfile.GNU_FORMAT))
    assert problems(path) == {"/holes": "a sparse member of a tar"}


def test_links_devices_and_secrets_in_a_zip(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, mode in (("link", 0o120777), ("fifo", 0o010644), ("plain", 0o100644)):
            info = zipfile.ZipInfo(name)
            info.external_attr, info.create_system = mode << 16, 3
            archive.writestr(info, "/etc/passwd")
        archive.writestr("folder/", "")
    assert problems(path) == {"/fifo": "not a regular file", "/plain": ""}
    data = bytearray(zipped(path, {"x": b"secret", "y": b"text"}).read_bytes())
    data[data.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(data)
    assert problems(path) == {"/x": "an encrypted member of a zip", "/y": ""}


# Limits


def test_a_member_over_the_limit(archive: Path) -> None:
    small = Limits(file_bytes=5, log_bytes=10)
    contents = [read(source, small) for source in find([archive])]
    assert [(content.text, content.partial) for content in contents] == [
        ("first", False),
        ("∞ s", True),
        ("x=1\nx", True),
    ]
    with pytest.raises(Broken, match="limit of 10 bytes"):
        list(blocks(f"{archive}/a/logfile", small))


def test_too_many_members(archive: Path) -> None:
    found = problems(archive, Limits(members=2))
    assert found == {
        "/a/one.txt": "",
        "/two.txt": "",
        "": "an archive of more members than the limit of 2 (--max-members)",
    }
    found = problems(archive, Limits(total_bytes=15))
    assert found[""] == "an archive that unpacks to 27 bytes or more: the limit is 15 bytes (--max-archive)"


def test_a_zip_whose_directory_is_too_long(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {f"{n:01000}": b"" for n in range(100)})
    [source] = find([path], Limits(members=10))
    assert "more members than the limit of 10 (--max-members)" in source.problem


@pytest.mark.parametrize("kind", ["zip", "tar.gz", "tar.bz2", "tar.xz", "tar.zst"])
def test_bombs_need_little_memory(tmp_path: Path, kind: str) -> None:
    path = made(tmp_path, kind, {"a": b"honest", "bomb": bytes(100_000_000), "c": b"hidden"})
    single = tmp_path / "single"
    single.write_bytes({"zip": gzip.compress}.get(kind, PACKERS.get(kind, bytes))(bytes(100_000_000)))
    tracemalloc.start()
    found = problems(path)
    alone = read(Source(str(single))).problem
    with pytest.raises(Broken, match="--max-ratio"):
        list(blocks(str(single)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found["/a"] == ""
    assert "the limit is 500 times (--max-ratio)" in found[""]
    assert "/c" not in found
    assert "--max-ratio" in alone
    assert peak < 100_000_000


def test_members_that_share_their_bytes(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"a": b"x" * 500, "other": b"honest"})
    data = path.read_bytes()
    start, end = data.index(b"PK\1\2"), data.index(b"PK\5\6")
    first = data[start : data.index(b"PK\1\2", start + 4)]
    entries = data[start:end] + b"".join(first[:-1] + b"%c" % letter for letter in range(98, 117))
    path.write_bytes(
        data[:start] + entries + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 21, 21, len(entries), start, 0)
    )
    assert problems(path) == {"": "a zip whose members share their bytes, as those of a bomb do"}
    assert read(Source(f"{path}/other", inside=str(path))).problem.startswith("a zip whose members share")


def test_a_member_that_begins_within_another(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner", {"b": b"x"}).read_bytes()
    path = zipped(tmp_path / "x.zip", {"a": inner}, zipfile.ZIP_STORED)
    data = path.read_bytes()
    start, end = data.rindex(b"PK\1\2"), data.rindex(b"PK\5\6")
    entry = bytearray(inner[inner.index(b"PK\1\2") : inner.rindex(b"PK\5\6")])
    entry[42:46] = struct.pack("<L", data.index(inner))
    entries = data[start:end] + bytes(entry)
    path.write_bytes(
        data[:start] + entries + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 2, 2, len(entries), start, 0)
    )
    assert list(problems(path)) == [""]


def test_many_members_that_are_a_bomb_together(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {f"{n}": bytes(400_000) for n in range(20)})
    assert "--max-ratio" in problems(path, Limits(ratio=100))[""]


@pytest.mark.parametrize("kind", ["tar", "tar.gz"])
def test_directories_and_links_count_as_members_of_a_tar(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"old.{kind}"
    others = [special(f"d{n}", (tarfile.DIRTYPE, tarfile.SYMTYPE)[n % 2], "x") for n in range(30)]
    path.write_bytes(PACKERS[kind](tarred({"a": b"first"}, *others)))
    assert problems(path, Limits(members=31)) == {"/a": ""}
    assert problems(path, Limits(members=30)) == {
        "/a": "",
        "": "an archive of more members than the limit of 30 (--max-members)",
    }


@pytest.mark.parametrize("kind", [b"x", b"L", b"g"])
def test_a_header_that_is_a_bomb(tmp_path: Path, kind: bytes) -> None:
    info = special("x", kind)
    info.size = 1 << 32
    path = tmp_path / "x.tar"
    with path.open("wb") as file:
        file.write(tarred({"a": b"x"})[:1024] + info.tobuf())
        file.truncate(1 << 33)
    tracemalloc.start()
    found = problems(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == {"/a": "", "": "a damaged tar archive (a header of more than 1,048,576 bytes)"}
    assert peak < 10_000_000


def test_a_long_chain_of_headers(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    path.write_bytes(special("x", tarfile.XHDTYPE).tobuf() * 3_000)
    assert "damaged tar archive" in problems(path)[""]


def test_a_member_of_less_than_nothing(tmp_path: Path) -> None:
    info = special("x", tarfile.REGTYPE)
    info.size = -5_000
    path = tmp_path / "x.tar"
    path.write_bytes(info.tobuf(tarfile.GNU_FORMAT) * 3)
    assert "damaged tar archive" in problems(path)[""]


# Damage


@pytest.mark.parametrize("kind", list(PACKERS))
def test_a_tar_that_is_cut(tmp_path: Path, kind: str) -> None:
    noise = {f"{n}": random.Random(n).randbytes(40_000).hex().encode() for n in range(9)}
    path = made(tmp_path, kind, noise)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    found = problems(path)
    assert found["/0"] == ""
    assert "/8" not in found
    assert "ends too early" in found[""]
    assert sum(not problem for problem in found.values()) >= 4
    [*_, last, archive] = find([path])
    assert archive.asked is False
    assert "too early" in read(last).problem


def test_an_archive_that_breaks_off_when_a_member_is_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    path.write_bytes(tarred(TEXTS)[:1500])
    for _ in range(2):
        assert read(Source(f"{path}/none")).problem == "a tar archive that ends too early (after 1,024 bytes)"
    [source] = find([f"{path}/none"])
    assert (source.asked, source.problem) == (False, read(source).problem)


def test_a_file_that_goes_away_while_it_is_read(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("necropsy.sources.zipped.Zip._infos", fail)
    monkeypatch.setattr("necropsy.sources.tarred.Tar._header", fail)
    assert problems(archive) == {"": "input/output error"}
    monkeypatch.setattr("necropsy.sources.archive.filled", fail)
    assert [source.name for source in find([archive])] == [str(archive)]


def test_a_zip_that_is_cut(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", TEXTS)
    path.write_bytes(path.read_bytes()[:-30])
    assert problems(path) == {"": "a damaged zip archive (file is not a zip file)"}


def test_one_damaged_member_of_a_zip_leaves_the_others(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", TEXTS, zipfile.ZIP_STORED)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"first", b"fIrst"))
    assert problems(path) == {
        "/a/one.txt": "a damaged member of a zip (its checksum is another one)",
        "/two.txt": "",
        "/a/logfile": "",
    }
    path.write_bytes(data.replace(b"PK\3\4", b"PK\3\5").replace(b"PK\3\5", b"PK\3\4", 1))
    assert [bool(problem) for problem in problems(path).values()] == [False, True, True]


@pytest.mark.parametrize(
    ("size", "why"), [(4, "longer than its 4 bytes"), (9, "ends too early (after 5 bytes)")]
)
def test_a_member_of_another_length_than_its_zip_says(tmp_path: Path, size: int, why: str) -> None:
    path = zipped(tmp_path / "x.zip", {"x": b"first"})
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\1\2") + 24
    data[at : at + 4] = struct.pack("<L", size)
    path.write_bytes(data)
    assert why in problems(path)["/x"]


@pytest.mark.parametrize("kind", ["zip", *PACKERS])
def test_any_damage_is_told_and_never_raised(tmp_path: Path, kind: str) -> None:
    path = made(tmp_path, kind, {**TEXTS, "ü" * 120: b"long", "z": b"text" * 500})
    data = path.read_bytes()
    chance = random.Random(kind)
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(chance.choice((1, 3, 30))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        path.write_bytes(damaged[: chance.choice((len(data), chance.randrange(1, len(data))))])
        for source in find([path]):
            read(source)
            read(Source(source.name))
            signature(source)
        list(find_once([tmp_path]))


def test_a_place_that_leads_nowhere(archive: Path) -> None:
    from dataclasses import replace

    from necropsy.sources import Place

    source = next(find([archive]))
    for at in (7, 1 << 20, 1 << 62, 1 << 70):
        assert read(replace(source, place=Place(at, 10, 10))).problem
    assert read(replace(source, inside=f"{archive}x")).problem == "no such file or directory"
    plain = archive.with_name("plain")
    plain.write_text("x")
    assert read(Source(f"{plain}/x.txt")).problem == "not an archive"


def test_what_is_only_called_an_archive(tmp_path: Path) -> None:
    files = {"a.zip": b"text", "b.tar.gz": b"text", "c.tgz": gzip.compress(b"text" * 9)[:-9], "d.tar": b""}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    assert problems(tmp_path) == {
        "/a.zip": "called as archives are, and none",
        "/b.tar.gz": "called as archives are, and none",
        "/c.tgz": "a gzip file that ends too early",
        "/d.tar": "called as archives are, and none",
    }
    assert not any(source.asked for source in find([tmp_path / name for name in files]))
    cut = tmp_path / "cut"
    cut.write_bytes(gzip.compress(b"text" * 9)[:-9])
    assert problems(cut) == {"": "a gzip file that ends too early"}
