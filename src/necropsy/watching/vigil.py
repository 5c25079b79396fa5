"""The watch itself: full passes, and glances between them, until somebody stops it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from necropsy.reports.visible import visible
from necropsy.watching.sweep import Swept

if TYPE_CHECKING:
    from necropsy.watching.changes import Changes
    from necropsy.watching.desk import Desk
    from necropsy.watching.glance import Glance
    from necropsy.watching.pace import Pace
    from necropsy.watching.sweep import Sweep

__all__ = ["Vigil"]


class Vigil:
    """Keeps watch.

    Args:
        sweep: makes full passes.
        glance: looks at what was just written.
        desk: delivers the reports of both.
        pace: says when a pass is due.
        stopped: whether the watch is to stop.
        say: tells people of what goes wrong.
        remark: tells them how it goes.
        clock: tells the time.
    """

    def __init__(
        self,
        sweep: Sweep,
        glance: Glance,
        desk: Desk,
        pace: Pace,
        *,
        stopped: Callable[[], bool],
        say: Callable[[str], None],
        remark: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sweep = sweep
        self._glance = glance
        self._desk = desk
        self._pace = pace
        self._stopped = stopped
        self._say = say
        self._remark = remark
        self._clock = clock
        self._absent: tuple[str, ...] = ()

    def keep(self, changes: Changes) -> None:
        """Keep watch until somebody stops it.

        Raises:
            BrokenPipeError: if the reader of the reports is gone.
        """
        self._go()
        while not self._stopped():
            now = self._note(changes.wait())
            self._desk.open()
            self._glance.look(now)
            if self._desk.failed:
                self._pace.changed(now)
            if self._pace.is_due(now) and not self._stopped():
                self._go()

    def _note(self, changed: set[str]) -> float:
        now = self._clock()
        for name in changed:
            self._glance.note(name, now)
        if changed:
            self._pace.changed(now)
        return now

    def _go(self) -> None:
        """Make a pass; what goes wrong is told, and the next one makes up for it."""
        began = self._clock()
        self._pace.begins()
        self._glance.rest()
        swept, failed = None, True
        try:
            swept = self._sweep.go()
            failed = swept.failed > 0
        except BrokenPipeError:
            raise
        except Exception as error:  # a watch goes on when a disk is full, or a file has a fault of ours
            self._say(f"a pass has failed and is tried again: {visible(_reason(error))}")
        if swept is not None and not self._stopped():
            self._tell(swept)
        ended = self._clock()
        worked = max(ended - began - self._desk.seconds, 0.0) * (1.0 if swept is None else swept.share_kept)
        self._pace.ended(ended, worked, left=swept is not None and swept.held > 0, failed=failed)

    def _tell(self, swept: Swept) -> None:
        for path in swept.absent:
            if path not in self._absent:
                self._say(f"{visible(path)} is not there; it is watched when it comes")
        self._absent = swept.absent
        self._remark(str(swept))


def _reason(error: Exception) -> str:
    from necropsy.store import StoreError

    if isinstance(error, StoreError | OSError):
        return str(error)
    return f"{type(error).__name__}: {error}"[:300]
