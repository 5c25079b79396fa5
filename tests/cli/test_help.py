"""The examples in the help of each command: they are there, they parse, and what needs no files runs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from necropsy.cli import app

ROOT: Any = typer.main.get_command(app)
EXAMPLES = re.compile(r"^  Examples:\n(?P<examples>.*?)(?=^\S|\Z)", re.S | re.M)


def leaves(command: Any = ROOT, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The commands that do something."""
    for name, inner in getattr(command, "commands", {}).items():
        below = list(leaves(inner, (*path, name)))
        yield from below or [(*path, name)]


def examples_of(path: tuple[str, ...]) -> list[list[str]]:
    """The examples that a command's help shows, as a shell splits them."""
    shown = CliRunner().invoke(app, [*path, "--help"], env={"COLUMNS": "80"}).stdout
    match = EXAMPLES.search(shown)
    paragraphs = re.split(r"\n\s*\n", match["examples"]) if match else []
    joined = (" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip())
    return [shlex.split(re.split(" [<>] ", example)[0]) for example in joined]


def test_no_example_is_cut_in_two() -> None:
    shown = CliRunner().invoke(app, ["calc", "gnollhack-score", "--help"], env={"COLUMNS": "60"}).stdout
    example = (
        "necropsy calc gnollhack-score --version 4.3.0-10 --depth 43"
        " --achievements 12 --ascended --turns 45678"
    )
    assert f"\n      {example}\n" in shown


def parsed(arguments: list[str]) -> dict[str, Any]:
    """What the options of a call come to; a wrong one is an error, and nothing is done."""
    context, command = ROOT.make_context("necropsy", list(arguments)), ROOT
    while hasattr(command, "commands"):
        rest = [*context._protected_args, *context.args]
        name, command, rest = command.resolve_command(context, rest)
        context = command.make_context(name, rest, parent=context)
    assert isinstance(context.params, dict)
    return context.params


ALL = [(path, example) for path in leaves() for example in examples_of(path)]
IDS = [" ".join(example[1:])[:60] for _, example in ALL]


@pytest.mark.parametrize("path", list(leaves()), ids=" ".join)
def test_every_command_has_examples(path: tuple[str, ...]) -> None:
    assert examples_of(path)
    for example in examples_of(path):
        assert tuple(example[: len(path) + 1]) == ("necropsy", *path)


@pytest.mark.parametrize("example", [example for _, example in ALL], ids=IDS)
def test_its_options_parse(example: list[str]) -> None:
    assert parsed(example[1:])


def test_an_option_that_is_not_there_would_be_found() -> None:
    with pytest.raises(Exception, match="No such option"):
        parsed(["audit", "morgues/", "--selekt", "S"])


@pytest.mark.parametrize(
    "example",
    [example for path, example in ALL if path[0] in ("calc", "rules", "schema")],
    ids=" ".join,
)
def test_what_needs_no_files_runs(
    example: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, example[1:])
    assert result.exit_code == 0, result.output
    assert result.stdout or any(file.stat().st_size for file in tmp_path.iterdir())


@pytest.mark.parametrize("path", list(leaves()), ids=" ".join)
def test_what_prints_a_table_can_be_told_its_width(path: tuple[str, ...]) -> None:
    options = {name for parameter in command_of(path).params for name in parameter.opts}
    prints_lines_only = {
        "extract",
        "dcss-will",
        "dcss-resist",
        "hengband-stat",
        "hengband-exp",
        "hengband-recall",
        "schema",
    }
    assert ("--width" in options) is (path[-1] not in prints_lines_only)


@pytest.mark.parametrize("name", ["audit", "extract", "leaderboard", "watch"])
def test_what_takes_long_can_be_told_to_show_no_bar(name: str) -> None:
    assert "--no-progress" in {each for parameter in command_of((name,)).params for each in parameter.opts}


def command_of(path: tuple[str, ...]) -> Any:
    command = ROOT
    for name in path:
        command = command.commands[name]
    return command
