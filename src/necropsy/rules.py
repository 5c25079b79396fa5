"""Rules, what they find, and the registry that holds them.

A rule is a function from a record to reports, registered under a code. Its docstring is
its manual page: the reason, and the honest exceptions. The letter of its code is its family
(:data:`FAMILIES`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from necropsy.joint import lines_of
from necropsy.record import Evidence, Record

__all__ = ["FAMILIES", "PARTS", "Check", "Finding", "Report", "Rule", "Rulebook", "Severity", "difference"]

FAMILIES = {
    "S": ("score", "the recorded number against the formula"),
    "C": ("contradiction", "what one file says, against itself"),
    "X": ("between files", "what several files say, against each other"),
    "E": ("eligibility", "what is not for a leaderboard"),
    "F": ("format", "what could not be read, and what is missing"),
    "B": ("build", "a character that the rules of the game can hardly give"),
}
"""The families of rules by the letter of their codes: a name, and what they are about."""


class Severity(IntEnum):
    """What a finding means.

    ``ERROR`` is a proof: an unedited file of that version cannot show it. ``WARNING`` is
    rare in honest files and says when it happens there; ``HINT`` is information.
    """

    HINT = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The name in lower case, as reports print it."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Report:
    """What a rule's function yields; the registry adds the rule's code.

    Attributes:
        message: *what: the file says A, B follows (A - B = d, too much)*.
        expected: what would be right, as plain data.
        found: what the file says, as plain data.
        evidence: the lines it rests on.
        severity: if milder than the rule's own.
    """

    message: str
    expected: Any = None
    found: Any = None
    evidence: tuple[Evidence, ...] = ()
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule found in one file."""

    rule: str
    severity: Severity
    message: str
    expected: Any = None
    found: Any = None
    evidence: tuple[Evidence, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The finding as the machine output has it."""
        return {
            "rule": self.rule,
            "severity": self.severity.label,
            "message": self.message,
            "expected": self.expected,
            "found": self.found,
            "evidence": [{"source": e.source, "line": e.line, "text": e.text} for e in self.evidence],
        }


Check = Callable[[Any], Iterable[Report]]
"""A rule's function; it is given a :class:`~necropsy.record.Record` (a ``line`` rule the line's own)."""

PARTS = ("", "line", "dump", "several")


@dataclass(frozen=True, slots=True)
class Rule:
    """A registered rule.

    Attributes:
        code: family letter and three digits.
        title: one line for lists.
        severity: the worst that it can report.
        since: the first version for which it holds ("" = the first there is).
        until: the last version for which it holds ("" = the newest).
        check: the function.
        decisive: whether what it finds is the mismatch itself; nothing is where no formula is sure.
        accuses: whether an error that it finds is a mark of tampering.
        needs: a fact without which, or where it is no, 0 or empty, the rule has nothing to say; of a
            log's line it is one that is read at once. Most files give most rules nothing to say.
        stands: whether what it finds is proof in a file that was cut off, too: what such a file lacks,
            and where its last line ends, proves nothing.
        part: what it is about: "" is any record, ``line`` is given the line of a log alone, ``dump``
            needs a dump, ``several`` needs several files of one game.
    """

    code: str
    title: str
    severity: Severity
    check: Check = field(compare=False)
    since: str = ""
    until: str = ""
    decisive: bool = False
    accuses: bool = True
    needs: str = ""
    stands: bool = False
    part: str = ""

    @property
    def manual(self) -> str:
        """The rule's docstring: its reason and its honest exceptions."""
        return inspect.getdoc(self.check) or ""

    @property
    def family(self) -> str:
        """The name of the rule's family."""
        return FAMILIES[self.code[0]][0]

    @property
    def versions(self) -> str:
        """The versions for which the rule holds, in words; "" for all."""
        if self.since and self.until:
            return f"versions {self.since} to {self.until}"
        if self.since:
            return f"from version {self.since} on"
        return f"up to version {self.until}" if self.until else ""

    def run(self, record: Record) -> Iterator[Finding]:
        """Apply the rule; one about a log's line to each line among the files of the game."""
        for part in lines_of(record) if self.part == "line" else (record,):
            yield from map(self.finding, self.check(part))

    def finding(self, report: Report) -> Finding:
        """A report with the rule's code and severity."""
        severity = self.severity if report.severity is None else report.severity
        return Finding(self.code, severity, report.message, report.expected, report.found, report.evidence)


class Rulebook:
    """The rules of one game, in the order of their codes."""

    def __init__(self) -> None:
        self._rules: dict[str, Rule] = {}

    def rule(
        self,
        code: str,
        title: str,
        severity: Severity = Severity.ERROR,
        *,
        since: str = "",
        until: str = "",
        decisive: bool = False,
        accuses: bool = True,
        needs: str = "",
        stands: bool = False,
        part: str = "",
    ) -> Callable[[Check], Check]:
        """Register the decorated function as a rule.

        Raises:
            ValueError: if the code is taken, the function has no docstring, or there is no such part.
        """

        def register(check: Check) -> Check:
            if code in self._rules:
                raise ValueError(f"two rules have the code {code}")
            if part not in PARTS:
                raise ValueError(f"rule {code}: part is one of {PARTS}, not {part!r}")
            if not inspect.getdoc(check):
                raise ValueError(f"rule {code} needs a docstring: it is its manual")
            self._rules[code] = Rule(
                code, title, severity, check, since, until, decisive, accuses, needs, stands, part
            )
            return check

        return register

    def __iter__(self) -> Iterator[Rule]:
        return iter(sorted(self._rules.values(), key=lambda rule: rule.code))

    def __getitem__(self, code: str) -> Rule:
        return self._rules[code]

    def __contains__(self, code: object) -> bool:
        return code in self._rules


def selected(code: str, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> bool:
    """Whether a rule code is asked for: by its beginning, ``C`` or ``C10`` or ``C101``."""
    chosen = tuple(select)
    return (not chosen or code.startswith(chosen)) and not code.startswith(tuple(ignore))


def difference(found: int, expected: int, *, countable: bool = False) -> str:
    """``(4,852 too much)``, ``(2 too few)``: how far a number is off, and which way."""
    off = found - expected
    more, less = ("many", "few") if countable else ("much", "little")
    return f"({abs(off):,} too {more if off > 0 else less})"
