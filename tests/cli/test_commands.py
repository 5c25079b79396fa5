"""The other commands: explain, extract, rules, calc, and the program's own options."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import necropsy
from necropsy.cli import app
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
            assert max(map(len, (line.rstrip() for line in run("explain", file).splitlines()))) <= 80, file

    def test_it_solves_the_score_for_the_experience(self) -> None:
        output = " ".join(run("explain", WINNER).split())
        assert "the score stands for" in output
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
        assert max(len(line.rstrip()) for line in output.splitlines()) <= 60


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

    def test_files_that_are_no_dumps_have_no_row(self, tmp_path: Path) -> None:
        (tmp_path / "letter.txt").write_text("Dear admin,\nI did not cheat.\n")
        assert len(run("extract", tmp_path).splitlines()) == 1


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


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m necropsy extract {SAMPLES} --format json | head -n 1"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "["
    assert "Traceback" not in result.stderr
