"""The case of a game that needs attention: all that its page shows, as plain data and ready to show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from necropsy.reports.visible import clipped, visible
from necropsy.rules import difference
from necropsy.span import Span

__all__ = ["case_of", "sides", "steps_of"]

_LINES = 12
"""Lines of evidence on each side of a finding; `necropsy explain` has all."""

_WIDTH = 400
"""Characters of a line, or of a value, that are shown."""

_ITEMS = 8
"""Entries of a list that are shown."""

_Data = Mapping[str, Any]


def case_of(data: _Data) -> dict[str, Any]:
    """The case of an audit.

    Args:
        data: the audit as :meth:`~necropsy.verdict.Audit.to_dict` gives it.

    Returns:
        Texts that can be shown as they are, and the steps of the chart as numbers.
    """
    return {
        "source": visible(data["source"]),
        "verdict": data["verdict"],
        "title": _title(data),
        "summary": _summary(data),
        "scores": list(_scores(data)),
        "reasons": [visible(reason) for reason in data["reasons"]],
        "rejected": _rejected(data["rejected"]),
        "terms": [_term(term) for term in data["terms"]],
        "steps": steps_of(data),
        "findings": [_finding(each) for each in _worst_first(data["findings"])],
        "facts": [[name, _value(value)] for name, value in data["facts"].items() if value not in (None, [])],
    }


def _title(data: _Data) -> str:
    named = [data["player"], data["game"], data["version"], data["mode"]]
    return " · ".join(visible(str(name)) for name in named if name)


def _summary(data: _Data) -> str:
    """The one line that says what is the matter."""
    findings = _worst_first(data["findings"])
    if findings and findings[0]["severity"] == "error":
        first = findings[0]
        return clipped(f"{first['rule']} {first['message']}", _WIDTH)
    if data["reasons"]:
        return clipped(data["reasons"][0], _WIDTH)
    return clipped(f"{findings[0]['rule']} {findings[0]['message']}", _WIDTH) if findings else ""


_SEVERITIES = ("error", "warning", "hint")


def _worst_first(findings: Sequence[_Data]) -> list[_Data]:
    """The gravest first; of equals what the score itself says."""
    return sorted(findings, key=lambda each: (_SEVERITIES.index(each["severity"]), each["rule"][:1] != "S"))


def _scores(data: _Data) -> Iterator[tuple[str, str]]:
    recorded, ends = data["recorded"], data["recomputed"]
    if recorded is not None:
        yield "the file says", f"{recorded:,}"
    if ends is None:
        return
    span = Span(*ends)
    yield "the formula gives", str(span)
    if recorded is not None:
        beyond = span.excess(recorded)
        yield "difference", difference(beyond, 0)[1:-1] if beyond else "none: it fits the formula"
    if span.width:
        yield "known to within", f"{span.width:,}"
    if data["assumed"]:
        yield "taken for granted", visible(data["assumed"])


def _rejected(rejected: _Data | None) -> list[str] | None:
    if rejected is None:
        return None
    return [f"byte {rejected['offset']:,}", str(rejected["line"]), clipped(rejected["text"], _WIDTH)]


def _term(term: _Data) -> list[str]:
    factor = term.get("factor")
    amount = _factor(factor) if factor else str(Span(*term["span"]))
    return [visible(term["name"]), amount, visible(term["formula"]), visible(term["source"])]


def _factor(ends: Sequence[float]) -> str:
    return "× " + " … ".join(f"{end:,.10g}" for end in dict.fromkeys(ends))


# --------------------------------------------------------------------------- the waterfall


def steps_of(data: _Data) -> list[list[Any]] | None:
    """The bars of a breakdown's chart, one or two a term.

    A term that is known exactly is one bar from where the sum stood to where it stands then. Of a
    span the least is drawn so, and beyond it what the terms so far leave open.

    Returns:
        Rows of name, kind (``sure``, ``open``, ``total``; ``file`` or, where it does not fit, ``off``),
        from and to in points, and the amount as text; ``None`` where nothing was recomputed or an end
        is open.
    """
    ends = data["recomputed"]
    if ends is None or None in ends or any(None in term.get("span", ()) for term in data["terms"]):
        return None
    steps: list[list[Any]] = []
    low = high = 0
    for term in data["terms"]:
        before, shown = low, _term(term)[1]
        factor = term.get("factor")
        if factor:
            low, high = int(low * factor[0]), int(high * factor[1])
        elif term["name"] == "base":
            before, (low, high) = 0, term["span"]
        else:
            low, high = low + term["span"][0], high + term["span"][1]
        kind = "total" if term["name"] == "base" else "sure"
        steps += _bars(visible(term["name"]), kind, before, low, high, shown)
    low, high = ends
    steps += _bars("the formula gives", "total", 0, low, high, str(Span(low, high)))
    if data["recorded"] is not None:
        kind = "file" if low <= data["recorded"] <= high else "off"
        steps.append(["the file says", kind, 0, data["recorded"], f"{data['recorded']:,}"])
    return steps


def _bars(name: str, kind: str, before: int, low: int, high: int, shown: str) -> Iterator[list[Any]]:
    yield [name, kind, before, low, shown]
    if high > low:
        yield [name, "open", low, high, shown]


# --------------------------------------------------------------------------- what speaks against what


def _finding(finding: _Data) -> dict[str, Any]:
    left, right = sides(finding["evidence"])
    found, expected = finding["found"], finding["expected"]
    if expected is None and isinstance(found, str) and finding["rule"].startswith("X"):
        # The place of another game, or of another telling of this one: the lines are all the file's own.
        found, expected = None, found
        left, right = list(finding["evidence"]), []
    says, follows = _contrast(found, expected)
    return {
        "rule": finding["rule"],
        "severity": finding["severity"],
        "message": visible(finding["message"]),
        "says": says,
        "follows": follows,
        "left": _lines(left),
        "right": _lines(right),
        "more": max(len(left) - _LINES, 0) + max(len(right) - _LINES, 0),
    }


def sides(evidence: Sequence[_Data]) -> tuple[list[_Data], list[_Data]]:
    """The lines of a finding in two columns: what the file says, and what speaks against it.

    Evidence of several files is parted by file; in one file the first line is what the others
    contradict, for so the rules give it.
    """
    if not evidence:
        return [], []
    home = evidence[0]["source"]
    if any(line["source"] != home for line in evidence):
        own = [line for line in evidence if line["source"] == home]
        return own, [line for line in evidence if line["source"] != home]
    return [evidence[0]], list(evidence[1:])


def _lines(evidence: Sequence[_Data]) -> list[list[str]]:
    return [
        [visible(each["source"]), str(each["line"]), clipped(each["text"].strip("\r\n"), _WIDTH)]
        for each in evidence[:_LINES]
    ]


def _contrast(found: Any, expected: Any) -> tuple[str, str]:
    """Both values in words; of two lists what the other one does not have."""
    if isinstance(found, list) and isinstance(expected, list) and not _is_span(expected):
        here = [item for item in found if item not in expected]
        there = [item for item in expected if item not in found]
        if len(found) + len(expected) > _ITEMS and (here or there):
            return _only(here), _only(there)
    return _value(found), _value(expected)


def _only(items: Sequence[Any]) -> str:
    return f"only here: {_value(list(items))}" if items else "does not have it"


def _is_span(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and value != [None, None]
        and all(end is None or type(end) is int for end in value)
        and (None in value or value[0] <= value[1])
    )


def _value(value: Any) -> str:
    """A value of the machine output in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Mapping):
        return _listed([f"{key}: {_value(each)}" for key, each in value.items()])
    if isinstance(value, list):
        return str(Span(*value)) if _is_span(value) else _listed(value)
    return "" if value is None else clipped(str(value), _WIDTH)


def _listed(items: Sequence[Any]) -> str:
    shown = ", ".join(_value(item) for item in items[:_ITEMS])
    more = len(items) - _ITEMS
    return clipped(shown, _WIDTH) + (f" and {more:,} more" if more > 0 else "")
