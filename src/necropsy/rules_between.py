"""X: what the games of one run say of each other, for every game alike.

A game's rulebook takes these rules in under its own digit (``X150``, ``X250``).
"""

from __future__ import annotations

from collections.abc import Iterable

from necropsy.record import Record
from necropsy.rules import Report, Rulebook, Severity

__all__ = ["add_rules"]


def add_rules(rulebook: Rulebook, digit: int) -> None:
    """Register the rules for a game whose codes begin with a digit."""
    for number, title, severity, needs, check in _RULES:
        register = rulebook.rule(
            f"X{digit}{number}", title, severity, accuses=check is not no_file, needs=needs
        )
        register(check)


def told_again(record: Record) -> Iterable[Report]:
    """Two lines or two files of one game (one player, one start) that do not tell the same.

    One of them may have been edited: compare them. Honest exceptions: a server that crashed
    after it had written the line and let the game go on from its save; players of one name on
    two servers whose logs were joined; a file of which somebody cut or wrapped lines.
    """
    label = record.value("told_before")
    if label is None or record.value("told_alike"):
        return ()
    message = f"game: {label} tells of the same game, and not the same"
    return (Report(message, found=label, evidence=record.about("score", "turns", "ending")),)


def renamed(record: Record) -> Iterable[Report]:
    """A file whose game stands in a file of another name, too, with the same end.

    Honest exceptions: copies that an archive or a player named anew.
    """
    label = record.value("told_before")
    if label is None or not record.value("told_alike"):
        return ()
    return (Report(f"game: {label} tells of the same game under another name", found=label),)


def seed_shared(record: Record) -> Iterable[Report]:
    """Somebody else played the same dungeon before, so it can have been known.

    Games on a seed that the player chose are left out: they are marked, and known as such.
    Honest exceptions: an unmarked game on a seed that somebody else chose later.
    """
    label = record.value("seed_before")
    if label is None:
        return ()
    message = f"seed: the game in {label}, of another player, had the same one"
    return (Report(message, found=label, evidence=record.about("seed")),)


def two_at_once(record: Record) -> Iterable[Report]:
    """A player can run one game of a version and kind at a time: its save has the player's name.

    Honest exceptions: a clock that was set, one name on two machines or by two people, and
    logs of several servers joined without a word of which.
    """
    seconds = record.value("overlap_s", 0)
    if seconds <= _TOLERANCE:
        return ()
    label = record.value("overlaps")
    message = f"time: the game in {label}, of the same player, ran at the same time for {seconds:,} s"
    return (Report(message, found=seconds, evidence=record.about("started", "ended")),)


_TOLERANCE = 60


def no_line(record: Record) -> Iterable[Report]:
    """A log of the game was read, and no line in it is this game's: the server knows nothing of it.

    Honest exceptions: a log that is not whole or of another server or time, and games of
    wizard or explore mode, which get no line at their end.
    """
    alone = record.value("alone")
    if alone not in ("dump", "dump, mode entered"):
        return ()
    if alone == "dump":
        return (Report("log line: none tells of this game, so the file stands for itself alone"),)
    return (Report("log line: none tells of the game's end, one that it entered wizard or explore mode"),)


def no_file(record: Record) -> Iterable[Report]:
    """A line of a log without a dump among the files of the run.

    Honest exceptions: dumps that lie elsewhere, were not kept, or were renamed beyond
    recognition. Where the files were expected (``--expect-files``) this is an error.
    """
    alone = record.value("alone")
    if alone not in ("line", "line, file expected"):
        return ()
    severity = Severity.HINT if alone == "line" else None
    return (Report("file: none tells of this game, only the line", severity=severity),)


_RULES = (
    ("50", "The same game told in two ways", Severity.WARNING, "told_before", told_again),
    ("51", "The same game under another name", Severity.WARNING, "told_before", renamed),
    ("52", "A seed that another player played before", Severity.HINT, "seed_before", seed_shared),
    ("53", "Two games of one player at once", Severity.WARNING, "overlaps", two_at_once),
    ("54", "A dump without a log line", Severity.HINT, "alone", no_line),
    ("55", "A log line without a file", Severity.ERROR, "alone", no_file),
)
