"""B: level and experience, and what race, class and personality there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from necropsy.games.hengband.experience import MOST, level_of, threshold
from necropsy.games.hengband.hero import factors_of, hero_of, may_be_cheated, version_of
from necropsy.games.hengband.rules.book import rule
from necropsy.record import Evidence, Record
from necropsy.rules import Report, Severity, difference


@rule("B306", "The level is not that of the experience")
def level_fits_experience(record: Record) -> Iterator[Report]:
    """The level follows from the experience now, by the factor of race and class (``check_experience``).

    Honest exceptions, built in: under a form any race's factor may count, and after a change of
    race that of the new one with the class.
    """
    level, exp, factors = record.value("level"), record.value("exp"), factors_of(record)
    if level is None or exp is None or not factors:
        return
    levels = {level_of(exp, factor, android=android) for factor, android in factors}
    if level not in levels:
        expected = min(levels, key=lambda one: abs(one - level))
        yield Report(
            f"level: the file says {level}, {exp:,} points of experience give {expected}",
            expected=expected,
            found=level,
            evidence=record.about("level", "exp", "race", "class"),
        )


@rule("B307", "The points for the next level are not those of race and class")
def next_level_fits(record: Record) -> Iterator[Report]:
    """The points that end a level are the table's, times the factor of race and class.

    Honest exceptions, built in: as with the level (B306). At level 50 there is no next one.
    """
    level, points, factors = record.value("level"), record.value("next_exp"), factors_of(record)
    if level is None or points is None or not factors or not 1 <= level <= 50:
        return
    allowed = {threshold(level, factor, android=android) for factor, android in factors}
    if points not in allowed:
        numbers = sorted(number for number in allowed if number is not None)
        if not numbers:
            message = f"next level: the file says {points:,}, there is none beyond level {level}"
        else:
            nearest = min(numbers, key=lambda one: abs(one - points))
            message = (
                f"next level: the file says {points:,}, race and class give {nearest:,}"
                f" {difference(points, nearest)}"
            )
        yield Report(
            message,
            expected=numbers,
            found=points,
            evidence=record.about("next_exp", "level", "race", "class"),
        )


@rule("B308", "Experience that no hero can have")
def experience_is_possible(record: Record) -> Iterator[Report]:
    """Experience lies between 0 and the most ever had, and that below 99,999,999 (``check_experience``).

    Honest exceptions: none.
    """
    exp, most = record.value("exp"), record.value("max_exp")
    for name, number in (("exp", exp), ("max_exp", most)):
        if number is not None and not 0 <= number <= MOST:
            yield Report(
                f"experience: the file says {number:,}, it goes from 0 to {MOST:,}",
                expected=[0, MOST],
                found=number,
                evidence=record.about(name),
            )
    if exp is not None and most is not None and exp > most:
        yield Report(
            f"experience: the file says {exp:,} now and {most:,} at most {difference(exp, most)}",
            expected=[0, most],
            found=exp,
            evidence=record.about("exp", "max_exp"),
        )


@rule("B316", "A personality that the other sex alone can have")
def sex_fits_personality(record: Record) -> Iterator[Report]:
    """Sexy is for women, Lucky for men (``player-personality``).

    Honest exceptions: a change of shape can change the sex, so only of a newborn it is a proof.
    """
    hero, sex = hero_of(record), record.value("sex")
    if hero is None or sex is None or hero.personality.sex in ("", sex):
        return
    newborn = record.value("level") == 1 and record.value("max_exp") == 0 and not may_be_cheated(record)
    yield Report(
        f"sex: the file says {sex}, {hero.personality.english} is for the {hero.personality.sex} alone",
        expected=hero.personality.sex,
        found=sex,
        evidence=record.about("sex", "personality"),
        severity=Severity.ERROR if newborn else Severity.WARNING,
    )


@rule("B318", "A race, class or personality that the version does not have")
def version_has_it(record: Record) -> Iterator[Report]:
    """Sniper, Elementalist, Merfolk, Chargeman and two forms came with later versions.

    Honest exceptions, built in: builds of development that print an older number.
    """
    hero, version = hero_of(record), version_of(record)
    if hero is None or version is None:
        return
    for fact, body in (
        ("race", hero.race or hero.form),
        ("class", hero.profession),
        ("personality", hero.personality),
    ):
        if body is not None and body.since and not version.may_be_since(body.since):
            yield Report(
                f"{fact}: {body.english} came with {body.since.removesuffix('+')}, the file is of {version}",
                expected=body.since,
                found=str(version),
                evidence=record.about(fact, "version"),
            )


def _skill(record: Record, name: str) -> Evidence | None:
    said = record.first("skills")
    has_it = said is not None and any(skill.startswith(f"{name}:") for skill in said.value)
    return record.evidence_of(said) if said is not None and has_it else None


def _timed_unique(record: Record) -> Evidence | None:
    timed = [unique.line for unique in record.value("top_uniques", ()) if unique.seconds is not None]
    return next(record.evidence_at(timed[0])) if timed else None


def _realm(record: Record, names: tuple[str, ...]) -> Evidence | None:
    said = record.first("realms")
    has_it = said is not None and any(name in str(said.value).split(", ") for name in names)
    return record.evidence_of(said) if said is not None and has_it else None


def _section(record: Record, name: str) -> Evidence | None:
    first, _ = record.document.sections.get(name, (0, 0)) if record.document is not None else (0, 0)
    return next(record.evidence_at(first), None) if first else None


def _long_checksum(record: Record) -> Evidence | None:
    said = record.first("checksum")
    return record.evidence_of(said) if said is not None and len(said.value) == _LONG else None


def _option_of_sizes(record: Record) -> Evidence | None:
    said = record.first("options")
    has_it = said is not None and any(line.startswith("always_small_levels:") for line in said.value)
    return record.evidence_of(said) if said is not None and has_it else None


_LONG = 48
"""Digits of the checksum since July 2023."""


_FEATURES: tuple[tuple[str, Callable[[Record], Evidence | None], str, str], ...] = (
    # What it is, where it stands, the version before which it is not, and from which on it always is.
    ("the skill of digging", lambda record: _skill(record, "digging"), "2.2.1", "3.0.0"),
    ("a time beside a unique monster", _timed_unique, "3.0.0", ""),
    ("a section of options", lambda record: _section(record, "options"), "1.6.2", ""),
    ("what the hero knows of itself", lambda record: _section(record, "self"), "2.1.3", ""),
    ("a checksum of 48 digits", _long_checksum, "3.0.0.86", ""),
    ("an option of small and large levels", _option_of_sizes, "3.0.2", ""),
    ("the realm of Hex", lambda record: _realm(record, ("呪術", "Hex")), "2.0.0", ""),
)


@rule("B321", "Something that the version does not have, or lacks")
def features_are_of_the_version(record: Record) -> Iterator[Report]:
    """Digging is shown since the development of 3.0.0, times of unique monsters since 3.0.0, Hex since 2.0.0.

    Sections of their own came with 1.7.0, what the hero knows of itself with 2.1.4, long checksums
    with 3.0.0.86. Honest exceptions, built in: builds of development that print an older number, and
    a character screen that was cut off. What is lacking is a warning, as its row may have been wrapped.
    """
    version = version_of(record)
    if version is None:
        return
    whole = record.document is not None and record.document.background is not None
    for what, found, since, always in _FEATURES:
        shown = found(record)
        if shown is not None and version.before(since):
            yield Report(
                f"version: the file is of {version}, and {what} came with {since}",
                expected=since,
                found=str(version),
                evidence=(*record.about("version"), shown),
            )
        if shown is None and always and version.since(always) and record.has("skills") and whole:
            yield Report(
                f"version: the file is of {version}, and lacks {what}",
                found=str(version),
                evidence=record.about("version", "skills"),
                severity=Severity.WARNING,
            )
