"""Ctrl-C, taken as the wish to stop after the game in hand: what was told so far is kept whole."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

__all__ = ["Interrupt"]

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupt:
    """While it is entered, the first Ctrl-C (or SIGTERM) asks to stop, and the second one ends at once.

    Attributes:
        signal: the number of the signal that came; 0 while there was none.
    """

    def __init__(self) -> None:
        self.signal = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interrupt:
        # Signals are the main thread's affair; elsewhere the program that calls decides.
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._take) for number in _SIGNALS}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def asked(self) -> bool:
        """Whether somebody wants the run to stop."""
        return self.signal != 0

    def _take(self, number: int, _frame: FrameType | None) -> None:
        if self.signal:
            # Either cleans up on its way out, and ends the program with 128 + number as shells count.
            raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)
        self.signal = number
