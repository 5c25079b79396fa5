"""What an explanation says beyond the terms: what the files leave open."""

from __future__ import annotations

from collections.abc import Iterator

from necropsy.games.gnollhack.reckon import reckon
from necropsy.record import Record

__all__ = ["remarks_on"]


def remarks_on(record: Record) -> Iterator[str]:
    """Paragraphs on a record that was judged."""
    if record.breakdown is None:
        return
    for gap in reckon(record).missing:
        yield f"Not in these files: {gap.removeprefix('needs ')}."
