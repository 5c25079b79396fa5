"""Lists of creatures: vanquished, genocided, and the role score's slain and photographed ones."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from necropsy.games.gnollhack import grammar, words
from necropsy.record import Standing
from necropsy.tables import rows_of

if TYPE_CHECKING:
    from necropsy.record import Record

__all__ = ["Kill", "kill_of", "read_genocides", "read_kills"]


class Kill(NamedTuple):
    """A line of a list of creatures.

    Attributes:
        times: how many.
        name: as printed, without count and article.
        form: ``unique`` (a name), ``one`` (with an article) or ``many`` (a plural).
        line: where it stands.
    """

    times: int
    name: str
    form: str
    line: int


def kill_of(line: str, number: int) -> Kill | None:
    """A line of a list; ``None`` for lines that are none of it."""
    match = grammar.read(grammar.KILL, line)
    if match is None:
        return None
    if match["many"]:
        return Kill(int(match["count"]), match["many"], "many", number)
    if match["one"]:
        return Kill(1, match["one"], "one", number)
    times = int(match["times"]) if match["times"] else words.TIMES[match["word"]]
    return Kill(times, match["unique"].removeprefix("the "), "unique", number)


def read_kills(record: Record) -> None:
    """State the creatures vanquished and how many they were.

    Large numbers and the article of a name stand at the margin; one species alone has no total.
    """
    document = record.document
    section = document.sections.last("vanquished")
    if section is None:
        return
    title = document.number(section.start)
    kills = []
    for at in range(section.start + 1, section.end):
        line, number = document.lines[at].strip(), document.number(at)
        if match := grammar.read(grammar.KILL_TOTAL, line):
            record.state("kills", int(match["kills"]), number, "vanquished")
            break
        if line and not _is_heading(line) and (kill := kill_of(line, number)):
            kills.append(kill)
    record.state("vanquished", tuple(kills), title, "vanquished", Standing.WITNESS)
    record.state("kills", sum(kill.times for kill in kills), title, "vanquished", Standing.WITNESS)


def _is_heading(line: str) -> bool:
    """Whether a line heads the creatures of a class, by which a player can have them sorted."""
    return line[:1].lower() + line[1:] in _headings()


@lru_cache(maxsize=1)
def _headings() -> frozenset[str]:
    headings = (row["heading"] for row in rows_of("gnollhack", "class_headings"))
    return frozenset(heading[:1].lower() + heading[1:] for heading in headings)


_EXTINCT = " (extinct)"


def read_genocides(record: Record) -> None:
    """State the species that were genocided or died out."""
    document = record.document
    section = document.sections.last("genocided")
    if section is None:
        return
    title = document.lines[section.start]
    names = [line for _, line in document.body(section)]
    if title.startswith("Extinct"):
        genocided, extinct = [], names
    else:
        genocided = [name for name in names if not name.endswith(_EXTINCT)]
        extinct = [name for name in names if name.endswith(_EXTINCT)]
    number = document.number(section.start)
    place = "genocided species"
    record.state("genocided", tuple(genocided), number, place, Standing.WITNESS)
    extinct = [name.removesuffix(_EXTINCT) for name in extinct]
    record.state("extinct", tuple(extinct), number, place, Standing.WITNESS)
