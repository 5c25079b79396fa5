"""The audit database: what was audited stays, to be asked by SQL and to be used again.

It is one DuckDB file. Its tables are linked by ``id``, the number of a game:

``games``
    one row an audit: verdict, score, what is known of the game at a glance
``facts``
    one row a game that was read: every public fact of every game
``terms``
    one row a step of a recomputed score
``findings``
    one row a finding of a rule
``places``
    one row a file, or line of a log, that tells of a game
``runs``
    one row a run of the program over the store
``meta``
    one row about the store itself

``audits`` shows ``games`` and ``facts`` side by side. What each column means stands in
:data:`necropsy.store.tables.TABLES`, in the README, and in the file itself: ``necropsy query
STORE`` lists it. Texts are UTF-8: a byte of a file's name that is none is stored as U+FDD0 and
four hexadecimal digits (:mod:`necropsy.storable`).
"""

from __future__ import annotations

from necropsy.digest import ruleset_digest
from necropsy.extras import require

require("store", "duckdb", later=["pyarrow"])

# pylint: disable=wrong-import-position
from necropsy.store.opening import StoreError  # noqa: E402
from necropsy.store.store import Store  # noqa: E402

__all__ = ["Store", "StoreError", "ruleset_digest"]
