"""From a dump to the scores that its game can have had; no dump says which.

A score is claimed only by the client of a score server, above the dump that it sends. What
the dump shows bounds it: experience and depth from below, the options that are printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from necropsy.breakdown import Reckoning
from necropsy.games.hengband import score
from necropsy.games.hengband.experience import MOST
from necropsy.games.hengband.hero import hero_of, unknown_of, version_of
from necropsy.games.hengband.options import DOWNWARD
from necropsy.games.hengband.rules.book import READ
from necropsy.games.hengband.tables_csv import rows
from necropsy.games.hengband.version import Version
from necropsy.record import Record
from necropsy.span import Span

__all__ = ["game_of", "reckon"]


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
    elif record.document is not None and not record.document.tells_of_cheating:
        yield "needs the whole section of options, which tells whether something illegal was done"
    yield from (f"needs the tables of another game: {said}" for said in unknown_of(record))


@lru_cache(maxsize=1)
def _deepest() -> int:
    """The last level of the deepest dungeon."""
    return max(int(row["last"]) for row in rows("dungeons"))


def game_of(record: Record, version: Version) -> score.Game:
    """What a version counts of a hero, as far as the dump shows it."""
    hero = hero_of(record)
    assert hero is not None, "race, class and personality are known"
    # The depth of a quest does not count, and a scroll of recall can be set to a higher level.
    deepest = record.value("max_depth", 0)
    wins = record.value("arena_wins")
    return score.Game(
        _experience(record, version),
        Span(min(deepest, _deepest()), _deepest()),
        _settings(record),
        arena=Span.at_least(0) if wins is None else Span.exactly(wins),
        arena_lost=None if wins is None else False,
        race=hero.race,
        profession=hero.profession,
        personality=hero.personality,
        winner=True if record.value("won") else None,
    )


def _experience(record: Record, version: Version) -> Span:
    """What counts of the experience; an Android of 1.0 to 1.2 and a damaged row show none."""
    most = record.value("max_exp", record.value("exp"))
    if most is None:
        return Span(0, MOST)
    return score.counted_experience(version, min(max(most, 0), MOST))


_ON = {"ON": True, "OFF": False}
# ON says of levels only that there may be such, or that all levels are small by choice.
_ALWAYS = {"ALWAYS": True, "ON": False, "ENABLED": False, "OFF": False}
_PRINTED = (
    # The option, what the dump calls it, its words, and whether only "on" is printed.
    ("preserve", "preserve", _ON, False),
    ("ironman_small_levels", "small_levels", _ALWAYS, False),
    ("ironman_empty_levels", "arena_levels", _ALWAYS, False),
    ("ironman_shops", "ironman_shops", _ON, True),
    ("ironman_rooms", "ironman_rooms", _ON, True),
    ("ironman_nightmare", "ironman_nightmare", _ON, True),
    (DOWNWARD, "ironman_downward", _ON, True),
)


def _settings(record: Record) -> dict[str, bool | None]:
    """The options as far as a dump prints them; ``None`` where it does not say."""
    told = dict(line.split(": ", 1) for line in record.value("options", ()))
    whole = bool(record.value("options_whole"))
    settings: dict[str, bool | None] = {}
    for option, printed, words, only_on in _PRINTED:
        if printed in told:
            settings[option] = words.get(told[printed])
        else:
            settings[option] = False if only_on and whole else None
    return settings
