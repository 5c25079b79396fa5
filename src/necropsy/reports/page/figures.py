"""The games of a report added up for its charts, so that the page stays small whatever their number."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from necropsy.reports.page.rows import Row
from necropsy.rules import Severity

__all__ = ["Figures", "band", "slack_band"]

_Rows = list[dict[str, Any]]

_DAYS, _MONTHS = 62, 60
"""How many of them an axis of time holds; beyond that the next longer period is taken."""

SLACKS = ("0", "1–9", "10–99", "100–999", "1,000–9,999", "10,000–99,999", "100,000 and more", "no end")
"""How wide the span of a recomputed score is, in points."""


def band(points: int) -> tuple[int, str]:
    """The power of ten that a score lies in, and its name.

    >>> band(2_044_911)
    (6, '1M–10M')
    """
    power = len(str(max(points, 1))) - 1
    return power, f"{_short(power)}–{_short(power + 1)}"


def _short(power: int) -> str:
    unit = power // 3
    return f"{10 ** (power % 3)}{'kMBT'[unit - 1] if 0 < unit <= 4 else '' if not unit else f'e{unit * 3}'}"


def slack_band(low: int | None, high: int | None) -> str:
    """Which of :data:`SLACKS` a span belongs to."""
    if low is None or high is None:
        return SLACKS[-1]
    return SLACKS[min(len(str(high - low)), 6)] if high > low else SLACKS[0]


class Figures:
    """Sums over the games of a report."""

    def __init__(self) -> None:
        self.rules: Counter[tuple[str, int]] = Counter()
        self._slack: Counter[tuple[str, str]] = Counter()
        self._parts: dict[str, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        self._games_in: Counter[tuple[str, int]] = Counter()
        self._scores: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.points = 0
        self.least: int | None = None
        self.most = 1

    def add(self, row: Row) -> None:
        """Count a game."""
        self.rules.update((code, severity) for code, severity in row.rules)
        if row.game is None or row.recorded is None:
            return
        if row.ended is not None:
            self._scores[row.game][row.ended].append(row.recorded)
        if row.recomputed:
            self._slack[row.game, slack_band(row.low, row.high)] += 1
            self._reach(row)
        if row.parts:
            power, _ = band(row.recorded)
            self._games_in[row.game, power] += 1
            self._parts[row.game][power].update({name: max(points, 0) for name, points in row.parts})

    def _reach(self, row: Row) -> None:
        """Widen the square of the first chart, so that the game lies in it."""
        self.points += 1
        for points in (row.recorded, nearest(row)):
            inside = max(points or 0, 1)
            self.most = max(self.most, inside)
            self.least = inside if self.least is None else min(self.least, inside)

    # ------------------------------------------------------------------------ what is drawn

    @property
    def composed(self) -> list[str]:
        """The games whose scores are taken apart."""
        return sorted(self._parts)

    def composition(self, game: str) -> _Rows:
        """For each band of score and each term its share of the points, from 0 to 1."""
        rows: _Rows = []
        terms = dict.fromkeys(term for points in self._parts[game].values() for term in points)
        places = {term: place for place, term in enumerate(terms)}
        for power, points in sorted(self._parts[game].items()):
            total, count = points.total(), self._games_in[game, power]
            rows += (
                {
                    "band": f"{band(10**power)[1]} ({count:,})",
                    "term": term,
                    "share": round(each / total, 4) if total else 0,
                    "place": places[term],
                }
                for term, each in points.items()
                if each
            )
        return rows

    @property
    def dated(self) -> list[str]:
        """The games of which some have an end."""
        return sorted(self._scores)

    def over_time(self, game: str) -> tuple[str, _Rows]:
        """The word for a period, and for each the games that ended in it with their scores."""
        word, length = _period(sorted(self._scores[game]))
        periods: dict[str, list[int]] = defaultdict(list)
        for day, scores in self._scores[game].items():
            periods[day[:length]] += scores
        return word, [_spread(period, sorted(scores)) for period, scores in sorted(periods.items())]

    def slack(self) -> _Rows:
        """How many games have a span of which width."""
        return [
            {"slack": slack, "game": game, "games": self._slack[game, slack]}
            for slack in SLACKS
            for game in sorted({game for game, _ in self._slack})
            if self._slack[game, slack]
        ]

    def by_rule(self) -> _Rows:
        """The rules that spoke, each with its games: first those that prove something, then by number."""
        ranked = sorted(self.rules.items(), key=lambda item: (-item[0][1], -item[1], item[0][0]))
        return [
            {"rule": code, "severity": Severity(severity).label, "games": count}
            for (code, severity), count in ranked
        ]


def nearest(row: Row) -> int | None:
    """The value of the recomputed span that lies nearest to the recorded score."""
    points = row.recorded
    if points is None or not row.recomputed:
        return None
    if row.low is not None and points < row.low:
        return row.low
    return row.high if row.high is not None and points > row.high else points


def _period(days: list[str]) -> tuple[str, int]:
    """How long a period an axis has from the first day to the last: its name, and its part of a date."""
    first, last = dt.date.fromisoformat(days[0]), dt.date.fromisoformat(days[-1])
    if (last - first).days <= _DAYS:
        return "day", 10
    months = (last.year - first.year) * 12 + last.month - first.month
    return ("month", 7) if months <= _MONTHS else ("year", 4)


def _spread(period: str, scores: list[int]) -> dict[str, Any]:
    def at(tenths: int) -> int:
        return max(scores[(len(scores) - 1) * tenths // 10], 1)

    return {
        "period": period,
        "games": len(scores),
        "low": at(1),
        "median": at(5),
        "high": at(9),
        "best": at(10),
    }


def numbers(rows: _Rows) -> Iterator[list[str]]:
    """Rows as the texts of a table."""
    for row in rows:
        yield [f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()]
