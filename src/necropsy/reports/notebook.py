"""An audit as a notebook shows it: a few lines of HTML that act on nothing.

There is no script, no style sheet and no colour of a background: the text has the colour of the
page, light or dark. All that comes from a file is written out where it could act on a terminal
(:func:`~necropsy.reports.visible.visible`), and then escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from necropsy.breakdown import Breakdown
from necropsy.record import Evidence
from necropsy.reports.palette import SEVERITY_COLOURS, VERDICT_COLOURS
from necropsy.reports.visible import clipped, visible
from necropsy.rules import Finding
from necropsy.steps import Kind, Step, factor_text, steps_of
from necropsy.verdict import Audit

__all__ = ["audit_html", "breakdown_html"]

_MOST_FINDINGS, _MOST_LINES, _LONGEST = 20, 4, 300
_BLOCK = "margin:.4em 0"
_CELL = "padding:.1em .8em .1em 0;vertical-align:top;background:none;text-align"
_RULE = "border-top:1px solid currentColor"


def audit_html(audit: Audit) -> str:
    """Verdict, scores, terms and findings."""
    return _within("div", "color:inherit", "".join(_parts(audit)))


def breakdown_html(breakdown: Breakdown) -> str:
    """The terms and what they come to."""
    return _within("div", "color:inherit", _terms(breakdown))


def _parts(audit: Audit) -> Iterator[str]:
    colour = VERDICT_COLOURS[audit.verdict.value]
    badge = f"border:1px solid {colour};border-left-width:.6em;padding:.1em .5em;font-weight:bold"
    verdict = _within("span", badge, audit.verdict.value.upper())
    yield _within("div", _BLOCK, f"{verdict} <code>{escape(visible(audit.source))}</code>")
    facts = [
        audit.game,
        audit.fact("player"),
        audit.fact("version"),
        audit.fact("mode"),
        audit.fact("ending"),
    ]
    yield _within("div", _BLOCK, ", ".join(_shown(fact) for fact in facts if fact))
    if audit.recorded is not None:
        yield _within("div", _BLOCK, f"recorded <b>{audit.recorded:,}</b>{_fit(audit)}")
    for reason in audit.reasons[:_MOST_FINDINGS]:
        yield _within("div", _BLOCK, _shown(reason))
    if audit.breakdown is not None:
        yield _terms(audit.breakdown)
    yield from map(_finding, audit.findings[:_MOST_FINDINGS])
    if len(audit.findings) > _MOST_FINDINGS:
        yield _within("div", _BLOCK, f"and {len(audit.findings) - _MOST_FINDINGS:,} more findings")


def _fit(audit: Audit) -> str:
    """How the recorded score lies to the recomputed one."""
    if audit.recomputed is None or audit.recorded is None:
        return ""
    off = audit.recomputed.excess(audit.recorded)
    if not off:
        return ", which fits the formula"
    return f", <b>{abs(off):,}</b> too {'much' if off > 0 else 'little'}"


def _terms(breakdown: Breakdown) -> str:
    """The terms as a table, and below them what they come to."""
    rows = "".join(map(_term, steps_of(breakdown)))
    width = breakdown.slack
    slack = "no end" if width is None else f"known to within {width:,}" if width else "pinned to the point"
    title = f"formula {breakdown.regime}" if breakdown.regime else ""
    told = "; ".join(filter(None, (slack, breakdown.note, title)))
    total = _row((f"<b>{text}</b>" for text in ("score", _shown(str(breakdown.total)))), _shown(told), _RULE)
    return _within("table", f"{_BLOCK};border-collapse:collapse;color:inherit", f"{rows}{total}")


def _term(step: Step) -> str:
    term = step.term
    points = str(term.span) if step.kind is Kind.ADDS else f"= {step.after}"
    if term.factor is not None:
        points = f"x {factor_text(term.factor)} {points}"
    return _row((_shown(term.name), _shown(points)), _shown(term.formula))


def _row(cells: Iterable[str], remark: str, style: str = "") -> str:
    name, number = cells
    columns = ((name, "left"), (number, "right"), (remark, "left"))
    inner = "".join(f'<td style="{_CELL}:{side};{style}">{text}</td>' for text, side in columns)
    return f'<tr style="background:none">{inner}</tr>'


def _finding(finding: Finding) -> str:
    colour = SEVERITY_COLOURS[finding.severity.label]
    head = f"<b>{finding.severity.label} {_shown(finding.rule)}</b> {_shown(finding.message)}"
    lines = [_line(evidence) for evidence in finding.evidence[:_MOST_LINES]]
    more = len(finding.evidence) - len(lines)
    if more > 0:
        lines.append(f"and {more:,} more {'lines' if more > 1 else 'line'}")
    text = "\n".join(lines)
    pre = f'<pre style="margin:0;color:inherit;background:none">{text}</pre>' if lines else ""
    return _within("div", f"{_BLOCK};border-left:.3em solid {colour};padding-left:.6em", f"{head}{pre}")


def _line(evidence: Evidence) -> str:
    number = f"{evidence.line:>5}" if evidence.line else " name"
    return f"{number}: {_shown(evidence.text.strip())}"


def _within(tag: str, style: str, inner: str) -> str:
    return f'<{tag} style="{style}">{inner}</{tag}>'


def _shown(text: object) -> str:
    """A text of any origin, so that it is only text, and not too long."""
    return escape(clipped(str(text), _LONGEST))
