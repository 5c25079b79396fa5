"""Many files: found, recognised, read and audited, lazily and in a fixed order; none stops the next.

Most files hold one game. A log holds many, and often several files tell of one game: a
morgue and the server's line, a text and a page of the same dump. Those are gathered while
the files are walked and come last, each game once (:mod:`necropsy.pairing`).

Here each audit keeps its record, in the process that asks. :mod:`necropsy.run` does the same
in many processes, and what comes from there is plain data.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from necropsy.games import Game
from necropsy.history import History
from necropsy.judge import judge
from necropsy.logline import Line, Rejected
from necropsy.loglines import Broken, lines_in, lines_of_text
from necropsy.look import Dump, Log, content_of, is_put_aside, look, read_again, rejection, unreadable
from necropsy.pairing import Gathering
from necropsy.plan import EVERYTHING, Plan
from necropsy.record import Record
from necropsy.sources import Content, Source, find, reason
from necropsy.verdict import Audit, Verdict

__all__ = ["Found", "Plan", "audit_each", "audit_text", "audit_texts", "examine", "records_in", "repetition"]


@dataclass(frozen=True, slots=True)
class Found:
    """A record and the game that it is of."""

    game: Game
    record: Record


def audit_each(sources: Iterable[Source], plan: Plan = EVERYTHING) -> Iterator[Audit]:
    """Audit every game in some files; a file that holds none gives one audit that says so."""
    return _judged(examine(sources, plan), plan)


def audit_text(text: str, name: str = "<text>", plan: Plan = EVERYTHING) -> Iterator[Audit]:
    """Audit every game in a text that is in memory already."""
    return audit_texts([(name, text)], plan)


def audit_texts(texts: Iterable[tuple[str, str]], plan: Plan = EVERYTHING) -> Iterator[Audit]:
    """Audit every game in some texts that are in memory already, each given with its name."""
    held = ((Source(name), Content(text, held=True)) for name, text in texts)
    return _judged(_examined(held, plan), plan)


def _judged(found: Iterator[Found | Audit], plan: Plan) -> Iterator[Audit]:
    history = History()
    for each in found:
        if isinstance(each, Audit):
            yield each
            continue
        label = history.note(each.game, each.record)
        if label is None:
            yield judge(each.game, each.record, *plan.codes(each.record))
        else:
            yield repetition(each.game, each.record, label)


def records_in(paths: Iterable[str | os.PathLike[str]], plan: Plan = EVERYTHING) -> Iterator[Record]:
    """The facts of every game under some paths, without any judgement."""
    plan = replace(plan, facts_alone=True)
    return (found.record for found in examine(find(paths), plan) if isinstance(found, Found))


def examine(sources: Iterable[Source], plan: Plan = EVERYTHING) -> Iterator[Found | Audit]:
    """The records in some files, and an audit for each file that holds none."""
    return _examined(((source, content_of(source, plan)) for source in sources), plan)


def _examined(contents: Iterable[tuple[Source, Content]], plan: Plan) -> Iterator[Found | Audit]:
    """What the files hold; the games that several of them may tell of come last."""
    gathering = Gathering(plan.pair, plan.expect_files, plan.logs)
    for source, content in contents:
        seen = look(source, content, plan)
        if isinstance(seen, Log):
            gathering.take_log(*seen)
        elif not isinstance(seen, Dump):
            yield seen
        elif not is_put_aside(seen, pair=gathering.pairs) or not gathering.take(*seen[:4]):
            yield Found(seen.game, seen.record)

    def log(game: Game, source: Source, kept: Content | None) -> Iterator[Record | Audit]:
        return _games_in(game, source, kept, plan)

    def dump(game: Game, source: Source, kept: Content | None) -> Record | Audit:
        return read_again(game, source, kept, plan)

    for each in gathering.games(dump, log):
        yield each if isinstance(each, Audit) else Found(*each)


def _games_in(game: Game, source: Source, kept: Content | None, plan: Plan) -> Iterator[Record | Audit]:
    """The games of a log, and its lines that are none and should be."""
    try:
        for each in game.read_log(_lines(source, kept, plan), source.name):
            yield rejection(each) if isinstance(each, Rejected) else each
    except (OSError, Broken) as error:
        yield unreadable(source.name, reason(error) if isinstance(error, OSError) else str(error))


def _lines(source: Source, kept: Content | None, plan: Plan) -> Iterator[Line]:
    return lines_in(source, plan.limits) if kept is None else lines_of_text(kept.text)


def repetition(game: Game, record: Record, label: str) -> Audit:
    """The audit of a game that was told already."""
    return Audit(
        record.label,
        Verdict.SKIPPED,
        game.name,
        reasons=(f"the same game as {label}",),
        record=record,
        repeats=label,
    )
