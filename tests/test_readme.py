"""What the README shows is what the program prints.

Run with ``NECROPSY_REWRITE=1`` to write the present output into it.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from necropsy.cli import app

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(
    r"<!-- output: necropsy (?P<arguments>[^\n]+) -->\n(?P<fence>`{3,})text\n(?P<shown>.*?)(?P=fence)\n", re.S
)


def output_of(arguments: str) -> str:
    """What the program prints at 80 columns, without trailing blanks."""
    result = CliRunner().invoke(app, shlex.split(arguments), env={"COLUMNS": "80"})
    assert result.exception is None or isinstance(result.exception, SystemExit)
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    return "\n".join(lines).strip("\n") + "\n"


def blocks() -> list[re.Match[str]]:
    """The shown outputs."""
    return list(BLOCK.finditer(README.read_text("utf-8")))


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_the_readme_shows_some_output() -> None:
    assert len(blocks()) >= 4


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block["arguments"])
def test_shown_output_is_true(block: re.Match[str]) -> None:
    printed = output_of(block["arguments"])
    if os.environ.get("NECROPSY_REWRITE"):
        text = README.read_text("utf-8")
        shown, true = (f"text\n{output}{block['fence']}" for output in (block["shown"], printed))
        README.write_text(text.replace(block[0], block[0].replace(shown, true)), "utf-8")
        return
    assert block["shown"] == printed


@pytest.mark.parametrize("kind", ["run", "test"])
def test_each_command_is_one_line_that_sets_everything_up(kind: str) -> None:
    match = re.search(rf"<!-- command: {kind} -->\n```sh\n(.*?)```", README.read_text("utf-8"), re.S)
    assert match is not None
    assert match[1].count("\n") == 1
    assert match[1].startswith("python3 -m venv .venv && ")


def test_the_table_of_verdicts_has_them_all() -> None:
    from necropsy import Verdict

    text = README.read_text("utf-8")
    for verdict in Verdict:
        assert f"| `{verdict.value}` |" in text


def test_each_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README.read_text("utf-8")):
        assert (ROOT / target).exists(), target
