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
    lines = run(SAMPLES, "--exit-zero", "--warnings").splitlines()
    # A path stays whole, so that it can be copied.
    assert max(len(line) for line in lines if str(SAMPLES) not in line) <= 80
    assert all(line == line.rstrip() for line in lines)


def test_columns_and_width_set_the_width_and_a_path_is_never_broken() -> None:
    narrow = run(RAISED, "--width", "60", "--exit-zero").splitlines()
    assert narrow[0] == f"MISMATCH  {RAISED}"
    assert max(map(len, narrow[1:])) <= 60
    result = runner.invoke(app, ["audit", str(RAISED)], env={"COLUMNS": "120"})
    assert 80 < max(map(len, result.stdout.splitlines()[1:])) <= 120
    assert "(899,692 too much)" in result.stdout.splitlines()[2]


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
    assert result.output.count("no-such-file.txt") == 1
    assert "no-such-file.txt" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--fail-on", "murder"], "murder"),
        (["--fail-on", ""], "empty"),
        (["--fail-on", " , "], "empty"),
        (["--fail-on", "never,match"], "never"),
        (["--select", "S", "--ignore", "s"], "no rule"),
        (["--format", "xlsx"], "jsonl"),
        (["-o", "x.xlsx"], ".txt, .json, .jsonl, .csv"),
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


def test_what_was_taken_for_granted_stands_beside_the_slack() -> None:
    """The dump has a line about Elbereth only where the hero knows the word."""
    path = SAMPLES / "tampered" / "gnollhack" / "conduct-added.txt"
    (audit,) = json.loads(run(path, "--format", "json", code=1))
    assert (audit["slack"], audit["assumed"]) == (0, "if Elbereth was engraved")
    (row,) = csv.DictReader(io.StringIO(run(path, "--format", "csv", code=1)))
    assert (row["slack"], row["assumed"]) == ("0", "if Elbereth was engraved")


def test_json_lines_hold_the_contract() -> None:
    lines = run(RAISED, HONEST, "--format", "jsonl", code=1).splitlines()
    raised, honest = map(json.loads, lines)
    assert raised["verdict"] == "mismatch"
    assert raised["recorded"] == 2_944_911
    assert raised["assumed"] is None
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
    assert winner["findings"].startswith("S101 error: score: the file says 2,944,911")
    assert " | C125 warning: treasure: " in winner["findings"]
    assert winner["severity"] == "error"
    assert ";" in winner["rune_names"]
    low, high = next(item["recomputed"] for item in array if item["source"] == winner["source"])
    assert (winner["recomputed_low"], winner["recomputed_high"]) == (str(low), str(high))
    assert int(winner["xp_span_low"]) <= int(winner["xp_span_high"])
    assert not {"recomputed", "xp_span"} & winner.keys()


def test_an_unfinished_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "audits.jsonl"
    target.write_text("old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("necropsy.reports.visible.json.dumps", fail)
    result = runner.invoke(app, ["audit", str(HONEST), "-o", str(target)])
    assert result.exit_code == 2
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_select_runs_only_those_rules_and_ignore_leaves_some_out() -> None:
    only = json.loads(run(TAMPERED, "--select", "S", "--format", "jsonl"))
    assert only["verdict"] == "match"
    without = json.loads(run(TAMPERED, "--ignore", "C1", "--format", "jsonl"))
    assert not any(finding["rule"].startswith("C1") for finding in without["findings"])
    both = json.loads(run(TAMPERED, "--select", "s,c101", "--format", "jsonl", code=1))
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
    (tmp_path / "Sapling.where").write_text("v=0.34.1:lv=0.1:name=Sapling\n")
    (tmp_path / "notes.md").write_text("# mine\n")
    output = run(tmp_path)
    assert "SKIPPED" in output
    assert "UNREADABLE" not in output
    assert " 4 " in output


def test_a_log_that_is_none_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "logfile").write_text("no line of a game\n")
    output = run(tmp_path)
    assert "UNREADABLE" in output
    assert "SKIPPED" not in output


def test_a_rejected_line_stands_in_every_report_with_its_byte_and_text(tmp_path: Path) -> None:
    whole = (SAMPLES / "dcss" / "logfile").read_text("utf-8").splitlines(keepends=True)[0]
    (tmp_path / "logfile").write_text(whole + "v=0.34.1:name=Sapling\n", "utf-8")
    rows = list(csv.DictReader(io.StringIO(run(tmp_path, "--format", "csv"))))
    (rejected,) = (row for row in rows if row["rejected_text"])
    assert (rejected["rejected_offset"], rejected["rejected_text"]) == (
        str(len(whole)),
        "v=0.34.1:name=Sapling",
    )
    assert rejected["verdict"] == "unreadable"
    shown = runner.invoke(app, ["explain", str(tmp_path / "logfile"), "--line", "2"]).output
    assert "it has no sc" in shown


def test_a_given_log_that_cannot_be_used_ends_the_run_with_2(tmp_path: Path) -> None:
    (tmp_path / "logfile").write_text("no line of a game\n")
    result = runner.invoke(app, ["audit", str(HONEST), "--log", str(tmp_path / "logfile")])
    assert result.exit_code == 2
    assert "UNREADABLE" in result.stdout
    assert "it could not be read whole, so games may not have been compared with it" in result.stderr


def test_the_table_says_which_rules_ran() -> None:
    output = run(HONEST, "--select", "S", "--ignore", "s101")
    assert "Only these rules ran: S." in output
    assert "These rules were left out: S101." in output
    assert "rules ran" not in run(HONEST)


def test_severities_are_words() -> None:
    lines = run(RAISED, code=1).splitlines()
    named = [line.split()[:2] for line in lines if line.startswith(("  error ", "  warning "))]
    assert named == [["error", "S101"], ["warning", "C125"]]


def test_a_file_that_is_named_twice_is_audited_once(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to(HONEST)
    (tmp_path / "twin.txt").symlink_to(HONEST)
    lines = run(HONEST, HONEST, SAMPLES / "dcss", tmp_path, "--format", "jsonl").splitlines()
    sources = [json.loads(line)["source"] for line in lines]
    assert sources.count(str(HONEST)) == 1
    logs = list((SAMPLES / "dcss").glob("logfile*"))
    assert len(sources) == len(list((SAMPLES / "dcss").iterdir())) - len(logs)


def test_paths_come_from_standard_input() -> None:
    result = runner.invoke(app, ["audit", "-", "--format", "jsonl"], input=f"{HONEST}\n\n{RAISED}\r\n")
    assert [json.loads(line)["verdict"] for line in result.stdout.splitlines()] == ["match", "mismatch"]


def test_an_empty_folder_is_said_to_be_empty(tmp_path: Path) -> None:
    result = runner.invoke(app, ["audit", str(tmp_path)])
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "necropsy: no files found\n")
    assert runner.invoke(app, ["audit", str(tmp_path), "-q"]).stderr == ""


def test_a_report_in_a_file_is_summed_up_on_one_line(tmp_path: Path) -> None:
    target = tmp_path / "audits.csv"
    result = runner.invoke(app, ["audit", str(HONEST), str(RAISED), "-o", str(target)])
    assert result.stdout == ""
    assert result.stderr == f"necropsy: 2 audited: 1 match, 1 mismatch; written to {target}\n"
    assert runner.invoke(app, ["audit", str(HONEST), "-o", str(target), "-q"]).stderr == ""


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("errors", "report", "output", "quiet", "shows"),
    [
        (Terminal(), io.StringIO(), None, False, True),
        (Terminal(), Terminal(), "audits.csv", False, True),
        (Terminal(), Terminal(), None, False, False),
        (Terminal(), Terminal(), "-", False, False),
        (Terminal(), io.StringIO(), None, True, False),
        (io.StringIO(), io.StringIO(), None, False, False),
    ],
)
def test_a_terminal_gets_a_progress_bar_unless_the_report_goes_there(
    errors: io.StringIO,
    report: io.StringIO,
    output: str | None,
    quiet: bool,
    shows: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from necropsy.cli.files import Files

    monkeypatch.setattr("sys.stderr", errors)
    monkeypatch.setattr("sys.stdout", report)
    monkeypatch.setenv("TERM", "xterm")
    with Files([str(HONEST), str(RAISED)], output, quiet=quiet).sources() as sources:
        assert len(list(sources)) == 2
        print("report")
    assert ("2/2" in errors.getvalue()) is shows
    assert report.getvalue() == "report\n"


LOG = SAMPLES / "dcss" / "logfile"


def test_a_log_that_is_given_betrays_a_forgery() -> None:
    folder = SAMPLES / "tampered" / "with-log"
    forged = folder / "morgue-Kopadu-20261130-191718.txt"
    assert "MATCH" in run(forged)
    output = run(forged, "--log", folder / "logfile", code=1)
    assert "X101 score: the score block says 1,709,652, the log line 14" in output
    assert "1 with dump and log line, 1 with a line only" in output


def test_logs_among_the_files_are_used_but_with_no_pair(tmp_path: Path) -> None:
    folder = SAMPLES / "tampered" / "with-log"
    assert "TAMPERED" in run(folder, code=1)
    assert "TAMPERED" not in run(folder, "--no-pair")
    for options in (("--log", LOG), ("--expect-files",)):
        result = runner.invoke(app, ["audit", str(folder), "--no-pair", *map(str, options)])
        assert result.exit_code == 2
        assert "--no-pair: leaves nothing" in result.stderr


def test_files_that_are_expected() -> None:
    assert "X155" not in run(LOG)
    output = run(LOG, "--expect-files", "--warnings", code=1)
    assert "error X155 file: none tells of this game, only the line" in output
    assert "TAMPERED" not in output
    assert run(SAMPLES / "dcss", "--expect-files")


def test_lines_that_are_no_games_are_data(tmp_path: Path) -> None:
    log = tmp_path / "logfile"
    lines = LOG.read_text("utf-8").splitlines()
    log.write_text(f"{lines[0]}\nv=0.28.0:lv=0.1:name=x\x1b[31m\n{lines[1]}\n", "utf-8")
    output = run(log)
    assert f"UNREADABLE  {log}:2" in output
    assert f"at byte {len(lines[0]) + 1:,}: v=0.28.0:lv=0.1:name=x" in output
    assert "\x1b" not in output
    found = [json.loads(line) for line in run(log, "--format", "jsonl").splitlines()]
    assert found[1]["rejected"] == {
        "source": str(log),
        "line": 2,
        "offset": len(lines[0]) + 1,
        "reason": "the line is of no game: it has no sc",
        "text": "v=0.28.0:lv=0.1:name=x\x1b[31m",
    }
    assert [audit["verdict"] for audit in found] == ["match", "unreadable", "match"]


def test_games_that_were_told_already_are_counted_once(tmp_path: Path) -> None:
    for name in ("logfile", "scores"):
        (tmp_path / name).write_bytes(LOG.read_bytes())
    output = run(tmp_path)
    assert "13 games were told already, in a line or a copy, and not counted again." in output
    found = [json.loads(line) for line in run(tmp_path, "--format", "jsonl").splitlines()]
    assert [audit["repeats"] for audit in found if audit["repeats"]] == [
        f"{tmp_path}/logfile:{number}" for number in range(1, 14)
    ]
