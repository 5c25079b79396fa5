"""From a dump to the scores that its game can have had; no dump says which.

A score is claimed only by the client of a score server, above the dump that it sends. What
the dump shows bounds it: experience and depth from below, the options that are printed.
"""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.breakdown import Reckoning
from necropsy.games.hengband import score
from necropsy.games.hengband.counted_game import game_of
from necropsy.games.hengband.hero import unknown_of, version_of
from necropsy.games.hengband.rules.book import READ
from necropsy.record import Record

__all__ = ["reckon"]


def reckon(record: Record) -> Reckoning:
    """The score that the facts allow, or what is missing for an audit."""
    missing = tuple(_missing(record))
    if missing:
        return Reckoning(missing=missing)
    version = version_of(record)
    assert version is not None, "it is missing without"
    return Reckoning((score.breakdown(version, game_of(record, version)),))


def _missing(record: Record) -> Iterator[str]:
    """What stands in the way of an audit."""
    version = version_of(record)
    if record.value("version") is None:
        yield "needs the title, which names the version"
    elif version is None:
        yield f"needs a version of Hengband: {record.value('version')[:40]!r} is none"
    elif not READ.overlaps(version):
        yield f"needs the tables of version {version}; those up to 3.0.2 are known"
    for fact, what in (
        ("race", "race"),
        ("class", "class"),
        ("personality", "personality"),
        ("level", "level"),
        ("max_hp", "hit points"),
        ("shown_stats", "six stats"),
    ):
        if not record.has(fact):
            yield f"needs the character screen with the {what}"
    if not record.has("stat_rows"):
        yield "needs the stat table"
    if record.document is not None and "options" in record.document.twice:
        yield "needs one section of options, which tells whether something illegal was done; it stands twice"
    elif record.document is not None and record.document.lacks("options"):
        yield "needs the section of options, which tells whether something illegal was done; it was left out"
    elif record.document is not None and not record.document.tells_of_cheating:
        yield "needs the whole section of options, which tells whether something illegal was done"
    yield from (f"needs the tables of another game: {said}" for said in unknown_of(record))
