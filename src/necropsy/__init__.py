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
    line: int | None = None,
    beside: Iterable[Path] = (),
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    game: str | None = None,
) -> Audit:
    """Audit one game.

    Args:
        path_or_text: a file's path, or the text of a dump (anything with a line break in it).
        line: in a log of many games, the line of the one to audit.
        beside: other files that may tell of the same game (a dump's page, the log with its
            line); what they settle is used, and what they contradict is found.
        select: beginnings of rule codes to run (``["S", "C101"]``); all where it is empty.
        ignore: beginnings of rule codes to leave out.
        game: short name of the game, to look for no other.

    Returns:
        The audit. A file that cannot be read is an audit with the verdict ``unreadable``.

    Raises:
        KeyError: if ``game`` is not known.
        ValueError: if no rule begins with a code or none is left to run; if the file is a
            log of several games and no line is given (:func:`audit_paths` reads them all);
            if no game stands on the line.
    """
    from necropsy import engine
    from necropsy.selection import plan_of
    from necropsy.sources import Source

    plan = plan_of(select, ignore, game)
    names = ["the text"]
    audits: Iterator[Audit]
    if isinstance(path_or_text, str) and ("\n" in path_or_text or "\r" in path_or_text):
        audits = engine.audit_text(path_or_text, plan=plan)
    else:
        names = [os.fspath(path) for path in (path_or_text, *beside)]
        found = engine.audit_each([Source(name) for name in names], plan)
        # A game that several files tell of has the name of the first.
        audits = (audit for audit in found if audit.source.startswith(names[0]))
    if line is not None:
        audits = (audit for audit in audits if audit.record is not None and audit.record.line == line)
    first = next(audits, None)
    if first is None:
        raise ValueError(f"no game stands on line {line}")
    if next(audits, None) is not None:
        raise ValueError(f"{names[0]} holds several games: name one by its line; audit_paths reads them all")
    return first


def audit_paths(
    paths: Iterable[Path] | Path,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    game: str | None = None,
) -> Iterator[Audit]:
    """Audit every file under some paths once, lazily and in a fixed order.

    Args:
        paths: a file or directory, or several; a directory is walked with all below it.
        select: beginnings of rule codes to run; all where it is empty.
        ignore: beginnings of rule codes to leave out.
        game: short name of the game, to look for no other.

    Raises:
        KeyError: if ``game`` is not known.
        ValueError: if no rule begins with a code, or none is left to run.
    """
    from necropsy import engine
    from necropsy.given import find_once
    from necropsy.selection import plan_of

    return engine.audit_each(find_once(paths), plan_of(select, ignore, game))


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
        FileNotFoundError: if a path does not exist.
        KeyError: if ``game`` is not known.
    """
    from necropsy.frame import frame_of
    from necropsy.given import several

    return frame_of(several(paths), game)
