"""The facts that a score of Hengband uses, and those that make up its hero, with better values."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from necropsy.games.hengband.bodies import (
    Body,
    class_named,
    classes,
    personalities,
    race_named,
    races,
)
from necropsy.games.hengband.experience import HIGHEST_LEVEL, MOST, experience_factor, threshold
from necropsy.games.hengband.forger.cells import COLUMNS, cap, shown_stat, table_cell, with_cap, with_row
from necropsy.games.hengband.forger.deeds import arena_won, as_winner, depth_row, option_set, with_depth
from necropsy.games.hengband.forger.makeover import (
    as_class,
    as_personality,
    as_race,
    named,
    with_experience,
    with_max_exp,
)
from necropsy.games.hengband.hero import hero_of
from necropsy.games.hengband.self_knowledge import Cap
from necropsy.games.hengband.stat import CAPS, STATS
from necropsy.games.hengband.stat_table import StatRow
from necropsy.record import Record
from necropsy.tamper.forger import Aim
from necropsy.tamper.original import Sheet

__all__ = ["AIMS"]

Values = Callable[[Record, random.Random], Sequence[Any]]


def _raised(fact: str, *better: Callable[[int], int], least: int = 0) -> Values:
    """Better values of a number, where there is one."""

    def values(record: Record, _: random.Random) -> list[int]:
        value = record.value(fact)
        return [] if value is None or value < least else list(dict.fromkeys(make(value) for make in better))

    return values


# --------------------------------------------------------------------- level and experience


def _experience(record: Record, _: random.Random) -> list[int]:
    exp = record.value("exp")
    if exp is None:
        return []
    return [exp + 1, *(value for value in (exp * 10 + 5000, 5_000_000, MOST) if value > exp)]


def _levels(record: Record, _: random.Random) -> list[int]:
    level = record.value("level")
    return [] if level is None or level >= HIGHEST_LEVEL else [level + 1, min(level + 10, 49), HIGHEST_LEVEL]


def _at_level(sheet: Sheet, level: int) -> str | None:
    """The text of a hero of a level, with the experience that it takes."""
    hero = hero_of(sheet.record)
    if hero is None or hero.race is None:
        return None
    android = hero.race.english == "Android"
    return with_experience(
        sheet, threshold(level - 1, experience_factor(hero.race, hero.profession), android=android) or 0
    )


_CLAIMED = (
    Aim("claimed_level", _raised("claimed_level", lambda level: level + 1, lambda _: HIGHEST_LEVEL)),
    Aim("claimed_max_level", _raised("claimed_max_level", lambda level: level - 1, lambda level: level + 1)),
    Aim("claimed_max_depth", _raised("claimed_max_depth", lambda depth: depth + 1, lambda _: 127)),
    Aim("claimed_depth", _raised("claimed_depth", lambda depth: depth + 1, lambda depth: depth + 20)),
    Aim("claimed_gold", _raised("claimed_gold", lambda gold: gold + 1, lambda gold: gold * 10)),
    Aim("turns", _raised("turns", lambda turns: turns + 1, lambda turns: turns * 2 + 100_000)),
)
"""What the client of the score server says beside the dump."""

_PROGRESS = (
    Aim("exp", _experience, everywhere=with_experience),
    Aim(
        "max_exp",
        _raised("max_exp", lambda exp: exp + 1, lambda exp: exp * 10 + 5000),
        everywhere=with_max_exp,
    ),
    Aim("level", _levels, everywhere=_at_level),
    Aim("next_exp", _raised("next_exp", lambda points: points - 1, lambda points: points // 2)),
    Aim("max_hp", _raised("max_hp", lambda hp: hp + 1, lambda hp: hp + hp // 4, lambda hp: hp * 5)),
    Aim("hp", _raised("hp", lambda hp: hp + 1, lambda hp: hp * 5, least=1)),
    Aim("life_rating", _raised("life_rating", lambda rating: rating + 10, lambda _: 126)),
)

# ------------------------------------------------------------------------------------ body


def _others(fact: str, bodies: Callable[[], Sequence[Body]], find: Callable[[str], Body | None]) -> Values:
    """Some other race or class, in the words of the file."""

    def values(record: Record, chance: random.Random) -> list[str]:
        own = find(record.value(fact, ""))
        if own is None:
            return []
        known = [body for body in bodies() if body is not own and not body.since]
        chosen = [known[0], *chance.sample(known[1:], 2)]
        english = record.value("language") == "English"
        return [body.english if english else body.japanese for body in chosen]

    return values


def _personalities(record: Record, chance: random.Random) -> list[str]:
    own = record.value("personality")
    known = [
        each.english for each in personalities() if each.english != own and not each.since and not each.sex
    ]
    return [known[0], *chance.sample(known[1:], 2)] if own else []


_BODY = (
    Aim("race", _others("race", races, race_named), everywhere=as_race),
    Aim("class", _others("class", classes, class_named), everywhere=as_class),
    Aim("personality", _personalities, everywhere=as_personality, places={"the name": named}),
)

# ----------------------------------------------------------------------------------- stats


def _row(number: int, column: str) -> Values:
    def values(record: Record, _: random.Random) -> list[int]:
        rows: tuple[StatRow, ...] = record.value("stat_rows", ())
        if not rows:
            return []
        value = getattr(rows[number], column)
        if column in COLUMNS:
            return [value + 1, value + 4]
        value = value.exact if column == "actual" else value
        if value is None:
            return []
        better = value + 1 if value < 18 else value + 10
        return [better, better + 5 * (10 if better >= 18 else 1), *([CAPS[-1]] if value < CAPS[-1] else [])]

    return values


def _stats() -> Iterator[Aim]:
    """Each cell of the stat table, and of the actual values the screen's."""
    for number, stat in enumerate(STATS):
        for column in ("base", *COLUMNS, "actual"):
            cells = {"the table": table_cell(number, column)}
            if column == "actual":
                cells["the screen"] = shown_stat(number)

            def fitting(sheet: Sheet, value: int, number: int = number, column: str = column) -> str | None:
                edited = with_row(sheet, number, {column: value})
                return None if edited is sheet else edited.text

            yield Aim(f"{stat} {column}", _row(number, column), everywhere=fitting, places=cells)


def _caps() -> Iterator[Aim]:
    """Each cap of a stat that the hero knows."""
    for number, stat in enumerate(STATS):

        def values(record: Record, _: random.Random, number: int = number) -> list[int]:
            caps: tuple[Cap, ...] = record.value("stat_caps", ())
            value = caps[number].value if caps else None
            return [] if value is None else [value + 10, value + 5]

        def fitting(sheet: Sheet, value: int, number: int = number) -> str | None:
            return with_cap(sheet, number, value)

        yield Aim(f"{stat} cap", values, everywhere=fitting, places={"the cap": cap(number)})


# ----------------------------------------------------------------------------------- deeds


def _depths(record: Record, _: random.Random) -> list[int]:
    deepest = record.value("max_depth", 0)
    return [] if record.value("dungeons") is None else [deepest + 1, deepest + 10, 127]


def _arena(record: Record, _: random.Random) -> list[Any]:
    wins = record.value("arena_wins")
    return [] if wins is None else [wins + 1, max(wins + 5, 30), 41, "champion"]


def _option(option: str, value: str) -> Aim:
    def values(record: Record, _: random.Random) -> list[str]:
        told = dict(line.split(": ", 1) for line in record.value("options", ()))
        return [] if not told or told.get(option) == value else [value]

    put = option_set(option)
    return Aim(f"option {option}", values, everywhere=put, places={"the option": put})


def _winner(record: Record, _: random.Random) -> list[bool]:
    return [True] if record.value("won") is False else []


_DEEDS = (
    Aim("max_depth", _depths, everywhere=with_depth, places={"the recall": depth_row}),
    Aim("arena_wins", _arena, everywhere=arena_won, places={"the arena": arena_won}),
    _option("preserve", "OFF"),
    _option("small_levels", "ALWAYS"),
    _option("arena_levels", "ALWAYS"),
    _option("ironman_shops", "ON"),
    _option("ironman_downward", "ON"),
    _option("ironman_rooms", "ON"),
    _option("ironman_nightmare", "ON"),
    Aim("won", _winner, everywhere=as_winner, places={"the sentence": as_winner}),
    Aim("kills", _raised("kills", lambda kills: kills + 1, lambda kills: kills * 2, least=1)),
    Aim("uniques", _raised("uniques", lambda uniques: uniques + 1, least=1)),
)

AIMS: tuple[Aim, ...] = (*_PROGRESS, *_BODY, *_stats(), *_caps(), *_DEEDS, *_CLAIMED)
"""All of them."""
