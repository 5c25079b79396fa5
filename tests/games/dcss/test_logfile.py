"""Logs of DCSS: what is one, which of its lines are games, and what is said of the others."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from cases_dcss import LINE, written
from hypothesis import example, given
from hypothesis import strategies as st

import necropsy
from necropsy.games.dcss import GAME
from necropsy.games.dcss.line import CrawlLine
from necropsy.games.dcss.logfile import (
    LONGEST_LINE,
    _may_hold_key,
    is_logfile,
    is_milestones,
    kind_of_file,
    read_logfile,
)
from necropsy.judge import judge
from necropsy.logline import Line, Rejected
from necropsy.record import Record
from necropsy.rules import Severity
from necropsy.verdict import Audit, Verdict

TRUTH = Path(__file__).parents[2] / "engine_truth" / "dcss"
SHARED = Path(__file__).parents[4] / "shared"
ENGINES = SHARED / "data" / "dcss"
CORPUS = SHARED / "corpus" / "dcss_log"
GAME_LINE = written(LINE)
MILESTONE = (
    "v=0.34.1:vlong=0.34.1:lv=0.1:name=Sapling:race=Human:cls=Fighter:xl=1:place=D::1:turn=0"
    ":time=20261030103811S:type=begin:milestone=began the quest for the Orb."
)
MORGUE = " Dungeon Crawl Stone Soup version 0.34.1 (console) character file.\n\n"

_PIECES = st.sampled_from(["name", "=", "e=", "nam", ":", "\n", "name=", "x", "==="])


@example("=" * 39 + "name=")
@example("=" * 40 + "name=")
@example("=" * 41 + "name")
@given(st.lists(_PIECES, max_size=90).map("".join))
def test_a_key_is_found_by_the_sign_behind_it(head: str) -> None:
    assert _may_hold_key("name", head) == ("name=" in head)


needs_engines = pytest.mark.skipif(not ENGINES.is_dir(), reason="the engines' files are not here")
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the public logs are not here")


def lines_of(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        yield Line(line.rstrip("\n"), number, whole=line.endswith("\n"))


def read(text: str, source: str = "logfile") -> list[Record | Rejected]:
    return list(read_logfile(lines_of(text), source))


def reasons(text: str) -> list[str]:
    return [found.reason for found in read(text) if isinstance(found, Rejected)]


def logs(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.name.startswith(("logfile", "scores"))]


# ----------------------------------------------------------------------------- recognised


@pytest.mark.parametrize(
    "head",
    [
        GAME_LINE,
        f"server=cao:{GAME_LINE}",
        f"src=cpo/logfile:{GAME_LINE}:file=x",
        f"\n\n   \n{GAME_LINE}\n",
        f"\x00\x00\x00\n{GAME_LINE}\n",
        f"vandalised\nno log at all\nhello = hello\n{GAME_LINE}\n",
        f"{GAME_LINE[40:]}\n{GAME_LINE}\n",
        f"{MILESTONE}\n{GAME_LINE}\n",
        f"{MORGUE}{GAME_LINE}\n{GAME_LINE}\n{GAME_LINE}\n",
        "v=0.4.1:lv=0.1:name=a b:race=Grey Elf:xl=3:sc=77:ktyp=mon\n",
        "vlong=0.34.1:name=x:xl=3:sc=77",
        f"v=0.34.1:name={'n' * 70_000}\n{GAME_LINE}",
    ],
)
def test_a_log_is_recognised(head: str) -> None:
    assert is_logfile("logfile", head)
    assert not is_milestones("logfile", head)


@pytest.mark.parametrize(
    "head",
    [
        "",
        "sc=5",
        "sc=5:name=x:xl=3",
        MILESTONE,
        GAME_LINE.replace(":", "\t"),
        "version=4.2.0\tpoints=130\tname=x\txl=1\tsc=3\tv=4",
        f"{MORGUE}12 Sapling the Cleaver (level 1, -3/13 HPs)\n",
        # A player's own text in a morgue can be a whole line of a log.
        f"{MORGUE}Message History\n\n{GAME_LINE}\n",
        f"{GAME_LINE}\n{MORGUE}12 Sapling the Cleaver (level 1, -3/13 HPs)\nYou were on level 1.\n",
        f"# notes\n{GAME_LINE[:100]}\n",
    ],
)
def test_what_is_no_log(head: str) -> None:
    assert not is_logfile("logfile", head)


def test_milestones_are_recognised() -> None:
    assert is_milestones("milestones", f"\n{MILESTONE}\n")
    assert is_milestones("x", f"server=cao:{MILESTONE}")
    assert not is_milestones("x", f"{MORGUE}{MILESTONE}\nYou were on level 1.\n")
    assert not is_milestones("x", "milestone=nothing")
    assert not is_milestones("x", f"{MILESTONE}\n{GAME_LINE}")
    assert not is_milestones("x", MORGUE)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("logfile", "normal"),
        ("scores", "normal"),
        ("cao/logfile-0.34", "normal"),
        ("logfile34", "normal"),
        ("logfile-seeded", "seeded"),
        ("C:\\games\\LOGFILE-SPRINT", "sprint"),
        ("logs.zip::crawl/logfile-hints", "hints"),
        ("logfile-descent.gz", "descent"),
        ("logfile-zotdef", "zotdef"),
        ("scores-sprint-meatsprint", "sprint"),
        ("sprint/logfile", "normal"),
        ("cszo-git.log", None),
        ("oversprinted.log", None),
    ],
)
def test_a_logs_name_tells_the_kind_of_game(name: str, kind: str | None) -> None:
    assert kind_of_file(name) == kind


# ----------------------------------------------------------------------------- line by line


def test_each_line_is_a_record_of_its_own() -> None:
    found = read(f"{GAME_LINE}\n\n{GAME_LINE.replace('name=Sapling', 'name=Oak')}\n")
    assert [(one.line, one.value("player")) for one in found if isinstance(one, CrawlLine)] == [
        (1, "Sapling"),
        (3, "Oak"),
    ]
    assert len(found) == 2
    assert found[0].source == "logfile"


def test_lines_are_taken_one_at_a_time() -> None:
    def endless() -> Iterator[Line]:
        number = 0
        while True:
            number += 1
            yield Line(GAME_LINE, number)

    found = read_logfile(endless(), "logfile")
    assert [next(found).line for _ in range(3)] == [1, 2, 3]


def test_blank_lines_and_milestones_are_no_games_and_no_faults() -> None:
    assert read(f"\n   \n\t\n{MILESTONE}\nmilestone=reached:type=x\n") == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("hello", "no field stands in the line (key=value)"),
        ("\x00\x00\x00\x00", "NUL bytes stand in the line, as a crash leaves them"),
        (f"\x00{GAME_LINE}", "NUL bytes stand in the line, as a crash leaves them"),
        ("v=0.34.1:xl=3:sc=5", "the line is of no game: it has no name"),
        ("v=0.34.1:name=x:xl=3", "the line is of no game: it has no sc"),
        ("name=x:xl=3:sc=5", "the line is of no game: it has no v"),
        ("xl=3", "the line is of no game: it has no name and no sc and no v"),
        (f"{GAME_LINE}{GAME_LINE}", "two lines stand on one: many keys stand twice"),
        (f"{GAME_LINE[:150]}{GAME_LINE}", "two lines stand on one: many keys stand twice"),
        (f"{GAME_LINE}:pad={'x' * LONGEST_LINE}", "and no game's is longer than 65,536"),
    ],
)
def test_a_line_that_should_be_a_game_says_why_it_is_none(line: str, reason: str) -> None:
    (found,) = read(f"\n{line}\n{GAME_LINE}\n")[:1]
    assert isinstance(found, Rejected)
    assert found.reason.endswith(reason)
    assert (found.source, found.line) == ("logfile", 2)
    assert line.startswith(found.text)
    assert len(read(f"{line}\n{GAME_LINE}\n")) == 2


NO_END = "the line has no line end: it is still being written, or was cut off"


def test_a_line_without_its_end_may_still_be_written() -> None:
    cut = GAME_LINE[: GAME_LINE.index(":end=") + 9]
    assert reasons(f"{GAME_LINE}\n{cut}") == [f"the moment of the end is not there; {NO_END}"]
    cut = GAME_LINE[: GAME_LINE.index(":sc=")]
    assert reasons(f"{GAME_LINE}\n{cut}") == [f"the line is of no game: it has no sc; {NO_END}"]


def test_a_line_that_lacks_its_line_end_alone_is_a_game() -> None:
    """Only its last field may have lost something."""
    (whole,) = read(f"{GAME_LINE}\n")
    assert isinstance(whole, CrawlLine)
    whole.read_all()
    for length in range(GAME_LINE.index(":end=") + 20, len(GAME_LINE) + 1):
        (found,) = read(GAME_LINE[:length])
        assert isinstance(found, CrawlLine), length
        found.read_all()
        assert not found.broken
        assert found.facts.items() <= whole.facts.items() | {("seed", None)}, length


def test_a_line_end_of_another_system_is_no_part_of_the_line() -> None:
    (found,) = read(f"{GAME_LINE}\r\n")
    assert isinstance(found, CrawlLine)
    assert found.value("seed") == "27182818"


def test_nothing_is_taken_from_a_key_that_stands_twice() -> None:
    (found,) = read(f"{GAME_LINE}:sc=99:sc=98:turn=12345\n")
    assert isinstance(found, CrawlLine)
    assert found.repeated == ("sc",)
    assert found.value("score") is None
    assert found.value("turns") == 12345
    audit = judge(GAME, found)
    assert audit.verdict is Verdict.UNDECIDED
    assert audit.reasons == ("needs one sc: the line has two",)
    assert "F131" in {finding.rule for finding in audit.findings}


def test_a_version_that_stands_twice_is_none() -> None:
    (found,) = read(f"{GAME_LINE}:v=0.33.1:vlong=0.33.1\n")
    assert judge(GAME, found).reasons == ("needs one v: the line has two",)


# ------------------------------------------------------------------------------ real files


def audits(path: Path) -> Iterator[tuple[CrawlLine, Audit]]:
    text = path.read_text("utf-8", errors="replace")
    assert is_logfile(path.name, text[:65536]), path
    for found in read_logfile(lines_of(text), str(path)):
        if isinstance(found, Rejected):
            # One public log has a milestone without its end.
            assert path.name.endswith(".log"), found
        else:
            assert isinstance(found, CrawlLine)
            yield found, judge(GAME, found)


BEYOND = {"Plunene79": ["S101"], "Psolamu80": ["S101"]}
"""More experience than a character can have."""
FULL = {"Platazi75": ["C171", "C172"], "Pfineve76": ["C171", "C172"]}
"""More runes and gems than there are."""


def check(line: CrawlLine, audit: Audit) -> None:
    shown = f"{line.label}: {audit.verdict} {audit.reasons} {audit.findings}"
    errors = sorted(finding.rule for finding in audit.findings if finding.severity is Severity.ERROR)
    named = BEYOND | FULL if "patched/0.34.1" in line.source else {}
    assert errors == named.get(line.value("player"), []), shown
    if "entry" in line.facts:
        assert audit.verdict is Verdict.UNFINISHED, shown
    elif line.value("player") in named:
        assert audit.verdict in (Verdict.MISMATCH, Verdict.TAMPERED), shown
    elif line.value("map") == "arena_sprint" and "0.34" not in line.value("version"):
        assert audit.verdict is Verdict.UNDECIDED, shown
        assert "Thunderdome's points" in " ".join(audit.reasons)
    elif line.value("wizard"):
        assert audit.verdict is Verdict.INELIGIBLE, shown
    else:
        assert audit.verdict is Verdict.MATCH, shown


@pytest.mark.parametrize("path", logs(TRUTH), ids=lambda path: str(path.relative_to(TRUTH)))
def test_the_engines_own_lines(path: Path) -> None:
    found = list(audits(path))
    assert found
    for line, audit in found:
        check(line, audit)
        rare = {f.rule for f in audit.findings if f.severity is Severity.WARNING}
        assert not rare, (line.label, audit.findings)


def test_there_is_a_log_of_every_generation() -> None:
    versions = {line.value("version") for path in logs(TRUTH) for line, _ in audits(path)}
    assert versions == {
        "0.9.2",
        "0.10.3",
        "0.14.2",
        "0.15.3",
        "0.21.1",
        "0.24.1",
        "0.28.0",
        "0.31.0",
        "0.34.1",
    }


def test_the_engines_milestones() -> None:
    text = (TRUTH / "special/0.34.1/milestones-hints").read_text("utf-8")
    assert is_milestones("x", text)
    assert not is_logfile("x", text)
    assert read(text) == []


@needs_engines
def test_every_line_of_the_engines() -> None:
    lines = 0
    for path in logs(ENGINES):
        for line, audit in audits(path):
            check(line, audit)
            lines += 1
    assert lines > 650


@needs_engines
def test_every_milestone_of_the_engines() -> None:
    paths = [path for path in ENGINES.rglob("milestones*") if path.stat().st_size]
    for path in paths:
        text = path.read_text("utf-8")
        assert is_milestones(path.name, text)
        assert read(text) == []
    assert len(paths) > 5


@needs_corpus
def test_every_public_line() -> None:
    lines = 0
    for path in sorted(CORPUS.glob("*__*")):
        for line, audit in audits(path):
            check(line, audit)
            lines += 1
    assert lines > 480


# ------------------------------------------------------------------------------ packed logs


def packed(folder: Path, data: bytes) -> list[Audit]:
    (folder / "logfile.gz").write_bytes(data)
    return list(necropsy.audit_paths(folder))


def test_a_log_of_as_many_packed_parts_as_days(tmp_path: Path) -> None:
    days = (f"{GAME_LINE}:seed={day}\n".encode() for day in range(1, 101))
    found = packed(tmp_path, b"".join(map(gzip.compress, days)))
    assert [audit.verdict.value for audit in found] == ["match"] * 100


def test_the_lines_before_the_damage_of_a_packed_log_are_games(tmp_path: Path) -> None:
    data = "".join(f"{GAME_LINE}:seed={hash_of(n)}\n" for n in range(400)).encode()
    found = packed(tmp_path, gzip.compress(data)[:-2000])
    assert len(found) > 100
    assert [audit.reasons for audit in found if audit.verdict is Verdict.UNREADABLE][-1:] == [
        ("a gzip file that ends too early",)
    ]
    assert {audit.verdict.value for audit in found[:100]} == {"match"}


def hash_of(number: int) -> int:
    return pow(5, number + 40, 1 << 64)
