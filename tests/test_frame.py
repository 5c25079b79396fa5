"""Facts and audits as pandas tables."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_audits import audit_of, odd_audits, samples

import necropsy
from necropsy.breakdown import Breakdown
from necropsy.dtypes import WORDS
from necropsy.fact import facts_of
from necropsy.games import games
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Verdict

SAMPLES = Path(__file__).parent.parent / "sample_morgues"
WINNER = SAMPLES / "dcss" / "morgue-Pfijohu52-20261130-104519.txt"


def types_of(frame: pd.DataFrame) -> dict[str, str]:
    return {name: str(kind) for name, kind in frame.dtypes.items()}


def through_parquet(frame: pd.DataFrame, folder: Path) -> pd.DataFrame:
    pytest.importorskip("pyarrow")
    frame.to_parquet(folder / "frame.parquet")
    return pd.read_parquet(folder / "frame.parquet")


class TestAudits:
    def test_a_row_says_what_the_audit_says(self) -> None:
        (row,) = necropsy.audit_frame(WINNER).to_dict("records")
        audit = necropsy.audit(WINNER)
        assert audit.recomputed is not None
        assert (row["verdict"], row["recorded"], row["slack"]) == ("match", 2_044_911, audit.slack)
        assert (row["recomputed_low"], row["recomputed_high"]) == (
            audit.recomputed.low,
            audit.recomputed.high,
        )
        assert row["rules"] == ("C125",)
        assert row["findings"] == (f"C125 warning: {audit.findings[0].message}",)
        assert row["severity"] == "warning"
        assert (row["player"], row["runes"], row["won"]) == ("Pfijohu52", 3, True)
        assert set(row["rune_names"]) == {"demonic", "glowing", "gossamer"}

    def test_every_audit_is_a_row(self) -> None:
        frame = necropsy.to_frame(samples())
        assert frame["source"].tolist() == [audit.source for audit in samples()]
        assert frame["verdict"].tolist() == [audit.verdict.value for audit in samples()]
        assert {"unreadable", "skipped"} & set(frame["verdict"])

    def test_rules_and_logs_are_chosen_as_for_an_audit(self) -> None:
        tampered = SAMPLES / "tampered" / "turns-in-title-line.txt"
        assert necropsy.audit_frame(tampered, select=["S"])["verdict"].tolist() == ["match"]
        folder = SAMPLES / "tampered" / "with-log"
        morgue = next(folder.glob("morgue-*.txt"))
        assert "match" in set(necropsy.audit_frame(morgue)["verdict"])
        with_log = necropsy.audit_frame(morgue, logs=folder / "logfile").set_index("source")
        assert with_log.loc[str(morgue), "verdict"] == "tampered"

    def test_other_processes_give_the_same(self) -> None:
        here, there = (necropsy.audit_frame(SAMPLES / "hengband", jobs=jobs) for jobs in (1, 2))
        pd.testing.assert_frame_equal(here, there)

    @pytest.mark.parametrize("option", ["paths", "logs"])
    def test_a_path_that_is_not_there_is_named(self, option: str) -> None:
        call: dict[str, Any] = {"paths": WINNER} | {option: "no-such-file.txt"}
        with pytest.raises(FileNotFoundError, match=r"no-such-file\.txt"):
            necropsy.audit_frame(**call)

    def test_read_can_audit(self) -> None:
        pd.testing.assert_frame_equal(necropsy.read(WINNER, audit=True), necropsy.audit_frame(WINNER))

    def test_a_breakdown_says_what_it_takes_for_granted(self) -> None:
        breakdown = Breakdown("F", "formula F", (), Span(5, None), "with 2 of 3 gem notes")
        (row,) = necropsy.to_frame([audit_of({}, breakdown=breakdown)]).to_dict("records")
        assert row["assumed"] == "with 2 of 3 gem notes"
        assert row["recomputed_low"] == 5
        assert pd.isna(row["recomputed_high"])
        assert pd.isna(row["slack"])

    def test_severities_have_an_order(self) -> None:
        findings = [(Finding("C101", severity, "so"),) for severity in Severity]
        frame = necropsy.to_frame(audit_of({}, findings=each) for each in [*findings, ()])
        assert frame[frame["severity"] >= "warning"]["severity"].tolist() == ["warning", "error"]
        assert frame["severity"].isna().sum() == 1


class TestTypes:
    def test_they_are_those_of_the_manual(self) -> None:
        for game in (None, *(each.name for each in games())):
            frame, manual = necropsy.to_frame(samples(), game=game), necropsy.frame_columns(game)
            assert types_of(frame) == manual["dtype"].to_dict()
            facts = necropsy.read(SAMPLES / "gnollhack", game=game)
            assert types_of(facts) == necropsy.frame_columns(game, audit=False)["dtype"].to_dict()

    def test_a_table_without_rows_has_the_same(self, tmp_path: Path) -> None:
        assert types_of(necropsy.to_frame([])) == types_of(necropsy.to_frame(samples()))
        assert types_of(necropsy.read(tmp_path)) == types_of(necropsy.read(SAMPLES))

    def test_the_manual_has_the_words_of_the_facts(self) -> None:
        manual = necropsy.frame_columns()
        assert manual.loc["turns", "games"] == "dcss, gnollhack, hengband"
        assert manual.loc["species", ["meaning", "games"]].tolist() == [
            facts_of("dcss")["species"].meaning,
            "dcss",
        ]
        assert manual.loc["xp_span_low", "unit"] == "experience points"
        assert str(manual.loc["xp_span_low", "meaning"]).endswith(": the least")
        assert "verdict" not in necropsy.frame_columns(audit=False).index
        assert manual["meaning"].str.len().min() > 0

    def test_a_table_of_one_game_has_its_facts_alone(self) -> None:
        assert "role" not in necropsy.read(WINNER, game="dcss")
        assert "role" in necropsy.read(WINNER)

    @pytest.mark.parametrize("call", [necropsy.frame_columns, lambda game: necropsy.to_frame([], game=game)])
    def test_an_unknown_game_is_a_key_error(self, call: Any) -> None:
        with pytest.raises(KeyError):
            call("chess")

    def test_every_word_is_a_text_of_some_game(self) -> None:
        texts = {f.name for g in games() for f in facts_of(g.name).values() if f.public and f.kind == "text"}
        assert texts >= WORDS

    def test_verdicts_that_do_not_occur_are_categories_all_the_same(self) -> None:
        verdicts = necropsy.audit_frame(WINNER)["verdict"]
        assert list(verdicts.cat.categories) == [
            *(
                "match",
                "mismatch",
                "tampered",
                "ineligible",
                "unfinished",
                "undecided",
                "unreadable",
                "skipped",
            )
        ]

    def test_numbers_beyond_32_bits_are_kept_and_those_beyond_64_are_missing(self) -> None:
        frame = necropsy.to_frame([audit_of({"turns": 2**40}), audit_of({"turns": 2**63})])
        assert frame["turns"].iloc[0] == 2**40
        assert pd.isna(frame["turns"].iloc[1])

    def test_a_list_can_be_counted(self) -> None:
        runes = necropsy.read(SAMPLES / "dcss")["rune_names"].dropna()
        assert all(isinstance(names, tuple) for names in runes)
        assert runes.value_counts().sum() == len(runes)


class TestMoments:
    def test_a_dump_has_its_own_clock_and_a_log_utc(self) -> None:
        frame = necropsy.read(SAMPLES / "gnollhack")
        known = frame.dropna(subset=["started_utc"])
        assert len(known) > 0
        assert (frame["started"].notna() & frame["started_utc"].isna()).any(), "dumps without a line"
        assert str(known["started_utc"].dt.tz) == "UTC"

    def test_a_day_is_its_midnight_and_the_log_has_the_second(self) -> None:
        (row,) = necropsy.to_frame(
            [audit_of({"started": "2026-11-30", "start_s": 1_796_035_479, "ended": dt.date(2026, 12, 1)})]
        ).to_dict("records")
        assert row["started"] == pd.Timestamp("2026-11-30")
        assert row["started_utc"] == pd.Timestamp("2026-11-30 10:44:39", tz="UTC")
        assert row["ended"] == pd.Timestamp("2026-12-01")
        assert pd.isna(row["ended_utc"])

    @pytest.mark.parametrize("seconds", [10**17, -(10**17)])
    def test_a_second_beyond_all_calendars_is_missing(self, seconds: int) -> None:
        assert necropsy.to_frame([audit_of({"end_s": seconds})])["ended_utc"].isna().all()

    def test_a_zone_is_reckoned_with_and_what_is_no_moment_is_missing(self) -> None:
        zone = dt.timezone(dt.timedelta(hours=2))
        stated = [dt.datetime(2026, 11, 30, 12, tzinfo=zone), "yesterday", 7]
        ended = necropsy.to_frame(audit_of({"ended": each}) for each in stated)["ended"]
        assert ended[0] == pd.Timestamp("2026-11-30 10:00")
        assert ended[1:].isna().all()


class TestParquet:
    @pytest.mark.parametrize("game", [None, "dcss", "gnollhack", "hengband"])
    def test_types_and_values_come_back(self, game: str | None, tmp_path: Path) -> None:
        frame = necropsy.to_frame(samples(), game=game)
        back = through_parquet(frame, tmp_path)
        assert types_of(back) == types_of(frame)
        for name in frame:
            if frame[name].dtype == "object":
                lists = [None if value is None else tuple(value) for value in back[name]]
                assert lists == frame[name].tolist()
            else:
                pd.testing.assert_series_equal(back[name].astype(frame[name].dtype), frame[name])

    def test_a_table_without_rows_comes_back(self, tmp_path: Path) -> None:
        frame = necropsy.to_frame([])
        assert types_of(through_parquet(frame, tmp_path)) == types_of(frame)

    @settings(max_examples=20)
    @given(st.lists(odd_audits(), min_size=8, max_size=20))
    def test_whatever_a_file_says_it_makes_a_table(
        self, tmp_path_factory: pytest.TempPathFactory, audits: list[necropsy.Audit]
    ) -> None:
        frame = necropsy.to_frame(audits)
        assert types_of(frame) == necropsy.frame_columns()["dtype"].to_dict()
        assert [Verdict(each) for each in frame["verdict"]] == [audit.verdict for audit in audits]
        assert len(through_parquet(frame, tmp_path_factory.mktemp("odd"))) == len(audits)
