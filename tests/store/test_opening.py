"""Stores that cannot be opened say what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from some_audits import audit_of, bundle, output_in, output_of, samples

from necropsy.columns import bundle_of
from necropsy.store import Store, StoreError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store that is closed."""
    Store(tmp_path / "s.duckdb").close()
    return tmp_path / "s.duckdb"


HOLD = (
    "import sys; from necropsy.store import Store; s = Store(sys.argv[1]); print('open', flush=True); input()"
)


@pytest.mark.parametrize("read_only", [False, True])
def test_one_that_another_process_writes(path: Path, read_only: bool) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=pipe, stdout=pipe, text=True
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(StoreError, match="another run has") as raised:
            Store(path, read_only=read_only)
        other.communicate("\n")
    assert str(raised.value) == (
        f"another run has {path} open (process {other.pid}); wait for it, or query a copy of the file"
    )


def test_one_that_this_program_has_open_another_way(path: Path) -> None:
    with Store(path), pytest.raises(StoreError, match=r"this program has .* open already"):
        Store(path, read_only=True)


def test_one_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no such file; `necropsy audit --store .* makes it"):
        Store(tmp_path / "none.duckdb", read_only=True)
    assert not list(tmp_path.iterdir())


def test_a_file_of_another_kind_stays_as_it_is(tmp_path: Path) -> None:
    morgue = tmp_path / "morgue.txt"
    morgue.write_text("Dungeon Crawl " * 1000)
    with pytest.raises(StoreError, match="is no DuckDB file"):
        Store(morgue)
    assert morgue.read_text() == "Dungeon Crawl " * 1000


def test_a_folder_and_a_file_in_none(tmp_path: Path) -> None:
    for path, why in ((tmp_path, "is no file"), (tmp_path / "none" / "s.duckdb", "cannot make")):
        with pytest.raises(StoreError, match=why) as raised:
            Store(path)
        assert ".tmp" not in str(raised.value)


def test_a_database_of_somebody_else(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "other.duckdb")) as connection:
        connection.execute("CREATE TABLE mine AS SELECT 1 AS a").fetchall()
    for read_only in (False, True):
        with pytest.raises(StoreError, match="no store of audits"):
            Store(tmp_path / "other.duckdb", read_only=read_only)


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "empty.duckdb").touch()
    with pytest.raises(StoreError, match="no such file"):
        Store(tmp_path / "empty.duckdb", read_only=True)
    with Store(tmp_path / "empty.duckdb") as store:
        assert len(store.key) == 16


def test_one_of_a_newer_program(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE meta SET \"schema\" = 99, version = '7.5'").fetchall()
    with pytest.raises(StoreError, match=r"made by necropsy 7\.5, which is newer than this one"):
        Store(path)


def test_one_whose_tables_are_damaged(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("ALTER TABLE meta DROP COLUMN version").fetchall()
    with pytest.raises(StoreError, match=f"{path}: Binder Error"):
        Store(path)


def test_columns_of_new_facts_are_added(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    with Store(path) as store:
        ids = store.insert(bundle(), [""] * len(bundle()))
    with duckdb.connect(str(path)) as connection:
        older = "UPDATE meta SET columns = 'of another program'"
        for statement in ("DROP VIEW audits", "ALTER TABLE facts DROP COLUMN gems", older):
            connection.execute(statement).fetchall()
        connection.execute("CREATE VIEW audits AS SELECT * FROM games").fetchall()
    with Store(path, read_only=True) as unchanged:
        without = list(unchanged.fetch(ids).to_dicts())
        assert [each["verdict"] for each in without] == [audit.verdict for audit in samples()]
        assert {each["facts"].get("gems") for each in without} == {None}
    with Store(path) as store:
        store.insert(bundle_of([audit_of({"gems": 3}, source="new.txt")]), [""])
        assert store.query("SELECT gems FROM audits WHERE gems IS NOT NULL").gems.tolist() == [3]
        again = store.insert(bundle(), [""] * len(bundle()))
        assert output_in(store.fetch(again)) == output_of(samples())


def test_a_store_that_cannot_be_made_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.duckdb"
    broken = ["CREATE TABLE games (id INT)", "CREATE nothing"]
    monkeypatch.setattr("necropsy.store.opening.creation", lambda: broken)
    with pytest.raises(duckdb.Error, match="nothing"):
        Store(path)
    assert not list(tmp_path.iterdir())


def test_a_store_that_cannot_be_put_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.link", refuse)
    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(StoreError, match=r"cannot make .*: Permission denied"):
        Store(tmp_path / "s.duckdb")
    assert not list(tmp_path.iterdir())


def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", tmp_path):
        with pytest.raises(StoreError, match="is no file"):
            Store(path)
    assert (tmp_path / "fifo").is_fifo()
    (tmp_path / "link").symlink_to(tmp_path / "real.duckdb")
    Store(tmp_path / "link").close()
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real.duckdb").is_file()


@pytest.mark.parametrize(
    "name", [":memory:", ":memory:x", "md:", "md:audits", "MotherDuck:x", "s3://b/a.duckdb"]
)
def test_a_name_that_stands_for_no_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for read_only in (False, True):
        with pytest.raises(StoreError, match="is not the path of a file of this machine"):
            Store(name, read_only=read_only)
    assert list(tmp_path.iterdir()) == []
    if "://" not in name:
        Store(f"./{name}").close()
        assert (tmp_path / name).is_file()
