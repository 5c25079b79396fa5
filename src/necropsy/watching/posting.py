"""How a report reaches people: printed, or handed to a command."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING, Protocol, TextIO

from necropsy.recall import recall

if TYPE_CHECKING:
    from necropsy.watching.case import Case

__all__ = ["NotPosted", "Posting", "PrintedLines", "PrintedTable", "ToCommand"]


# It is tried again: no name that ends in Error.
class NotPosted(Exception):  # noqa: N818
    """A report has not reached its reader; the message says why."""


class Posting(Protocol):
    """Delivers reports."""

    def post(self, case: Case) -> None:
        """Deliver one.

        Raises:
            NotPosted: if that has failed; it may be tried again.
            BrokenPipeError: if its reader is gone.
        """


class PrintedLines:
    """Prints each report as a line of JSON.

    Args:
        stream: where to.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def post(self, case: Case) -> None:
        """Print one."""
        _print(self._stream, lambda: self._stream.write(case.text + "\n"))


class PrintedTable:
    """Prints each report as people read it.

    Args:
        stream: where to.
        width: columns; the terminal's own where it is ``None``.
    """

    def __init__(self, stream: TextIO, width: int | None = None) -> None:
        from necropsy.reports.terminal import Page

        self._stream = stream
        self._page = Page(stream, width)

    def post(self, case: Case) -> None:
        """Print one."""
        from necropsy.reports.table import print_audit

        audit = recall(case.data, case.told)
        _print(self._stream, lambda: print_audit(self._page, audit))


def _print(stream: TextIO, write: Callable[[], object]) -> None:
    try:
        write()
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise NotPosted(f"standard output: {error.strerror or error}") from None


_LOOK_UP = 0.05
"""Seconds after which a wait looks whether it is to stop."""

_SHOWN = 500
"""Bytes of what a command says that are shown, its last ones."""


class ToCommand:
    """Runs a command for each report, with the audit as JSON on its standard input.

    Args:
        command: the program and its arguments; no shell has a part in it.
        seconds: after which a command that hangs is ended.
        stopped: whether the watch is to stop; then a command has one second left.
        clock: tells the time.
    """

    def __init__(
        self,
        command: Sequence[str],
        seconds: float,
        stopped: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._command = tuple(command)
        self._seconds = seconds
        self._stopped = stopped
        self._clock = clock

    def post(self, case: Case) -> None:
        """Run the command."""
        # Files in the place of pipes: nobody waits for a command that does not read, or says too much.
        try:
            with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
                given.write(case.text.encode("utf-8", "backslashreplace") + b"\n")
                given.seek(0)
                self._run(given, said)
        except OSError as error:
            raise NotPosted(f"{self._command[0]}: {error.strerror or error}") from None

    def _run(self, given: IO[bytes], said: IO[bytes]) -> None:
        # A group of its own, so that nothing that it started is left.
        started = subprocess.Popen(  # noqa: S603 - the command of who keeps the watch
            self._command, stdin=given, stderr=said, start_new_session=True
        )
        with started as process:
            try:
                problem = self._problem(process)
            finally:
                if process.returncode is None:
                    _end(process)
        if problem:
            raise NotPosted(": ".join(filter(None, [self._command[0], problem, _last_words(said)])))

    def _problem(self, process: subprocess.Popen[bytes]) -> str:
        """Wait for the command, and say what went wrong."""
        began = self._clock()
        least = began + self._seconds
        while True:
            try:
                code = process.wait(_LOOK_UP)
            except subprocess.TimeoutExpired:
                now = self._clock()
                if self._stopped():
                    least = min(least, now + 1)
                if now < least:
                    continue
                return "ended, as the watch is to stop" if self._stopped() else _hung(self._seconds)
            if code < 0:
                return f"ended by signal {-code}"
            return f"exit code {code}" if code else ""


def _hung(seconds: float) -> str:
    return f"ended after {seconds:g} seconds without an answer"


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        process.kill()
    process.wait()


def _last_words(said: IO[bytes]) -> str:
    size = said.seek(0, os.SEEK_END)
    said.seek(max(size - _SHOWN, 0))
    return " / ".join(said.read().decode("utf-8", "replace").split("\n")).strip(" /")
