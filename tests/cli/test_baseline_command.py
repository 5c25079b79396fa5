"""``necropsy audit --baseline``: only what is new counts."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from necropsy.cli import app

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
TAMPERED = SAMPLES / "tampered"

runner = CliRunner()


def call(*arguments: object, code: int | None = 0) -> Result:
    """A call of ``audit`` that ends with a code."""
    result = runner.invoke(app, ["audit", *map(str, arguments)], env={"COLUMNS": "200"})
    assert code is None or result.exit_code == code, result.output
    return result


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with some files."""
    there = tmp_path / "files"
    there.mkdir()
    for name in ("score-raised.txt", "turns-in-title-line.txt", "kill-total.txt"):
        shutil.copy(TAMPERED / name, there)
    shutil.copy(SAMPLES / "dcss" / "morgue-Gasomu10-20261130-103526.txt", there)
    (there / "empty.txt").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


EVERY = ("--fail-on", "mismatch,tampered,undecided,unreadable,warning")


def objects(*arguments: object, code: int | None = 0) -> list[dict[str, Any]]:
    return [
        json.loads(line)
        for line in call("files", "--format", "jsonl", *arguments, code=code).stdout.splitlines()
    ]


def test_what_was_found_once_does_not_count_again(house: Path) -> None:
    first = call("files", *EVERY, "--write-baseline", "known.txt", code=1)
    assert "entries written to the baseline known.txt." in first.stdout
    text = (house / "known.txt").read_text("utf-8")
    assert text.startswith("# A baseline of necropsy")
    second = call("files", *EVERY, "--baseline", "known.txt", "--warnings")
    assert "score-raised" not in second.stdout
    assert "in the baseline known.txt and do not count." in second.stdout
    assert "not found" not in second.stdout
    assert "carr" not in second.stdout
    # Nothing has been said that was not asked for.
    call("files", *EVERY, code=1)


def test_a_report_does_as_well(house: Path) -> None:
    for form in ("json", "jsonl"):
        call("files", *EVERY, "-o", f"a.{form}", code=1)
        assert "and do not count" in call("files", *EVERY, "--baseline", f"a.{form}").stdout


def test_what_is_new_is_shown_and_what_is_known_of_it_counted(house: Path) -> None:
    call("files", "--write-baseline", "known.txt", "--exit-zero")
    lines = (house / "known.txt").read_text("utf-8").splitlines(keepends=True)
    gone = next(line for line in lines if line.startswith("S101"))
    (house / "known.txt").write_text("".join(line for line in lines if line != gone), "utf-8")
    shown = call("files", "--baseline", "known.txt", code=1).stdout
    assert shown.startswith("MISMATCH  files/score-raised.txt")
    assert "error S101" in shown
    assert "1 finding more, in the baseline" in shown
    assert "turns-in-title-line" not in shown


def test_a_file_may_move_and_must_not_change(house: Path) -> None:
    call("files", "--write-baseline", "known.txt", "--exit-zero")
    (house / "files" / "deep").mkdir()
    moved = house / "files" / "deep" / "renamed.txt"
    (house / "files" / "score-raised.txt").rename(moved)
    call("files", "--baseline", "known.txt")
    moved.write_text(moved.read_text("utf-8").replace("2944911", "2944912"), "utf-8")
    shown = call("files", "--baseline", "known.txt", code=1).stdout
    assert "MISMATCH  files/deep/renamed.txt" in shown
    assert "of the baseline were not found in these files: " in shown
    assert "S101 in files/score-raised.txt (known.txt:" in shown


def test_machine_output_is_what_it_was_and_marks_what_is_known(house: Path) -> None:
    before = objects(code=1)
    call("files", "--write-baseline", "known.txt", "--exit-zero")
    after = objects("--baseline", "known.txt")
    marked = {Path(each["source"]).name for each in after if each.pop("baseline", False)}
    assert marked == {
        "score-raised.txt",
        "turns-in-title-line.txt",
        "kill-total.txt",
        "morgue-Gasomu10-20261130-103526.txt",
        "empty.txt",
    }
    known = [finding.pop("baseline", False) for each in after for finding in each["findings"]]
    assert any(known)
    assert after == before
    table = call("files", "--format", "csv", code=1).stdout
    assert call("files", "--format", "csv", "--baseline", "known.txt").stdout == table
    array = call("files", "--format", "json", "--baseline", "known.txt").stdout
    assert [each.get("baseline") for each in json.loads(array)] == [True] * 5


@pytest.mark.parametrize("how", [["--jobs", "2"], ["--store", "a.duckdb"]])
def test_it_is_the_same_whoever_does_the_work(house: Path, how: list[str]) -> None:
    call("files", "--write-baseline", "known.txt", "--exit-zero")
    alone = call("files", "--baseline", "known.txt", *EVERY, "--write-baseline", "b.txt").stdout
    for _ in range(3):
        assert call("files", "--baseline", "known.txt", *EVERY, "--write-baseline", "c.txt", *how).stdout == (
            alone.replace("b.txt", "c.txt")
        )
        assert (house / "b.txt").read_text("utf-8") == (house / "c.txt").read_text("utf-8")


def test_reasons_are_kept_when_it_is_written_anew(house: Path) -> None:
    call("files", "--write-baseline", "known.txt", "--exit-zero")
    text = (house / "known.txt").read_text("utf-8")
    noted = text.replace("files/empty.txt", "files/empty.txt  # a disk was full")
    (house / "known.txt").write_text(noted, "utf-8")
    call("files", "--baseline", "known.txt", "--write-baseline", "known.txt")
    assert (house / "known.txt").read_text("utf-8") == noted


def test_the_first_run_of_a_config_has_none_yet(house: Path) -> None:
    (house / "necropsy.toml").write_text('baseline = "known.txt"\n')
    assert "no such file" in call("files", code=2).stderr
    call("files", "--write-baseline", "known.txt", code=1)
    call("files")


def test_filters_come_first(house: Path) -> None:
    call("files", "--write-baseline", "known.txt", "--exit-zero", "--min-turns", "99999999")
    entries = [line for line in (house / "known.txt").read_text("utf-8").splitlines() if line[0] != "#"]
    assert [line.split()[0] for line in entries] == ["unreadable"]


@pytest.mark.parametrize(
    ("option", "content", "says"),
    [
        ("--baseline", "notes", "--baseline: known.txt:1: no entry of a baseline"),
        ("--baseline", '{"a": 1}', "--baseline: known.txt:1: no audit of a report"),
        ("--write-baseline", "notes", "--write-baseline: known.txt:1: no entry of a baseline"),
        ("--write-baseline", "[]", "--write-baseline: known.txt: a report is there, which is not replaced"),
    ],
)
def test_what_is_no_baseline_is_neither_used_nor_replaced(
    house: Path, option: str, content: str, says: str
) -> None:
    (house / "known.txt").write_text(content)
    assert says in call("files", option, "known.txt", code=2).stderr
    assert (house / "known.txt").read_text() == content


def test_one_that_cannot_be_written_is_said(house: Path) -> None:
    assert (
        "--write-baseline none/known.txt: "
        in call("files", "--write-baseline", "none/known.txt", code=2).stderr
    )


def test_a_run_that_was_stopped_writes_none(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from necropsy.interrupt import Interrupt

    monkeypatch.setattr(Interrupt, "asked", lambda _: True)
    result = call("files", "--write-baseline", "known.txt", code=None)
    assert "The baseline known.txt was not written." in result.stdout
    assert not (house / "known.txt").exists()


def test_a_list_that_lies_beside_the_files_is_no_dump(house: Path) -> None:
    call("files", "--write-baseline", "files/known.txt", "--exit-zero")
    assert len(objects("--baseline", "files/known.txt")) == 5


def test_what_is_known_fails_no_ci(house: Path) -> None:
    call("files", "--write-baseline", "known.txt", "--exit-zero", "-q")
    before = call("files", "--format", "junit", code=1).stdout
    assert 'tests="5" failures="2" errors="1" skipped="1"' in before
    known = call("files", "--baseline", "known.txt", "--format", "junit").stdout
    assert 'tests="5" failures="0" errors="0" skipped="4"' in known
    assert known.count('<skipped message="what was found is in the baseline"/>') == 3
    assert {case.get("name") for case in ElementTree.fromstring(known).iter("testcase")} == {
        path.name for path in (house / "files").iterdir()
    }


def test_what_is_known_is_unchanged_to_code_scanning(house: Path) -> None:
    def states(*arguments: str, code: int) -> set[str | None]:
        log = json.loads(call("files", "--format", "sarif", *arguments, code=code).stdout)
        return {result.get("baselineState") for result in log["runs"][0]["results"]}

    call("files", "--write-baseline", "known.txt", "--exit-zero", "-q")
    assert states(code=1) == {None}
    assert states("--baseline", "known.txt", code=0) == {"unchanged"}
    shutil.copy(TAMPERED / "level-in-score-line.txt", house / "files")
    assert states("--baseline", "known.txt", code=1) == {"unchanged", None}


def test_what_is_known_needs_no_attention_on_the_page(house: Path) -> None:
    pytest.importorskip("altair")
    call("files", "--write-baseline", "known.txt", "--exit-zero", "-q")
    call("files", "-o", "before.html", code=1)
    call("files", "--baseline", "known.txt", "-o", "after.html")
    before, after = ((house / name).read_text("utf-8") for name in ("before.html", "after.html"))
    assert "5 audited, 4 to look at" in before
    assert "1 game carries warnings and nothing worse" in before
    assert "warnings and nothing worse" not in after
    assert "5 audited, 0 to look at" in after
    assert "are in the baseline" in after
    assert "score-raised.txt" in after


def test_entries_of_rules_that_did_not_run_are_kept(house: Path) -> None:
    call("files", "--write-baseline", "known.txt", "--exit-zero", "-q")
    path = house / "known.txt"
    lines = path.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("C101"))
    lines[at] += "  # we know"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    call("files", "--select", "S", "--write-baseline", "known.txt", "--exit-zero", "-q")
    assert path.read_text("utf-8").splitlines() == lines
    said = call("files", "--select", "S", "--baseline", "known.txt").stdout
    assert "not found" not in said
    assert "not found" not in call("files", "--ignore", "C", "--baseline", "known.txt").stdout
    (house / "files" / "turns-in-title-line.txt").unlink()
    assert "C101 in files/turns-in-title-line.txt" in call("files", "--baseline", "known.txt").stdout


def test_a_baseline_that_is_not_there_yet(house: Path) -> None:
    assert house.exists()
    said = call("files", "--baseline", "known.txt", code=2).stderr
    assert "make it first with --write-baseline known.txt" in said.replace("\n", " ")


def test_a_file_that_says_nothing_of_its_game_is_known_by_its_name(house: Path) -> None:
    samples = sorted((SAMPLES / "gnollhack").glob("gnollhack.*.txt"))[:2]
    for sample in samples:
        (house / sample.name).write_bytes(sample.read_bytes()[:150])
    first, second = (sample.name for sample in samples)
    fail = ("--fail-on", "undecided")
    call(first, *fail, "--write-baseline", "known.txt", "-q", code=1)
    call(first, *fail, "--baseline", "known.txt", "-q")
    call(second, *fail, "--baseline", "known.txt", "-q", code=1)


@pytest.mark.parametrize(
    "text", ['{"a":' + "[" * 200_000, '[{"a":' + "1" * 6000 + "}]"], ids=["deep", "long number"]
)
def test_a_baseline_that_no_reader_takes(house: Path, text: str) -> None:
    (house / "odd.json").write_text(text, "utf-8")
    assert "odd.json:1: not JSON" in call("files", "--baseline", "odd.json", code=2).stderr


@pytest.mark.parametrize("option", ["-o", "--write-baseline"])
def test_a_file_to_read_is_not_written_over(house: Path, option: str) -> None:
    name = "files/score-raised.txt"
    before = (house / name).read_bytes()
    (house / "link.html").symlink_to(house / name)
    assert "written over" in call(name, option, name, "--format", "md", code=2).stderr
    assert "written over" in call(name, option, "link.html", code=2).stderr
    assert (house / name).read_bytes() == before


def test_no_file_is_to_hold_two_things(house: Path) -> None:
    said = call("files", "-o", "x.md", "--write-baseline", "x.md", code=2).stderr
    assert "two things at once" in said
    assert not (house / "x.md").exists()


@pytest.mark.parametrize("command", ["extract", "leaderboard"])
def test_no_command_writes_over_what_it_reads(house: Path, command: str) -> None:
    name = "files/score-raised.txt"
    before = (house / name).read_bytes()
    result = runner.invoke(app, [command, name, "-o", name, "--format", "json"])
    assert result.exit_code == 2
    assert "written over" in result.stderr
    assert (house / name).read_bytes() == before
