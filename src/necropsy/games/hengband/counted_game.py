"""What a version counts of a hero, as far as the dump shows it."""

from __future__ import annotations

from functools import lru_cache

from necropsy.games.hengband import score
from necropsy.games.hengband.experience import MOST
from necropsy.games.hengband.hero import hero_of
from necropsy.games.hengband.options import DOWNWARD
from necropsy.games.hengband.tables_csv import rows
from necropsy.games.hengband.version import Version
from necropsy.record import Record
from necropsy.span import Span

__all__ = ["game_of"]


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
    wins, arena = record.value("arena_wins"), record.value("arena")
    return score.Game(
        _experience(record, version),
        Span(min(deepest, _deepest()), _deepest()),
        _settings(record),
        arena=Span.at_least(score.fewest_of_a_champion(version)) if arena in _CHAMPIONS else _wins(wins),
        arena_lost=None if wins is None and arena not in _CHAMPIONS else False,
        race=hero.race,
        profession=hero.profession,
        personality=hero.personality,
        winner=True if record.value("won") else None,
    )


_CHAMPIONS = ("champion", "true champion")


def _wins(wins: int | None) -> Span:
    return Span.at_least(0) if wins is None else Span.exactly(wins)


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
