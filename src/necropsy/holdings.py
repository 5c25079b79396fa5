"""All that a store holds, told as a run would tell it, without a file being read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from necropsy.brief import brief_from
from necropsy.order import Order
from necropsy.retelling import retold
from necropsy.storable import restored
from necropsy.telling import Told

if TYPE_CHECKING:
    from necropsy.store import Store

__all__ = ["LastRun", "last_run", "told_in"]

_TOGETHER = 4000
"""Audits that are fetched together, as in a run over a store."""


class LastRun(NamedTuple):
    """The run that has written to a store last.

    Attributes:
        options: what it was asked to do, in words.
        version: the version of the program.
        complete: whether it came to its end.
    """

    options: str
    version: str
    complete: bool


def last_run(store: Store) -> LastRun | None:
    """The run that has written to a store last; ``None`` if none has."""
    rows = store.run("SELECT options, version, complete FROM runs ORDER BY id DESC LIMIT 1")
    return LastRun(restored(rows[0][0]), rows[0][1], bool(rows[0][2])) if rows else None


def told_in(store: Store, order: Order) -> Iterator[Told]:
    """Each audit of a store once, by file and line.

    Args:
        store: the store.
        order: how they are written down.

    Raises:
        StoreError: if the store cannot be read.
    """
    for rows in _batches(store):
        briefs = dict(
            store.run(
                "SELECT rowid, brief FROM memo"
                " SEMI JOIN (SELECT unnest(?::BIGINT[]) AS place) ON rowid = place",
                ([row for row, _ in rows],),
            )
        )
        told = [
            Told(brief_from(json.loads(briefs[row])), None, -1 if number is None else number)
            for row, number in rows
        ]
        yield from retold(store, told, order)


def _batches(store: Store) -> Iterator[list[tuple[int, int | None]]]:
    """Where the audits stand; one that several files tell of stands where the first of them does."""
    every = store.run(
        "SELECT rowid, number FROM memo WHERE brief IS NOT NULL ORDER BY source, line, position"
    )
    seen: set[int] = set()
    once = []
    for row, number in every:
        if number is None or number not in seen:
            once.append((row, number))
        if number is not None:
            seen.add(number)
    for start in range(0, len(once), _TOGETHER):
        yield once[start : start + _TOGETHER]
