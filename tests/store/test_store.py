"""Audits written to a store and read from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from some_audits import audit_of, bundle, odd_audits, output_in, output_of, samples

import necropsy
from necropsy.columns import bundle_of
from necropsy.record import Record
from necropsy.store import Store, StoreError
from necropsy.verdict import Audit, Verdict

TABLES = ("games", "facts", "terms", "findings", "places")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "s.duckdb") as opened:
        yield opened


def marks(count: int) -> list[str]:
    return [f"mark {number}" for number in range(count)]


def sources(store: Store) -> list[str]:
    """The games' names, in the order of their numbers."""
    found: list[str] = store.select("SELECT source FROM games ORDER BY id").column("source").to_pylist()
    return found


def rows(store: Store) -> dict[str, int]:
    return {name: store.select(f"SELECT count(*) AS n FROM {name}").column("n")[0].as_py() for name in TABLES}


class Told(Record):
    """A record that stands in several places."""

    __slots__ = ("told",)

    @property
    def places(self) -> tuple[tuple[str, int], ...]:
        return self.told


def told(*places: tuple[str, int], score: int = 1) -> Audit:
    """The audit of a game that stands in some places."""
    record = Told("dcss", places[0][0])
    record.told = places
    record.state("score", score, 1, "test")
    return Audit(places[0][0], Verdict.MATCH, "dcss", record=record, recorded=score)


class TestInsertAndFetch:
    def test_all_samples_come_back(self, store: Store) -> None:
        ids = store.insert(bundle(), marks(len(bundle())))
        assert ids == range(1, len(bundle()) + 1)
        assert output_in(store.fetch(ids)) == output_of(samples())

    def test_columns_come_back_with_their_places(self, store: Store) -> None:
        ids = store.insert(bundle(), marks(len(bundle())))
        for found, given_ in zip(store.fetch(ids).tables, bundle().tables, strict=True):
            assert found.equals(given_)

    def test_in_the_order_of_the_numbers_asked_for(self, store: Store) -> None:
        ids = store.insert(bundle(), marks(len(bundle())))
        assert output_in(store.fetch([ids[7], ids[2]])) == output_of([samples()[7], samples()[2]])
        assert len(store.fetch([])) == 0

    def test_a_number_that_is_not_there(self, store: Store) -> None:
        store.insert(bundle().take([0]), ["x"])
        with pytest.raises(KeyError, match=r"\[2, 77\]"):
            store.fetch([1, 2, 77])

    def test_nothing_is_inserted_without_audits(self, store: Store) -> None:
        assert len(store.insert(bundle_of([]), [])) == 0
        assert rows(store) == dict.fromkeys(TABLES, 0)

    def test_each_audit_has_its_fingerprint(self, store: Store) -> None:
        store.insert(bundle().take([1, 0]), ["b", "a"])
        assert store.query("SELECT fingerprint FROM games ORDER BY id").fingerprint.tolist() == ["b", "a"]
        with pytest.raises(ValueError, match="2 audits need as many fingerprints, not 1"):
            store.insert(bundle().take([1, 0]), ["b"])

    @settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.lists(odd_audits(), min_size=1, max_size=3))
    def test_whatever_an_audit_holds(self, store: Store, audits: list[Audit]) -> None:
        named = [bundle_of([audit]) for audit in audits]
        ids = [store.insert(columns, ["x"])[0] for columns in named]
        assert output_in(store.fetch(ids[-1:])) == output_of(audits[-1:])
        assert output_in(store.fetch(ids[-1:])) == output_in(named[-1])


class TestReplacing:
    def test_an_audit_of_the_same_file_replaces_the_earlier_one(self, store: Store) -> None:
        store.insert(bundle(), marks(len(bundle())))
        before = rows(store)
        ids = store.insert(bundle().take(range(10, 30)), marks(20))
        assert rows(store) == before
        assert output_in(store.fetch(ids)) == output_of(samples()[10:30])
        assert len(set(sources(store))) == len(sources(store))

    def test_so_it_does_in_a_store_that_was_opened_again(self, tmp_path: Path) -> None:
        for _ in range(2):
            with Store(tmp_path / "s.duckdb") as store:
                ids = store.insert(bundle(), marks(len(bundle())))
        assert ids.start == len(bundle()) + 1
        with Store(tmp_path / "s.duckdb") as store:
            assert len(sources(store)) == len(bundle())

    def test_a_line_is_another_place_than_its_neighbour(self, store: Store) -> None:
        store.insert(bundle_of([told(("log", 1)), told(("log", 2))]), marks(2))
        store.insert(bundle_of([told(("log", 2), score=5)]), marks(1))
        assert store.query("SELECT recorded FROM games ORDER BY id").recorded.tolist() == [1, 5]

    def test_copies_of_one_dump_share_a_line_and_stay(self, store: Store) -> None:
        store.insert(bundle_of([told(("a", 0), ("log", 1))]), marks(1))
        store.insert(bundle_of([told(("b", 0), ("log", 1))]), marks(1))
        assert sources(store) == ["a", "b"]

    def test_of_two_in_one_bundle_the_later_is_kept(self, store: Store) -> None:
        audits = [told(("a", 0)), told(("b", 0)), told(("a", 0), score=9)]
        assert store.insert(bundle_of(audits), ["1", "2", "3"]) == range(1, 4)
        kept = store.query("SELECT id, source, recorded, fingerprint FROM games ORDER BY id")
        assert kept.values.tolist() == [[2, "b", 1, "2"], [3, "a", 9, "3"]]

    def test_names_that_are_no_utf8_are_told_apart(self, store: Store) -> None:
        store.insert(bundle_of([told(("\udc80", 0)), told(("\udc81", 0))]), marks(2))
        store.insert(bundle_of([told(("\udc81", 0))]), marks(1))
        assert rows(store)["games"] == 2
        store.forget(["\udc80"])
        assert [each["source"] for each in store.fetch([3]).to_dicts()] == ["\udc81"]
        assert rows(store)["games"] == 1

    def test_thousands_of_places_are_found_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("necropsy.store.owners._FEW", 10)
        with Store(tmp_path / "s.duckdb") as store:
            for _ in range(3):
                for start in range(0, 60, 6):
                    audits = [told((f"f{number}", 0)) for number in range(start, start + 6)]
                    store.insert(bundle_of(audits), marks(6))
            assert rows(store)["games"] == 60


class TestForgetting:
    def test_all_games_that_a_file_tells_of_go(self, store: Store) -> None:
        audits = [told(("a", 0), ("log", 1)), told(("log", 2)), told(("b", 0))]
        store.insert(bundle_of(audits), marks(3))
        store.forget(["log", "no such file"])
        assert sources(store) == ["b"]
        assert rows(store) == {"games": 1, "facts": 1, "terms": 0, "findings": 0, "places": 1}

    def test_nothing_to_forget(self, store: Store) -> None:
        store.insert(bundle_of([told(("a", 0))]), marks(1))
        store.forget([])
        assert sources(store) == ["a"]

    def test_only_some_of_a_file_are_kept(self, store: Store) -> None:
        audits = [told(("log", 1)), told(("log", 2)), told(("log", 3)), told(("b", 0))]
        ids = store.insert(bundle_of(audits), marks(4))
        store.keep_only(["log"], [ids[1]])
        assert store.query("SELECT id FROM games ORDER BY id").id.tolist() == [ids[1], ids[3]]

    def test_what_was_forgotten_can_come_again_under_a_new_number(self, store: Store) -> None:
        store.insert(bundle_of([told(("a", 0))]), marks(1))
        store.forget(["a"])
        assert store.insert(bundle_of([told(("a", 0))]), marks(1)) == range(2, 3)
        assert rows(store)["games"] == 1


class TestTransactions:
    def test_what_fails_leaves_nothing(self, store: Store) -> None:
        store.insert(bundle_of([told(("a", 0))]), marks(1))

        def fail() -> None:
            with store.transaction():
                store.insert(bundle_of([told(("a", 0), score=7), told(("b", 0))]), marks(2))
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        assert store.query("SELECT source, recorded FROM games").values.tolist() == [["a", 1]]
        assert store.insert(bundle_of([told(("b", 0)), told(("a", 0))]), marks(2)) == range(2, 4)
        assert rows(store)["games"] == 2

    def test_one_within_another_is_that_one(self, store: Store) -> None:
        def fail() -> None:
            with store.transaction():
                with store.transaction():
                    store.insert(bundle_of([told(("a", 0))]), marks(1))
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        assert rows(store)["games"] == 0

    def test_what_was_not_committed_is_gone_when_it_is_closed(self, tmp_path: Path) -> None:
        store = Store(tmp_path / "s.duckdb")
        within = store.transaction()
        within.__enter__()
        store.insert(bundle_of([told(("a", 0))]), marks(1))
        store.close()
        with Store(tmp_path / "s.duckdb") as again:
            assert rows(again)["games"] == 0

    def test_a_store_that_is_only_read_is_not_written(self, tmp_path: Path) -> None:
        Store(tmp_path / "s.duckdb").close()
        with Store(tmp_path / "s.duckdb", read_only=True) as store:
            with pytest.raises(StoreError, match="read-only"):
                store.begin_run("1")
            assert len(store.query("SELECT * FROM runs")) == 0


class TestRuns:
    def test_a_run_is_noted(self, store: Store) -> None:
        number = store.begin_run("0.1.0", rules="abc", options="audit \udc80")
        assert store.to_frame("runs").ended.isna().all()
        counts = {"match": 3, Verdict.TAMPERED: 1}
        store.end_run(number, files=5, audited=3, reused=1, verdicts=counts)
        (run,) = store.to_frame("runs").to_dict("records")
        assert (run["id"], run["complete"], run["version"], run["rules"]) == (1, True, "0.1.0", "abc")
        assert (run["files"], run["audited"], run["reused"]) == (5, 3, 1)
        assert run["verdicts"] == {"match": 3, "tampered": 1}
        assert str(run["started"].tz) == "UTC"
        assert run["started"] <= run["ended"]

    def test_one_that_was_broken_off_says_so(self, store: Store) -> None:
        store.begin_run("1")
        second = store.begin_run("1")
        assert second == 2
        store.end_run(second, files=0, audited=0, reused=0, verdicts={}, complete=False)
        assert store.query("SELECT complete FROM runs").complete.tolist() == [False, False]

    def test_no_such_run(self, store: Store) -> None:
        with pytest.raises(KeyError, match="no run has the number 9"):
            store.end_run(9, files=0, audited=0, reused=0, verdicts={})


class TestQueries:
    def test_parameters(self, store: Store) -> None:
        store.insert(bundle(), marks(len(bundle())))
        found = store.query("SELECT count(*) AS n FROM games WHERE verdict = ?", ["mismatch"])
        assert found.n[0] == sum(audit.verdict == "mismatch" for audit in samples())

    @pytest.mark.parametrize("read_only", [False, True])
    @pytest.mark.parametrize(
        "sql",
        [
            "SELECT * FROM read_csv('/etc/passwd')",
            "SELECT * FROM '/etc/passwd'",
            "SELECT * FROM glob('/etc/*')",
            "COPY games TO '/tmp/no.csv'",
            "ATTACH '/tmp/no.duckdb'",
            "INSTALL httpfs",
            "SET enable_external_access = true",
            "SELECT * FROM bundle",
        ],
    )
    def test_sql_reaches_nothing_but_the_store(self, tmp_path: Path, sql: str, read_only: bool) -> None:
        Store(tmp_path / "s.duckdb").close()
        bundle_ = bundle()
        with Store(tmp_path / "s.duckdb", read_only=read_only) as store, pytest.raises(StoreError):
            store.query(sql)
        assert len(bundle_)

    def test_an_error_of_sql_is_one_line(self, store: Store) -> None:
        for sql in ("SELEC 1", "SELECT nope FROM games", "", "SELECT 1 +"):
            with pytest.raises(StoreError) as raised:
                store.query(sql)
            assert "\n" not in str(raised.value)
            assert str(raised.value)
        with pytest.raises(StoreError, match=r'"nope" not found'):
            store.query("SELECT nope FROM games")

    def test_contents_name_every_column_with_its_meaning(self, store: Store) -> None:
        store.insert(bundle(), marks(len(bundle())))
        contents = {table.name: table for table in store.contents()}
        assert list(contents) == ["games", "facts", "terms", "findings", "places", "runs", "meta", "audits"]
        assert contents["games"].rows == contents["audits"].rows == len(bundle())
        for name, table in contents.items():
            for column in table.columns:
                assert column.type
                assert column.meaning or name == "audits", (name, column)

    def test_the_key_is_the_stores_own(self, tmp_path: Path) -> None:
        with Store(tmp_path / "a.duckdb") as one, Store(tmp_path / "b.duckdb") as other:
            assert len(one.key) == 16
            assert one.key != other.key
            key = one.key
        with Store(tmp_path / "a.duckdb", read_only=True) as again:
            assert again.key == key

    def test_findings_are_json_for_sql(self, store: Store) -> None:
        store.insert(bundle(), marks(len(bundle())))
        found = store.query("SELECT expected, found FROM findings WHERE expected IS NOT NULL")
        assert len(found) > 10
        for text in (*found.expected, *found.found.dropna()):
            json.loads(text)


def test_the_package_offers_it() -> None:
    assert necropsy.Store is Store
    with pytest.raises(AttributeError, match="Stor"):
        necropsy.Stor  # noqa: B018


def test_a_fact_can_be_asked_for(store: Store) -> None:
    store.insert(bundle_of([audit_of({"runes": 15, "rune_names": ("slimy", "silver")})]), ["x"])
    found = store.query("SELECT runes FROM audits WHERE list_contains(rune_names, 'silver')")
    assert found.runes.tolist() == [15]
