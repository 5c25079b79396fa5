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
            log of several games and no line is given (:func:`audit_paths` audits them all);
            if no game stands on the line; if a file beside says nothing of the game.
    """
    from necropsy import engine
    from necropsy.given import find_once
    from necropsy.selection import plan_of

    plan = plan_of(select, ignore, game, pair=bool(beside) or None)
    if isinstance(path_or_text, str) and ("\n" in path_or_text or "\r" in path_or_text):
        name, found = "<text>", engine.audit_text(path_or_text, name="<text>", plan=plan)
    else:
        name = os.fspath(path_or_text)
        found = engine.audit_each(find_once([name, *beside]), plan)
    audits = (audit for audit in found if _tells_of(audit, name, line))
    first = next(audits, None)
    if first is None:
        raise ValueError(f"{name}: no game stands on line {line}")
    if next(audits, None) is not None:
        raise ValueError(f"{name} holds several games: give the line of one")
    for path in beside:
        if not any(_lies_in(source, os.fspath(path)) for source, _ in _places(first)):
            raise ValueError(f"{os.fspath(path)}: nothing there tells of the game in {name}")
    return first


def _tells_of(audit: Audit, name: str, line: int | None) -> bool:
    unread = audit.record is None
    return any(source == name and (unread or line in (None, at)) for source, at in _places(audit))


def _places(audit: Audit) -> tuple[tuple[str, int], ...]:
    return ((audit.source, 0),) if audit.record is None else audit.record.places


def _lies_in(file: str, path: str) -> bool:
    file, path = os.path.normpath(file), os.path.normpath(path)
    return file == path or file.startswith(path + os.sep)


def audit_paths(
    paths: Iterable[Path] | Path,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    game: str | None = None,
    logs: Iterable[Path] | Path = (),
    pair: bool = True,
    expect_files: bool = False,
) -> Iterator[Audit]:
    """Audit every file under some paths once, lazily and in a fixed order.

    Args:
        paths: a file or directory, or several; a directory is walked with all below it.
        logs: logs of the server, whose lines are compared with the dumps of their games and
            audited, too; logs under the paths are used without being named.
        pair: whether dumps and lines are compared at all.
        expect_files: whether a line without its dump is an error.
        select: beginnings of rule codes to run; all where it is empty.
        ignore: beginnings of rule codes to leave out.
        game: short name of the game, to look for no other.

    Raises:
        KeyError: if ``game`` is not known.
        ValueError: if no rule begins with a code, or none is left to run.
    """
    from necropsy import engine
    from necropsy.given import find_once, holds_logs, several
    from necropsy.selection import plan_of

    given = (*several(paths), *several(logs))
    waits = pair and bool(several(logs) or holds_logs(paths))
    plan = plan_of(select, ignore, game, pair=waits, expect_files=expect_files)
    return engine.audit_each(find_once(given), plan)


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
