"""What the games of a run say of each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import necropsy
from necropsy.engine import Plan, audit_text
from necropsy.verdict import Audit

TRUTH = Path(__file__).parent / "engine_truth" / "gnollhack" / "honest"
START, END = 1796032441, 1796032447
LINE = next(
    line for line in (TRUTH / "xlogfile").read_text("utf-8").splitlines() if f"starttime={START}" in line
)
DUMP = next(TRUTH.glob("gnollhack.bren01.*.txt"))


def shifted(seconds: int, line: str = LINE) -> str:
    """A game that began and ended so many seconds later."""
    return line.replace(str(START), str(START + seconds)).replace(str(END), str(END + seconds))


def longer(seconds: int, line: str = LINE) -> str:
    """A game that ended so many seconds later."""
    return line.replace(str(END), str(END + seconds))


def log(*lines: str) -> list[Audit]:
    return list(audit_text("".join(f"{line}\n" for line in lines), "xlogfile"))


def told(audit: Audit) -> dict[str, str]:
    return {finding.rule: finding.message for finding in audit.findings if finding.rule.startswith("X")}


# ------------------------------------------------------------------------- the same game


def test_a_line_that_repeats_one_is_no_second_game() -> None:
    first, again = log(LINE, LINE)
    assert first.verdict == "match"
    assert (again.verdict, again.reasons) == ("skipped", ("the same game as xlogfile:1",))
    assert again.source == "xlogfile:2"


@pytest.mark.parametrize(
    "again",
    [
        LINE + "\tsrc=hardfought",
        "server=eu\t" + LINE,
        "\t".join(sorted(LINE.split("\t"))),
        LINE.replace("\tname=bren01", "\tname=account").replace("cname=bren01", "cname=bren01\twhile="),
    ],
)
def test_what_a_scoreboard_or_server_adds_makes_no_second_game(again: str) -> None:
    assert [audit.verdict for audit in log(LINE, again)] == ["match", "skipped"]


@pytest.mark.parametrize(
    ("old", "new"), [("points=10000", "points=11000"), ("\tturns=", "\tturns=1"), ("maxhp=", "maxhp=1")]
)
def test_a_game_that_is_told_in_two_ways(old: str, new: str) -> None:
    first, other = log(LINE, LINE.replace(old, new))
    assert "X250" not in told(first)
    assert told(other)["X250"] == "game: xlogfile:1 tells of the same game, and not the same"


def test_names_are_free_on_each_server() -> None:
    lines = ["server=eu\t" + LINE, "server=us\t" + LINE.replace("points=10000", "points=9000")]
    assert not any(told(audit) for audit in log(*lines))


def test_a_copy_under_another_name(tmp_path: Path) -> None:
    for name in (DUMP.name, "mine.txt"):
        (tmp_path / name).write_bytes(DUMP.read_bytes())
    first, other = necropsy.audit_paths(tmp_path)
    assert not told(first)
    assert told(other) == {"X251": f"game: {tmp_path}/{DUMP.name} tells of the same game under another name"}
    assert other.verdict == "match"


def test_a_copy_that_was_edited(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / DUMP.name).write_bytes(DUMP.read_bytes())
    (tmp_path / DUMP.name).write_text(
        DUMP.read_text("utf-8").replace("10000 points", "99000 points"), "utf-8"
    )
    _, other = necropsy.audit_paths(tmp_path)
    assert set(told(other)) == {"X250"}


# ------------------------------------------------------------------------------ two at once


def test_two_games_at_once() -> None:
    first, other = log(longer(1_000), shifted(200, longer(5_000)))
    assert not told(first)
    assert told(other) == {
        "X253": "time: the game in xlogfile:1, of the same player, ran at the same time for 806 s"
    }


@pytest.mark.parametrize(
    "other",
    [
        shifted(2_000),
        shifted(1_006 - 60),
        shifted(200, longer(5_000)).replace("name=bren01", "name=other"),
        shifted(200, longer(5_000)).replace("version=", "server=eu\tversion="),
    ],
)
def test_one_game_after_another(other: str) -> None:
    assert not any("X253" in told(audit) for audit in log(longer(1_000), other))


def test_the_last_game_is_the_one_that_ended_last() -> None:
    """A list sorted by score has a player's games in any order."""
    audits = log(shifted(10_000), LINE, shifted(20_000), longer(100))
    assert not any("X253" in told(audit) for audit in audits)


# ------------------------------------------------------------------------------------ alone


def paired(tmp_path: Path, *, dump: bool, line: str, **options: bool) -> Iterator[Audit]:
    if dump:
        (tmp_path / DUMP.name).write_bytes(DUMP.read_bytes())
    (tmp_path / "xlogfile").write_text(line + "\n", "utf-8")
    return necropsy.audit_paths(tmp_path, **options)  # type: ignore[arg-type]


def test_a_dump_and_its_line_are_not_alone(tmp_path: Path) -> None:
    (audit,) = paired(tmp_path, dump=True, line=LINE)
    assert not told(audit)


def test_a_dump_without_its_line_and_a_line_without_its_dump(tmp_path: Path) -> None:
    line, dump = paired(tmp_path, dump=True, line=shifted(7))
    assert set(told(line)) == {"X255"}
    assert set(told(dump)) == {"X254"}
    assert {audit.verdict for audit in (line, dump)} == {"match"}


def test_lines_alone_are_not_told_that_they_are(tmp_path: Path) -> None:
    (audit,) = paired(tmp_path, dump=False, line=LINE)
    assert not told(audit)


def test_a_file_that_is_expected_is_an_error_and_no_accusation(tmp_path: Path) -> None:
    (audit,) = paired(tmp_path, dump=False, line=LINE, expect_files=True)
    (finding,) = (finding for finding in audit.findings if finding.rule == "X255")
    assert finding.severity.label == "error"
    assert audit.verdict == "match"


def test_each_for_itself(tmp_path: Path) -> None:
    line, dump = paired(tmp_path, dump=True, line=LINE, pair=False)
    assert not told(line)
    assert not told(dump)


def test_a_plan_pairs_from_the_first_log_on() -> None:
    assert Plan().pair is None


# ----------------------------------------------------------------------------------- seeds

CRAWL = (Path(__file__).parents[1] / "sample_morgues" / "dcss" / "logfile").read_text("utf-8").splitlines()
SEEDED = next(line for line in CRAWL if ":name=Rijodo:" in line)


def crawl(*lines: str, name: str = "logfile") -> list[Audit]:
    return list(audit_text("".join(f"{line}\n" for line in lines), name))


def test_a_seed_that_somebody_else_had() -> None:
    first, other = crawl(SEEDED, SEEDED.replace("name=Rijodo", "name=Sapling"))
    assert not told(first)
    assert told(other) == {"X152": "seed: the game in logfile:1, of another player, had the same one"}


def test_seeds_that_players_choose_are_nobodys() -> None:
    lines = SEEDED, SEEDED.replace("name=Rijodo", "name=Sapling")
    assert not any(told(audit) for audit in crawl(*lines, name="logfile-seeded"))


def test_a_line_with_a_column_of_a_scoreboard_is_the_same_game() -> None:
    assert [audit.verdict for audit in crawl(SEEDED, f"server=cao:{SEEDED}")] == ["match", "skipped"]


def test_players_of_long_ago_go_out_of_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("necropsy.history._MOST_PLAYERS", 2)
    others = [shifted(200, longer(5_000)).replace("bren01", f"other{number}") for number in range(3)]
    audits = log(longer(1_000), *others, shifted(200, longer(5_000)))
    assert not any("X253" in told(audit) for audit in audits)


@pytest.mark.parametrize(
    ("limits", "label"),
    [({"_MOST_LINES": 1}, "xlogfile"), ({"_MOST_LOGS": 2}, "another log"), ({}, "xlogfile:1")],
)
def test_of_more_logs_and_lines_than_are_kept_apart_less_is_said(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, int], label: str
) -> None:
    for name, limit in limits.items():
        monkeypatch.setattr(f"necropsy.history.{name}", limit)
    _, again = log(LINE, LINE)
    assert again.repeats == label


def test_a_game_without_a_name_or_a_date_is_compared_with_none() -> None:
    nameless = SEEDED.replace("name=Rijodo", "name=")
    dateless = SEEDED.replace("start=2026", "start=20x6")
    audits = crawl(dateless, dateless, nameless.replace(":name=", ":nome="))
    assert not any(audit.repeats for audit in audits)
