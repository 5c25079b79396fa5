"""The registry of GnollHack rules, and what several of them ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial

from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.line import PLACE, UNSETTLED
from necropsy.games.gnollhack.version import Build, BuildRange
from necropsy.joint import JointRecord
from necropsy.logline import LineRecord
from necropsy.record import Evidence, Record, Statement
from necropsy.rules import Report, Rule, Rulebook, Severity
from necropsy.rules_between import add_rules

__all__ = [
    "RULEBOOK",
    "apart",
    "before",
    "counted_lines",
    "dump_rule",
    "dumps",
    "from_on",
    "hint_rule",
    "holds",
    "in_dump",
    "in_each",
    "in_line",
    "line_rule",
    "pair_rule",
    "parts",
    "rule",
]

RULEBOOK = Rulebook()
rule = RULEBOOK.rule
add_rules(RULEBOOK, 2)
hint_rule = partial(RULEBOOK.rule, severity=Severity.HINT, part="line")
line_rule = partial(RULEBOOK.rule, part="line", needs=UNSETTLED)
dump_rule = partial(RULEBOOK.rule, part="dump")
pair_rule = partial(RULEBOOK.rule, part="several")


def from_on(record: Record, tag: str) -> bool:
    """Whether the record's build is surely the one of a tag or a later one."""
    build = build_of(record)
    return build is not None and build.since(tag)


def holds(rule: Rule, build: Build | None) -> bool:
    """Whether a rule surely holds for a build."""
    if not rule.since and not rule.until:
        return True
    return build is not None and BuildRange(rule.since, rule.until).holds(build)


def before(record: Record, tag: str) -> bool:
    """Whether the record's build surely came before the one of a tag."""
    build = build_of(record)
    return build is not None and build.before(tag)


def in_line(record: Record, fact: str) -> Statement | None:
    """What the line in the xlogfile says of a fact."""
    return next((s for s in record.statements(fact) if s.place == PLACE), None)


def in_dump(record: Record, fact: str) -> Statement | None:
    """What the dump, or its page, says of a fact."""
    return next((s for s in record.statements(fact) if s.place != PLACE), None)


def parts(record: Record) -> Sequence[Record]:
    """The records of the single files."""
    return record.parts if isinstance(record, JointRecord) else (record,)


def dumps(record: Record) -> list[Record]:
    """The records of the dump and of its page."""
    if not isinstance(record, JointRecord):
        return [] if isinstance(record, LineRecord) else [record]
    return [part for part in record.parts if not isinstance(part, LineRecord)]


def counted_lines(record: Record) -> tuple[Evidence, ...]:
    """The lines of the role score that count something."""
    found: dict[Evidence, None] = {}
    for fact in ("role_counts", "slain", "selfies"):
        said = record.first(fact)
        if said is None:
            continue
        owner = record.owner_of(said) if isinstance(record, JointRecord) else record
        numbers = [item.line for item in said.value if fact != "role_counts" or item.amount]
        found.update(dict.fromkeys(owner.evidence_at(*numbers) if numbers else [owner.evidence_of(said)]))
    return tuple(found)


def apart(odd: Iterable[str], first: Collection[str], names: tuple[str, str]) -> str:
    """The first few things that only one of two has, each with which one."""
    return ", ".join(f"{token} ({names[token not in first]})" for token in sorted(odd)[:6])


def in_each(files: Iterable[Record], check: Callable[[Record], Iterable[Report]]) -> Sequence[Report]:
    """What a check finds in single files; the same in a dump and in its page is said once."""
    reports = [report for part in files for report in check(part)]
    if not reports:
        return ()
    found: dict[str, Report] = {}
    evidence: dict[str, dict[Evidence, None]] = {}
    for report in reports:
        found[report.message] = report
        evidence.setdefault(report.message, {}).update(dict.fromkeys(report.evidence))
    return [replace(report, evidence=tuple(evidence[message])) for message, report in found.items()]
