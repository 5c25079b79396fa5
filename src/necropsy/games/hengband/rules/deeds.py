"""B and C: what the hero did, against what there is to do and against the time that it took."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from necropsy.games.hengband.deeds import Depth, Quest, Unique
from necropsy.games.hengband.hero import version_of
from necropsy.games.hengband.rules.book import lines, rule
from necropsy.games.hengband.tables_csv import rows
from necropsy.record import Record
from necropsy.rules import Report, Severity, difference

_LONGEST_LIST = 10
_HIGHEST_LEVEL = 50


@rule("C310", "The list of unique monsters does not fit their number")
def uniques_fit_their_number(record: Record) -> Iterator[Report]:
    """The list has the ten strongest, or all if they are fewer, the strongest first.

    Each dead unique is one of the monsters killed. Honest exceptions: none; the rows of a list that
    was cut, or has others among them, are not counted.
    """
    kills, uniques = record.value("kills"), record.value("uniques")
    listed: tuple[Unique, ...] | None = record.value("top_uniques")
    if kills is None or uniques is None:
        return
    if uniques > kills:
        yield Report(
            f"unique monsters: the file says {uniques:,} of {kills:,} monsters"
            f" {difference(uniques, kills, countable=True)}",
            expected=kills,
            found=uniques,
            evidence=record.about("uniques"),
        )
    if listed is None:
        return
    expected = min(uniques, _LONGEST_LIST)
    numbers = {record.value("uniques_listed")}
    if _is_read_whole(record, listed):
        numbers.add(len(listed))
    for number in sorted(numbers - {expected, None}):
        yield Report(
            f"unique monsters: {number} are listed, of {uniques:,} it would be {expected}"
            f" {difference(number, expected, countable=True)}",
            expected=expected,
            found=number,
            evidence=(*record.about("uniques", "uniques_listed"), *lines(record, [u.line for u in listed])),
        )
    for one, other in pairwise(listed):
        if one.level < other.level:
            yield Report(
                f"unique monsters: level {other.level} stands below level {one.level}, the list goes down",
                evidence=lines(record, [one.line, other.line]),
            )


def _is_read_whole(record: Record, listed: tuple[Unique, ...]) -> bool:
    """Whether the list ends before the file does, and each line of it was a monster."""
    heading = record.first("uniques_listed")
    if heading is None or not record.document.is_whole("kills"):
        return False
    below = [number for number, _ in record.document.body("kills") if number > heading.line]
    return len(below) == len(listed)


@rule("C311", "A deed that came after the time played, or at a level that there is not")
def deeds_lie_in_the_time_played(record: Record) -> Iterator[Report]:
    """Quests and unique monsters are noted with the hero's level and the time played until then.

    Honest exceptions: none.
    """
    played = record.value("duration_s")
    told: list[Quest | Unique] = [*record.value("ended_quests", ()), *record.value("top_uniques", ())]
    for deed in told:
        if played is not None and deed.seconds is not None and deed.seconds > played:
            yield Report(
                f"time played: {deed.name} is noted at {deed.seconds:,} s, the whole game took {played:,} s"
                f" {difference(deed.seconds, played)}",
                expected=played,
                found=deed.seconds,
                evidence=(*lines(record, [deed.line]), *record.about("duration_s")),
            )
        level = deed.level if isinstance(deed, Quest) else deed.at
        if level is not None and not 0 <= level <= _HIGHEST_LEVEL:
            yield Report(
                f"level: {deed.name} is noted at {level}, levels go up to {_HIGHEST_LEVEL}",
                expected=_HIGHEST_LEVEL,
                found=level,
                evidence=lines(record, [deed.line]),
            )


@rule("B317", "A depth that the dungeon does not have")
def depths_are_possible(record: Record) -> Iterator[Report]:
    """Each dungeon has a first and a last level (``d_info``), the same from 1.0.10 to 3.0.2.

    Honest exceptions: none; dungeons that are in no table are not judged.
    """
    for each in _depths(record):
        limits = _limits().get(each.dungeon)
        if limits is None or limits[0] <= each.depth <= limits[1]:
            continue
        yield Report(
            f"depth: the file says {each.depth} in {each.dungeon},"
            f" which goes from {limits[0]} to {limits[1]}",
            expected=list(limits),
            found=each.depth,
            evidence=lines(record, [each.line]),
        )


def _depths(record: Record) -> tuple[Depth, ...]:
    found: tuple[Depth, ...] = record.value("dungeons", ())
    return found


@lru_cache(maxsize=1)
def _limits() -> dict[str, tuple[int, int]]:
    limits: dict[str, tuple[int, int]] = {}
    for row in rows("dungeons"):
        both = int(row["first"]), int(row["last"])
        limits |= dict.fromkeys((row["japanese"], *row["english"].split("|")), both)
    return limits


_OLD_CHECKSUM, _NEW_CHECKSUM = 18, 48


@rule("C312", "A checksum of another version", Severity.WARNING)
def checksum_is_of_the_version(record: Record) -> Iterator[Report]:
    """Up to 3.0.0.8x the checksum of the game's data has 18 digits, since July 2023 it has 48.

    Honest exceptions: builds of development around the change that print a number beyond it.
    """
    version, checksum = version_of(record), record.value("checksum")
    if version is None or checksum is None:
        return
    expected = _OLD_CHECKSUM if version.before("3.0.0") else _NEW_CHECKSUM if version.since("3.0.1") else None
    if expected is not None and len(checksum) != expected:
        yield Report(
            f"checksum: it has {len(checksum)} digits, those of version {version} have {expected}",
            expected=expected,
            found=len(checksum),
            evidence=record.about("checksum", "version"),
        )


@rule("E301", "The game says that something illegal was done", Severity.HINT)
def cheated(record: Record) -> Iterator[Report]:
    """Wizard mode, debug commands, a cheated death or an option to cheat: the game marks its dump."""
    if record.value("cheated"):
        yield Report(
            "options: the game says that something illegal was done", evidence=record.about("cheated")
        )
