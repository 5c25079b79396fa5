"""What the README shows is what the program prints.

Run with ``NECROPSY_REWRITE=1`` to write the present output into it.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from necropsy.cli import app

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(
    r"<!-- output: necropsy (?P<arguments>[^\n]+) -->\n(?P<fence>`{3,})text\n(?P<shown>.*?)(?P=fence)\n", re.S
)


PYTHON = re.compile(r"<!-- python -->\n```pycon\n(?P<shown>.*?)```", re.S)


def sessions_of(text: str) -> str:
    """The README with what its sessions of Python print; what one has made, the next one has."""
    made: dict[str, Any] = {}
    return PYTHON.sub(lambda block: block[0].replace(block["shown"], session_of(block["shown"], made)), text)


def session_of(shown: str, made: dict[str, Any]) -> str:
    """The lines of a session with what they print now."""
    lines: list[str] = []
    for example in doctest.DocTestParser().get_examples(shown):
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(example.source, "README.md", "single"), made)
        lines.append(f">>> {example.source.rstrip()}\n{printed.getvalue()}")
    return "".join("\n".join(line.rstrip() for line in each.splitlines()) + "\n" for each in lines)


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


def test_shown_sessions_are_true() -> None:
    text = README.read_text("utf-8")
    assert PYTHON.search(text)
    if os.environ.get("NECROPSY_REWRITE"):
        README.write_text(sessions_of(text), "utf-8")
        return
    assert text == sessions_of(text)


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


def test_the_contents_lead_to_every_section() -> None:
    text = README.read_text("utf-8")
    outside = re.sub(r"^(`{3,})\w*\n.*?^\1$", "", text, flags=re.S | re.M)
    headings = re.findall(r"^## (.+)$", outside, re.M)
    anchors = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
    linked = re.findall(r"\]\(#([^)]+)\)", text[text.index("**Contents:**") : text.index("## Start")])
    assert linked == anchors
