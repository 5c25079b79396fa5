"""Audits of many files: one after the other, lazily, and none stops the next."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from necropsy.games import Companion, game, recognise
from necropsy.judge import judge
from necropsy.record import Record
from necropsy.sources import Content, Limits, Source, decode, find, read
from necropsy.verdict import Audit, Verdict

__all__ = ["Plan", "audit_content", "audit_source", "audit_sources", "record_of"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to audit and how.

    Attributes:
        select: beginnings of the rule codes to run; all where it is empty.
        ignore: beginnings of the rule codes to leave out.
        game: the one game to look for; every game where it is ``None``.
        limits: how much of a file is read.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    game: str | None = None
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.game is not None:
            game(self.game)


def audit_sources(paths: Iterable[str | os.PathLike[str]], plan: Plan = Plan()) -> Iterator[Audit]:
    """Audit every file under some paths."""
    return (audit_source(source, plan) for source in find(paths))


def audit_source(source: Source, plan: Plan = Plan()) -> Audit:
    """Audit one file."""
    return audit_content(source, read(source, plan.limits), plan)


def audit_content(source: Source, content: Content, plan: Plan = Plan()) -> Audit:
    """Audit a text that is in memory already."""
    if content.problem:
        return Audit(source.name, Verdict.UNREADABLE, reasons=(content.problem,))
    found = recognise(content.text, source.name, plan.game)
    if isinstance(found, Companion):
        return Audit(source.name, Verdict.SKIPPED, reasons=(found.kind,))
    if found is None:
        return _unknown(source, content)
    record = found.read(content.text, source.name)
    if content.encoding != "utf-8":
        record.state("encoding", content.encoding, 0, "file")
    return judge(found, record, plan.select, plan.ignore)


def record_of(source: Source, plan: Plan = Plan()) -> Record | None:
    """The facts of one file without an audit; ``None`` where it is no dump."""
    content = read(source, plan.limits)
    found = None if content.problem else recognise(content.text, source.name, plan.game)
    if found is None or isinstance(found, Companion):
        return None
    return found.read(content.text, source.name)


# What a dump can be called; a file of another kind in a directory is none of our business.
_DUMP_ENDINGS = (".txt", ".gz", ".html", ".htm", ".log", ".dump", ".morgue")


def _unknown(source: Source, content: Content) -> Audit:
    base = os.path.basename(source.name)
    if not source.asked and "." in base and not base.lower().endswith(_DUMP_ENDINGS):
        return Audit(source.name, Verdict.SKIPPED, reasons=("another kind of file",))
    if not content.text.strip():
        return Audit(source.name, Verdict.UNREADABLE, reasons=("the file is empty",))
    return Audit(source.name, Verdict.UNREADABLE, reasons=("no dump of a game known here",))


def from_text(text: str, name: str = "<text>") -> tuple[Source, Content]:
    """A source and its content, for a text in memory."""
    return Source(name), Content(text)


def from_bytes(data: bytes, name: str = "<bytes>") -> tuple[Source, Content]:
    """A source and its content, for bytes in memory."""
    return Source(name), decode(data)
