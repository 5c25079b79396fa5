"""``necropsy audit`` as its users call it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from necropsy.cli import app

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
HONEST = SAMPLES / "dcss" / "morgue-Rijodo-20261130-104529.txt"
RAISED = SAMPLES / "tampered" / "score-raised.txt"
TAMPERED = SAMPLES / "tampered" / "turns-in-title-line.txt"
UNDECIDED = SAMPLES / "dcss" / "morgue-Gasomu10-20261130-103526.txt"

runner = CliRunner()


def run(*arguments: object, code: int = 0) -> str:
    """Standard output of a call that must end with a code."""
    result = runner.invoke(app, ["audit", *map(str, arguments)], env={"COLUMNS": "80"})
    assert result.exit_code == code, result.output
    return result.stdout


def test_an_honest_file_exits_with_0_and_is_counted() -> None:
    output = run(HONEST)
    assert "MATCH" in output
    assert "MISMATCH" not in output


def test_a_raised_score_is_shown_with_both_values_and_its_line() -> None:
    output = run(RAISED, code=1)
    assert "MISMATCH" in output
    assert "2,944,911" in output
    assert "2,045,219" in output
    assert "5: 2944911 Pfijohu52" in output


def test_the_table_fits_80_columns() -> None:
    output = run(SAMPLES, "--exit-zero", "--warnings")
    assert max(len(line.rstrip()) for line in output.splitlines()) <= 80


@pytest.mark.parametrize(
    ("fail_on", "file", "code"),
    [
        ("mismatch,tampered", RAISED, 1),
        ("mismatch", TAMPERED, 0),
        ("tampered", TAMPERED, 1),
        ("undecided", UNDECIDED, 1),
        ("mismatch", UNDECIDED, 0),
        ("never", RAISED, 0),
        ("error", RAISED, 1),
        ("error", HONEST, 0),
        ("warning", HONEST, 0),
        ("warning", SAMPLES / "tampered" / "kill-total.txt", 1),
    ],
)
def test_fail_on_chooses_what_counts(fail_on: str, file: Path, code: int) -> None:
    run(file, "--fail-on", fail_on, code=code)


def test_exit_zero_reports_and_succeeds() -> None:
    assert "MISMATCH" in run(RAISED, "--exit-zero")


def test_a_missing_path_is_named_and_exits_with_2_after_the_others_were_audited() -> None:
    result = runner.invoke(app, ["audit", "no-such-file.txt", str(HONEST)])
    assert result.exit_code == 2
    assert "MATCH" in result.stdout
    assert "no-such-file.txt" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--fail-on", "murder"], "murder"),
        (["--select", "Q9"], "Q9"),
        (["--ignore", "Q9"], "Q9"),
        (["--game", "chess"], "dcss"),
        (["-o", "/no/such/folder/x.json"], "cannot write"),
    ],
)
def test_a_wrong_call_exits_with_2_and_says_what_to_do(arguments: list[str], says: str) -> None:
    result = runner.invoke(app, ["audit", str(HONEST), *arguments])
    assert result.exit_code == 2
    assert says in result.stderr


def test_json_lines_hold_the_contract() -> None:
    lines = run(RAISED, HONEST, "--format", "jsonl", code=1).splitlines()
    raised, honest = map(json.loads, lines)
    assert raised["verdict"] == "mismatch"
    assert raised["recorded"] == 2_944_911
    low, high = raised["recomputed"]
    assert raised["slack"] == high - low
    assert sum(term["span"][0] for term in raised["terms"]) == low
    finding = next(f for f in raised["findings"] if f["rule"] == "S101")
    assert finding["severity"] == "error"
    assert finding["found"] == 2_944_911
    assert finding["expected"] == [low, high]
    assert finding["evidence"][0]["line"] == 5
    assert raised["facts"]["runes"] == 3
    assert raised["facts"]["rune_names"]
    assert honest["verdict"] == "match"
    assert honest["facts"]["won"] is False
    assert honest["variant"] is None


def test_json_is_one_array_and_csv_has_the_same_facts(tmp_path: Path) -> None:
    array = json.loads(run(SAMPLES, "--format", "json", "--exit-zero"))
    table = tmp_path / "audits.csv"
    run(SAMPLES, "-o", table, "--exit-zero")
    rows = list(csv.DictReader(io.StringIO(table.read_text("utf-8"))))
    assert [row["source"] for row in rows] == [item["source"] for item in array]
    assert [row["verdict"] for row in rows] == [item["verdict"] for item in array]
    winner = next(row for row in rows if row["source"].endswith("score-raised.txt"))
    assert winner["rules"].split(";")[0] == "S101"
    assert ";" in winner["rune_names"]


def test_an_unfinished_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "audits.jsonl"
    target.write_text("old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("necropsy.reports.machine.json.dumps", fail)
    result = runner.invoke(app, ["audit", str(HONEST), "-o", str(target)])
    assert result.exit_code == 2
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_select_runs_only_those_rules_and_ignore_leaves_some_out() -> None:
    only = json.loads(run(TAMPERED, "--select", "S", "--format", "jsonl"))
    assert only["verdict"] == "match"
    without = json.loads(run(TAMPERED, "--ignore", "C1", "--format", "jsonl"))
    assert not any(finding["rule"].startswith("C1") for finding in without["findings"])
    both = json.loads(run(TAMPERED, "--select", "S,C101", "--format", "jsonl", code=1))
    assert {finding["rule"] for finding in both["findings"]} == {"C101"}


def test_names_from_a_file_cannot_act_on_the_terminal(tmp_path: Path) -> None:
    evil = HONEST.read_text("utf-8").replace(
        "Rijodo the Shooter (level", "\x1b[31mEvil\u202e[bold] the Shooter (level"
    )
    file = tmp_path / "evil.txt"
    file.write_text(evil, "utf-8")
    output = run(file, "--exit-zero")
    assert "\x1b" not in output
    assert "\u202e" not in output
    assert "\\x1b[31mEvil\\u202e[bold]" in output


def test_files_beside_the_morgues_are_counted_as_skipped(tmp_path: Path) -> None:
    (tmp_path / "morgue-Sapling-20261130-101112.lst").write_text("Sapling\nD:1 a stash\n")
    (tmp_path / "crash-Sapling-20261130.txt").write_text("Crash caused by signal 11\n")
    (tmp_path / "scores").write_text("v=0.34.1:lv=0.1:name=Sapling:sc=10\n")
    (tmp_path / "notes.md").write_text("# mine\n")
    output = run(tmp_path)
    assert "SKIPPED" in output
    assert "UNREADABLE" not in output
    assert " 4 " in output


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_progress_bar_and_a_pipe_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    from necropsy.cli.audit import _progress

    for stream, quiet, shows in (
        (Terminal(), False, True),
        (Terminal(), True, False),
        (io.StringIO(), False, False),
    ):
        monkeypatch.setattr("sys.stderr", stream)
        monkeypatch.setenv("TERM", "xterm")
        with _progress([str(HONEST), str(RAISED)], quiet=quiet) as step:
            step()
            step()
        assert ("2/2" in stream.getvalue()) is shows
