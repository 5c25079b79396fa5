"""Which line is of which morgue: names, time zones, renamed files, seeds."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

import necropsy
from necropsy.games.dcss import GAME
from necropsy.games.dcss.identity import squeezed_name
from necropsy.games.dcss.logfile import read_logfile
from necropsy.identity import Identity
from necropsy.logline import Line
from necropsy.record import Record
from necropsy.verdict import Audit

SAMPLES = Path(__file__).parents[3] / "sample_morgues" / "dcss"
LINES = {
    re.findall(r":name=([^:]*)", line)[0]: line
    for line in (SAMPLES / "logfile").read_text("utf-8").splitlines()
}
RIJODO = SAMPLES / "morgue-Rijodo-20261130-104529.txt"
DAY = 86_400


def line_of(text: str, name: str = "logfile") -> Record:
    (record,) = read_logfile([Line(text, 1)], name)
    assert isinstance(record, Record)
    return record


def identity(record: Record) -> Identity:
    found = GAME.identity(record)
    assert found is not None
    return found


def morgue(text: str | None = None, name: str = RIJODO.name) -> Record:
    return GAME.read(RIJODO.read_text("utf-8") if text is None else text, name)


def audits(folder: Path, name: str, text: str, line: str) -> list[Audit]:
    (folder / name).write_text(text, "utf-8")
    (folder / "logfile").write_text(line + "\n", "utf-8")
    return list(necropsy.audit_paths(folder))


def is_one_game(found: list[Audit]) -> bool:
    return len(found) == 1 and found[0].record is not None and len(found[0].record.places) == 2


@pytest.mark.parametrize(
    ("name", "squeezed"),
    [
        ("Sapling", "Sapling"),
        ("Bob Smith", "BobSmith"),
        ("12 the Zed", "12theZed"),
        ("1.2e5", "12e5"),
        ("a[b]{c}", "abc"),
    ],
)
def test_a_file_leaves_out_what_no_file_name_can_have(name: str, squeezed: str) -> None:
    assert squeezed_name(name) == squeezed


def test_a_morgue_and_its_line_are_named_alike() -> None:
    mine, its = identity(morgue()), identity(line_of(LINES["Rijodo"]))
    assert mine.end == its.end
    assert mine.days == its.days
    assert mine.seed == its.seed
    assert mine.matches(its).name == "SURE"
    assert set(GAME.keys(mine)) <= set(GAME.keys(its))


def test_a_plain_line_and_one_that_was_cut_are_named_alike() -> None:
    plain, cut = line_of(LINES["Rijodo"]), line_of(LINES["Rijodo"] + ":odd=1")
    assert identity(plain) == identity(cut)


@pytest.mark.parametrize("minutes", [60, -300, 345, 14 * 60, -12 * 60])
def test_a_morgue_of_another_time_zone(tmp_path: Path, minutes: int) -> None:
    moment = dt.datetime(2026, 11, 30, 10, 45, 29) + dt.timedelta(minutes=minutes)
    text = RIJODO.read_text("utf-8")
    if moment.day != 30:
        text = text.replace("Nov 30, 2026", f"{'Nov' if moment.month == 11 else 'Dec'} {moment.day}, 2026")
    name = f"morgue-Rijodo-{moment:%Y%m%d-%H%M%S}.txt"
    assert is_one_game(audits(tmp_path, name, text, LINES["Rijodo"]))


@pytest.mark.parametrize(
    "name", ["mine.txt", "morgue-Rijodo-20200101-000000.txt", "morgue-Other-20261130-104529.txt"]
)
def test_a_morgue_under_another_name(tmp_path: Path, name: str) -> None:
    assert is_one_game(audits(tmp_path, name, RIJODO.read_text("utf-8"), LINES["Rijodo"]))


def test_a_renamed_morgue_that_lies_about_its_days_is_found_by_its_seed(tmp_path: Path) -> None:
    text = RIJODO.read_text("utf-8").replace("Nov 30, 2026", "Nov 3, 2025")
    found = audits(tmp_path, "mine.txt", text, LINES["Rijodo"])
    assert is_one_game(found)
    assert found[0].verdict == "tampered"


def test_a_renamed_morgue_of_another_seed_is_another_game(tmp_path: Path) -> None:
    text = re.sub(r"Game seed: \d+", "Game seed: 7", RIJODO.read_text("utf-8"))
    assert len(audits(tmp_path, "mine.txt", text, LINES["Rijodo"])) == 2


def test_a_seed_that_was_chosen_is_no_proof_of_one_game() -> None:
    text = re.sub(r"Game seed: (\d+)", r"Game seed: \1 (custom seed)", RIJODO.read_text("utf-8"))
    text = text.replace(" Dungeon Crawl Stone Soup version", " Seeded DCSS version").replace(
        "Nov 30, 2026", "Nov 3, 2025"
    )
    mine = identity(morgue(text, "mine.txt"))
    assert mine.chosen
    assert mine.matches(identity(line_of(LINES["Rijodo"], "logfile-seeded"))).name == "NO"


def test_a_morgue_without_a_header_is_named_by_its_file() -> None:
    text = (SAMPLES / "morgue-Gasomu10-20261130-103526.txt").read_text("utf-8")
    mine = identity(morgue(text, "morgue-Gasomu10-20261130-103526.txt"))
    assert mine.player == "Gasomu10"
    assert mine.matches(identity(line_of(LINES["Gasomu10"]))).name == "SURE"


def test_what_has_neither_name_nor_date_is_nobodys() -> None:
    assert GAME.identity(morgue("Notes:\nTurn   | Place    | Note\n", "x.txt")) is None
    running = (SAMPLES / "H31kosof.txt").read_text("utf-8")
    found = GAME.identity(morgue(running, "H31kosof.txt"))
    assert found is None or not [key for key in GAME.keys(found) if key[1] != "seed"]  # type: ignore[index]
    assert GAME.identity(line_of(LINES["Rijodo"].replace("start=2026", "start=x026"))) is None


# ------------------------------------------------------------------- lines that are no end

ENTRY = (
    LINES["Rijodo"]
    .replace("ktyp=acid", "ktyp=wizmode")
    .replace("ktyp=mon", "ktyp=wizmode")
    .replace("sc=246", "sc=0")
)


def test_a_line_of_a_mode_that_was_entered_is_no_end(tmp_path: Path) -> None:
    assert "wizmode" in ENTRY
    entry = identity(line_of(ENTRY))
    assert entry.kind == "entry"
    found = audits(tmp_path, RIJODO.name, RIJODO.read_text("utf-8"), ENTRY)
    by_verdict = {audit.verdict.value: audit for audit in found}
    assert by_verdict["unfinished"].source.endswith("logfile:1")
    removed = by_verdict["tampered"]
    assert {f.rule for f in removed.findings if f.severity.label == "error"} == {"X119"}
    assert any("entered wizard or explore mode" in f.message for f in removed.findings if f.rule == "X154")


def test_a_game_whose_end_the_log_has_was_unmarked_for_the_server(tmp_path: Path) -> None:
    found = audits(tmp_path, RIJODO.name, RIJODO.read_text("utf-8"), f"{ENTRY}\n{LINES['Rijodo']}")
    assert [audit.verdict for audit in found] == ["unfinished", "match"]
    assert not [f for f in found[1].findings if f.rule.startswith("X")]


def test_an_entry_without_a_seed_is_of_no_game_in_particular() -> None:
    assert GAME.identity(line_of(re.sub(r":seed=\d+", "", ENTRY))) is None


# ------------------------------------------------------------------------- slots and keys


def test_each_kind_and_version_has_a_save_of_its_own() -> None:
    normal, sprint = identity(line_of(LINES["Rijodo"])), identity(line_of(LINES["Rijodo"], "logfile-sprint"))
    other = identity(line_of(LINES["Rijodo"].replace("v=0.34.1", "v=0.33.1")))
    assert len({normal.slot, sprint.slot, other.slot}) == 3


def test_keys_reach_a_day_around() -> None:
    its = identity(line_of(LINES["Rijodo"]))
    assert its.end is not None
    days = {key[2] for key in GAME.keys(its) if key[1] == "day"}  # type: ignore[index]
    assert days == {its.end // DAY + off for off in (-1, 0, 1)}


# ------------------------------------------------------ what is surely one game comes first


def unseeded(text: str) -> str:
    return re.sub(r"Game seed: \d+\n", "", text)


def test_a_stamp_that_another_clock_cannot_have_is_another_game(tmp_path: Path) -> None:
    text, line = unseeded(RIJODO.read_text("utf-8")), re.sub(r":seed=\d+", "", LINES["Rijodo"])
    hour_and_a_second = audits(tmp_path, "morgue-Rijodo-20261130-114530.txt", text, line)
    assert len(hour_and_a_second) == 2
    assert {audit.verdict.value for audit in hour_and_a_second} == {"match"}


def test_a_likelier_line_does_not_take_what_is_surely_another_ones(tmp_path: Path) -> None:
    earlier = re.sub(r":end=(\d{8})\d{6}S", r":end=\g<1>094529S", LINES["Rijodo"])
    earlier = re.sub(r":start=(\d{8})\d{6}S", r":start=\g<1>094000S", earlier)
    (tmp_path / RIJODO.name).write_text(RIJODO.read_text("utf-8"), "utf-8")
    (tmp_path / "logfile").write_text(f"{earlier}\n{LINES['Rijodo']}\n", "utf-8")
    found = list(necropsy.audit_paths(tmp_path))
    joined = [a for a in found if a.record is not None and len(a.record.places) == 2]
    assert [at for a in joined if a.record is not None for _, at in a.record.places if at] == [2]


def test_two_dumps_of_one_end_are_both_compared_with_its_line(tmp_path: Path) -> None:
    text = RIJODO.read_text("utf-8")
    score = re.search(r"^(\d+) Rijodo", text, re.MULTILINE)
    assert score is not None
    forged = text.replace(score[0], f"{int(score[1]) + 1} Rijodo", 1)
    for folder, content in (("first", text), ("second", forged)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / RIJODO.name).write_text(content, "utf-8")
    (tmp_path / "logfile").write_text(LINES["Rijodo"] + "\n", "utf-8")
    found = {Path(audit.source).parent.name: audit for audit in necropsy.audit_paths(tmp_path)}
    assert "X101" in {finding.rule for finding in found["second"].findings}
    assert not [finding for finding in found["first"].findings if finding.rule == "X101"]


def test_a_running_game_has_no_line(tmp_path: Path) -> None:
    text = RIJODO.read_text("utf-8")
    start = text.index("\n\n", text.index("Game seed")) + 2
    running = text[:start] + text[text.index("Rijodo the Shooter (", start + 20) :].replace(
        "You were on", "You are on"
    ).replace("You visited", "You have visited")
    found = audits(tmp_path, "Rijodo.txt", running, LINES["Rijodo"])
    assert len(found) == 2
    assert not any(
        finding.rule.startswith("X1") and finding.severity == "error" for a in found for finding in a.findings
    )
