"""The other commands: explain, extract, rules, calc, and the program's own options."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import necropsy
from necropsy.cli import app, main
from necropsy.games.dcss.rules import RULEBOOK

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
WINNER = SAMPLES / "dcss" / "morgue-Pfijohu52-20261130-104519.txt"

runner = CliRunner()


def run(*arguments: object, code: int = 0) -> str:
    """Standard output of a call that must end with a code."""
    result = runner.invoke(app, [*map(str, arguments)], env={"COLUMNS": "80"})
    assert result.exit_code == code, result.output
    return result.stdout


class TestExplain:
    def test_each_term_stands_with_its_points_and_its_line(self) -> None:
        output = run("explain", WINNER)
        audit = necropsy.audit(WINNER)
        assert audit.breakdown is not None
        for term in audit.breakdown.terms:
            line = next(line for line in output.splitlines() if line.startswith(term.name))
            assert line.rstrip().endswith(str(term.span))
        assert "... and 3 runes" in output
        assert "2,044,911" in output

    def test_it_fits_80_columns(self) -> None:
        for file in SAMPLES.rglob("*.txt"):
            lines = run("explain", file).splitlines()[1:]
            assert max(map(len, lines)) <= 80, file
            assert all(line == line.rstrip() for line in lines), file

    def test_it_solves_the_score_for_the_experience(self) -> None:
        output = " ".join(run("explain", WINNER).split())
        assert "the score would need" in output
        assert "experience points" in output

    def test_a_contradiction_is_shown_with_its_lines(self) -> None:
        output = run("explain", SAMPLES / "tampered" / "turns-in-title-line.txt")
        assert "C101" in output
        assert "Turns: 30003" in output

    def test_what_is_missing_is_said(self) -> None:
        output = run("explain", SAMPLES / "dcss" / "morgue-Gasomu10-20261130-103526.txt")
        assert "UNDECIDED" in output
        assert "header" in output

    def test_a_file_that_is_no_dump_is_a_usage_error(self, tmp_path: Path) -> None:
        other = tmp_path / "letter.txt"
        other.write_text("Dear admin,\nI did not cheat.\n")
        result = runner.invoke(app, ["explain", str(other)])
        assert result.exit_code == 2
        assert "no dump" in result.stderr

    def test_the_width_can_be_chosen(self) -> None:
        output = run("explain", WINNER, "--width", "60")
        assert max(map(len, output.splitlines()[1:])) <= 60

    def test_nothing_is_said_in_words_and_without_a_line(self) -> None:
        lines = run("explain", SAMPLES / "dcss" / "morgue-Rijodo-20261130-104529.txt").splitlines()
        for term in ("runes", "gems"):
            at = next(number for number, line in enumerate(lines) if line.startswith(f"{term} "))
            assert lines[at + 1] == f"    no {term}"
            assert not lines[at + 2].startswith(" ")

    def test_a_sentence_has_one_colon_and_the_score_fits(self) -> None:
        output = run("explain", WINNER)
        assert "(fits the formula)" in output
        assert "level 21 and 12% stand for" in output
        solved = " ".join(output[output.index("Solved") :].split())
        assert ":" not in solved[: solved.index(".")]

    def test_a_log_of_several_games_is_a_usage_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def several(*_: object, **__: object) -> None:
            raise ValueError("games.log holds several games")

        monkeypatch.setattr("necropsy.audit", several)
        result = runner.invoke(app, ["explain", str(WINNER)])
        assert (result.exit_code, result.stderr) == (2, "necropsy: games.log holds several games\n")

    def test_a_path_that_is_not_there_is_a_usage_error(self) -> None:
        result = runner.invoke(app, ["explain", "no-such-file.txt"])
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "necropsy: no such file or directory: no-such-file.txt\n"


class TestExtract:
    def test_csv_has_a_row_for_each_game_and_no_verdict(self, tmp_path: Path) -> None:
        target = tmp_path / "facts.csv"
        run("extract", SAMPLES / "dcss", "-o", target)
        rows = list(csv.DictReader(io.StringIO(target.read_text("utf-8"))))
        games = [path for path in (SAMPLES / "dcss").iterdir() if path.suffix in (".txt", ".gz")]
        assert len(rows) == len(games)
        assert "verdict" not in rows[0]
        winner = next(row for row in rows if row["player"] == "Pfijohu52")
        assert (winner["runes"], winner["gems"], winner["won"], winner["turns"]) == (
            "3",
            "3",
            "true",
            "50003",
        )

    def test_json_lines_and_json_hold_the_same(self) -> None:
        lines = [json.loads(line) for line in run("extract", WINNER, "--format", "jsonl").splitlines()]
        assert json.loads(run("extract", WINNER, "--format", "json")) == lines
        assert lines[0]["xl"] == 21

    def test_a_table_is_refused(self) -> None:
        assert runner.invoke(app, ["extract", str(WINNER), "--format", "table"]).exit_code == 2

    def test_files_that_are_no_dumps_have_no_row_and_are_counted(self, tmp_path: Path) -> None:
        (tmp_path / "letter.txt").write_text("Dear admin,\nI did not cheat.\n")
        (tmp_path / "notes.md").write_text("# mine\n")
        result = runner.invoke(app, ["extract", str(tmp_path)])
        assert result.exit_code == 0
        assert len(result.stdout.splitlines()) == 1
        assert result.stderr == "necropsy: left out, for they are no dumps: 1 skipped, 1 unreadable\n"
        assert runner.invoke(app, ["extract", str(tmp_path), "-q"]).stderr == ""

    def test_a_missing_path_exits_with_2_after_the_others_were_written(self) -> None:
        result = runner.invoke(app, ["extract", "no-such-file.txt", str(WINNER)])
        assert result.exit_code == 2
        assert len(result.stdout.splitlines()) == 2
        assert result.stderr == "necropsy: no such file or directory: no-such-file.txt\n"

    def test_an_unknown_ending_is_a_usage_error_and_none_is_csv(self, tmp_path: Path) -> None:
        result = runner.invoke(app, ["extract", str(WINNER), "-o", "facts.xlsx"])
        assert result.exit_code == 2
        assert ".csv, .jsonl, .json" in result.stderr
        run("extract", WINNER, "-o", tmp_path / "facts")
        assert (tmp_path / "facts").read_text("utf-8").startswith("source,game,")

    def test_a_span_has_two_columns(self) -> None:
        row = next(csv.DictReader(io.StringIO(run("extract", WINNER))))
        assert (row["xp_span_low"], row["xp_span_high"]) == ("599553", "600774")
        assert "xp_span" not in row


class TestRules:
    def test_the_list_has_every_rule(self) -> None:
        output = run("rules")
        for rule in RULEBOOK:
            assert rule.code in output

    def test_a_page_prints_reason_and_exceptions(self) -> None:
        output = run("rules", "S101")
        assert RULEBOOK["S101"].title in output
        assert "Honest exceptions" in output

    def test_a_beginning_lists_its_family(self) -> None:
        output = run("rules", "E")
        assert "E101" in output
        assert "S101" not in output

    def test_the_range_of_versions_is_printed(self) -> None:
        assert "from version 0.9-a1-579 on" in run("rules", "C111")
        assert "up to version 0.8" in run("rules", "C130")

    def test_an_unknown_code_is_a_usage_error(self) -> None:
        assert runner.invoke(app, ["rules", "Z999"]).exit_code == 2


class TestCalc:
    def test_the_record_game(self) -> None:
        output = run(
            "calc",
            "dcss-score",
            "--version",
            "0.29.1",
            "--xp",
            "2036695",
            "--runes",
            "15",
            "--turns",
            "7022",
            "--won",
        )
        assert "201,606,281" in output
        assert "pinned to the point" in output

    def test_a_level_and_a_percentage_give_a_span_as_json(self) -> None:
        output = run(
            *(
                "calc",
                "dcss-score",
                "--version",
                "0.34.1",
                "--xl",
                "20",
                "--next",
                "37",
                "--species",
                "Minotaur",
            ),
            *("--format", "json"),
        )
        calculated = json.loads(output)
        assert calculated["score"] == [281_162, 281_602]
        assert calculated["terms"][0]["name"] == "experience"

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            ([], "--xp"),
            (["--xp", "1", "--xl", "1"], "--xl"),
            (["--xp", "9000000"], "8,999,999"),
            (["--xl", "3", "--species", "Beholder"], "Beholder"),
            (["--xl", "1", "--next", "5", "--species", "Minotaur"], "5%"),
            (["--xp", "1", "--format", "csv"], "json"),
            (["--xp", "1", "--won"], "--turns"),
            (["--xp", "1", "--runes", "20"], "19 kinds"),
            (["--xp", "1", "--gems", "14"], "13 kinds"),
            (["--xl", "3", "--species", "minotuar"], "Minotaur"),
        ],
    )
    def test_a_wrong_call_says_what_is_wrong(self, arguments: list[str], says: str) -> None:
        result = runner.invoke(app, ["calc", "dcss-score", "--version", "0.34.1", *arguments])
        assert result.exit_code == 2
        assert says in result.stderr

    @pytest.mark.parametrize("version", ["2.3.0", "0.99"])
    def test_an_unknown_version_is_an_error(self, version: str) -> None:
        result = runner.invoke(app, ["calc", "dcss-score", "--version", version, "--xp", "1"])
        assert result.exit_code == 2
        assert version in result.stderr
        assert "known are the versions 0.1 to 0.35-a0" in result.stderr

    def test_a_species_may_be_written_small(self) -> None:
        call = ("calc", "dcss-score", "--version", "0.34.1", "--xl", "20", "--species")
        assert run(*call, "vine stalker") == run(*call, "Vine Stalker")


def test_the_version_is_printed() -> None:
    assert run("--version").strip() == f"necropsy {necropsy.__version__}"


def test_help_imports_no_table_library_and_no_rich() -> None:
    code = (
        "import sys; from necropsy.cli import app; app(['--help'], standalone_mode=False);"
        "print([m for m in ('pandas', 'rich', 'pyarrow', 'pyparsing') if m in sys.modules], file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "audit" in result.stdout
    assert result.stderr.strip() == "[]"


def test_python_m_necropsy_is_the_program() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "necropsy", "--version"], capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("necropsy ")


COMMANDS = [
    ["audit", str(SAMPLES / "dcss")],
    ["audit", str(SAMPLES / "dcss"), "--format", "csv"],
    ["explain", str(WINNER)],
    ["extract", str(SAMPLES / "dcss"), "--format", "json"],
    ["rules"],
    ["rules", "S101"],
    ["calc", "dcss-score", "--version", "0.34.1", "--xp", "1", "--format", "json"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_closed_pipe_ends_every_command_quietly(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    call = [sys.executable, "-m", "necropsy", *command]
    result = subprocess.run(call, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (result.returncode, result.stderr) == (141, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device here")
@pytest.mark.parametrize("command", [*COMMANDS, ["--help"]], ids=" ".join)
def test_a_full_disk_is_one_line(command: list[str]) -> None:
    call = [sys.executable, "-m", "necropsy", *command]
    with open("/dev/full", "w") as full:
        result = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == "necropsy: cannot write the report: No space left on device\n"


def test_the_main_function_ends_with_the_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments, code in ((["--version"], 0), (["rules", "Z999"], 2)):
        monkeypatch.setattr("sys.argv", ["necropsy", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == code

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("necropsy.cli.app", full)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2


@pytest.mark.parametrize("command", [[], ["audit"], ["explain"], ["extract"], ["rules"], ["calc"]])
def test_help_names_each_argument_once_and_cuts_nothing(command: list[str]) -> None:
    output = run(*command, "--help")
    usage = output.splitlines()[0]
    assert "[[" not in usage
    assert "PATH...}" not in usage
    listed = output.partition("Commands:")[2]
    assert "..." not in listed
    if command == ["extract"]:
        assert "table|" not in output
