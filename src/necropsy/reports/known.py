"""Audits of which something is in the baseline, as reports tell them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from necropsy.reports.visible import json_text
from necropsy.verdict import Audit

if TYPE_CHECKING:
    from necropsy.brief import Brief

__all__ = ["marked", "news_of"]


def marked(text: str, brief: Brief, indent: int | None = None) -> str:
    """An audit as JSON; what is in the baseline has the key ``baseline``, which nothing else has.

    Args:
        text: the audit as JSON.
        brief: what it came to.
        indent: blanks for each level; ``None`` is all on one line.
    """
    if not brief.known:
        return text
    data = json.loads(text)
    for finding, known in zip(data["findings"], brief.known[1:], strict=True):
        if known:
            finding["baseline"] = True
    if brief.is_known:
        data["baseline"] = True
    return json_text(data, indent)


def news_of(audit: Audit, brief: Brief) -> Audit:
    """An audit without the findings that are in the baseline; their number is told in their place."""
    if not any(brief.known[1:]):
        return audit
    findings = tuple(
        finding for finding, known in zip(audit.findings, brief.known[1:], strict=True) if not known
    )
    count = len(audit.findings) - len(findings)
    told = f"{count} {'findings' if count > 1 else 'finding'} more, in the baseline"
    return replace(audit, findings=findings, reasons=(*audit.reasons, told))
