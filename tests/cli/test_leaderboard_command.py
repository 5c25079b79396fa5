"""``necropsy leaderboard``, and the filters of ``necropsy audit``, as their users call them."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import necropsy
from necropsy.cli import app
from necropsy.verdict import Verdict

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
DCSS = SAMPLES / "dcss"
GNOLLHACK = SAMPLES / "gnollhack"
RAISED = SAMPLES / "tampered" / "score-raised.txt"
HOSTILE = "a\x1b[31m[bold]=b"

runner = CliRunner()


def call(command: str, *arguments: object) -> Any:
    return runner.invoke(app, [command, *map(str, arguments)], env={"COLUMNS": "80"})


def run(*arguments: object, code: int = 0) -> str:
    """Standard output of a leaderboard that must end with a code."""
    result = call("leaderboard", *arguments)
    assert result.exit_code == code, result.output
    return result.stdout


def wins(folder: Path, count: int, name: str = "Sapling") -> Path:
    """A log of one player's wins in a row."""
    line = next(
        line for line in (GNOLLHACK / "xlogfile").read_text("utf-8").splitlines() if "name=full01" in line
    )
    start = 1796034651
    lines = []
    for at in range(count):
        moved = line.replace("name=full01", f"name={name}")
        for field in ("starttime", "starttimeUTC", "endtime", "endtimeUTC"):
            moved = "\t".join(
                f"{field}={int(part.split('=')[1]) + 86_400 * at}" if part.startswith(f"{field}=") else part
                for part in moved.split("\t")
            )
        lines.append(moved)
    assert str(start) in line
    (folder / "xlogfile").write_text("\n".join(lines) + "\n", "utf-8")
    return folder / "xlogfile"


class TestTable:
    def test_a_board_for_each_game_and_what_was_left_out(self) -> None:
        output = run(SAMPLES)
        assert "dcss: 15 games, by score" in output
        assert "gnollhack: 8 games, by score" in output
        assert "left out: " in output
        assert "the recorded score is not what the formula gives" in output

    def test_one_game_alone(self) -> None:
        output = run(SAMPLES, "--game", "gnollhack")
        assert "gnollhack: 8 games" in output
        assert "dcss" not in output

    @pytest.mark.parametrize("options", [(), ("--rescore", "4.3.0"), ("--by", "realtime"), ("--streaks",)])
    def test_it_fits_80_columns(self, options: tuple[str, ...]) -> None:
        lines = run(SAMPLES, *options).splitlines()
        assert max(map(len, lines)) <= 80
        assert all(line == line.rstrip() for line in lines)

    @pytest.mark.parametrize("width", [40, 50, 64, 100, 130, 200])
    def test_numbers_are_whole_at_any_width(self, width: int) -> None:
        output = run(GNOLLHACK, "--width", width)
        assert max(map(len, output.splitlines())) <= width
        assert "464,800,000" in output
        assert ("xlogfile" in output or ".txt" in output) is (width >= 120)

    def test_a_wide_page_has_the_time_played(self) -> None:
        assert "0:00:22" in run(GNOLLHACK, "--width", 100)
        assert "0:00:22" in run(GNOLLHACK, "--by", "realtime")
        assert "0:00:22" not in run(GNOLLHACK)

    def test_a_time_that_is_not_known_is_empty(self) -> None:
        from audits import audit_of

        from necropsy.ranking import rank
        from necropsy.reports.ranking import write_board

        stream = io.StringIO()
        write_board(rank([audit_of(turns=None, version="0.31-a0-496-gabc1234")]), stream, width=100)
        row = stream.getvalue().splitlines()[4].split()
        assert row == ["1", "Sapling", "1,000", "0", "0.31-a0-496"]

    def test_top_and_per_player(self) -> None:
        output = run(DCSS, "--top", 2, "--per-player")
        assert "each player's best" in output
        assert [line.split()[0] for line in output.splitlines() if line[:4].strip().isdigit()] == ["1", "2"]

    def test_a_score_of_another_formula_is_the_least(self) -> None:
        output = run(GNOLLHACK, "--rescore", "4.3.0")
        assert "all scored by formula 4.2.0-133" in output
        assert "9,000  650,000" in output
        assert "2 scores are spans" in output
        one = run(GNOLLHACK / "gnollhack.anser.1796036611.txt", "--rescore", "4.3.0")
        assert "1 score is a span" in one

    def test_nothing_to_rank(self, tmp_path: Path) -> None:
        assert "No game is left to rank." in run(RAISED)
        assert "left out: 1 game\n" in run(RAISED)
        empty = call("leaderboard", tmp_path)
        assert empty.exit_code == 0
        assert "No game is left to rank." in empty.stdout
        assert "left out" not in empty.stdout

    def test_an_open_end_is_said(self) -> None:
        assert "open" in run(GNOLLHACK / "gnollhack.anser.1796036611.txt", "--rescore", "4.1.3-42")


class TestData:
    def test_csv(self) -> None:
        rows = list(csv.DictReader(io.StringIO(run(DCSS, "--format", "csv"))))
        assert rows[0]["player"] == "Pfijohu52"
        assert rows[0]["rank"] == "1"
        assert rows[0]["slack"] == "488"
        assert len(rows) == 15

    def test_jsonl(self) -> None:
        rows = [json.loads(line) for line in run(DCSS, "--format", "jsonl").splitlines()]
        assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)

    def test_json_names_what_was_left_out(self) -> None:
        data = json.loads(run(SAMPLES, "--format", "json"))
        out = {each["source"]: each for each in data["left_out"]}
        raised = out[str(RAISED)]
        assert raised["verdict"] == "mismatch"
        assert raised["reason"].startswith("S101 score: the file says 2,944,911")
        assert [ranking["game"] for ranking in data["rankings"]] == ["dcss", "gnollhack"]

    @pytest.mark.parametrize("ending", ["csv", "json", "jsonl", "txt"])
    def test_to_a_file(self, ending: str, tmp_path: Path) -> None:
        file = tmp_path / f"board.{ending}"
        result = call("leaderboard", SAMPLES, "-o", file)
        assert result.exit_code == 0
        assert result.stdout == ""
        assert "Pfijohu52" in file.read_text("utf-8")
        assert "not on the leaderboard" in result.stderr

    def test_no_sample_that_an_audit_speaks_against_is_listed(self) -> None:
        matches = {a.source for a in necropsy.audit_paths(SAMPLES) if a.verdict is Verdict.MATCH}
        rows = [json.loads(line) for line in run(SAMPLES, "--format", "jsonl").splitlines()]
        assert rows
        assert {row["source"] for row in rows} <= matches


class TestStreaks:
    def test_wins_in_a_row(self, tmp_path: Path) -> None:
        log = wins(tmp_path, 3)
        output = run(log, "--streaks")
        assert "streaks of wins: 1" in output
        assert "ongoing" in output
        row = next(csv.DictReader(io.StringIO(run(log, "--streaks", "--format", "csv"))))
        assert (row["player"], row["length"], row["ongoing"]) == ("Sapling", "3", "true")
        assert row["sources"] == ";".join(f"{log}:{line}" for line in (1, 2, 3))

    def test_hints_stand_below(self) -> None:
        games = next(DCSS.glob("morgue-Pfijohu52-*")), SAMPLES / "tampered" / "careful-forger.txt"
        output = " ".join(run(*games, "--streaks").split())
        assert "Pfijohu52: only the day is known" in output

    def test_no_streak(self) -> None:
        assert "No two wins in a row." in run(GNOLLHACK, "--streaks")
        assert json.loads(run(GNOLLHACK, "--streaks", "--format", "json"))["streaks"] == []

    @pytest.mark.parametrize("options", [("--by", "turns"), ("--per-player",), ("--rescore", "4.3.0")])
    def test_what_does_not_go_with_them(self, options: tuple[str, ...]) -> None:
        result = call("leaderboard", GNOLLHACK, "--streaks", *options)
        assert result.exit_code == 2
        assert "--streaks: ranks by wins in a row" in result.stderr


class TestHostileNames:
    def test_a_terminal_sees_no_control_character(self, tmp_path: Path) -> None:
        log = wins(tmp_path, 2, HOSTILE)
        for options in ((), ("--streaks",), ("--width", "200")):
            output = run(log, *options)
            assert "\x1b" not in output
            assert r"a\x1b[31m[bold]=b" in output

    def test_a_sheet_runs_nothing(self, tmp_path: Path) -> None:
        log = wins(tmp_path, 2, "=HYPERLINK(1)")
        row = next(csv.DictReader(io.StringIO(run(log, "--format", "csv"))))
        assert row["player"] == "'=HYPERLINK(1)"
        streak = next(csv.DictReader(io.StringIO(run(log, "--format", "csv", "--streaks"))))
        assert streak["player"] == "'=HYPERLINK(1)"

    @pytest.mark.parametrize("width", [40, 80])
    def test_a_long_or_wide_name_keeps_the_columns(self, tmp_path: Path, width: int) -> None:
        from rich.cells import cell_len

        log = wins(tmp_path, 2, "樹" * 100)
        for options in ((), ("--streaks",)):
            lines = run(log, "--width", width, *options).splitlines()
            assert max(map(cell_len, lines)) <= width


class TestWrongCalls:
    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("--rescore", "banana"), "--rescore banana"),
            (("--rescore", "4.3.0", "--game", "dcss"), "not a DCSS version"),
            (("--rescore", "0.34.1", "--by", "turns"), "changes scores"),
            (("--version-range", ".."), "names no version"),
            (("--version-range", "banana.."), "banana.."),
            (("--since", "yesterday"), "is no day and no moment"),
            (("--since", "2026-11-02", "--until", "2026-11-01"), "no game can start"),
            (("--no-start-scum", "july"), "known: junethack"),
            (("--players", "no-such-file"), "no-such-file: no such file"),
            (("--game", "snake"), "no game of that name"),
            (("-o", "board.parquet"), "no form has this ending"),
        ],
    )
    def test_end_with_2_and_say_why(self, options: tuple[str, ...], said: str) -> None:
        result = call("leaderboard", DCSS, *options)
        assert result.exit_code == 2
        assert said in result.stderr
        assert result.stdout == ""

    def test_a_list_with_a_bad_line(self, tmp_path: Path) -> None:
        (tmp_path / "bots.txt").write_text("Robot\n= \n")
        for command in ("audit", "leaderboard"):
            result = call(command, DCSS, "--exclude", tmp_path / "bots.txt")
            assert result.exit_code == 2
            assert f"{tmp_path / 'bots.txt'}:2: a name is missing" in result.stderr

    def test_a_path_that_is_not_there(self) -> None:
        result = call("leaderboard", DCSS, "no/such/place")
        assert result.exit_code == 2
        assert "no such file or directory: no/such/place" in result.stderr


class TestAuditFilters:
    def test_what_is_left_out_is_counted_and_says_why(self) -> None:
        result = call("audit", DCSS, "--version-range", "0.34", "--mode", "normal")
        assert result.exit_code == 0
        text = " ".join(result.stdout.split())
        assert "13 games left out" in text
        assert "--version-range (another version)" in text
        assert "2 by --mode (another mode)" in text

    def test_it_has_no_part_in_the_exit_code(self) -> None:
        assert call("audit", RAISED).exit_code == 1
        for options in (("--min-turns", "99999999"), ("--until", "2020-01-01")):
            result = call("audit", RAISED, *options)
            assert result.exit_code == 0
            assert "1 game left out" in result.stdout
            assert "MISMATCH" not in result.stdout

    def test_the_machine_output_does_not_have_it(self, tmp_path: Path) -> None:
        result = call("audit", DCSS, "--mode", "sprint", "--format", "jsonl")
        assert [json.loads(line)["player"] for line in result.stdout.splitlines()] == ["Splafifi20"]
        assert "games left out" in result.stderr
        quiet = call("audit", DCSS, "--mode", "sprint", "--format", "jsonl", "--quiet")
        assert quiet.stderr == ""

    def test_a_table_in_a_file_has_it_too(self, tmp_path: Path) -> None:
        result = call("audit", DCSS, "--mode", "sprint", "-o", tmp_path / "audit.txt")
        assert "games left out" in (tmp_path / "audit.txt").read_text("utf-8")
        assert "games left out" in result.stderr

    def test_every_filter_is_an_option_of_both(self, tmp_path: Path) -> None:
        (tmp_path / "in.txt").write_text("Rijodo\n")
        (tmp_path / "out.txt").write_text("Pfijohu52\n")
        options: list[Any] = ["--version-range", "0.34..", "--since", "2026-11-30", "--until", "2026-11-30"]
        options += ["--mode", "normal", "--no-seeded", "--min-turns", 5, "--players", tmp_path / "in.txt"]
        options += ["--exclude", tmp_path / "out.txt", "--no-start-scum", "junethack,nethack-scoreboard"]
        board = run(DCSS, *options)
        assert "dcss: 1 game, by score" in board
        assert "Rijodo" in board
        assert call("audit", DCSS, *options).exit_code == 0
        assert "No game is left" in run(DCSS, *options, "--server", "cao")

    def test_help_is_there(self) -> None:
        os.environ.pop("COLUMNS", None)
        for command in ("audit", "leaderboard"):
            result = call(command, "--help")
            assert result.exit_code == 0
            assert "--no-start-scum" in result.stdout


def test_a_forgery_beside_the_game_is_disputed(tmp_path: Path) -> None:
    """Neither the name of a file nor its place in the alphabet says which of two is right."""
    samples = Path(__file__).parents[2] / "sample_morgues"
    for name in ("a.txt", "z.txt"):
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(samples / "tampered" / "careful-forger.txt", folder / name)
        shutil.copy(samples / "dcss" / "morgue-Pfijohu52-20261130-104519.txt", folder)
        shown = CliRunner().invoke(app, ["leaderboard", str(folder)], env={"COLUMNS": "300"}).stdout
        assert "disputed: 1" in shown
        assert "tell of one game, and not the same." in shown
        assert "which says nothing of which of the two is right" in shown
