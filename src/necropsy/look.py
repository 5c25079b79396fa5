"""A first look at a file: what it is, and the record of a dump, without any regard to other files."""

from __future__ import annotations

import os
from typing import NamedTuple

from necropsy.baseline.entry import BEGINNING
from necropsy.games import Companion, Game, recognise
from necropsy.logline import Rejected
from necropsy.plan import Plan
from necropsy.record import Record
from necropsy.sources import Content, Source, read, too_long, too_many_lines
from necropsy.verdict import Audit, Verdict

__all__ = [
    "Dump",
    "Log",
    "Seen",
    "content_of",
    "is_put_aside",
    "look",
    "read_again",
    "record_of",
    "rejection",
    "unreadable",
]


class Log(NamedTuple):
    """A log, which is read line by line when all dumps of the run are known.

    Attributes:
        game: whose log it is.
        source: the file.
        content: its text where there is no file to read it from.
    """

    game: Game
    source: Source
    content: Content | None


class Dump(NamedTuple):
    """A dump.

    Attributes:
        game: the game that wrote it.
        source: the file.
        record: its facts.
        content: its text where there is no file to read it from again.
        running: whether it tells of a game that had not ended.
    """

    game: Game
    source: Source
    record: Record
    content: Content | None
    running: bool


Seen = Audit | Log | Dump
"""What a file is; an audit where it holds no game that could be told."""


def content_of(source: Source, plan: Plan, *, hashed: bool = False) -> Content:
    """What a file holds; one that is to be skipped is not read.

    Args:
        source: the file.
        plan: how much is read, and what is skipped.
        hashed: whether its digest is to be made.
    """
    if plan.overrides.skipping(source.name) is not None:
        return Content()
    return read(source, plan.limits, hashed=hashed)


def look(source: Source, content: Content, plan: Plan) -> Seen:
    """What a file is."""
    skipping = plan.overrides.skipping(source.name)
    if skipping is not None:
        return Audit(source.name, Verdict.SKIPPED, reasons=(skipping.reason,))
    return _seen(source, content, plan)


def _seen(source: Source, content: Content, plan: Plan) -> Seen:
    if content.problem:
        return _damaged(source, content, plan)
    found = recognise(content.text, source.name, plan.game)
    if source.name in plan.logs and not _is_log(found, source, content):
        return unreadable(source.name, "given as a log, and no log of a game known here")
    if found is None or isinstance(found, Companion):
        return _no_game(found, source, content, plan)
    kept = content if content.held else None
    if found.is_log(source.name, content.text):
        return Log(found, source, kept)
    why = _beyond_limits(content, plan)
    if why:
        return unreadable(source.name, why)
    record = record_of(found, source, content, plan)
    return Dump(found, source, record, kept, found.unfinished(record) is not None)


def _beyond_limits(content: Content, plan: Plan) -> str:
    """Why a dump is not read; "" if it is."""
    if content.partial:
        return too_long(plan.limits.file_bytes, "--max-file")
    most = plan.limits.lines
    # A text has no more lines than characters.
    lines = content.text.count("\n") if len(content.text) > most else 0
    return too_many_lines(lines, most) if lines > most else ""


def _damaged(source: Source, content: Content, plan: Plan) -> Seen:
    """What a file is that cannot be read whole."""
    # The lines of a log before the damage are games all the same.
    found = recognise(content.text, source.name, plan.game) if content.text else None
    if found is None or isinstance(found, Companion) or not _is_log(found, source, content):
        return unreadable(source.name, content.problem)
    return Log(found, source, None)


def is_put_aside(dump: Dump, *, pair: bool) -> bool:
    """Whether a dump waits until all files are known, as others may tell of its game."""
    if dump.running or not (pair or dump.game.writes_twins):
        # What tells of a running game has no end that a line could tell, too.
        return False
    identity = dump.game.identity(dump.record)
    return identity is not None and bool(dump.game.keys(identity))


def record_of(game: Game, source: Source, content: Content, plan: Plan) -> Record:
    """The record of a dump whose game is known."""
    record = game.read(content.text, source.name)
    record.text, record.utf8 = content.text, content.utf8
    if plan.scores_alone:
        game.glimpse(record)
    elif not plan.facts_alone:
        game.unfold(record)
    if content.encoding != "utf-8":
        record.state("encoding", content.encoding, 0, "file")
    return record


def read_again(game: Game, source: Source, content: Content | None, plan: Plan) -> Record | Audit:
    """The record of a dump when its game's turn has come; the file may have gone since."""
    content = content or read(source, plan.limits)
    why = content.problem or _beyond_limits(content, plan)
    if why:
        return unreadable(source.name, why)
    return record_of(game, source, content, plan)


def _is_log(found: Game | Companion | None, source: Source, content: Content) -> bool:
    if found is None or isinstance(found, Companion):
        return False
    return found.is_log(source.name, content.text)


def _no_game(found: Companion | None, source: Source, content: Content, plan: Plan) -> Audit:
    if found is not None:
        return Audit(source.name, Verdict.SKIPPED, reasons=(found.kind,))
    if content.text.startswith(BEGINNING):
        return Audit(source.name, Verdict.SKIPPED, reasons=("a baseline of this program",))
    base = os.path.basename(source.name)
    if not source.asked and "." in base and not base.lower().endswith(_DUMP_ENDINGS):
        return Audit(source.name, Verdict.SKIPPED, reasons=("another kind of file",))
    if content.partial:
        return unreadable(source.name, too_long(plan.limits.file_bytes, "--max-file"))
    if not content.text.strip():
        return unreadable(source.name, "the file is empty")
    return unreadable(source.name, "no dump of a game known here")


# What a dump can be called; a file of another kind in a directory is none of our business.
_DUMP_ENDINGS = (".txt", ".gz", ".html", ".htm", ".log", ".dump", ".morgue")


def unreadable(name: str, why: str) -> Audit:
    """The audit of what cannot be read."""
    return Audit(name, Verdict.UNREADABLE, reasons=(why,))


def rejection(line: Rejected) -> Audit:
    """The audit of a line of a log that is no game and should be one."""
    return Audit(f"{line.source}:{line.line}", Verdict.UNREADABLE, reasons=(line.reason,), rejected=line)
