"""What becomes of an audit that may be reported: nothing if it was, else it is delivered and noted."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from necropsy.reports.visible import visible
from necropsy.watching.posting import NotPosted, Posting

if TYPE_CHECKING:
    from necropsy.store import Store
    from necropsy.watching.case import Case
    from necropsy.watching.reported import Reported

__all__ = ["Desk"]

_PATIENCE = 3
"""After so many failures in a row the rest waits for the next pass."""


class Desk:
    """Delivers each report once, or again where nobody knows whether it has arrived.

    A report is noted when it was delivered. If the program is killed between the two, that one
    report is delivered again at the next start; none is lost.

    Args:
        posting: delivers.
        reported: what was reported.
        say: tells people of what goes wrong.
        clock: tells the time.

    Attributes:
        posted: reports that were delivered since :meth:`open`.
        failed: reports that could not be.
        seconds: how long the deliveries took.
    """

    def __init__(
        self,
        posting: Posting,
        reported: Reported,
        say: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._posting = posting
        self._reported = reported
        self._say = say
        self._clock = clock
        self.open()

    def open(self) -> None:
        """Begin anew to count, and to hope."""
        self.posted = self.failed = self._in_a_row = 0
        self.seconds = 0.0

    def is_new(self, case: Case) -> bool:
        """Whether a case has something that was not reported."""
        return self._reported.is_new(case)

    def take(self, case: Case, store: Store | None = None) -> bool:
        """Deliver a case if it is new.

        Args:
            case: the case.
            store: the store, where it is open.

        Returns:
            Whether nothing is left to be done.

        Raises:
            StoreError: if it was delivered and cannot be noted for good.
        """
        if self._reported.is_new(case) and not self._post(case):
            return False
        self._reported.add(case)
        self._reported.save(store)
        return True

    def _post(self, case: Case) -> bool:
        if self._in_a_row >= _PATIENCE:
            self.failed += 1
            return False
        began = self._clock()
        try:
            self._posting.post(case)
        except NotPosted as error:
            self.failed += 1
            self._in_a_row += 1
            self._say(
                f"not delivered, to be tried again: {visible(case.data['source'])}: {visible(str(error))}"
            )
            return False
        finally:
            self.seconds += self._clock() - began
        self.posted += 1
        self._in_a_row = 0
        return True
