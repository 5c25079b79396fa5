"""The public Python API."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

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
    audits = necropsy.audit_paths([SAMPLES / "dcss", SAMPLES / "tampered"], pair=False)
    first = next(audits)
    assert first.source.endswith("H31kosof.txt")
    rest = [audit.source for audit in audits]
    dcss = [source for source in rest if "/dcss/" in source and "logfile" not in source]
    assert dcss == sorted(dcss)
    assert [source for source in rest if "logfile" not in source][: len(dcss)] == dcss


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


@pytest.mark.parametrize("option", ["select", "ignore"])
def test_a_code_of_no_rule_is_a_value_error(option: str) -> None:
    with pytest.raises(ValueError, match="Q9"):
        necropsy.audit(WINNER, **{option: ["Q9"]})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Q9"):
        necropsy.audit_paths(WINNER, **{option: ["S", "Q9"]})  # type: ignore[arg-type]


def test_codes_may_be_small_and_one_code_needs_no_list() -> None:
    tampered = SAMPLES / "tampered" / "turns-in-title-line.txt"
    assert [f.rule for f in necropsy.audit(tampered, select="c101").findings] == ["C101"]


def test_a_choice_that_leaves_no_rule_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="no rule"):
        necropsy.audit(WINNER, select=["C101"], ignore=["c"])


def test_a_single_path_can_be_audited_as_paths() -> None:
    by_text, by_path = necropsy.audit_paths(str(WINNER)), necropsy.audit_paths(WINNER)
    assert [audit.source for audit in by_text] == [audit.source for audit in by_path] == [str(WINNER)]


def test_reasons_read_the_same_everywhere() -> None:
    audit = necropsy.audit(SAMPLES / "dcss" / "morgue-Gasomu10-20261130-103526.txt")
    assert audit.reasons[0] == "needs the header, which names the version"
    assert audit.to_dict()["reasons"] == list(audit.reasons)


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
        assert undecided["score"] == 99, "the log's line has what the morgue leaves out"
        alone = necropsy.read(SAMPLES / "dcss" / Path(undecided["source"]).name)
        assert pd.isna(alone["score"].iloc[0])

    def test_each_game_is_a_row(self) -> None:
        table = necropsy.read([SAMPLES / "dcss", SAMPLES / "tampered"], game="dcss")
        winner = table[table["source"].str.endswith(WINNER.name)].iloc[0]
        assert winner["runes"] == 3
        assert winner["xp_span_low"] <= winner["xp_span_high"]
        assert len(winner["rune_names"]) == 3
        assert table["game"].unique().tolist() == ["dcss"]

    def test_a_path_that_is_not_there_is_named(self) -> None:
        with pytest.raises(FileNotFoundError, match=r"no-such-file\.txt"):
            necropsy.read([WINNER, "no-such-file.txt"])

    def test_a_fact_of_two_kinds_and_facts_of_several_games_stand_in_one_table(self) -> None:
        table = necropsy.read([WINNER, WINNER])
        assert len(table) == 1
        assert "build" in table.columns

    def test_an_empty_folder_gives_an_empty_table(self, tmp_path: Path) -> None:
        table = necropsy.read(tmp_path)
        assert table.empty
        assert "score" in table.columns


GNOLLHACK = SAMPLES / "gnollhack"
ARDAL = GNOLLHACK / "gnollhack.ardal.1796036169.txt"
BARKA = GNOLLHACK / "gnollhack.barka.1796036227.txt"
LOG = GNOLLHACK / "xlogfile"


def line_of(player: str) -> int:
    lines = LOG.read_text("utf-8").splitlines()
    return 1 + next(at for at, line in enumerate(lines) if f"\tname={player}\t" in line)


def test_a_line_is_audited_with_the_dump_beside_it() -> None:
    alone = necropsy.audit(LOG, line=line_of("barka"))
    both = necropsy.audit(LOG, line=line_of("barka"), beside=[BARKA])
    assert alone.slack
    assert both.slack == 0
    assert both.recorded == alone.recorded == necropsy.audit(BARKA).recorded


@pytest.mark.parametrize("beside", [BARKA, SAMPLES / "dcss"])
def test_a_file_beside_that_says_nothing_of_the_game_is_named(beside: Path) -> None:
    with pytest.raises(ValueError, match=f"{re.escape(str(beside))}: nothing there tells of the game"):
        necropsy.audit(ARDAL, beside=[LOG, beside])


def test_a_directory_beside_is_searched() -> None:
    assert necropsy.audit(ARDAL, beside=[GNOLLHACK]).slack == 0


def test_a_directory_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="is a directory: give one of its files"):
        necropsy.audit(tmp_path / "empty")


def test_a_file_beside_that_is_not_there_is_named(tmp_path: Path) -> None:
    gone = tmp_path / "gone.txt"
    with pytest.raises(ValueError, match=r"no such file or directory: .*gone\.txt"):
        necropsy.audit(WINNER, beside=[gone])


@pytest.mark.parametrize("options", [{"jobs": 2}, {"store": "a.duckdb"}, {"store": "a.duckdb", "jobs": 2}])
def test_audits_of_other_processes_are_the_same(options: dict[str, Any], tmp_path: Path) -> None:
    if "store" in options:
        options = options | {"store": tmp_path / "a.duckdb"}
    here = list(necropsy.audit_paths(SAMPLES))
    for _ in range(2):
        there = list(necropsy.audit_paths(SAMPLES, **options))
        assert [audit.to_dict() for audit in there if audit.game] == [a.to_dict() for a in here if a.game]
        assert [(audit.source, audit.verdict) for audit in there] == [(a.source, a.verdict) for a in here]
    first = next(audit for audit in there if audit.verdict == "match")
    assert first.fact("player")


def test_a_walk_that_is_left_keeps_what_it_has(tmp_path: Path) -> None:
    walk = necropsy.audit_paths(SAMPLES / "dcss", store=tmp_path / "a.duckdb", pair=False)
    for _ in range(5):
        next(walk)
    walk.close()  # type: ignore[attr-defined]
    with necropsy.Store(tmp_path / "a.duckdb", read_only=True) as store:
        assert len(store.to_frame()) >= 5
        assert not store.to_frame("runs").complete[0]
