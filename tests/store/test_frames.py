"""Answers as pandas tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from some_audits import bundle, samples

from necropsy.columns import bundle_of
from necropsy.store import Store


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store of all samples."""
    with Store(tmp_path_factory.mktemp("store") / "s.duckdb") as opened:
        opened.insert(bundle(), [""] * len(bundle()))
        yield opened


def test_games(store: Store) -> None:
    games = store.to_frame().sort_values("id", ignore_index=True)
    assert [str(games[name].dtype) for name in ("game", "verdict", "severity")] == ["category"] * 3
    assert games.recorded.dtype == "Int64"
    assert games.source.dtype == "string"
    assert games.source.tolist() == [audit.source for audit in samples()]
    assert games.recorded.isna().sum() == sum(audit.recorded is None for audit in samples())
    assert games.reasons.tolist() == [audit.reasons for audit in samples()]


def test_facts(store: Store) -> None:
    facts = store.to_frame("facts")
    assert facts.won.dtype == "boolean"
    assert facts.turns.dtype == "Int64"
    assert str(facts.started.dtype) == str(facts.ended.dtype) == "datetime64[ms]"
    assert facts.started.notna().sum() > 40
    assert all(isinstance(names, tuple) for names in facts.rune_names if names is not None)


def test_audits_have_both(store: Store) -> None:
    audits = store.to_frame("audits")
    assert len(audits) == len(samples())
    won = audits[audits.won.fillna(False)]
    assert set(won.game) >= {"dcss"}
    assert str(audits.verdict.dtype) == "category"
    assert audits.columns.is_unique


@pytest.mark.parametrize("name", ["terms", "findings", "places", "runs", "meta"])
def test_every_table_can_be_had(store: Store, name: str) -> None:
    frame = store.to_frame(name)
    assert len(frame.columns) > 2
    assert len(frame) == store.query(f"SELECT count(*) AS n FROM {name}").n[0]


def test_a_statement_is_typed_too(store: Store) -> None:
    frame = store.to_frame("SELECT verdict, ended FROM audits WHERE game = ?", ["gnollhack"])
    assert str(frame.verdict.dtype) == "category"
    assert str(frame.ended.dtype) == "datetime64[ms]"


def test_what_is_called_like_a_time_and_is_none_stays(store: Store) -> None:
    assert store.to_frame("SELECT 7 AS started, 8 AS game").values.tolist() == [[7, 8]]


def test_answers_of_any_type(store: Store) -> None:
    sql = """
        SELECT sum(i) AS s, sum(i) * 10::HUGEINT ** 30 AS huge, 1.5 AS d, NULL AS nothing, [1, 2] AS list,
            {'a': 1} AS struct, map {'k': 2} AS map, TIMESTAMP '2026-11-30 10:00:00' AS time,
            'a'::BLOB AS bytes, 1 AS x, 2 AS x, avg(i) AS mean
        FROM (VALUES (1), (NULL), (4)) AS t(i)
    """
    frame = store.query(sql)
    assert frame.s.dtype == "Int64"
    assert frame.s.tolist() == [5]
    assert frame.d.tolist() == [1.5]
    assert frame.list.tolist() == [[1, 2]]
    assert frame.struct.tolist() == [{"a": 1}]
    assert frame["map"].tolist() == [{"k": 2}]
    assert frame.time.tolist() == [pd.Timestamp("2026-11-30 10:00:00")]
    assert frame.bytes.tolist() == [b"a"]
    assert (frame.x.tolist(), frame.x_1.tolist()) == ([1], [2])
    assert frame["mean"].tolist() == [2.5]


def test_sums_beyond_64_bits_are_exact(store: Store) -> None:
    assert store.query("SELECT 9223372036854775808::HUGEINT AS n").n.tolist() == [2**63]


def test_an_empty_answer_keeps_its_types(store: Store) -> None:
    frame = store.query("SELECT recorded, source FROM games WHERE false")
    assert frame.dtypes.astype(str).tolist() == ["Int64", "string"]


def test_no_games_are_a_table_all_the_same(tmp_path: Path) -> None:
    with Store(tmp_path / "s.duckdb") as empty:
        assert len(empty.to_frame("audits")) == 0
        assert len(bundle_of([])) == 0
