"""The games of a page as columns, each text written once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, Generic, TypeVar

from necropsy.reports.page.rows import Row

__all__ = ["Table"]

_Value = TypeVar("_Value", bound=Hashable)

_EXACT = 2**53
"""Up to here a browser's numbers are exact; what is more goes as text."""


class _Interned(Generic[_Value]):
    """Values by number, in the order in which they came."""

    def __init__(self) -> None:
        self.values: dict[_Value, int] = {}
        self.column: list[int] = []

    def add(self, value: _Value) -> None:
        self.column.append(self.values.setdefault(value, len(self.values)))

    def counted(self) -> Counter[_Value]:
        values = list(self.values)
        return Counter({values[number]: count for number, count in Counter(self.column).items()})


class Table:
    """The table of a page.

    Args:
        rows: the games; first those that have a case, in the order of the cases.
        cases: how many those are.
    """

    def __init__(self, rows: Sequence[Row], cases: int) -> None:
        self._verdicts, self._games, self._versions = _Interned[str](), _Interned[str](), _Interned[str]()
        self._players, self._folders, self._days = _Interned[str](), _Interned[str](), _Interned[str]()
        self._rules = _Interned[tuple[str, ...]]()
        self._files: list[str] = []
        for row in rows:
            folder, slash, file = row.source.rpartition("/")
            self._files.append(file)
            self._folders.add(folder + slash)
            self._verdicts.add(row.verdict)
            self._games.add(row.game or "")
            self._versions.add(row.version or "")
            self._players.add(row.player or "")
            self._days.add(row.ended or "")
            self._rules.add(tuple(code for code, _ in row.rules))
        self._rows = rows
        self._cases = [number if number < cases else -1 for number in range(len(rows))]

    def data(self) -> dict[str, Any]:
        """All columns, as the page reads them."""
        interned: dict[str, _Interned[Any]] = {
            "verdict": self._verdicts,
            "game": self._games,
            "version": self._versions,
            "player": self._players,
            "folder": self._folders,
            "ended": self._days,
            "rules": self._rules,
        }
        return {
            "texts": {name: list(each.values) for name, each in interned.items()},
            "columns": {name: each.column for name, each in interned.items()}
            | {
                "file": self._files,
                "recorded": [_number(row.recorded) for row in self._rows],
                "low": [_number(row.low) for row in self._rows],
                "high": [_number(row.high) for row in self._rows],
                "recomputed": [int(row.recomputed) for row in self._rows],
                "case": self._cases,
            },
        }

    def choices(self) -> dict[str, list[tuple[str, int]]]:
        """What the table can be narrowed to, with the number of games of each."""
        rules: Counter[str] = Counter()
        for codes, count in self._rules.counted().items():
            rules.update(dict.fromkeys(codes, count))
        named = {
            "verdict": self._verdicts.counted(),
            "game": self._games.counted(),
            "version": self._versions.counted(),
            "rule": rules,
        }
        return {name: sorted((v, n) for v, n in counts.items() if v) for name, counts in named.items()}


def _number(value: int | None) -> int | str | None:
    return value if value is None or abs(value) <= _EXACT else str(value)
