"""Forgeries of honest games, to measure what an audit sees. A testing aid: nothing here audits.

An :class:`Original` is what an honest game left: its dump, its log line, or both. From it
:func:`forgeries` makes every edit of a :class:`Kind` that its game's :class:`Forger` knows, always
the same ones for the same seed, and :func:`tried` says what an audit made of one.

>>> from necropsy.tamper import KINDS, Original, forgeries, tried        # doctest: +SKIP
>>> original = Original(name, text)                                    # doctest: +SKIP
>>> [tried(each).outcome for each in forgeries(original, "one-place")]  # doctest: +SKIP
"""

from necropsy.tamper.forgery import Forgery
from necropsy.tamper.honest import Honest, honest_games, is_accused
from necropsy.tamper.kind import KINDS, Kind
from necropsy.tamper.making import forgeries
from necropsy.tamper.original import Original
from necropsy.tamper.tally import Tallies, Tally, trials_of
from necropsy.tamper.trial import Outcome, Trial, tried

__all__ = [
    "KINDS",
    "Forgery",
    "Honest",
    "Kind",
    "Original",
    "Outcome",
    "Tallies",
    "Tally",
    "Trial",
    "forgeries",
    "honest_games",
    "is_accused",
    "trials_of",
    "tried",
]
