"""The corpus of the benchmarks is as honest as the files that it is made of."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path

import pytest

import necropsy
from necropsy import Audit, Severity

sys.path.insert(0, str(Path(__file__).parent / "benchmarks"))

from corpus import FORMS, Copy, copies, make
from invented import FIRST_DAY, Players, day_of
from originals import GAMES, originals
from xlog import patterns, write_xlogfile

COUNT = 60
each_form = pytest.mark.parametrize("game", FORMS)


def seen_in(audit: Audit) -> tuple[object, ...]:
    """What an audit says of a game: verdict, score, and all that is graver than a hint."""
    findings = sorted(f.rule for f in audit.findings if f.severity is not Severity.HINT)
    return audit.game, audit.verdict.value, audit.recorded, str(audit.recomputed), *findings


@cache
def seen_in_original(path: Path) -> tuple[object, ...]:
    return seen_in(necropsy.audit(path))


def audits_below(directory: Path) -> dict[str, Audit]:
    return {audit.source: audit for audit in necropsy.audit_paths([directory])}


def contents(directory: Path) -> dict[str, bytes]:
    files = (path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in files}


def verdicts(seen: Iterable[tuple[object, ...]]) -> Counter[object]:
    return Counter(each[1] for each in seen)


@each_form
def test_each_copy_is_seen_as_its_original(game: str, tmp_path: Path) -> None:
    made = list(copies(tmp_path, COUNT, game))
    found = audits_below(tmp_path)
    assert found.keys() == {copy.path for copy in made}
    assert len({os.path.basename(copy.path) for copy in made}) == COUNT
    expected = verdicts(seen_in_original(copy.original.path) for copy in made)
    assert verdicts(map(seen_in, found.values())) == expected
    assert expected.keys() <= {"match", "ineligible", "unfinished"}
    for copy in made:
        assert seen_in(found[copy.path]) == seen_in_original(copy.original.path), copy.path


def test_every_original_is_used_and_none_is_accused() -> None:
    for game, least in zip(GAMES, (70, 80, 35), strict=True):
        assert len(originals(game)) >= least
        assert {seen_in_original(each.path)[0] for each in originals(game)} == {game}


def in_log(copy: Copy) -> bool:
    return bool(copy.original.log)


def test_lines_of_the_log_are_of_the_files(tmp_path: Path) -> None:
    made = list(copies(tmp_path, COUNT, "dcss", logs=True))
    found = audits_below(tmp_path)
    assert found.keys() == {copy.path for copy in made}
    joined = {name for name, audit in found.items() if audit.record and len(audit.record.places) > 1}
    assert joined == {copy.path for copy in made if in_log(copy)}
    assert joined
    for copy in made:
        assert seen_in(found[copy.path])[1] == seen_in_original(copy.original.path)[1], copy.path
        assert "mismatch" not in seen_in(found[copy.path])
    ends = re.findall(r":end=(\d+)", (tmp_path / "logfile").read_text("utf-8"))
    assert ends == sorted(ends)


@each_form
def test_a_seed_makes_the_same_files(game: str, tmp_path: Path) -> None:
    for folder, seed in (("one", 7), ("again", 7), ("other", 8)):
        assert make(tmp_path / folder, COUNT, game, seed, logs=True) == COUNT
    assert contents(tmp_path / "one") == contents(tmp_path / "again")
    assert not contents(tmp_path / "one").items() & contents(tmp_path / "other").items()


def test_a_directory_has_a_thousand_files_at_most(tmp_path: Path) -> None:
    make(tmp_path, 1_001, "hengband")
    assert {folder.name: len(list(folder.iterdir())) for folder in tmp_path.iterdir()} == {
        "0000": 1_000,
        "0001": 1,
    }


def test_names_come_again_only_when_all_have_come() -> None:
    players = Players(1)
    names = [players.like("jz05") for _ in range(10_000)]
    assert len(set(names)) == len(names)
    assert players.like("jz05") == names[0]


def test_days_follow_each_other() -> None:
    days = [day_of(number, 10_000) for number in range(10_000)]
    assert days == sorted(days)
    assert days[0] == FIRST_DAY > date(2026, 11, 30)
    assert len(set(days)) == 1_500


def test_each_line_of_an_xlogfile_is_seen_as_its_pattern(tmp_path: Path) -> None:
    log = tmp_path / "xlogfile"
    turns = 3
    size = write_xlogfile(log, len(patterns()) * turns)
    lines = log.read_text("utf-8").splitlines()
    assert (size, len(set(lines))) == (log.stat().st_size, len(lines))

    def seen_in_log() -> list[tuple[object, ...]]:
        # The points are those of another depth.
        return [(found[1], *found[4:]) for found in map(seen_in, necropsy.audit_paths([log]))]

    found = seen_in_log()
    log.write_text("".join("\t".join(f"{k}={v}" for k, v in each.items()) + "\n" for each in patterns()))
    assert found == seen_in_log() * turns
    assert {verdict for verdict, *_ in found} == {"match", "ineligible", "undecided"}


def test_one_seed_makes_one_xlogfile(tmp_path: Path) -> None:
    one, other, third = (tmp_path / name for name in ("one", "other", "third"))
    for path, seed in ((one, 1), (other, 1), (third, 2)):
        write_xlogfile(path, 50, seed)
    assert one.read_bytes() == other.read_bytes() != third.read_bytes()
