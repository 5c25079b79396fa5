"""Leaderboards and streaks for a person: the lines, then what was left out and why."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TextIO

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from necropsy.board import By, Order
from necropsy.ranking import Leaderboard, Ranking
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
    if isinstance(board, Leaderboard):
        _print_disputed(page, board.disputed)
    _print_left_out(page, board.counts)


def _print_streaks(page: Page, board: StreakBoard) -> None:
    if not board.streaks:
        page.put("No two wins in a row.")
        page.put()
        return
    page.put(Text(f"streaks of wins: {len(board.streaks):,}", style="bold"))
    page.put()
    page.put(_streak_table(board, page.width))
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


class _Column(NamedTuple):
    """A column: its head, its cells, and whether they are numbers or may be cut off."""

    head: str
    cells: list[str]
    number: bool = False
    gives_way: bool = False

    @property
    def width(self) -> int:
        return max(map(cell_len, (self.head, *self.cells)))


_GAP = 2
_LEAST = 8
"""So many columns of a name are shown on the narrowest page."""


def _table(columns: list[_Column], width: int) -> Table:
    """A table of one line a row; names give way, for a number that is cut off says nothing."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    spare = width - sum(column.width + _GAP for column in columns if not column.gives_way) + _GAP
    for column in columns:
        room = column.width
        if column.gives_way:
            room = min(room, max(spare - _GAP, _LEAST))
            spare -= room + _GAP
        justify: JustifyMethod = "right" if column.number else "left"
        table.add_column(column.head, justify=justify, no_wrap=True, width=room)
    rows = zip(*(column.cells for column in columns), strict=True)
    for row in rows:
        cells = zip(row, columns, table.columns, strict=True)
        table.add_row(*(Text(clipped(text, made.width or 0)) for text, _, made in cells))
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
    entries = [entry for _, entry in ranking.lines]
    columns = [
        _Column("rank", [f"{place:,}" for place, _ in ranking.lines], number=True),
        _Column("player", [visible(entry.player) for entry in entries], gives_way=True),
        _Column("score", [f"{entry.score:,}" for entry in entries], number=True),
        _Column("slack", [_slack(entry.slack) for entry in entries], number=True),
    ]
    if rescored:
        columns.append(_Column("recorded", [f"{entry.recorded:,}" for entry in entries], number=True))
    if not rescored or timed:
        columns.append(_Column("turns", [_number(entry.turns) for entry in entries], number=True))
    if timed:
        columns.append(_Column("time", [_time(entry.duration_s) for entry in entries], number=True))
    columns.append(_Column("version", [_version(entry.version) for entry in entries]))
    columns.append(_Column("ended", [(entry.ended or "")[_DAY] for entry in entries]))
    if page.width >= _WITH_FILE:
        names = [visible(os.path.basename(entry.source)) for entry in entries]
        columns.append(_Column("file", names, gives_way=True))
    return _table(_fitting(columns, page.width), page.width)


_DROPPED_FIRST = ("version", "turns", "recorded", "ended", "slack")


def _fitting(columns: list[_Column], width: int) -> list[_Column]:
    """The columns for which a narrow page has room."""
    for head in _DROPPED_FIRST:
        if sum((_LEAST if each.gives_way else each.width) + _GAP for each in columns) - _GAP > width:
            columns = [each for each in columns if each.head != head]
    return columns


_HASH = re.compile(r"-g[0-9a-f]{4,40}$")


def _version(version: str | None) -> str:
    """A version without the hash of its build, which nobody compares by eye."""
    return clipped(_HASH.sub("", version or ""), _VERSION)


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


# Of more disputes than these `--format json` has the rest.
_DISPUTES_SHOWN = 10


def _print_disputed(page: Page, disputed: Sequence[tuple[str, str]]) -> None:
    if not disputed:
        return
    page.put(Text(f"disputed: {len(disputed):,}", style="bold"))
    page.put()
    for first, other in disputed[:_DISPUTES_SHOWN]:
        page.put(Text(f"{visible(first)} and {visible(other)} tell of one game, and not the same."))
    if len(disputed) > _DISPUTES_SHOWN:
        page.put(Text(f"and {len(disputed) - _DISPUTES_SHOWN:,} more (`--format json`)"))
    page.put()
    said = "The first one keeps its place, which says nothing of which of the two is right: compare them."
    page.put(Text(said, style="dim"))
    page.put()


def _print_left_out(page: Page, counts: Mapping[tuple[str, str], int]) -> None:
    if not counts:
        return
    total = sum(counts.values())
    page.put(Text(f"left out: {total:,} {'games' if total > 1 else 'game'}", style="bold"))
    page.put()
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("games", justify="right", no_wrap=True)
    table.add_column("by", no_wrap=True)
    table.add_column("why", style="dim")
    for (cause, reason), count in Counter(counts).most_common():
        table.add_row(f"{count:,}", Text(cause), Text(visible(reason)))
    page.put(table)
    page.put()
    page.put(Text("`--format json` names each of them with its own reason.", style="dim"))


def _streak_table(board: StreakBoard, width: int) -> Table:
    rows = list(board.rows())
    columns = [
        _Column("rank", [f"{row['rank']:,}" for row in rows], number=True),
        _Column("game", [row["game"] for row in rows]),
        _Column("player", [visible(row["player"]) for row in rows], gives_way=True),
        _Column("wins", [f"{row['length']:,}" for row in rows], number=True),
        _Column("from", [row["started"][_DAY] for row in rows]),
        _Column("to", [row["ended"][_DAY] for row in rows]),
        _Column("", ["ongoing" if row["ongoing"] else "" for row in rows]),
    ]
    return _table(columns, width)
