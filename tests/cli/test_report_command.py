"""``necropsy report``: what a store holds, in every form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pages import data_of
from some_audits import SAMPLES
from typer.testing import CliRunner

from necropsy.cli import app

DCSS = SAMPLES / "dcss"
EDITED = SAMPLES / "tampered" / "score-raised.txt"


def run(*arguments: object) -> str:
    done = CliRunner().invoke(app, list(map(str, arguments)))
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "audits.duckdb"
    run("audit", DCSS, "--store", path, "--exit-zero", "-q")
    run("audit", EDITED, "--store", path, "--exit-zero", "-q")
    return path


def test_all_that_any_run_has_left_is_in_the_page(store: Path, tmp_path: Path) -> None:
    run("report", store, "-o", tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text("utf-8")
    assert [case["source"] for case in data_of(page, "cases")] == [str(EDITED)]
    assert {"mismatch", "match", "unfinished"} <= set(data_of(page, "games")["texts"]["verdict"])
    assert f"audit {EDITED}" in page


def test_machine_output_is_that_of_the_audit(store: Path) -> None:
    told = set(run("report", store, "--format", "jsonl").splitlines())
    audited = run("audit", DCSS, "--format", "jsonl", "--exit-zero", "-q").splitlines()
    assert {json.loads(line)["source"] for line in told} >= {json.loads(line)["source"] for line in audited}
    assert set(audited) <= told


def test_each_game_is_told_once(store: Path) -> None:
    sources = [json.loads(line)["source"] for line in run("report", store, "--format", "jsonl").splitlines()]
    assert len(sources) == len(set(sources))


def test_the_table_is_a_form_too(store: Path) -> None:
    assert "MISMATCH" in run("report", store, "--width", 80)


def test_a_data_set_is_one_too(store: Path, tmp_path: Path) -> None:
    run("report", store, "-o", tmp_path / "a.parquet")
    assert list((tmp_path / "a.parquet").rglob("*.parquet"))


def test_a_store_that_no_run_has_written_to_is_empty(tmp_path: Path) -> None:
    from necropsy.store import Store

    Store(tmp_path / "a.duckdb").close()
    assert run("report", tmp_path / "a.duckdb", "--format", "json") == "[\n]\n"


def test_a_run_that_was_broken_off_is_named(tmp_path: Path) -> None:
    from necropsy.store import Store

    with Store(tmp_path / "a.duckdb") as opened:
        opened.begin_run("0.1.0", options="morgues/")
    run("report", tmp_path / "a.duckdb", "-o", tmp_path / "a.html")
    assert "did not come to its end" in (tmp_path / "a.html").read_text("utf-8")


def test_what_is_no_store_is_said(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["report", str(tmp_path / "nothing.duckdb")])
    assert done.exit_code == 2
    assert "nothing.duckdb" in done.stderr


def test_without_the_packages_of_a_store_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in [name for name in sys.modules if name.startswith("necropsy.store")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "necropsy.holdings", raising=False)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    done = CliRunner().invoke(app, ["report", "a.duckdb"])
    assert (done.exit_code, "extra 'store'" in done.stderr) == (2, True)
