"""F: what is missing, unknown or could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from necropsy.games.dcss.facts import GEMS_SINCE, version_of
from necropsy.games.dcss.grammar import LONGEST_LINE
from necropsy.games.dcss.reckon import variant_of
from necropsy.games.dcss.rules.book import dump_rule, rule
from necropsy.games.dcss.version import Version
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference


@dump_rule("F101", "No header", Severity.HINT)
def header_missing(record: Record) -> Iterator[Report]:
    """Without the header the version is unknown, and with it the formula.

    A player can leave the section out (``dump_order``).
    """
    if not record.has("version"):
        yield Report("header: missing, so the version and its formula are unknown")


@dump_rule("F102", "No score block", Severity.HINT)
def score_block_missing(record: Record) -> Iterator[Report]:
    """Without the score block there is no recorded score.

    A player can leave the section out, and 0.1 and 0.2 did not write it.
    """
    if not record.has("score"):
        yield Report("score block: missing, so there is no score to audit")


@dump_rule("F103", "No overview", Severity.HINT)
def overview_missing(record: Record) -> Iterator[Report]:
    """Without the overview runes, gold and progress are unknown and the score is a wide span."""
    if record.has("score") and not record.value("title_lines"):
        yield Report("overview: missing, so runes, gold and the progress to the next level are unknown")


@rule("F104", "An unknown variant", Severity.WARNING)
def variant(record: Record) -> Iterable[Report]:
    """Forks of the game count as they like, so their scores are not judged."""
    why = variant_of(record)
    if why is None:
        return ()
    return (Report(f"variant: {why}", evidence=record.evidence(record.first("version"))),)


@dump_rule("F105", "A section appears again", Severity.WARNING, needs="sections_repeated")
def section_repeated(record: Record) -> Iterator[Report]:
    """The game writes inventory, skills, notes and tables once each.

    Honest exceptions: a ``dump_order`` that repeats a section, text in a script's section.
    Nothing is read from a section that appears twice.
    """
    for kind, line in record.value("sections_repeated", ()):
        yield Report(
            f"{kind.replace('_', ' ')}: the section appears again; nothing is read from either",
            found=kind,
            evidence=tuple(record.evidence_at(line)),
        )


@dump_rule("F106", "A line that belongs to another version", Severity.WARNING)
def layout_fits_version(record: Record) -> Iterator[Report]:
    """Some lines are printed by certain versions only.

    Experience in figures ends with 0.8, ``Next:`` starts with 0.9, the seed line with
    0.23, gems with 0.31. Honest exceptions: none known, but a server's own branch may
    carry a change earlier.
    """
    version = version_of(record)
    for fact, what in () if version is None else _not_printed_by(version):
        seen = record.first(fact)
        if seen is not None:
            yield Report(
                f"layout: {what}, but the header says {record.value('version')}",
                found=record.value("version"),
                evidence=record.evidence(record.first("version"), seen),
            )


_LAYOUT = (
    ("xp", "experience is printed in figures, as 0.3 to 0.8 do", "", "0.10"),
    ("next_pct", "progress is printed in percent, as 0.9 and later do", "0.8", ""),
    ("seed", "the seed is printed, as 0.23 and later do", "0.22", ""),
    ("gem_noted", "gems are noted, as 0.31 and later do", GEMS_SINCE, ""),
)


@lru_cache(maxsize=512)
def _not_printed_by(version: Version) -> tuple[tuple[str, str], ...]:
    """The facts whose lines a version surely does not print, with what is printed there."""
    return tuple(
        (fact, what)
        for fact, what, since, until in _LAYOUT
        if (since and version.before(since)) or (until and version.since(until))
    )


@dump_rule("F107", "Not encoded in UTF-8", Severity.HINT, needs="encoding")
def encoding_is_old(record: Record) -> Iterator[Report]:
    """Some tiles builds drew their maps in single bytes; such a file is read as CP1252.

    Only map drawings and odd names are touched, no fact is.
    """
    encoding = record.first("encoding")
    if encoding is not None:
        yield Report(f"encoding: no UTF-8; read as {encoding.value}", found=encoding.value)


@dump_rule("F108", "A line too long to be one of a morgue", Severity.WARNING)
def lines_are_short(record: Record) -> Iterator[Report]:
    """No line of a real morgue is longer than a few hundred characters; nothing is read from this one."""
    if not record.document.may_have_line_over(LONGEST_LINE):
        return
    for number, line in enumerate(record.lines, 1):
        if len(line) > LONGEST_LINE:
            yield Report(
                f"line {number}: {len(line):,} characters, the longest that is read has {LONGEST_LINE:,}"
                f" {difference(len(line), LONGEST_LINE, countable=True)}",
                expected=LONGEST_LINE,
                found=len(line),
                evidence=tuple(record.evidence_at(number)),
            )
            return


@dump_rule("F110", "A line of the score block that cannot be read", Severity.WARNING)
def score_block_unreadable(record: Record) -> Iterator[Report]:
    """A line stands where the game writes another; what it would say is unknown."""
    return _flaws(record, "F110", "score block", "ending")


@dump_rule("F111", "A line of the overview that cannot be read", Severity.WARNING)
def overview_unreadable(record: Record) -> Iterator[Report]:
    """A stat line was found by its label and could not be read."""
    return _flaws(record, "F111", "overview", "next_pct")


def _flaws(record: Record, code: str, what: str, fact: str) -> Iterator[Report]:
    """What the one reader that reports such flaws could not read; it is the one that gives the fact."""
    record.statements(fact)
    for flaw in record.flaws:
        if flaw.rule == code:
            message = flaw.message.removeprefix(f"the {what} ")
            yield Report(f"{what}: {message}", evidence=tuple(record.evidence_at(*flaw.lines)))
