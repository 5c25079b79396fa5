"""The results of a SARIF log: what was found in one game, and where it stands."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from necropsy.record import Evidence
from necropsy.reports.plain import home_of, reasons_of, scores_of
from necropsy.reports.sarif_rules import LEVELS, message, rule_id, verdict_id
from necropsy.reports.visible import visible
from necropsy.rules import Finding, Severity
from necropsy.sources.remote import is_url
from necropsy.verdict import Audit, Verdict, plain

__all__ = ["notifications_of", "results_of", "uri_of"]

_ACCUSING = frozenset({Verdict.MISMATCH, Verdict.TAMPERED})
_MOST_LINES = 50
"""So many lines of evidence are located; a rule that finds more has made its point."""

_MOST_LINKS = 10

_NAMED = ("player", "started", "ended", "turns", "score")
"""What tells the lines of a log apart wherever they stand; of one without a time its number does."""


def results_of(audit: Audit, indexes: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """A result for each finding; a mismatch or a tampered file has one in any case.

    Args:
        audit: the audit.
        indexes: the number of each rule by its identifier.
    """
    prints = _Prints(audit)
    findings = [(rule_id(audit.game, finding.rule), finding) for finding in audit.findings]
    if audit.verdict in _ACCUSING and not any(f.severity is Severity.ERROR for _, f in findings):
        # The rule that says so was left out.
        said = ". ".join(filter(None, (audit.verdict.meaning, scores_of(audit))))
        told = Finding(audit.verdict.value, Severity.ERROR, said)
        findings.insert(0, (verdict_id(audit.verdict.value), told))
    about = _properties(audit)
    for identifier, finding in findings:
        first, *others = _located(audit, finding)
        related = [_related(each, number) for number, each in enumerate(others, 1)]
        said = message(visible(finding.message))
        links = _links(first, others)
        yield {
            "ruleId": identifier,
            # A store may hold the finding of a rule that has gone since.
            **({"ruleIndex": indexes[identifier]} if identifier in indexes else {}),
            "level": LEVELS[finding.severity],
            "message": {"text": f"{said.removesuffix('.')}. See also {links}." if links else said},
            "locations": [_location(first)],
            **({"relatedLocations": related} if related else {}),
            "partialFingerprints": prints.of(identifier, finding.message),
            "properties": about,
        }


def notifications_of(audit: Audit) -> Iterator[dict[str, Any]]:
    """What is said of a game that could not be judged: it is about the run, and accuses nobody."""
    if audit.verdict not in (Verdict.UNDECIDED, Verdict.UNREADABLE):
        return
    reasons = "; ".join(reasons_of(audit)) or audit.verdict.meaning
    said = f"{audit.verdict.value}: {visible(audit.source)}: {reasons}"
    yield {
        "descriptor": {"id": verdict_id(audit.verdict.value)},
        "level": "warning" if audit.verdict is Verdict.UNREADABLE else "note",
        "message": {"text": message(said)},
        "locations": [_location(Evidence(home_of(audit), _line_of(audit), ""))],
    }


def uri_of(source: str) -> str:
    """A file's name as a reference that a SARIF log can have: relative, ``file:``, or a URL's own.

    >>> uri_of("old morgues/a#1.txt")
    'old%20morgues/a%231.txt'
    """
    if is_url(source):
        return quote(_encoded(source), safe=":/?#[]@!$&'()*+,;=%~")
    path = _encoded(source.replace(os.sep, "/"))
    while path.startswith(b"./"):
        path = path[2:].lstrip(b"/")
    return ("file://" if path.startswith(b"/") else "") + quote(path)


def _encoded(name: str) -> bytes:
    try:
        return name.encode("utf-8", "surrogateescape")  # the bytes that the file's name has
    except UnicodeEncodeError:
        return name.encode("utf-8", "backslashreplace")


def _line_of(audit: Audit) -> int:
    """The line of a log; 0 in a file of its own."""
    if audit.rejected is not None:
        return audit.rejected.line
    return 0 if audit.record is None else audit.record.line


def _located(audit: Audit, finding: Finding) -> list[Evidence]:
    """The lines of a finding, first one of the file itself; the file as a whole where there is none."""
    home = home_of(audit)
    lines = [each for each in finding.evidence if each.line > 0][:_MOST_LINES]
    own = next((each for each in lines if each.source == home), None)
    if own is None:
        return [Evidence(home, _line_of(audit), ""), *lines]
    lines.remove(own)
    return [own, *lines]


def _links(first: Evidence, others: Sequence[Evidence]) -> str:
    """Links to the further lines: code scanning shows no related location that has none.

    The fields of one line of a log are one line.
    """
    numbers: dict[tuple[str, int], str] = {(first.source, first.line): ""}
    for number, each in enumerate(others, 1):
        numbers.setdefault((each.source, each.line), f"[{_label(each, first)}]({number})")
    return ", ".join(list(filter(None, numbers.values()))[:_MOST_LINKS])


def _label(evidence: Evidence, first: Evidence) -> str:
    name = "line " if evidence.source == first.source else f"{os.path.basename(evidence.source)}:"
    return re.sub(r"([\\\[\]])", r"\\\1", message(visible(f"{name}{evidence.line}")))


def _location(evidence: Evidence) -> dict[str, Any]:
    # Code scanning shows nothing that has no line: what is about a file stands at its head.
    region: dict[str, Any] = {"startLine": max(evidence.line, 1)}
    if evidence.text:
        region["snippet"] = {"text": visible(evidence.text)}
    place = {"artifactLocation": {"uri": uri_of(evidence.source)}, "region": region}
    return {"physicalLocation": place}


def _related(evidence: Evidence, number: int) -> dict[str, Any]:
    said = message(visible(evidence.text).strip()) or "(an empty line)"
    return {"id": number, **_location(evidence), "message": {"text": said}}


def _properties(audit: Audit) -> dict[str, Any]:
    span = audit.recomputed
    known = {
        "verdict": audit.verdict.value,
        "recorded": audit.recorded,
        "recomputed": None if span is None else [span.low, span.high],
        "game": audit.game,
        **{name: _shown(audit.fact(name)) for name in ("version", "player")},
    }
    return {name: value for name, value in known.items() if value is not None}


def _shown(value: Any) -> str | None:
    return None if value is None else visible(str(value))


class _Prints:
    """The fingerprints of the results of one game, by which a later run knows them again.

    They hold while the file has its name: numbers that a message quotes may change, and lines of
    a log may move when older ones are taken out.
    """

    def __init__(self, audit: Audit) -> None:
        self._source = uri_of(home_of(audit))
        self._game = ""
        if _line_of(audit):
            # As plain data: a moment that comes from a store is a text already.
            told = [str(plain(audit.fact(name))) for name in _NAMED]
            timed = audit.fact("started") is not None or audit.fact("ended") is not None
            self._game = "\0".join(told) if timed else str(_line_of(audit))
        self._seen: Counter[str] = Counter()

    def of(self, identifier: str, said: str) -> dict[str, str]:
        """The fingerprints of a result."""
        kind = re.sub(r"\d[\d,.]*", "#", said)
        parts = "\0".join((identifier, self._source, self._game, kind))
        digest = hashlib.blake2b(parts.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()
        self._seen[digest] += 1
        number = self._seen[digest]
        # The second is the one that code scanning looks at, with its hash of 64 bits and a number.
        return {
            "necropsyFinding/v1": digest if number == 1 else f"{digest}:{number}",
            "primaryLocationLineHash": f"{digest[:16]}:{number}",
        }
