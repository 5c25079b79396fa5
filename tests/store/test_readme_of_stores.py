"""What the README says of stores is true.

Run with ``NECROPSY_REWRITE=1`` to write the present state into it.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import necropsy
from necropsy.cli import app
from necropsy.columns import bundle_of
from necropsy.store import Store
from necropsy.store.tables import tables

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
QUERY = re.compile(r"<!-- query: (\S+) -->\n```sh\nnecropsy (query [^\n]+)\n```\n\n```text\n(.*?)```", re.S)
COLUMNS = re.compile(r"(?<=<!-- columns -->\n)(?:\|[^\n]*\n)+")
PYTHON = re.compile(r"```python\n(import necropsy\n\nwith necropsy\.Store.*?)```", re.S)


def queries() -> list[re.Match[str]]:
    return list(QUERY.finditer(README.read_text("utf-8")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the store of the samples, under the name that the README gives it."""
    target = tmp_path_factory.mktemp("readme")
    with pytest.MonkeyPatch.context() as patch, Store(target / "audits.duckdb") as store:
        patch.chdir(ROOT)
        audits = list(necropsy.audit_paths("sample_morgues"))
        store.insert(bundle_of(audits), [""] * len(audits))
    return target


def replaced(old: str, new: str) -> None:
    README.write_text(README.read_text("utf-8").replace(old, new), "utf-8")


def test_there_are_three_examples() -> None:
    assert len(queries()) == 3


@pytest.mark.parametrize("number", range(3))
def test_a_query_answers_as_shown(number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    block = queries()[number]
    result = CliRunner().invoke(app, shlex.split(block[2]), env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    if os.environ.get("NECROPSY_REWRITE"):
        replaced(block[0], block[0].replace(f"```text\n{block[3]}```", f"```text\n{result.stdout}```"))
        return
    assert block[3] == result.stdout


def test_the_table_of_columns_is_true() -> None:
    lines = ["| column | type | means |", "|---|---|---|"]
    for table, columns in tables().items():
        if table == "facts":
            lines.append("| `facts.id` … `facts.rest` | by fact | one row a game that was read |")
            continue
        for column in columns:
            meaning = column.meaning.replace("|", "\\|")
            lines.append(f"| `{table}.{column.name}` | `{column.type}` | {meaning} |")
    found = COLUMNS.search(README.read_text("utf-8"))
    assert found is not None
    true = "\n".join(lines).replace('"', "") + "\n"
    if os.environ.get("NECROPSY_REWRITE"):
        replaced(found[0], true)
        return
    assert found[0] == true


def test_the_example_in_python_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    example = PYTHON.search(README.read_text("utf-8"))
    assert example is not None
    exec(example[1], {})
    assert "sample_morgues/tampered/" in capsys.readouterr().out
