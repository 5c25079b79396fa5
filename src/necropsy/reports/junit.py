"""JUnit's XML, which every CI shows: a suite for each game, a case for each game that was played.

A suite says in its first tag how many of its cases failed, and that is known when the last one was
told: the cases are held back in a file until then.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TextIO

from necropsy.reports.plain import findings_of, lines_of, reasons_of
from necropsy.reports.spool import Spool
from necropsy.reports.visible import visible
from necropsy.reports.written import TextWriter
from necropsy.rules import Severity
from necropsy.verdict import Audit, Verdict

if TYPE_CHECKING:
    from necropsy.reports.preface import Preface
    from necropsy.telling import Told

__all__ = ["JunitReport", "JunitWriter", "Outcome", "attribute", "content", "outcome_of"]


class Outcome(StrEnum):
    """What becomes of a case; the value is the name of the tag."""

    PASSED = ""
    FAILURE = "failure"
    ERROR = "error"
    SKIPPED = "skipped"


_OUTCOMES = {
    Verdict.MATCH: Outcome.PASSED,
    Verdict.MISMATCH: Outcome.FAILURE,
    Verdict.TAMPERED: Outcome.FAILURE,
    Verdict.UNREADABLE: Outcome.ERROR,
}


def outcome_of(verdict: Verdict, worst: int) -> Outcome:
    """What becomes of a game's case.

    Args:
        verdict: the verdict.
        worst: the severity of the worst finding; 0 without findings. A game whose score fits, and
            that carries a proof of something else (a line without its file), fails.
    """
    if verdict is Verdict.MATCH and worst >= Severity.ERROR:
        return Outcome.FAILURE
    return _OUTCOMES.get(verdict, Outcome.SKIPPED)


# What XML 1.0 cannot hold and `visible` leaves: it is no control character.
_NO_CHARACTER = re.compile("[\ufffe\uffff]")
_MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def content(text: str) -> str:
    r"""A text between tags: nothing in it is markup, and what XML cannot hold is written out.

    The characters beyond ASCII are numbers, so that the document is right in any encoding.

    >>> content("<b>\x00 — ]]>")
    '&lt;b&gt;\\x00 &#8212; ]]&gt;'
    """
    shown = _NO_CHARACTER.sub(lambda match: f"\\u{ord(match[0]):x}", visible(text))
    escaped = re.sub('[&<>"]', lambda match: _MARKUP[match[0]], shown)
    return escaped.encode("ascii", "xmlcharrefreplace").decode()


def attribute(name: str, value: object) -> str:
    """An attribute with a blank before it."""
    return f' {name}="{content(str(value))}"'


@dataclass(frozen=True, slots=True)
class JunitWriter(TextWriter):
    """Each game as a case."""

    def text(self, audit: Audit) -> str | None:
        """The case."""
        folder, name = os.path.split(audit.source)
        place = "/".join(filter(None, (folder, audit.game)))
        head = f"<testcase{attribute('classname', place)}{attribute('name', name)}"
        body = _body(audit)
        return f"{head}>\n{body}</testcase>\n" if body else f"{head}/>\n"


def _body(audit: Audit) -> str:
    outcome = outcome_of(audit.verdict, audit.worst or 0)
    lines = "".join(f"{content(line)}\n" for line in lines_of(audit))
    if outcome is Outcome.PASSED:
        # The scores of a game that fits are of no interest here, its warnings are.
        return f"<system-out>{lines}</system-out>\n" if findings_of(audit) else ""
    head = f"<{outcome.value}{attribute('message', _message(audit))}"
    kind = "" if outcome is Outcome.SKIPPED else attribute("type", _kind(audit))
    return f"{head}{kind}>{lines}</{outcome.value}>\n"


def _message(audit: Audit) -> str:
    """Why a case did not pass, on one line."""
    found = [f"{finding.rule} {finding.message}" for finding in findings_of(audit, Severity.ERROR)]
    if outcome_of(audit.verdict, audit.worst or 0) is Outcome.FAILURE and found:
        return found[0]
    reasons = reasons_of(audit)
    return f"{audit.verdict.value}: {reasons[0] if reasons else audit.verdict.meaning}"


def _kind(audit: Audit) -> str:
    return "error" if audit.verdict is Verdict.MATCH else audit.verdict.value


def _settled(case: str) -> str:
    """A case that has failed before: what was found is in the baseline."""
    # No attribute holds the sign that ends the tag.
    head = case[: case.index(">")]
    return f"{head}>\n<skipped{attribute('message', 'what was found is in the baseline')}/>\n</testcase>\n"


class _Suite:
    """The cases of one game."""

    def __init__(self) -> None:
        self.counts: Counter[Outcome] = Counter()
        self.cases = Spool()


class JunitReport:
    """The suites of a run.

    Args:
        preface: what there is to say of the run.
    """

    def __init__(self, preface: Preface) -> None:
        self.writer = JunitWriter()
        self._preface = preface
        self._suites: dict[str, _Suite] = {}

    def begin(self, stream: TextIO) -> None:
        """Take the stream; the first tag is written last."""
        self._stream = stream

    def add(self, told: Told) -> None:
        """Take a case."""
        text, brief = told.payload[told.row], told.brief
        if text is None:
            return
        suite = self._suite(brief.game or "unknown")
        outcome = outcome_of(brief.verdict, brief.worst)
        if brief.is_settled and outcome in (Outcome.FAILURE, Outcome.ERROR):
            outcome, text = Outcome.SKIPPED, _settled(text)
        suite.counts[outcome] += 1
        suite.cases.write(text)

    def end(self, further: Iterable[str] = ()) -> None:
        """Write everything."""
        write = self._stream.write
        total = sum((suite.counts for suite in self._suites.values()), Counter[Outcome]())
        write('<?xml version="1.0" encoding="UTF-8"?>\n')
        write(f"<testsuites{attribute('name', 'necropsy')}{_numbers(total)}>\n")
        properties = "".join(self._properties(further))
        for name, suite in self._suites.items():
            write(f"<testsuite{attribute('name', name)}{_numbers(suite.counts)}>\n")
            write(f"<properties>\n{properties}</properties>\n" if properties else "")
            suite.cases.copy_to(self._stream)
            write("</testsuite>\n")
        write("</testsuites>\n")

    def _suite(self, name: str) -> _Suite:
        if name not in self._suites:
            self._suites[name] = _Suite()
        return self._suites[name]

    def _properties(self, further: Iterable[str]) -> Iterator[str]:
        """How the run was called, and what else there is to say of it."""
        preface = self._preface
        said = [
            ("asked", preface.asked),
            ("select", ",".join(preface.select)),
            ("ignore", ",".join(preface.ignore)),
            *(("note", ": ".join(filter(None, (note.where, note.what, note.why)))) for note in preface.notes),
            *(("remark", sentence) for sentence in further),
        ]
        for name, value in said:
            if value:
                yield f"<property{attribute('name', name)}{attribute('value', value)}/>\n"


def _numbers(counts: Counter[Outcome]) -> str:
    named = {
        "tests": counts.total(),
        "failures": counts[Outcome.FAILURE],
        "errors": counts[Outcome.ERROR],
        "skipped": counts[Outcome.SKIPPED],
    }
    # No times: the same files give the same report.
    return "".join(attribute(name, value) for name, value in named.items())
