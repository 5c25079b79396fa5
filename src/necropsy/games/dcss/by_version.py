"""Tables whose rows hold for some versions, looked up for builds that cannot always be placed.

A row says ``since`` and ``until``. Where the commit of a change is known it stands there, and a
build is on one side of it. Where only a minor does, the change came somewhere in the trunk of
that minor, so a trunk build of 0.N may still follow the row that ends with 0.(N-1): both are
answers, and a reader that needs one value has to allow for either.
"""

from __future__ import annotations

import re
from functools import lru_cache

from necropsy.games.dcss.names import rows
from necropsy.games.dcss.version import Version, VersionRange

__all__ = ["choices", "table_rows"]

_MINOR = re.compile(r"0\.(\d{1,3})")


@lru_cache(maxsize=1024)
def _reach(since: str, until: str) -> VersionRange:
    """The builds for which a row may hold; its last minor reaches to the end of the next trunk."""
    minor = _MINOR.fullmatch(until)
    return VersionRange(since, f"0.{int(minor[1]) + 1}-rc999" if minor else until)


@lru_cache(maxsize=1024)
def table_rows(table: str, version: Version) -> tuple[dict[str, str], ...]:
    """The rows of ``tables/<table>.csv`` that the version may follow."""
    return tuple(row for row in rows(table) if _reach(row["since"], row["until"]).overlaps(version))


@lru_cache(maxsize=4096)
def choices(table: str, name: str, version: Version) -> tuple[str, ...]:
    """What the second column says of a name, each value once; empty where no row speaks of it.

    >>> choices("will_species", "Purple Draconian", Version.parse("0.31.0"))
    ('6',)
    >>> choices("will_species", "Purple Draconian", Version.parse("0.32-a0-7-g1234567"))
    ('6', '3')
    """
    found = (tuple(row.values())[:2] for row in table_rows(table, version))
    return tuple(dict.fromkeys(value for key, value in found if key == name))
