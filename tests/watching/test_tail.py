"""How far a log was read, and what stands behind that."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from necropsy.loglines import Piece
from necropsy.sources import Source
from necropsy.watching.tail import AT_ONCE, BEGINNING, Tail, Tails, after, new_lines


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "logfile"
    path.write_bytes(b"one\ntwo\n")
    return path


def read(log: Path, tail: Tail) -> tuple[tuple[bytes, int, int] | None, Tail]:
    piece, behind = new_lines(str(log), tail)
    return piece and (piece.data, piece.number, piece.offset), behind


def grow(log: Path, data: bytes) -> None:
    with log.open("ab") as stream:
        stream.write(data)


def test_each_line_comes_once(log: Path) -> None:
    lines, tail = read(log, BEGINNING)
    assert lines == (b"one\ntwo", 1, 0)
    assert read(log, tail) == (None, tail)
    grow(log, b"three\nfour\n")
    lines, tail = read(log, tail)
    assert lines == (b"three\nfour", 3, 8)
    assert (tail.offset, tail.number) == (19, 5)


def test_a_line_without_its_end_waits(log: Path) -> None:
    _, tail = read(log, BEGINNING)
    grow(log, b"three\nfo")
    lines, tail = read(log, tail)
    assert lines == (b"three", 3, 8)
    assert read(log, tail) == (None, tail)
    grow(log, b"ur\n")
    assert read(log, tail)[0] == (b"four", 4, 14)


@pytest.mark.parametrize("text", [b"", b"o", b"new\n", b"another text of a greater length\n"])
def test_a_log_that_is_another_one_begins_anew(log: Path, text: bytes) -> None:
    _, tail = read(log, BEGINNING)
    log.write_bytes(text)
    lines, _ = read(log, tail)
    assert lines == ((text[:-1], 1, 0) if text.endswith(b"\n") else None)


def test_a_log_in_the_place_of_another(log: Path) -> None:
    _, tail = read(log, BEGINNING)
    other = log.with_name("new")
    other.write_bytes(log.read_bytes() + b"three\n")
    other.rename(log)
    assert read(log, tail)[0] == (b"one\ntwo\nthree", 1, 0)


def test_what_is_left_to_a_full_pass(log: Path) -> None:
    log.write_bytes(gzip.compress(b"one\n"))
    with pytest.raises(LookupError):
        read(log, BEGINNING)
    log.write_bytes(b"x" * (AT_ONCE + 1))
    with pytest.raises(LookupError):
        read(log, BEGINNING)
    log.write_bytes(b"one\n" + b"x" * AT_ONCE)
    with pytest.raises(LookupError):
        read(log, Tail(4, 2, b"one\n"))


def test_what_is_gone_or_no_file(log: Path) -> None:
    with pytest.raises(OSError, match="not a regular file"):
        read(log.parent, BEGINNING)
    log.unlink()
    with pytest.raises(FileNotFoundError):
        read(log, BEGINNING)


def test_a_pass_says_how_far_it_has_read(log: Path) -> None:
    tails = Tails()
    tails.see("dcss", Source(str(log)), Piece(b"one\ntwo", 1, 0, True))
    tails.see("dcss", Source(str(log)), Piece(b"thr", 3, 8, False))
    tails.see("dcss", Source("a.zip/logfile", inside="a.zip"), Piece(b"one", 1, 0, True))
    assert list(tails) == [str(log)]
    tails.know_files()
    game, tail = tails[str(log)]
    assert (game, tail.offset, tail.number, tail.before) == ("dcss", 8, 3, b"one\ntwo\n")
    assert tail.file is not None
    grow(log, b"three\n")
    assert read(log, tail)[0] == (b"three", 3, 8)


def test_what_has_no_end_is_not_behind() -> None:
    assert after(Piece(b"thr", 3, 8, False)) is None


def test_a_log_that_was_renamed_is_followed(log: Path) -> None:
    tails = Tails()
    tails.see("dcss", Source(str(log)), Piece(b"one\ntwo", 1, 0, True))
    tails.know_files()
    old = log.rename(log.with_name("logfile.1"))
    log.write_bytes(b"three\n")
    assert not tails.is_renamed(str(log))
    assert tails.is_renamed(str(old))
    assert list(tails) == [str(old)]
    assert read(old, tails[str(old)][1])[0] is None
    assert not tails.is_renamed(str(log.with_name("nothing")))


def test_of_a_log_that_has_gone_no_file_is_known(log: Path) -> None:
    tails = Tails()
    tails.see("dcss", Source(str(log)), Piece(b"one\ntwo", 1, 0, True))
    log.unlink()
    tails.know_files()
    assert tails[str(log)][1].file is None
