"""C: the look of a file against the version in its header."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.layout import foreign_signs
from necropsy.games.dcss.reckon import variant_of
from necropsy.games.dcss.rules.book import dump_rule
from necropsy.games.dcss.version import is_release
from necropsy.record import Record
from necropsy.rules import Report, Severity

# A file has hardly more signs than this; a person reads a few.
_SHOWN = 6


@dump_rule("C145", "A look that the version in the header does not give", needs="foreign_look")
def look_fits_version(record: Record) -> Iterator[Report]:
    """Labels, tables and spellings changed with the versions, each in builds that are known.

    The header names the version and with it the formula; the stats, the resistances, the place of
    the end and the tables show which versions print so. Only what a version does not print counts,
    and only where no player writes; what is missing may have been left out. Within a trunk cycle
    both looks are right. Honest exceptions: a server's own branch, or a build between releases, may
    carry a change earlier, so where the header names commits since a tag this warns; so does a
    game whose version is no known one of its species. A snapshot that somebody packed under the
    bare number of a release would be told as if it were one; none is known.
    """
    version, seen = version_of(record), record.statements("foreign_look")
    if version is None or not seen:
        return
    said = foreign_signs(version)[seen[0].value]
    more = f" (and {len(seen) - 1} more)" if len(seen) > 1 else ""
    yield Report(
        f"layout: {said}, but the header says {version}{more}",
        found=str(version),
        evidence=record.evidence(record.first("version"), *seen[:_SHOWN]),
        severity=None if is_release(version) and variant_of(record) is None else Severity.WARNING,
    )
