"""The rules as a SARIF log describes them, and the number under which a result names each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from necropsy.games import games
from necropsy.reports.manual import blocks
from necropsy.reports.rulebook import manual_markdown
from necropsy.rules import Rule, Severity
from necropsy.verdict import Verdict

__all__ = ["LEVELS", "descriptors", "driver", "indexes", "message", "rule_id", "verdict_id"]

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}
"""The levels of SARIF by severity."""

# What code scanning sorts and filters by: how often a finding is right, and how grave it is.
_PRECISIONS = {Severity.ERROR: "very-high", Severity.WARNING: "medium", Severity.HINT: "low"}
_PROBLEMS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "recommendation"}

_ACCUSING = (Verdict.MISMATCH, Verdict.TAMPERED)
_NOTIFIED = (Verdict.UNDECIDED, Verdict.UNREADABLE)

_MANUALS = {
    Verdict.MISMATCH: (
        "The recorded score lies outside what the formula of that version gives. This stands for the finding"
        " of a score rule that was left out of the run."
    ),
    Verdict.TAMPERED: (
        "At least one thing was found that an unedited file of that version cannot show. This stands for the"
        " finding of a rule that was left out of the run."
    ),
    Verdict.UNDECIDED: (
        "A version, a variant or a part of the file that the formula needs is missing or unknown. Nothing"
        " follows from it for or against the game."
    ),
    Verdict.UNREADABLE: (
        "The file or line is of no game known here, is damaged, or is over a limit. Whatever is in it was"
        " not examined."
    ),
}
_REMARK = "What was left out of a run, and whether it came to its end."

_LONGEST = 1000
"""Code scanning takes no longer description."""


def rule_id(game: str | None, code: str) -> str:
    """The identifier of a rule: ``dcss/S101``; the code alone where the game is not known."""
    return f"{game}/{code}" if game else code


def verdict_id(verdict: str) -> str:
    """The identifier of what reports a verdict that no finding stands for."""
    return f"necropsy/{verdict}"


def message(text: str) -> str:
    """A text as a message of SARIF, in which nothing is a placeholder or a link.

    >>> message("{0} [here](http://x)")
    '{{0}} [here] (http://x)'
    """
    return text.replace("{", "{{").replace("}", "}}").replace("](", "] (")


def driver(game: str | None, version: str) -> dict[str, Any]:
    """The program as a tool, with its rules.

    Args:
        game: the one game whose rules there are; ``None`` is all.
        version: the program's version.
    """
    notified = [_verdict(verdict, "note") for verdict in _NOTIFIED]
    remark = _own("remark", "something to know of the run", _REMARK, "note")
    return {
        "name": "necropsy",
        "version": version,
        "semanticVersion": version,
        "rules": list(descriptors(game)),
        "notifications": [*notified, remark],
    }


@lru_cache(maxsize=8)
def indexes(game: str | None) -> Mapping[str, int]:
    """The number of each rule by its identifier."""
    return {each["id"]: number for number, each in enumerate(descriptors(game))}


def descriptors(game: str | None) -> Iterator[dict[str, Any]]:
    """The rules: those that stand for a verdict, then all of each game."""
    for verdict in _ACCUSING:
        yield _verdict(verdict, "error")
    for each in games():
        if game in (None, each.name):
            yield from (_descriptor(each.name, rule) for rule in each.rulebook)


def _verdict(verdict: Verdict, level: str) -> dict[str, Any]:
    return _own(verdict.value, verdict.meaning, _MANUALS[verdict], level)


def _own(name: str, title: str, manual: str, level: str) -> dict[str, Any]:
    """What reports something that no rule does."""
    return {
        "id": verdict_id(name),
        "shortDescription": {"text": message(title)},
        "fullDescription": {"text": message(manual)},
        "help": {"text": message(manual), "markdown": message(manual)},
        "defaultConfiguration": {"level": level},
    }


def _descriptor(game: str, rule: Rule) -> dict[str, Any]:
    manual = list(blocks(rule.manual))
    facts = {
        "tags": [game, rule.family],
        "precision": _PRECISIONS[rule.severity],
        "problem.severity": _PROBLEMS[rule.severity],
        "since": rule.since or None,
        "until": rule.until or None,
    }
    return {
        "id": rule_id(game, rule.code),
        "shortDescription": {"text": message(rule.title)},
        "fullDescription": {"text": message(_shortened(" ".join(manual[0])))},
        "help": {
            "text": message("\n\n".join("\n".join(block) for block in manual)),
            "markdown": message(manual_markdown(rule)),
        },
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": {name: value for name, value in facts.items() if value is not None},
    }


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
