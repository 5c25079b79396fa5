"""By what a finding is known again: what the game is, and what was found.

The game is named by its player, score and turns, which a file keeps when it is moved, packed or
told by a line of a log; the finding by its rule, its message and the lines that it rests on. A file
in which any of these has changed has new findings. What holds no game is known by its name.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from necropsy.rules import Severity
from necropsy.verdict import Audit, Verdict, plain

__all__ = ["Mark", "marks_in", "marks_of"]


class Mark(NamedTuple):
    """What a finding, or a verdict without one, is known by.

    Attributes:
        rule: the rule's code; of a verdict its name.
        severity: that of the finding, as a number; 0 of a verdict.
        digest: 16 hexadecimal digits; "" of what never counts, a hint.
    """

    rule: str
    severity: int
    digest: str


_Found = tuple[str, int, str, list[str]]
"""A finding's rule, severity, message and lines of evidence."""

_OPEN = frozenset(Verdict) - {Verdict.MATCH, Verdict.SKIPPED}
_SEVERITIES = {severity.label: int(severity) for severity in Severity}


def marks_of(audit: Audit) -> tuple[Mark, ...]:
    """The mark of a verdict, and those of the findings in their order; nothing where neither can count."""
    if not audit.findings and audit.verdict not in _OPEN:
        return ()
    found = [
        (each.rule, int(each.severity), each.message, [line.text for line in each.evidence])
        for each in audit.findings
    ]
    game = audit.game, plain(audit.fact("player")), audit.recorded, plain(audit.fact("turns"))
    return _marks(game, audit.source, audit.verdict, audit.reasons, found)


def marks_in(data: Mapping[str, Any]) -> tuple[Mark, ...]:
    """The same of an audit as the machine output has it.

    Raises:
        KeyError, TypeError, ValueError: if it is no audit.
    """
    verdict = Verdict(data["verdict"])
    if not data["findings"] and verdict not in _OPEN:
        return ()
    found = [
        (
            each["rule"],
            _SEVERITIES[each["severity"]],
            each["message"],
            [line["text"] for line in each["evidence"]],
        )
        for each in data["findings"]
    ]
    game = data["game"], data["player"], data["recorded"], data["facts"].get("turns")
    return _marks(game, data["source"], verdict, data["reasons"], found)


def _marks(
    game: tuple[Any, ...], source: str, verdict: Verdict, reasons: Iterable[str], found: list[_Found]
) -> tuple[Mark, ...]:
    # What says nothing of its player, score and turns is known by its file alone.
    named = game[0] is not None and any(value is not None for value in game[1:])
    name = list(game) if named else [os.path.normpath(source)]
    marks = [_verdict_mark(name, verdict, reasons, found)]
    for rule, severity, message, lines in found:
        digest = "" if severity < Severity.WARNING else _digest(name, rule, *_gist(rule, message, lines))
        marks.append(Mark(rule, severity, digest))
    return tuple(marks)


def _verdict_mark(name: list[Any], verdict: Verdict, reasons: Iterable[str], found: list[_Found]) -> Mark:
    """The mark of a verdict; one that a proof stands for has none of its own."""
    proven = any(severity >= Severity.ERROR for _, severity, _, _ in found)
    own = verdict in _OPEN and not proven
    return Mark(verdict.value, 0, _digest(name, verdict.value, *reasons) if own else "")


# What these say names other files of the run, which may be moved.
_NAMES_A_FILE = re.compile(r"X\d5[0-3]")


def _gist(rule: str, message: str, lines: list[str]) -> list[str]:
    return [] if _NAMES_A_FILE.match(rule) else [message, *lines]


def _digest(name: list[Any], *texts: str) -> str:
    content = json.dumps([*name, *texts])
    return blake2b(content.encode(), digest_size=8).hexdigest()
