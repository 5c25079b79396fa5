"""A hero made into another one, with everything that a careful forger thinks of."""

from __future__ import annotations

from typing import Any

from necropsy.games.hengband import grammar
from necropsy.games.hengband.bodies import personalities, race_named
from necropsy.games.hengband.experience import HIGHEST_LEVEL, MOST, experience_factor, level_of, threshold
from necropsy.games.hengband.forger.cells import with_line, with_row, with_values
from necropsy.games.hengband.hero import Hero, hero_of, version_of
from necropsy.games.hengband.hit_points import max_hp_bounds, newer_limits
from necropsy.games.hengband.stat import STATS, stat_index
from necropsy.tamper.original import Sheet

__all__ = ["as_class", "as_personality", "as_race", "named", "with_experience", "with_max_exp"]


def as_race(sheet: Sheet, race: str) -> str | None:
    """The text with another race in every place, its column, experience and hit points made to fit."""
    if race_named(sheet.record.value("race", "")) is None:
        return None
    return _settled(with_values(sheet, {"race": race}), sheet)


def as_class(sheet: Sheet, profession: str) -> str | None:
    """The same for another class."""
    return _settled(with_values(sheet, {"class": profession}), sheet)


def as_personality(sheet: Sheet, personality: str) -> str | None:
    """The same for another personality, called by its English name."""
    text = named(sheet, personality)
    if text is None:
        return None
    title = _title(personality, english=sheet.record.value("language") == "English")
    return _settled(with_values(sheet.with_text(text), {"personality": title.strip()}), sheet)


def named(sheet: Sheet, personality: str) -> str | None:
    """The text with another personality before the name, and no more."""
    said = sheet.record.first("personality")
    if said is None:
        return None
    line = sheet.record.lines[said.line - 1]
    match = grammar.read(grammar.NAME, line)
    assert match is not None, "it was read by this pattern"
    title = _title(personality, english=bool(match["english"]))
    name = sheet.record.value("player", "")
    return with_line(sheet, said.line, line[: match.start("rest")] + title + name)


def _title(personality: str, *, english: bool) -> str:
    each = next(one for one in personalities() if one.english == personality)
    return f"{each.english} " if english else each.japanese + ("の" if each.joined else "")


def with_experience(sheet: Sheet, exp: int) -> str | None:
    """The text with so much experience, now and ever; level, next level and hit points made to fit."""
    hero = hero_of(sheet.record)
    if hero is None or hero.race is None:
        return None
    factor, android = experience_factor(hero.race, hero.profession), hero.race.english == "Android"
    level = level_of(exp, factor, android=android)
    ends = threshold(level, factor, android=android)
    values: dict[str, Any] = {"level": level, "exp": exp, "next_exp": "*****" if ends is None else ends}
    values["max_exp"] = max(exp, sheet.record.value("max_exp", 0))
    values["max_level"] = max(level, sheet.record.value("claimed_max_level", 0))
    return _with_columns(_with_hit_points(with_values(sheet, values))).text


def with_max_exp(sheet: Sheet, most: int) -> str | None:
    """The text with so much experience ever, as if some had been drained."""
    edited = with_values(sheet, {"max_exp": most})
    return None if edited.text == sheet.text else edited.text


def _settled(sheet: Sheet, honest: Sheet) -> str | None:
    """Columns, next level and hit points as the new hero must have them, the level left."""
    hero, level = hero_of(sheet.record), honest.record.value("level")
    if hero is None or level is None:
        return None
    sheet = _with_columns(sheet)
    exp = sheet.record.value("exp")
    if hero.race is not None and exp is not None and 1 <= level <= HIGHEST_LEVEL:
        sheet = _with_factor(sheet, hero, level, exp)
    return _with_hit_points(sheet).text


def _with_factor(sheet: Sheet, hero: Hero, level: int, exp: int) -> Sheet:
    assert hero.race is not None
    factor, android = experience_factor(hero.race, hero.profession), hero.race.english == "Android"
    begins = 0 if level == 1 else threshold(level - 1, factor, android=android) or 0
    ends = threshold(level, factor, android=android)
    fitting = min(max(exp, begins), MOST if ends is None else ends - 1)
    values: dict[str, Any] = {"exp": fitting, "next_exp": "*****" if ends is None else ends}
    if sheet.record.value("max_exp") == exp or sheet.record.value("max_exp", 0) < fitting:
        values["max_exp"] = fitting
    return with_values(sheet, values)


def _with_columns(sheet: Sheet) -> Sheet:
    """The columns of race, class and personality as the tables have them."""
    hero, level = hero_of(sheet.record), sheet.record.value("level")
    if hero is None or level is None:
        return sheet
    columns = hero.race_column(level), hero.profession.adjustments, hero.personality.adjustments
    for number in range(len(STATS)):
        steps = [column[number] for column in columns]
        sheet = with_row(sheet, number, dict(zip(("race", "profession", "personality"), steps, strict=True)))
    return sheet


def _with_hit_points(sheet: Sheet) -> Sheet:
    """Hit points that the dice can give: as they were if they can, else in the middle."""
    record = sheet.record
    hero, level, most, rows = (
        hero_of(record),
        record.value("level"),
        record.value("max_hp"),
        record.value("stat_rows"),
    )
    if (
        hero is None
        or hero.race is None
        or most is None
        or not rows
        or not 1 <= (level or 0) <= HIGHEST_LEVEL
    ):
        return sheet
    row = rows[STATS.index("CON")]
    use = row.current or row.actual
    version = version_of(record)
    bounds = max_hp_bounds(
        hero.race, hero.profession, hero.personality, level, stat_index(use.low or 3),
        version_is_since_3_0_1_16=None if version is None else newer_limits(version),
    )  # fmt: skip
    if most in bounds or bounds.low is None or bounds.high is None:
        return sheet
    middle = (bounds.low + bounds.high) // 2
    return with_values(sheet, {"max_hp": middle, "hp": min(record.value("hp", middle), middle)})
