"""Many files: found, recognised, read and audited, lazily and in a fixed order; none stops the next.

Most files hold one game. A log holds many, and often several files tell of one game: a
morgue and the server's line, a text and a page of the same dump. Those are gathered while
the files are walked and come last, each game once (:mod:`necropsy.pairing`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from necropsy.games import Companion, Game, game, recognise
from necropsy.history import History
from necropsy.judge import judge
from necropsy.logline import Line, Rejected
from necropsy.loglines import Broken, lines_in, lines_of_text
from necropsy.pairing import Gathering
from necropsy.record import Record
from necropsy.sources import Content, Limits, Source, find, read, reason, too_long
from necropsy.verdict import Audit, Verdict

__all__ = ["Found", "Plan", "audit_each", "audit_text", "examine", "records_in"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to audit and how.

    Attributes:
        select: beginnings of the rule codes to run; all where it is empty.
        ignore: beginnings of the rule codes to leave out.
        game: the one game to look for; every game where it is ``None``.
        limits: how much of a file is read.
        pair: whether dumps wait for the log line of their game; ``None`` is from the first log on.
        expect_files: whether a line of a log without its dump is a fault.
        logs: files that were given as logs; one that is none is told, and not taken for something else.

    Raises:
        KeyError: if ``game`` is not known.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    game: str | None = None
    limits: Limits = field(default_factory=Limits)
    pair: bool | None = None
    expect_files: bool = False
    logs: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if self.game is not None:
            game(self.game)


@dataclass(frozen=True, slots=True)
class Found:
    """A record and the game that it is of."""

    game: Game
    record: Record


def audit_each(sources: Iterable[Source], plan: Plan = Plan()) -> Iterator[Audit]:
    """Audit every game in some files; a file that holds none gives one audit that says so."""
    return _judged(examine(sources, plan), plan)


def audit_text(text: str, name: str = "<text>", plan: Plan = Plan()) -> Iterator[Audit]:
    """Audit every game in a text that is in memory already."""
    return _judged(_Run(plan).over([(Source(name), Content(text, held=True))]), plan)


def _judged(found: Iterator[Found | Audit], plan: Plan) -> Iterator[Audit]:
    history = History()
    for each in found:
        if isinstance(each, Audit):
            yield each
            continue
        label = history.note(each.game, each.record)
        if label is None:
            yield judge(each.game, each.record, plan.select, plan.ignore)
        else:
            yield _repetition(each, label)


def records_in(paths: Iterable[str | os.PathLike[str]], plan: Plan = Plan()) -> Iterator[Record]:
    """The facts of every game under some paths, without any judgement."""
    return (found.record for found in examine(find(paths), plan) if isinstance(found, Found))


def examine(sources: Iterable[Source], plan: Plan = Plan()) -> Iterator[Found | Audit]:
    """The records in some files, and an audit for each file that holds none."""
    return _Run(plan).over((source, read(source, plan.limits)) for source in sources)


class _Run:
    """One run over some files."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._gathering = Gathering(plan.pair, plan.expect_files)

    def over(self, contents: Iterable[tuple[Source, Content]]) -> Iterator[Found | Audit]:
        """What the files hold; the games that several of them may tell of come last."""
        for source, content in contents:
            yield from self._look_at(source, content)
        for each in self._gathering.games(self._dump, self._log):
            yield each if isinstance(each, Audit) else Found(*each)

    def _look_at(self, source: Source, content: Content) -> Iterator[Found | Audit]:
        if content.problem and not content.text:
            yield _unreadable(source.name, content.problem)
            return
        found = recognise(content.text, source.name, self._plan.game)
        if content.problem:
            # The lines of a log before the damage are games all the same.
            if found is None or isinstance(found, Companion) or not _is_log(found, source, content):
                yield _unreadable(source.name, content.problem)
            else:
                self._gathering.take_log(found, source, None)
            return
        if source.name in self._plan.logs and not _is_log(found, source, content):
            yield _unreadable(source.name, "given as a log, and no log of a game known here")
            return
        if isinstance(found, Companion):
            yield Audit(source.name, Verdict.SKIPPED, reasons=(found.kind,))
        elif found is None:
            yield self._unknown(source, content)
        elif found.is_log(source.name, content.text):
            self._gathering.take_log(found, source, content if content.held else None)
        elif content.partial:
            yield _unreadable(source.name, too_long(self._plan.limits.file_bytes))
        else:
            record = _record(found, source, content)
            kept = content if content.held else None
            # What tells of a running game has no end that a line could tell, too.
            if found.unfinished(record) or not self._gathering.take(found, source, record, kept):
                yield Found(found, record)

    def _dump(self, found: Game, source: Source, kept: Content | None) -> Record | Audit:
        """A dump again, when its game's turn has come; the file may have gone since."""
        content = kept or read(source, self._plan.limits)
        if content.problem:
            return _unreadable(source.name, content.problem)
        return _record(found, source, content)

    def _log(self, found: Game, source: Source, kept: Content | None) -> Iterator[Record | Audit]:
        """The games of a log, and its lines that are none and should be."""
        try:
            for each in found.read_log(self._lines(source, kept), source.name):
                yield _rejection(each) if isinstance(each, Rejected) else each
        except (OSError, Broken) as error:
            yield _unreadable(source.name, reason(error) if isinstance(error, OSError) else str(error))

    def _lines(self, source: Source, kept: Content | None) -> Iterator[Line]:
        return lines_in(source.name, self._plan.limits) if kept is None else lines_of_text(kept.text)

    def _unknown(self, source: Source, content: Content) -> Audit:
        base = os.path.basename(source.name)
        if not source.asked and "." in base and not base.lower().endswith(_DUMP_ENDINGS):
            return Audit(source.name, Verdict.SKIPPED, reasons=("another kind of file",))
        if content.partial:
            return _unreadable(source.name, too_long(self._plan.limits.file_bytes))
        if not content.text.strip():
            return _unreadable(source.name, "the file is empty")
        return _unreadable(source.name, "no dump of a game known here")


def _repetition(found: Found, label: str) -> Audit:
    return Audit(
        found.record.label,
        Verdict.SKIPPED,
        found.game.name,
        reasons=(f"the same game as {label}",),
        record=found.record,
        repeats=label,
    )


def _is_log(found: Game | Companion | None, source: Source, content: Content) -> bool:
    if found is None or isinstance(found, Companion):
        return False
    return found.is_log(source.name, content.text)


def _record(found: Game, source: Source, content: Content) -> Record:
    record = found.read(content.text, source.name)
    if content.encoding != "utf-8":
        record.state("encoding", content.encoding, 0, "file")
    return record


# What a dump can be called; a file of another kind in a directory is none of our business.
_DUMP_ENDINGS = (".txt", ".gz", ".html", ".htm", ".log", ".dump", ".morgue")


def _unreadable(name: str, why: str) -> Audit:
    return Audit(name, Verdict.UNREADABLE, reasons=(why,))


def _rejection(line: Rejected) -> Audit:
    return Audit(f"{line.source}:{line.line}", Verdict.UNREADABLE, reasons=(line.reason,), rejected=line)
