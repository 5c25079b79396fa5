"""The four calculators on the command line: their JSON, their tables, and what a wrong call is told."""

from __future__ import annotations

import inspect
import json
import re
from typing import Any

import pytest
from typer.testing import CliRunner

from necropsy.cli import app, calc_hengband

runner = CliRunner()


def run(*arguments: str) -> str:
    result = runner.invoke(app, ["calc", *arguments], env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    return result.stdout


def data(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--format", "json"))


def refusal(*arguments: str) -> str:
    result = runner.invoke(app, ["calc", *arguments])
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


class TestStat:
    def test_modifiers(self) -> None:
        call = ("hengband-stat", "--base", "18/57", "--add", "9")
        assert data(*call) == {"result": "18/147", "value": 165, "index": 29}
        assert run(*call) == "18/57 + 9 = 18/147 (in the game 165, table index 29)\n"

    def test_modifiers_down(self) -> None:
        assert data("hengband-stat", "--base", "18/43", "--add", "-7")["result"] == "16"
        assert run("hengband-stat", "--base", "5", "--add", "-20").startswith("5 - 20 = 3 ")

    def test_a_gain(self) -> None:
        found = data("hengband-stat", "--base", "17", "--inc", "--cap", "18/100")
        assert found["outcomes"] == [
            {"result": "18", "value": 18, "index": 15, "probability": "3/4"},
            {"result": "18/01", "value": 19, "index": 15, "probability": "1/4"},
        ]

    def test_a_loss_as_a_table(self) -> None:
        output = run("hengband-stat", "--base", "18/100", "--dec", "25")
        assert output.splitlines() == [
            "result  value  index  probability",
            "18/87     105     23  1/26 (3.85 %)",
            "18/88     106     23  25/26 (96.15 %)",
        ]

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            ("18/120 --inc --cap 18/100", "no natural stat lies above its cap"),
            ("17", "give one of --add STEPS"),
            ("17 --add 1 --dec 10", "give one of --add STEPS"),
            ("17 --inc", "--inc needs --cap"),
            ("17 --add 1 --cap 18/100", "--cap goes with --inc"),
            ("17 --inc --cap 18/75", "18/70, 18/80"),
            ("18/00 --add 1", "not a stat: '18/00' (expected 3 to 18"),
            ("18/*** --dec 10", "18/220 or more"),
        ],
    )
    def test_a_wrong_call_says_what_to_do(self, arguments: str, says: str) -> None:
        message = refusal("hengband-stat", "--base", *arguments.split())
        assert says in message
        assert message.count("\n") == 1


class TestExp:
    def test_level_next_and_factor(self) -> None:
        call = ("hengband-exp", "--race", "Zombie", "--class", "Warrior", "--exp", "23512")
        assert data(*call) == {"level": 25, "next": 26250, "factor": 150}
        assert run(*call) == "level 25, the next at 26,250 (experience factor 150 %)\n"

    def test_names_in_japanese_and_in_small_letters(self) -> None:
        for race, profession in (("ゾンビ", "戦士"), ("zombie", "warrior")):
            assert data("hengband-exp", "--race", race, "--class", profession, "--exp", "14")["level"] == 1

    def test_the_highest_level(self) -> None:
        call = ("hengband-exp", "--race", "Human", "--class", "Warrior", "--exp", "4500000")
        assert data(*call) == {"level": 50, "next": None, "factor": 100}
        assert "the highest" in run(*call)

    def test_a_wrong_call_says_what_to_do(self) -> None:
        assert "Zombie" in refusal("hengband-exp", "--race", "Zomby", "--class", "Warrior", "--exp", "1")
        assert "known: Warrior" in refusal("hengband-exp", "--race", "Ent", "--class", "?", "--exp", "1")
        assert "99,999,999" in refusal(
            "hengband-exp", "--race", "Ent", "--class", "Monk", "--exp", "100000000"
        )


class TestRecall:
    CALL = ("hengband-recall", "--exp", "14", "--monster-level", "4", "--level", "1")

    def test_the_text(self) -> None:
        assert data(*self.CALL) == {"text": "18.67"}
        assert run(*self.CALL) == "18.67 points\n"
        assert data(*self.CALL, "--version", "3.0.2") == {"text": "28.00"}

    def test_two_builds_that_print_the_same(self) -> None:
        assert data(*self.CALL, "--version", "2.2.1") == {"text": "18.67", "or": ["27.100"]}
        assert "or 27.100 in builds on the way" in run(*self.CALL, "--version", "2.2.1")

    def test_builds_that_say_the_same_of_a_monster(self) -> None:
        call = ("hengband-recall", "--exp", "0", "--monster-level", "4", "--level", "1")
        assert data(*call, "--version", "2.2.1") == {"text": "0.00"}

    def test_an_unknown_version(self) -> None:
        assert "expected e.g. 2.1.5" in refusal(*self.CALL, "--version", "2.1")


class TestScore:
    CALL = ("hengband-score", "--exp", "1000000", "--depth", "50")

    def test_a_plain_game(self) -> None:
        found = data(*self.CALL)
        assert found["score"] == [1_005_000, 1_005_000]
        assert [term["name"] for term in found["terms"]] == ["experience", "depth", "options", "arena"]

    def test_options(self) -> None:
        assert data(*self.CALL, "--no-preserve", "--no-autoroller")["score"] == [1_206_000] * 2
        assert data(*self.CALL, "--preserve", "--ironman-shops")["score"] == [1_507_500] * 2
        assert data(*self.CALL, "--unknown", "smart-learn,autoroller")["score"] == [804_000, 1_105_500]

    def test_what_a_dump_hides(self) -> None:
        assert data(*self.CALL, "--unknown", "hidden", "--arena", "41")["score"] == [2_485_000, 3_590_500]

    def test_a_munchkin_that_won(self) -> None:
        assert data(*self.CALL, "--personality", "いかさま", "--winner")["score"] == [2, 2]

    def test_easy_band_leaves_it_open(self) -> None:
        assert data(*self.CALL, "--easy-band")["score"] == [None, None]
        assert "easy_band makes the score negative" in run(*self.CALL, "--easy-band")

    def test_the_table(self) -> None:
        output = run(*self.CALL)
        assert output.startswith("formula of Hengband 2.1.5")
        assert "pinned to the point" in output

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            ("--version 9", "not a Hengband version"),
            ("--unknown luck", "no option 'luck'"),
            ("--stupid-monsters", "no option 'stupid_monsters'"),
            ("--race Merfolk", "no race Merfolk: it came after 2.2.1.6"),
            ("--version 3.0.2Beta2 --easy-band", "3.0.0Alpha40"),
        ],
    )
    def test_a_wrong_call_says_what_to_do(self, arguments: str, says: str) -> None:
        message = refusal(*self.CALL, *arguments.split())
        assert says in message
        assert message.count("\n") == 1


@pytest.mark.parametrize("command", ["stat", "exp", "recall", "score"])
def test_help_has_examples_that_work(command: str) -> None:
    assert "Examples:" in run(f"hengband-{command}", "--help")
    manual = inspect.getdoc(getattr(calc_hengband, f"hengband_{command}")) or ""
    examples = re.findall(r"^ +necropsy calc (.+)$", manual, re.M)
    assert len(examples) >= 2
    for example in examples:
        assert run(*example.split())
