"""Audits as a Parquet data set: a directory that pandas, DuckDB and pyarrow read as one table.

Its files lie in a directory for each game (``audits.parquet/game=dcss/part-00012.parquet``), from
which the readers have the column ``game``; what is of no known game is in ``game=none``. All files
have the same columns, those of :func:`necropsy.columns.flat_schema` without ``game``.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Container
from typing import Any

from necropsy.extras import require
from necropsy.making import Making, keep_mode

require("store", "pyarrow")

# pylint: disable=wrong-import-position
import pyarrow as pa  # noqa: E402
import pyarrow.compute as pc  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

from necropsy.columns import Bundle, flat, flat_schema  # noqa: E402

__all__ = ["NONE", "Dataset", "part_path", "read_part", "write_part"]

NONE = "none"
"""What stands for the game where it is not known: not every reader knows what a missing one is."""

_FOLDER = re.compile(r"game=[a-z]+")
_PART = re.compile(r"part-(?P<number>\d{5,})\.parquet")


def write_part(table: Any, directory: str | os.PathLike[str], number: int) -> list[str]:
    """Write some audits as one part of a data set: a file for each game among them.

    A file is written under a name that readers pass over and renamed when it is whole. Several
    processes may write to one directory as long as no two have the same number.

    Args:
        table: the audits, as :func:`necropsy.columns.flat` gives them.
        directory: the data set's directory.
        number: the part's number.

    Returns:
        The files.

    Raises:
        OSError: if they cannot be written.
    """
    games = pc.fill_null(table.column("game"), NONE)
    return [
        _write(table.filter(pc.equal(games, game)), os.fspath(directory), game, number)
        for game in pc.unique(games).to_pylist()
    ]


def part_path(directory: str, game: str, number: int) -> str:
    """Where a part has the audits of a game (:data:`NONE` for those of no known one)."""
    return os.path.join(directory, f"game={game}", f"part-{number:05}.parquet")


def read_part(path: str, game: str) -> Any:
    """The audits of one file of a data set, as :func:`write_part` was given them."""
    table = pq.read_table(path, partitioning=None)
    column = pa.array([None if game == NONE else game] * table.num_rows, pa.string())
    return table.append_column("game", column).select(flat_schema().names)


def _write(table: Any, directory: str, game: str, number: int) -> str:
    path = part_path(directory, game, number)
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    temporary = os.path.join(folder, f".part-{number:05}.{secrets.token_hex(4)}.tmp")
    try:
        pq.write_table(table.drop_columns(["game"]), temporary, compression="zstd")
        os.replace(temporary, path)
    except BaseException:
        _remove(temporary)
        raise
    return path


class Dataset:
    """A data set in the making: it is in its place when it is whole, and an older one until then.

    >>> with Dataset("audits.parquet") as dataset:  # doctest: +SKIP
    ...     dataset.write(bundle)

    Args:
        path: where it is to be.

    Attributes:
        directory: where its parts are written until then; other processes may write there, too
            (:func:`write_part`).

    Raises:
        FileExistsError: if something else is there, which is not replaced.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.path.realpath(path)
        _refuse_others(self.path)
        self._making = Making(self.path)
        self.directory = self._making.new
        self._parts = 0

    def __enter__(self) -> Dataset:
        self._making.__enter__()
        os.mkdir(self.directory)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._put_in_place()
        finally:
            self._making.__exit__()

    def write(self, audits: Bundle) -> None:
        """Write some audits as the next part.

        Raises:
            OSError: if they cannot be written.
        """
        write_part(flat(audits), self.directory, self._parts)
        self._parts += 1

    def keep_parts(self, numbers: Container[int]) -> None:
        """Delete the parts with other numbers: work that was begun and is not wanted any more."""
        for folder, _, names in os.walk(self.directory):
            for name in names:
                part = _PART.fullmatch(name)
                if part is None or int(part["number"]) not in numbers:
                    os.unlink(os.path.join(folder, name))

    def _put_in_place(self) -> None:
        for folder in os.scandir(self.directory):
            if not os.listdir(folder.path):
                os.rmdir(folder.path)
        if not os.listdir(self.directory):
            # A reader has the columns from the files: there is one, if only with no rows.
            _write(flat_schema().empty_table(), self.directory, NONE, 0)
        _refuse_others(self.path)
        if not os.path.exists(self.path):
            os.rename(self.directory, self.path)
            return
        older = self._making.old
        keep_mode(self.path, self.directory)
        os.rename(self.path, older)
        try:
            os.rename(self.directory, self.path)
        except BaseException:
            os.rename(older, self.path)
            raise


def _refuse_others(path: str) -> None:
    """See that nothing is replaced but an older data set: ``-o`` may name the morgues by mistake."""
    if not os.path.exists(path):
        return
    if not os.path.isdir(path) or not all(_is_folder(path, name) for name in os.listdir(path)):
        raise FileExistsError(f"{path} is there and is no data set of audits; give another name")


def _is_folder(path: str, name: str) -> bool:
    folder = os.path.join(path, name)
    if not _FOLDER.fullmatch(name) or os.path.islink(folder) or not os.path.isdir(folder):
        return False
    return all(_PART.fullmatch(part) for part in os.listdir(folder))


def _remove(path: str) -> None:
    if os.path.exists(path):
        os.unlink(path)
