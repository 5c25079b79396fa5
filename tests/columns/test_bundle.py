"""Audits as columns, and back to the byte."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_audits import TESTS, audit_of, audits_of, bundle, odd_audits, output_in, output_of, samples

from necropsy.columns import Bundle, bundle_of, concat
from necropsy.columns.schema import FINDINGS, GAMES, TERMS, facts_schema
from necropsy.logline import Rejected
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

SHARED = Path(__file__).parents[3] / "shared"


class TestRoundTrip:
    def test_every_sample(self) -> None:
        assert len(samples()) > 80
        assert {audit.game for audit in samples()} >= {"dcss", "gnollhack", "hengband", None}
        assert output_in(bundle()) == output_of(samples())

    def test_every_file_of_the_engines(self) -> None:
        audits = audits_of(TESTS / "engine_truth")
        assert len(audits) > 250
        assert output_in(Bundle.from_ipc(bundle_of(audits).to_ipc())) == output_of(audits)

    @pytest.mark.skipif(not SHARED.is_dir(), reason=f"no files beside this repository ({SHARED})")
    @pytest.mark.parametrize("folder", ["data", "corpus"])
    def test_all_files_beside_this_repository(self, folder: str) -> None:
        audits = audits_of(SHARED / folder)
        assert len(audits) > 1000
        assert output_in(Bundle.from_ipc(bundle_of(audits).to_ipc())) == output_of(audits)

    @settings(max_examples=200, deadline=None)
    @given(st.lists(odd_audits(), max_size=3))
    def test_whatever_an_audit_holds(self, audits: list[Audit]) -> None:
        assert output_in(Bundle.from_ipc(bundle_of(audits).to_ipc())) == output_of(audits)

    def test_a_fact_that_two_games_hold_as_different_kinds(self) -> None:
        audits = [audit_of({"build": "tiles"}), audit_of({"build": 45}, "gnollhack")]
        columns = bundle_of(audits)
        assert columns.facts.column("build").to_pylist() == ["tiles", "45"]
        assert columns.facts.column("rest").null_count == 2
        assert output_in(columns) == output_of(audits)

    def test_a_text_where_a_number_should_be(self) -> None:
        audits = [audit_of({"build": "4x"}, "gnollhack"), audit_of({"build": 2**70}, "gnollhack")]
        columns = bundle_of(audits)
        assert columns.facts.column("build").to_pylist() == ["4x", str(2**70)]
        assert output_in(columns) == output_of(audits)

    def test_what_fits_no_column_stands_in_the_rest(self) -> None:
        huge = audit_of({"turns": 2**70, "rune_names": ("a", 1), "xp_span": Span(None, None)})
        columns = bundle_of([huge])
        assert columns.facts.column("turns").to_pylist() == [None]
        assert columns.facts.column("rune_names").to_pylist() == [["a", "1"]]
        (rest,) = columns.facts.column("rest").to_pylist()
        assert json.loads(rest) == {"turns": 2**70, "rune_names": ["a", 1], "xp_span": [None, None]}

    def test_a_day_is_its_iso_text(self) -> None:
        columns = bundle_of([audit_of({"started": dt.date(2026, 11, 30)})])
        assert columns.facts.column("started").to_pylist() == ["2026-11-30"]


class TestGames:
    def test_the_columns_beyond_the_machine_output(self) -> None:
        games = bundle().games.to_pylist()
        for audit, row in zip(samples(), games, strict=True):
            assert row["severity"] == (audit.worst.label if audit.worst else None)
            assert row["rules"] == list(dict.fromkeys(finding.rule for finding in audit.findings))
            if audit.record is not None:
                assert [tuple(place.values()) for place in row["places"]] == list(audit.record.places)
                assert row["told"] in ("line", "dump", "both")
            else:
                assert row["told"] is None
        assert {row["told"] for row in games} == {"line", "dump", "both", None}

    def test_what_was_not_read_stands_at_its_file_or_line(self) -> None:
        line = Audit("log:3", Verdict.UNREADABLE, rejected=Rejected("log", 3, 70, "why", "text"))
        file = Audit("b.txt", Verdict.UNREADABLE)
        rows = bundle_of([line, file]).games.column("places").to_pylist()
        assert rows == [[{"source": "log", "line": 3}], [{"source": "b.txt", "line": 0}]]


class TestTables:
    def test_the_schemas_are_always_the_same(self) -> None:
        for columns in (bundle(), bundle_of([]), Bundle.from_ipc(bundle().to_ipc()), concat([])):
            schemas = (GAMES, facts_schema(), TERMS, FINDINGS)
            for table, schema in zip(columns.tables, schemas, strict=True):
                assert table.schema == schema

    def test_a_fact_is_called_as_no_other_column(self) -> None:
        names = facts_schema().names
        assert len(names) == len(set(names))

    def test_a_column_of_each_public_fact_has_a_meaning(self) -> None:
        for schema in (GAMES, facts_schema(), TERMS, FINDINGS):
            for field in schema:
                assert field.metadata[b"meaning"]

    def test_children_are_in_the_order_of_the_games(self) -> None:
        for table in bundle().tables[1:]:
            ids = table.column("id").to_pylist()
            assert ids == sorted(ids)


class TestTake:
    def test_rows_in_any_order_and_again(self) -> None:
        rows = [5, 0, 80, 5, 1]
        assert output_in(bundle().take(rows)) == output_of([samples()[row] for row in rows])

    def test_nothing(self) -> None:
        assert len(bundle().take([])) == 0
        assert output_in(bundle().take([])) == []

    def test_what_is_taken_can_be_taken_from(self) -> None:
        taken = bundle().take(range(20, 40)).take([3, 4])
        assert output_in(taken) == output_of(samples()[23:25])


def test_concat_gives_all_in_order() -> None:
    parts = [bundle().take(range(30)), bundle().take([]), bundle().take(range(30, len(samples())))]
    joined = concat(parts)
    assert len(joined) == len(samples())
    assert output_in(joined) == output_of(samples())
    assert joined.games.column("id").to_pylist() == list(range(len(joined)))


def test_bytes_leave_out_what_no_game_states() -> None:
    hengband = bundle_of([audit for audit in samples() if audit.game == "hengband"])
    unused = hengband.facts.column("piety_rank")
    assert unused.null_count == len(unused)
    assert b"piety_rank" not in hengband.to_ipc()
    assert Bundle.from_ipc(hengband.to_ipc()).facts.schema == facts_schema()
