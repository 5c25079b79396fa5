"""Lines that only some builds write, and what the attributes remark on difficulty and mode.

The table (``tables/wording.csv``) names a section, how a line of it begins, and the builds that may
write it; for some sections, too, the lines of which one stands there whenever the section does.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from necropsy.games.gnollhack.grammar import LONGEST_LINE
from necropsy.games.gnollhack.tables_csv import rows
from necropsy.games.gnollhack.version import Build, BuildRange
from necropsy.record import Standing

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["Wording", "damage_of", "read_remarks", "read_wording", "wordings"]


class Wording(NamedTuple):
    """A row of ``tables/wording.csv``.

    Attributes:
        what: the line in words.
        section: the section in which it stands.
        pattern: what the line is like.
        since: the first build that may write it, one build before the tag that is known to.
        until: the last build that may.
        must: the first build in which one such line always stands; "" if none does.
        role: the role whose section it is; "" for all.
    """

    what: str
    section: str
    pattern: re.Pattern[str]
    since: str
    until: str
    must: str
    role: str


@lru_cache(maxsize=1)
def wordings() -> tuple[Wording, ...]:
    """The table."""
    return tuple(
        Wording(
            row["what"],
            row["section"],
            re.compile(row["pattern"]),
            row["since"],
            row["until"],
            row["must"],
            row["role"],
        )
        for row in rows("wording")
    )


@lru_cache(maxsize=1)
def _by_section() -> tuple[tuple[str, tuple[Wording, ...], re.Pattern[str]], ...]:
    """The rows of each section, and a pattern for the lines that are of one of them."""
    kinds: dict[str, list[Wording]] = {}
    for row in wordings():
        kinds.setdefault(row.section, []).append(row)
    return tuple(
        (kind, tuple(found), re.compile("|".join(f"(?:{row.pattern.pattern})" for row in found)))
        for kind, found in kinds.items()
    )


@lru_cache(maxsize=256)
def damage_of(difficulty: str, build: Build) -> tuple[int, int] | None:
    """The percentages of damage by monsters and by the player that go with a difficulty.

    ``None`` for builds that cannot be placed or changed them, and for words that are no difficulty.
    """
    for row in rows("damage"):
        if row["difficulty"] == difficulty and BuildRange(row["since"], row["until"]).holds(build):
            return int(row["monsters"]), int(row["player"])
    return None


def read_wording(record: Record) -> None:
    """State which lines of the table the file has, each where it stands first, and its sections."""
    document = record.document
    found: dict[str, int] = {}
    sections: set[str] = set()
    for kind, rows_there, any_of_them in _by_section():
        section = document.sections.last(kind)
        if section is None:
            continue
        sections.add(kind)
        for number, line in document.body(section):
            if len(line) <= LONGEST_LINE and any_of_them.match(line):
                for row in rows_there:
                    if row.what not in found and row.pattern.match(line):
                        found[row.what] = number
    for row in chain.from_iterable(rows_there for _, rows_there, _ in _by_section()):
        if row.what in found:
            record.state("wording", row.what, found[row.what], "wording", Standing.WITNESS)
    record.state("sections", tuple(sorted(sections)), 1, "wording", Standing.WITNESS)
    there = document.sections.kinds
    record.state("sections_there", tuple(sorted(there)), 1, "wording", Standing.WITNESS)


_DIFFICULTY = re.compile(
    r"Your game difficulty (?:was|is) [a-z ]+ \((\d{1,4})% damage by monsters, (\d{1,4})% by player\)\.$"
)
_MODE = re.compile(r"You (?:were|are) playing in [a-z -]+ mode \(([^()]+)\)\.$")


def read_remarks(record: Record) -> None:
    """State the percentages behind the difficulty, and the words behind the mode."""
    document = record.document
    for kind in ("basics", "game"):
        for number, line in document.body(document.sections.last(kind)):
            if match := _DIFFICULTY.match(line):
                record.state("damage", (int(match[1]), int(match[2])), number, "attributes", Standing.WITNESS)
            elif match := _MODE.match(line):
                record.state("mode_remark", match[1], number, "attributes", Standing.WITNESS)
