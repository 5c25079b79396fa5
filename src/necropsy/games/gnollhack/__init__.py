"""GnollHack: dumplogs, their pages, and xlogfiles of 4.1.0-PA2 to 4.3.0."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, islice

from necropsy.breakdown import Reckoning
from necropsy.games import Companion, Glance
from necropsy.games.gnollhack import derived
from necropsy.games.gnollhack.build import build_of
from necropsy.games.gnollhack.dumplog import is_dumplog, read_dumplog
from necropsy.games.gnollhack.eligibility import ineligible
from necropsy.games.gnollhack.glance import glance
from necropsy.games.gnollhack.identity import closes, identity_of
from necropsy.games.gnollhack.line import XlogRecord
from necropsy.games.gnollhack.line_reckon import reckon_line
from necropsy.games.gnollhack.logfile import is_logfile, read_logfile
from necropsy.games.gnollhack.reckon import reckon
from necropsy.games.gnollhack.remarks import remarks_on
from necropsy.games.gnollhack.rescore import formula, rescore
from necropsy.games.gnollhack.rules import RULEBOOK
from necropsy.games.gnollhack.rules.book import holds
from necropsy.games.gnollhack.version_window import version_window
from necropsy.games.gnollhack.xlogfile import is_xlogfile, read_xlogfile
from necropsy.identity import QUARTER, Identity
from necropsy.joint import dumps_of
from necropsy.logline import Line, Rejected
from necropsy.record import Record

__all__ = ["GAME", "Gnollhack"]


class Gnollhack:
    """The game's side of the :class:`~necropsy.games.Game` protocol."""

    name = "gnollhack"
    title = "GnollHack"
    writes_twins = True

    rulebook = RULEBOOK
    remarks = staticmethod(remarks_on)
    version_window = staticmethod(version_window)
    formula = staticmethod(formula)
    rescore = staticmethod(rescore)

    @staticmethod
    def glance(record: Record) -> Glance | None:
        """The score, breakdown and hints of a line in order."""
        return glance(record) if isinstance(record, XlogRecord) else None

    @staticmethod
    def glimpse(_record: Record) -> None:
        """A dumplog is always read."""

    @staticmethod
    def unfold(_record: Record) -> None:
        """A dumplog is always read."""

    @staticmethod
    def cut_off(record: Record) -> str | None:
        """A dumplog of a game that has ended ends with a closing block."""
        for part in dumps_of(record):
            if not closes(part):
                return "the dumplog has no closing block: it may be cut off"
        return None

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

    identity = staticmethod(identity_of)

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
        if not closes(record) and record.value("alive"):
            return "the file speaks of the game in the present and has no closing block"
        return None

    @staticmethod
    def unscored(_record: Record) -> str | None:
        """A game of GnollHack always has a score."""
        return None

    ineligible = staticmethod(ineligible)
    edition = staticmethod(build_of)

    holds = staticmethod(holds)


GAME = Gnollhack()
