"""Audits as columns: a few thousand of them as four Arrow tables.

A :class:`Bundle` holds all that the machine output of its audits says, and gives it back to
the byte (:meth:`Bundle.to_dicts`). It goes through pipes, into the audit database
(:mod:`necropsy.store`) and into Parquet (:mod:`necropsy.parquet`).
"""

from __future__ import annotations

from necropsy.extras import require

require("store", "pyarrow")

# pylint: disable=wrong-import-position
from necropsy.columns.bundle import Bundle, concat  # noqa: E402
from necropsy.columns.flat import flat, flat_schema  # noqa: E402
from necropsy.columns.pack import bundle_of  # noqa: E402

__all__ = ["Bundle", "bundle_of", "concat", "flat", "flat_schema"]
