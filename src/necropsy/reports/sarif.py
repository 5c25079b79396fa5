"""SARIF 2.1.0, which code scanning and the viewers of editors read.

A finding is a result. What could not be judged accuses nobody and is none: SARIF has results of kind
``open`` and ``review`` for it, but code scanning does not promise to look at the kind, and an alert
that nobody can fix hides the others. So an undecided game is a notification of the invocation, and an
unreadable file one of level ``warning``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO

from necropsy.reports.preface import Ended, Preface
from necropsy.reports.sarif_results import notifications_of, results_of
from necropsy.reports.sarif_rules import driver, indexes, message, verdict_id
from necropsy.reports.spool import Spool
from necropsy.reports.visible import visible
from necropsy.reports.written import TextWriter
from necropsy.rules import selected
from necropsy.verdict import Audit, Verdict

if TYPE_CHECKING:
    from necropsy.brief import Brief
    from necropsy.telling import Told

__all__ = ["SarifReport", "SarifWriter"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_SAID = frozenset({Verdict.MISMATCH, Verdict.TAMPERED, Verdict.UNDECIDED, Verdict.UNREADABLE})
_NOTIFICATION = "!"
"""Begins the line of a notification; all other lines are results."""


@dataclass(frozen=True, slots=True)
class SarifWriter(TextWriter):
    """Each audit as its results and notifications, one on each line.

    Attributes:
        game: the one game that is looked for, whose rules suffice then.
    """

    game: str | None = None

    def wants(self, brief: Brief) -> bool:
        """Whether there is anything to say of an audit."""
        return brief.worst > 0 or brief.verdict in _SAID

    def text(self, audit: Audit) -> str | None:
        """The lines."""
        results = map(_json, results_of(audit, indexes(self.game)))
        notified = (_NOTIFICATION + _json(each) for each in notifications_of(audit))
        return "\n".join((*results, *notified))


class SarifReport:
    """A log of one run.

    Args:
        preface: what there is to say of the run.
        game: the one game that is looked for.
        version: the program's version.
    """

    def __init__(self, preface: Preface, game: str | None, version: str) -> None:
        self.writer = SarifWriter(game)
        self._preface, self._game, self._version = preface, game, version
        self._between, self._next = "\n", "\n"

    @cached_property
    def _notified(self) -> Spool:
        """The notifications: they stand behind the results."""
        return Spool()

    def begin(self, stream: TextIO) -> None:
        """Write what comes before the results: the tool and its rules."""
        self._stream = stream
        tool = driver(self._game, self._version)
        head = {"columnKind": "unicodeCodePoints", "tool": {"driver": tool}}
        stream.write(f'{{"$schema": {_json(_SCHEMA)}, "version": "2.1.0", "runs": [{{\n')
        stream.write(f'{_json(head)[1:-1]},\n"results": [')

    def add(self, told: Told) -> None:
        """Write the results of an audit, and put its notifications aside."""
        text = told.payload[told.row]
        for line in (text or "").split("\n") if text else ():
            if line.startswith(_NOTIFICATION):
                self._notify(line[1:])
            else:
                self._stream.write(self._between + (_unchanged(line) if told.brief.is_known else line))
                self._between = ",\n"

    def end(self, further: Iterable[str] = ()) -> None:
        """Write what comes behind the results: how the run went."""
        whole = True
        for sentence in further:
            whole &= not isinstance(sentence, Ended)
            said = {"descriptor": {"id": verdict_id("remark")}, "level": "note"}
            self._notify(_json(said | {"message": {"text": message(visible(sentence))}}))
        invocation = {"executionSuccessful": whole, **self._left_out(), "properties": self._about()}
        self._stream.write(f'\n],\n"invocations": [{_json(invocation)[:-1]}, "toolExecutionNotifications": [')
        self._notified.copy_to(self._stream)
        self._stream.write("\n]}]\n}]}\n")

    def _notify(self, text: str) -> None:
        self._notified.write(self._next + text)
        self._next = ",\n"

    def _left_out(self) -> dict[str, Any]:
        """The rules that did not run."""
        preface = self._preface
        if not preface.select and not preface.ignore:
            return {}
        off = [
            {"descriptor": {"id": identifier, "index": number}, "configuration": {"enabled": False}}
            for identifier, number in indexes(self._game).items()
            if not identifier.startswith(verdict_id(""))
            and not selected(identifier.rpartition("/")[2], preface.select, preface.ignore)
        ]
        return {"ruleConfigurationOverrides": off}

    def _about(self) -> dict[str, Any]:
        preface = self._preface
        notes = [
            {name: visible(text) for name, text in asdict(note).items() if text} for note in preface.notes
        ]
        said = {
            "asked": visible(preface.asked),
            "select": list(preface.select),
            "ignore": list(preface.ignore),
            "notes": notes,
        }
        return {name: value for name, value in said.items() if value}


def _unchanged(result: str) -> str:
    """A result of a game of which all is in the baseline."""
    return f'{result[:-1]}, "baselineState": "unchanged"}}'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
