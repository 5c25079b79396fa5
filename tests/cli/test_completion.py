"""What the shell is offered, by the protocol that the shells' own scripts speak."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from necropsy.cli import app, completion
from necropsy.games import games
from necropsy.verdict import Verdict

runner = CliRunner()


def offered(words: str) -> list[str]:
    """What bash is offered at the end of a line."""
    place = len(words.split()) - (0 if words.endswith(" ") else 1)
    env = {"_NECROPSY_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(place)}
    result = runner.invoke(app, [], env=env, prog_name="necropsy")
    assert result.exit_code == 0
    return result.stdout.split()


@pytest.mark.parametrize("command", ["audit", "explain", "extract", "leaderboard", "watch"])
def test_games(command: str) -> None:
    assert offered(f"necropsy {command} --game ") == ["dcss", "gnollhack", "hengband"]
    assert offered(f"necropsy {command} --game g") == ["gnollhack"]


def test_commands() -> None:
    assert set(offered("necropsy ")) >= {
        "audit",
        "explain",
        "extract",
        "leaderboard",
        "query",
        "rules",
        "watch",
    }
    assert offered("necropsy lea") == ["leaderboard"]
    assert "gnollhack-score" in offered("necropsy calc gn")


def test_forms() -> None:
    assert set(offered("necropsy audit --format ")) >= {"table", "json", "jsonl", "csv", "parquet"}
    assert offered("necropsy leaderboard --by r") == ["realtime"]


def test_codes_of_rules() -> None:
    codes = {rule.code for game in games() for rule in game.rulebook}
    assert set(offered("necropsy audit --select ")) == codes
    assert offered("necropsy rules S101") == ["S101"]
    assert set(offered("necropsy audit --ignore C10")) == {code for code in codes if code.startswith("C10")}


def test_a_list_goes_on_after_its_comma() -> None:
    assert offered("necropsy audit --select S101,S10")[:2] == ["S101,S102", "S101,S103"]
    assert "S101,S101" not in offered("necropsy audit --select S101,S10")
    assert offered("necropsy audit --fail-on mismatch,ta") == ["mismatch,tampered"]


def test_verdicts() -> None:
    verdicts = {verdict.value for verdict in Verdict}
    assert set(offered("necropsy audit --fail-on ")) == verdicts | {"error", "warning", "never"}
    assert set(offered("necropsy watch --report ")) == verdicts | {"error", "warning"}
    assert offered("necropsy audit --fail-on mismatch,ne") == []


def test_start_scums() -> None:
    assert offered("necropsy leaderboard --no-start-scum ") == ["junethack", "nethack-scoreboard"]


def test_files_are_left_to_the_shell() -> None:
    assert offered("necropsy audit sample") == []


def test_a_word_says_what_it_is_where_the_shell_can_show_it() -> None:
    env = {"_NECROPSY_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "necropsy audit --fail-on tam"}
    shown = runner.invoke(app, [], env=env, prog_name="necropsy").stdout
    assert '"tampered":"the file contradicts itself' in shown


def test_every_offer_has_its_meaning() -> None:
    offers = [
        *completion.game_names(),
        *completion.rule_code(),
        *completion.conditions(""),
        *completion.scum_rules(""),
    ]
    assert all(word and said for word, said in offers)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_program_prints_the_script_of_a_shell(shell: str) -> None:
    program = "import sys; sys.argv = ['necropsy']; from necropsy.cli import main; main()"
    env = {"_NECROPSY_COMPLETE": f"source_{shell}", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    assert "_NECROPSY_COMPLETE=complete_" in done.stdout
