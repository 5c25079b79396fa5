"""C and F: days, durations, and the file's name. Clocks go wrong, so most of it warns."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from necropsy.games.dcss import names
from necropsy.games.dcss.facts import version_of
from necropsy.games.dcss.identity import squeezed_name
from necropsy.games.dcss.rules.book import dump_rule
from necropsy.games.dcss.version import Version, bound
from necropsy.record import Record, Statement
from necropsy.rules import Report, Severity

__all__ = ["tagged"]


@dump_rule("C140", "An end date that the game would not print")
def end_date_is_printed_rightly(record: Record) -> Iterator[Report]:
    """The score block prints the day of the end only if it is another one than the first."""
    started, ended = record.first("started"), _printed_end(record)
    if started is not None and ended is not None and ended.value == started.value:
        yield Report(
            f"dates: the end is dated {ended.value}, the day on which the game began; it is printed"
            " only where it differs",
            expected="",
            found=ended.value,
            evidence=record.evidence(started, ended),
        )


def _printed_end(record: Record) -> Statement | None:
    return next((s for s in record.statements("ended") if s.place == "score block"), None)


@dump_rule("C141", "A game that ended before it began, or lasted longer than its days", Severity.WARNING)
def days_hold_the_game(record: Record) -> Iterator[Report]:
    """The end is not before the start, and the time played fits between the two days.

    Where the score block prints no day of the end, it is the first day. Honest
    exceptions: clocks that were wrong, or set during the game.
    """
    started, ended = record.first("started"), record.first("ended")
    if started is None or ended is None or not ended.value:
        return
    days = _days_between(started.value, ended.value)
    duration = record.first("duration_s")
    if days < 0:
        yield Report(
            f"dates: the game ended on {ended.value}, {-days} days before it began on {started.value}",
            expected=started.value,
            found=ended.value,
            evidence=record.evidence(started, ended),
        )
    elif duration is not None and duration.value > (days + 1) * 86_400:
        yield Report(
            f"time played: {duration.value:,} s do not fit into {days + 1} {'days' if days else 'day'}"
            f" ({duration.value - (days + 1) * 86_400:,} too much)",
            expected=(days + 1) * 86_400,
            found=duration.value,
            evidence=record.evidence(duration, started, ended),
        )


def _days_between(first: str, last: str) -> int:
    return 0 if first == last else (date.fromisoformat(last) - date.fromisoformat(first)).days


@dump_rule("C142", "A game that ended before its version existed", Severity.WARNING)
def version_was_out(record: Record) -> Iterator[Report]:
    """A version's tag is older than each game that it finished.

    Honest exceptions: a clock that was wrong.
    """
    version, ended = version_of(record), record.first("ended")
    if version is None or ended is None or not ended.value:
        return
    day = tagged(version)
    if day is not None and ended.value < day:
        yield Report(
            f"dates: the game ended on {ended.value}, version {version} was tagged on {day}",
            expected=day,
            found=ended.value,
            evidence=record.evidence(record.first("version"), ended),
        )


@lru_cache(maxsize=512)
def tagged(version: Version) -> str | None:
    """The day (ISO) of the tag that a version counts its commits from; ``None`` if it has none."""
    before = [row for row in _releases() if row[0][:3] == version.first[:3] and row[0][3] == 0]
    return before[0][1] if before else None


@lru_cache(maxsize=1)
def _releases() -> list[tuple[tuple[int, int, int, int], str]]:
    rows = []
    for row in names.rows("releases"):
        try:
            Version.parse(row["version"])
        except ValueError:
            continue
        build = bound(row["version"]) if "." in row["version"][2:] or "-" in row["version"] else None
        if build is None:
            build = Version.parse(row["version"]).first
        rows.append((build, row["date"]))
    return rows


@dump_rule("F120", "The file's name and its content differ", Severity.WARNING)
def file_is_named_rightly(record: Record) -> Iterator[Report]:
    """The game names the file after the character and the moment of the end.

    Honest exceptions: somebody renamed the file; a file's name is no part of the game.
    """
    named, player = record.first("file_player"), record.first("player")
    if named is not None and player is not None:
        expected = squeezed_name(player.value)
        # A collector's prefix may hold the word morgue- itself.
        right = named.value == expected or named.value.endswith(f"morgue-{expected}")
        if not right and record.has("score"):
            yield Report(
                f"file name: it says {named.value}, the file is of {player.value}",
                expected=expected,
                found=named.value,
                evidence=record.evidence(player),
            )
    moment, ended = record.first("file_moment"), record.first("ended")
    if moment is None or ended is None or not ended.value:
        return
    day = moment.value.date().isoformat()
    if day != ended.value:
        yield Report(
            f"file name: it says {day}, the game ended on {ended.value}",
            expected=ended.value,
            found=day,
            evidence=record.evidence(ended),
        )
