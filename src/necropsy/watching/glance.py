"""The quick look: what was just written, each file and each new line of a log for itself.

It tells accusations only: what is open may be settled by other files, and a full pass knows them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from necropsy.card import KEY
from necropsy.executors import Inline
from necropsy.labour import LogLines
from necropsy.loglines import of_few_lines
from necropsy.look import Log, look
from necropsy.order import Order
from necropsy.run import Run
from necropsy.sources import Source, read, signature
from necropsy.sources.walk import may_be_archive
from necropsy.store import StoreError
from necropsy.telling import Origin
from necropsy.watching.case import Case, case_of
from necropsy.watching.tail import AT_ONCE, BEGINNING, Tails, new_lines
from necropsy.watching.wanted import Wanted, WantedWriter, is_accusation

if TYPE_CHECKING:
    from necropsy.brief import Brief
    from necropsy.loglines import Piece, of_few_lines
    from necropsy.plan import Plan
    from necropsy.watching.desk import Desk

__all__ = ["Glance"]

_MOST = 64
"""Files that are looked at in one turn."""

_MOST_WAITING = 10_000


class Glance:
    """Looks at files soon after they were written.

    Args:
        plan: which rules run, and how much is read; it neither pairs nor knows of logs.
        wanted: which audits are reported.
        desk: takes what is found.
        store: path of the store.
        settle: seconds for which a file must not have changed to be looked at.
        say: tells people of what goes wrong.

    Attributes:
        tails: the logs that are followed.
    """

    def __init__(
        self,
        plan: Plan,
        wanted: Wanted,
        desk: Desk,
        store: str,
        settle: float,
        say: Callable[[str], None],
    ) -> None:
        self.tails = Tails()
        self._order = Order(plan, WantedWriter(wanted=wanted), KEY)
        self._wanted = wanted
        self._desk = desk
        self._store = store
        self._settle = settle
        self._say = say
        self._waiting: dict[str, tuple[float, str]] = {}
        self._told: set[str] = set()

    def note(self, name: str, now: float) -> None:
        """Take note that a file has changed; where too many have, a pass is quicker."""
        if len(self._waiting) < _MOST_WAITING:
            self._waiting[name] = now, signature(Source(name))

    def rest(self) -> None:
        """A pass begins, which knows more of what was told than is known here."""
        self._told.clear()

    def look(self, now: float) -> None:
        """Look at what was written, as far as it is time to."""
        cases: list[Case] = []
        files: list[Source] = []
        for name in self._due(now):
            if name in self.tails or self.tails.is_renamed(name):
                cases += self._new_lines(name, now)
            else:
                files += self._settled(name, now)
        cases += self._files(files)
        self._report(cases)

    def _due(self, now: float) -> list[str]:
        """What can be looked at: a log at once, all else when it has not changed for a while."""
        due = [
            name
            for name, (last, _) in self._waiting.items()
            if name in self.tails or now >= last + self._settle
        ]
        return due[:_MOST]

    # ----------------------------------------------------------------------- files

    def _settled(self, name: str, now: float) -> Iterator[Source]:
        """A file that looks as it did when it was noted; one that does not has more time."""
        _, before = self._waiting.pop(name)
        # What a link leads to is a full pass's affair: it may be found by another way.
        if os.path.islink(name) or not os.path.isfile(name):
            return
        source = Source(name, asked=False, size=_size(name))
        looks_so = signature(source)
        if looks_so != before:
            self._waiting[name] = now, looks_so
        elif not may_be_archive(source):
            yield source

    def _files(self, sources: Sequence[Source]) -> Iterator[Case]:
        dumps = [source for source in sources if not self._is_log(source)]
        run = Run(self._order, Inline(self._order), traced=True)
        for told in run.over(dumps):
            text = told.payload[told.row]
            assert told.trace is not None
            if text is not None:
                yield from self._case(text, told.brief, told.trace.origins)

    def _is_log(self, source: Source) -> bool:
        """Whether a file is a log; it is read from its beginning then."""
        seen = look(source, read(source, self._order.plan.limits), self._order.plan)
        if isinstance(seen, Log) and 0 <= source.size <= AT_ONCE:
            self.tails[source.name] = seen.game.name, BEGINNING
            self._waiting[source.name] = 0.0, ""
        return isinstance(seen, Log)

    # ------------------------------------------------------------------------ logs

    def _new_lines(self, name: str, now: float) -> list[Case]:
        self._waiting.pop(name, None)
        game, tail = self.tails[name]
        try:
            piece, behind = new_lines(name, tail)
        except OSError:
            # It may come back, and then it is a log still.
            return []
        except LookupError:
            del self.tails[name]
            return []
        self.tails[name] = game, behind
        if piece is None:
            return []
        if len(piece.data) > AT_ONCE // 2:
            # There is more, probably.
            self._waiting[name] = now, ""
        return list(self._lines(game, Source(name, asked=False), piece))

    def _lines(self, game: str, source: Source, piece: Piece) -> Iterator[Case]:
        for part in of_few_lines(piece):
            yield from self._lines_of_part(game, source, part)

    def _lines_of_part(self, game: str, source: Source, piece: Piece) -> Iterator[Case]:
        result = LogLines(game, source.name, piece).do(self._order)
        for row, (_, line, offset) in enumerate(result.items):
            text = result.batch.payload[row]
            if text is not None:
                origin = Origin(source, piece=piece, line=line, offset=offset)
                yield from self._case(text, result.batch.briefs[row], (origin,))

    # --------------------------------------------------------------------- reports

    def _case(self, text: str, brief: Brief, origins: Sequence[Origin]) -> Iterator[Case]:
        if is_accusation(brief):
            yield case_of(text, brief.told, origins, self._wanted.counted)

    def _report(self, cases: Sequence[Case]) -> None:
        """Deliver what is new; a full pass tries again what could not be."""
        # A dump, its page and its line say the same in the same second: which of them are one
        # game a full pass knows.
        new = [case for case in cases if self._desk.is_new(case)]
        for case in new:
            if not case.words <= self._told:
                self._told |= case.words
                self._deliver(case)

    def _deliver(self, case: Case) -> None:
        try:
            self._desk.take(case)
        except StoreError as error:
            self._say(f"{self._store}: not noted yet: {error}")


def _size(name: str) -> int:
    try:
        return os.path.getsize(name)
    except OSError:
        return -1
