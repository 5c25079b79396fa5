"""The public Python API."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pandas as pd
import pytest

import necropsy
from necropsy import Severity, Verdict

SAMPLES = Path(__file__).parent.parent / "sample_morgues"
WINNER = SAMPLES / "dcss" / "morgue-Pfijohu52-20261130-104519.txt"


def test_a_path_and_a_text_give_the_same_audit() -> None:
    by_path = necropsy.audit(WINNER)
    by_text = necropsy.audit(WINNER.read_text("utf-8"))
    assert by_path.verdict is by_text.verdict is Verdict.MATCH
    assert by_path.breakdown == by_text.breakdown
    assert by_text.source == "<text>"


def test_what_an_audit_holds() -> None:
    audit = necropsy.audit(WINNER)
    assert audit.recorded == 2_044_911
    assert audit.recomputed is not None
    assert audit.recorded in audit.recomputed
    assert audit.slack == audit.recomputed.width
    assert audit.fact("gems") == 3
    assert audit.worst is Severity.WARNING
    assert json.loads(json.dumps(audit.to_dict()))["verdict"] == "match"


def test_paths_are_walked_lazily_and_in_order() -> None:
    audits = necropsy.audit_paths([SAMPLES / "dcss", SAMPLES / "tampered"])
    first = next(audits)
    assert first.source.endswith("H31kosof.txt")
    rest = [audit.source for audit in audits]
    dcss = [source for source in rest if "/dcss/" in source]
    assert dcss == sorted(dcss)
    assert rest[: len(dcss)] == dcss


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\x1f\x8b broken")
    (tmp_path / "b.txt").write_bytes(WINNER.read_bytes())
    (tmp_path / "c.txt").write_bytes(gzip.compress(WINNER.read_bytes()))
    verdicts = [audit.verdict for audit in necropsy.audit_paths([tmp_path])]
    assert verdicts == [Verdict.UNREADABLE, Verdict.MATCH, Verdict.MATCH]


def test_rules_can_be_chosen() -> None:
    tampered = SAMPLES / "tampered" / "turns-in-title-line.txt"
    assert necropsy.audit(tampered).verdict is Verdict.TAMPERED
    assert necropsy.audit(tampered, select=["S"]).verdict is Verdict.MATCH
    assert necropsy.audit(tampered, ignore=["C101"]).verdict is Verdict.MATCH


def test_an_unknown_game_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        necropsy.audit(WINNER, game="chess")
    assert necropsy.audit(WINNER, game="dcss").verdict is Verdict.MATCH


class TestRead:
    def test_types_can_hold_what_a_file_does_not_say(self) -> None:
        table = necropsy.read(SAMPLES / "dcss")
        assert str(table["score"].dtype) == "Int64"
        assert str(table["player"].dtype) == "string"
        assert str(table["won"].dtype) == "boolean"
        assert table["started"].dtype.kind == "M"
        undecided = table[table["source"].str.contains("Gasomu10")].iloc[0]
        assert pd.isna(undecided["score"])

    def test_each_game_is_a_row(self) -> None:
        table = necropsy.read([SAMPLES / "dcss", SAMPLES / "tampered"], game="dcss")
        winner = table[table["source"].str.endswith(WINNER.name)].iloc[0]
        assert winner["runes"] == 3
        assert winner["xp_span_low"] <= winner["xp_span_high"]
        assert len(winner["rune_names"]) == 3
        assert table["game"].unique().tolist() == ["dcss"]

    def test_an_empty_folder_gives_an_empty_table(self, tmp_path: Path) -> None:
        table = necropsy.read(tmp_path)
        assert table.empty
        assert "score" in table.columns
