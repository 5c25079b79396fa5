"""The tables of GnollHack: ``tables/*.csv``, each with its source in its first lines."""

from functools import partial

from necropsy.tables import rows_of

__all__ = ["rows"]

rows = partial(rows_of, "gnollhack")
"""The rows of ``tables/<table>.csv`` as dictionaries."""
