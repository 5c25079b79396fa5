"""X: several dumps of one hero at one moment."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.hengband.rules.book import rule
from necropsy.record import Record
from necropsy.rules import Report, Severity


@rule("X350", "The same moment told in two ways", Severity.WARNING, needs="told_before")
def told_again(record: Record) -> Iterator[Report]:
    """Two dumps of one hero, by the clocks of the game and of the player, that do not tell the same.

    One of them may have been edited: compare them. Honest exceptions: two dumps within a second,
    what a client sends beside the dump of the same second, and a file of which somebody cut or wrapped
    lines.
    """
    label = record.value("told_before")
    if label is not None and not record.value("told_alike"):
        yield Report(
            f"game: {label} tells of the same moment, and not the same",
            found=label,
            evidence=record.about("duration_s", "day", "exp"),
        )
