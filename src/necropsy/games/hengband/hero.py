"""The hero's body as the tables know it: race or form, class and personality, and the experience factor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from necropsy.games.hengband.bodies import (
    CharacterClass,
    Form,
    Personality,
    Race,
    class_named,
    classes,
    form_named,
    personality_named,
    race_adjustments,
    race_named,
    races,
)
from necropsy.games.hengband.experience import experience_factor
from necropsy.games.hengband.version import Version
from necropsy.record import Record

__all__ = [
    "Hero",
    "factors_of",
    "hero_of",
    "may_be_cheated",
    "may_have_been_another",
    "may_have_been_made_over",
    "unknown_of",
    "version_of",
]


@dataclass(frozen=True, slots=True)
class Hero:
    """What the tables know of a hero.

    Attributes:
        race: the race; ``None`` under a form, which hides it.
        form: the form that a mimic has taken on.
        profession: the class.
        personality: the personality.
    """

    race: Race | None
    form: Form | None
    profession: CharacterClass
    personality: Personality

    def race_column(self, level: int) -> tuple[int, ...]:
        """The race's column of the stat table: the form's row in place of the race's."""
        if self.race is not None:
            return race_adjustments(self.race, level)
        assert self.form is not None
        return self.form.adjustments


def hero_of(record: Record) -> Hero | None:
    """The hero of a record; ``None`` where a name is missing or in no table."""
    race, form = race_named(record.value("race", "")), form_named(record.value("race", ""))
    profession = class_named(record.value("class", ""))
    personality = personality_named(record.value("personality", ""))
    if (race is None and form is None) or profession is None or personality is None:
        return None
    return Hero(race, form, profession, personality)


def unknown_of(record: Record) -> Iterator[str]:
    """What the tables do not know of a hero, in words."""
    race = record.value("race")
    if race is not None and race_named(race) is None and form_named(race) is None:
        yield f"{race[:40]!r} is no race of Hengband"
    profession = record.value("class")
    if profession is not None and class_named(profession) is None:
        yield f"{profession[:40]!r} is no class of Hengband"


def factors_of(record: Record) -> tuple[tuple[int, bool], ...]:
    """The experience factors that a hero can have, each with whether the Android's table counts.

    A form hides the race, so any race's may count. Who has changed race has the factor of the
    new one with the class, even as an Android (``xtra1.c``, ``change_race``). A debug command
    changes race and class and leaves the factor as it was. What tells of either stands near the
    end of a dump; where that was cut off, either may have been.
    """
    hero = hero_of(record)
    if hero is None:
        return ()
    own = races() if hero.race is None else (hero.race,)
    if may_have_been_made_over(record):
        version = version_of(record)
        other_race = version is None or version.may_be_since("3.0.0")
        return _any_factors(races() if other_race else own)
    return _factors(own, hero.profession, has_changed=hero.race is None or may_have_been_another(record))


def may_have_been_another(record: Record) -> bool:
    """Whether the hero was of another race before, or what would tell that was cut off."""
    return record.has("lives") or not (record.document is None or record.document.tells_of_bodies)


def may_be_cheated(record: Record) -> bool:
    """Whether something illegal was done, or what would tell that was cut off."""
    if record.value("cheated") or record.document is None:
        return bool(record.value("cheated"))
    return not (record.document.tells_of_cheating and record.value("options_whole", True))


def may_have_been_made_over(record: Record) -> bool:
    """Whether debug commands may have changed race or class, which leaves its mark.

    That on the class exists since 2.1.0 (``wizard2.c do_cmd_wiz_reset_class``), that on the race since 3.0.0.
    """
    version = version_of(record)
    return version is not None and version.may_be_since("2.1.0") and may_be_cheated(record)


@lru_cache(maxsize=64)
def _any_factors(own: tuple[Race, ...]) -> tuple[tuple[int, bool], ...]:
    """The factors of these races with every class."""
    found = (factor for each in classes() for factor in _factors(own, each, has_changed=True))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1024)
def _factors(
    own: tuple[Race, ...], profession: CharacterClass, *, has_changed: bool
) -> tuple[tuple[int, bool], ...]:
    found: dict[tuple[int, bool], None] = {}
    for race in own:
        android = race.english == "Android"
        found[experience_factor(race, profession), android] = None
        if has_changed:
            found[race.experience + profession.experience, android] = None
    return tuple(found)


def version_of(record: Record) -> Version | None:
    """The version of a record; ``None`` where it has none that Hengband prints."""
    text = record.value("version")
    return None if text is None else _version(text)


@lru_cache(maxsize=256)
def _version(text: str) -> Version | None:
    try:
        return Version.parse(text)
    except ValueError:
        return None
