"""What all terminal reports share: the page they print on, and the colours of verdicts and findings."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import NoReturn, TextIO

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

from necropsy.record import Evidence
from necropsy.reports.visible import clipped, visible
from necropsy.rules import Finding, Severity
from necropsy.verdict import Audit, Verdict

__all__ = ["SEVERITY_STYLES", "Page", "audit_text", "evidence_text", "finding_text", "verdict_text"]

VERDICT_STYLES = {
    Verdict.MATCH: "green",
    Verdict.MISMATCH: "bold red",
    Verdict.TAMPERED: "bold magenta",
    Verdict.INELIGIBLE: "yellow",
    Verdict.UNDECIDED: "cyan",
    Verdict.UNFINISHED: "blue",
    Verdict.UNREADABLE: "red",
    Verdict.SKIPPED: "dim",
}
SEVERITY_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.HINT: "dim"}

COLUMNS = 80
"""The width where there is no terminal and ``COLUMNS`` says nothing."""

LEAST_COLUMNS = 40


_IN_ASCII = str.maketrans({"·": ".", "─": "-"})


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        """Leave a closed pipe to the command, which ends in one way for all reports."""
        raise BrokenPipeError


class Page:
    """A console that reads no markup or emoji out of a text, and leaves no trailing blanks.

    Args:
        stream: where to print.
        width: columns; the terminal's, or what ``COLUMNS`` says, where it is ``None``.
    """

    def __init__(self, stream: TextIO, width: int | None = None) -> None:
        self._console = _Console(file=stream, markup=False, emoji=False, highlight=False)
        self._stream = stream
        # What has no colours is written as it stands: Rich takes ten times as long for it.
        self._plain = self._console.color_system is None and not self._console.is_terminal
        # A stream that FORCE_COLOR makes a terminal of is no wider for it.
        if width is None and not stream.isatty():
            wished = os.environ.get("COLUMNS", "")
            width = int(wished) if wished.isascii() and wished.isdigit() and wished != "0" else COLUMNS
        self.width = max(self._console.width if width is None else width, LEAST_COLUMNS)

    @property
    def ascii_only(self) -> bool:
        """Whether the stream's encoding has no more than the characters of ASCII, for all we know."""
        return self._console.options.ascii_only

    def own(self, text: str) -> str:
        """A text of the program's own, in characters that the stream has: it uses few others than ASCII's.

        What comes from a file stays as it is, and is escaped where the stream has it not.
        """
        return text.replace("…", "to").translate(_IN_ASCII) if self.ascii_only else text

    def put(self, content: RenderableType = "", indent: int = 0) -> None:
        """Print something, wrapped at the width."""
        if self._plain and isinstance(content, str | Text):
            self._put_plain(content if isinstance(content, Text) else Text(content), indent)
            return
        options = self._console.options.update(width=self.width - indent, max_width=self.width - indent)
        lines = self._console.render_lines(content, options, pad=False)
        self._write(segment for line in lines for segment in _line(line, indent))

    def put_line(self, text: Text) -> None:
        """Print a line that is never wrapped: a path must stay whole."""
        if self._plain:
            self._write_plain(text.plain)
        else:
            self._console.print(text, soft_wrap=True)

    def _put_plain(self, text: Text, indent: int) -> None:
        width = self.width - indent
        lines = [text] if _fits(text.plain, width) else text.wrap(self._console, width)
        shown = (line.plain.rstrip(" ") for line in lines)
        self._write_plain("\n".join(" " * indent + line if line else "" for line in shown))

    def _write_plain(self, lines: str) -> None:
        self._stream.write(f"{lines}\n")
        # Who follows a report through a pipe sees each line as it comes.
        self._stream.flush()

    def _write(self, segments: Iterable[Segment]) -> None:
        self._console.print(Segments(segments), soft_wrap=True, end="")


def _fits(text: str, width: int) -> bool:
    """Whether a text is a line of its own; what is not sure is wrapped."""
    return len(text) <= width and text.isascii() and text.isprintable()


def _line(segments: list[Segment], indent: int) -> Iterator[Segment]:
    """A line without its trailing blanks, and with its line break."""
    kept = list(segments)
    while kept and not kept[-1].text.strip(" "):
        kept.pop()
    if kept:
        last = kept.pop()
        yield Segment(" " * indent)
        yield from kept
        yield Segment(last.text.rstrip(" "), last.style)
    yield Segment.line()


def verdict_text(verdict: Verdict) -> Text:
    """A verdict in its colour."""
    return Text(verdict.value.upper(), style=VERDICT_STYLES[verdict])


def audit_text(audit: Audit) -> Text:
    """The line that opens an audit: verdict and path."""
    return Text.assemble(verdict_text(audit.verdict), "  ", (visible(audit.source), "bold"))


def finding_text(finding: Finding) -> Text:
    """Severity, the rule's code, and the message."""
    style = SEVERITY_STYLES[finding.severity]
    return Text.assemble(
        (finding.severity.label, style), " ", (finding.rule, style), " ", visible(finding.message)
    )


_BLANKS = re.compile(" {3,}")


def evidence_text(evidence: Evidence, width: int, home: str | None = None) -> Text:
    """A line of evidence: its number and what stands there, runs of blanks squeezed, cut to the width.

    A line of another file than ``home`` has that file's name in front.
    """
    number = f"{evidence.line:>5}: " if evidence.line else " name: "
    if home is not None and evidence.source != home:
        number = f"{visible(os.path.basename(evidence.source))}:{number.lstrip()}"
    text = _BLANKS.sub("  ", visible(evidence.text).strip(" "))
    return Text.assemble((number, "dim"), (clipped(text, max(width - len(number), 10)), "italic"))
