"""F: what is missing, unknown or could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from necropsy.games.dcss.facts import GEMS_SINCE, version_of
from necropsy.games.dcss.grammar import LONGEST_LINE
from necropsy.games.dcss.reckon import variant_of
from necropsy.games.dcss.rules.book import dump_rule, rule
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


@dump_rule("F106", "A note that belongs to another version", Severity.WARNING)
def notes_fit_version(record: Record) -> Iterator[Report]:
    """Gems are noted from 0.31 on; in a file of an older version such a row is somebody's own.

    What only some versions print elsewhere is the subject of C145. Honest exceptions: a player's
    own note, a script's.
    """
    version, seen = version_of(record), record.first("gem_noted")
    if version is not None and seen is not None and version.before(GEMS_SINCE):
        yield Report(
            f"layout: gems are noted, as 0.31 and later do, but the header says {record.value('version')}",
            found=record.value("version"),
            evidence=record.evidence(record.first("version"), seen),
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
