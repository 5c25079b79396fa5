"""A summary in Markdown, to paste into an issue or a forum.

It is short enough for one (GitHub takes 65,536 characters): so many flagged games are shown, and of
the others their number. Nothing from a file is live in it (:mod:`necropsy.reports.inert`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from necropsy.brief import Brief, needs_attention
from necropsy.reports.inert import code, fenced, table
from necropsy.reports.plain import evidence_line, findings_of, home_of, reasons_of, scores_of
from necropsy.reports.tally import Tally
from necropsy.reports.visible import clipped
from necropsy.reports.written import TextWriter
from necropsy.rules import Finding, Severity
from necropsy.verdict import IN_ORDER, Audit, Verdict

if TYPE_CHECKING:
    from necropsy.reports.preface import Preface
    from necropsy.telling import Told

__all__ = ["MarkdownReport", "MarkdownWriter"]

_GAMES = 25
_CHARACTERS = 40_000
"""What a section shows at most."""

_LINES = 4
"""A finding shows so many lines of evidence; more are folded in."""

_FOLDED = 3
"""A game shows so many findings; more are folded in."""

# So much at most, folded in or not: one game must leave room for others.
_MOST_LINES = 12
_MOST_FINDINGS = 10
_WIDTH = 160
_MESSAGE = 500

_NAMES = re.compile(r"[@#<>\[\]{}|*_~\\&]|://|www\.")
"""What the program's own sentences do not have: such a one quotes a name of somebody's choice."""

_OPEN = frozenset({Verdict.UNDECIDED, Verdict.UNREADABLE, Verdict.UNFINISHED})


@dataclass(frozen=True, slots=True)
class MarkdownWriter(TextWriter):
    """The games that are shown; of the others their number is enough.

    Attributes:
        warnings: whether those that carry warnings and nothing worse are shown, too.
    """

    warnings: bool = False

    def wants(self, brief: Brief) -> bool:
        """Whether a game is shown."""
        return needs_attention(brief, warnings=self.warnings)

    def text(self, audit: Audit) -> str | None:
        """What is shown of a game: one line, or a section of its own if something was found."""
        if _is_open(audit.verdict, audit.worst or 0):
            return f"* {audit.verdict.value} {code(audit.source)}{_because(audit)}"
        return "\n\n".join(_section(audit))


def _is_open(verdict: Verdict, worst: int) -> bool:
    return verdict in _OPEN and worst < Severity.ERROR


def _because(audit: Audit) -> str:
    reasons = [clipped(reason, _WIDTH) for reason in reasons_of(audit)]
    return f": {'; '.join(map(code, reasons))}" if reasons else ""


def _section(audit: Audit) -> Iterator[str]:
    yield f"#### {audit.verdict.value.upper()} {code(audit.source)}"
    if scores := scores_of(audit):
        yield scores
    if audit.reasons:
        yield " ".join(map(code, audit.reasons))
    found, home = findings_of(audit), home_of(audit)
    for finding in found[:_FOLDED]:
        yield from _finding(finding, home)
    rest = found[_FOLDED:_MOST_FINDINGS]
    if rest:
        parts = [part for finding in rest for part in _finding(finding, home, fold=False)]
        more, left = len(found) - _FOLDED, len(found) - _FOLDED - len(rest)
        parts += [f"and {left} more"] if left else []
        yield _fold(f"{more} more finding{'s' if more > 1 else ''}", parts)


def _finding(finding: Finding, home: str, *, fold: bool = True) -> Iterator[str]:
    yield f"**{finding.severity.label} {finding.rule}** {code(clipped(finding.message, _MESSAGE))}"
    lines = [clipped(evidence_line(each, home), _WIDTH) for each in finding.evidence[:_MOST_LINES]]
    left = len(finding.evidence) - len(lines)
    shown = lines[:_LINES] if fold else lines
    if shown:
        yield fenced(shown)
    rest = [*lines[len(shown) :], *([f"and {left} more"] if left else [])]
    if rest:
        more = len(finding.evidence) - len(shown)
        yield _fold(f"{more} more line{'s' if more > 1 else ''}", [fenced(rest)])


def _fold(title: str, parts: Iterable[str]) -> str:
    """A part that a click opens; the blank lines let what is in it be Markdown."""
    return "\n\n".join([f"<details><summary>{title}</summary>", *parts, "</details>"])


class _Shown:
    """The games that a section shows, and how many more there are."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.more = 0
        self._characters = 0

    def add(self, text: str) -> None:
        """Take a game, if there is room."""
        room = len(self.texts) < _GAMES and self._characters + len(text) <= _CHARACTERS
        if room and not self.more:
            self.texts.append(text)
            self._characters += len(text)
        else:
            self.more += 1

    def __len__(self) -> int:
        return len(self.texts) + self.more


class MarkdownReport:
    """The summary of a run.

    Args:
        preface: what there is to say of the run.
        version: the program's version.
        warnings: whether games that carry only warnings are shown, too.
    """

    def __init__(self, preface: Preface, version: str, *, warnings: bool = False) -> None:
        self.writer = MarkdownWriter(warnings)
        self._preface, self._version = preface, version
        self._counts: Counter[Verdict] = Counter()
        self._tally = Tally()
        self._flagged, self._open = _Shown(), _Shown()

    def begin(self, stream: TextIO) -> None:
        """Take the stream; the numbers stand before the games."""
        self._stream = stream

    def add(self, told: Told) -> None:
        """Count an audit, and keep what is shown of it."""
        brief, text = told.brief, told.payload[told.row]
        self._counts[brief.verdict] += 1
        self._tally.add(brief)
        if text is not None and not brief.is_known:
            (self._open if _is_open(brief.verdict, brief.worst) else self._flagged).add(text)

    def end(self, further: Iterable[str] = ()) -> None:
        """Write everything."""
        parts = [*self._head(), *self._remarks(further)]
        parts += _listed("Flagged", self._flagged, "\n\n")
        parts += _listed("Not decided", self._open, "\n")
        parts.append(
            f"*necropsy {self._version}. An* error *is a proof: an unedited file of that version cannot show"
            " it. A* match *is consistent, which does not make it authentic.*"
        )
        self._stream.write("\n\n".join(parts) + "\n")

    def _head(self) -> Iterator[str]:
        total = self._counts.total()
        yield f"## necropsy: {total:,} audited"
        if self._preface.asked:
            yield f"Asked for: {code(self._preface.asked)}"
        rows = [
            (verdict.value, f"{self._counts[verdict]:,}", verdict.meaning)
            for verdict in IN_ORDER
            if self._counts[verdict]
        ]
        if rows:
            yield table(("verdict", "count", "what it means"), rows, right=[1])

    def _remarks(self, further: Iterable[str]) -> Iterator[str]:
        preface = self._preface
        yield from (_sentence(said) for said in (*self._tally.said(), *further))
        if preface.select:
            yield f"Only these rules ran: {', '.join(map(code, preface.select))}."
        if preface.ignore:
            yield f"These rules were left out: {', '.join(map(code, preface.ignore))}."
        if preface.notes:
            yield "\n".join(
                f"* {code(note.what)}: {code(note.why)}{f' ({code(note.where)})' if note.where else ''}"
                for note in preface.notes
            )


def _sentence(said: str) -> str:
    """A sentence of the program, in which options stand in backticks; with a name in it, it is code."""
    if _NAMES.search(said):
        return code(said)
    parts = said.split("`")
    return "".join(code(part) if at % 2 else part for at, part in enumerate(parts))


def _listed(title: str, shown: _Shown, between: str) -> Iterator[str]:
    if not len(shown):
        return
    yield f"### {title}: {len(shown):,}"
    yield between.join(shown.texts)
    if shown.more:
        yield f"**{shown.more:,} more** are not shown here; `--format jsonl` has each of them."
