"""Audits and contenders whose work is done in other processes, or was done before, as plain objects."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from necropsy.brief import Brief
from necropsy.card import KEY
from necropsy.contender import Contender, ContenderWriter
from necropsy.executors import open_executor
from necropsy.order import Order
from necropsy.plan import Plan
from necropsy.recall import recall
from necropsy.reports.written import JsonWriter
from necropsy.run import Run
from necropsy.sources import Source
from necropsy.verdict import Audit

if TYPE_CHECKING:
    from necropsy.telling import Told

__all__ = ["audit_elsewhere", "contenders_elsewhere"]


class _EveryWriter(JsonWriter):
    """Writes what lies beside dumps, too."""

    def wants(self, _brief: Brief) -> bool:
        """Every audit has its text."""
        return True


def audit_elsewhere(
    sources: Iterable[Source], plan: Plan, jobs: int = 1, cluster: str | None = None, store: str | None = None
) -> Iterator[Audit]:
    """Audit every game in some files; an audit that comes from here has the public facts and no more.

    Args:
        sources: the files.
        plan: what to audit and how.
        jobs: how many processes; 0 is as many as there are cores.
        cluster: address of a Dask cluster (:func:`~necropsy.executors.open_executor`).
        store: the store to keep the audits in, and to have those of before from.

    Raises:
        ValueError: if the cluster's address cannot be read, or nobody answers there.
        ModuleNotFoundError: if what a cluster or a store needs is not installed.
        necropsy.store.StoreError: if the store cannot be used.
    """
    with ExitStack() as stack:
        memory = None
        if store is not None:
            from necropsy.memory import Memory
            from necropsy.store import Store

            memory = Memory(stack.enter_context(Store(store)), plan)
        key = KEY if memory is None else memory.key
        order = Order(plan, _EveryWriter(), key, kept=memory is not None)
        executor = stack.enter_context(closing(open_executor(order, jobs, cluster)))
        tellings = Run(order, executor, memory).over(sources)
        if memory is None:
            yield from map(_audit, tellings)
            return
        complete = False
        try:
            yield from map(_audit, memory.recalled(tellings, order))
            complete = True
        finally:
            memory.finish(complete=complete)


def contenders_elsewhere(
    sources: Iterable[Source],
    plan: Plan,
    writer: ContenderWriter,
    jobs: int = 1,
    cluster: str | None = None,
) -> Iterator[Contender]:
    """What a leaderboard takes from the audit of every game in some files.

    Args:
        sources: the files.
        plan: what to audit and how.
        writer: which games count, and by which formula they are scored.
        jobs: how many processes; 0 is as many as there are cores.
        cluster: address of a Dask cluster.

    Raises:
        ValueError: if the cluster's address cannot be read, or nobody answers there.
        ModuleNotFoundError: if what a cluster needs is not installed.
    """
    order = Order(plan, writer, KEY)
    with closing(open_executor(order, jobs, cluster)) as executor:
        for told in Run(order, executor).over(sources):
            contender: Contender | None = told.payload[told.row]
            if contender is not None:
                yield contender


def _audit(told: Told) -> Audit:
    text = told.payload[told.row]
    if text is None:
        # What lies beside dumps is remembered, and not stored.
        return Audit(told.brief.source, told.brief.verdict)
    return recall(json.loads(text), told.brief.told)
