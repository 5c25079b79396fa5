"""Audits as they leave the process that made them: the text of a report, or what it is made from."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from necropsy.brief import Brief, brief_of, needs_attention
from necropsy.reports.machine import audit_columns, audit_row
from necropsy.reports.visible import cell
from necropsy.verdict import Audit, Verdict

__all__ = ["AttentionWriter", "CsvWriter", "JsonWriter"]


@dataclass(frozen=True, slots=True)
class JsonWriter:
    """Each audit as JSON; a file that lies beside dumps is none.

    Attributes:
        indent: blanks for each level; ``None`` is all on one line.
    """

    indent: int | None = None
    together: ClassVar[int] = 0

    def write(self, audits: Iterable[Audit | None], number: int = 0) -> list[str | None]:  # noqa: ARG002
        """The text of each audit."""
        return [self._text(audit) if audit is not None and _is_game(audit) else None for audit in audits]

    def write_again(self, _bundle: Any, audits: Iterable[Audit | None]) -> list[str | None]:
        """The text of each audit that comes from a store."""
        return self.write(audits)

    def wants(self, brief: Brief) -> bool:
        """Whether an audit has a text."""
        return _is_game(brief)

    def _text(self, audit: Audit) -> str:
        return json.dumps(audit.to_dict(), ensure_ascii=False, indent=self.indent)


@dataclass(frozen=True, slots=True)
class CsvWriter:
    """Each audit as a row of a table.

    Attributes:
        game: the one game that is looked for, whose columns suffice then.
    """

    game: str | None = None
    together: ClassVar[int] = 0

    def write(self, audits: Iterable[Audit | None], number: int = 0) -> list[str | None]:  # noqa: ARG002
        """The text of each row."""
        names = audit_columns(self.game)
        return [
            _line(audit_row(audit).get, names) if audit is not None and _is_game(audit) else None
            for audit in audits
        ]

    def write_again(self, _bundle: Any, audits: Iterable[Audit | None]) -> list[str | None]:
        """The text of each audit that comes from a store."""
        return self.write(audits)

    def wants(self, brief: Brief) -> bool:
        """Whether an audit has a row."""
        return _is_game(brief)


@dataclass(frozen=True, slots=True)
class AttentionWriter:
    """The audits that a person is shown, as JSON; of the others their number is enough.

    Attributes:
        warnings: whether those that carry warnings and nothing worse are shown, too.
    """

    warnings: bool = False
    together: ClassVar[int] = 0

    def write(self, audits: Iterable[Audit | None], number: int = 0) -> list[str | None]:  # noqa: ARG002
        """The text of each audit that is shown."""
        return [self._text(audit) if audit is not None else None for audit in audits]

    def write_again(self, _bundle: Any, audits: Iterable[Audit | None]) -> list[str | None]:
        """The text of each audit that comes from a store."""
        return self.write(audits)

    def wants(self, brief: Brief) -> bool:
        """Whether an audit is shown."""
        return needs_attention(brief, warnings=self.warnings)

    def _text(self, audit: Audit) -> str | None:
        if not needs_attention(brief_of(audit), warnings=self.warnings):
            return None
        return json.dumps(audit.to_dict(), ensure_ascii=False)


def _is_game(audit: Audit | Brief) -> bool:
    return audit.game is not None or audit.verdict is not Verdict.SKIPPED


def _line(value_of: Any, names: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([cell(value_of(name)) for name in names])
    return text.getvalue()
