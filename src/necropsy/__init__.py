"""necropsy examines what a finished roguelike game left behind.

It recomputes the recorded score with the formula of the very version that wrote the file,
and reports where the file contradicts the formula or itself.

>>> import necropsy
>>> audit = necropsy.audit("sample_morgues/dcss/morgue-Pfijohu52-20261130-104519.txt")  # doctest: +SKIP
>>> audit.verdict, audit.recorded, audit.recomputed                                # doctest: +SKIP
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from necropsy.breakdown import Breakdown, Term
from necropsy.record import Evidence, Record, Statement
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Audit",
    "Breakdown",
    "Evidence",
    "Finding",
    "Record",
    "Severity",
    "Span",
    "Statement",
    "Term",
    "Verdict",
    "audit",
    "audit_paths",
    "read",
]

__version__ = "0.1.0"

Path = str | os.PathLike[str]


def audit(
    path_or_text: Path,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    game: str | None = None,
) -> Audit:
    """Audit one game.

    Args:
        path_or_text: a file's path, or the text of a dump (anything with a line break in it).
        select: beginnings of rule codes to run (``["S", "C101"]``); all where it is empty.
        ignore: beginnings of rule codes to leave out.
        game: short name of the game, to look for no other.

    Returns:
        The audit. A file that cannot be read is an audit with the verdict ``unreadable``.

    Raises:
        KeyError: if ``game`` is not known.
        ValueError: if the file is a log of several games (:func:`audit_paths` reads them all).
    """
    from necropsy import engine
    from necropsy.sources import Source

    plan = engine.Plan(tuple(select), tuple(ignore), game)
    if isinstance(path_or_text, str) and ("\n" in path_or_text or "\r" in path_or_text):
        audits = engine.audit_text(path_or_text, plan=plan)
    else:
        audits = engine.audit_each([Source(os.fspath(path_or_text))], plan)
    first = next(audits)
    if next(audits, None) is not None:
        raise ValueError(f"{first.source} holds several games; audit_paths reads them all")
    return first


def audit_paths(
    paths: Iterable[Path],
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    game: str | None = None,
) -> Iterator[Audit]:
    """Audit every file under some paths, lazily and in a fixed order.

    Args:
        paths: files and directories; a directory is walked with all below it.
        select: beginnings of rule codes to run; all where it is empty.
        ignore: beginnings of rule codes to leave out.
        game: short name of the game, to look for no other.

    Raises:
        KeyError: if ``game`` is not known.
    """
    from necropsy import engine
    from necropsy.sources import find

    return engine.audit_each(find(paths), engine.Plan(tuple(select), tuple(ignore), game))


def read(paths: Iterable[Path] | Path, *, game: str | None = None) -> pd.DataFrame:
    """The facts of every game under some paths, as a table without any judgement.

    Args:
        paths: a path or several; directories are walked.
        game: short name of the game, to look for no other.

    Returns:
        One row a game, with ``source`` and the game's public facts as columns. Integers
        are ``Int64`` (they may be missing), texts ``string``, yes-no facts ``boolean``,
        days ``datetime64``.

    Raises:
        KeyError: if ``game`` is not known.
    """
    from necropsy.frame import frame_of

    several = [paths] if isinstance(paths, str | os.PathLike) else paths
    return frame_of(several, game)
