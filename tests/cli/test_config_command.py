"""A config file as a tournament host uses it."""

from __future__ import annotations

import inspect
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

from necropsy.cli import app
from necropsy.cli.configured import CONFIGURED, keys_of

SAMPLES = Path(__file__).parents[2] / "sample_morgues"
TURNS = SAMPLES / "tampered" / "turns-in-title-line.txt"
RAISED = SAMPLES / "tampered" / "score-raised.txt"
HONEST = SAMPLES / "dcss" / "morgue-Rijodo-20261130-104529.txt"

runner = CliRunner()


def call(*arguments: object, code: int | None = 0) -> Result:
    """A call that ends with a code."""
    result = runner.invoke(app, [*map(str, arguments)], env={"COLUMNS": "200"})
    assert code is None or result.exit_code == code, result.output
    return result


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A host's directory with some files."""
    (tmp_path / "old").mkdir()
    shutil.copy(TURNS, tmp_path / "old" / "turns.txt")
    shutil.copy(HONEST, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(house: Path, text: str, name: str = "necropsy.toml") -> None:
    (house / name).write_text(text, "utf-8")


def verdicts(*arguments: object, code: int = 0) -> dict[str, str]:
    lines = call("audit", *arguments, "--format", "jsonl", code=code).stdout.splitlines()
    return {Path(each["source"]).name: each["verdict"] for each in map(json.loads, lines)}


class TestAudit:
    def test_options_come_from_the_file_and_the_command_line_wins(self, house: Path) -> None:
        write(house, 'fail-on = "mismatch"\n[audit]\nformat = "jsonl"\n')
        assert call("audit", "old").stdout.startswith("{")
        assert call("audit", "old", "--format", "csv").stdout.startswith("source,")
        call("audit", "old", "--fail-on", "tampered", code=1)
        call("audit", "old", "--no-config", code=1)

    def test_it_is_found_from_below_or_named(self, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(house, 'ignore = ["C"]')
        write(house, 'ignore = ["F"]', "other.toml")
        monkeypatch.chdir(house / "old")
        result = call("audit", ".")
        assert "MATCH" in result.stdout
        assert "../necropsy.toml sets ignore; `necropsy config` shows it" in result.stderr
        call("audit", ".", "--config", "../other.toml", code=1)
        assert call("audit", ".", "--quiet").stderr == ""

    def test_one_and_none_do_not_go_together(self, house: Path) -> None:
        write(house, "")
        for options in (
            ["--config", "necropsy.toml", "--no-config"],
            ["--no-config", "--config", "necropsy.toml"],
        ):
            assert "give one of them" in call("audit", "old", *options, code=2).stderr

    def test_reasons_stand_below_the_table(self, house: Path) -> None:
        write(house, 'ignore = [\n  "C103",  # the clock was wrong\n]\nfail-on = "never"  # for now\n')
        shown = call("audit", "old").stdout
        assert "These rules were left out: C103." in shown
        assert "ignore C103: the clock was wrong (necropsy.toml:2)" in shown
        assert "fail-on never: for now (necropsy.toml:4)" in shown
        shown = call("audit", "old", "--ignore", "C1", code=None).stdout
        assert "the clock was wrong" not in shown
        assert "for now" in shown

    def test_an_override_is_told_with_its_reason(self, house: Path) -> None:
        write(
            house,
            '[[override]]\npaths = ["old/**"]\nignore = ["C"]  # a leap second\n'
            '[[override]]\npaths = ["morgue-*"]\nskip = true\nwhy = "not ours"\n',
        )
        shown = call("audit", ".", "--fail-on", "mismatch").stdout
        assert "1 game was judged by other rules, as necropsy.toml:1 has it (ignore C for old/**): a" in shown
        assert "1 file was skipped by necropsy.toml:4 (morgue-*): not ours." in shown
        result = call("audit", ".", "--format", "csv")
        assert "1 file was skipped by necropsy.toml:4 (morgue-*): not ours." in result.stderr
        assert verdicts(".") == {"turns.txt": "match", HONEST.name: "skipped"}

    @pytest.mark.parametrize("how", [[], ["--jobs", "2"], ["--store", "a.duckdb"]])
    def test_an_override_holds_whoever_does_the_work(self, house: Path, how: list[str]) -> None:
        head = '[[override]]\npaths = ["old/**"]\n'
        for text, verdict in (
            ("", "tampered"),
            (f'{head}ignore = "C"', "match"),
            (f"{head}skip = true", "skipped"),
        ):
            write(house, text)
            for _ in range(2):
                assert verdicts("old", HONEST.name, "--exit-zero", *how)["turns.txt"] == verdict

    def test_an_override_that_leaves_no_rule_is_refused(self, house: Path) -> None:
        write(house, 'select = "C103"\n[[override]]\npaths = "old"\nignore = "C1"\n')
        said = call("audit", "old", code=2).stderr
        assert "necropsy.toml:2: select and ignore leave no rule to run there" in said

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("jobs = 0", "necropsy.toml:1: jobs: "),
            ('format = "xls"', "necropsy.toml:1: format: 'xls' is not one of"),
            ('since = "x"', "necropsy.toml:1: since: 'x' is no day"),
            ('fail-on = "murder"', "--fail-on murder: not a verdict"),
            ('fail-on = "murder"', "(--fail-on: necropsy.toml:1)"),
            ('max-file = "x"', "(--max-file: necropsy.toml:1)"),
            ('game = "x"', "(--game: necropsy.toml:1)"),
            ('log = "none"', "necropsy.toml:1: log: no such file or directory: none"),
            ('players = "none"', "necropsy.toml:1: players: none: no such file"),
            ('log = ["http://localhost:9/x"]', "necropsy.toml:1: log: a URL stands on the command line"),
            ("quiet = true", "necropsy.toml:1: quiet: "),
            ('baseline = "/dev/zero"', "--baseline: /dev/zero: this is no file"),
            ("jobs = " + "1" * 6000, "necropsy.toml: "),
            ("a = " + "[" * 100_000, "necropsy.toml: "),
            ('[[override]]\npaths = ["*a*a*a*b"]\nskip = true', "at most 3 stars between two slashes"),
            ('[[override]]\npaths = ["[z-a]"]\nskip = true', "paths: "),
            (
                'baseline = "none"',
                (
                    "--baseline: none: no such file or directory; make it first with --write-baseline none"
                    " (--baseline: necropsy.toml:1)"
                ),
            ),
            (
                "no-pair = true\nexpect-files = true",
                "(--no-pair: necropsy.toml:1, --expect-files: necropsy.toml:2)",
            ),
            ('exec = "rm"', "necropsy.toml:1: exec: is said on the command line and nowhere else"),
            ('cluster = "x"', "necropsy.toml:1: cluster: is said on the command line"),
            ("a = ", "necropsy.toml:1: "),
            ('"\\u001b[31m" = 1', "necropsy.toml:1: \\x1b[31m: no key"),
        ],
    )
    def test_what_is_wrong_is_said_with_file_and_line(self, house: Path, text: str, says: str) -> None:
        write(house, text)
        assert says in call("audit", "old", code=2).stderr

    def test_help_is_there_whatever_the_config_says(self, house: Path) -> None:
        write(house, "a = ")
        assert "--no-config" in call("audit", "--help").stdout

    def test_a_rule_that_is_not_there_is_named_with_the_one_that_may_be_meant(self, house: Path) -> None:
        said = call("audit", "old", "--ignore", "C1O3", code=2).stderr
        assert "ignore C1O3: no rule begins so; is C103 meant? (`necropsy rules` lists them)" in said
        assert "ignore 99: no rule begins so (`" in call("audit", "old", "--ignore", "99", code=2).stderr


class TestOthers:
    def test_a_leaderboard_takes_its_options_and_the_overrides(self, house: Path) -> None:
        shutil.copy(SAMPLES / "dcss" / "morgue-Pludopa62-20261130-104803.txt", house)
        assert call("leaderboard", ".", "--format", "csv").stdout.count("\n") == 3
        write(house, "top = 1\nfail-on = 'never'\n")
        assert call("leaderboard", ".", "--format", "csv").stdout.count("\n") == 2
        write(
            house,
            '[[override]]\npaths = ["*Pludopa*"]\nskip = true\n[[override]]\npaths = ["old"]\nignore = "C"\n',
        )
        board = call("leaderboard", ".", "--format", "csv")
        assert "Pludopa62" not in board.stdout
        assert board.stdout.count("\n") == 3
        assert "necropsy.toml sets 2 overrides; `necropsy config` shows it" in board.stderr
        write(house, 'ignore = "C"')
        assert call("leaderboard", ".", "--format", "csv").stdout.count("\n") == 4

    def test_a_watch_takes_its_store_from_the_file(self, house: Path) -> None:
        write(house, '[watch]\nstore = "a.duckdb"\nreport = ["mismatch"]\n')
        result = call("watch", "old", "--once")
        assert (house / "a.duckdb").exists()
        assert "necropsy.toml sets store, report" in result.stderr
        write(house, '[watch]\nstore = "a.duckdb"\n[[override]]\npaths = "old"\nignore = "C"\n')
        call("watch", "old", "--once")
        write(house, '[watch]\nstore = "a.duckdb"\n')
        call("watch", "old", "--once", code=1)


class TestCommand:
    def test_it_shows_each_value_with_its_place_and_reason(self, house: Path) -> None:
        write(
            house,
            'ignore = ["C103"]  # the clock\nno-seeded = true\n[leaderboard]\ntop = 3\n'
            '[[override]]\npaths = ["old/**"]\nselect = "S"\nwhy = "scores alone"\n',
        )
        shown = call("config", "--width", "100").stdout
        lines = [" ".join(line.split()) for line in shown.splitlines()]
        assert "ignore C103 necropsy.toml:1" in lines
        assert "ignore C103: the clock" in lines
        assert "no-seeded yes necropsy.toml:2" in lines
        assert "top 3 necropsy.toml:4" in lines
        assert "old/** select S necropsy.toml:5" in lines
        assert "scores alone" in lines
        assert lines[-1].startswith("The config is necropsy.toml; ")
        assert "default" not in shown

    def test_it_shows_the_defaults_when_asked(self, house: Path) -> None:
        lines = [" ".join(line.split()) for line in call("config", "--all").stdout.splitlines()]
        assert "fail-on mismatch,tampered default" in lines
        assert "store not set default" in lines
        assert lines[-1].startswith("No config file is here or in a directory above")

    def test_another_file_can_be_asked(self, house: Path) -> None:
        write(house, "[tool.necropsy]\njobs = 2\n", "pyproject.toml")
        assert "pyproject.toml:2" in call("config", "--config", "pyproject.toml").stdout
        assert "none.toml: No such file" in call("config", "--config", "none.toml", code=2).stderr


def test_each_key_is_an_option_of_a_command_and_takes_what_the_option_takes() -> None:
    commands: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for name in CONFIGURED:
        keys = keys_of(commands[name])
        parameters = inspect.signature(inspect.unwrap(commands[name].callback)).parameters
        assert set(keys.values()) <= set(parameters)
        assert keys.keys().isdisjoint({"exec", "cluster", "output", "config", "no-config", "help"})
    assert {"select", "ignore", "fail-on", "log", "baseline", "no-seeded"} <= keys_of(
        commands["audit"]
    ).keys()


def test_the_files_that_the_readme_shows_are_those_of_the_samples() -> None:
    readme = (SAMPLES.parent / "README.md").read_text("utf-8")
    for name, kind in (("tournament.toml", "toml"), ("tournament.baseline", "text")):
        assert f"```{kind}\n{(SAMPLES / name).read_text('utf-8')}```" in readme
