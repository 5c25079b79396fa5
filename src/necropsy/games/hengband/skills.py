"""The skill of disarming, which nothing that is worn changes, and the words for skills.

Sources: ``xtra1.c calc_bonuses`` and ``files.c likert`` (1.0.10 to 2.2.1), ``player-status.cpp
calc_disarming`` and ``status-first-page.cpp likert`` (3.x); the same in all.

>>> from necropsy.games.hengband.bodies import class_named, personality_named, race_named
>>> hero = Hero(race_named("Zombie"), None, class_named("Warrior"), personality_named("Mighty"))
>>> disarming(hero, 16, dexterity=61, intelligence=6)
38
>>> skill_words(38, DISARMING)
('普通', 'Fair')
"""

from __future__ import annotations

import re
from functools import lru_cache

from necropsy.games.hengband.hero import Hero
from necropsy.games.hengband.stat import stat_index
from necropsy.games.hengband.tables_csv import rows

__all__ = ["DISARMING", "disarming", "is_skill_word", "skill_words"]

DISARMING = 8
"""So much of the skill is a step of its words."""

_WORDS = (
    # From which step on, in Japanese and English.
    (14, "英雄的", "Heroic"),
    (9, "超越", "Superb"),
    (7, "卓越", "Excellent"),
    (6, "大変良い", "Very Good"),
    (5, "良い", "Good"),
    (3, "普通", "Fair"),
    (2, "劣る", "Poor"),
    (0, "悪い", "Bad"),
)
_WORST = ("最低", "Very Bad")
_LEGENDARY = 18


def disarming(hero: Hero, level: int, *, dexterity: int, intelligence: int) -> int:
    """The skill of disarming.

    Args:
        hero: race or form, class and personality.
        level: the level now.
        dexterity: the value in force, as the game counts.
        intelligence: the same.
    """
    body = hero.race or hero.form
    assert body is not None, "a hero has one or the other"
    own = body.disarming + hero.profession.disarming + hero.personality.disarming
    grown = hero.profession.disarming_growth * level // 10 + int(hero.personality.disarming * level / 50)
    by_dexterity, by_intelligence = _by_stats()
    return own + grown + by_dexterity[stat_index(dexterity)] + by_intelligence[stat_index(intelligence)]


@lru_cache(maxsize=1)
def _by_stats() -> tuple[tuple[int, ...], tuple[int, ...]]:
    table = list(rows("disarming"))
    return tuple(int(row["dexterity"]) for row in table), tuple(int(row["intelligence"]) for row in table)


def skill_words(value: int, step: int) -> tuple[str, str]:
    """What a dump calls a skill, in Japanese and English.

    Args:
        value: the skill.
        step: how much of it is a step of the words.
    """
    if value < 0:
        return _WORST
    steps = value // step
    if steps >= _LEGENDARY:
        beyond = (steps - 17) * 5 // 2
        return f"伝説的[{beyond}]", f"Legendary[{beyond}]"
    return next((japanese, english) for least, japanese, english in _WORDS if steps >= least)


def is_skill_word(word: str) -> bool:
    """Whether a text is a whole word for a skill, which nothing was cut from.

    >>> is_skill_word("Legendary[2]"), is_skill_word("Legendary[2")
    (True, False)
    """
    return word in _WORST or any(word in words for words in _WORDS) or _BEYOND.fullmatch(word) is not None


_BEYOND = re.compile(r"(?:伝説的|Legendary)\[\d{1,4}\]", re.ASCII)
