"""``necropsy calc dcss-will`` and ``dcss-resist``."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from necropsy.cli import app

runner = CliRunner()
MINOTAUR = ("dcss-will", "--version", "0.34.1", "--species", "Minotaur", "--xl", "27")
SPRIGGAN = ("dcss-will", "--version", "0.29.1", "--species", "Spriggan", "--xl", "27")


def run(*arguments: str, code: int = 0) -> str:
    result = runner.invoke(app, ["calc", *arguments], env={"COLUMNS": "80"})
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def as_json(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*arguments, "--format", "json"))
    return found


class TestWill:
    def test_as_text(self) -> None:
        assert run(*MINOTAUR, "--sources", "2") == "will  161\npips  ++++.\n"

    def test_as_json(self) -> None:
        assert run(*MINOTAUR, "--sources", "2", "--format", "json") == '{"will": 161, "pips": "++++."}\n'

    @pytest.mark.parametrize(
        ("options", "will"),
        [
            (["--mutation", "2"], 161),
            (["--mutation", "-1"], 41),
            (["--demonic", "1"], 121),
            (["--trog"], 161),
            (["--guile"], 1),
            (["--enlightened"], 121),
            (["--folly", "--sources", "5"], 0),
            (["--halved"], 40),
            (["--tartarus"], 40),
            (["--form", "death"], 121),
            (["--form", "Statue-form"], 81),
            (["--sources", "-2"], 1),
            (["--sources", "5"], 200),
        ],
    )
    def test_each_option(self, options: list[str], will: int) -> None:
        assert as_json(*MINOTAUR, *options)["will"] == will

    def test_options_together(self) -> None:
        assert as_json(*SPRIGGAN, "--trog", "--halved") == {"will": 134, "pips": "+++.."}

    def test_an_immunity(self) -> None:
        assert run(*SPRIGGAN, "--form", "shadow") == "will  immune\npips  ∞\n"

    def test_a_build_that_cannot_be_placed(self) -> None:
        arguments = (
            "dcss-will",
            "--version",
            "0.32-a0-7-g1234567",
            "--species",
            "Purple Draconian",
            "--xl",
            "20",
        )
        assert run(*arguments) == "will  60 or 120\npips  +.... or +++..\n"

    def test_before_there_were_pips(self) -> None:
        old = ("dcss-will", "--version", "0.5.2", "--species", "Human", "--xl", "10")
        worn = ("--armours", "1", "--rings", "1", "--artefacts", "7", "--enchantments", "5")
        assert run(*old, *worn) == "will  117\ntext  very resistant to magic\n"

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (("--version", "0.5.2", "--sources", "1"), "give --armours N, --rings N and --artefacts POINTS"),
            (("--rings", "1"), "give --sources N, not --armours, --rings, --artefacts"),
            (("--version", "nethack"), "not a DCSS version: 'nethack'"),
            (("--version", "0.99"), "known are the versions 0.1 to"),
            (("--species", "Minotor"), "do you mean Minotaur?"),
            (("--form", "lych"), "do you mean lich?"),
            (("--version", "0.27.1", "--guile"), "Will does not depend on guile; leave it out"),
        ],
    )
    def test_a_wrong_call_says_in_one_line_what_to_do(self, arguments: tuple[str, ...], says: str) -> None:
        error = run(*MINOTAUR, *arguments, code=2)
        assert error.startswith("necropsy: ")
        assert error.count("\n") == 1
        assert says in error

    def test_a_level_that_there_is_not(self) -> None:
        assert "--xl" in run(*MINOTAUR, "--xl", "28", code=2)


class TestResist:
    def test_as_text(self) -> None:
        output = run("dcss-resist", "--version", "0.34.1", "--will", "81", "--power", "70")
        assert output == (
            "power stepped down   55\n"
            "chance to resist     293/404 = 72.5248%\n"
            "the game shows       28% to succeed\n"
        )
        old = run("dcss-resist", "--version", "0.15.3", "--will", "81", "--power", "70")
        assert "the game shows" not in old

    @pytest.mark.parametrize("arguments", [("70",), ("55", "--stepped")])
    def test_as_json(self, arguments: tuple[str, ...]) -> None:
        found = as_json("dcss-resist", "--version", "0.34.1", "--will", "81", "--power", *arguments)
        assert found == {"probability": "293/404", "decimal": 293 / 404, "stepped_power": 55}

    def test_whoever_is_immune_and_whoever_has_no_chance(self) -> None:
        assert (
            as_json("dcss-resist", "--version", "0.34.1", "--will", "5000", "--power", "900")["probability"]
            == "1"
        )
        assert (
            as_json("dcss-resist", "--version", "0.34.1", "--will", "-30", "--power", "200")["decimal"] == 0
        )

    def test_a_monster_of_0_18_flips_a_coin(self) -> None:
        weak = ("dcss-resist", "--version", "0.18.1", "--will", "0", "--power", "0")
        assert as_json(*weak)["probability"] == "1/2"
        assert as_json(*weak, "--monster")["probability"] == "1/4"

    def test_a_build_that_cannot_be_placed(self) -> None:
        output = run("dcss-resist", "--version", "0.28-a0", "--will", "81", "--power", "100")
        assert "power stepped down   70 or 68\n" in output
        assert output.count("%") == 4

    def test_a_wrong_call(self) -> None:
        assert "not a DCSS version" in run(
            "dcss-resist", "--version", "x", "--will", "1", "--power", "1", code=2
        )
        assert "--power" in run("dcss-resist", "--version", "0.34.1", "--will", "1", "--power", "-1", code=2)


@pytest.mark.parametrize("command", ["dcss-will", "dcss-resist"])
def test_help_has_examples_that_work(command: str) -> None:
    text = " ".join(run(command, "--help").split())
    examples = text.partition("Examples:")[2].split("necropsy calc ")[1:]
    assert len(examples) == 2
    for example in examples:
        run(*example.partition(" Options:")[0].split())
