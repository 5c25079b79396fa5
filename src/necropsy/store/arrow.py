"""Arrow tables of texts and whole numbers, for statements to read.

Arrow is loaded by who needs it first: a run over files of which none has changed never does, and
that would take a quarter of its time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["numbers", "table", "texts"]


def texts(values: Iterable[str | None]) -> Any:
    """A column of texts; what is no UTF-8 must be escaped already."""
    import pyarrow as pa

    return pa.array(values, pa.string())


def numbers(values: Any) -> Any:
    """A column of whole numbers."""
    import pyarrow as pa

    return pa.array(values, pa.int64())


def table(**columns: Any) -> Any:
    """A table of some columns."""
    import pyarrow as pa

    return pa.table(columns)
