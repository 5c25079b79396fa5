"""F: a log line that cannot be read, or not in full.

Each check compares plain values first and says more only where they do not fit: a log has
millions of lines. What a build of DCSS proper cannot write is an error; a line of a fork
is none of its business.
"""

from __future__ import annotations

import re

from necropsy.games.dcss.line import KNOWN, CrawlLine
from necropsy.games.dcss.rules.book import rule
from necropsy.games.dcss.rules.line_reports import NONE, Reports
from necropsy.record import Evidence
from necropsy.rules import Report, Severity

_SHOWN, _LONGEST = 5, 400


@rule("F130", "A field of a log line that cannot be read", Severity.WARNING, part="line")
def fields_unreadable(line: CrawlLine) -> Reports:
    """A number that is none, or a part of the line without a key; it is left out of account."""
    if not line.flaws and not line.broken:
        return NONE
    said = [flaw.message for flaw in line.flaws]
    said += [f"a part of the line has no key: {part[:40]!r}" for part in line.broken]
    evidence = tuple(line.evidence_at(line.line))
    return [Report(f"fields: {message}", evidence=evidence) for message in said[:_SHOWN]]


@rule("F131", "A key that stands twice in a log line", Severity.WARNING, part="line")
def keys_stand_once(line: CrawlLine) -> Reports:
    """The game writes each key once; nothing is taken from one that stands twice with two values.

    One scoreboard takes the first value and another the last, so the same line would be two
    games. Honest exceptions: a scoreboard that put a column of its own beside the game's.
    """
    if not line.repeated:
        return NONE
    keys = ", ".join(key[:40] for key in line.repeated[:_SHOWN])
    message = f"keys: {keys} {'stand' if len(line.repeated) > 1 else 'stands'} twice with different values"
    return (Report(message, found=list(line.repeated[:_SHOWN]), evidence=tuple(line.evidence_at(line.line))),)


@rule("F132", "A key that no log line of the game has", Severity.HINT, part="line")
def keys_are_known(line: CrawlLine) -> Reports:
    """Every field of 0.4 to the trunk of 0.35 is known, and what scoreboards add to them.

    A newer build, a fork or a scoreboard may have others; nothing is read from them.
    """
    if line.fields.keys() <= KNOWN:
        return NONE
    unknown = sorted(line.fields.keys() - KNOWN)[:_SHOWN]
    keys = ", ".join(repr(key[:40]) for key in unknown)
    shown = " ".join(f"{key}={line.fields[key]}" for key in unknown)[:_LONGEST]
    evidence = (Evidence(line.source, line.line, shown),)
    return (Report(f"keys: no version writes {keys}", found=unknown, evidence=evidence),)


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@rule("F133", "A control character in a log line", Severity.WARNING, part="line")
def no_control_characters(line: CrawlLine) -> Reports:
    """The game writes text alone; a control character can hide a line's content on a terminal.

    Honest exceptions: a line end of another system, and damage to the file.
    """
    if line.text.isprintable():
        return NONE
    match = _CONTROL.search(line.text.rstrip("\r"))
    if match is None:
        return NONE
    message = f"characters: U+{ord(match[0]):04X} stands at column {match.start() + 1}"
    return (Report(message, found=ord(match[0]), evidence=tuple(line.evidence_at(line.line))),)
