"""B: age, height, weight and magic, against what race, sex and class are born with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from necropsy.games.hengband.births import (
    Birth,
    Realms,
    birth_of,
    centimetres,
    kilograms,
    realm_named,
    realms_of,
)
from necropsy.games.hengband.bodies import class_named, race_named
from necropsy.games.hengband.hero import hero_of, may_have_been_made_over, version_of
from necropsy.games.hengband.rules.book import lines, rows_of, rule
from necropsy.games.hengband.skills import DISARMING, disarming, is_skill_word, skill_words
from necropsy.games.hengband.stat import STATS
from necropsy.games.hengband.stat_table import StatRow
from necropsy.games.hengband.virtues import HOW_MANY, born_virtues, virtue_named
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference
from necropsy.span import Span


def _born_as_shown(record: Record) -> Birth | None:
    """What the hero's race is born with; ``None`` where it may be another race than that at birth.

    Other lives are told behind what the hero knows of itself, so the file must go on behind that.
    """
    race = race_named(record.value("race", ""))
    document = record.document
    if race is None or record.has("lives") or record.value("cheated") is not False:
        return None
    if document is None or document.repeated:
        return None
    if not (document.is_whole("self") or document.is_whole("virtues")):
        return None
    return birth_of(race)


@rule("B322", "An age that the race is not born with", since="1.7.0")
def age_is_of_the_race(record: Record) -> Iterator[Report]:
    """A hero is as old as at birth: the race's least age and a die (``get_ahw``).

    Honest exceptions, built in: a change of race or a form, which leave the age; who cheated death
    as a wizard is a year old. Up to 1.0.6 a hero who wore the mask of stone became a vampire, of which a
    game that was saved then and played on since 1.7.0 keeps no note.
    """
    birth, age = _born_as_shown(record), record.value("age")
    if birth is None or age is None or age in birth.ages:
        return
    low, high = birth.ages.low, birth.ages.high
    yield Report(
        f"age: the file says {age}, {record.value('race')} are born at {low} to {high}",
        expected=[low, high],
        found=age,
        evidence=record.about("age", "race"),
    )


@rule("B323", "A height or weight that race and sex are not born with", since="1.7.0", until="2.2.1")
def size_is_of_the_race(record: Record) -> Iterator[Report]:
    """Height lies on a bell curve of race and sex, weight on one of the height (``get_height_weight``).

    Up to 2.2.1 the curve is a table that ends four spreads from the mean. Honest exceptions: as with
    the age (B322).
    """
    birth, sex = _born_as_shown(record), record.value("sex")
    height, weight = record.value("height"), record.value("weight")
    if birth is None or sex not in birth.height or height is None:
        return
    metric = record.value("language") == "Japanese"
    heights = birth.heights(sex)
    shown: Callable[[int], int] = centimetres if metric else _as_it_is
    mine = [inches for inches in _within(heights) if shown(inches) == height]
    if not mine:
        yield _of_size(record, "height", height, heights, shown)
        return
    if weight is None:
        return
    weights = birth.weights(sex, mine)
    shown = kilograms if metric else _as_it_is
    if weight not in {shown(pounds) for pounds in _within(weights)}:
        yield _of_size(record, "weight", weight, weights, shown)


def _as_it_is(number: int) -> int:
    return number


def _within(span: Span) -> range:
    assert span.low is not None
    assert span.high is not None
    return range(span.low, span.high + 1)


def _of_size(record: Record, what: str, value: int, span: Span, shown: Callable[[int], int]) -> Report:
    least, most = shown(_within(span)[0]), shown(_within(span)[-1])
    limit = least if value < least else most
    return Report(
        f"{what}: the file says {value}, birth gives {record.value('race')} of this sex {least} to {most}"
        f" {difference(value, limit)}",
        expected=[least, most],
        found=value,
        evidence=record.about(what, "race", "sex"),
    )


def _is_screen_whole(record: Record) -> bool:
    """Whether the character screen was read to its end, so that a row that is not there was not printed.

    Beside race, realm and patron stand the stats: a row that was lost has taken one of them along.
    """
    return (
        record.document is not None and record.document.background is not None and record.has("shown_stats")
    )


def _is_told_once(record: Record) -> bool:
    """Whether the screen is whole and no section stands twice, as in a file with parts of another dump."""
    return _is_screen_whole(record) and not record.document.repeated


@rule("B324", "Realms of magic that the class does not learn")
def realms_are_of_the_class(record: Record) -> Iterator[Report]:
    """Each class has its realms to choose from (``realm_choices1``, ``realm_choices2``), others have none.

    A class may learn what any version of the game lets it learn. Honest exceptions, built in: debug
    commands that change the class, which the game marks; realms that have no known name, as those
    of an Elementalist.
    """
    profession, said = class_named(record.value("class", "")), record.first("realms")
    realms = None if profession is None else realms_of(profession)
    if realms is None or not _is_screen_whole(record) or may_have_been_made_over(record):
        return
    names = str(said.value).split(", ") if said is not None else []
    wrong = _wrong(names, realms)
    if wrong:
        yield Report(
            f"magic: the file says {wrong}, {record.value('class')} {_learns(realms)}",
            expected=sorted(realms.first),
            found=wrong,
            evidence=record.about("realms", "class"),
        )


def _wrong(names: list[str], realms: Realms) -> str:
    """What of the realms is none of the class; empty if all is right, or has no known name."""
    known = [realm_named(name) for name in names]
    if None in known:
        return ""
    if not known:
        return "no realm" if realms.first else ""
    allowed = (realms.first, realms.second)
    if len(known) > len(allowed):
        return ", ".join(names)
    return next(
        (name for name, realm, mine in zip(names, known, allowed, strict=False) if realm not in mine), ""
    )


def _learns(realms: Realms) -> str:
    return f"learns {' or '.join(sorted(realms.first))}" if realms.first else "learns none"


@rule("B329", "Spell points that the class does not have")
def spell_points_are_of_the_class(record: Record) -> Iterator[Report]:
    """Some classes never have any, others from the level of their first spell on (``calc_mana``).

    Honest exceptions, built in: debug commands that change the class, which the game marks.
    """
    profession, most, level = (
        class_named(record.value("class", "")),
        record.value("max_mp"),
        record.value("level"),
    )
    realms = None if profession is None else realms_of(profession)
    if realms is None or most is None or level is None or may_have_been_made_over(record):
        return
    if most > 0 and (realms.mana is None or level < realms.mana):
        since = "has none" if realms.mana is None else f"has some from level {realms.mana} on"
        yield Report(
            f"spell points: the file says {most:,} at most, {record.value('class')} {since}",
            expected=0,
            found=most,
            evidence=record.about("max_mp", "class", "level"),
        )


_SECTIONS = {
    # The class that alone has the section, and the version from which on it always has.
    "blue magic": ("Blue-Mage", "1.7.0"),
    "eaten devices": ("Magic-Eater", "1.7.1"),
    "essences": ("Weaponsmith", "2.1.5"),
}


@rule("B330", "A section of another class")
def sections_are_of_the_class(record: Record) -> Iterator[Report]:
    """Learned blue magic, eaten devices and essences each are of one class, whose dumps always have them.

    Honest exceptions, built in: debug commands that change the class, which the game marks. That the
    section is missing is a warning, as players leave sections out where they show a dump.
    """
    profession, version, document = (
        class_named(record.value("class", "")),
        version_of(record),
        record.document,
    )
    if profession is None or version is None or may_have_been_made_over(record):
        return
    if document is None or document.repeated:
        return
    for section, (owner, always) in _SECTIONS.items():
        is_there, is_mine = section in document.sections, profession.english == owner
        if is_there and not is_mine:
            yield Report(
                f"class: the file says {record.value('class')}, and has {section}, which is a {owner}'s",
                expected=owner,
                found=record.value("class"),
                evidence=(*record.about("class"), *lines(record, [document.sections[section][0]])),
            )
        elif is_mine and not is_there and version.since(always) and document.is_whole("inventory"):
            yield Report(
                f"class: the file says {record.value('class')}, and has no section of {section}",
                evidence=record.about("class"),
                severity=Severity.WARNING,
            )


@rule("B325", "A patron of chaos that the class does not have, or lacks")
def patron_is_of_the_class(record: Record) -> Iterator[Report]:
    """A Chaos-Warrior has a patron, and others only by a mutation.

    Honest exceptions, built in: the mutation, and debug commands that change the class. That there is
    no mutation is a warning, as players leave sections out where they show a dump.
    """
    profession, version = class_named(record.value("class", "")), version_of(record)
    if profession is None or version is None or not _is_told_once(record) or may_have_been_made_over(record):
        return
    chaotic, patron = profession.english == "Chaos-Warrior", record.value("patron")
    if chaotic and patron is None:
        yield Report("patron: a Chaos-Warrior has one, the file has none", evidence=record.about("class"))
    elif patron is not None and not chaotic and not record.has("mutations"):
        yield Report(
            f"patron: the file says {patron}, which {record.value('class')} has by a mutation alone; there is"
            " none",
            found=patron,
            evidence=record.about("patron", "class"),
            severity=Severity.WARNING,
        )


@rule("B334", "Virtues that class and race are not born with", since="1.7.0")
def virtues_are_of_the_body(record: Record) -> Iterator[Report]:
    """The first of the eight virtues are those of class, race and realm, in this order (``get_virtues``).

    Honest exceptions, built in: a change of race or a form, after which those of the class alone are
    judged, and debug commands that change the class, which the game marks. As with the age (B322) the
    mask of stone is one that is not.
    """
    profession, said = class_named(record.value("class", "")), record.value("virtues", ())
    if profession is None or len(said) != HOW_MANY or may_have_been_made_over(record):
        return
    if record.document is None or record.document.repeated:
        return
    race = race_named(record.value("race", "")) if _born_as_shown(record) is not None else None
    realm = realm_named(str(record.value("realms", "")).partition(", ")[0])
    for shown, expected in zip(map(virtue_named, said), born_virtues(profession, race, realm), strict=False):
        if None not in (shown, expected) and shown != expected:
            yield Report(
                f"virtues: the file says {shown} where {record.value('race')} and {record.value('class')} are"
                f" born with {expected}",
                expected=expected,
                found=shown,
                evidence=record.about("virtues", "race", "class", "realms"),
            )
            return


_NUMBER = re.compile(r"(?P<number>-?\d{1,4})-", re.ASCII)


@rule("B335", "A skill of disarming that the body does not have", since="1.7.0")
def disarming_is_of_the_body(record: Record) -> Iterator[Report]:
    """It follows from race or form, class, personality, level, dexterity and intelligence alone.

    Nothing that is worn changes it (``calc_bonuses``, ``calc_disarming``). Dumps since 3.0.0 print the
    number, others a word for eight of it, which the edge of the screen can cut. Honest exceptions, built
    in: debug commands that change race or class, which the game marks, and lines that were cut or wrapped.
    """
    hero, level, rows = hero_of(record), record.value("level"), rows_of(record)
    shown = next((each.partition(": ")[2] for each in record.value("skills", ()) if _is_disarming(each)), "")
    if hero is None or level is None or not rows or not shown or may_have_been_made_over(record):
        return
    skill = disarming(hero, level, dexterity=_in_force(rows, "DEX"), intelligence=_in_force(rows, "INT"))
    number = _NUMBER.match(shown)
    words = skill_words(skill, DISARMING)
    word = shown[number.end() if number else 0 :]
    if (word in words or not is_skill_word(word)) and (number is None or int(number["number"]) == skill):
        return
    yield Report(
        f"disarming: the file says {shown}, race, class, personality, level, dexterity and intelligence give"
        f" {skill}, which is {words[0 if record.value('language') == 'Japanese' else 1]}",
        expected=skill,
        found=shown,
        evidence=(
            *lines(record, [rows[at].line for at in (STATS.index("INT"), STATS.index("DEX"))]),
            *record.about("skills", "level", "race", "class", "personality"),
        ),
    )


def _is_disarming(skill: str) -> bool:
    return skill.startswith("disarming: ")


def _in_force(rows: Sequence[StatRow], stat: str) -> int:
    """The value of a stat in force, as the game counts; of 18/*** the least, for all of them count alike."""
    row = rows[STATS.index(stat)]
    value = (row.current or row.actual).low
    assert value is not None, "a stat has a least value"
    return value
