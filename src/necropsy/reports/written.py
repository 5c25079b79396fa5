"""Audits as they leave the process that made them: the text of a report, or what it is made from."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from necropsy.brief import Brief, needs_attention
from necropsy.recall import recall
from necropsy.reports.machine import audit_columns, audit_row, fact_columns, fact_row
from necropsy.reports.visible import cell, json_text
from necropsy.verdict import Audit

if TYPE_CHECKING:
    from necropsy.columns import Bundle

__all__ = ["AttentionWriter", "CsvWriter", "FactsCsvWriter", "FactsJsonWriter", "JsonWriter"]


class TextWriter:
    """Writes each audit as a text of its own."""

    __slots__ = ()

    together: ClassVar[int] = 0

    @property
    def lines(self) -> bool:
        """Whether the texts are lines of JSON Lines."""
        return False

    def text(self, audit: Audit) -> str | None:
        """The text of an audit; ``None`` where it has none."""
        raise NotImplementedError

    def wants(self, brief: Brief) -> bool:
        """Whether an audit has a text; a file that lies beside dumps has none."""
        return brief.is_told

    def write(self, audits: Iterable[Audit | None], number: int = 0) -> list[str | None]:  # noqa: ARG002
        """The text of each audit that is wanted."""
        return [None if audit is None else self.text(audit) for audit in audits]

    def write_again(self, bundle: Bundle, wanted: Sequence[bool], told: Sequence[str]) -> list[str | None]:
        """The text of each audit that comes from a store."""
        return [
            self.again(data, kind) if is_wanted else None
            for data, is_wanted, kind in zip(bundle.to_dicts(), wanted, told, strict=True)
        ]

    def again(self, data: Mapping[str, Any], told: str) -> str | None:
        """The text of an audit that was plain data meanwhile."""
        return self.text(recall(data, told))


@dataclass(frozen=True, slots=True)
class JsonWriter(TextWriter):
    """Each audit as JSON.

    Attributes:
        indent: blanks for each level; ``None`` is all on one line.
    """

    indent: int | None = None

    @property
    def lines(self) -> bool:
        """Whether each object is on one line."""
        return self.indent is None

    def text(self, audit: Audit) -> str | None:
        """The object."""
        return json_text(audit.to_dict(), self.indent)

    def again(self, data: Mapping[str, Any], _told: str) -> str | None:
        """The object, which is this data."""
        return json_text(data, self.indent)


@dataclass(frozen=True, slots=True)
class CsvWriter(TextWriter):
    """Each audit as a row of a table.

    Attributes:
        game: the one game that is looked for, whose columns suffice then.
    """

    game: str | None = None

    def text(self, audit: Audit) -> str | None:
        """The row."""
        return _line(audit_row(audit).get, audit_columns(self.game))


@dataclass(frozen=True, slots=True)
class AttentionWriter(TextWriter):
    """The audits that a person is shown, as JSON; of the others their number is enough.

    Attributes:
        warnings: whether those that carry warnings and nothing worse are shown, too.
    """

    warnings: bool = False

    def wants(self, brief: Brief) -> bool:
        """Whether an audit is shown."""
        return needs_attention(brief, warnings=self.warnings)

    def text(self, audit: Audit) -> str | None:
        """The object."""
        return json.dumps(audit.to_dict(), ensure_ascii=False)

    def again(self, data: Mapping[str, Any], _told: str) -> str | None:
        """The object, which is this data."""
        return json.dumps(data, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class FactsJsonWriter(TextWriter):
    """The facts of each game as JSON.

    Attributes:
        indent: blanks for each level; ``None`` is all on one line.
    """

    indent: int | None = None

    def text(self, audit: Audit) -> str | None:
        """The object."""
        if audit.record is None:
            return None
        facts = {"source": audit.source, "game": audit.game} | audit.facts()
        return json_text(facts, self.indent)


@dataclass(frozen=True, slots=True)
class FactsCsvWriter(TextWriter):
    """The facts of each game as a row of a table.

    Attributes:
        game: the one game that is looked for, whose columns suffice then.
    """

    game: str | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return ("source", "game", *fact_columns(self.game))

    def text(self, audit: Audit) -> str | None:
        """The row."""
        if audit.record is None or audit.game is None:
            return None
        row = {"source": audit.source, "game": audit.game} | fact_row(audit.game, audit.facts())
        return _line(row.get, self.columns)


def _line(value_of: Any, names: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([cell(value_of(name)) for name in names])
    return text.getvalue()
