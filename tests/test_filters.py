"""Which games count."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from audits import audit_of
from hypothesis import given
from hypothesis import strategies as st

import necropsy
from necropsy.filters import NO_FILTERS, Filters, Objection, Sieve
from necropsy.verdict import Audit, Verdict
from necropsy.version_span import VersionSpan

SAMPLES = Path(__file__).parent.parent / "sample_morgues"


def against(audit: Audit, **options: Any) -> str | None:
    """What stands against a game, as one text."""
    objection = Filters.of(**options).objection(audit)
    return None if objection is None else str(objection)


def test_without_conditions_every_game_counts() -> None:
    assert NO_FILTERS.idle
    assert Filters.of() == NO_FILTERS
    assert NO_FILTERS.objection(audit_of(player=None, score=None, mode=None)) is None
    assert not Filters.of(min_turns=0).idle


def test_what_is_no_game_fails_no_condition() -> None:
    unread = Audit("x.txt", Verdict.UNREADABLE)
    assert Filters.of(min_turns=5, since="2026-11-01").objection(unread) is None


class TestVersions:
    @pytest.mark.parametrize(
        ("text", "since", "until", "shown"),
        [
            ("0.30..0.34", "0.30", "0.34", "0.30..0.34"),
            ("0.30..", "0.30", "", "0.30.."),
            ("..0.34", "", "0.34", "..0.34"),
            (" 0.30 .. 0.34 ", "0.30", "0.34", "0.30..0.34"),
            ("0.34", "0.34", "0.34", "0.34"),
        ],
    )
    def test_both_ends_may_be_open(self, text: str, since: str, until: str, shown: str) -> None:
        span = VersionSpan.of(text)
        assert (span.since, span.until) == (since, until)
        assert str(span) == shown

    @pytest.mark.parametrize("text", ["", "..", "  "])
    def test_a_range_names_a_version(self, text: str) -> None:
        with pytest.raises(ValueError, match="names no version"):
            VersionSpan.of(text)

    @pytest.mark.parametrize(
        ("text", "version", "reason"),
        [
            ("0.30..0.34", "0.30-a0-12-gabc1234", None),
            ("0.30..0.34", "0.34.9", None),
            ("0.30..0.34", "0.35-a0-1", "another version"),
            ("0.30..0.34", "0.29.1", "another version"),
            ("0.31-a0-1265..", "0.31-a0", "the version cannot be placed"),
            ("0.34", "0.34.1", None),
            ("..0.33", "0.34.1", "another version"),
            ("0.30..", "2.3.0", "the version cannot be placed"),
            ("0.30..", None, "the version cannot be placed"),
        ],
    )
    def test_dcss(self, text: str, version: str | None, reason: str | None) -> None:
        expected = None if reason is None else f"--version-range ({reason})"
        assert against(audit_of(version=version), version_range=text) == expected

    @pytest.mark.parametrize(
        ("text", "shown", "reason"),
        [
            ("4.2.0-120..", "4.2.0 (Build 120)", None),
            ("4.2.0-120..", "4.2.0 (Build 119)", "another version"),
            ("4.2.0..4.2.0", "4.2.0 (Build 85)", None),
            ("4.1.0-B17..", "4.1.0 Beta 17", None),
            ("4.2.0-120..", "4.2.0", "the version cannot be placed"),
            ("4.2.0-120..", None, "the version cannot be placed"),
            ("0.30..0.34", "4.2.0 (Build 85)", "gnollhack has no such versions"),
        ],
    )
    def test_gnollhack(self, text: str, shown: str | None, reason: str | None) -> None:
        expected = None if reason is None else f"--version-range ({reason})"
        audit = audit_of(game="gnollhack", version_shown=shown)
        assert against(audit, version_range=text) == expected

    @pytest.mark.parametrize(
        ("text", "game", "problem"),
        [
            ("banana..", None, "no game has the versions banana"),
            ("2.2.1..2.1.5", None, "2.2.1 is later than 2.1.5: give the earlier version first"),
            ("0.30..", "gnollhack", "not a GnollHack version"),
            ("0.34..0.30", "dcss", "0.34 is later than 0.30"),
            ("0.34..banana", "dcss", "banana"),
            ("4.2.0-10..4.2.0-9", "gnollhack", "later than"),
        ],
    )
    def test_versions_that_no_game_has_are_an_error(self, text: str, game: str | None, problem: str) -> None:
        with pytest.raises(ValueError, match=problem):
            Filters.of(version_range=text, game=game)


def test_a_game_whose_versions_have_no_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("necropsy.version_span.versioned", lambda _: None)
    with pytest.raises(ValueError, match="no game here compares versions"):
        Filters.of(version_range="1..2")
    filters = Filters(versions=VersionSpan("1.7", "1.8"))
    assert str(filters.objection(audit_of())) == "--version-range (dcss has no such versions)"


class TestTimes:
    @pytest.mark.parametrize(
        ("since", "started", "reason"),
        [
            ("2026-11-02", "2026-11-02", None),
            ("2026-11-02", "2026-11-02T00:00:00", None),
            ("2026-11-02", "2026-11-01T23:59:59", "started before 2026-11-02 00:00"),
            ("2026-11-02", "2026-11-01", "started before 2026-11-02 00:00"),
            ("2026-11-02 20:00", "2026-11-02T20:00:00", None),
            ("2026-11-02T20:00:30", "2026-11-02T20:00:29", "started before 2026-11-02 20:00"),
            ("2026-11-02 20:00", "2026-11-02", "started on that day, the hour is not known"),
            ("2026-11-02 20:00", "2026-11-03", None),
            ("2026-11-02", None, "the start is not known"),
        ],
    )
    def test_a_game_starts_at_or_after(self, since: str, started: str | None, reason: str | None) -> None:
        expected = None if reason is None else f"--since ({reason})"
        assert against(audit_of(started=started), since=since) == expected

    @pytest.mark.parametrize(
        ("until", "ended", "reason"),
        [
            ("2026-11-02", "2026-11-02", None),
            ("2026-11-02", "2026-11-02T23:59:59", None),
            ("2026-11-02", "2026-11-03T00:00:00", "ended at 2026-11-03 00:00 or later"),
            ("2026-11-02 20:00", "2026-11-02T19:59:59", None),
            ("2026-11-02 20:00", "2026-11-02T20:00:00", "ended at 2026-11-02 20:00 or later"),
            ("2026-11-02 20:00", "2026-11-02", "ended on that day, the hour is not known"),
            ("2026-11-02 20:00", "2026-11-01", None),
            ("2026-11-02", None, "the end is not known"),
        ],
    )
    def test_a_game_ends_before(self, until: str, ended: str | None, reason: str | None) -> None:
        expected = None if reason is None else f"--until ({reason})"
        assert against(audit_of(ended=ended), until=until) == expected

    @pytest.mark.parametrize("option", ["since", "until"])
    @pytest.mark.parametrize(
        "text", ["", "yesterday", "2026-13-01", "2026-11-01 25:00", "9999-12-31x", "2026-11-01 20:00+01:00"]
    )
    def test_what_is_no_time_is_an_error(self, option: str, text: str) -> None:
        with pytest.raises(ValueError, match="is no day and no moment"):
            Filters.of(**{option: text})  # type: ignore[arg-type]

    def test_the_last_day_of_the_calendar_has_no_next_one(self) -> None:
        with pytest.raises(ValueError, match="no day and no moment"):
            Filters.of(until="9999-12-31")

    def test_a_time_that_ends_before_it_begins_is_an_error(self) -> None:
        with pytest.raises(ValueError, match="no game can start"):
            Filters.of(since="2026-11-02", until="2026-11-01")
        assert Filters.of(since="2026-11-02", until="2026-11-02").until == dt.datetime(2026, 11, 3)

    @given(
        st.datetimes(dt.datetime(2026, 1, 1), dt.datetime(2026, 12, 1)),
        st.datetimes(dt.datetime(2026, 1, 1), dt.datetime(2026, 12, 1)),
    )
    def test_what_counts_by_the_day_counts_by_the_second(self, time: dt.datetime, bound: dt.datetime) -> None:
        filters = Filters(since=bound)
        if filters.objection(audit_of(started=time.date())) is None:
            assert filters.objection(audit_of(started=time)) is None


class TestModes:
    def test_a_mode_of_the_list(self) -> None:
        assert against(audit_of(mode="sprint"), mode=["Normal", "SPRINT"]) is None
        assert against(audit_of(mode="sprint"), mode=["normal"]) == "--mode (another mode)"
        assert against(audit_of(mode=None), mode=["normal"]) == "--mode (the mode is not known)"

    @pytest.mark.parametrize("facts", [{"mode": "seeded"}, {"game_type": "seeded"}, {"seed_custom": True}])
    def test_a_chosen_seed(self, facts: dict[str, Any]) -> None:
        assert against(audit_of(**facts), no_seeded=True) == "--no-seeded (the player chose the seed)"

    def test_a_seed_that_nobody_chose(self) -> None:
        assert against(audit_of(seed="17", seed_custom=False), no_seeded=True) is None
        assert against(audit_of(), no_seeded=True) is None

    def test_a_server_of_the_list(self) -> None:
        assert against(audit_of(server="CAO"), server=["cao"]) is None
        assert against(audit_of(server="cdo"), server=["cao"]) == "--server (another server)"
        assert against(audit_of(), server=["cao"]) == "--server (the file names no server)"


@pytest.mark.parametrize(
    ("turns", "reason"), [(999, "fewer than 1,000 turns"), (1000, None), (None, "the turns are not known")]
)
def test_turns(turns: int | None, reason: str | None) -> None:
    expected = None if reason is None else f"--min-turns ({reason})"
    assert against(audit_of(turns=turns), min_turns=1000) == expected


class TestPlayers:
    @pytest.fixture
    def lists(self, tmp_path: Path) -> dict[str, Path]:
        (tmp_path / "in.txt").write_text("Sapling = Twig\nOak\n")
        (tmp_path / "out.txt").write_text("twig\nRobot\n")
        return {"players": tmp_path / "in.txt", "exclude": tmp_path / "out.txt"}

    def test_those_on_the_list(self, lists: dict[str, Path]) -> None:
        players = lists["players"]
        assert against(audit_of(player="TWIG"), players=players) is None
        assert against(audit_of(player="Elm"), players=players) == "--players (the player is not on the list)"
        assert against(audit_of(player=None), players=players) is not None

    def test_those_not_on_the_list(self, lists: dict[str, Path]) -> None:
        exclude = lists["exclude"]
        assert against(audit_of(player="robot"), exclude=exclude) == "--exclude (the player is on the list)"
        assert against(audit_of(player="Sapling"), exclude=exclude) is None

    def test_who_is_banned_under_one_name_is_so_under_all(self, lists: dict[str, Path]) -> None:
        assert against(audit_of(player="Sapling"), **lists) == "--exclude (the player is on the list)"
        assert against(audit_of(player="Oak"), **lists) is None

    def test_the_name_on_the_board(self, lists: dict[str, Path]) -> None:
        record = audit_of(player="tWiG").record
        assert record is not None
        assert Filters.of(players=lists["players"]).player(record) == "Sapling"
        assert NO_FILTERS.player(record) == "tWiG"


class TestStartScums:
    @pytest.mark.parametrize(
        ("rule", "facts", "reason"),
        [
            ("junethack", {"ending": "quit", "turns": 10}, "quit or escaped within 10 turns"),
            ("junethack", {"ending": "escaped", "turns": 1}, "quit or escaped within 10 turns"),
            ("junethack", {"ending": "left", "turns": 1}, "quit or escaped within 10 turns"),
            ("junethack", {"ending": "quit", "turns": 11}, None),
            ("junethack", {"ending": "death", "turns": 1}, None),
            ("junethack", {"ending": "death", "turns": None}, None),
            ("junethack", {"ending": None, "turns": 11}, None),
            ("junethack", {"ending": None, "turns": 1}, "junethack: the ending or the turns is not known"),
            ("junethack", {"ending": "quit"}, "junethack: the ending or the turns is not known"),
            ("nethack-scoreboard", {"ending": "quit", "score": 999}, "quit or escaped below 1,000 points"),
            ("nethack-scoreboard", {"ending": "quit", "score": 1000}, None),
            ("nethack-scoreboard", {"ending": "win", "score": 5}, None),
        ],
    )
    def test_by_name(self, rule: str, facts: dict[str, Any], reason: str | None) -> None:
        expected = None if reason is None else f"--no-start-scum ({reason})"
        assert against(audit_of(**facts), no_start_scum=[rule.upper()]) == expected

    def test_a_name_that_no_rule_has(self) -> None:
        with pytest.raises(ValueError, match="known: junethack, nethack-scoreboard"):
            Filters.of(no_start_scum=["july"])


def test_a_sieve_counts_what_it_leaves_out() -> None:
    sieve = Sieve(Filters.of(min_turns=10, mode=["normal"]))
    games = [audit_of(turns=5), audit_of(turns=9), audit_of(turns=50, mode="sprint"), audit_of(turns=50)]
    assert [sieve.keeps(game) for game in games] == [False, False, False, True]
    assert sieve.left_out[Objection("--min-turns", "fewer than 10 turns")] == 2
    assert list(sieve.said()) == [
        "3 games left out: 2 by --min-turns (fewer than 10 turns), 1 by --mode (another mode)."
    ]


def test_a_sieve_that_left_nothing_out_says_nothing() -> None:
    sieve = Sieve(NO_FILTERS)
    assert sieve.keeps(audit_of())
    assert list(sieve.said()) == []


def test_real_games_by_their_facts() -> None:
    filters = Filters.of(version_range="0.34", since="2026-11-30", until="2026-11-30", no_seeded=True)
    kept = [a.fact("player") for a in necropsy.audit_paths(SAMPLES / "dcss") if filters.objection(a) is None]
    assert sorted(kept) == ["Gasomu10", "Pfijohu52", "Pludopa62", "Rijodo", "Splafifi20"]
