"""The lines of logs: whole and cut, packed and growing, of any length."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from necropsy.logline import Line
from necropsy.loglines import Broken, lines_in, lines_of_text
from necropsy.sources import Limits
from necropsy.sources.packed import HEAD, kind_of

LIMITS = Limits()


def lines(path: Path, data: bytes, limits: Limits = LIMITS) -> list[Line]:
    path.write_bytes(data)
    return list(lines_in(str(path), limits))


def test_each_line_has_its_number_and_where_it_begins(tmp_path: Path) -> None:
    found = lines(tmp_path / "log", "one\n\nzwölf\r\nlast".encode())
    assert [(line.text, line.number, line.offset, line.whole) for line in found] == [
        ("one", 1, 0, True),
        ("", 2, 4, True),
        ("zwölf", 3, 5, True),
        ("last", 4, 13, False),
    ]


def test_a_line_in_another_encoding_says_so(tmp_path: Path) -> None:
    found = lines(tmp_path / "log", b"plain\nJ\xf6rg\n\xc3\xb6\n")
    assert [(line.text, line.encoding) for line in found] == [
        ("plain", "utf-8"),
        ("Jörg", "cp1252"),
        ("ö", "utf-8"),
    ]
    assert [line.offset for line in found] == [0, 6, 11]


@given(st.lists(st.binary(max_size=30).filter(lambda data: b"\n" not in data and b"\r" not in data)))
def test_the_bytes_at_the_offset_are_the_line(
    tmp_path_factory: pytest.TempPathFactory, parts: list[bytes]
) -> None:
    data = b"\n".join(parts)
    assume(kind_of(data[:HEAD]) is None)
    for line in lines(tmp_path_factory.getbasetemp() / "log", data):
        end = data.find(b"\n", line.offset)
        raw = data[line.offset : end if end >= 0 else len(data)]
        assert line.whole == (end >= 0)
        if line.encoding == "utf-8" and not raw.startswith(b"\xef\xbb\xbf"):
            assert line.text.encode() == raw


@given(st.text(alphabet="aö\n\r", max_size=60))
def test_a_text_has_the_lines_of_its_file(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "log"
    assert list(lines_of_text(text)) == lines(path, text.encode())


def test_a_file_of_many_blocks(tmp_path: Path) -> None:
    texts = [f"{number:060}" for number in range(50_000)]
    found = lines(tmp_path / "log", "".join(f"{text}\n" for text in texts).encode())
    assert [line.text for line in found] == texts
    assert [line.number for line in found] == list(range(1, 50_001))
    assert [line.offset for line in found[:3]] == [0, 61, 122]
    assert found[-1].offset == 49_999 * 61


@pytest.mark.parametrize("length", [130_000, 131_072, 131_073, 1_000_000, 3_000_000])
def test_of_a_line_without_an_end_the_beginning_is_kept(tmp_path: Path, length: int) -> None:
    data = b"before\n" + b"x" * length + b"\nafter\nlast"
    found = lines(tmp_path / "log", data)
    assert [line.text[:8] for line in found] == ["before", "xxxxxxxx", "after", "last"]
    assert [line.number for line in found] == [1, 2, 3, 4]
    assert len(found[1].text) <= length
    assert data[found[2].offset :].startswith(b"after\n")
    assert data[found[3].offset :] == b"last"
    assert [line.whole for line in found] == [True, True, True, False]


def test_an_endless_line_needs_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    tracemalloc.start()
    (line,) = lines_in(str(path), Limits())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert set(line.text) == {"\0"}
    assert peak < 20_000_000


def test_a_packed_log_of_several_parts(tmp_path: Path) -> None:
    data = gzip.compress(b"one\ntw") + gzip.compress(b"") + gzip.compress(b"o\nthree\n") + b"\0" * 512
    found = lines(tmp_path / "log", data)
    assert [(line.text, line.offset) for line in found] == [("one", 0), ("two", 4), ("three", 8)]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: data[:-9], "ends too early"),
        (lambda data: data[:40] + b"\xff" * 8 + data[48:], "damaged gzip file"),
        (lambda data: data + b"more", "damaged gzip file"),
    ],
)
def test_a_damaged_log_gives_what_came_before(tmp_path: Path, damage, why: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "log"
    path.write_bytes(damage(gzip.compress(b"".join(b"%d\n" % (n * n) for n in range(1_000)))))
    with pytest.raises(Broken, match=why):
        list(lines_in(str(path), Limits()))


def test_a_log_ends_at_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "log"
    limits = Limits(log_bytes=1_000)
    assert len(lines(path, b"123456789\n" * 100, limits)) == 100
    path.write_bytes(gzip.compress(b"123456789\n" * 101))
    with pytest.raises(Broken, match="longer than the limit of 1,000 bytes"):
        list(lines_in(str(path), limits))


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not a regular file"):
        list(lines_in("/dev/zero", Limits()))
    with pytest.raises(FileNotFoundError):
        list(lines_in(str(tmp_path / "none"), Limits()))


def test_an_empty_log_has_no_lines(tmp_path: Path) -> None:
    assert lines(tmp_path / "log", b"") == []
    assert list(lines_of_text("")) == []
