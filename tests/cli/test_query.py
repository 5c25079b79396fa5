"""``necropsy query``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pandas as pd
import pytest
from some_audits import bundle, samples
from typer.testing import CliRunner

from necropsy.cli import app
from necropsy.store import Store

runner = CliRunner()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of all samples."""
    target = tmp_path_factory.mktemp("query") / "audits.duckdb"
    with Store(target) as store:
        store.insert(bundle(), [""] * len(bundle()))
    return target


def run(*arguments: object, code: int = 0, typed: str | None = None) -> str:
    """Standard output of a query that must end with a code; of one that fails its message."""
    result = runner.invoke(app, ["query", *map(str, arguments)], input=typed, env={"COLUMNS": "80"})
    assert result.exit_code == code, result.output
    return result.stderr if code else result.stdout


def test_a_table(path: Path) -> None:
    shown = run(path, "SELECT verdict, count(*) AS games FROM games GROUP BY ALL ORDER BY games DESC")
    matches = sum(audit.verdict == "match" for audit in samples())
    assert any(line.split() == ["match", str(matches)] for line in shown.splitlines())


def test_the_statement_from_standard_input(path: Path) -> None:
    assert json.loads(run(path, "-", "--format", "jsonl", typed="SELECT 1\nAS one")) == {"one": 1}


def test_without_a_statement_the_tables_are_listed(path: Path) -> None:
    shown = run(path)
    for name in ("games", "facts", "terms", "findings", "places", "runs", "audits"):
        assert any(line.startswith(f"{name}  ") for line in shown.splitlines()), name
    assert f"games  {len(samples())} rows" in shown
    assert "fingerprint" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_list_in_other_forms_says_what_each_column_means(path: Path) -> None:
    rows = json.loads(run(path, "--format", "json"))
    (verdict,) = [row for row in rows if (row["table"], row["column"]) == ("games", "verdict")]
    assert verdict == {
        "table": "games",
        "rows": len(samples()),
        "column": "verdict",
        "type": "VARCHAR",
        "meaning": "the verdict",
    }


def test_into_a_file_whose_ending_gives_the_form(path: Path, tmp_path: Path) -> None:
    sql = "SELECT source, recorded FROM games ORDER BY source"
    run(path, sql, "-o", tmp_path / "a.csv")
    run(path, sql, "-o", tmp_path / "a.parquet")
    assert (tmp_path / "a.csv").read_text().startswith("source,recorded\n")
    frame = pd.read_parquet(tmp_path / "a.parquet")
    assert frame.source.tolist() == sorted(audit.source for audit in samples())


@pytest.mark.parametrize("sql", ["SELEC 1", "SELECT nope FROM games", "DROP TABLE games", ""])
def test_a_wrong_statement_is_one_line_and_exit_code_2(path: Path, sql: str) -> None:
    message = run(path, sql, code=2)
    assert message.startswith("necropsy: ")
    assert message.count("\n") == 1


def test_no_error_acts_on_the_terminal(path: Path) -> None:
    assert "\x1b" not in run(path, 'SELECT "\x1b[2J" FROM games', code=2)


def test_other_files_are_out_of_reach(path: Path) -> None:
    assert "Permission Error" in run(path, "SELECT * FROM read_text('/etc/passwd')", code=2)


def test_no_store(tmp_path: Path) -> None:
    assert "no such file" in run(tmp_path / "none.duckdb", code=2)


def test_parquet_on_a_terminal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("necropsy.reports.answer._write_parquet", refuse)
    assert "give -o FILE" in run(path, "SELECT 1", "--format", "parquet", code=2)


def refuse(*_: object) -> None:
    raise ValueError("Parquet is not for a terminal: give -o FILE")


def test_where_the_extra_is_missing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("necropsy.store", "duckdb"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    assert "this needs the extra 'store': pip install 'necropsy[store]'" in run(path, "SELECT 1", code=2)
