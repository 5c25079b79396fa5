"""Pages of the HTML report, made of audits that a test has."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable
from typing import Any

from necropsy.brief import brief_of
from necropsy.reports.page.report import HtmlReport
from necropsy.reports.preface import Preface
from necropsy.telling import Told
from necropsy.verdict import Audit

__all__ = ["data_of", "page_of"]


def page_of(
    audits: Iterable[Audit], preface: Preface | None = None, further: Iterable[str] = (), **most: int
) -> str:
    """The page of some audits."""
    report, stream = HtmlReport(preface or Preface("morgues/"), **most), io.StringIO()
    report.begin(stream)
    for audit in audits:
        brief = brief_of(audit)
        wanted = audit if report.writer.wants(brief) else None
        report.add(Told(brief, report.writer.write([wanted]), 0))
    report.end(further)
    return stream.getvalue()


def data_of(page: str, name: str) -> Any:
    """The data of a name that a page holds."""
    found = re.search(rf'<script type="application/json" id="data-{name}">(.*?)</script>', page, re.S)
    assert found is not None
    return json.loads(found[1])
