"""The baseline of a call: read before the run, compared with it, and written behind it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from necropsy.cli.options import fail

if TYPE_CHECKING:
    from necropsy.brief import Brief

__all__ = ["BaselineOption", "Known", "WriteBaselineOption"]

BaselineOption = Annotated[
    str | None,
    typer.Option(
        "--baseline",
        metavar="FILE",
        help="Only what is new counts: findings in this list of --write-baseline, or in this earlier report"
        " in JSON or JSON Lines, are counted and not shown.",
    ),
]
WriteBaselineOption = Annotated[
    str | None,
    typer.Option(
        "--write-baseline",
        metavar="FILE",
        help="Write what this run finds as a list for --baseline; reasons in one that is there are kept.",
    ),
]


class Known:
    """What was known before a call, and what is to be known from now on.

    Args:
        baseline: the file of what is known; one that is about to be written need not be there.
        written: the file to write.
        verdicts: the verdicts that have an entry where no finding stands for them.
        select: the rules that are to run; all where it is empty.
        ignore: the rules that are left out.
    """

    def __init__(
        self,
        baseline: str | None,
        written: str | None,
        verdicts: Collection[str],
        select: tuple[str, ...] = (),
        ignore: tuple[str, ...] = (),
    ) -> None:
        from necropsy.baseline import Baseline, BaselineError, BaselineWriter
        from necropsy.reports.visible import visible
        from necropsy.rules import selected

        def ran(rule: str) -> bool:
            return selected(rule, select, ignore)

        self._path = written
        self._baseline = self._writer = None
        try:
            if baseline is not None:
                is_new = written is not None and not os.path.exists(baseline) and _same(baseline, written)
                self._baseline = Baseline.empty(baseline) if is_new else Baseline.read(baseline, ran)
            if written is not None:
                self._writer = BaselineWriter(written, verdicts, baseline, ran)
        except BaselineError as error:
            option = "baseline" if self._baseline is None and baseline is not None else "write-baseline"
            missing = option == "baseline" and not os.path.exists(baseline or "")
            hint = f"; make it first with --write-baseline {baseline}" if missing else ""
            fail(f"--{option}: {visible(str(error) + hint)}")

    @property
    def idle(self) -> bool:
        """Whether no finding has to be known again."""
        return self._baseline is None and self._writer is None

    def see(self, brief: Brief) -> Brief:
        """The same brief, with what is known of it."""
        if self._writer is not None:
            self._writer.take(brief)
        return brief if self._baseline is None else self._baseline.compare(brief)

    def end(self, *, complete: bool) -> Iterator[str]:
        """Write what is to be known, and say what was known.

        Args:
            complete: whether the run came to its end; else nothing is written, as it would lack the rest.
        """
        if self._baseline is not None:
            yield from self._baseline.said(complete=complete)
        if self._writer is None:
            return
        if not complete:
            yield f"The baseline {self._path} was not written."
            return
        try:
            count = self._writer.write()
        except OSError as error:
            fail(f"--write-baseline {self._path}: {error.strerror or error}")
        yield f"{count:,} {'entries' if count != 1 else 'entry'} written to the baseline {self._path}."


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)
