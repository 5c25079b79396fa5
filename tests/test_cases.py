"""Every rule against its named cases: one that it must report, one that it must let pass.

``tests/cases/<CODE>.yaml`` holds the cases of a rule; the code's first digit tells the game.
A case gives either single facts or a whole file (``cases_dcss.py``, ``cases_gnollhack.py``
and ``cases_hengband.py`` say how), and what the rule finds there:

    fewer notes than runes:
      facts: {runes: {overview: 4}, rune_noted: [golden, silver, icy]}
      finds: error
      message: overview says 4, the notes name 3

``finds``    error, warning, hint or nothing.
``message``  what the messages must say, one text or several.
``lines``    what the evidence must show, one text or several.
``errors``   the codes of all error findings of the whole audit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cases_dcss
import cases_gnollhack
import cases_hengband
import pytest
import yaml

from necropsy.games import Game
from necropsy.joint import JointRecord
from necropsy.judge import judge
from necropsy.logline import LineRecord
from necropsy.record import Evidence, Record
from necropsy.rules import Finding, Rule, Severity

CASES = Path(__file__).parent / "cases"
FAMILIES = {"S", "C", "X", "E", "F", "B"}
KEYS = {"finds", "message", "lines", "errors"}
BUILDERS: dict[str, Any] = {"1": cases_dcss, "2": cases_gnollhack, "3": cases_hengband}
"""By the first digit of a code."""


def _cases() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path in sorted(CASES.glob("*.yaml")):
        for name, case in yaml.safe_load(path.read_text("utf-8")).items():
            yield path.stem, name, case


ALL = list(_cases())
RULES = [rule for builder in BUILDERS.values() for rule in builder.GAME.rulebook]


@pytest.mark.parametrize(
    ("code", "case"),
    [(code, case) for code, _, case in ALL],
    ids=[f"{code}: {name}" for code, name, _ in ALL],
)
def test_case(code: str, case: dict[str, Any]) -> None:
    builder = BUILDERS[code[1]]
    assert set(case) <= KEYS | builder.KEYS, f"unknown keys: {set(case) - KEYS - builder.KEYS}"
    rule = builder.GAME.rulebook[code]
    record = builder.record_of(case)
    found = _found(builder.GAME, rule, record, case)
    worst = max((finding.severity for finding in found), default=None)
    messages = "\n".join(finding.message for finding in found)
    assert (worst.label if worst else "nothing") == case["finds"], messages
    for text in _several(case.get("message", ())):
        assert text in messages
    shown = "\n".join(evidence.text for finding in found for evidence in finding.evidence)
    for text in _several(case.get("lines", ())):
        assert text in shown
    for finding in found:
        _is_well_made(rule, record, finding)


def _is_well_made(rule: Rule, record: Record, finding: Finding) -> None:
    assert finding.severity <= rule.severity, "a rule reports nothing worse than its own severity"
    what, colon, rest = finding.message.partition(": ")
    assert what
    assert colon
    assert rest, "a message begins with what it is about"
    assert "  " not in finding.message
    assert "None" not in finding.message
    parts = (*record.parts, *record.beside) if isinstance(record, JointRecord) else (record,)
    files = {part.source: part for part in parts}
    for evidence in finding.evidence:
        if evidence.line:
            assert _stands_in(files[evidence.source], evidence)


def _stands_in(record: Record, evidence: Evidence) -> bool:
    """Whether a file has the line; of a log's line some of its fields may be shown."""
    if isinstance(record, LineRecord):
        # Of a line the fields are shown that a fact rests on.
        shown = (
            evidence.text.partition("=")[0] in record.fields or evidence.text == record.text.rstrip()[:400]
        )
        return evidence.line == record.line and shown
    return evidence.text == record.lines[evidence.line - 1].rstrip()[:400]


def _found(game: Game, rule: Rule, record: Record, case: dict[str, Any]) -> list[Finding]:
    if rule.code[1] != "3" and not {"sample", "text"} & case.keys():
        record.breakdown = game.reckon(record).best(record.value("score"))
        return list(rule.run(record)) if game.holds(rule, game.edition(record)) else []
    audit = judge(game, record)
    if "errors" in case:
        errors = sorted({f.rule for f in audit.findings if f.severity is Severity.ERROR})
        assert errors == case["errors"]
    return [finding for finding in audit.findings if finding.rule == rule.code]


def _several(texts: Any) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_has_a_case_that_fires_and_one_that_does_not(rule: Rule) -> None:
    finds = [case["finds"] for code, _, case in ALL if code == rule.code]
    assert "nothing" in finds
    assert rule.severity.label in finds, "one case shows the worst that the rule can say"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_is_a_manual_page(rule: Rule) -> None:
    assert rule.code[0] in FAMILIES
    assert rule.code[1:].isdecimal()
    assert len(rule.code) == 4
    assert not rule.title.endswith(".")
    first = rule.manual.partition("\n")[0]
    assert first.endswith("."), "the first line of the manual is a sentence"
    assert len(rule.manual) > 40, "the manual gives the reason"
    if rule.severity is Severity.WARNING and rule.code[0] != "F":
        assert "xception" in rule.manual or "bug" in rule.manual or "script" in rule.manual, (
            "says when it is honest"
        )


def test_every_file_of_cases_belongs_to_a_rule() -> None:
    assert {code for code, _, _ in ALL} == {rule.code for rule in RULES}
