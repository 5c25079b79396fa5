"""The honest games under some paths, each with the line that a log has of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from necropsy.engine import Found, examine
from necropsy.joint import dumps_of, lines_of
from necropsy.judge import judge
from necropsy.plan import Plan
from necropsy.record import Record
from necropsy.rules import Severity
from necropsy.sources import find
from necropsy.tamper.original import Original
from necropsy.verdict import Audit, Verdict

__all__ = ["Honest", "honest_games", "is_accused"]

_PROVED = frozenset({Verdict.MISMATCH, Verdict.TAMPERED})
_PACKED = (".gz", ".bz2", ".xz", ".zst")


class Honest(NamedTuple):
    """An honest game.

    Attributes:
        original: what it left.
        audit: what an audit of all that says.
    """

    original: Original
    audit: Audit


def honest_games(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Honest]:
    """Every game under some paths; lines of the logs there go to the dumps of their games.

    Whether they are honest nobody asks: who has an edited game among them measures nonsense.
    Dumps of running games, copies and what cannot be read are left out.
    """
    for found in examine(find(paths), Plan(pair=True)):
        if not isinstance(found, Found):
            continue
        audit = judge(found.game, found.record)
        if audit.verdict not in (Verdict.UNFINISHED, Verdict.UNREADABLE):
            yield Honest(_original(found.record), audit)


def is_accused(audit: Audit) -> bool:
    """Whether an audit proves something against a game."""
    return audit.verdict in _PROVED or any(each.severity is Severity.ERROR for each in audit.findings)


def _original(record: Record) -> Original:
    line = next(iter(lines_of(record)), None)
    log, entry = ("", "") if line is None else (_name_of(line), line.text)
    dumps = [(_name_of(dump), dump.text) for dump in dumps_of(record)]
    if not dumps:
        return Original(log, "", log, entry)
    (name, text), *twins = dumps
    return Original(name, text, log, entry, next(iter(twins), None))


def _name_of(record: Record) -> str:
    """The file's own name, without its folder and how it is packed."""
    name = os.path.basename(record.source)
    for ending in _PACKED:
        name = name.removesuffix(ending)
    return name
