"""Wins in a row."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise
from pathlib import Path
from typing import Any

from audits import audit_of
from hypothesis import given
from hypothesis import strategies as st

from necropsy.filters import Filters
from necropsy.streaks import Streak, StreakBoard, find_streaks
from necropsy.verdict import Audit, Verdict


def played(start: int, end: int, won: bool = True, **more: Any) -> Audit:
    """A game from one hour of November to another."""
    begin = dt.datetime(2026, 11, 1)
    times = {"started": begin + dt.timedelta(hours=start), "ended": begin + dt.timedelta(hours=end)}
    verdict = more.pop("verdict", Verdict.MATCH)
    source = more.pop("source", f"{start:03}-{end:03}.txt")
    facts: dict[str, Any] = {"won": won, "turns": 1000 + start} | times | more
    return audit_of(source, verdict, **facts)


def only(*audits: Audit, **options: Any) -> Streak:
    """The one streak of some games."""
    (streak,) = find_streaks(audits, **options).streaks
    return streak


def test_wins_that_follow_each_other_are_a_streak() -> None:
    streak = only(played(0, 5), played(6, 9), played(10, 12))
    assert streak.length == 3
    assert streak.sources == ("000-005.txt", "006-009.txt", "010-012.txt")
    assert (streak.started, streak.ended) == ("2026-11-01 00:00:00", "2026-11-01 12:00:00")
    assert streak.ongoing
    assert streak.hints == ()


def test_the_order_of_the_files_does_not_matter() -> None:
    games = [played(0, 5), played(6, 9), played(10, 12)]
    assert only(*reversed(games)) == only(*games)


def test_a_loss_ends_a_streak() -> None:
    streak = only(played(0, 1), played(2, 3), played(4, 5, won=False), played(6, 7))
    assert streak.length == 2
    assert not streak.ongoing
    assert streak.hints == ()


def test_one_win_is_no_streak() -> None:
    board = find_streaks([played(0, 1), played(2, 3, won=False), played(4, 5)])
    assert board.streaks == ()
    assert [streak.length for streak in find_streaks([played(0, 1)], least=1).streaks] == [1]


def test_only_the_first_game_that_starts_after_a_win_extends_it() -> None:
    # The second game was lost, though the third ended before it.
    assert find_streaks([played(0, 5), played(6, 20, won=False), played(7, 9)]).streaks == ()


def test_a_game_that_ran_beside_a_win_neither_extends_nor_ends_the_streak() -> None:
    streak = only(played(0, 10), played(5, 11), played(12, 15))
    assert streak.sources == ("000-010.txt", "012-015.txt")
    assert streak.hints == ("a game ran beside the wins: it neither extends nor ends the streak",)
    lost = only(played(0, 10), played(5, 11, won=False), played(6, 12, won=False), played(13, 15))
    assert lost.length == 2
    assert lost.hints == ("2 games ran beside the wins: they neither extend nor end the streak",)


def test_a_win_is_part_of_one_streak() -> None:
    board = find_streaks([played(0, 10), played(1, 3), played(4, 6), played(12, 15)])
    assert [streak.sources for streak in board.streaks] == [
        ("001-003.txt", "004-006.txt"),
        ("000-010.txt", "012-015.txt"),
    ]
    beside = board.streaks[0]
    assert not beside.ongoing
    assert "the next win belongs to a streak that ran beside this one" in beside.hints


def test_a_start_at_the_second_of_the_end_comes_after_it() -> None:
    assert only(played(0, 5), played(5, 6)).hints == ()


def test_where_only_days_are_known_the_order_is_a_hint() -> None:
    games = [
        audit_of("a.txt", started="2026-11-01", ended="2026-11-02", won=True, turns=500),
        audit_of("b.txt", started="2026-11-02", ended="2026-11-03", won=True, turns=600),
    ]
    streak = only(*games)
    assert (streak.started, streak.ended) == ("2026-11-01", "2026-11-03")
    assert len(streak.hints) == 1
    assert streak.hints[0].startswith("only the day is known")
    later = audit_of("c.txt", started="2026-11-04", ended="2026-11-04", won=True, turns=700)
    assert only(games[0], later).hints == ()


def test_a_game_without_a_start_is_a_hint() -> None:
    undated = audit_of("x.txt", started=None, ended="2026-11-02", won=False)
    streak = only(played(0, 1), played(2, 3), undated)
    assert streak.hints == ("1 more game has no known start or end: a loss there may have ended the streak",)
    assert "2 more games have" in only(played(0, 1), played(2, 3), undated, undated).hints[0]


def test_a_next_game_that_is_no_match_ends_a_streak() -> None:
    forged = played(4, 5, verdict=Verdict.TAMPERED)
    streak = only(played(0, 1), played(2, 3), forged, played(6, 7))
    assert streak.length == 2
    assert streak.hints == ("the next game is a win too, but its verdict is tampered",)
    lost = only(played(0, 1), played(2, 3), played(4, 5, won=False, verdict=Verdict.UNDECIDED))
    assert not lost.ongoing
    assert lost.hints == ()


def test_what_counts_for_nothing_is_no_game() -> None:
    wizard = played(2, 3, won=False, verdict=Verdict.INELIGIBLE)
    running = played(6, 7, won=False, verdict=Verdict.UNFINISHED)
    board = find_streaks(
        [
            played(0, 1),
            wizard,
            played(4, 5),
            running,
            Audit("z.txt", Verdict.UNREADABLE),
            audit_of(verdict=Verdict.SKIPPED),
        ]
    )
    assert [streak.length for streak in board.streaks] == [2]
    assert board.streaks[0].ongoing
    assert {cause for cause, _ in board.counts} == {"ineligible", "unfinished", "unreadable"}


def test_a_copy_of_a_win_is_not_the_next_win() -> None:
    assert find_streaks([played(0, 5), played(0, 5, source="copy.txt")]).streaks == ()


def test_a_game_that_does_not_count_was_not_played() -> None:
    board = find_streaks(
        [played(0, 1), played(2, 3, won=False, turns=3), played(4, 5)],
        Filters.of(min_turns=10),
        list_left_out=True,
    )
    assert [streak.length for streak in board.streaks] == [2]
    assert board.counts == {("--min-turns", "fewer than 10 turns"): 1}
    assert [each.source for each in board.left_out] == ["002-003.txt"]


def test_players_and_games_are_kept_apart_and_aliases_are_not(tmp_path: Path) -> None:
    games = [played(0, 1, player="Sapling"), played(2, 3, player="Twig")]
    assert find_streaks(games).streaks == ()
    assert find_streaks([played(0, 1), played(2, 3, game="gnollhack")]).streaks == ()
    (tmp_path / "in.txt").write_text("Sapling = twig\n")
    assert only(*games, filters=Filters.of(players=tmp_path / "in.txt")).player == "Sapling"
    assert only(played(0, 1, player="SAPLING"), played(2, 3)).length == 2


def test_the_longest_stands_first_and_equal_ones_share_a_rank() -> None:
    games = [
        played(at, at + 1, player=name)
        for name, count in (("a", 2), ("b", 3), ("c", 2))
        for at in range(count)
    ]
    board = find_streaks(games)
    assert [(row["rank"], row["player"], row["length"]) for row in board.rows()] == [
        (1, "b", 3),
        (2, "a", 2),
        (2, "c", 2),
    ]
    assert [row["player"] for row in find_streaks(games, top=1).rows()] == ["b"]
    data = board.to_dict()
    assert data["streaks"][0]["sources"] == ["000-001.txt", "001-002.txt", "002-003.txt"]
    assert data["left_out"] == []
    assert set(StreakBoard.columns) == set(data["streaks"][0])


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20), st.booleans()), max_size=12))
def test_no_streak_holds_a_loss_and_its_games_follow_each_other(games: list[tuple[int, int, bool]]) -> None:
    audits = [
        played(start, start + length, won, source=f"{at}.txt", turns=1000 + at)
        for at, (start, length, won) in enumerate(games)
    ]
    by_source = {audit.source: audit for audit in audits}
    seen: set[str] = set()
    for streak in find_streaks(audits, least=1).streaks:
        assert not seen & set(streak.sources)
        seen |= set(streak.sources)
        chain = [by_source[source] for source in streak.sources]
        assert all(audit.fact("won") for audit in chain)
        for sooner, later in pairwise(chain):
            assert later.fact("started") >= sooner.fact("ended")
            between = [a for a in audits if sooner.fact("ended") <= a.fact("started") < later.fact("started")]
            assert between == []
    assert seen == {audit.source for audit in audits if audit.fact("won")}
