"""Leaderboards and streaks for a person: the lines, then what was left out and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from necropsy.ranking import By, Leaderboard, Order, Ranking
from necropsy.reports.terminal import Page
from necropsy.reports.visible import clipped, visible
from necropsy.streaks import StreakBoard

__all__ = ["write_board"]

# A wider page has room for more columns.
_WITH_TIME, _WITH_FILE = 96, 120
_VERSION = 13
_DAY = slice(len("2026-11-30"))


def write_board(board: Leaderboard | StreakBoard, stream: TextIO, *, width: int | None = None) -> None:
    """Print the lines of a board, and below them what was left out.

    Args:
        board: a leaderboard or a list of streaks.
        stream: where to print.
        width: columns; the terminal's own where it is ``None``.
    """
    page = Page(stream, width)
    if isinstance(board, Leaderboard):
        for ranking in board.rankings:
            _print_ranking(page, ranking, board.order)
        if not board.rankings:
            page.put("No game is left to rank.")
            page.put()
    else:
        _print_streaks(page, board)
    _print_left_out(page, board.counts)


def _print_streaks(page: Page, board: StreakBoard) -> None:
    if not board.streaks:
        page.put("No two wins in a row.")
        page.put()
        return
    page.put(_streak_table(board))
    page.put()
    for streak in board.streaks:
        for hint in streak.hints:
            page.put(Text(f"{visible(streak.player)}: {hint}.", style="dim"))
    page.put(Text(_STREAK_RULE, style="dim"))
    page.put()


_STREAK_RULE = (
    "Only the first game that a player starts after a win extends a streak; only games whose verdict is"
    " match are part of one."
)


def _table(*columns: tuple[str, bool]) -> Table:
    """A table with a head; a column of numbers stands to the right."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name, number in columns:
        table.add_column(name, justify="right" if number else "left", no_wrap=True)
    return table


def _print_ranking(page: Page, ranking: Ranking, order: Order) -> None:
    games = f"{ranking.count:,} {'games' if ranking.count != 1 else 'game'}"
    one = ", each player's best" if order.per_player else ""
    page.put(Text(f"{ranking.game}: {games}, {order.by.meaning}{one}", style="bold"))
    if ranking.formula is not None:
        page.put(Text(f"all scored by {ranking.formula}"))
    page.put()
    page.put(_board(page, ranking, order))
    page.put()
    for said in _remarks(ranking, order):
        page.put(Text(said, style="dim"))
        page.put()


def _board(page: Page, ranking: Ranking, order: Order) -> Table:
    rescored, timed = order.rescore is not None, page.width >= _WITH_TIME or order.by is By.REALTIME
    table = _table(("rank", True), ("player", False), ("score", True), ("slack", True))
    # The player gives way: a number that is cut off says nothing.
    table.columns[1].no_wrap, table.columns[1].overflow = True, "ellipsis"
    if rescored:
        table.add_column("recorded", justify="right", no_wrap=True)
    if not rescored or timed:
        table.add_column("turns", justify="right", no_wrap=True)
    if timed:
        table.add_column("time", justify="right", no_wrap=True)
    table.add_column("version", no_wrap=True)
    table.add_column("ended", no_wrap=True)
    if page.width >= _WITH_FILE:
        table.add_column("file", no_wrap=True, overflow="ellipsis")
    for place, entry in ranking.lines:
        cells = [f"{place:,}", visible(entry.player), f"{entry.score:,}", _slack(entry.slack)]
        cells += [f"{entry.recorded:,}"] if rescored else []
        cells += [_number(entry.turns)] if not rescored or timed else []
        cells += [_time(entry.duration_s)] if timed else []
        cells += [clipped(entry.version or "", _VERSION), (entry.ended or "")[_DAY]]
        cells += [visible(entry.source)] if page.width >= _WITH_FILE else []
        table.add_row(*map(Text, cells))
    return table


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _slack(slack: int | None) -> str:
    return "open" if slack is None else f"{slack:,}"


def _time(seconds: int | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds // 3600:,}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _remarks(ranking: Ranking, order: Order) -> Iterable[str]:
    open_ones = sum(entry.slack != 0 for _, entry in ranking.lines)
    if not open_ones:
        return
    if order.rescore is None:
        yield "slack: the width of the span in which the recorded score lies; 0 is pinned to the point."
    else:
        are = "scores are spans" if open_ones > 1 else "score is a span"
        yield (
            f"{open_ones:,} {are}, as the file does not tell all that the formula counts: the score is the"
            " least that it gives, slack is how much more it can be, and places within it are not certain."
        )


def _print_left_out(page: Page, counts: Mapping[tuple[str, str], int]) -> None:
    if not counts:
        return
    total = sum(counts.values())
    page.put(Text(f"left out: {total:,} {'games' if total > 1 else 'game'}", style="bold"))
    page.put()
    table = _table(("games", True), ("by", False))
    table.add_column("why", style="dim")
    for (cause, reason), count in Counter(counts).most_common():
        table.add_row(f"{count:,}", Text(cause), Text(visible(reason)))
    page.put(table)
    page.put()
    page.put(Text("`--format json` names each of them with its own reason.", style="dim"))


def _streak_table(board: StreakBoard) -> Table:
    table = _table(
        ("rank", True), ("game", False), ("player", False), ("wins", True), ("from", False), ("to", False)
    )
    table.columns[2].overflow = "ellipsis"
    table.add_column("", no_wrap=True)
    for row in board.rows():
        cells = (
            f"{row['rank']:,}",
            row["game"],
            visible(row["player"]),
            f"{row['length']:,}",
            row["started"][_DAY],
            row["ended"][_DAY],
            "ongoing" if row["ongoing"] else "",
        )
        table.add_row(*map(Text, cells))
    return table
