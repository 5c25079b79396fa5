"""What all work of a run has in common, and the form in which it comes back."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

from necropsy.brief import Brief, brief_of
from necropsy.filters import Filters
from necropsy.games import Game
from necropsy.judge import judge
from necropsy.plan import Plan
from necropsy.record import Record
from necropsy.verdict import Audit, Verdict

__all__ = ["Batch", "Order", "Rewriter", "Writer"]


class Writer(Protocol):
    """Writes audits down, in the form in which they leave the process.

    Attributes:
        together: the fewest files that should be written together, if there are so many.
    """

    together: ClassVar[int]

    @property
    def lines(self) -> bool:
        """Whether what it writes of each audit is its line of JSON Lines, which a store can keep."""

    def write(self, audits: Sequence[Audit | None], number: int) -> Any:
        """Some audits; one that is ``None`` does not count, or is not wanted, and is left out.

        Args:
            audits: the audits.
            number: that of their job; work that is done again has the number that it had.
        """

    def wants(self, brief: Brief) -> bool:
        """Whether anything would be written of an audit."""


@runtime_checkable
class Rewriter(Writer, Protocol):
    """Writes audits that were in a store, too."""

    def write_again(self, bundle: Any, wanted: Sequence[bool], told: Sequence[str]) -> Any:
        """Some audits that were in a store.

        Args:
            bundle: the audits as columns.
            wanted: for each whether it is to be written.
            told: for each by what kind of file the game is told.
        """


@dataclass(frozen=True, slots=True)
class Order:
    """What all jobs of a run have in common.

    Attributes:
        plan: what to audit and how.
        writer: how audits are written down.
        key: the key of the marks (:func:`~necropsy.card.mark_of`).
        filters: which games count; ``None`` is all.
        kept: whether the audits go to a store, too: all of them, whatever the filters say.
        judged: whether games are audited; else only their facts are wanted.
        marked: whether what findings are known by is wanted, for a baseline.
    """

    plan: Plan
    writer: Writer
    key: bytes
    filters: Filters | None = None
    kept: bool = False
    judged: bool = True
    marked: bool = False

    def judge(self, game: Game, record: Record) -> Audit:
        """The audit of a game; one that has the facts alone where no more is wanted."""
        if not self.judged:
            return Audit(record.label, Verdict.MATCH, game.name, record=record)
        return judge(game, record, *self.plan.codes(record))

    def batch(self, audits: Sequence[Audit], number: int | None = None) -> Batch:
        """Some audits, written down.

        Args:
            audits: the audits.
            number: that of their job; ``None`` for those of no job.
        """
        briefs = [brief_of(audit, self.filters, self.plan.overrides, marked=self.marked) for audit in audits]
        wants = self.writer.wants
        counting = [
            audit if brief.objection is None and wants(brief) else None
            for audit, brief in zip(audits, briefs, strict=True)
        ]
        payload = self.writer.write(counting, secrets.randbits(60) if number is None else number)
        return Batch(briefs, payload, self._columns(audits) if self.kept else b"")

    @staticmethod
    def _columns(audits: Sequence[Audit]) -> bytes:
        from necropsy.columns import bundle_of

        return bundle_of(audits).to_ipc()


@dataclass(slots=True)
class Batch:
    """Some audits, written down.

    Attributes:
        briefs: what each came to.
        payload: what their writer made of them.
        columns: the same for a store; empty where there is none.
    """

    briefs: list[Brief]
    payload: Any
    columns: bytes = b""

    def __getstate__(self) -> tuple[Any, ...]:
        # Columns of plain values go through a pipe several times as fast as rows of objects.
        rows = [(brief[0], brief[1].value, *brief[2:]) for brief in self.briefs]
        return tuple(zip(*rows, strict=True)), self.payload, self.columns

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        columns, self.payload, self.columns = state
        self.briefs = [
            Brief(source, _VERDICTS[verdict], *others)
            for source, verdict, *others in zip(*columns, strict=True)
        ]


_VERDICTS = {verdict.value: verdict for verdict in Verdict}
