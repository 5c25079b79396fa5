"""A watch put together from its parts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from necropsy.sources.archive import archive_of
from necropsy.sources.local import path_of
from necropsy.sources.remote import is_url
from necropsy.store import Store
from necropsy.watching.desk import Desk
from necropsy.watching.glance import Glance
from necropsy.watching.pace import Pace
from necropsy.watching.reported import Reported
from necropsy.watching.sweep import Sweep, Swept
from necropsy.watching.vigil import Vigil

if TYPE_CHECKING:
    from necropsy.plan import Plan
    from necropsy.sources import Source
    from necropsy.watching.changes import Changes
    from necropsy.watching.posting import Posting
    from necropsy.watching.wanted import Wanted

__all__ = ["Watch", "is_fresh"]


def is_fresh(source: Source, settle: float, now: float | None = None) -> bool:
    """Whether a file may still be written, or has just gone.

    Args:
        source: the file; of a member of an archive that counts.
        settle: seconds after the last change for which it may.
        now: the time as files have it.
    """
    if is_url(source.name):
        return False
    try:
        found = os.stat(path_of(source.inside or archive_of(source) or source.name))
    except OSError:
        return True
    # A copy may have the times of its original, but not that of its last change here.
    now = time.time() if now is None else now
    return abs(now - max(found.st_mtime, found.st_ctime)) < settle


def _nothing(_text: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What is watched, and what becomes of what is found.

    Attributes:
        paths: what is watched.
        plan: what to audit and how.
        store: path of the store.
        wanted: which audits are reported.
        posting: delivers the reports.
        settle: seconds for which a file must be left alone to be whole.
        jobs: the most processes of a pass; 0 is as many as there are cores.
        stopped: whether the watch is to stop.
        say: tells people of what goes wrong.
        remark: tells them of each pass.
        clock: tells the time in seconds, from any moment on.
        fresh: whether a file may still be written, if it must be left alone for so many seconds.
        counted: gives the files of the first pass on, and shows how far it is.
    """

    paths: tuple[str, ...]
    plan: Plan
    store: str
    wanted: Wanted
    posting: Posting
    settle: float = 2.0
    jobs: int = 0
    stopped: Callable[[], bool] = lambda: False
    say: Callable[[str], None] = _nothing
    remark: Callable[[str], None] = _nothing
    clock: Callable[[], float] = time.monotonic
    fresh: Callable[[Source, float], bool] = is_fresh
    counted: Callable[[Iterator[Source]], Iterator[Source]] = iter

    def once(self) -> Swept:
        """Make one pass over the files as they are, and report what is new.

        Raises:
            StoreError: if the store cannot be read or written.
            BrokenPipeError: if the reader of the reports is gone.
        """
        desk, glance, reported = self._parts()
        swept = self._sweep(desk, glance, reported, lambda _: False).go()
        self.remark(str(swept))
        return swept

    def keep(self, changes: Changes) -> None:
        """Keep watch until it is to stop.

        Args:
            changes: what changes; it must have begun to listen.

        Raises:
            StoreError: if the store cannot be opened at all.
            BrokenPipeError: if the reader of the reports is gone.
        """
        with Store(self.store):
            pass
        desk, glance, reported = self._parts()
        sweep = self._sweep(desk, glance, reported, lambda source: self.fresh(source, self.settle))
        vigil = Vigil(
            sweep,
            glance,
            desk,
            Pace(self.settle),
            stopped=self.stopped,
            say=self.say,
            remark=self.remark,
            clock=self.clock,
        )
        vigil.keep(changes)

    def _parts(self) -> tuple[Desk, Glance, Reported]:
        reported = Reported(self.store)
        desk = Desk(self.posting, reported, self.say, self.clock)
        alone = replace(self.plan, pair=False, expect_files=False, logs=frozenset())
        return desk, Glance(alone, self.wanted, desk, self.store, self.settle, self.say), reported

    def _sweep(
        self, desk: Desk, glance: Glance, reported: Reported, fresh: Callable[[Source], bool]
    ) -> Sweep:
        return Sweep(
            self.paths,
            self.plan,
            self.wanted,
            self.store,
            reported,
            desk,
            glance.tails,
            jobs=self.jobs,
            stopped=self.stopped,
            is_fresh=fresh,
            counted=self.counted,
        )
