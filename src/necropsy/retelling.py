"""Audits that are in a store already, written as the report of a run wants them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from necropsy.baseline.mark import Mark, marks_in
from necropsy.order import Rewriter
from necropsy.recall import recall
from necropsy.telling import Told
from necropsy.verdict import Verdict

if TYPE_CHECKING:
    from necropsy.columns import Bundle
    from necropsy.filters import Filters
    from necropsy.order import Order
    from necropsy.store import Store

__all__ = ["retold"]


def retold(store: Store, tellings: Sequence[Told], order: Order) -> Iterator[Told]:
    """The same tellings, those of the store with a payload of their own; only what is wanted is fetched."""
    asked = [told for told in tellings if _is_asked(told, order)]
    lines = _lines(store, asked, order)
    fetched = [told for told in asked if told.row not in lines]
    made = _made(store, fetched, order) if fetched else {}
    nothing = order.writer.write([None], 0)
    for told in tellings:
        if told.payload is not None:
            yield told
        elif id(told) in made:
            yield made[id(told)]
        elif told.row in lines:
            yield Told(told.brief, (lines[told.row],), 0)
        else:
            yield Told(told.brief, nothing, 0, told.trace)


def _lines(store: Store, asked: Sequence[Told], order: Order) -> dict[int, str]:
    """What the store has kept of what the report wants, by the numbers of the games."""
    if not order.writer.lines or order.filters is not None or order.marked:
        return {}
    return store.lines.of(told.row for told in asked)


def _made(store: Store, asked: Sequence[Told], order: Order) -> dict[int, Told]:
    """Tellings with what the report wants of them, made from the store's tables."""
    bundle = store.fetch([told.row for told in asked])
    objections = _objections(bundle, asked, order.filters)
    wanted = [
        no is None and order.writer.wants(told.brief) for no, told in zip(objections, asked, strict=True)
    ]
    assert isinstance(order.writer, Rewriter), "who writes for a run with a store can do so again"
    payload = order.writer.write_again(bundle, wanted, [told.brief.told for told in asked])
    marks = _marks(bundle, order)
    made: dict[int, Told] = {}
    for row, told in enumerate(asked):
        brief = told.brief._replace(objection=objections[row], marks=marks[row] if marks else ())
        made[id(told)] = Told(brief, payload, row)
    return made


def _is_asked(told: Told, order: Order) -> bool:
    """Whether an audit has to be looked at: to be written, or for what a filter or a baseline asks."""
    if told.payload is not None or told.row < 0:
        return False
    counts = order.marked and (told.brief.worst > 0 or told.brief.verdict is not Verdict.MATCH)
    return order.filters is not None or counts or order.writer.wants(told.brief)


def _marks(bundle: Bundle, order: Order) -> list[tuple[Mark, ...]]:
    """What audits that come from the store are known by, where a baseline asks for it."""
    return [marks_in(data) for data in bundle.to_dicts()] if order.marked else []


def _objections(
    bundle: Bundle, asked: Sequence[Told], filters: Filters | None
) -> Sequence[tuple[str, str] | None]:
    """What the filters have against audits that come from the store."""
    if filters is None:
        return [None] * len(asked)
    given = zip(bundle.to_dicts(), asked, strict=True)
    found = [filters.objection(recall(data, told.brief.told)) for data, told in given]
    return [None if no is None else (no.option, no.reason) for no in found]
