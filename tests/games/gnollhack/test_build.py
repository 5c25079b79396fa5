"""Which build wrote a record."""

from __future__ import annotations

import pytest

from necropsy.games.gnollhack.build import ALIGNMENTS, build_of
from necropsy.games.gnollhack.line import XlogRecord
from necropsy.games.gnollhack.version import Build
from necropsy.joint import JointRecord
from necropsy.logline import Line
from necropsy.record import Record


def dump(shown: str) -> Record:
    record = Record("gnollhack", "a.txt", [""])
    record.state("version_shown", shown, 1, "header")
    return record


def line(version: str, edit: int | None = None, fields: tuple[str, ...] = ("version",)) -> Record:
    values = {**dict.fromkeys(fields, ""), "version": version}
    if edit is not None:
        values["edit"] = str(edit)
    record = XlogRecord("xlogfile", Line("", 1), values)
    record.read()
    return record


@pytest.mark.parametrize(
    ("record", "tag"),
    [
        (dump("4.2.0 (Build 120)"), "4.2.0-120"),
        (dump("4.1.0 Beta 17"), "4.1.0-B17"),
        (dump("4.1.2"), "4.1.2"),
        (line("4.2.0", 120), "4.2.0-120"),
    ],
)
def test_one_file_names_it(record: Record, tag: str) -> None:
    assert build_of(record) == Build.of_tag(tag)


def test_nothing_names_it() -> None:
    assert build_of(Record("gnollhack", "a.txt", [])) is None
    assert build_of(dump("3.6.6 Beta")) is None
    assert build_of(line("4.2")) is None


def test_of_two_files_the_one_that_places_it_counts() -> None:
    unplaced = line("4.1.0", fields=("version", "achieveX", "demo"))
    build = build_of(JointRecord([dump("4.1.0 Beta 6"), unplaced]))
    assert build is not None
    assert build.placed
    build = build_of(JointRecord([dump("4.1.0"), unplaced]))
    assert build is not None
    assert not build.placed


def test_the_number_of_a_line_is_its_own() -> None:
    """A dump's number says nothing of a line that has another one; a rule reports that they differ."""
    joint = JointRecord([dump("4.2.0 (Build 85)"), line("4.2.0", 120)])
    assert build_of(joint) == Build.of_tag("4.2.0-85")
    assert [str(found) for found in map(build_of, joint.parts)] == ["4.2.0 (Build 85)", "4.2.0-120"]


def test_alignments_have_words() -> None:
    assert ALIGNMENTS == {"Law": "lawful", "Neu": "neutral", "Cha": "chaotic"}
