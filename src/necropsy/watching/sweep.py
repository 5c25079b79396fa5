"""The full pass: a run over all files with the memory of the store, of which what is new is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from necropsy.executors import Stopped
from necropsy.given import find_once, is_called_log
from necropsy.memory import Memory
from necropsy.order import Order
from necropsy.recall import recall
from necropsy.run import Run
from necropsy.store import Store
from necropsy.watching.case import case_of
from necropsy.watching.gradual import Gradual
from necropsy.watching.wanted import Wanted, WantedWriter

if TYPE_CHECKING:
    from necropsy.plan import Plan
    from necropsy.sources import Source
    from necropsy.telling import Told
    from necropsy.watching.desk import Desk
    from necropsy.watching.reported import Reported
    from necropsy.watching.tail import Tails

__all__ = ["Sweep", "Swept"]

_FETCHED = 200
"""Audits that are fetched from the store together."""


@dataclass(slots=True)
class Swept:
    """What a pass came to.

    Attributes:
        files: files that were read.
        lines: lines of logs that were new.
        kept: games that were as they were.
        posted: reports.
        failed: reports that could not be delivered.
        held: reports that wait, as their files may still be written.
        found: whether a game is one of those that are reported, now or before.
        absent: paths that are not there.
    """

    files: int = 0
    lines: int = 0
    kept: int = 0
    posted: int = 0
    failed: int = 0
    held: int = 0
    found: bool = False
    absent: tuple[str, ...] = ()

    @property
    def share_kept(self) -> float:
        """How much of the pass the next one has to do again: what was new it need not read."""
        games = self.kept + self.files + self.lines
        return self.kept / games if games else 1.0

    def __str__(self) -> str:
        said = (
            f"{_count(self.files, 'file')} and {_count(self.lines, 'line')} are new: {self.posted:,} reported"
        )
        if self.failed:
            said += f", {self.failed:,} not delivered"
        if self.held:
            said += f", {self.held:,} left until no more is written there"
        return f"{said}; {self.kept:,} as they were"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


class Sweep:
    """Makes full passes.

    Args:
        paths: what is watched.
        plan: what to audit and how. Whether dumps wait for logs is found out, unless it says no.
        wanted: which audits are reported.
        store: path of the store.
        reported: what was reported.
        desk: takes what is found.
        tails: the logs, to be followed.
        jobs: the most processes; 0 is as many as there are cores.
        stopped: whether the watch is to stop.
        is_fresh: whether a file may still be written.
        counted: gives the files of the first pass on, and shows how far it is.
    """

    def __init__(
        self,
        paths: Sequence[str],
        plan: Plan,
        wanted: Wanted,
        store: str,
        reported: Reported,
        desk: Desk,
        tails: Tails,
        *,
        jobs: int = 0,
        stopped: Callable[[], bool] = lambda: False,
        is_fresh: Callable[[Source], bool] = lambda _: False,
        counted: Callable[[Iterator[Source]], Iterator[Source]] = iter,
    ) -> None:
        self._paths = tuple(paths)
        self._plan = plan
        self._wanted = wanted
        self._store = store
        self._reported = reported
        self._desk = desk
        self._tails = tails
        self._jobs = jobs
        self._stopped = stopped
        self._is_fresh = is_fresh
        self._counted = counted
        self._pair = False
        self._passes = 0
        self._done: set[int] = set()

    def go(self) -> Swept:
        """Make a pass.

        Raises:
            StoreError: if the store cannot be read or written; the next pass makes up for it.
        """
        swept = Swept()
        self._desk.open()
        with suppress(Stopped):
            self._pass(swept)
        swept.posted, swept.failed = self._desk.posted, self._desk.failed
        return swept

    def _pass(self, swept: Swept) -> None:
        with Store(self._store) as store:
            self._reported.load(store)
            plan = self._planned()
            memory = Memory(store, plan, options=" ".join(["watch", *self._paths]))
            complete = False
            try:
                self._run(store, memory, plan, swept)
                complete = not swept.absent
            finally:
                memory.finish(complete=complete)
                swept.files, swept.kept = memory.read, memory.reused
        self._tails.know_files()
        self._passes += 1

    def _planned(self) -> Plan:
        """The plan of this pass: without a log no dump need wait for one."""
        if self._plan.pair is not False and not self._pair:
            self._pair = bool(self._plan.logs) or any(is_called_log(source.name) for source in self._found())
        return replace(self._plan, pair=self._pair)

    def _run(self, store: Store, memory: Memory, plan: Plan, swept: Swept) -> None:
        order = Order(plan, WantedWriter(wanted=self._wanted), memory.key, kept=True)
        executor = Gradual(order, self._jobs, self._stopped)
        waiting: list[Told] = []
        try:
            for told in Run(order, executor, memory).over(self._sources(swept)):
                memory.take(told)
                self._go_on()
                self._follow(told, swept)
                if not self._wanted.meets(told.brief):
                    continue
                swept.found = True
                if told.payload is not None:
                    self._offer(told, told.payload[told.row], store, swept)
                elif told.row >= 0 and told.row not in self._done:
                    waiting.append(told)
                if len(waiting) >= _FETCHED:
                    self._recall(waiting, store, swept)
                    waiting = []
            self._recall(waiting, store, swept)
        finally:
            executor.close()

    def _found(self) -> Iterator[Source]:
        for source in find_once(self._paths, self._plan.limits):
            self._go_on()
            yield source

    def _go_on(self) -> None:
        if self._stopped():
            raise Stopped

    def _sources(self, swept: Swept) -> Iterator[Source]:
        """The files; a path that is not there is no finding, as it may come back."""
        for source in self._found() if self._passes else self._counted(self._found()):
            if source.asked and source.problem:
                swept.absent += (source.name,)
            else:
                yield source

    def _follow(self, told: Told, swept: Swept) -> None:
        assert told.trace is not None
        for origin in told.trace.origins:
            if origin.piece is not None:
                swept.lines += origin.kept is None
                if told.brief.game is not None:
                    self._tails.see(told.brief.game, origin.source, origin.piece)

    def _recall(self, waiting: Sequence[Told], store: Store, swept: Swept) -> None:
        """Offer audits of earlier passes; once done they are not fetched again."""
        bundle = store.fetch([told.row for told in waiting])
        for told, data in zip(waiting, bundle.to_dicts(), strict=True):
            text = WantedWriter(wanted=self._wanted).write([recall(data, told.brief.told)])[0]
            if self._offer(told, text, store, swept):
                self._done.add(told.row)

    def _offer(self, told: Told, text: str | None, store: Store, swept: Swept) -> bool:
        if text is None:
            return True
        assert told.trace is not None
        origins = told.trace.origins
        case = case_of(text, told.brief.told, origins, self._wanted.counted)
        if self._desk.is_new(case) and self._may_change(told):
            swept.held += 1
            return False
        return self._desk.take(case, store)

    def _may_change(self, told: Told) -> bool:
        """Whether a report has to wait: a file that is still being written says too little."""
        assert told.trace is not None
        origins = told.trace.origins
        if any(self._is_fresh(each.source) for each in origins if each.piece is None or not each.piece.whole):
            return True
        # The file of a line may come a moment after it.
        is_news = told.payload is not None and self._passes > 0
        return self._plan.expect_files and is_news and all(origin.line for origin in origins)
