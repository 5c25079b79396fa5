"""What a title says of the skills: which skill is the best, and how high it stands.

A character is called by its best skill, by five steps of its level (``tables/titles.csv``):
1 to 7, 8 to 14, 15 to 20, 21 to 26, and 27.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from necropsy.games.dcss import names
from necropsy.games.dcss.by_version import table_rows
from necropsy.games.dcss.version import Version
from necropsy.span import Span

__all__ = ["Meaning", "meanings"]

_LEVELS = {
    "1": Span(0, 7),
    "2": Span(8, 14),
    "3": Span(15, 20),
    "4": Span(21, 26),
    "5": Span(27, 27),
}
# Titles of a god's followers go by piety, gold or its stars; conducts replace any title.
_BY_SKILL = {"skill", "species", "unarmed_dex", "unarmed_felid"}


class Meaning(NamedTuple):
    """What a title may stand for.

    Attributes:
        skill: the best skill.
        levels: its levels, the fraction left out.
    """

    skill: str
    levels: Span


@lru_cache(maxsize=1024)
def meanings(title: str, version: Version) -> tuple[Meaning, ...]:
    """What a title of a version may stand for; empty where the skills do not decide it alone."""
    plain, patterns = _of_version(version)
    rows = [*plain.get(title, ()), *(row for pattern, row in patterns if pattern.fullmatch(title))]
    if any(row["kind"] not in _BY_SKILL for row in rows):
        return ()
    return tuple(dict.fromkeys(Meaning(row["skill"], _LEVELS[row["bracket"]]) for row in rows))


_Row = dict[str, str]


@lru_cache(maxsize=256)
def _of_version(version: Version) -> tuple[dict[str, list[_Row]], list[tuple[re.Pattern[str], _Row]]]:
    plain: dict[str, list[_Row]] = {}
    patterns = []
    for row in table_rows("titles", version):
        pattern = names.title_pattern(row["title"])
        if pattern is None:
            plain.setdefault(row["title"], []).append(row)
        else:
            patterns.append((pattern, row))
    return plain, patterns
