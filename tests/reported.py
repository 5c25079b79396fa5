"""A report of some audits, as a run writes it."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from necropsy.brief import brief_of
from necropsy.reports.delivery import Report
from necropsy.telling import Told
from necropsy.verdict import Audit

__all__ = ["HOSTILE", "report_of"]

HOSTILE = (
    "@everyone",
    "[x](http://a.example)",
    "![x](http://a.example/a.png)",
    "<img src=x onerror=alert(1)>",
    "<!-- ",
    "]]>",
    "``` ` ``",
    "| a | b |",
    "a\nb\r\n# c",
    "\x1b[31mred\x07",
    "\ud800\udcff",
    "\ufffe\uffff",
    "\u202eevil",
    "{0} {{1}}",
    "org/repo#1 #1 GH-1",
    "https://a.example www.a.example",
    "</details></summary>",
    ":smile: $x$ ~~y~~ *z* __w__",
    "&lt;b&gt; &#64;all",
    "=HYPERLINK(1)",
)
"""What somebody can call himself."""


def report_of(report: Report, audits: Sequence[Audit], further: Iterable[str] = ()) -> str:
    """What a report writes of some audits."""
    briefs = [brief_of(audit) for audit in audits]
    writer = report.writer
    wanted = [a if writer.wants(b) else None for a, b in zip(audits, briefs, strict=True)]
    payload = writer.write(wanted, 0)
    stream = io.StringIO()
    report.begin(stream)
    for row, brief in enumerate(briefs):
        report.add(Told(brief, payload, row))
    report.end(further)
    return stream.getvalue()
