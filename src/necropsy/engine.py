"""Many files: found, recognised, read and audited, lazily and in a fixed order; none stops the next.

Most files hold one game. A log holds many, and some games write several files about one:
a text and a page of the same dump, and a line in the log. Those are gathered while the
files are walked and come last, each game once (:mod:`necropsy.pairing`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from necropsy.games import Companion, Game, game, recognise
from necropsy.judge import judge
from necropsy.pairing import Gathering
from necropsy.record import Record
from necropsy.sources import Content, Limits, Source, find, read
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

    Raises:
        KeyError: if ``game`` is not known.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    game: str | None = None
    limits: Limits = field(default_factory=Limits)

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
    for found in examine(sources, plan):
        if isinstance(found, Audit):
            yield found
        else:
            yield judge(found.game, found.record, plan.select, plan.ignore)


def audit_text(text: str, name: str = "<text>", plan: Plan = Plan()) -> Iterator[Audit]:
    """Audit every game in a text that is in memory already."""
    gathering = Gathering()
    content = Content(text, held=True)
    for found in chain(_read_content(Source(name), content, plan, gathering), _gathered(gathering, plan)):
        if isinstance(found, Audit):
            yield found
        else:
            yield judge(found.game, found.record, plan.select, plan.ignore)


def records_in(paths: Iterable[str | os.PathLike[str]], plan: Plan = Plan()) -> Iterator[Record]:
    """The facts of every game under some paths, without any judgement."""
    return (found.record for found in examine(find(paths), plan) if isinstance(found, Found))


def examine(sources: Iterable[Source], plan: Plan = Plan()) -> Iterator[Found | Audit]:
    """The records in some files, and an audit for each file that holds none."""
    gathering = Gathering()
    for source in sources:
        yield from _read_content(source, read(source, plan.limits), plan, gathering)
    yield from _gathered(gathering, plan)


def _read_content(
    source: Source, content: Content, plan: Plan, gathering: Gathering
) -> Iterator[Found | Audit]:
    if content.problem:
        yield Audit(source.name, Verdict.UNREADABLE, reasons=(content.problem,))
        return
    found = recognise(content.text, source.name, plan.game)
    if isinstance(found, Companion):
        yield Audit(source.name, Verdict.SKIPPED, reasons=(found.kind,))
    elif found is None:
        yield _unknown(source, content)
    else:
        for record in _records(found, source, content):
            if record.line:
                gathering.take_log(found, source, content)
                return
            if not gathering.take(found, source, record, content):
                yield Found(found, record)


def _records(found: Game, source: Source, content: Content) -> Iterator[Record]:
    for record in found.read(content.text, source.name):
        if content.encoding != "utf-8":
            record.state("encoding", content.encoding, 0, "file")
        yield record


def _gathered(gathering: Gathering, plan: Plan) -> Iterator[Found | Audit]:
    """Each game that several files may tell of, once; then the files that went meanwhile."""
    gone: list[Audit] = []

    def reread(found: Game, source: Source, kept: Content | None) -> Iterator[Record]:
        content = kept or read(source, plan.limits)
        if content.problem:
            gone.append(Audit(source.name, Verdict.UNREADABLE, reasons=(content.problem,)))
            return
        yield from _records(found, source, content)

    for found, record in gathering.games(reread):
        yield Found(found, record)
    yield from gone


# What a dump can be called; a file of another kind in a directory is none of our business.
_DUMP_ENDINGS = (".txt", ".gz", ".html", ".htm", ".log", ".dump", ".morgue")


def _unknown(source: Source, content: Content) -> Audit:
    base = os.path.basename(source.name)
    if not source.asked and "." in base and not base.lower().endswith(_DUMP_ENDINGS):
        return Audit(source.name, Verdict.SKIPPED, reasons=("another kind of file",))
    if not content.text.strip():
        return Audit(source.name, Verdict.UNREADABLE, reasons=("the file is empty",))
    return Audit(source.name, Verdict.UNREADABLE, reasons=("no dump of a game known here",))
