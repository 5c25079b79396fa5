"""The files that a baseline can be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from some_audits import samples

from necropsy.baseline import BaselineError, Entry, entries_in, marks_of
from necropsy.baseline.entry import is_list

DIGEST = "0123456789abcdef"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "known.txt"


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        (f"S101 {DIGEST} a.txt", Entry("a.txt", "S101", DIGEST)),
        (f"  S101\t{DIGEST}   a.txt # why so  ", Entry("a.txt", "S101", DIGEST, "why so")),
        (f"undecided {DIGEST} log:12 #", Entry("log:12", "undecided", DIGEST)),
        (f'S101 {DIGEST} "a b # c.txt"  # why # so', Entry("a b # c.txt", "S101", DIGEST, "why # so")),
        (f'S101 {DIGEST} "\\u001b\\"x"', Entry('\x1b"x', "S101", DIGEST)),
    ],
)
def test_a_line_is_read(path: Path, line: str, entry: Entry) -> None:
    path.write_text(f"\n# a remark\n{line}\n", "utf-8")
    assert list(entries_in(str(path))) == [entry._replace(line=3)]


SOURCES = st.text(st.characters(exclude_categories=()), min_size=1, max_size=12)
WHYS = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=9).map(str.strip)


@given(st.builds(Entry, SOURCES, st.sampled_from(["S101", "undecided"]), st.just(DIGEST), WHYS))
def test_whatever_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, entry: Entry) -> None:
    path = tmp_path_factory.mktemp("a") / "known.txt"
    path.write_text(f"{entry.text}\n", "utf-8", newline="")
    assert list(entries_in(str(path))) == [entry._replace(line=1)]


def test_a_report_is_one(path: Path) -> None:
    audits = [audit.to_dict() for audit in samples()]
    path.write_text("".join(json.dumps(audit) + "\n" for audit in audits), "utf-8")
    by_lines = list(entries_in(str(path)))
    marks = [mark for audit in samples() for mark in marks_of(audit) if mark.digest]
    assert [(entry.rule, entry.digest) for entry in by_lines] == [(mark.rule, mark.digest) for mark in marks]
    assert not is_list(str(path))
    path.write_text("\n\n" + json.dumps(audits, indent=2), "utf-8")
    lines = path.read_text("utf-8").split("\n")
    in_array = list(entries_in(str(path)))
    assert [entry._replace(line=0) for entry in in_array] == [entry._replace(line=0) for entry in by_lines]
    for entry in in_array:
        assert json.dumps(entry.source) in lines[entry.line]
    assert not is_list(str(path))


@pytest.mark.parametrize("text", ["", "\n \n", "# nothing\n", "[]", " [\n]\n"])
def test_one_can_be_empty(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    assert list(entries_in(str(path))) == []


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (f"# x\nS101 {DIGEST}\n", ":2: no entry of a baseline"),
        (f"S101 {DIGEST[:-1]} a.txt\n", ":1: no entry of a baseline"),
        (f"S101 {DIGEST} a.txt why\n", ":1: no entry of a baseline"),
        (f'S101 {DIGEST} "\\x"\n', ":1: no entry of a baseline"),
        ("source,game,verdict\n", ":1: no entry of a baseline"),
        ("\n{}\n", ":2: no audit of a report"),
        ('{"verdict": "match", "findings": [1]}', ":1: no audit of a report"),
        ('{"verdict": "murder", "findings": []}', ":1: no audit of a report"),
        ("{}}\n", ":1: not JSON Lines"),
        ("[\n1\n]", ":2: no audit of a report"),
        ("[\n\n{", ":3: not JSON"),
        ("[", ":1: not JSON"),
        (b"\xff\n", ": not a baseline: it is not UTF-8"),
        (None, ": no such file or directory"),
    ],
)
def test_what_is_none_is_said_with_the_line(path: Path, content: str | bytes | None, says: str) -> None:
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BaselineError) as error:
        list(entries_in(str(path)))
    assert str(error.value).startswith(f"{path}{says}")


def test_a_long_array_is_read_in_pieces(path: Path) -> None:
    audits = [audit.to_dict() for audit in samples()] * 3
    path.write_text(json.dumps(audits), "utf-8")
    assert path.stat().st_size > 4 * (1 << 16)
    assert len(list(entries_in(str(path)))) == 3 * sum(
        bool(mark.digest) for audit in samples() for mark in marks_of(audit)
    )
