"""Audits as a Parquet data set, read back by pandas, DuckDB and pyarrow."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from some_audits import bundle, samples

from necropsy.columns import Bundle, bundle_of, flat, flat_schema
from necropsy.parquet import NONE, Dataset, write_part

IN_FILES = [name for name in flat_schema().names if name != "game"]
HALF = len(samples()) // 2


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of all samples, in two parts."""
    target = tmp_path_factory.mktemp("parquet") / "audits.parquet"
    with Dataset(target) as dataset:
        dataset.write(bundle().take(range(HALF)))
        dataset.write(bundle().take(range(HALF, len(samples()))))
        assert not target.exists()
    return target


def games() -> list[str]:
    return sorted(audit.game or NONE for audit in samples())


def expected() -> list[dict[str, object]]:
    rows = flat(bundle()).to_pylist()
    return sorted((row | {"game": row["game"] or NONE} for row in rows), key=lambda row: str(row["source"]))


class TestReaders:
    def test_pyarrow(self, path: Path) -> None:
        table = ds.dataset(path, partitioning="hive").to_table().select(flat_schema().names)
        assert sorted(table.to_pylist(), key=lambda row: str(row["source"])) == expected()
        for field in flat_schema():
            if field.name != "game":
                assert table.schema.field(field.name).type == field.type

    def test_duckdb(self, path: Path) -> None:
        sql = f"SELECT * FROM read_parquet('{path}/**/*.parquet', hive_partitioning = true) ORDER BY source"
        with duckdb.connect() as connection:
            table = connection.sql(sql).to_arrow_table()
        assert table.select(flat_schema().names).to_pylist() == expected()
        assert table.schema.field("game").type == pa.string()

    def test_pandas(self, path: Path) -> None:
        frame = pd.read_parquet(path)
        assert set(frame.columns) == set(flat_schema().names)
        assert sorted(frame.game) == games()
        scores = frame.sort_values("source").recorded.astype("Int64")
        assert [None if pd.isna(score) else score for score in scores] == [
            row["recorded"] for row in expected()
        ]

    def test_every_file_has_the_same_schema(self, path: Path) -> None:
        files = sorted(path.rglob("*.parquet"))
        assert len(files) > 4
        for file in files:
            assert pq.read_schema(file).names == IN_FILES
            assert pq.read_schema(file) == flat_schema().remove(flat_schema().get_field_index("game"))
            assert pq.ParquetFile(file).metadata.row_group(0).column(0).compression == "ZSTD"


class TestParts:
    def test_a_file_for_each_game(self, tmp_path: Path) -> None:
        written = write_part(flat(bundle()), tmp_path, 12)
        names = [f"game={game}/part-00012.parquet" for game in sorted(set(games()))]
        assert sorted(written) == [str(tmp_path / name) for name in names]
        assert sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.parquet")) == names

    def test_no_audits_are_no_file(self, tmp_path: Path) -> None:
        assert write_part(flat(bundle_of([])), tmp_path, 0) == []
        assert not list(tmp_path.iterdir())

    def test_a_part_that_fails_leaves_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(table: object, where: str, **_: object) -> None:
            Path(where).write_bytes(b"half")
            raise OSError("disk full")

        monkeypatch.setattr(pq, "write_table", fail)
        with pytest.raises(OSError, match="disk full"):
            write_part(flat(bundle()), tmp_path, 0)
        monkeypatch.setattr(pq, "write_table", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write_part(flat(bundle()), tmp_path, 0)
        assert not [file for file in tmp_path.rglob("*") if file.is_file()]

    def test_other_processes_write_to_the_same_data_set(self, tmp_path: Path) -> None:
        target = tmp_path / "audits.parquet"
        with Dataset(target) as dataset:
            parts = [(bundle().take([row]).to_ipc(), dataset.directory, row) for row in range(6)]
            with multiprocessing.get_context("spawn").Pool(2) as pool:
                pool.starmap(write_one, parts)
        assert len(pd.read_parquet(target)) == 6


def write_one(data: bytes, directory: str, number: int) -> None:
    """What another process does with some audits."""
    write_part(flat(Bundle.from_ipc(data)), directory, number)


class TestDataset:
    def test_an_empty_one_can_be_read(self, tmp_path: Path) -> None:
        with Dataset(tmp_path / "none.parquet"):
            pass
        frame = pd.read_parquet(tmp_path / "none.parquet")
        assert len(frame) == 0
        assert set(frame.columns) == set(flat_schema().names)
        files = f"{tmp_path}/none.parquet/**/*.parquet"
        sql = f"SELECT count(*) FROM read_parquet('{files}', hive_partitioning = true)"
        with duckdb.connect() as connection:
            assert connection.execute(sql).fetchall() == [(0,)]

    def test_an_older_one_is_replaced_when_the_new_one_is_whole(self, tmp_path: Path) -> None:
        target = tmp_path / "a.parquet"
        for rows in (range(20), range(3)):
            with Dataset(target) as dataset:
                dataset.write(bundle().take(rows))
                assert not target.exists() or len(pd.read_parquet(target)) == 20
        assert len(pd.read_parquet(target)) == 3
        assert [file.name for file in tmp_path.iterdir()] == ["a.parquet"]

    def test_one_that_fails_leaves_the_older_one(self, tmp_path: Path) -> None:
        target = tmp_path / "a.parquet"
        with Dataset(target) as dataset:
            dataset.write(bundle().take([1]))
        with pytest.raises(RuntimeError), Dataset(target) as dataset:
            raise RuntimeError
        assert len(pd.read_parquet(target)) == 1
        assert [file.name for file in tmp_path.iterdir()] == ["a.parquet"]

    def test_one_that_cannot_be_put_in_place_leaves_the_older_one(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        target = tmp_path / "a.parquet"
        with Dataset(target) as dataset:
            dataset.write(bundle().take([1]))
        second = Dataset(target).__enter__()
        second.write(bundle().take([1, 2]))
        rename = __import__("os").rename

        def refuse(old: str, new: str) -> None:
            if old == second.directory:
                raise PermissionError(13, "Permission denied")
            rename(old, new)

        monkeypatch.setattr("os.rename", refuse)
        with pytest.raises(PermissionError):
            second.__exit__(None, None, None)
        assert len(pd.read_parquet(target)) == 1
        assert [file.name for file in tmp_path.iterdir()] == ["a.parquet"]

    @pytest.mark.parametrize("what", ["file", "folder of files", "folder like one"])
    def test_nothing_else_is_replaced(self, tmp_path: Path, what: str) -> None:
        target = tmp_path / "morgues"
        if what == "file":
            target.write_text("precious")
        else:
            inner = target / "game=dcss" if what == "folder like one" else target
            inner.mkdir(parents=True)
            (inner / "morgue.txt").write_text("precious")
        with pytest.raises(FileExistsError, match="is no data set of audits; give another name"):
            Dataset(target)
        assert [file.name for file in tmp_path.iterdir()] == ["morgues"]

    def test_an_empty_folder_may_be_used(self, tmp_path: Path) -> None:
        (tmp_path / "new").mkdir()
        with Dataset(tmp_path / "new") as dataset:
            dataset.write(bundle().take([1]))
        assert len(pd.read_parquet(tmp_path / "new")) == 1
