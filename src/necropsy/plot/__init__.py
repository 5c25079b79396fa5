"""Charts of audits, for notebooks and reports: each function gives an Altair chart.

>>> import necropsy
>>> from necropsy import plot                                     # doctest: +SKIP
>>> frame = necropsy.audit_frame("morgues/")                      # doctest: +SKIP
>>> plot.scores(frame).save("scores.svg")                         # doctest: +SKIP

What is counted is counted by pandas first: a chart has at most some thousand rows, however
many games there are, and Altair's limit of 5,000 is never met.
"""

from __future__ import annotations

from necropsy.extras import require

require("report", "altair")

# pylint: disable=wrong-import-position
from necropsy.plot.games import over_time, scores, slack  # noqa: E402
from necropsy.plot.rules import findings  # noqa: E402
from necropsy.plot.terms import composition, terms  # noqa: E402

__all__ = ["composition", "findings", "over_time", "scores", "slack", "terms"]
