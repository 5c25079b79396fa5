"""GnollHack: dumplogs, their pages, and xlogfiles of 4.1.0-PA2 to 4.3.0."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, islice

from necropsy.breakdown import Reckoning
from necropsy.games import Companion
from necropsy.games.gnollhack import derived
from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.document import Dumplog
from necropsy.games.gnollhack.dumplog import is_dumplog, read_dumplog
from necropsy.games.gnollhack.line import XlogRecord
from necropsy.games.gnollhack.line_reckon import reckon_line
from necropsy.games.gnollhack.logfile import is_logfile, read_logfile
from necropsy.games.gnollhack.reckon import reckon
from necropsy.games.gnollhack.remarks import remarks_on
from necropsy.games.gnollhack.rescore import formula, rescore
from necropsy.games.gnollhack.rules import RULEBOOK
from necropsy.games.gnollhack.version import Build, BuildRange
from necropsy.games.gnollhack.version_window import version_window
from necropsy.games.gnollhack.xlogfile import is_xlogfile, read_xlogfile
from necropsy.identity import QUARTER, Identity
from necropsy.logline import Line, LineRecord, Rejected
from necropsy.record import Record
from necropsy.rules import Rule

__all__ = ["GAME", "Gnollhack"]


class Gnollhack:
    """The game's side of the :class:`~necropsy.games.Game` protocol."""

    name = "gnollhack"
    title = "GnollHack"
    writes_twins = True

    @staticmethod
    def glance(_line: LineRecord) -> None:
        """Nearly every line carries a hint, so none is settled at a glance."""
        return

    rulebook = RULEBOOK
    remarks = staticmethod(remarks_on)
    version_window = staticmethod(version_window)
    formula = staticmethod(formula)
    rescore = staticmethod(rescore)

    @staticmethod
    def reckon(record: Record) -> Reckoning:
        """Every breakdown that the facts of a record allow, or what is missing for one."""
        found = reckon_line(record) if isinstance(record, XlogRecord) else None
        return reckon(record) if found is None else found

    @staticmethod
    def recognises(name: str, text: str) -> bool:
        """Whether a text is a dumplog, its page, an xlogfile or a logfile."""
        return is_dumplog(name, text) or is_xlogfile(name, text) or is_logfile(name, text)

    @staticmethod
    def companion(_name: str, _text: str) -> Companion | None:
        """GnollHack writes nothing else that could be taken for a dump."""
        return None

    @staticmethod
    def is_log(name: str, text: str) -> bool:
        """Whether a text is an xlogfile or a logfile, or the beginning of one."""
        return not is_dumplog(name, text) and (is_xlogfile(name, text) or is_logfile(name, text))

    @staticmethod
    def read(text: str, source: str) -> Record:
        """The record of a dumplog or its page."""
        return read_dumplog(text, source, derived.DUMP)

    @staticmethod
    def read_log(lines: Iterable[Line], source: str) -> Iterator[Record | Rejected]:
        """The record of each line of a log."""
        lines = iter(lines)
        first = list(islice(lines, 1))
        read = read_logfile if first and is_logfile(source, first[0].text) else read_xlogfile
        return read(chain(first, lines), source, derived.LINE)

    @staticmethod
    def identity(record: Record) -> Identity | None:
        """Player and start, which the dump, its page and its line state alike."""
        player = record.value("player")
        if isinstance(record, XlogRecord):
            start, end = record.value("starttime_s"), record.value("endtime_s")
            stamps: tuple[int, ...] = (start, record.value("starttime_utc_s", start))
            kind, slot = "line", f"{record.fields.get('version', '')} {record.fields.get('server', '')}"
        else:
            start, end = _seconds(record, "started"), _seconds(record, "ended")
            stamps = () if start is None else _named(record.source, start)
            kind, slot = "page" if _PAGE.search(record.source) and record.has("closing") else "text", ""
        if player is None or start is None:
            return None
        return Identity(player, kind, start, end, stamps, slot=slot)

    @staticmethod
    def keys(identity: Identity) -> Sequence[Hashable]:
        """Player and start; clocks of two time zones differ by whole quarters of an hour."""
        return () if identity.start is None else ((identity.player.casefold(), identity.start % QUARTER),)

    @staticmethod
    def variant(record: Record) -> str | None:
        """GnollHack has no forks that count otherwise."""
        shown = record.value("version_shown")
        if shown is not None and build_of(record) is None:
            return f"{shown!r} is no version of GnollHack"
        return None

    @staticmethod
    def unfinished(record: Record) -> str | None:
        """A snapshot of a running game has no closing block and speaks in the present."""
        if record.value("snapshot"):
            return "the file is a snapshot of a running game"
        if not _closes(record) and record.value("alive") and not record.value("closing"):
            return "the file speaks of the game in the present and has no closing block"
        return None

    @staticmethod
    def unscored(_record: Record) -> str | None:
        """A game of GnollHack always has a score."""
        return None

    @staticmethod
    def ineligible(record: Record) -> str | None:
        """Wizard, explore, casual and non-scoring games are not for a leaderboard."""
        modes = {statement.value for statement in record.statements("mode")}
        for mode, why in _UNFIT.items():
            if mode in modes:
                return why
        return "a game that counts for nothing (non-scoring)" if record.value("scoring") is False else None

    edition = staticmethod(build_of)

    @staticmethod
    def holds(rule: Rule, build: Build | None) -> bool:
        """Whether the rule surely holds for a build."""
        if not rule.since and not rule.until:
            return True
        return build is not None and BuildRange(rule.since, rule.until).holds(build)


_UNFIT = {
    "wizard": "played in wizard mode",
    "explore": "played in explore mode",
    "casual": "played in casual mode",
    "reloadable": "played in reloadable mode",
}

_EPOCH, _SECOND = dt.datetime(1970, 1, 1), dt.timedelta(seconds=1)

_PAGE = re.compile(r"\.html?(?:\.\w{2,4})?$", re.I)


_STAMP = re.compile(r"(?<!\d)\d{9,11}(?!\d)", re.ASCII)
_A_DAY = 26 * 3600


def _seconds(record: Record, fact: str) -> int | None:
    moment = record.value(fact)
    return (moment - _EPOCH) // _SECOND if isinstance(moment, dt.datetime) else None


def _closes(record: Record) -> bool:
    """Whether a dump is seen to have a closing block without reading it."""
    return isinstance(record.document, Dumplog) and record.document.closes


def _named(source: str, start: int) -> tuple[int, ...]:
    """The starts in the name of a dump: ``gnollhack.sapling.1796032441.txt``, ``1796032441.gnoll.txt``."""
    numbers = map(int, _STAMP.findall(os.path.basename(source)))
    return tuple(number for number in numbers if abs(number - start) <= _A_DAY)


GAME = Gnollhack()
