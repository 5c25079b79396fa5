"""The game that the README makes up to show how one is added: it is added, and says what is shown."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import necropsy.games
from necropsy.cli import app

README = Path(__file__).parent.parent / "README.md"
FILE = re.compile(r"<!-- file: (?P<name>\S+) -->\n```\w+\n(?P<text>.*?)```\n", re.S)
OUTPUT = re.compile(r"<!-- of that game: necropsy (?P<arguments>.*) -->\n```text\n(?P<shown>.*?)```\n", re.S)


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory with the files that the README shows, and the game among those that are known."""
    for match in FILE.finditer(README.read_text("utf-8")):
        path = tmp_path / match["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(match["text"], "utf-8")
    monkeypatch.setattr(necropsy.games, "__path__", [*necropsy.games.__path__, str(tmp_path)])
    monkeypatch.setitem(necropsy.games.MODULES, "saplingquest", "necropsy.games.saplingquest")
    monkeypatch.chdir(tmp_path)
    necropsy.games.game.cache_clear()
    yield tmp_path
    necropsy.games.game.cache_clear()
    for name in [name for name in sys.modules if name.startswith("necropsy.games.saplingquest")]:
        del sys.modules[name]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, [*arguments], env={"COLUMNS": "80"})
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return "\n".join(line.rstrip() for line in result.stdout.splitlines()).strip("\n") + "\n"


def test_what_it_says_is_what_is_shown(added: Path) -> None:
    assert (added / "quest.txt").exists()
    text = README.read_text("utf-8")
    match = OUTPUT.search(text)
    assert match is not None
    shown = run(*shlex.split(match["arguments"]))
    if os.environ.get("NECROPSY_REWRITE"):
        start, end = match.span("shown")
        README.write_text(text[:start] + shown + text[end:], "utf-8")
    else:
        assert match["shown"] == shown
    assert "MISMATCH" in shown
    assert "S901" in shown


def test_an_honest_dump_of_it_is_a_match(added: Path) -> None:
    honest = (added / "quest.txt").read_text("utf-8").replace("9045", "1045")
    (added / "honest.txt").write_text(honest, "utf-8")
    audit = json.loads(run("audit", "honest.txt", "--format", "jsonl"))
    assert (audit["verdict"], audit["recomputed"]) == ("match", [1045, 1045])
    assert audit["facts"] == {"score": 1045, "player": "Rijodo", "version": "1.2", "depth": 7, "gold": 345}


def test_what_it_leaves_out_is_a_span_or_named(added: Path) -> None:
    text = (added / "quest.txt").read_text("utf-8")
    (added / "poor.txt").write_text(text.replace("Gold: 345\n", ""), "utf-8")
    (added / "shallow.txt").write_text(text.replace("Depth: 7\n", ""), "utf-8")
    poor, shallow = map(json.loads, run("audit", "poor.txt", "shallow.txt", "--format", "jsonl").splitlines())
    assert (poor["verdict"], poor["recomputed"]) == ("undecided", [700, None])
    assert (shallow["verdict"], shallow["reasons"]) == ("undecided", ["needs the line Depth"])


def test_the_other_commands_know_it(added: Path) -> None:
    assert "100 a level" in run("explain", "quest.txt")
    assert "the hero's name" in run("schema")
    assert "(score.c). No honest" in run("rules", "S901")
    assert run("extract", "quest.txt", "--game", "saplingquest").startswith(
        "source,game,score,player,version"
    )
