"""B: hit points and life rating against the dice that they were rolled with."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.hengband.bodies import class_named
from necropsy.games.hengband.hero import (
    hero_of,
    may_have_been_another,
    may_have_been_made_over,
    version_of,
)
from necropsy.games.hengband.hit_points import (
    MOST_TEMPORARY,
    hit_die,
    life_rating_bounds,
    max_hp_bounds,
    newer_limits,
)
from necropsy.games.hengband.rules.book import lines, rows_of, rule
from necropsy.games.hengband.stat import SHOWN_UP_TO, STATS, stat_index
from necropsy.record import Record
from necropsy.rules import Report, difference


def _is_made_anew(record: Record) -> bool:
    """Whether race or class may be others than the dice were rolled for."""
    return may_have_been_another(record) or may_have_been_made_over(record)


def _is_newer(record: Record) -> bool | None:
    version = version_of(record)
    return None if version is None else newer_limits(version)


@rule("B309", "More points than the most")
def points_have_a_most(record: Record) -> Iterator[Report]:
    """Hit points and spell points never pass their maximum.

    Honest exceptions, built in: a Samurai gathers spell points beyond it.
    """
    for now, most, what in (("hp", "max_hp", "hit points"), ("mp", "max_mp", "spell points")):
        if now == "mp" and _is_samurai(record):
            continue
        mine, its = record.value(now), record.value(most)
        if mine is not None and its is not None and mine > its:
            yield Report(
                f"{what}: the file says {mine:,} of {its:,} {difference(mine, its)}",
                expected=its,
                found=mine,
                evidence=record.about(now),
            )


def _is_samurai(record: Record) -> bool:
    profession = class_named(record.value("class", ""))
    return profession is None or profession.english == "Samurai"


@rule("B310", "Hit points that no dice give")
def hit_points_are_possible(record: Record) -> Iterator[Report]:
    """The maximum lies between what the least and the best dice give at the level, with constitution.

    Honest exceptions, built in: spells and potions add up to 165 for a while; a form hides the
    race, and with it the die; a constitution of 18/*** has the highest bonus that there is;
    debug commands that change race or class, which the game marks.
    """
    hero, level, most = hero_of(record), record.value("level"), record.value("max_hp")
    rows = rows_of(record)
    if hero is None or hero.race is None or level is None or most is None or not rows:
        return
    if not 1 <= level <= 50 or _is_made_anew(record):
        return
    row = rows[STATS.index("CON")]
    use = row.current or row.actual
    value = use.low if use.exact is None else use.exact
    assert value is not None, "a stat has a least value"
    index = stat_index(min(value, SHOWN_UP_TO + 1))
    bounds = max_hp_bounds(
        hero.race,
        hero.profession,
        hero.personality,
        level,
        index,
        version_is_since_3_0_1_16=_is_newer(record),
    )
    assert bounds.low is not None
    assert bounds.high is not None
    highest = bounds.high + MOST_TEMPORARY
    if bounds.low <= most <= highest:
        return
    limit, word = (bounds.low, "least") if most < bounds.low else (highest, "most")
    yield Report(
        f"hit points: the file says {most:,} at most, the dice of race, class and level give at {word}"
        f" {limit:,} {difference(most, limit)}",
        expected=[bounds.low, highest],
        found=most,
        evidence=(*record.about("max_hp", "level", "race", "class"), *lines(record, [row.line])),
    )


@rule("B311", "A living hero without hit points")
def the_living_have_hit_points(record: Record) -> Iterator[Report]:
    """Below 0 hit points a hero is dead. Honest exceptions: none."""
    points = record.value("hp")
    if points is not None and points < 0 and record.value("alive"):
        yield Report(
            f"hit points: the file says {points:,}, and that the hero lives",
            expected=0,
            found=points,
            evidence=record.about("hp", "alive"),
        )


@rule("B313", "A life rating that no birth gives")
def life_rating_is_possible(record: Record) -> Iterator[Report]:
    """The rolls of a life come to three quarters to five quarters of their mean.

    Honest exceptions, built in: limits that are rounded before the rating is, and a form or a
    change of race, under which the die is unknown.
    """
    rating, hero = record.value("life_rating"), hero_of(record)
    if rating is None or hero is None:
        return
    low, high = 74, 125
    if hero.race is not None and not _is_made_anew(record):
        die = hit_die(hero.race, hero.profession, hero.personality)
        bounds = life_rating_bounds(die, version_is_since_3_0_1_16=_is_newer(record))
        low, high = bounds.low or low, bounds.high or high
    if not low <= rating <= high:
        yield Report(
            f"life rating: the file says {rating}, births give {low} to {high}",
            expected=[low, high],
            found=rating,
            evidence=record.about("life_rating"),
        )
