"""Leaderboards: who stands where, and what is left out."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd
import pytest
from audits import audit_of
from hypothesis import given
from hypothesis import strategies as st

import necropsy
from necropsy.board import By, Order
from necropsy.filters import Filters
from necropsy.frame import board_of
from necropsy.ranking import Leaderboard, rank
from necropsy.rules import Finding, Severity
from necropsy.twin import mark_of
from necropsy.verdict import Audit, Verdict

SAMPLES = Path(__file__).parent.parent / "sample_morgues"


def lines(board: Leaderboard, *columns: str) -> list[tuple[Any, ...]]:
    """Some columns of all boards."""
    return [tuple(row[column] for column in columns) for row in board.rows()]


def test_the_best_score_stands_first_and_equal_ones_share_a_rank() -> None:
    scores = [("a", 10), ("b", 30), ("c", 20), ("d", 20), ("e", 5)]
    board = rank(audit_of(f"{name}.txt", player=name, score=score) for name, score in scores)
    assert lines(board, "rank", "player", "score") == [
        (1, "b", 30),
        (2, "c", 20),
        (2, "d", 20),
        (4, "a", 10),
        (5, "e", 5),
    ]


def test_equal_scores_stand_by_the_earlier_end_then_by_the_name() -> None:
    ends = [("d", None), ("c", "2026-11-03"), ("B", "2026-11-02T10:00:00"), ("a", "2026-11-02T10:00:00")]
    board = rank(audit_of(f"{name}.txt", player=name, ended=end) for name, end in ends)
    assert lines(board, "rank", "player") == [(1, "a"), (1, "B"), (1, "c"), (1, "d")]


@given(st.lists(st.integers(0, 20), max_size=30), st.integers(1, 10))
def test_the_first_lines_are_those_of_the_whole_board(scores: list[int], top: int) -> None:
    audits = [audit_of(f"{at:03}.txt", player=f"p{at:03}", score=score) for at, score in enumerate(scores)]
    whole, short = rank(audits), rank(audits, Order(top=top))
    assert list(short.rows()) == list(itertools.islice(whole.rows(), top))
    assert [each.count for each in short.rankings] == [each.count for each in whole.rankings]
    assert [row["score"] for row in whole.rows()] == sorted(scores, reverse=True)


@given(st.lists(st.tuples(st.sampled_from("aAbBc"), st.integers(0, 9)), max_size=20), st.integers(1, 4))
def test_each_player_has_one_line_with_their_best(games: list[tuple[str, int]], top: int) -> None:
    audits = [audit_of(f"{at:03}.txt", player=name, score=score) for at, (name, score) in enumerate(games)]
    board = rank(audits, Order(per_player=True))
    best: dict[str, int] = {}
    for name, score in games:
        best[name.lower()] = max(score, best.get(name.lower(), -1))
    assert {row["player"].lower(): row["score"] for row in board.rows()} == best
    assert len(list(board.rows())) == len(best)
    short = rank(audits, Order(per_player=True, top=top))
    assert list(short.rows()) == list(board.rows())[:top]


@pytest.mark.parametrize("verdict", [verdict for verdict in Verdict if verdict is not Verdict.MATCH])
def test_only_a_match_is_ranked(verdict: Verdict) -> None:
    board = rank([audit_of("x.txt", verdict), audit_of("y.txt")], list_left_out=True)
    assert lines(board, "source") == [("y.txt",)]
    if verdict is Verdict.SKIPPED:  # it is no game
        assert not board.counts
        assert not board.left_out
    else:
        assert board.counts == {(verdict.value, verdict.meaning): 1}
        assert [(each.source, each.verdict, each.cause) for each in board.left_out] == [
            ("x.txt", verdict.value, verdict.value)
        ]


def test_a_game_is_left_out_for_its_proof_or_its_reasons() -> None:
    hint = Finding("E104", Severity.HINT, "seed: chosen")
    proof = Finding("S101", Severity.ERROR, "score: too much")
    audits = [
        Audit("a.txt", Verdict.MISMATCH, "dcss", findings=(hint, proof), record=audit_of().record),
        Audit("b.txt", Verdict.UNREADABLE, reasons=("the file is empty",)),
        Audit("c.txt", Verdict.UNDECIDED, "dcss", reasons=("needs the header", "and more")),
    ]
    left_out = rank(audits, list_left_out=True).left_out
    assert [each.reason for each in left_out] == [
        "S101 score: too much",
        "the file is empty",
        "needs the header; and more",
    ]


def test_a_filter_outranks_the_verdict() -> None:
    board = rank([audit_of(verdict=Verdict.TAMPERED, turns=3)], filters=Filters.of(min_turns=10))
    assert board.counts == {("--min-turns", "fewer than 10 turns"): 1}
    assert board.left_out == ()


def test_a_game_without_a_player_has_no_line() -> None:
    board = rank([audit_of(player=None)])
    assert board.counts == {("player", "the file names no player"): 1}
    assert board.rankings == ()


def test_a_game_without_a_score_has_no_rank() -> None:
    board = rank([audit_of(score=None)])
    assert board.counts == {("score", "the file records no score"): 1}
    assert board.rankings == ()


def test_turns_and_time_rank_won_games_the_fewest_first() -> None:
    audits = [
        audit_of("a.txt", player="a", won=True, turns=500, duration_s=9),
        audit_of("b.txt", player="b", won=True, turns=200, duration_s=99),
        audit_of("c.txt", player="c", won=False, turns=100, duration_s=1),
        audit_of("d.txt", player="d", won=True),
    ]
    by_turns = rank(audits, Order(By.TURNS))
    assert lines(by_turns, "rank", "player", "turns") == [(1, "b", 200), (2, "a", 500)]
    assert by_turns.counts == {("--by turns", "not won"): 1, ("--by turns", "the file does not say it"): 1}
    by_time = rank(audits, Order(By.REALTIME))
    assert lines(by_time, "player", "duration_s") == [("a", 9), ("b", 99)]
    assert by_time.counts["--by realtime", "not won"] == 1


def test_each_game_has_a_board_of_its_own() -> None:
    audits = [audit_of("a.txt"), audit_of("b.txt", game="gnollhack", version="4.3.0-10", score=5)]
    board = rank(audits, Order(top=1))
    assert [(each.game, each.count, len(each.lines)) for each in board.rankings] == [
        ("dcss", 1, 1),
        ("gnollhack", 1, 1),
    ]
    assert lines(board, "rank", "game") == [(1, "dcss"), (1, "gnollhack")]


def test_the_slack_of_a_score_is_shown() -> None:
    board = rank([audit_of(slack=7), audit_of("y.txt", score=2, slack=None)])
    assert lines(board, "score", "score_high", "slack") == [(1000, 1000, 7), (2, 2, None)]


def test_aliases_are_one_player(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("Sapling = Twig\n")
    filters = Filters.of(players=tmp_path / "in.txt")
    audits = [audit_of("a.txt", player="twig", score=5), audit_of("b.txt", player="sapling", score=3)]
    board = rank(audits, Order(per_player=True), filters)
    assert lines(board, "player", "score") == [("Sapling", 5)]


class TestTwins:
    FACTS: ClassVar[dict[str, Any]] = {
        "turns": 5000,
        "duration_s": 60,
        "started": "2026-11-01",
        "ended": "2026-11-02",
    }

    def test_a_game_stands_once_on_a_board(self) -> None:
        copies = [
            audit_of("a.txt", **self.FACTS),
            audit_of("b.txt", **self.FACTS),
            audit_of("logfile:3", **self.FACTS | {"ended": "2026-11-02T10:11:12"}),
        ]
        for order in (Order(), Order(top=2), Order(per_player=True)):
            board = rank(copies, order)
            assert lines(board, "source") == [("a.txt",)]
            assert board.counts == {("twice", "the same game stands on the board already"): 2}

    def test_a_game_that_the_run_has_told_already_is_not_ranked(self) -> None:
        told = audit_of("logfile:9", turns=5000, told_before="logfile:3", told_alike=True)
        board = rank([told], Order())
        assert lines(board, "source") == []
        assert board.counts == {("twice", "another line or file tells of the same game"): 1}

    def test_two_files_of_one_game_that_differ_are_disputed(self) -> None:
        audits = [
            audit_of("a.txt", **self.FACTS),
            audit_of("b.txt", **self.FACTS | {"score": 9}, told_before="a.txt", told_alike=False),
        ]
        board = rank(audits, Order(), list_left_out=True)
        assert lines(board, "source") == [("a.txt",)]
        assert board.disputed == (("a.txt", "b.txt"),)
        assert [cause for cause, _ in board.counts] == ["disputed"]
        assert board.to_dict()["disputed"] == [{"first": "a.txt", "other": "b.txt"}]
        assert "a.txt tells of the same game" in board.left_out[0].reason

    @pytest.mark.parametrize(
        "other", [{"turns": 5001}, {"score": 9}, {"player": "Oak"}, {"ended": "2026-11-03"}]
    )
    def test_another_game_is_another_one(self, other: dict[str, Any]) -> None:
        board = rank([audit_of("a.txt", **self.FACTS), audit_of("b.txt", **self.FACTS | other)])
        assert len(list(board.rows())) == 2

    def test_what_two_games_can_have_in_common_is_no_mark(self) -> None:
        assert mark_of("Sapling", 0, 5000, 60, None, None) is None
        short = [audit_of(f"{at}.txt", turns=3, ended="2026-11-02") for at in range(2)]
        assert len(list(rank(short).rows())) == 2

    def test_what_fell_off_a_board_does_not_stand_on_it(self) -> None:
        first = audit_of("a.txt", **self.FACTS)
        better = audit_of("b.txt", **self.FACTS | {"score": 2000})
        board = rank([first, better, first], Order(top=1))
        assert lines(board, "source") == [("b.txt",)]
        assert not board.counts
        assert lines(rank([first, better, first], Order(per_player=True)), "score") == [(2000,)]


class TestOrder:
    @pytest.mark.parametrize("top", [0, -1])
    def test_a_board_has_a_line(self, top: int) -> None:
        with pytest.raises(ValueError, match="at least one line"):
            Order(top=top)

    def test_another_formula_changes_scores_alone(self) -> None:
        with pytest.raises(ValueError, match="nothing won games by the fewest turns"):
            Order(By.TURNS, rescore="0.34.1")

    def test_a_version_that_no_game_has(self) -> None:
        with pytest.raises(ValueError, match="dcss: not a DCSS version"):
            Order(rescore="banana").check()
        with pytest.raises(ValueError, match=r"gnollhack: .*0\.34\.1"):
            Order(rescore="0.34.1").check("gnollhack")
        Order(rescore="0.34.1").check()
        Order().check("dcss")


class TestRescored:
    def test_all_games_are_scored_by_one_formula(self) -> None:
        audits = list(necropsy.audit_paths(SAMPLES / "gnollhack"))
        board = rank(audits, Order(rescore="4.3.0"))
        assert board.rankings[0].formula == "formula 4.2.0-133 (since 4.2.0-133)"
        found = {row["player"]: (row["score"], row["slack"], row["recorded"]) for row in board.rows()}
        assert found["rurik"] == (118_375, 0, 70_075)  # Tourists and Rogues: gold counts five times since
        assert found["zeno06"] == (41_110, 0, 41_110)
        assert found["anser"] == (9_000, 650_000, 45_000)
        assert [row["score"] for row in board.rows()] == sorted(
            (s for s, _, _ in found.values()), reverse=True
        )

    def test_a_game_that_counted_by_the_formula_keeps_its_score(self) -> None:
        audits = list(necropsy.audit_paths(SAMPLES / "dcss"))
        by_own = {row["source"]: row["score"] for row in rank(audits).rows() if row["version"] == "0.34.1"}
        anew = {row["source"]: row for row in rank(audits, Order(rescore="0.33.0")).rows()}
        assert by_own
        for source, score in by_own.items():
            assert (anew[source]["score"], anew[source]["slack"]) == (score, 0)

    def test_a_game_of_which_too_little_is_known_is_left_out(self) -> None:
        board = rank([audit_of(version=None)], Order(rescore="0.34.1"))
        assert board.rankings == ()
        assert [cause for cause, _ in board.counts] == ["--rescore"]

    def test_a_game_that_does_not_know_the_version_is_left_out(self) -> None:
        audits = [audit_of(game="gnollhack", version="4.3.0-10"), audit_of(version="0.33.0")]
        board = rank(audits, Order(rescore="0.34.1"))
        assert lines(board, "game", "score") == [("dcss", 1000)]
        assert [cause for cause, _ in board.counts] == ["--rescore"]

    def test_a_game_that_may_follow_several_formulas_is_scored_anew(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from necropsy.breakdown import Breakdown
        from necropsy.games.dcss import Dcss
        from necropsy.span import Span

        again = Breakdown("F", "F", (), Span(7, 9))
        monkeypatch.setattr(Dcss, "rescore", staticmethod(lambda *_: again))
        board = rank([audit_of(version="0.31-a0")], Order(rescore="0.34.1"))
        assert lines(board, "score", "score_high", "slack", "recorded") == [(7, 9, 2, 1000)]

    def test_without_a_lower_bound_there_is_no_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from necropsy.breakdown import Breakdown
        from necropsy.games.dcss import Dcss
        from necropsy.span import ANY

        monkeypatch.setattr(Dcss, "rescore", staticmethod(lambda *_: Breakdown("F", "F", (), ANY)))
        board = rank([audit_of(version="0.10.0")], Order(rescore="0.34.1"))
        assert board.counts == {("--rescore", "too little is known for any lower bound"): 1}

    def test_a_game_without_formulas_is_left_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in ("board", "contender"):
            monkeypatch.setattr(f"necropsy.{module}.versioned", lambda _: None)
        board = rank([audit_of()], Order(rescore="0.34.1"))
        assert board.counts == {("--rescore", "dcss has no formulas to choose from"): 1}
        with pytest.raises(ValueError, match="no formulas to choose from"):
            Order(rescore="0.34.1").check("dcss")


@pytest.mark.parametrize("order", [Order(), Order(per_player=True), Order(rescore="0.34.1"), Order(By.TURNS)])
def test_no_sample_stands_on_a_board_that_an_audit_speaks_against(order: Order) -> None:
    audits = list(necropsy.audit_paths(SAMPLES))
    matches = {audit.source for audit in audits if audit.verdict is Verdict.MATCH}
    board = rank(audits, order, list_left_out=True)
    listed = [row["source"] for row in board.rows()]
    assert listed
    assert set(listed) <= matches
    games = [audit for audit in audits if audit.verdict is not Verdict.SKIPPED]
    if not order.per_player:
        assert len(listed) + board.counts.total() == len(games)
    assert {each.source for each in board.left_out} >= {a.source for a in games} - matches


class TestApi:
    def test_a_table_of_ranks(self) -> None:
        board = necropsy.leaderboard(SAMPLES / "dcss", top=3, filters=Filters.of(mode=["normal"]))
        assert list(board["rank"]) == [1, 2, 3]
        assert list(board["player"]) == ["Pfijohu52", "Pludopa62", "Qlutapa68"]
        assert str(board["score"].dtype) == "Int64"
        assert pd.api.types.is_datetime64_any_dtype(board["ended"])
        assert {"cause": "--mode", "reason": "another mode", "games": 3} in board.attrs["left_out"]

    def test_many_processes_make_the_same_table(self) -> None:
        alone = necropsy.leaderboard(SAMPLES, rescore="0.34.1", filters=Filters.of(min_turns=100))
        board = necropsy.leaderboard(SAMPLES, rescore="0.34.1", filters=Filters.of(min_turns=100), jobs=2)
        assert len(alone) > 3
        pd.testing.assert_frame_equal(board, alone)
        assert board.attrs == alone.attrs

    def test_audits_that_are_at_hand_make_the_same_board(self) -> None:
        order = Order(rescore="0.34.1")
        at_hand = board_of(rank(necropsy.audit_paths(SAMPLES), order))
        pd.testing.assert_frame_equal(necropsy.leaderboard(SAMPLES, rescore="0.34.1"), at_hand)

    def test_no_game_is_a_table_without_rows(self, tmp_path: Path) -> None:
        board = necropsy.leaderboard([tmp_path])
        assert len(board) == 0
        assert board.attrs["left_out"] == []
        assert {"rank", "game", "player", "score", "slack", "source"} <= set(board.columns)

    def test_a_wrong_call_is_an_error(self) -> None:
        with pytest.raises(FileNotFoundError):
            necropsy.leaderboard("no/such/place")
        with pytest.raises(ValueError, match="speed"):
            necropsy.leaderboard(SAMPLES, by="speed")
        with pytest.raises(ValueError, match="banana"):
            necropsy.leaderboard(SAMPLES, rescore="banana")
        with pytest.raises(KeyError):
            necropsy.leaderboard(SAMPLES, game="snake")

    def test_it_says_what_the_boards_say_as_data(self) -> None:
        board = rank(necropsy.audit_paths(SAMPLES / "gnollhack"), Order(top=1), list_left_out=True)
        data = board.to_dict()
        assert data["by"] == "score"
        assert data["rescored"] is None
        assert data["rankings"][0]["games"] == 8
        assert data["rankings"][0]["lines"][0]["player"] == "full01"
        assert {each["verdict"] for each in data["left_out"]} == {"ineligible"}
