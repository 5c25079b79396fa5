"""The report for a browser: the games of a run gathered, and the page made of them at its end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from necropsy import __version__
from necropsy.extras import require
from necropsy.reports.page.figures import Figures
from necropsy.reports.page.rows import HtmlWriter, Row, loaded
from necropsy.reports.page.table import Table
from necropsy.reports.tally import Tally
from necropsy.reports.visible import visible
from necropsy.rules import Severity
from necropsy.verdict import IN_ORDER, Verdict

if TYPE_CHECKING:
    from necropsy.reports.preface import Preface
    from necropsy.telling import Told

__all__ = ["HtmlReport"]

_GRAVEST = (
    Verdict.MISMATCH,
    Verdict.TAMPERED,
    Verdict.UNDECIDED,
    Verdict.UNREADABLE,
    Verdict.INELIGIBLE,
    Verdict.UNFINISHED,
    Verdict.MATCH,
    Verdict.SKIPPED,
)
"""In which order a reader is shown what needs attention."""

_MOST_ROWS = 100_000
"""Games in the page's table."""

_MOST_CASES = 2_000
"""Cases in the page; what they hold takes some 4 KB each."""


class _Case(NamedTuple):
    """A game that needs attention: its line in the table, and what its case shows."""

    row: Row
    case: dict[str, Any]


class HtmlReport:
    """A page in the making.

    Args:
        preface: what there is to say of the run.
        most_rows: games in the table; those that need attention go before the others.
        most_cases: cases in the page, the gravest verdicts first.

    Raises:
        MissingExtra: if the packages of the extra ``report`` are not installed.
    """

    def __init__(
        self, preface: Preface, *, most_rows: int = _MOST_ROWS, most_cases: int = _MOST_CASES
    ) -> None:
        require("report", "altair", "vl_convert", "itables", "jinja2")
        self.writer = HtmlWriter()
        self._preface = preface
        self._most_rows, self._most_cases = most_rows, most_cases
        self._counts: Counter[Verdict] = Counter()
        self._tally = Tally()
        self._figures = Figures()
        self._rows: list[Row] = []
        self._cases: dict[str, list[_Case]] = defaultdict(list)
        self._flagged = self._told = self._warned = 0

    def begin(self, stream: TextIO) -> None:
        """Take the stream; nothing is written before the end, as the page begins with the sums."""
        self._stream = stream

    def add(self, told: Told) -> None:
        """Take a game."""
        self._counts[told.brief.verdict] += 1
        self._tally.add(told.brief)
        text = told.payload[told.row]
        if text is None:
            return
        row, case = loaded(text)
        self._told += 1
        self._figures.add(row)
        if case is not None and not told.brief.is_settled:
            self._flagged += 1
            kept = self._cases[row.verdict]
            if len(kept) < self._most_cases:
                kept.append(_Case(row, case))
                self._rows.append(row)
                return
        elif told.brief.news == Severity.WARNING:
            self._warned += 1
        if len(self._rows) < self._most_rows:
            self._rows.append(row)

    def end(self, further: Iterable[str] = ()) -> None:
        """Write the page."""
        from necropsy.reports.page.render import page

        cases = self._chosen()
        shown = [each.row for each in cases]
        cased = set(map(id, shown))
        # What needs attention stands first, as a reader of many pages sees the first one.
        table = Table([*shown, *(row for row in self._rows if id(row) not in cased)], len(shown))
        parts = {
            "preface": self._preface,
            "version": __version__,
            "counts": [(verdict, self._counts[verdict]) for verdict in IN_ORDER if self._counts[verdict]],
            "audited": self._counts.total(),
            "flagged": self._flagged,
            "remarks": [
                visible(said).split("`") for said in (*self._tally.said(), *self._warnings(), *further)
            ],
            "rows_left_out": self._told - len(self._rows),
            "cases_left_out": self._flagged - len(cases),
        }
        for piece in page(parts, self._figures, table, [each.case for each in cases]):
            self._stream.write(piece)

    def _warnings(self) -> Iterator[str]:
        if self._warned:
            carry = "games carry" if self._warned > 1 else "game carries"
            yield f"{self._warned:,} {carry} warnings and nothing worse; the table shows their rules."

    def _chosen(self) -> list[_Case]:
        """The cases that the page holds: by verdict, within one as they were told."""
        every: Iterator[_Case] = (each for verdict in _GRAVEST for each in self._cases.get(verdict.value, ()))
        return [each for each, _ in zip(every, range(self._most_cases), strict=False)]
