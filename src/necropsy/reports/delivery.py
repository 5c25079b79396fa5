"""The reports of a run: each takes the audits as they are told, in a form that its writer has made."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, TextIO

from necropsy.recall import recall
from necropsy.reports.known import marked, news_of
from necropsy.reports.written import AttentionWriter, TextWriter

if TYPE_CHECKING:
    from necropsy.brief import Brief
    from necropsy.order import Writer
    from necropsy.reports.preface import Preface
    from necropsy.telling import Told
    from necropsy.verdict import Audit

__all__ = ["CsvReport", "JsonLinesReport", "JsonReport", "Report", "TableReport"]


class Report(Protocol):
    """A report in the making."""

    @property
    def writer(self) -> Writer:
        """What makes the payload of what is told, in whichever process."""

    def begin(self, stream: TextIO) -> None:
        """Write what comes before the first audit."""

    def add(self, told: Told) -> None:
        """Take an audit that counts."""

    def end(self, further: Iterable[str] = ()) -> None:
        """Write what comes behind the last audit.

        Args:
            further: what else there is to say, where the report has a place for it.
        """


class JsonLinesReport:
    """One JSON object on each line.

    Args:
        writer: makes the objects, each on one line.
    """

    def __init__(self, writer: TextWriter) -> None:
        self.writer = writer

    def begin(self, stream: TextIO) -> None:
        """Take the stream."""
        self._stream = stream

    def add(self, told: Told) -> None:
        """Write a line."""
        text = told.payload[told.row]
        if text is not None:
            self._stream.write(marked(text, told.brief) + "\n")

    def end(self, further: Iterable[str] = ()) -> None:
        """Nothing comes behind the last line."""


class JsonReport:
    """One JSON array.

    Args:
        writer: makes the objects.
    """

    def __init__(self, writer: TextWriter) -> None:
        self.writer = writer

    def begin(self, stream: TextIO) -> None:
        """Open the array."""
        self._stream = stream
        self._between = "\n"
        stream.write("[")

    def add(self, told: Told) -> None:
        """Write an object."""
        text = told.payload[told.row]
        if text is not None:
            self._stream.write(self._between + marked(text, told.brief, 2))
            self._between = ",\n"

    def end(self, further: Iterable[str] = ()) -> None:  # noqa: ARG002
        """Close the array."""
        self._stream.write("\n]\n")


class CsvReport:
    """A table that a spreadsheet opens without running anything in it.

    Args:
        writer: makes the rows.
        columns: the names of the columns.
    """

    def __init__(self, writer: TextWriter, columns: Sequence[str]) -> None:
        self.writer = writer
        self._columns = columns

    def begin(self, stream: TextIO) -> None:
        """Write the names of the columns."""
        self._stream = stream
        names = io.StringIO()
        csv.writer(names, lineterminator="\n").writerow(self._columns)
        stream.write(names.getvalue())

    def add(self, told: Told) -> None:
        """Write a row."""
        text = told.payload[told.row]
        if text is not None:
            self._stream.write(text + "\n")

    def end(self, further: Iterable[str] = ()) -> None:
        """Nothing comes behind the last row."""


class TableReport:
    """What a person reads.

    Args:
        preface: what there is to say of the run.
        warnings: whether games that carry only warnings are shown, too.
        width: columns; the terminal's own where it is ``None``.
    """

    def __init__(self, preface: Preface, *, warnings: bool = False, width: int | None = None) -> None:
        self.writer = AttentionWriter(warnings)
        self._warnings, self._width = warnings, width
        self._preface = preface

    def begin(self, stream: TextIO) -> None:
        """Begin the table."""
        from necropsy.reports.table import AuditTable

        self._table = AuditTable(stream, warnings=self._warnings, width=self._width)

    def add(self, told: Told) -> None:
        """Count an audit, and print it if it needs attention."""
        text = told.payload[told.row]
        self._table.add(told.brief, lambda: _shown(text, told.brief))

    def end(self, further: Iterable[str] = ()) -> None:
        """Print the summary."""
        preface = self._preface
        self._table.close(select=preface.select, ignore=preface.ignore, further=further, notes=preface.notes)


def _shown(text: str, brief: Brief) -> Audit:
    return news_of(recall(json.loads(text), brief.told), brief)
