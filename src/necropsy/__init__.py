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
from importlib import import_module
from typing import TYPE_CHECKING

from necropsy.breakdown import Breakdown, Term
from necropsy.filters import NO_FILTERS, Filters
from necropsy.record import Evidence, Record, Statement
from necropsy.rules import Finding, Severity
from necropsy.span import Span
from necropsy.verdict import Audit, Verdict

if TYPE_CHECKING:
    import pandas as pd

    from necropsy.store import Store as Store

__all__ = [
    "Audit",
    "Breakdown",
    "Evidence",
    "Filters",
    "Finding",
    "Record",
    "Severity",
    "Span",
    "Statement",
    "Store",
    "Term",
    "Verdict",
    "audit",
    "audit_frame",
    "audit_paths",
    "frame_columns",
    "leaderboard",
    "read",
    "to_frame",
]

__version__ = "0.1.0"

Path = str | os.PathLike[str]


def __getattr__(name: str) -> object:
    """The store and the charts, which need an extra, are imported when they are asked for."""
    if name == "Store":
        from necropsy.store import Store

        return Store
    if name == "plot":
        return import_module("necropsy.plot")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


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
    from necropsy.given import find_once, is_there
    from necropsy.selection import plan_of

    plan = plan_of(select, ignore, game, pair=bool(beside) or None)
    if isinstance(path_or_text, str) and ("\n" in path_or_text or "\r" in path_or_text):
        name, found = "<text>", engine.audit_text(path_or_text, name="<text>", plan=plan)
    else:
        name = os.fspath(path_or_text)
        found = engine.audit_each(find_once([name, *beside]), plan)
    audits = (audit for audit in found if _tells_of(audit, name, line) or _refuses(audit, name, line))
    first = next(audits, None)
    if first is None:
        if os.path.isdir(name):
            raise ValueError(f"{name} is a directory: give one of its files")
        raise ValueError(f"{name}: no game stands on line {line}")
    if next(audits, None) is not None:
        raise ValueError(f"{name} holds several games: give the line of one (--line N, line=N)")
    for path in beside:
        if not is_there(path):
            raise ValueError(f"no such file or directory: {os.fspath(path)}")
        if not any(_lies_in(source, os.fspath(path)) for source, _ in _places(first)):
            raise ValueError(f"{os.fspath(path)}: nothing there tells of the game in {name}")
    return first


def _tells_of(audit: Audit, name: str, line: int | None) -> bool:
    unread = audit.record is None
    return any(source == name and (unread or line in (None, at)) for source, at in _places(audit))


def _refuses(audit: Audit, name: str, line: int | None) -> bool:
    rejected = audit.rejected
    return rejected is not None and rejected.source == name and rejected.line == line


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
    jobs: int = 1,
    cluster: str | None = None,
    store: Path | None = None,
) -> Iterator[Audit]:
    """Audit every file under some paths once, lazily and in a fixed order.

    With ``jobs``, ``cluster`` or ``store`` the work is done in other processes, or was done
    before: the verdicts, terms and findings are the same, and ``audit.record`` has the public
    facts alone, without the lines on which they stand.

    Args:
        paths: a file or directory, or several; a directory is walked with all below it.
        logs: logs of the server, whose lines are compared with the dumps of their games and
            audited, too; logs under the paths are used without being named.
        pair: whether dumps and lines are compared at all.
        expect_files: whether a line without its dump is an error.
        select: beginnings of rule codes to run; all where it is empty.
        ignore: beginnings of rule codes to leave out.
        game: short name of the game, to look for no other.
        jobs: how many processes; 1 is this one alone, 0 as many as there are cores.
        cluster: a Dask cluster: ``tcp://host:8786``, or ``local:N`` to start one here.
        store: a database to keep the audits in; what it has of files that are as they were is
            not worked out again.

    Raises:
        KeyError: if ``game`` is not known.
        ValueError: if no rule begins with a code, none is left to run, or no cluster answers.
        ModuleNotFoundError: if what a cluster or a store needs is not installed.
        necropsy.store.StoreError: if the store cannot be used.
    """
    from necropsy import engine
    from necropsy.given import find_once, holds_logs, several
    from necropsy.selection import plan_of

    given = (*several(paths), *several(logs))
    waits = pair and bool(several(logs) or holds_logs(paths))
    named = (os.fspath(path) for path in several(logs) if not os.path.isdir(path))
    plan = plan_of(select, ignore, game, pair=waits, expect_files=expect_files, logs=named)
    if jobs == 1 and cluster is None and store is None:
        return engine.audit_each(find_once(given), plan)
    from necropsy.elsewhere import audit_elsewhere

    return audit_elsewhere(find_once(given), plan, jobs, cluster, None if store is None else os.fspath(store))


def read(paths: Iterable[Path] | Path, *, game: str | None = None, audit: bool = False) -> pd.DataFrame:
    """The facts of every game under some paths, as a table; with ``audit``, and what they came to.

    Args:
        paths: a path or several; directories are walked.
        game: short name of the game, to look for no other; the table has its columns alone.
        audit: whether the games are audited, too, as :func:`audit_frame` does it.

    Returns:
        One row a game, with ``source``, ``game`` and the game's public facts as columns
        (:func:`frame_columns` says what each is). Integers are ``Int64`` (they may be missing),
        texts ``string``, or ``category`` where few come again and again, yes-no facts
        ``boolean``, lists tuples, spans two columns ``_low`` and ``_high``. ``started`` and
        ``ended`` are ``datetime64[ms]`` by the clock of the file, a day its midnight;
        ``started_utc`` and ``ended_utc`` are ``datetime64[ms, UTC]``, where a log has the second.
        A table without rows has the same types.

    Raises:
        FileNotFoundError: if a path does not exist.
        KeyError: if ``game`` is not known.
    """
    from necropsy.frame import frame_of
    from necropsy.given import several

    return audit_frame(paths, game=game) if audit else frame_of(several(paths), game)


def audit_frame(
    paths: Iterable[Path] | Path,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    game: str | None = None,
    logs: Iterable[Path] | Path = (),
    pair: bool = True,
    jobs: int = 1,
    cluster: str | None = None,
    store: Path | None = None,
) -> pd.DataFrame:
    """Audit every file under some paths: the verdicts with the facts of the games, as a table.

    Args:
        paths: a path or several; directories are walked.
        select: beginnings of rule codes to run; all where it is empty.
        ignore: beginnings of rule codes to leave out.
        game: short name of the game, to look for no other; the table has its columns alone.
        logs: logs of the server, whose lines are compared with the dumps of their games.
        pair: whether dumps and lines are compared at all.
        jobs: how many processes; 1 is this one alone, 0 as many as there are cores.
        cluster: a Dask cluster, as for :func:`audit_paths`.
        store: a database to keep the audits in, likewise.

    Returns:
        One row an audit, files that could not be read among them: ``verdict``, ``recorded``,
        ``recomputed_low`` and ``recomputed_high``, ``slack``, ``severity``, ``rules`` and
        ``findings`` (tuples), ``reasons``, then the facts as in :func:`read`.

    Raises:
        FileNotFoundError: if a path does not exist.
        KeyError: if ``game`` is not known.
        ValueError: as for :func:`audit_paths`.
    """
    from necropsy.given import existing, several

    audits = audit_paths(
        existing(paths),
        select=select,
        ignore=ignore,
        game=game,
        logs=existing(several(logs)),
        pair=pair,
        jobs=jobs,
        cluster=cluster,
        store=store,
    )
    return to_frame(audits, game=game)


def to_frame(audits: Iterable[Audit], *, game: str | None = None) -> pd.DataFrame:
    """Audits as a table, one row each, in their order.

    An audit from another process or a store (``jobs``, ``cluster``, ``store``) has the public
    facts alone: its ``started_utc`` and ``ended_utc`` are missing.

    Args:
        audits: the audits; none of them is kept.
        game: short name of the game whose facts are columns; of all games where it is ``None``.

    Returns:
        The table, as :func:`audit_frame` gives it.

    Raises:
        KeyError: if ``game`` is not known.
    """
    from necropsy.frame import frame_of_audits

    return frame_of_audits(audits, game)


def frame_columns(game: str | None = None, *, audit: bool = True) -> pd.DataFrame:
    """What the columns of a table are.

    Args:
        game: short name of a game; the columns of all games where it is ``None``.
        audit: whether the verdict and what belongs to it are among them.

    Returns:
        One row a column, with its name as index: ``dtype``, ``unit``, ``meaning``, and ``games``,
        which have it.

    Raises:
        KeyError: if ``game`` is not known.
    """
    from necropsy.frame import describe

    return describe(game, audit=audit)


def leaderboard(
    paths: Iterable[Path] | Path,
    *,
    by: str = "score",
    top: int | None = None,
    per_player: bool = False,
    rescore: str | None = None,
    game: str | None = None,
    filters: Filters = NO_FILTERS,
    jobs: int = 1,
    cluster: str | None = None,
) -> pd.DataFrame:
    """Rank the games under some paths whose verdict is ``match``.

    Args:
        paths: a path or several; directories are walked.
        by: ``score``, or ``turns`` or ``realtime``: won games, the fewest first.
        top: how many games of each board; all where it is ``None``.
        per_player: whether each player has one line, their best.
        rescore: a version whose formula scores all games (``"0.34.1"``); the games are
            ranked by the least that it gives.
        game: short name of the game, to look for no other.
        filters: which games count (``Filters.of(since="2026-11-01", min_turns=1000)``).
        jobs: how many processes; 1 is this one alone, 0 as many as there are cores.
        cluster: a Dask cluster, as for :func:`audit_paths`.

    Returns:
        One row a game: ``rank`` (equal ones share it), ``game`` (boards of several games come
        one under the other), ``player``, ``score`` and ``score_high`` (both ends where it is
        scored anew), ``slack`` (0 is pinned to the point, missing is without an end),
        ``recorded``, ``turns``, ``duration_s``, ``started``, ``ended`` (``datetime64``),
        ``won``, ``ending``, ``version``, ``mode`` and ``source``. Integers are ``Int64``.
        ``attrs["left_out"]`` counts the games that are not ranked, by cause and reason.

    Raises:
        FileNotFoundError: if a path does not exist.
        KeyError: if ``game`` is not known.
        ValueError: if ``by`` or ``rescore`` is not known, or they do not go together, or no cluster answers.
        ModuleNotFoundError: if what a cluster needs is not installed.
    """
    from necropsy.board import By, Order
    from necropsy.contender import ContenderWriter
    from necropsy.elsewhere import contenders_elsewhere
    from necropsy.frame import board_of
    from necropsy.given import existing, find_once, holds_logs
    from necropsy.ranking import rank_contenders
    from necropsy.selection import plan_of

    order = Order(By(by), top, per_player, rescore)
    order.check(game)
    given = existing(paths)
    plan = plan_of((), (), game, pair=holds_logs(given))
    writer = ContenderWriter(filters, rescore)
    return board_of(
        rank_contenders(contenders_elsewhere(find_once(given), plan, writer, jobs, cluster), order)
    )
